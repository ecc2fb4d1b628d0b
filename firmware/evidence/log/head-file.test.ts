import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { checkpointText } from "../../../src/record/checkpoint.ts";
import { signNote } from "../../../src/record/note.ts";
import { table } from "../../../src/record/vector.fixture.ts";
import { HEAD_BYTES, HEAD_FILE_FORMAT, HeadFile, readHeadMark, type HeadState } from "./head-file.ts";
import { freshFolder } from "../../journal/store/journal.fixture.ts";

/** What stands in a head file, whole, torn or signed over nothing, and what is believed of it. */

const SLOT = HEAD_BYTES / 2;
const ROOT = new Uint8Array(32);
const LAST = sha256Hex("a line");

const noteOf = (size: number, last = LAST): string =>
  signNote(`${checkpointText(table.verifier.name, size, ROOT)}last ${last}\n`, table);

function slotOf(note: string, change: { format?: string; sum?: string } = {}): Buffer {
  const slot = Buffer.alloc(SLOT);
  slot.write(`${change.format ?? HEAD_FILE_FORMAT}\n${change.sum ?? sha256Hex(note)}\n${note}`);
  return slot;
}

/** The file with these slots as it is opened: what it says of itself, and how far it vouches. */
function opened(...slots: readonly Uint8Array[]): { state: HeadState; size: number | null; path: string } {
  const path = join(freshFolder(), "journal.head");
  writeFileSync(path, Buffer.concat(slots));
  const file = new HeadFile(path, table);
  file.close();
  return { state: file.state, size: file.newest?.size ?? null, path };
}

const good = slotOf(noteOf(7));
const better = slotOf(noteOf(8));
const empty = Buffer.alloc(SLOT);

test("two whole slots are whole, the later counts, wherever it stands", () => {
  expect(opened(good, better)).toMatchObject({ state: "whole", size: 8 });
  expect(opened(better, good)).toMatchObject({ state: "whole", size: 8 });
  expect(opened(empty, empty)).toMatchObject({ state: "whole", size: null });
});

test.each([
  ["another digest of the note", slotOf(noteOf(8), { sum: sha256Hex("another note") })],
  ["another format", slotOf(noteOf(8), { format: "tirada-head/2" })],
  ["a mark of no record", slotOf(noteOf(0))],
  ["no last line", slotOf(signNote(checkpointText(table.verifier.name, 8, ROOT), table))],
  ["a last line that is no digest", slotOf(noteOf(8, LAST.slice(1)))],
  ["a byte behind its end", Buffer.concat([better.subarray(0, SLOT - 1), Buffer.from("x")])],
  ["no zero byte at all", Buffer.alloc(SLOT, "x")],
  ["its last byte cut off", better.subarray(0, SLOT - 1)],
  ["nothing of it there", Buffer.alloc(0)],
])("a slot with %s counts for nothing, beside one that does", (_, wrong) => {
  expect(opened(good, wrong)).toMatchObject({ state: "damaged", size: 7 });
  if (wrong.length === SLOT) expect(opened(wrong, good)).toMatchObject({ state: "damaged", size: 7 });
  expect(opened(empty, wrong)).toMatchObject({ state: "damaged", size: null });
});

test("a slot that was never written beside one that was is damage, and the next write fills both", () => {
  const { path, state } = opened(good, empty);
  expect(state).toBe("damaged");
  const file = new HeadFile(path, table);
  file.write(9, ROOT, LAST);
  file.close();
  expect(opened(readFileSync(path))).toMatchObject({ state: "whole", size: 9 });
});

test("a mark that no key of the log signed is damage", () => {
  const { path } = opened(good, better);
  expect(readHeadMark(path, [])).toBeNull();
  expect(readHeadMark(path, [table.verifier])).toEqual({ size: 8, last: LAST });
  expect(readHeadMark(`${path}-gone`, [table.verifier])).toBeNull();
});

test("what was written stays the newest: an earlier number writes nothing, the same one must be the same record", () => {
  const { path } = opened(empty, empty);
  const file = new HeadFile(path, table);
  file.write(5, ROOT, LAST);
  const written = readFileSync(path);
  file.write(4, ROOT, sha256Hex("another line"));
  file.write(5, ROOT, LAST);
  expect(readFileSync(path).equals(written)).toBe(true);
  expect(() => {
    file.write(5, ROOT, sha256Hex("another line"));
  }).toThrow(/names another record 4 than the journal holds/);
  file.close();
});
