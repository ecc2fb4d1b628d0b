import serialize from "canonicalize";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { utf8 } from "./bytes.ts";
import { canonical, isCanonical } from "./canonical.ts";
import { readLine } from "./chain.ts";
import { KeyError, parseVkey, verifierOf } from "./keys.ts";
import { NoteError, openNote } from "./note.ts";
import { someLines } from "./vector.fixture.ts";

/** Suites that others wrote; their sources and licences: `test/data/suites/README.md`. */
const suite = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../test/data/suites/${name}.json`, import.meta.url), "utf8"));

describe("Ed25519 on the vectors of Project Wycheproof", () => {
  const { groups } = suite("wycheproof-ed25519") as {
    groups: {
      pk: string;
      tests: { tcId: number; comment: string; msg: string; sig: string; result: string }[];
    }[];
  };
  const cases = groups.flatMap(({ pk, tests }) => tests.map((each) => ({ pk, ...each })));

  test("are all there: good signatures and bad ones", () => {
    expect(cases).toHaveLength(145);
    expect(new Set(cases.map(({ result }) => result))).toEqual(new Set(["valid", "invalid"]));
  });
  test.each(cases)("$tcId $comment: $result", ({ pk, msg, sig, result }) => {
    const verifier = verifierOf("a.example/table", Buffer.from(pk, "hex"));
    expect(verifier.verify(Buffer.from(msg, "hex"), Buffer.from(sig, "hex"))).toBe(result === "valid");
  });
});

describe("signed notes on the tests of golang.org/x/mod", () => {
  const { keys, badKeys, notes } = suite("golang-note") as {
    readonly keys: readonly string[];
    readonly badKeys: readonly string[];
    readonly notes: readonly {
      readonly name: string;
      readonly known: readonly string[];
      readonly note: string;
      /** The note has this line so many times more. */
      readonly line?: string;
      readonly times?: number;
      readonly verified: readonly string[] | null;
    }[];
  };

  test.each(notes)("$name", ({ known, note, line = "", times = 0, verified }) => {
    const open = () => openNote(note + line.repeat(times), known.map(parseVkey));
    if (verified === null) expect(open).toThrow(NoteError);
    else expect(open().verified.map(({ key }) => key.name)).toEqual(verified);
  });
  test("keys that are cut, spoilt or of another kind are none", () => {
    for (const vkey of keys) {
      expect(parseVkey(vkey).vkey).toBe(vkey);
      for (let at = 1; at < vkey.length; at++) {
        expect(() => parseVkey(vkey.slice(at))).toThrow(KeyError);
        expect(() => parseVkey(vkey.slice(0, at))).toThrow(KeyError);
      }
      for (let at = 0; at < vkey.length; at++) {
        const next = String.fromCharCode(vkey.charCodeAt(at) + 1);
        expect(() => parseVkey(vkey.slice(0, at) + next + vkey.slice(at + 1))).toThrow(KeyError);
      }
    }
    for (const vkey of badKeys) expect(() => parseVkey(vkey)).toThrow(KeyError);
  });
});

describe("canonical JSON on the test data of RFC 8785", () => {
  const pairs = suite("rfc8785") as { name: string; input: string; output: string }[];
  test.each(pairs)("$name", ({ name, input, output }) => {
    const value = JSON.parse(input) as unknown;
    expect(serialize(value)).toBe(output);
    // Records hold whole numbers only, so the data with fractions is refused by name.
    if (name === "values") expect(() => canonical(value)).toThrow('"numbers.0"');
    else expect(canonical(value)).toBe(output);
    expect(isCanonical(output)).toBe(name !== "values");
    expect(isCanonical(input)).toBe(false);
  });
});

describe("record lines on JSONTestSuite", () => {
  const NOT_JSON = "the line is not JSON in UTF-8";
  const documents: readonly (readonly [string, string])[] = [
    ...(suite("json-parsing") as [string, string][]),
    // Deep and wide enough for a parser that recurses, and within the limit of a line.
    ["n_structure_opening_arrays", "[".repeat(65_000)],
    ["n_structure_open_array_object", '[{"":'.repeat(13_000)],
  ];
  const [{ line } = { line: "" }] = someLines(1);

  /** The fixture's first line with one field more, as text. */
  const withField = (json: string): Uint8Array => utf8(`${line.slice(0, -1)},"x":${json}}`);

  test("has documents to accept, to refuse and of either kind", () => {
    const kinds = documents.map(([name]) => name.slice(0, 2));
    expect(["y_", "n_", "i_"].map((kind) => kinds.filter((each) => each === kind).length)).toEqual([
      95, 176, 22,
    ]);
  });
  test.each(documents)("%s", (name, json) => {
    const alone = readLine(utf8(json));
    const within = readLine(withField(json));
    if (name.startsWith("y_")) {
      expect(alone).not.toBe(NOT_JSON);
      expect(within).toMatchObject({ fields: { x: JSON.parse(json) as unknown } });
    }
    if (name.startsWith("n_")) expect(alone).toBe(NOT_JSON);
    expect(typeof isCanonical(json)).toBe("boolean");
    if (isCanonical(json)) expect(canonical(JSON.parse(json))).toBe(json);
  });
  test("bytes that are not UTF-8, and a byte order mark, are refused", () => {
    for (const hex of ["5b22ff225d", "5b22eda080225d", "5b22c0af225d", "efbbbf7b7d", "fffe5b005d00"])
      expect(readLine(Buffer.from(hex, "hex"))).toBe(NOT_JSON);
  });
});
