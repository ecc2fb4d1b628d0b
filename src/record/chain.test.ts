import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { utf8 } from "./bytes.ts";
import { checkLogName, firstHead, isSameRelease, MAX_LINE_BYTES, NO_PREVIOUS, readLine } from "./chain.ts";
import { lineOfFormat1, testLine } from "./vector.fixture.ts";

const LOG = "tirada.example/casino-1/table-07";
const REL = '"rel":{"manifest":null,"version":"0.0.0"}';
/** A line of format 2 with one member exchanged. */
const changed = (change: object): string =>
  JSON.stringify({ ...(JSON.parse(testLine(firstHead(LOG), { kind: "boot" }).line) as object), ...change });

describe("the chain", () => {
  test("two programs are the same release only with one version and one manifest", () => {
    const one = { version: "1.0.0", manifest: "a".repeat(64) };
    expect(isSameRelease(one, { ...one })).toBe(true);
    expect(isSameRelease(one, { ...one, version: "1.0.1" })).toBe(false);
    expect(isSameRelease(one, { ...one, manifest: null })).toBe(false);
  });
  test("a line is an object", () => {
    for (const json of ["[]", "null", "1", '"x"', "true"])
      expect(readLine(utf8(json))).toBe("the line is not a JSON object");
  });
  test("a log's name has at most 120 characters, and a line is read up to 65,536 bytes", () => {
    const named = (length: number): string => `a/${"b".repeat(length - 2)}`;
    expect(checkLogName(named(120))).toHaveLength(120);
    expect(() => checkLogName(named(121))).toThrow(RangeError);
    const { line } = testLine(firstHead(LOG), { kind: "boot", x: "" });
    const long = (bytes: number): Buffer =>
      utf8(line.replace('"x":""', `"x":"${"y".repeat(bytes - line.length)}"`));
    expect(readLine(long(65_536))).toMatchObject({ seq: 0 });
    expect(readLine(long(65_537))).toBe("the line has 65537 bytes; 65536 is the limit");
  });
  test("starts at 0 with 64 zeros and carries the hash of each line into the next", () => {
    const first = testLine(firstHead(LOG), { kind: "boot" });
    expect(first.line).toBe(
      `{"epoch":0,"kind":"boot","log":"${LOG}","mode":"live","prev":"${NO_PREVIOUS}",${REL},"seq":0,"v":2}`,
    );
    expect(first.hash).toBe(createHash("sha256").update(first.line).digest("hex"));
    expect(first.head).toEqual({ log: LOG, seq: 1, prev: first.hash });
    const second = testLine(first.head, { kind: "phase", at: "x" });
    expect(second.line).toBe(
      `{"at":"x","epoch":0,"kind":"phase","log":"${LOG}","mode":"live","prev":"${first.hash}",${REL},"seq":1,"v":2}`,
    );
  });
  test.each(["v", "log", "seq", "prev", "mode", "epoch", "rel"])("a field named %s is refused", (name) => {
    expect(() => testLine(firstHead(LOG), { [name]: 1 })).toThrow(`"${name}" belongs to the chain`);
  });
  test("a line over 64 KiB is refused, one of 64 KiB is not", () => {
    const spare = MAX_LINE_BYTES - utf8(testLine(firstHead(LOG), { pad: "" }).line).length;
    expect(testLine(firstHead(LOG), { pad: "x".repeat(spare) }).head.seq).toBe(1);
    expect(() => testLine(firstHead(LOG), { pad: "x".repeat(spare + 1) })).toThrow("65536 is the limit");
  });
  test("a line reads back", () => {
    const { line } = testLine(firstHead(LOG), { kind: "phase", state: "ab", n: 3 });
    expect(readLine(utf8(line))).toMatchObject({
      log: LOG,
      seq: 0,
      prev: NO_PREVIOUS,
      kind: "phase",
      state: "ab",
    });
    expect(readLine(utf8(testLine(firstHead(LOG), {}).line))).toMatchObject({ kind: null, state: null });
  });
  test.each([
    ["nothing", ""],
    ["a list", "[]"],
    ["null", "null"],
    ["no version", `{"log":"a/b","prev":"${NO_PREVIOUS}","seq":0}`],
    ["format 2 without what it needs", `{"log":"a/b","prev":"${NO_PREVIOUS}","seq":0,"v":2}`],
    ["another format", changed({ v: 3 })],
    ["no mode", changed({ mode: undefined })],
    ["another mode than its log's", changed({ mode: "test" })],
    ["a live mode in a test's log", changed({ log: `${LOG}/test` })],
    ["no epoch", changed({ epoch: undefined })],
    ["half an epoch", changed({ epoch: 0.5 })],
    ["an epoch before the first", changed({ epoch: -1 })],
    ["a release as format 1 named it", changed({ rel: "0.6.2" })],
    ["a release without a version", changed({ rel: { version: "", manifest: null } })],
    ["a release with a manifest that is no hash", changed({ rel: { version: "1", manifest: "ab" } })],
    ["a release without a manifest", changed({ rel: { version: "1" } })],
    ["a release that says more", changed({ rel: { version: "1", manifest: null, more: 1 } })],
    ["a fraction as number", `{"log":"a/b","prev":"${NO_PREVIOUS}","seq":0.5,"v":1}`],
    ["a negative number", `{"log":"a/b","prev":"${NO_PREVIOUS}","seq":-1,"v":1}`],
    ["a short hash", `{"log":"a/b","prev":"00","seq":0,"v":1}`],
    ["a hash in capitals", `{"log":"a/b","prev":"${"A".repeat(64)}","seq":0,"v":1}`],
    ["no log", `{"prev":"${NO_PREVIOUS}","seq":0,"v":1}`],
    ["a byte order mark", `\ufeff{"log":"a/b","prev":"${NO_PREVIOUS}","seq":0,"v":1}`],
  ])("%s is not a line", (_, text) => expect(typeof readLine(utf8(text))).toBe("string"));
  test("a test's log makes lines that say so", () => {
    const { line } = testLine(firstHead(`${LOG}/test`), { kind: "boot" });
    expect(readLine(utf8(line))).toMatchObject({ v: 2, mode: "test", epoch: 0 });
  });
  test("a line of format 1 reads back; its boot records say whether it is a test", () => {
    const read = (fields: object): unknown => readLine(utf8(lineOfFormat1(firstHead(LOG), fields).line));
    expect(read({ kind: "phase" })).toMatchObject({ v: 1, mode: null, epoch: 0 });
    expect(read({ kind: "boot", detail: { test: true } })).toMatchObject({ v: 1, mode: "test" });
    expect(read({ kind: "boot", detail: { test: false } })).toMatchObject({ v: 1, mode: "live" });
    expect(read({ kind: "phase", detail: { test: true } })).toMatchObject({ mode: null });
  });
  test("bytes that are not UTF-8 are not a line", () => {
    const line = utf8(testLine(firstHead(LOG), { text: "x" }).line);
    expect(typeof readLine(line)).toBe("object");
    line[line.indexOf('"x"') + 1] = 0xff;
    expect(readLine(line)).toBe("the line is not JSON in UTF-8");
  });
  test.each([
    "",
    "table",
    "Tirada.example/x",
    "a b/c",
    "a/b+c",
    "a//b",
    "/a/b",
    "a/b/",
    "a\n/b",
    "cosignature/v1",
  ])("%j cannot name a log", (name) => expect(() => checkLogName(name)).toThrow(RangeError));
  test("any fields: the line is pure, canonical in order and chained", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.dictionary(fc.stringMatching(/^[a-z]{4,8}$/), fc.oneof(fc.string(), fc.integer(), fc.boolean())),
        ),
        (records) => {
          let head = firstHead(LOG);
          for (const [i, fields] of records.entries()) {
            const made = testLine(head, fields);
            expect(testLine(head, fields)).toEqual(made);
            const read = readLine(utf8(made.line));
            expect(read).toMatchObject({ seq: i, prev: head.prev, log: LOG, fields });
            head = made.head;
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});

test.each([
  [{ kind: "boot", detail: { test: true } }, "test"],
  [{ kind: "boot", detail: { test: false } }, "live"],
  [{ kind: "boot", detail: { test: "yes" } }, null],
  [{ kind: "boot", detail: null }, null],
  [{ kind: "boot" }, null],
  [{ kind: "result", detail: { test: true } }, null],
])("a line of format 1 with %j is of mode %j", (fields, mode) => {
  expect(readLine(utf8(lineOfFormat1(firstHead(LOG), fields).line))).toMatchObject({ v: 1, mode, epoch: 0 });
});
