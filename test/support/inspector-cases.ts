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
import type { RandomSource } from "../../src/time/random-source.ts";

/** What an inspector has in hand: files as they were given out or damaged, and the keys. */
export interface InspectorCase {
  readonly name: string;
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
    () => of({ witnesses: [signerFromSeed("a.example/w", SEED_1, "cosignature").verifier.vkey] }, "unseen"),
  ];
  return (ways[random.below(ways.length)] ?? (() => good))();
}

function oldRecord(): Pick<InspectorCase, "json" | "vkey"> {
  const { json, vkey } = handedOut(LOG, 1, 3, true);
  return { json, vkey };
}
