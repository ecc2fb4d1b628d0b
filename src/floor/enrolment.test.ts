import { expect, test } from "vitest";
import { publicKeyId } from "../orders/certificate.ts";
import { TestAuthority } from "../orders/authority.test-help.ts";
import { base64, utf8 } from "../record/bytes.ts";
import { canonical } from "../record/canonical.ts";
import { firstHead } from "../record/chain.ts";
import { historyFrom, type KeyHistory, rotationFields } from "../record/key-history.ts";
import { fingerprintText } from "../record/keys.ts";
import { LOG, signerFromSeed, testLine } from "../record/vector.fixture.ts";
import {
  CODE_LETTERS,
  codeFrom,
  formatEnrolment,
  printOf,
  proveEnrolment,
  readEnrolment,
} from "./enrolment.ts";

const [OLD, NEW] = [signerFromSeed(LOG, "01".repeat(32)), signerFromSeed(LOG, "02".repeat(32))];
const CODE = "ACDEFHJK";

function rotatedKeys(): KeyHistory {
  const head = { ...firstHead(LOG), seq: 4 };
  const { line } = testLine(head, rotationFields(head, OLD.verifier, NEW, "planned"));
  const keys = historyFrom(OLD.verifier, [{ line, sig: base64(OLD.sign(utf8(line))) }]);
  if (typeof keys === "string") throw new Error(keys);
  return keys;
}

const authority = await TestAuthority.make();
const { certificate } = await authority.issue(LOG, "unit");
const { certificate: other } = await authority.issue(LOG, "unit");
const holder = publicKeyId(certificate.publicKey);
const proof = proveEnrolment(rotatedKeys(), NEW, { holder, code: CODE });
const said = { log: LOG, holder, code: CODE, ...proof };

test("a table proves its newest key, its certificate and its code", () => {
  const read = readEnrolment(formatEnrolment(said), { certificate, log: LOG });
  if (typeof read === "string") throw new Error(read);
  expect([read.log, read.code, read.print]).toEqual([LOG, CODE, printOf(NEW.verifier)]);
  expect(read.keys.stated()).toEqual(rotatedKeys().stated());
  expect(fingerprintText(NEW.verifier)).toContain(` ${read.print} `);
  expect(read.print).toMatch(/^[0-9a-f]{4}( [0-9a-f]{4}){4}$/);
});

test.each([
  ["what is no request", "{}", "malformed"],
  ["JSON in other words", ` ${formatEnrolment(said)}`, "malformed"],
  ["a code with a digit", formatEnrolment({ ...said, code: "ACDEFHJ1" }), "malformed"],
  ["a name more", canonical({ v: 1, ...said, more: 1 }), "malformed"],
  ["a table of another name", formatEnrolment({ ...said, log: `${LOG}x` }), "other-log"],
  ["another certificate", formatEnrolment({ ...said, holder: "0".repeat(64) }), "other-log"],
  ["another code than the one signed", formatEnrolment({ ...said, code: "ACDEFHJL" }), "unsigned"],
  ["a key without the records that lead to it", formatEnrolment({ ...said, rotations: [] }), "unsigned"],
  ["what is no key", formatEnrolment({ ...said, first: "key" }), "unsigned"],
])("%s is refused", (_, text, why) => {
  expect(readEnrolment(text, { certificate, log: LOG })).toBe(why);
});

test("what was proven of one certificate counts for no other", () => {
  const text = formatEnrolment({ ...said, holder: publicKeyId(other.publicKey) });
  expect(readEnrolment(text, { certificate: other, log: LOG })).toBe("unsigned");
});

test("nothing is signed for another text, nor with a key that gave way", () => {
  const keys = rotatedKeys();
  expect(() => proveEnrolment(keys, NEW, { holder: `${holder}\n`, code: CODE })).toThrow("nothing is signed");
  expect(() => proveEnrolment(keys, NEW, { holder, code: "tirada-x" })).toThrow("nothing is signed");
  expect(() => proveEnrolment(keys, OLD, { holder, code: CODE })).toThrow("not its newest");
});

test("codes have eight letters of those that are not mistaken", () => {
  const codes = Array.from({ length: 50 }, (_, n) => codeFrom(n.toString(16).padStart(2, "0").repeat(32)));
  expect(codes.every((code) => code.length === 8)).toBe(true);
  expect([...new Set(codes.join(""))].sort().join("")).toBe(CODE_LETTERS);
});
