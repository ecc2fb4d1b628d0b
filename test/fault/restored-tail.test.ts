import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { JournalError } from "../../firmware/files/errors.ts";
import { verifyPath } from "../../firmware/evidence/verify/verify-file.ts";
import { leftTables, type LeftTable } from "../support/killed-tables.ts";
import { unitHere, type UnitHere } from "../support/unit-here.ts";

/** Whatever becomes of the files of a table that was killed: what was shown is there, or is restored, or the start is refused. */

const left = await leftTables(["killed"]);
const { tables } = left;
afterAll(left.remove);

const started = ({ played }: LeftTable, folder: string): Promise<UnitHere> => unitHere(folder, played.setup);
const hashesOf = ({ storage }: UnitHere, count: number): string[] => {
  const hashes: string[] = [];
  while (hashes.length < count)
    hashes.push(...storage.store.records(hashes.length, 500).map(({ hash }) => hash));
  return hashes.slice(0, count);
};

describe.each(tables)("a table of $name", (one) => {
  const table = (): LeftTable => one;

  test("has played enough to lose something", () => {
    expect(table().told.length).toBeGreaterThan(15);
  });

  test("starts where it was, and nothing is restored", async () => {
    const again = await started(table(), table().copy());
    expect(again.notices.filter((line) => !line.startsWith("people:"))).toEqual([]);
    expect(hashesOf(again, table().told.length)).toEqual(table().told);
    expect(again.kinds[table().told.length]).toBe("boot");
    expect(again.kinds).not.toContain("restored");
    again.kill();
  });

  test.each([0.02, 0.3, 0.6, 0.95])(
    "gets back what a flipped byte at %d of its write-ahead log hid",
    async (place) => {
      const { told: reported } = table();
      const folder = table().copy((copy) => flip(join(copy, "journal.db-wal"), place));
      const again = await started(table(), folder);
      expect(hashesOf(again, reported.length)).toEqual(reported);
      expect(again.kinds[reported.length]).toBe("boot");
      // A spin that ran is given up first.
      const at = again.kinds.indexOf("restored");
      expect(at - reported.length).toBeLessThan(4);
      const detail = again.storage.store.records(at, 1)[0]?.fields["detail"] as { from: number; to: number };
      expect(detail.to).toBe(reported.length - 1);
      expect(again.notices.join()).toContain(`records ${detail.from} to ${detail.to} were missing`);
      again.kill();
      expect(verifyPath(join(folder, "journal.db"))).toMatchObject({ ok: true, problems: [] });
      const third = await started(table(), folder);
      expect(third.kinds).not.toContain("restored");
      third.kill();
    },
  );

  test("is refused when the recording is gone too, and goes on when only the recording is", async () => {
    const lose = (copy: string): void => rmSync(join(copy, "recordings"), { recursive: true });
    const both = table().copy((copy) => {
      lose(copy);
      flip(join(copy, "journal.db-wal"), 0.3);
    });
    await expect(started(table(), both)).rejects.toThrow(
      /head file names record \d+, and the recordings give 0/,
    );
    const again = await started(table(), table().copy(lose));
    expect(again.notices.join()).toMatch(/recording \S+ of the newest records is missing/);
    expect(hashesOf(again, table().told.length)).toEqual(table().told);
    again.kill();
  });

  test("is refused when another release made what is missing", async () => {
    const folder = table().copy((copy) => flip(join(copy, "journal.db-wal"), 0.3));
    await expect(unitHere(folder, table().played.setup, OTHER_RELEASE)).rejects.toThrow(JournalError);
    const whole = await unitHere(
      table().copy(() => undefined),
      table().played.setup,
      OTHER_RELEASE,
    );
    expect(whole.notices.join()).toMatch(/made by release .*not replayed/);
    whole.kill();
  });
});

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  const place = Math.min(bytes.length - 1, Math.floor(bytes.length * at));
  bytes[place] = (bytes[place] ?? 0) ^ 0x10;
  writeFileSync(path, bytes);
}

const OTHER_RELEASE = { version: "9.9.9", manifest: null };

describe("a recording that is not what its records came from", () => {
  test("refuses the start, with its name", async () => {
    const [wheel] = tables;
    const segment = "recordings/wheel-000002.jsonl";
    const damaged = wheel!.copy((copy) => flip(join(copy, segment), 0.5));
    await expect(started(wheel!, damaged)).rejects.toThrow(
      /recording wheel-000002 is not, in its first \d+ bytes/,
    );
    expect(readdirSync(join(damaged, "recordings"))).toEqual(["wheel-000001.jsonl", "wheel-000002.jsonl"]);
  });

  test("that was cut costs no record and is told, and its number is not given again", async () => {
    const [wheel] = tables;
    const segment = "recordings/wheel-000002.jsonl";
    const cut = wheel!.copy((copy) => {
      const path = join(copy, segment);
      truncateSync(path, Math.floor(statSync(path).size / 2));
    });
    const again = await started(wheel!, cut);
    expect(again.notices.join()).toMatch(/recording wheel-000002 is shorter than its records say/);
    again.kill();
    const gone = wheel!.copy((copy) => rmSync(join(copy, segment)));
    const fresh = await started(wheel!, gone);
    fresh.kill();
    expect(readdirSync(join(gone, "recordings"))).toEqual(["wheel-000001.jsonl", "wheel-000003.jsonl"]);
  });
});
