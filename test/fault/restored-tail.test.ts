import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { JournalError } from "../../firmware/journal/errors.ts";
import { verifyPath } from "../../firmware/journal/verify-file.ts";
import { cardEntries, diceEntries, wheelEntries, type PlayedEntries } from "../support/played-entries.ts";
import { unitHere, type UnitHere } from "../support/unit-here.ts";

/** Whatever becomes of the files of a table that was killed: what was shown is there, or is restored, or the start is refused. */

const MEMORY = "/dev/shm";
const root = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), "tirada-tail-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A table that played and was killed: its folder as it was left, and what it had shown. */
interface Killed {
  readonly name: string;
  readonly played: PlayedEntries;
  readonly folder: string;
  readonly told: readonly string[];
}

const tables: Killed[] = [];

async function killed(name: string, played: PlayedEntries): Promise<Killed> {
  const live = join(root, `${name}-live`);
  const folder = join(root, name);
  const table = await unitHere(live, played.setup);
  for (const entry of played.entries) await table.unit.feed(entry);
  cpSync(live, folder, { recursive: true });
  table.kill();
  return { name, played, folder, told: table.told };
}

beforeAll(async () => {
  tables.push(await killed("wheel", wheelEntries(400)));
  tables.push(await killed("cards", cardEntries(3, "tail")));
  tables.push(await killed("dice", await diceEntries(5, "tail")));
});

let copies = 0;

/** The folder again, spoilt. */
function copyOf({ folder, name }: Killed, spoil: (folder: string) => void): string {
  const copy = join(root, `${name}-${++copies}`);
  cpSync(folder, copy, { recursive: true });
  spoil(copy);
  return copy;
}

const started = ({ played }: Killed, folder: string): Promise<UnitHere> => unitHere(folder, played.setup);
const hashesOf = ({ storage }: UnitHere, count: number): string[] => {
  const hashes: string[] = [];
  while (hashes.length < count)
    hashes.push(...storage.store.records(hashes.length, 500).map(({ hash }) => hash));
  return hashes.slice(0, count);
};

describe.each(["wheel", "cards", "dice"])("a killed table of %s", (name) => {
  const table = (): Killed => tables.find((one) => one.name === name)!;

  test("has played enough to lose something", () => {
    expect(table().told.length).toBeGreaterThan(15);
  });

  test("starts where it was, and nothing is restored", async () => {
    const again = await started(
      table(),
      copyOf(table(), () => undefined),
    );
    expect(again.notices).toEqual([]);
    expect(hashesOf(again, table().told.length)).toEqual(table().told);
    expect(again.kinds[table().told.length]).toBe("boot");
    expect(again.kinds).not.toContain("restored");
    again.kill();
  });

  test.each([0.02, 0.3, 0.6, 0.95])(
    "gets back what a flipped byte at %d of its write-ahead log hid",
    async (place) => {
      const { told } = table();
      const folder = copyOf(table(), (copy) => flip(join(copy, "journal.db-wal"), place));
      const again = await started(table(), folder);
      expect(hashesOf(again, told.length)).toEqual(told);
      expect(again.kinds[told.length]).toBe("boot");
      // A spin that ran is given up first.
      const at = again.kinds.indexOf("restored");
      expect(at - told.length).toBeLessThan(4);
      const detail = again.storage.store.records(at, 1)[0]?.fields["detail"] as { from: number; to: number };
      expect(detail.to).toBe(told.length - 1);
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
    const both = copyOf(table(), (copy) => (lose(copy), flip(join(copy, "journal.db-wal"), 0.3)));
    await expect(started(table(), both)).rejects.toThrow(
      /head file names record \d+, and the recordings give 0/,
    );
    const again = await started(table(), copyOf(table(), lose));
    expect(again.notices.join()).toMatch(/recording \S+ of the newest records is missing/);
    expect(hashesOf(again, table().told.length)).toEqual(table().told);
    again.kill();
  });

  test("is refused when another release made what is missing", async () => {
    const folder = copyOf(table(), (copy) => flip(join(copy, "journal.db-wal"), 0.3));
    await expect(unitHere(folder, table().played.setup, OTHER_RELEASE)).rejects.toThrow(JournalError);
    const whole = await unitHere(
      copyOf(table(), () => undefined),
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
    const segment = "recordings/wheel-000001.jsonl";
    const spoilt = copyOf(wheel!, (copy) => flip(join(copy, segment), 0.5));
    await expect(started(wheel!, spoilt)).rejects.toThrow(
      /recording wheel-000001 is not, in its first \d+ bytes/,
    );
    expect(readdirSync(join(spoilt, "recordings"))).toEqual(["wheel-000001.jsonl"]);
  });

  test("that was cut costs no record and is told, and its number is not given again", async () => {
    const [wheel] = tables;
    const segment = "recordings/wheel-000001.jsonl";
    const cut = copyOf(wheel!, (copy) => {
      const path = join(copy, segment);
      truncateSync(path, Math.floor(statSync(path).size / 2));
    });
    const again = await started(wheel!, cut);
    expect(again.notices.join()).toMatch(/recording wheel-000001 is shorter than its records say/);
    again.kill();
    const gone = copyOf(wheel!, (copy) => rmSync(join(copy, segment)));
    const fresh = await started(wheel!, gone);
    fresh.kill();
    expect(readdirSync(join(gone, "recordings"))).toEqual(["wheel-000002.jsonl"]);
  });
});
