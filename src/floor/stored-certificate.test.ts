import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { base64, utf8 } from "../record/bytes.ts";
import { firstHead, nextLine } from "../record/chain.ts";
import { signCheckpoint } from "../record/checkpoint.ts";
import type { SignedLine } from "../record/key-history.ts";
import { signerOf } from "../record/keys.ts";
import { EMPTY_FRONTIER, frontierRoot, grow, leafHash, type Frontier } from "../record/merkle.ts";
import { verifyCertificate } from "../record/verify-certificate.ts";
import { storedCertificate, type StoredTree } from "./stored-certificate.ts";

const LOG = "tirada.example/casino-1/r1";
const signer = signerOf(LOG, generateKeyPairSync("ed25519").privateKey);
const SIZE = 100;

const lines: SignedLine[] = [];
const trees: Frontier[] = [EMPTY_FRONTIER];
let head = firstHead(LOG);
for (let seq = 0; seq < SIZE; seq++) {
  const at = new Date(Date.UTC(2026, 2, 1, 20, 0, seq)).toISOString();
  const made = nextLine(
    head,
    { kind: "phase", phase: "betting", round: seq, at },
    { epoch: 0, rel: { version: "0.9.0", manifest: null } },
  );
  head = made.head;
  lines.push({ line: made.line, sig: base64(signer.sign(utf8(made.line))) });
  trees.push(grow(trees[seq]!, leafHash(utf8(made.line))));
}

const tree = (from: number, size: number): StoredTree => ({
  note: signCheckpoint(size, frontierRoot(trees[size]!), signer),
  size,
  from,
  peaks: trees[from]!.peaks.map((peak) => base64(peak)),
  first: signer.verifier.vkey,
  rotations: [],
});

describe("the certificate of a stored record", () => {
  it("verifies, from wherever a batch ended and whichever checkpoint covers it", () => {
    for (const [from, seq, size] of [
      [0, 0, 1],
      [0, 63, 64],
      [64, 64, 65],
      [37, 41, 100],
      [96, 97, 98],
      [99, 99, 100],
    ] as const) {
      const made = storedCertificate(LOG, seq, tree(from, size), lines.slice(from, size));
      const report = verifyCertificate(made, signer.verifier);
      expect([from, seq, size, report.problems]).toEqual([from, seq, size, []]);
    }
  });

  it("does not verify over another line, and is not made over missing ones", () => {
    const other = lines.with(40, lines[39]!).slice(37, 100);
    const made = storedCertificate(LOG, 41, tree(37, 100), other);
    expect(verifyCertificate(made, signer.verifier).problems).not.toEqual([]);
    expect(() => storedCertificate(LOG, 41, tree(37, 100), lines.slice(37, 90))).toThrow(/gave 53 lines/);
  });
});
