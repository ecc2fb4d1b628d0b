import { describe, expect, it } from "vitest";
import {
  judgeRequest,
  logsOf,
  type KnownCheckpoint,
  type Refused,
} from "../../firmware/office/witness/judge.ts";
import { base64, utf8 } from "../../src/record/bytes.ts";
import {
  checkpointText,
  cosignCheckpoint,
  openCheckpoint,
  signCheckpoint,
} from "../../src/record/checkpoint.ts";
import { consistencyProof, EMPTY_ROOT, leafHash, nodesOf, treeRoot } from "../../src/record/merkle.ts";
import { MAX_SIGNATURES, signatureLine, signNote } from "../../src/record/note.ts";
import {
  LOG,
  SEED_1,
  SEED_2,
  signerFromSeed,
  someLines,
  table,
  witness,
  WITNESS,
} from "../../src/record/vector.fixture.ts";
import { MAX_PROOF_LINES, readCosignature, type AnswerFault } from "../../src/record/witness-messages.ts";

/**
 * Requests to a witness that has cosigned a log of ten records, and answers to a unit that asked for twelve: each is refused with what C2SP's
 * tlog-witness says of it, or accepted with the clause that lets it.
 */

const READ = nodesOf(someLines(12).map(({ line }) => leafHash(utf8(line))));
const OTHER_READ = nodesOf(someLines(12).map(({ line }, at) => leafHash(utf8(at < 5 ? line : `${line} `))));
const noteOf = (size: number, signer = table, read = READ): string =>
  signCheckpoint(size, treeRoot(size, read), signer);
const proofOf = (from: number, to: number, read = READ): readonly string[] =>
  consistencyProof(from, to, read).map(base64);
const body = (old: string | number, proof: readonly string[], note: string): string =>
  [`old ${old}`, ...proof, "", note].join("\n");
const right = (): string => body(10, proofOf(10, 12), noteOf(12));

const cosigned = (size: number): KnownCheckpoint => ({
  size,
  root: treeRoot(size, READ),
  note: noteOf(size),
});
const known = {
  latest: () => cosigned(10),
  keyOf: () => table.verifier.vkey,
  newest: () => [cosigned(10), cosigned(7)],
  ofSize: (_: string, size: number) => ([7, 10].includes(size) ? cosigned(size) : null),
};
const judge = (text: string) => judgeRequest(text, logsOf([table.verifier]), known);

const stranger = signerFromSeed("tirada.example/stranger", SEED_2);
const impostor = signerFromSeed(LOG, SEED_2);
/** A line of somebody whose key nobody knows. */
const junk = (name: string, byte: number): string => signatureLine(name, "0a0b0c0d", Buffer.alloc(64, byte));
const flipped = (note: string): string => {
  const at = note.length - 12;
  return note.slice(0, at) + (note[at] === "A" ? "B" : "A") + note.slice(at + 1);
};

type ToWitness = readonly [
  status: Refused["status"] | 200,
  text: () => string,
  kind?: "forked" | "parted" | "shrank",
];
const REQUESTS: Readonly<Record<string, ToWitness>> = {
  nothing: [400, () => ""],
  "no note": [400, () => body(10, [], "no note")],
  "a note without its size line": [400, () => noteOf(12)],
  "an old size with a sign": [400, () => body("+10", proofOf(10, 12), noteOf(12))],
  "an old size with a nought before it": [400, () => body("010", proofOf(10, 12), noteOf(12))],
  "an old size that no number holds": [400, () => body("9999999999999999", [], noteOf(12))],
  "an old size above the new one": [400, () => body(13, [], noteOf(12))],
  "a proof line of 31 bytes": [400, () => body(10, [base64(new Uint8Array(31))], noteOf(12))],
  "a proof line with a blank": [400, () => body(10, [` ${proofOf(10, 12)[0] ?? ""}`], noteOf(12))],
  "64 proof lines": [
    400,
    () => body(10, Array<string>(MAX_PROOF_LINES + 1).fill(base64(new Uint8Array(32))), noteOf(12)),
  ],
  "a note over its limit": [400, () => body(10, [], `${noteOf(12)}${junk("a/b", 1).repeat(2_000)}`)],
  "more signatures than a note may have": [
    400,
    () => body(10, proofOf(10, 12), noteOf(12) + junk("tirada.example/x", 1).repeat(MAX_SIGNATURES)),
  ],
  "a control character in the note": [400, () => body(10, proofOf(10, 12), noteOf(12).replace("\n", "\t\n"))],
  "a signature line without its dash": [400, () => body(10, proofOf(10, 12), noteOf(12).replace("— ", "- "))],
  "a size in the note with a nought before it": [
    400,
    () =>
      body(
        10,
        proofOf(10, 12),
        signNote(checkpointText(LOG, 12, treeRoot(12, READ)).replace("\n12\n", "\n012\n"), table),
      ),
  ],
  "a root of 31 bytes": [400, () => body(10, [], signNote(checkpointText(LOG, 12, new Uint8Array(31)), table))],
  "a log that it does not watch": [404, () => body(10, proofOf(10, 12), noteOf(12, stranger))],
  "the log's name by another key": [403, () => body(10, proofOf(10, 12), noteOf(12, impostor))],
  "the log's text by a stranger": [
    403,
    () => body(10, [], signNote(checkpointText(LOG, 12, treeRoot(12, READ)), stranger)),
  ],
  "a bit of its signature flipped": [403, () => body(10, proofOf(10, 12), flipped(noteOf(12)))],
  "a stranger's line alone": [
    403,
    () => body(10, proofOf(10, 12), `${checkpointText(LOG, 12, treeRoot(12, READ))}\n${junk(LOG, 7)}`),
  ],
  "its cosigned line, not the log's": [
    403,
    () => {
      const text = checkpointText(LOG, 12, treeRoot(12, READ));
      return body(
        10,
        proofOf(10, 12),
        `${text}\n${cosignCheckpoint(noteOf(12), witness, 9).slice(noteOf(12).length)}`,
      );
    },
  ],
  "an old size that it did not cosign last": [409, () => body(7, proofOf(7, 12), noteOf(12))],
  "no old size": [409, () => body(0, [], noteOf(12))],
  "the empty log anew": [409, () => body(0, [], noteOf(0)), "shrank"],
  "the empty log with a root": [
    409,
    () => body(0, [], signNote(checkpointText(LOG, 0, treeRoot(1, READ)), table)),
    "shrank",
  ],
  "another root of the same size": [422, () => body(10, [], noteOf(10, table, OTHER_READ)), "forked"],
  "another root of a size before": [400, () => body(10, [], noteOf(7, table, OTHER_READ)), "forked"],
  "a proof that leads to another log": [
    422,
    () => body(10, proofOf(10, 12), noteOf(12, table, OTHER_READ)),
    "parted",
  ],
  "a proof with a line changed": [
    422,
    () =>
      body(
        10,
        proofOf(10, 12).map(() => base64(new Uint8Array(32))),
        noteOf(12),
      ),
    "parted",
  ],
  "a proof too short": [422, () => body(10, [], noteOf(12)), "parted"],
  "a proof too long": [422, () => body(10, [...proofOf(10, 12), base64(EMPTY_ROOT)], noteOf(12)), "parted"],
  "the same size with a proof": [422, () => body(10, proofOf(7, 10), noteOf(10))],
};

describe("a request", () => {
  it("is accepted where it is right, also among lines of others (signed-note: unknown signatures are ignored)", () => {
    for (const text of [right(), `${right()}${junk("tirada.example/x", 1)}`, body(10, [], noteOf(10))])
      expect(judge(text)).toMatchObject({ status: 200 });
    // A log's own line that stands there twice counts once, as in signed-note's own implementation.
    expect(judge(`${right()}${noteOf(12).split("\n\n")[1] ?? ""}`)).toMatchObject({ status: 200 });
    // What is kept has the log's line and no other one.
    const kept = judge(`${right()}${junk("tirada.example/x", 1)}`);
    expect(kept.status === 200 && kept.note).toBe(noteOf(12));
  });

  it.each(Object.entries(REQUESTS))("%s: refused as the protocol says", (_, [status, text, kind]) => {
    const { proof, ...answer } = judge(text()) as Refused;
    expect([answer.status, proof?.kind]).toEqual([status, kind]);
    if (status === 409) expect(answer.size).toBe(10);
  });
});

const asked = noteOf(12);
const lineOf = (note: string, key = witness, time = 9): string =>
  cosignCheckpoint(note, key, time).slice(note.length);
const otherKey = signerFromSeed(WITNESS, SEED_1, "cosignature");
const elsewhere = signerFromSeed("tirada.example/other/witness", SEED_1, "cosignature");
const bytesOf = (line: string): Buffer => Buffer.from(line.trimEnd().split(" ")[2] ?? "", "base64");
const withBytes = (change: (bytes: Buffer) => void): string => {
  const bytes = bytesOf(lineOf(asked));
  change(bytes);
  return `— ${WITNESS} ${bytes.toString("base64")}\n`;
};

const ANSWERS: Readonly<Record<string, readonly [AnswerFault, string]>> = {
  nothing: ["malformed", ""],
  "a line feed": ["malformed", "\n"],
  "a line without its end": ["malformed", lineOf(asked).trimEnd()],
  "a line with a control character": ["malformed", lineOf(asked).replace("— ", "— \u0007")],
  "a line of HTML": ["malformed", "<html>\n"],
  "the whole note": ["wrong-signature", cosignCheckpoint(asked, witness, 9)],
  "base64 without its padding": [
    "malformed",
    lineOf(asked)
      .replace(/=+\n$/, "\n")
      .replace(/(.)\n$/, "\n"),
  ],
  "more lines than a note may have": ["malformed", lineOf(asked).repeat(MAX_SIGNATURES + 1)],
  "another key of the same name": ["foreign-key", lineOf(asked, otherKey)],
  "another witness's": ["foreign-key", lineOf(asked, elsewhere)],
  "the log's own line": ["foreign-key", asked.split("\n\n")[1] ?? ""],
  "the checkpoint before": ["older-checkpoint", lineOf(noteOf(10))],
  "a checkpoint of another log's root": ["wrong-signature", lineOf(noteOf(12, table, OTHER_READ))],
  "a time that it did not sign": ["wrong-signature", withBytes((bytes) => bytes.writeUInt8(8, 11))],
  "a time of nought": ["wrong-signature", withBytes((bytes) => bytes.fill(0, 4, 12))],
  "a time beyond every number": ["wrong-signature", withBytes((bytes) => bytes.fill(0xff, 4, 12))],
  "a bit of its signature flipped": [
    "wrong-signature",
    withBytes((bytes) => bytes.writeUInt8((bytes[40] ?? 0) ^ 1, 40)),
  ],
  "its signature cut by a byte": [
    "wrong-signature",
    `— ${WITNESS} ${bytesOf(lineOf(asked)).subarray(0, -1).toString("base64")}\n`,
  ],
  "a wrong line before the right one": [
    "wrong-signature",
    withBytes((bytes) => bytes.writeUInt8((bytes[40] ?? 0) ^ 1, 40)) + lineOf(asked),
  ],
};

describe("an answer", () => {
  const read = (answer: string) => readCosignature(asked, answer, witness.verifier, noteOf(10));

  it("is believed where it is right, once where it stands twice, and among lines of others", () => {
    const line = lineOf(asked);
    for (const answer of [
      line,
      line + line,
      junk("tirada.example/x", 1) + line,
      line + lineOf(asked, otherKey),
    ])
      expect(read(answer)).toEqual({ name: WITNESS, time: 9, line });
  });

  it("is believed with a time ahead of every clock here, as tlog-cosignature lets it, and its time is told", () => {
    const ahead = 1_795_255_320 + 366 * 86_400;
    const line = lineOf(asked, witness, ahead);
    expect(read(line)).toEqual({ name: WITNESS, time: ahead, line });
    expect(openCheckpoint(asked + line, table.verifier, [witness.verifier]).witnessed).toEqual([
      { name: WITNESS, time: ahead },
    ]);
  });

  it.each(Object.entries(ANSWERS))("%s: refused by name", (_, [fault, answer]) => {
    expect(read(answer)).toBe(fault);
  });
});
