import { formatCode, formatProof, formatRecord, type SignedRecord } from "../../src/record/certificate.ts";
import { cosignCheckpoint, signCheckpoint } from "../../src/record/checkpoint.ts";
import { utf8 } from "../../src/record/bytes.ts";
import { firstHead, type ChainedLine } from "../../src/record/chain.ts";
import { inclusionProof, leafHash, nodesOf, treeRoot } from "../../src/record/merkle.ts";
import {
  LOG,
  SEED_1,
  SEED_2,
  signerFromSeed,
  testLine,
  vectorLines,
  witness,
} from "../../src/record/vector.fixture.ts";
import { rotationFields } from "../../src/record/key-history.ts";
import type { Signer } from "../../src/record/keys.ts";
import { CASE_RECORDS } from "../../src/record/case-file.ts";
import { packed, piecesOf, withPiece } from "./case-parts.ts";
import { caseFileOf } from "./inspector-case-files.ts";
import type { RandomSource } from "../../src/time/random-source.ts";

/** What an inspector has in hand: files as they were given out or damaged, and the keys. */
export interface InspectorCase {
  readonly name: string;
  /** A case file, which is given alone; absent: a certificate and what belongs to it. */
  readonly file?: Buffer;
  readonly json: Buffer;
  readonly proof: Buffer | null;
  readonly code: string | null;
  readonly vkey: string | null;
  readonly witnesses: readonly string[];
}

const TABLES: Readonly<Record<string, string>> = {
  [LOG]: SEED_1,
  [`${LOG}/test`]: SEED_1,
  "tirada.example/other/table-01": SEED_2,
};
export const WITNESSED_AT = 1_795_255_320;

function linesOf(log: string, count: number): readonly ChainedLine[] {
  let head = firstHead(log);
  return Array.from({ length: count }, (_, i) => {
    const line = testLine(head, {
      kind: "result",
      at: "2026-11-21T10:00:41.250Z",
      round: i + 1,
      result: { pocket: String(i % 37) },
      certainty: { level: "certified" },
    });
    head = line.head;
    return line;
  });
}

/** One record of a log of `count`, with everything that can be handed out for it. */
export function handedOut(log: string, seq: number, count: number, old = false): InspectorCase {
  const signer = signerFromSeed(log, TABLES[log] ?? SEED_1);
  const lines = old ? vectorLines() : linesOf(log, count);
  const line = lines[seq]?.line ?? "";
  const record: SignedRecord = {
    line,
    sig: signer.sign(utf8(line)).toString("base64"),
    vkey: signer.verifier.vkey,
  };
  const leaves = nodesOf(lines.map((one) => leafHash(utf8(one.line))));
  const note = signCheckpoint(lines.length, treeRoot(lines.length, leaves), signer);
  const proof = formatProof({
    index: seq,
    hashes: inclusionProof(seq, lines.length, leaves),
    checkpoint: cosignCheckpoint(note, witness, WITNESSED_AT),
  });
  return {
    name: `${log} ${seq}${old ? " of format 1" : ""}`,
    json: Buffer.from(formatRecord(record)),
    proof: Buffer.from(proof),
    code: formatCode(record),
    vkey: record.vkey,
    witnesses: [witness.verifier.vkey],
  };
}

/** Keys of the log that gave way, and of whoever has none of them. */
const SECOND = signerFromSeed(LOG, "11".repeat(32));
const THIEF = signerFromSeed(LOG, "22".repeat(32));
const FIRST = signerFromSeed(LOG, SEED_1);

/** A rotation at record 0, as it is or as somebody without one of the keys would have it. */
type Rotation = "right" | "only-old" | "only-new" | "other-place" | "stolen";

/** A record of a log whose key gave way by record 0. The certificate holds that record. */
export function rotatedCase(seq: number, count: number, rotation: Rotation = "right"): InspectorCase {
  const first = firstHead(LOG);
  const place = rotation === "other-place" ? { ...first, prev: "1".repeat(64) } : first;
  const reason = rotation === "stolen" ? "stolen" : "planned";
  const fields = rotationFields(place, FIRST.verifier, rotation === "only-old" ? THIEF : SECOND, reason);
  const detail = { ...fields.detail, new: SECOND.verifier.vkey };
  const lines = [testLine(first, { ...fields, detail })];
  for (let round = 1; round < count; round++)
    lines.push(testLine(lines.at(-1)?.head ?? first, { kind: "result", round, result: { pocket: "7" } }));
  const signerAt = (number: number): Signer => (number > 0 ? SECOND : rotation === "only-new" ? SECOND : FIRST);
  const line = lines[seq]?.line ?? "";
  const sigOf = (number: number, text: string): string => signerAt(number).sign(utf8(text)).toString("base64");
  const leaves = nodesOf(lines.map((one) => leafHash(utf8(one.line))));
  const record: SignedRecord = {
    line,
    sig: sigOf(seq, line),
    vkey: signerAt(seq).verifier.vkey,
    keys: [{ line: lines[0]?.line ?? "", sig: sigOf(0, lines[0]?.line ?? "") }],
  };
  const hashes = inclusionProof(seq, count, leaves);
  const checkpoint = signCheckpoint(count, treeRoot(count, leaves), SECOND);
  return {
    name: `rotated (${rotation}) ${seq} of ${count}`,
    json: Buffer.from(formatRecord(record)),
    proof: Buffer.from(formatProof({ index: seq, hashes, checkpoint })),
    code: formatCode(record),
    vkey: FIRST.verifier.vkey,
    witnesses: [],
  };
}

/** What the keys of a log whose key gave way are worth, as `tirada verify` and the page must both have it. */
export const ROTATED_CASES: readonly (InspectorCase & { readonly verdict: string })[] = [
  { ...rotatedCase(0, 4), verdict: "valid" },
  { ...rotatedCase(3, 4), verdict: "valid" },
  { ...rotatedCase(3, 4), vkey: SECOND.verifier.vkey, verdict: "valid" },
  {
    ...rotatedCase(3, 4),
    vkey: `${FIRST.verifier.vkey} since 0\n${SECOND.verifier.vkey} since 1`,
    verdict: "valid",
  },
  {
    ...rotatedCase(3, 4),
    vkey: `${FIRST.verifier.vkey} since 0\n${THIEF.verifier.vkey} since 1`,
    verdict: "not-valid",
  },
  { ...rotatedCase(3, 4), vkey: `${FIRST.verifier.vkey} revoked 0`, verdict: "not-valid" },
  { ...rotatedCase(3, 4), vkey: `${SECOND.verifier.vkey} revoked 4`, verdict: "not-valid" },
  { ...rotatedCase(3, 4), vkey: THIEF.verifier.vkey, verdict: "not-valid" },
  { ...rotatedCase(3, 4), vkey: null, verdict: "self" },
  { ...rotatedCase(3, 4, "stolen"), verdict: "not-valid" },
  { ...rotatedCase(3, 4, "stolen"), vkey: SECOND.verifier.vkey, verdict: "valid" },
  { ...rotatedCase(3, 4, "only-old"), verdict: "not-valid" },
  { ...rotatedCase(3, 4, "only-new"), verdict: "not-valid" },
  { ...rotatedCase(3, 4, "other-place"), verdict: "not-valid" },
];

/** A file as damage leaves it: a byte changed, cut off, doubled, empty, or a line gone. */
function damaged(bytes: Buffer, random: RandomSource): Buffer {
  const at = random.below(bytes.length);
  const changed = Buffer.from(bytes);
  changed[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
  const ways = [
    changed,
    bytes.subarray(0, at),
    Buffer.concat([bytes, bytes]),
    Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]),
    Buffer.concat([bytes, Buffer.from("\n")]),
  ];
  return ways[random.below(ways.length)] ?? changed;
}

/** A case file of such a log, and the table's key. */
export function caseHandedOut(log: string, count: number): InspectorCase & { readonly file: Buffer } {
  const signer = signerFromSeed(log, TABLES[log] ?? SEED_1);
  const file = caseFileOf(linesOf(log, count), signer, WITNESSED_AT);
  return { ...handedOut(log, 0, count), name: `case file of ${log} with ${count}`, file };
}

/** A case from a seed: some three in ten are as handed out, the others damaged or mixed with those of others. */
export function randomCase(random: RandomSource): InspectorCase {
  const logs = Object.keys(TABLES);
  const log = logs[random.below(logs.length)] ?? LOG;
  const count = 1 + random.below(9);
  const good = handedOut(log, random.below(count), count);
  const of = (change: Partial<InspectorCase>, what: string): InspectorCase => ({
    ...good,
    ...change,
    name: `${good.name} of ${count}: ${what}`,
  });
  const other = handedOut(LOG, 0, 2);
  const ways: readonly (() => InspectorCase)[] = [
    () => good,
    () => of({ proof: null, code: null }, "alone"),
    () => of({ code: null, witnesses: [] }, "with its proof"),
    () => of({ vkey: null }, "without a key"),
    () => of({ proof: null, code: null, witnesses: [], ...oldRecord() }, "of format 1"),
    () => of({ json: damaged(good.json, random) }, "damaged certificate"),
    () => of({ json: damaged(good.json, random), proof: null, code: null }, "damaged certificate alone"),
    () => of({ proof: damaged(good.proof ?? good.json, random), code: null }, "damaged proof"),
    () => of({ vkey: other.vkey }, "with a key of the first table"),
    () => of({ proof: other.proof }, "with a proof of the first table"),
    () => of({ code: other.code }, "with a code of the first table"),
    () => rotatedCase(random.below(count), count),
    () => ({
      ...rotatedCase(0, count),
      json: damaged(rotatedCase(0, count).json, random),
      name: "damaged rotation",
    }),
    ...caseWays(log, count, random),
    () => of({ witnesses: [signerFromSeed("a.example/w", SEED_1, "cosignature").verifier.vkey] }, "unseen"),
  ];
  return (ways[random.below(ways.length)] ?? (() => good))();
}

/** Case files, right and wrong. */
function caseWays(log: string, count: number, random: RandomSource): readonly (() => InspectorCase)[] {
  const good = (): InspectorCase & { readonly file: Buffer } => caseHandedOut(log, count);
  const of = (change: Partial<InspectorCase>, what: string): InspectorCase => ({
    ...good(),
    ...change,
    name: `${good().name}: ${what}`,
  });
  return [
    good,
    () => of({ vkey: null }, "without a key"),
    () => of({ vkey: handedOut(LOG, 0, 2).vkey }, "with a key of the first table"),
    () => of({ file: damaged(good().file, random) }, "damaged"),
    () =>
      of({ file: withPiece(good().file, /rulebooks/, (bytes) => damaged(bytes, random)) }, "damaged rulebook"),
    () => of({ file: withPiece(good().file, /records/, (bytes) => damaged(bytes, random)) }, "damaged records"),
    () => of({ file: piecesMixed(good().file) }, "with the records of another log"),
  ];
}

const piecesMixed = (file: Buffer): Buffer => {
  const [records] = piecesOf(caseHandedOut("tirada.example/other/table-01", 3).file);
  return packed(piecesOf(file).map((one) => (one.name === CASE_RECORDS ? records! : one)));
};

function oldRecord(): Pick<InspectorCase, "json" | "vkey"> {
  const { json, vkey } = handedOut(LOG, 1, 3, true);
  return { json, vkey };
}
