import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { journalEpochs } from "../../firmware/evidence/log/record-lines.ts";
import { readBack } from "../../firmware/evidence/log/rows.ts";
import { verifyPath } from "../../firmware/evidence/verify/verify-file.ts";
import { signerOf } from "../support/case-parts.ts";
import { temporaryFolder } from "../support/folder.ts";
import { screenLine, until, type ScreenLine } from "../support/screen-line.ts";
import { startProcess, watch, type TableProcess } from "../support/table-process.ts";
import { runSeed, sampleOfRun, volume } from "../support/volume.ts";
import { randomFrom, type RandomSource } from "../../src/time/random-source.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { TABLES, type PlayedTable } from "./power/tables.ts";

/**
 * Whole units that keep a second copy which is required, killed at any moment: what was shown, or answered with `done`, is in the first
 * copy and in the second as the dead process left them, before anybody starts the table again.
 */

const KILLS = Number(process.env["TIRADA_KILLS"] ?? volume(1, 20));
/** One life in so many is killed while it starts. */
const STARTS = 6;
const START_UP_US = 3 * US_PER_S;
const MEMORY = "/dev/shm";
const PERSON = { name: "Ana", pin: "2468" };
const PRESS_US = 150_000;

interface Family {
  readonly made: string;
  /** It is killed at the latest so long after its first picture. */
  readonly lifeUs: number;
  readonly hasPictures: boolean;
}

const FAMILIES: Readonly<Record<string, Family>> = {
  wheel: { made: "a wheel", lifeUs: 1_500_000, hasPictures: false },
  cards: { made: "cards", lifeUs: 10 * US_PER_S, hasPictures: false },
  dice: { made: "dice with a second copy", lifeUs: 12 * US_PER_S, hasPictures: true },
};

const clock = systemClock();
const DEMO = fileURLToPath(new URL("../support/demo-with-second.ts", import.meta.url));

/** A table that is killed over and over. */
interface Victim extends Family {
  readonly table: PlayedTable;
  readonly files: string;
  readonly storage: string;
  readonly second: string;
  readonly random: RandomSource;
}

/** What a life showed and answered. */
interface Life {
  /** Number of the newest record that was shown; -1: nothing was. */
  readonly shown: number;
  /** Hashes of verdicts that were shown, by their numbers. */
  readonly verdicts: ReadonlyMap<number, string>;
  readonly done: number;
}

async function victim(name: string, family: Family): Promise<Victim> {
  const files = temporaryFolder();
  const second = mkdtempSync(join(MEMORY, "tirada-killed-"));
  onTestFinished(() => rmSync(second, { recursive: true, force: true }));
  const made = TABLES[family.made];
  if (made === undefined) throw new RangeError(`there is no table ${family.made}`);
  const table = await made(files);
  const storage = join(files, "storage");
  mkdirSync(storage);
  const random = randomFrom(runSeed(`second copy, kill -9 ${name}`));
  return { ...family, table, files, storage, second: join(second, "table"), random };
}

function started({ table, files, storage, second }: Victim): TableProcess {
  mkdirSync(second, { recursive: true });
  const args = table.args({ storage, files, port: 0, second });
  if (table.hasSecond) return startProcess(args);
  return watch(spawn(process.execPath, [DEMO, second, ...args], { stdio: ["pipe", "pipe", "pipe"] }));
}

/** One life from start to its end; a life that is not killed ends in order after a picture. */
async function oneLife(at: Victim, isKilled: boolean): Promise<Life> {
  const process = started(at);
  const over = { yes: false };
  try {
    if (isKilled && KILLS > 1 && at.random.oneIn(STARTS)) {
      // Killed while it starts, at whatever it does then.
      await clock.sleep(at.random.below(START_UP_US));
      return { shown: -1, verdicts: new Map(), done: 0 };
    }
    const screen = await screenLine(await process.url);
    const pressing = at.table.isPressed ? pressKeys(await process.url, over) : { done: 0 };
    await screen.view();
    if (isKilled) await clock.sleep(at.random.below(at.lifeUs));
    over.yes = true;
    process.child.kill(isKilled ? "SIGKILL" : "SIGTERM");
    const { status, signal, stderr } = await process.ended;
    if (!isKilled) expect({ status, signal, stderr }).toMatchObject({ status: 0, signal: null });
    // What the dead process had sent may still be on its way.
    await until("the end of the line", () => screen.closed.code !== null);
    return { ...shownBy(screen), done: pressing.done };
  } finally {
    over.yes = true;
    process.child.kill("SIGKILL");
    await process.ended;
  }
}

function shownBy({ views }: ScreenLine): Pick<Life, "shown" | "verdicts"> {
  const verdicts = new Map<number, string>();
  for (const { verdict } of views) {
    const certificate = verdict?.certificate;
    if (certificate != null) verdicts.set(certificate.seq, certificate.hash);
  }
  return { shown: Math.max(-1, ...views.map(({ seq }) => seq)), verdicts };
}

/** Presses a harmless key until it is over; counts those that were answered with `done`. */
function pressKeys(url: string, over: { readonly yes: boolean }): { readonly done: number } {
  const count = { done: 0 };
  const press = async (): Promise<void> => {
    const control = await screenLine(url, "control");
    await control.signIn(PERSON.name, PERSON.pin);
    while (!over.yes) {
      if ((await control.press({ key: "last-three-spins" })) === "done") count.done++;
      await clock.sleep(PRESS_US);
    }
  };
  // The table is killed while it is asked.
  void press().catch(() => undefined);
  return count;
}

/** Hashes and kinds of the records that a folder holds, as `tirada verify` reads them; nothing in it is missing. */
function recordsIn(folder: string, vkey: string): { readonly hashes: string[]; readonly keys: number } {
  if (!existsSync(join(folder, "journal.db"))) return { hashes: [], keys: 0 };
  const { problems, notes } = verifyPath(folder, { vkey });
  expect(problems, folder).toEqual([]);
  expect(notes.filter((note) => note.includes("not checked"))).toEqual([]);
  const epochs = journalEpochs(join(folder, "journal.db"));
  try {
    const records = [...epochs.records()].map(readBack);
    const keys = records.filter(({ fields }) => fields["kind"] === "key").length;
    return { hashes: records.map(({ hash }) => hash), keys };
  } finally {
    epochs.release();
  }
}

/** Both copies, as they lie there, hold what was durable before and all that this life showed and answered. */
function requireBoth(at: Victim, before: readonly string[], lives: readonly Life[]): readonly string[] {
  const life = lives.at(-1);
  const key = join(at.storage, "test.key.pem");
  if (!existsSync(key)) {
    expect(life?.shown).toBe(-1);
    return before;
  }
  const { vkey } = signerOf(at.storage, at.table.log).verifier;
  const [first, second] = [recordsIn(at.storage, vkey), recordsIn(at.second, vkey)];
  for (const copy of [first, second]) {
    expect(copy.hashes.length).toBeGreaterThanOrEqual(Math.max(before.length, (life?.shown ?? -1) + 1));
    expect(copy.hashes.slice(0, before.length)).toEqual(before);
    for (const [seq, hash] of life?.verdicts ?? []) expect(copy.hashes[seq]).toBe(hash);
    expect(copy.keys).toBeGreaterThanOrEqual(lives.reduce((sum, { done }) => sum + done, 0));
  }
  const both = Math.min(first.hashes.length, second.hashes.length);
  expect(second.hashes.slice(0, both)).toEqual(first.hashes.slice(0, both));
  return second.hashes.slice(0, both);
}

// Two copies lie on two disks; where both folders are one file system, test/fault/second-copy.test.ts plays the same in one process.
describe.runIf(existsSync(MEMORY) && statSync(MEMORY).dev !== statSync(tmpdir()).dev)("kill -9", () => {
  test.each(sampleOfRun(Object.entries(FAMILIES), 1, "second copy, kill -9"))(
    `of a unit at a table of %s, ${KILLS} times: what was shown is in both copies`,
    { timeout: 1_800_000 },
    async (name, family) => {
      const at = await victim(name, family);
      const lives: Life[] = [];
      let records: readonly string[] = [];
      for (let life = 0; life < KILLS; life++) {
        lives.push(await oneLife(at, true));
        records = requireBoth(at, records, lives);
      }
      // A second start takes the time of a life: one kill alone says what the disk holds, and no more.
      if (KILLS > 1) {
        lives.push(await oneLife(at, false));
        records = requireBoth(at, records, lives);
        const { vkey } = signerOf(at.storage, at.table.log).verifier;
        expect(recordsIn(at.second, vkey)).toEqual(recordsIn(at.storage, vkey));
      }
      const verdicts = lives.reduce((sum, one) => sum + one.verdicts.size, 0);
      process.stdout.write(
        `kill -9 with a second copy, ${name}: ${KILLS} kills, ${records.length} records, ${verdicts} verdicts shown\n`,
      );
      // Else the kills would have proven nothing.
      if (KILLS < 20) return;
      expect(verdicts).toBeGreaterThan(KILLS / 2);
      if (family.hasPictures) expect(readdirSync(join(at.second, "pictures")).length).toBeGreaterThan(0);
    },
  );
});
