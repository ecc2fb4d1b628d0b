import { describe, expect, test } from "vitest";
import {
  CASE_FILES_MAX,
  CASE_MANIFEST,
  CASE_MANIFEST_MAX,
  CASE_RECORDS,
  CASE_SIGNATURE,
  CASE_TEST,
  caseListFault,
  caseManifestText,
  caseOrderFault,
  caseTestText,
  fitsInCase,
  mostBytes,
  readCaseManifest,
  type CaseManifest,
} from "./case-file.ts";
import { canonical } from "./canonical.ts";
import { LOG, table } from "./vector.fixture.ts";
import type { TarEntry } from "./tar.ts";

const HASH = "ab".repeat(32);
const RECORDING = "tirada-case/recordings/wheel-000001.jsonl";
const RULEBOOK = "tirada-case/rulebooks/cl/bola.yaml";
const file = (name: string, bytes = 5): TarEntry => ({ name, bytes });
const hashed = (name: string) => ({ ...file(name), sha256: HASH });

const MANIFEST: CaseManifest = {
  format: "tirada-case",
  v: 1,
  log: LOG,
  vkey: table.verifier.vkey,
  mode: "live",
  from: 3,
  to: 9,
  round: 1,
  releases: [{ version: "0.7.0", manifest: null }],
  rulebooks: ["cl/bola@2023-03"],
  codes: [HASH],
  missing: ["tirada-case/recordings/wheel-000000.jsonl"],
  files: [hashed(CASE_RECORDS), hashed(RECORDING), hashed(RULEBOOK)],
};
const ENTRIES = [CASE_RECORDS, RECORDING, RULEBOOK, CASE_MANIFEST, CASE_SIGNATURE].map((name) => file(name));
const textOf = (change: object): string => caseManifestText({ ...MANIFEST, ...change });

describe("a manifest", () => {
  test.each<[string, object]>([
    ["of a round", {}],
    ["of a run of records of a test table", { round: null, mode: "test" }],
    ["of a signed release", { releases: [{ version: "0.7.0", manifest: HASH }] }],
    ["of nothing but records", { releases: [], rulebooks: [], codes: [], missing: [], files: [] }],
  ])("%s reads back", (_, change) => {
    expect(readCaseManifest(textOf(change))).toEqual({ ...MANIFEST, ...change });
  });

  test.each<[string, object]>([
    ["another format", { format: "tirada-export" }],
    ["a later version", { v: 2 }],
    ["no log", { log: "" }],
    ["a log of 256 letters", { log: "a".repeat(256) }],
    ["a vkey that is no text", { vkey: 7 }],
    ["another mode", { mode: "demo" }],
    ["a first record below zero", { from: -1 }],
    ["a last record that is no number", { to: "9" }],
    ["a round that is none", { round: "1" }],
    ["a round below zero", { round: -1 }],
    ["releases that are no list", { releases: {} }],
    ["a release that is none", { releases: [null] }],
    ["a release that is a list", { releases: [[]] }],
    ["a release of more parts", { releases: [{ version: "1", manifest: null, more: 1 }] }],
    ["a release of other parts", { releases: [{ version: "1", name: null }] }],
    ["a release without a version", { releases: [{ version: "", manifest: null }] }],
    ["a release whose manifest is none", { releases: [{ version: "1", manifest: 1 }] }],
    ["an unnamed rulebook", { rulebooks: [""] }],
    ["a code that is no hash", { codes: ["AB".repeat(32)] }],
    ["a code that is no text", { codes: [1] }],
    ["something missing of 101 letters", { missing: ["a".repeat(101)] }],
    ["a file that is none", { files: ["a"] }],
    ["a file of other parts", { files: [{ ...file("a"), md5: HASH }] }],
    ["a file without a name", { files: [hashed("")] }],
    ["a file of half a byte less than nothing", { files: [{ ...hashed("a"), bytes: -1 }] }],
    ["a file whose hash is short", { files: [{ ...hashed("a"), sha256: "ab" }] }],
    ["a file whose hash is none", { files: [{ ...hashed("a"), sha256: "x".repeat(64) }] }],
    ["too many files", { files: Array.from({ length: CASE_FILES_MAX + 1 }, () => hashed("a")) }],
    ["one part more", { more: 1 }],
    ["a part under another name", { files: undefined, file: [] }],
  ])("with %s is none", (_, change) => {
    const text = JSON.stringify({ ...MANIFEST, ...change });
    expect(readCaseManifest(`${canonical(JSON.parse(text))}\n`)).toBeNull();
  });

  test("is one text only: canonical, with a line feed, of a limited length", () => {
    const text = textOf({});
    for (const other of [text.trimEnd(), ` ${text}`, `${text}\n`, "[]\n", "null\n", "1\n", ""])
      expect(readCaseManifest(other)).toBeNull();
    expect(readCaseManifest(`"${"a".repeat(CASE_MANIFEST_MAX)}"\n`)).toBeNull();
  });
});

describe("the files of a case", () => {
  const order = (...names: readonly string[]): string | null => caseOrderFault(names.map((name) => file(name)));
  const ends = [CASE_MANIFEST, CASE_SIGNATURE] as const;

  test("stand in their order", () => {
    expect(caseOrderFault(ENTRIES)).toBeNull();
    expect(order(CASE_RECORDS, ...ends)).toBeNull();
  });

  test("of a test begin with its mark, those of a live table never", () => {
    const [records, ...rest] = ENTRIES;
    const marked = [file(CASE_TEST), ...ENTRIES];
    expect(caseOrderFault(marked)).toBeNull();
    expect(caseOrderFault([records!, file(CASE_TEST), ...rest])).toContain("belongs in no case file");
    const files = [hashed(CASE_TEST), ...MANIFEST.files];
    expect(caseListFault({ ...MANIFEST, mode: "test", files }, marked)).toBeNull();
    expect(caseListFault({ ...MANIFEST, mode: "test" }, ENTRIES)).toContain(
      "it is a test's and does not begin",
    );
    expect(caseListFault({ ...MANIFEST, files }, marked)).toContain("it is no test's and says");
    expect(caseTestText("a.example/b/test")).toBe("TEST a.example/b/test\n");
  });

  test.each<[string, readonly string[], string]>([
    ["no manifest", [CASE_RECORDS, CASE_MANIFEST], "ends before its manifest"],
    ["no records", [RECORDING, ...ends], "does not begin with"],
    ["no signature", [CASE_RECORDS, RECORDING, CASE_MANIFEST], "does not end with its manifest"],
    ["something after the signature", [CASE_RECORDS, ...ends, RECORDING], "does not end with its manifest"],
    ["a manifest in another place", [CASE_RECORDS, CASE_MANIFEST, RECORDING, CASE_SIGNATURE], "does not end"],
    ["something else", [CASE_RECORDS, "tirada-case/key.pem", ...ends], "holds tirada-case/key.pem, which"],
    ["records twice", [CASE_RECORDS, CASE_RECORDS, ...ends], "which belongs in no case file"],
    ["one file twice", [CASE_RECORDS, RECORDING, RECORDING, ...ends], `twice there, at ${RECORDING}`],
    [
      "files exchanged",
      [CASE_RECORDS, RULEBOOK, RECORDING, ...ends],
      `not in their order, or twice there, at ${RECORDING}`,
    ],
  ])("with %s are none", (_, names, says) => expect(order(...names)).toContain(says));

  test("are so many at the most", () => {
    const many = Array.from({ length: CASE_FILES_MAX + 4 }, () => file(RECORDING));
    expect(caseOrderFault(many)).toContain(`more than ${CASE_FILES_MAX} files`);
    expect(caseOrderFault(many.slice(1))).toContain("does not begin with");
  });

  test("have each a length that makes sense, by the folder that they are in", () => {
    const most = mostBytes(RULEBOOK);
    const with_ = (bytes: number) =>
      ENTRIES.map((entry) => (entry.name === RULEBOOK ? { ...entry, bytes } : entry));
    expect(caseOrderFault(with_(most))).toBeNull();
    expect(caseOrderFault(with_(most + 1))).toBe(
      `${RULEBOOK} has ${most + 1} bytes; at most ${most} make sense`,
    );
    expect(mostBytes(CASE_SIGNATURE)).toBe(4_096);
    expect(mostBytes("tirada-case/key.pem")).toBe(0);
  });

  test("fit in by name and length", () => {
    expect(fitsInCase(file(RULEBOOK, mostBytes(RULEBOOK)))).toBe(true);
    expect(fitsInCase(file(RULEBOOK, mostBytes(RULEBOOK) + 1))).toBe(false);
    expect(fitsInCase(file("tirada-case/../key.pem"))).toBe(false);
    expect(fitsInCase(file("tirada-case/key.pem"))).toBe(false);
  });

  test("are those that the manifest lists, in its order", () => {
    const fault = (entries: readonly TarEntry[]): string | null => caseListFault(MANIFEST, entries);
    expect(fault(ENTRIES)).toBeNull();
    expect(fault(ENTRIES.filter(({ name }) => name !== RULEBOOK))).toBe(
      `${RULEBOOK} is in its manifest and not there`,
    );
    const more = [...ENTRIES.slice(0, 3), file("tirada-case/rulebooks/z.yaml"), ...ENTRIES.slice(3)];
    expect(fault(more)).toBe("tirada-case/rulebooks/z.yaml is not in its manifest");
    expect(fault(ENTRIES.filter(({ name }) => name !== RECORDING))).toBe(
      `${RULEBOOK} stands where the manifest has ${RECORDING}`,
    );
    expect(fault(ENTRIES.map((one) => (one.name === RECORDING ? { ...one, bytes: 6 } : one)))).toBe(
      `${RECORDING} has 6 bytes, and 5 in its manifest`,
    );
  });
});
