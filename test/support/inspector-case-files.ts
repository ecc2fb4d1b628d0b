import { createHash } from "node:crypto";
import { EXPORT_FORMAT } from "../../firmware/evidence/log/export-lines.ts";
import { base64, utf8 } from "../../src/record/bytes.ts";
import { canonical } from "../../src/record/canonical.ts";
import {
  CASE_FORMAT,
  CASE_MANIFEST,
  CASE_PICTURES,
  CASE_RECORDS,
  CASE_RULEBOOKS,
  CASE_TEST,
  caseTestText,
  type CaseManifest,
} from "../../src/record/case-file.ts";
import { NO_PREVIOUS, type ChainedLine } from "../../src/record/chain.ts";
import { cosignCheckpoint, signCheckpoint } from "../../src/record/checkpoint.ts";
import type { Signer } from "../../src/record/keys.ts";
import { leafHash, nodesOf, treeRoot } from "../../src/record/merkle.ts";
import { modeOfLog } from "../../src/record/mode.ts";
import { witness } from "../../src/record/vector.fixture.ts";
import { signedAnew, type CasePiece } from "./case-parts.ts";

/** A picture of one dot, and a rulebook that nobody reads: only their digests are looked at. */
const PICTURE = Buffer.from("89504e470d0a1a0a", "hex");
const NAMED = createHash("sha256").update(PICTURE).digest("hex");

/** A case file of a small log, as its table would write it: all its records under a checkpoint that a witness cosigned. */
export function caseFileOf(lines: readonly ChainedLine[], signer: Signer, witnessedAt: number): Buffer {
  const { name: log, vkey } = signer.verifier;
  const leaves = nodesOf(lines.map(({ line }) => leafHash(utf8(line))));
  const note = signCheckpoint(lines.length, treeRoot(lines.length, leaves), signer);
  const checkpoint = cosignCheckpoint(note, witness, witnessedAt);
  const to = lines.length - 1;
  const head = { format: EXPORT_FORMAT, v: 1, log, vkey, from: 0, to, prev: NO_PREVIOUS, before: [] };
  const records = [
    head,
    ...lines.map(({ line }) => ({ line, sig: base64(signer.sign(utf8(line))) })),
    { checkpoint },
    { end: lines.length, checkpoint, proof: [] },
  ];
  const manifest: CaseManifest = {
    format: CASE_FORMAT,
    v: 1,
    log,
    vkey,
    mode: modeOfLog(log),
    from: 0,
    to,
    round: null,
    releases: [],
    rulebooks: [],
    codes: [],
    missing: [],
    files: [],
  };
  const pieces: CasePiece[] = [
    ...(modeOfLog(log) === "test" ? [{ name: CASE_TEST, bytes: Buffer.from(caseTestText(log)) }] : []),
    { name: CASE_RECORDS, bytes: Buffer.from(records.map((one) => `${canonical(one)}\n`).join("")) },
    { name: `${CASE_PICTURES}${NAMED}.png`, bytes: PICTURE },
    { name: `${CASE_RULEBOOKS}xx/coin/2020-01.yaml`, bytes: Buffer.from("game: coin\n") },
    { name: CASE_MANIFEST, bytes: Buffer.from(canonical(manifest)) },
  ];
  return signedAnew(pieces, signer);
}
