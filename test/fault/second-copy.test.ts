import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { JournalError } from "../../firmware/files/errors.ts";
import { addDamaged, damagedNames } from "../../firmware/journal/second/marks.ts";
import { verifyPath } from "../../firmware/evidence/verify/verify-file.ts";
import { cutModeChange } from "../support/cut-mode-change.ts";
import { leftTables, secondOf, type LeftTable } from "../support/killed-tables.ts";
import { sampleOfRun, SOAK } from "../support/volume.ts";
import { rereadAll, unitHere, type UnitHere } from "../support/unit-here.ts";

/**
 * Tables that keep a second copy of their evidence, killed or stopped anywhere. What the first copy loses comes back from the second,
 * and a record says so; what is no copy of it is refused.
 */

const RECORDS = 12;
/** How a table of one family ended says nothing new of another: each run takes one of these, a soak has all six. */
const TRIED = sampleOfRun(["wheel killed", "cards killed", "dice stopped"], 1, "second copies");
const left = await leftTables(["killed", "stopped"], {
  epochRecords: RECORDS,
  hasSecond: true,
  ...(!SOAK && { only: TRIED }),
});
const { tables } = left;
afterAll(left.remove);

const started = ({ played }: LeftTable, folder: string): Promise<UnitHere> =>
  unitHere(folder, played.setup, undefined, { epochRecords: RECORDS, second: { folder: secondOf(folder) } });
const filesOf = (folder: string, within: string): string[] =>
  existsSync(join(folder, within)) ? readdirSync(join(folder, within)).sort() : [];
const linesOf = ({ storage }: UnitHere, count: number): string[] => {
  const hashes: string[] = [];
  while (hashes.length < count) hashes.push(...storage.store.records(hashes.length, 7).map(({ hash }) => hash));
  return hashes.slice(0, count);
};
const flip = (path: string, place: number): void => {
  const bytes = readFileSync(path);
  const at = Math.floor(place * bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
};
const closedEpochsOf = (folder: string): string[] => {
  const later = filesOf(folder, "journal.epochs").filter((name) => name.endsWith(".db"));
  // The one before the open one may wait still for the record that closes it.
  return ["journal.db", ...later.map((name) => join("journal.epochs", name))].slice(0, -2);
};
const openEpochOf = (folder: string): string => {
  const last = filesOf(folder, "journal.epochs").findLast((name) => name.endsWith(".db"));
  return last === undefined ? join(folder, "journal.db") : join(folder, "journal.epochs", last);
};

describe.each(tables)("the second copy of a table of $name", (one) => {
  test("verifies as it stands, has every record and recording, and no key", () => {
    const second = secondOf(one.folder);
    const report = verifyPath(second);
    expect(report.problems).toEqual([]);
    expect(report.records).toBe(one.told.length);
    expect(readdirSync(second).filter((name) => name.endsWith(".pem"))).toEqual([]);
    expect(filesOf(second, "recordings")).toEqual(filesOf(one.folder, "recordings"));
    for (const name of filesOf(second, "recordings"))
      expect(readFileSync(join(second, "recordings", name))).toEqual(
        readFileSync(join(one.folder, "recordings", name)),
      );
  });

  test("its closed epochs are the first's, byte for byte", () => {
    const closed = filesOf(one.folder, "journal.epochs")
      .filter((name) => name.endsWith(".db"))
      .slice(0, -1);
    expect(closed.length).toBeGreaterThanOrEqual(1);
    const paths = ["journal.db", ...closed.slice(0, -1).map((name) => join("journal.epochs", name))];
    for (const path of paths)
      expect(readFileSync(join(secondOf(one.folder), path))).toEqual(readFileSync(join(one.folder, path)));
  });

  const goesOn = async (folder: string): Promise<UnitHere> => {
    const again = await started(one, folder);
    expect(linesOf(again, one.told.length)).toEqual(one.told);
    rereadAll(again);
    const { vkey } = again.storage.signer.verifier;
    again.kill();
    for (const path of [folder, secondOf(folder)]) {
      const report = verifyPath(path, { vkey });
      expect(report.problems, path).toEqual([]);
      expect(report.records).toBe(again.storage.store.head.seq);
    }
    return again;
  };

  test("goes on with both; nothing is restored", async () => {
    const again = await goesOn(one.copy());
    expect(again.kinds).not.toContain("copy-restored");
  });

  test("a first of which the key alone is left comes back whole", async () => {
    const folder = one.copy((copy) => {
      for (const name of readdirSync(copy))
        if (!name.endsWith(".pem")) rmSync(join(copy, name), { recursive: true });
      mkdirSync(join(copy, "recordings"));
    });
    const again = await goesOn(folder);
    expect(again.kinds).toContain("copy-restored");
    expect(filesOf(folder, "recordings")).toEqual(filesOf(secondOf(folder), "recordings"));
  });

  test("a first that is lost comes back from a second whose change of mode was cut with the power", async () => {
    const folder = one.copy((copy) => {
      cutModeChange(openEpochOf(secondOf(copy)));
      for (const name of readdirSync(copy))
        if (!name.endsWith(".pem")) rmSync(join(copy, name), { recursive: true });
      mkdirSync(join(copy, "recordings"));
    });
    const again = await goesOn(folder);
    expect(again.kinds).toContain("copy-restored");
  });

  test("without its key nothing is begun beside a second copy", async () => {
    const folder = one.copy((copy) => {
      for (const name of readdirSync(copy)) rmSync(join(copy, name), { recursive: true });
    });
    await expect(started(one, folder)).rejects.toThrow(/put the key back/);
    expect(readdirSync(folder)).toEqual(["recordings"]);
  });

  test.each([
    ["the journal's own file is gone", (copy: string) => rmSync(join(copy, "journal.db"))],
    ["the open epoch is gone", (copy: string) => rmSync(openEpochOf(copy))],
    [
      "the open epoch is cut",
      (copy: string) => {
        const path = openEpochOf(copy);
        rmSync(`${path}-wal`, { force: true });
        writeFileSync(path, readFileSync(path).subarray(0, 9_000));
      },
    ],
    [
      "the open epoch has a flipped bit",
      (copy: string) => {
        const path = openEpochOf(copy);
        rmSync(`${path}-wal`, { force: true });
        flip(path, 0.5);
      },
    ],
    [
      "a closed epoch is longer",
      (copy: string) => appendFileSync(join(copy, "journal.db"), Buffer.alloc(4_096)),
    ],
    [
      "all epochs but the first are gone",
      (copy: string) => rmSync(join(copy, "journal.epochs"), { recursive: true }),
    ],
    ["the write-ahead log is gone", (copy: string) => rmSync(`${openEpochOf(copy)}-wal`, { force: true })],
    [
      "the write-ahead log lost its end",
      (copy: string) => {
        const path = `${openEpochOf(copy)}-wal`;
        if (existsSync(path)) writeFileSync(path, readFileSync(path).subarray(0, statSync(path).size / 2));
      },
    ],
  ])("%s: it comes back, and nothing that was damaged is deleted", async (what, spoil) => {
    const folder = one.copy(spoil);
    const isWhole = judged(folder) === one.told.length;
    const again = await goesOn(folder);
    if (!isWhole)
      expect(again.kinds.some((kind) => kind === "copy-restored" || kind === "restored")).toBe(true);
    if (what.includes("longer")) {
      expect(again.storage.restored).toMatchObject({ because: "first-damaged", aside: "journal.db.damaged-1" });
      expect(existsSync(join(folder, "journal.db.damaged-1"))).toBe(true);
    }
  });

  // A card table's newest recording may be sealed from its first byte on.
  const newest = filesOf(one.folder, "recordings").findLast((name) => name.endsWith(".jsonl")) ?? "";
  const hasPlain = statSync(join(one.folder, "recordings", newest)).size > 0;

  test("recordings that are gone or lost their end come back", async () => {
    const names = filesOf(one.folder, "recordings").filter((name) => name.endsWith(".jsonl"));
    const last = names.at(-1) ?? "";
    const folder = one.copy((copy) => {
      rmSync(join(copy, "recordings", names[0] ?? ""));
      const path = join(copy, "recordings", last);
      writeFileSync(path, readFileSync(path).subarray(0, -10));
    });
    const again = await goesOn(folder);
    expect(again.storage.restored).toMatchObject({ because: "files-missing", recordings: hasPlain ? 2 : 1 });
    for (const name of names) {
      const before = readFileSync(join(one.folder, "recordings", name));
      // What was sealed is opened by the start, behind it.
      expect(readFileSync(join(folder, "recordings", name)).subarray(0, before.length)).toEqual(before);
    }
  });

  test("the newest record's recording with a flipped bit is exchanged for the right one", async () => {
    const last = filesOf(one.folder, "recordings").findLast((name) => name.endsWith(".jsonl")) ?? "";
    const folder = one.copy((copy) => flip(join(copy, "recordings", last), 0.3));
    const again = await goesOn(folder);
    expect(again.storage.restored).toEqual(
      hasPlain ? expect.objectContaining({ because: "files-missing", recordings: 1 }) : null,
    );
  });

  const closedEpoch = closedEpochsOf(one.folder).at(-1) ?? "";

  test("a closed epoch that rotted in one copy comes back from the other, once it was found", async () => {
    const flipped = closedEpoch === "journal.db" ? [closedEpoch] : ["journal.db", closedEpoch];
    for (const [at, name] of flipped.entries()) {
      const folder = one.copy((copy) => {
        flip(join(copy, name), 0.5);
        // It would be taken for a part of the file that comes back.
        writeFileSync(join(copy, `${name}-wal`), "left");
        // Of two epochs each may be whole in another copy.
        flip(join(secondOf(copy), flipped[1 - at] ?? name), name === (flipped[1 - at] ?? name) ? 2 : 0.7);
        addDamaged(copy, flipped);
      });
      const again = await goesOn(folder);
      expect(again.storage.restored).toMatchObject({
        because: "files-damaged",
        exchanged: name,
        aside: expect.stringContaining(`${basename(name)}.damaged-1`) as string,
        ...(flipped.length > 1 && { exchangedInSecond: flipped[1 - at] }),
      });
      expect(again.kinds).toContain("copy-restored");
      expect(existsSync(join(folder, `${name}.damaged-1`))).toBe(true);
      expect(existsSync(join(folder, `${name}-wal`))).toBe(false);
      expect(damagedNames(folder)).toEqual([]);
      for (const each of flipped)
        expect(readFileSync(join(folder, each))).toEqual(readFileSync(join(one.folder, each)));
    }
  });

  test("one that rotted in both is refused, both named, and nothing is changed", async () => {
    const folder = one.copy((copy) => {
      for (const path of [copy, secondOf(copy)]) flip(join(path, closedEpoch), 0.6);
      addDamaged(copy, [closedEpoch]);
    });
    const before = readFileSync(join(folder, closedEpoch));
    await expect(started(one, folder)).rejects.toThrow(
      `neither in ${join(folder, closedEpoch)} nor in ${join(secondOf(folder), closedEpoch)}`,
    );
    expect(readFileSync(join(folder, closedEpoch))).toEqual(before);
    expect(damagedNames(folder)).toEqual([closedEpoch]);
  });

  test("a mark of what is whole in both changes nothing", async () => {
    const names = [...closedEpochsOf(one.folder), openEpochOf(one.folder).slice(one.folder.length + 1)];
    const folder = one.copy((copy) => void addDamaged(copy, [...names, "recordings/none.jsonl", "elsewhere"]));
    const again = await goesOn(folder);
    expect(again.storage.restored).toBeNull();
    expect(damagedNames(folder)).toEqual([]);
  });

  test("an older recording that rotted in either copy comes back from the other", async () => {
    // What lies behind the newest record that came from it, the head of the next one names alone.
    const names = filesOf(one.folder, "recordings").filter((file) => file.endsWith(".jsonl"));
    const old = names.find((file, at) => {
      const [head = "{}"] = readFileSync(join(one.folder, "recordings", names[at + 1] ?? file), "utf8").split(
        "\n",
      );
      return head.includes(`"previous":{"segment":"${file.replace(".jsonl", "")}"`);
    });
    if (old === undefined) throw new Error("a recording follows another one");
    const name = join("recordings", old);
    for (const [damaged, whole] of [
      [(folder: string) => folder, secondOf],
      [secondOf, (folder: string) => folder],
    ] as const) {
      const folder = one.copy((copy) => {
        flip(join(damaged(copy), name), damaged === secondOf ? 0.999 : 0.4);
        addDamaged(copy, [name]);
      });
      const again = await goesOn(folder);
      expect(readFileSync(join(damaged(folder), name))).toEqual(readFileSync(join(whole(folder), name)));
      expect(readFileSync(join(folder, name))).toEqual(readFileSync(join(one.folder, name)));
      const came = damaged === secondOf ? { exchangedInSecond: name } : { exchanged: name };
      expect(again.storage.restored).toMatchObject({ because: "files-damaged", ...came });
      expect(existsSync(join(damaged(folder), `${name}.damaged-1`))).toBe(true);
    }
  });

  test("a second copy that was emptied is made anew", async () => {
    const folder = one.copy((copy) => rmSync(secondOf(copy), { recursive: true }));
    await goesOn(folder);
    expect(filesOf(secondOf(folder), "recordings")).toEqual(filesOf(folder, "recordings"));
  });

  test("a second copy that stayed away for a life is caught up", async () => {
    const folder = one.copy();
    const alone = await unitHere(folder, one.played.setup, undefined, { epochRecords: RECORDS });
    for (const entry of one.played.entries) {
      await alone.unit.feed(entry);
      await alone.look();
    }
    alone.kill();
    const again = await started(one, folder);
    expect(linesOf(again, one.told.length)).toEqual(one.told);
    again.kill();
    const vkey = again.storage.signer.verifier.vkey;
    expect(verifyPath(secondOf(folder), { vkey })).toMatchObject({
      ok: true,
      records: again.storage.store.head.seq,
    });
  });

  test("two histories are refused, with the number and both hashes", async () => {
    const folder = one.copy();
    const other = one.copy();
    for (const path of [folder, other]) {
      const alone = await unitHere(path, one.played.setup, undefined, { epochRecords: RECORDS });
      if (path === other) await alone.unit.feed(one.played.entries[0] as never);
      alone.kill();
    }
    rmSync(secondOf(folder), { recursive: true });
    cpSync(other, secondOf(folder), { recursive: true });
    for (const name of readdirSync(secondOf(folder)))
      if (name.endsWith(".pem")) rmSync(join(secondOf(folder), name));
    const refused = await started(one, folder).catch((error: unknown) => error);
    expect(String(refused)).toMatch(
      /two histories of one log: record \d+ is [0-9a-f]{64} in the first and [0-9a-f]{64} in the second/,
    );
  });
});

test("a second copy of another table, with a key, or of no journal at all, is refused", async () => {
  const [one] = tables;
  if (one === undefined) throw new Error("there is a table");
  const others = await leftTables(["killed"], {
    epochRecords: RECORDS,
    hasSecond: true,
    only: [one.name === "wheel killed" ? "cards killed" : "wheel killed"],
  });
  onTestFinished(others.remove);
  const foreign = one.copy((copy) => {
    rmSync(secondOf(copy), { recursive: true });
    for (const other of others.tables) cpSync(secondOf(other.folder), secondOf(copy), { recursive: true });
  });
  await expect(started(one, foreign)).rejects.toThrow(/is of the log .* and this table's is/);
  const keyed = one.copy((copy) => writeFileSync(join(secondOf(copy), "test.key.pem"), "x"));
  await expect(started(one, keyed)).rejects.toThrow(/the second copy must not have one/);
  const headless = one.copy((copy) => rmSync(join(secondOf(copy), "journal.db")));
  await expect(started(one, headless)).rejects.toThrow(JournalError);
});

/** Records of a folder that verifies; -1: it does not. */
function judged(folder: string): number {
  try {
    const report = verifyPath(folder);
    return report.ok ? report.records : -1;
  } catch {
    return -1;
  }
}
