import { createPrivateKey, type KeyObject } from "node:crypto";
import { sha256Hex } from "./bytes.ts";
import { canonical } from "./canonical.ts";
import { firstHead, nextLine } from "./chain.ts";
import type { ChainedLine, ChainHead, LineOrigin } from "./chain.ts";
import { signerOf } from "./keys.ts";
import type { KeyUse, Signer } from "./keys.ts";

/** Two keys that everybody knows (RFC 8032 section 7.1, tests 1 and 2) and three records: the fixed log of all evidence tests. */
export const SEED_1 = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
export const SEED_2 = "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb";
export const LOG = "tirada.example/casino-1/table-07";
export const WITNESS = "tirada.example/casino-1/witness";

/** Ed25519 private key from its seed: PKCS#8 of RFC 8410 around 32 bytes. */
export function keyFromSeed(seed: string): KeyObject {
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), Buffer.from(seed, "hex")]);
  return createPrivateKey({ key: der, format: "der", type: "pkcs8" });
}

export function signerFromSeed(name: string, seed: string, use: KeyUse = "note"): Signer {
  return signerOf(name, keyFromSeed(seed), use);
}

export const table = signerFromSeed(LOG, SEED_1);
export const witness = signerFromSeed(WITNESS, SEED_2, "cosignature");

const SPINS = [
  ["2026-11-21T10:00:00.000Z", 17],
  ["2026-11-21T10:00:41.250Z", 0],
  ["2026-11-21T10:01:20.500Z", 36],
] as const;

/** Where the lines of tests come from. */
export const ORIGIN: LineOrigin = { epoch: 0, rel: { version: "0.0.0", manifest: null } };

/** The next line of a test's log. */
export function testLine(head: ChainHead, fields: object): ChainedLine {
  return nextLine(head, fields, ORIGIN);
}

/** A line of format 1, as releases up to 0.6.2 made them: read for ever, written nowhere else. */
export function lineOfFormat1(head: ChainHead, fields: object): ChainedLine {
  const { log, seq, prev } = head;
  const line = canonical({ ...fields, v: 1, log, seq, prev });
  const hash = sha256Hex(line);
  return { line, hash, head: { log, seq: seq + 1, prev: hash } };
}

/** The three lines of the vector, numbers 0, 1 and 2, in format 1. */
export function vectorLines(): ChainedLine[] {
  let head = firstHead(LOG);
  return SPINS.map(([at, n]) => {
    const line = lineOfFormat1(head, { at, clock: "synced", kind: "roulette.result", value: { n } });
    head = line.head;
    return line;
  });
}

/** `count` lines of a made-up log, each vouching for nothing. */
export function someLines(count: number, log = LOG): ChainedLine[] {
  let head = firstHead(log);
  return Array.from({ length: count }, (_, i) => {
    const line = testLine(head, { kind: "result", round: i, result: { pocket: String(i % 37) } });
    head = line.head;
    return line;
  });
}
