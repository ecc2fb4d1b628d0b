import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { base64, utf8 } from "../../../src/record/bytes.ts";
import { checkpointText, cosignCheckpoint, signCheckpoint } from "../../../src/record/checkpoint.ts";
import { consistencyProof, leafHash, nodesOf, treeRoot } from "../../../src/record/merkle.ts";
import { parseNote, signatureLine, signNote } from "../../../src/record/note.ts";
import {
  SEED_1,
  signerFromSeed,
  someLines,
  table,
  witness,
  WITNESS,
} from "../../../src/record/vector.fixture.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { ASK_US, askWitness, type Answer } from "../../unit/witness/ask.ts";
import { CA, lyingWitness } from "./witness.fixture.ts";

/** What a witness may do to a unit, over real TLS: each is told by its kind, within the limits, and nothing of it is kept. */
const READ = nodesOf(someLines(12).map(({ line }) => leafHash(utf8(line))));
const noteOf = (size: number): string => signCheckpoint(size, treeRoot(size, READ), table);
const QUESTION = {
  old: 7,
  proof: consistencyProof(7, 12, READ).map(base64),
  checkpoint: noteOf(12),
  before: noteOf(7),
};
/** What this key would sign of a checkpoint, as an answer's body. */
const lineOf = (note: string, key = witness): string => cosignCheckpoint(note, key, 9).slice(note.length);
const otherKey = signerFromSeed(WITNESS, SEED_1, "cosignature");
const otherRoot = signNote(checkpointText(table.verifier.name, 12, new Uint8Array(32)), table);
const RIGHT = { is: "cosigned", time: 9, line: lineOf(QUESTION.checkpoint) };
/** A line of ML-DSA-44. */
const POST_QUANTUM = signatureLine(WITNESS, "0a0b0c0d", Buffer.alloc(8 + 2_420, 5));
/** Of order 1: with such a key one signature fits many messages. */
const smallOrder = signatureLine(WITNESS, "00000000", Buffer.alloc(72, 1));

const says =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  };

async function answerTo(listener: RequestListener, clock = systemClock()): Promise<Answer> {
  const url = await lyingWitness(listener);
  return askWitness({ url, key: witness.verifier, ca: CA }, QUESTION, clock);
}

test("an honest one is believed", async () =>
  expect(await answerTo(says(200, lineOf(QUESTION.checkpoint)))).toEqual({
    is: "cosigned",
    time: 9,
    line: lineOf(QUESTION.checkpoint),
  }));

test.each([
  ["an older size", 200, lineOf(noteOf(7)), { is: "unusable", kind: "older-checkpoint" }],
  ["another root", 200, lineOf(otherRoot), { is: "unusable", kind: "wrong-signature" }],
  [
    "another key of the same name",
    200,
    lineOf(QUESTION.checkpoint, otherKey),
    { is: "unusable", kind: "foreign-key" },
  ],
  ["a key of small order", 200, smallOrder, { is: "unusable", kind: "foreign-key" }],
  [
    "the log's own signature back",
    200,
    QUESTION.checkpoint.split("\n\n")[1] ?? "",
    { is: "unusable", kind: "foreign-key" },
  ],
  ["a megabyte", 200, "x".repeat(1_048_576), { is: "unusable", kind: "too-long" }],
  ["a megabyte as a refusal", 409, "1".repeat(1_048_576), { is: "unusable", kind: "too-long" }],
  ["nothing", 200, "", { is: "unusable", kind: "malformed" }],
  ["a page", 200, "<html></html>", { is: "unusable", kind: "malformed" }],
  ["its line twice", 200, lineOf(QUESTION.checkpoint).repeat(2), RIGHT],
  [
    "lines of keys of other kinds before its own",
    200,
    POST_QUANTUM.repeat(3) + lineOf(QUESTION.checkpoint),
    RIGHT,
  ],
  ["a conflict without a size", 409, "other\n", { is: "unusable", kind: "malformed" }],
  ["another place", 302, "", { is: "unusable", kind: "malformed" }],
  ["a size", 409, "5\n", { is: "conflict", size: 5 }],
  ["that it does not know the log", 404, "", { is: "refused", status: 404 }],
  ["that it cannot now", 503, "", { is: "silent", why: "status 503" }],
  ["that it is too much", 429, "", { is: "silent", why: "status 429" }],
] as const)("it says %s", async (_, status, body, answer) =>
  expect(
    await answerTo(says(status, body, status === 302 ? { location: "https://127.0.0.1:1/" } : {})),
  ).toEqual(answer),
);

test("a header without end", async () =>
  expect(await answerTo(says(200, "", { "x-long": "x".repeat(15_000) }))).toEqual({
    is: "unusable",
    kind: "too-long",
  }));

test("bytes that are no text", async () =>
  expect(
    await answerTo((request, response) => {
      request.resume();
      response.end(Buffer.from([0xff, 0xfe, 0x0a]));
    }),
  ).toEqual({ is: "unusable", kind: "malformed" }));

test("it hangs up in the middle", async () =>
  expect(
    await answerTo((request, response) => {
      request.resume();
      response.writeHead(200, { "content-length": "500" });
      response.write("— tir", () => response.destroy());
    }),
  ).toMatchObject({ is: "silent" }));

test("it never answers, or a byte at a time: given up after the limit", async () => {
  for (const start of [false, true]) {
    const clock = fakeClock();
    let asked: () => void = () => undefined;
    const received = new Promise<void>((resolve) => (asked = resolve));
    const answered = answerTo((request, response) => {
      request.resume();
      if (start) response.write("— ");
      asked();
    }, clock);
    await received;
    clock.advance(ASK_US - 1);
    clock.advance(1);
    expect(await answered).toEqual({ is: "silent", why: "no whole answer within 10 s" });
    expect(clock.waiting()).toEqual([]);
  }
});

test("nobody there, no TLS, a certificate that nobody vouches for: silence, with its reason", async () => {
  const key = witness.verifier;
  const ask = (url: string, ca: string | null): Promise<Answer> =>
    askWitness({ url, key, ca }, QUESTION, systemClock());
  expect(await ask("https://127.0.0.1:1/", CA)).toEqual({ is: "silent", why: "ECONNREFUSED" });
  const url = await lyingWitness(says(200, lineOf(QUESTION.checkpoint)));
  expect(await ask(url, null)).toMatchObject({
    is: "silent",
    why: expect.stringMatching(/SELF_SIGNED/) as unknown,
  });
  expect(parseNote(QUESTION.checkpoint).unverified).toHaveLength(1);
});
