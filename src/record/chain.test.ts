import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { utf8 } from "./bytes.ts";
import { checkLogName, firstHead, MAX_LINE_BYTES, nextLine, NO_PREVIOUS, readLine } from "./chain.ts";

const LOG = "tirada.example/casino-1/table-07";

describe("the chain", () => {
  test("starts at 0 with 64 zeros and carries the hash of each line into the next", () => {
    const first = nextLine(firstHead(LOG), { kind: "boot" });
    expect(first.line).toBe(`{"kind":"boot","log":"${LOG}","prev":"${NO_PREVIOUS}","seq":0,"v":1}`);
    expect(first.hash).toBe(createHash("sha256").update(first.line).digest("hex"));
    expect(first.head).toEqual({ log: LOG, seq: 1, prev: first.hash });
    const second = nextLine(first.head, { kind: "phase", at: "x" });
    expect(second.line).toBe(`{"at":"x","kind":"phase","log":"${LOG}","prev":"${first.hash}","seq":1,"v":1}`);
  });
  test.each(["v", "log", "seq", "prev"])("a field named %s is refused", (name) => {
    expect(() => nextLine(firstHead(LOG), { [name]: 1 })).toThrow(`"${name}" belongs to the chain`);
  });
  test("a line over 64 KiB is refused, one of 64 KiB is not", () => {
    const spare = MAX_LINE_BYTES - utf8(nextLine(firstHead(LOG), { pad: "" }).line).length;
    expect(nextLine(firstHead(LOG), { pad: "x".repeat(spare) }).head.seq).toBe(1);
    expect(() => nextLine(firstHead(LOG), { pad: "x".repeat(spare + 1) })).toThrow("65536 is the limit");
  });
  test("a line reads back", () => {
    const { line } = nextLine(firstHead(LOG), { kind: "phase", state: "ab", n: 3 });
    expect(readLine(utf8(line))).toMatchObject({
      log: LOG,
      seq: 0,
      prev: NO_PREVIOUS,
      kind: "phase",
      state: "ab",
    });
    expect(readLine(utf8(nextLine(firstHead(LOG), {}).line))).toMatchObject({ kind: null, state: null });
  });
  test.each([
    ["nothing", ""],
    ["a list", "[]"],
    ["null", "null"],
    ["no version", `{"log":"a/b","prev":"${NO_PREVIOUS}","seq":0}`],
    ["another version", `{"log":"a/b","prev":"${NO_PREVIOUS}","seq":0,"v":2}`],
    ["a fraction as number", `{"log":"a/b","prev":"${NO_PREVIOUS}","seq":0.5,"v":1}`],
    ["a negative number", `{"log":"a/b","prev":"${NO_PREVIOUS}","seq":-1,"v":1}`],
    ["a short hash", `{"log":"a/b","prev":"00","seq":0,"v":1}`],
    ["a hash in capitals", `{"log":"a/b","prev":"${"A".repeat(64)}","seq":0,"v":1}`],
    ["no log", `{"prev":"${NO_PREVIOUS}","seq":0,"v":1}`],
    ["a byte order mark", `\ufeff{"log":"a/b","prev":"${NO_PREVIOUS}","seq":0,"v":1}`],
  ])("%s is not a line", (_, text) => expect(typeof readLine(utf8(text))).toBe("string"));
  test("bytes that are not UTF-8 are not a line", () => {
    const line = utf8(nextLine(firstHead(LOG), { text: "x" }).line);
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
            const made = nextLine(head, fields);
            expect(nextLine(head, fields)).toEqual(made);
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
