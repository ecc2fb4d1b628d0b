import { createHash, generateKeyPairSync } from "node:crypto";
import { expect, it } from "vitest";
import { signerOf } from "../record/keys.ts";
import { ANSWER_NAMESPACE, BUNDLE_NAMESPACE, signSsh } from "../record/sshsig.ts";
import { formatAnswer, lineOfAnswer, readAnswer, uncheckedAnswer, type OrderAnswer } from "./answer.ts";

const TABLE = "tirada.example/casino-1/table-07";
const signer = signerOf(TABLE, generateKeyPairSync("ed25519").privateKey);
const other = signerOf(TABLE, generateKeyPairSync("ed25519").privateKey);
const ORDER = "ab".repeat(32);
const ANSWER: OrderAnswer = {
  v: 1,
  kind: "answer",
  table: TABLE,
  order: ORDER,
  person: "Ana Soto",
  at: "2026-03-04T03:00:00.000Z",
  outcome: "done",
  why: null,
  result: { ok: true },
};
function textOf(change: object = {}, namespace = ANSWER_NAMESPACE, by = signer): string {
  const { line, sha512 } = lineOfAnswer({ ...ANSWER, ...change });
  return formatAnswer(line, signSsh(sha512, namespace, by));
}
const read = (text: string): unknown => readAnswer(text, signer.verifier, ORDER);

it("an answer is read as its table signed it", () => {
  expect(read(textOf())).toEqual(ANSWER);
  expect(uncheckedAnswer(textOf())).toEqual(ANSWER);
  const { line, sha512 } = lineOfAnswer(ANSWER);
  expect(sha512.equals(createHash("sha512").update(line).digest())).toBe(true);
});

it("what another table or nobody signed, for another order or another purpose, is no answer", () => {
  expect(read(textOf({}, ANSWER_NAMESPACE, other))).toBe(`it was not made with the key of ${TABLE}`);
  expect(read(textOf({}, BUNDLE_NAMESPACE))).toBe("it is not for the namespace tirada-answer with SHA-512");
  expect(read(textOf({ table: "x.example/1" }))).toBe("it is of the table x.example/1");
  expect(read(textOf({ order: "cd".repeat(32) }))).toBe("it answers another order");
  expect(read(textOf().replace('"done"', '"failed"'))).toBe("the file is not what was signed");
});

it.each([
  ["without an end", "{}"],
  ["not written canonically", textOf().replace('{"at"', '{ "at"')],
  ["of another version", textOf({ v: 2 })],
  ["of another kind", textOf({ kind: "order" })],
  ["with a key too many", textOf({ more: 1 })],
  ["of a table with too long a name", textOf({ table: "t".repeat(121) })],
  ["of a person with too long a name", textOf({ person: "p".repeat(65) })],
  ["with too short an order", textOf({ order: "ab" })],
  ["with too long an order", textOf({ order: `${ORDER}a` })],
  ["with an order behind something", textOf({ order: `g${ORDER}` })],
  ["with a time of another form", textOf({ at: "2026-03-04T03:00:00Z" })],
  ["with an outcome that is none", textOf({ outcome: "perhaps" })],
  ["with too long a reason", textOf({ why: "w".repeat(1_001) })],
])("an answer %s is none", (_, text) => {
  expect(read(text)).toBe("it is no answer");
  if (text !== textOf().replace('{"at"', '{ "at"')) expect(uncheckedAnswer(text)).toBe("it is no answer");
});

it("an answer may refuse or fail with its reason, of nobody that is known", () => {
  for (const change of [
    { outcome: "failed", why: "w".repeat(1_000) },
    { outcome: "refused", why: "changed", person: null },
    { table: TABLE, result: null },
  ])
    expect(read(textOf(change))).toMatchObject(change);
});
