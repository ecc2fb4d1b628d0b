import { mkdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sha256Hex, utf8 } from "../../../src/record/bytes.ts";
import { testLine } from "../../../src/record/vector.fixture.ts";
import type { SegmentHead } from "../../../src/recording/entry.ts";
import { monoUs } from "../../../src/time/instant.ts";
import { RELEASE } from "../../release.ts";
import { ownNotes } from "../../replay/own-notes.ts";
import { freshFolder, openTestStore } from "../../journal/store/journal.fixture.ts";
import { Recorder } from "../../journal/store/recorder.ts";
import { verifyPath } from "./verify-file.ts";

const PNG = utf8("a picture");
const PICTURE = `${sha256Hex(PNG)}.png`;

/** A journal of two recordings with three records each; the last one names a picture. */
function folderOfTwo(): { readonly folder: string; readonly file: (name: string) => string } {
  const folder = freshFolder();
  const file = (name: string): string => join(folder, name);
  for (const name of ["recordings", "pictures"]) mkdirSync(file(name));
  writeFileSync(file(`pictures/${PICTURE}`), PNG);
  const store = openTestStore(file("journal.db"));
  const recorder = new Recorder({ dir: file("recordings"), keepBytes: 1_000_000 });
  for (const segment of ["wheel-000001", "wheel-000002"]) {
    recorder.open(segment, '{"k":"head"}');
    for (let n = 0; n < 3; n++) {
      recorder.append(`{"k":"tick","t":${n}}\n`, monoUs(n));
      recorder.sync();
      const bytes = readFileSync(file(`recordings/${segment}.jsonl`));
      const src = { segment, bytes: bytes.length, sha256: sha256Hex(bytes) };
      const seen = segment === "wheel-000002" && n === 2 ? { picture: PICTURE.slice(0, 64) } : {};
      const { line, hash } = testLine(store.head, { kind: "undecided", src, seen });
      store.commit({ line, hash });
    }
  }
  recorder.close();
  store.close();
  return { folder, file };
}

const notesOf = (path: string, recordings?: string): readonly string[] =>
  verifyPath(path, recordings === undefined ? {} : { recordings })
    .notes.join("; ")
    .split("; ");

test("recordings and pictures that are there are checked, beside a journal, in a folder and elsewhere", () => {
  const { folder, file } = folderOfTwo();
  for (const path of [folder, file("journal.db")]) {
    expect(verifyPath(path)).toMatchObject({ ok: true, records: 6 });
    expect(notesOf(path)).toEqual(
      expect.arrayContaining([
        "2 recordings checked against the records",
        "1 picture checked against the records",
      ]),
    );
  }
  const elsewhere = freshFolder();
  renameSync(file("recordings"), join(elsewhere, "copied"));
  expect(notesOf(folder, join(elsewhere, "copied"))).toContain("2 recordings checked against the records");
  expect(() => verifyPath(folder, { recordings: file("journal.db") })).toThrow("not a folder of recordings");
});

test("what is missing is a note", () => {
  const { folder, file } = folderOfTwo();
  rmSync(file("recordings/wheel-000001.jsonl"));
  rmSync(file(`pictures/${PICTURE}`));
  expect(verifyPath(folder).ok).toBe(true);
  expect(notesOf(folder).join()).toMatch(/1 recording named by the records not in .*: wheel-000001/);
  expect(notesOf(folder).join()).toMatch(/1 picture named by the records not in /);
});

test("what differs or was cut is a problem of the first record that names it", () => {
  const problems = (damage: (file: (name: string) => string) => void): unknown => {
    const { folder, file } = folderOfTwo();
    damage(file);
    const report = verifyPath(folder);
    expect(report.ok).toBe(false);
    return report.problems;
  };
  const flipped = problems((file) => {
    const path = file("recordings/wheel-000002.jsonl");
    const bytes = readFileSync(path);
    bytes[40]! ^= 1;
    writeFileSync(path, bytes);
  });
  expect(flipped).toEqual([
    { seq: 4, what: expect.stringContaining("wheel-000002 is not, in its first") as string },
  ]);
  const cut = problems((file) => truncateSync(file("recordings/wheel-000001.jsonl"), 40));
  expect(cut).toEqual([
    { seq: 1, what: expect.stringContaining("wheel-000001 was cut: it has 40 bytes") as string },
  ]);
  const other = problems((file) => writeFileSync(file(`pictures/${PICTURE}`), "another"));
  expect(other).toEqual([{ seq: 5, what: expect.stringContaining("is another one") as string }]);
});

test("a replay says when its recording is another release's, cut or damaged", () => {
  const { file } = folderOfTwo();
  const path = file("recordings/wheel-000002.jsonl");
  const notes = (version: string): string[] => {
    const rel = { version, manifest: null };
    const own = { segment: "wheel-000002", chain: { seq: 3, prev: "" }, rel } as SegmentHead;
    return ownNotes(path, { own, entries: [], notes: [] });
  };
  expect(notes(RELEASE)).toEqual([]);
  expect(notes("0.0.1").join()).toMatch(/^made by release 0\.0\.1/);
  const whole = readFileSync(path);
  truncateSync(path, 40);
  expect(notes(RELEASE).join()).toMatch(/^cut: it has 40 bytes, and record 4 /);
  whole[40]! ^= 1;
  writeFileSync(path, whole);
  expect(notes(RELEASE).join()).toMatch(/^damaged: .* record 4 /);
});
