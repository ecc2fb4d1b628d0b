import { WHEEL_FAMILY } from "../../src/table/wheel/family.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifyPath } from "../../firmware/evidence/verify/verify-file.ts";
import type { Key } from "../../src/people/keys.ts";
import { applyRecord, type Durable } from "../../src/table/kernel/durable/durable.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { randomFrom, type RandomSource } from "../../src/time/random-source.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { capturedWheel, type CapturedWheel } from "../support/captured-wheel.ts";
import { temporaryFolder } from "../support/folder.ts";
import { configOf, readJournal, viewAfter, viewSetupOf, type ReadRecord } from "../support/journal-reading.ts";
import { screenLine, type ScreenLine } from "../support/screen-line.ts";
import { startProcess, writeConfig } from "../support/table-process.ts";
import { runSeed, volume, more } from "../support/volume.ts";
import { cheapPinHash } from "../support/pin.ts";
import { EMPTY_WHEEL_TABLE } from "../../src/table/wheel/durable-wheel.ts";

/**
 * kill -9 at any moment. A whole table runs as its own process on a wheel that plays captured games, is killed, judged
 * by what lies on the disk, and started again on the same folder; each life begins where the one before was killed.
 */

const KILLS = Number(process.env["TIRADA_KILLS"] ?? volume(more(2, 14), 100));
/** So many times faster than the real wheel: a spin takes about a quarter of a second. */
const SPEED = 150;
/** The shortest epochs that the configuration allows: tables are killed while one ends, too. */
const EPOCH_RECORDS = 64;
const LIFE_US = 800_000;
const START_UP_US = 900_000;
const JEFE = { name: "Ana", role: "jefe-de-mesa", pin: "2468" } as const;

const clock = systemClock();

/** A table that is killed over and over. */
interface Victim {
  readonly name: string;
  readonly config: string;
  readonly journal: string;
  readonly wheel: CapturedWheel;
  readonly random: RandomSource;
  /** Somebody presses keys all the time. */
  readonly pressed: boolean;
}

interface Life {
  readonly views: readonly TableView[];
  /** Keys that were answered with `done`. */
  readonly done: readonly Key[];
}

const RUNNING: readonly string[] = ["ball-in-play", "no-more-bets"];

async function victim(name: string, pressed: boolean): Promise<Victim> {
  const folder = temporaryFolder();
  const wheel = await capturedWheel(folder, clock, SPEED);
  wheel.heard = false;
  wheel.play();
  const people = [{ ...JEFE, pin: cheapPinHash(JEFE.pin) }];
  const config = writeConfig({
    folder,
    wheel: wheel.path,
    log: `tirada.test/${name}`,
    openAtStart: !pressed,
    people,
    epochRecords: EPOCH_RECORDS,
  });
  const journal = join(folder, "storage", "journal.db");
  return { name, config, journal, wheel, pressed, random: randomFrom(runSeed(`kill -9 ${name}`)) };
}

/** One life from start to SIGKILL. */
async function oneLife(at: Victim, before: readonly ReadRecord[]): Promise<Life> {
  const table = startProcess(["start", "--config", at.config]);
  try {
    if (at.random.oneIn(8)) {
      // Killed while it starts, at whatever it does then.
      at.wheel.heard = true;
      await clock.sleep(at.random.below(START_UP_US));
      return { views: [], done: [] };
    }
    const url = await table.url;
    const screen = await screenLine(url);
    isAsItWas(await screen.view(), before, at);
    at.wheel.heard = true;
    const over = { yes: false };
    const done: Key[] = [];
    if (at.pressed)
      void pressKeys(await screenLine(url, "control"), screen, at.random.fork(url), done, over).catch(
        () => undefined,
      );
    await clock.sleep(at.random.below(LIFE_US));
    over.yes = true;
    table.child.kill("SIGKILL");
    await table.ended;
    // What the dead process had sent may still be on its way.
    await clock.sleep(5_000);
    return { views: screen.views, done };
  } finally {
    table.child.kill("SIGKILL");
    await table.ended;
    at.wheel.heard = false;
  }
}

/** Opens the table, and then presses whatever a hand may find. Some are refused: that is not the question here. */
async function pressKeys(
  control: ScreenLine,
  screen: ScreenLine,
  random: RandomSource,
  done: Key[],
  over: { readonly yes: boolean },
): Promise<void> {
  await control.signIn(JEFE.name, JEFE.pin);
  for (let open = true; !over.yes; open = !random.oneIn(5)) {
    const view = screen.views.at(-1);
    const keys: Key[] = [
      { key: "last-three-spins" },
      { key: "void", round: view?.round ?? 0, rule: "other-irregular-play" },
      { key: "acknowledge", what: view?.tasks[0]?.id ?? "nothing" },
      { key: "confirm-void", round: view?.round ?? 0, rule: "ball-left-cylinder" },
    ];
    const key: Key =
      view?.open !== true ? { key: "open-table" } : open ? random.pick(keys) : { key: "close-table" };
    if ((await control.press(key)) === "done") done.push(key);
    await clock.sleep(60_000 + random.below(60_000));
  }
}

/** The table after the newest record, with an interrupted spin given up. */
function resumed(before: readonly ReadRecord[], openAtStart: boolean): Durable {
  const last = before.at(-1)?.after ?? EMPTY_WHEEL_TABLE;
  const aborted = RUNNING.includes(last.phase)
    ? applyRecord(
        last,
        { kind: "aborted", round: last.round, cause: "restart", seen: {} },
        "",
        WHEEL_FAMILY.reducer,
      )
    : last;
  return openAtStart && !aborted.open
    ? applyRecord(aborted, { kind: "phase", round: aborted.round, phase: "waiting" }, "", WHEEL_FAMILY.reducer)
    : aborted;
}

/** The first picture after a start is the last one before it. */
function isAsItWas(view: TableView, before: readonly ReadRecord[], at: Victim): void {
  const config = configOf(at.config);
  const last = before.at(-1);
  const expected = resumed(before, config.table.openAtStart);
  const sample: ReadRecord = {
    ...(last ?? ({} as ReadRecord)),
    seq: view.seq,
    after: expected,
    certificate: last?.certificate ?? null,
  };
  const wanted = viewAfter(sample, viewSetupOf(config));
  const interrupted = last !== undefined && RUNNING.includes(last.after.phase);
  // The record that gives the spin up has a certificate of its own, unknown before.
  if (interrupted && wanted.verdict === null) {
    expect(view.verdict).toMatchObject({ kind: "aborted", round: last.after.round });
    expect({ ...view, verdict: null }).toEqual(wanted);
  } else if (interrupted) {
    expect({ ...view, verdict: { ...view.verdict, certificate: null } }).toEqual({
      ...wanted,
      verdict: { ...wanted.verdict, certificate: null },
    });
  } else expect(view).toEqual(wanted);
}

/** What the killed process left, judged offline. */
function isWhole(at: Victim, before: readonly ReadRecord[], life: Life): ReadRecord[] {
  if (!existsSync(at.journal)) {
    expect(life.views).toEqual([]);
    return [];
  }
  const report = tryVerify(at.journal);
  if (report === null) {
    expect(before).toEqual([]);
    expect(life.views).toEqual([]);
    return [];
  }
  expect(report.problems).toEqual([]);
  const records = readJournal(at.journal);
  expect(
    records.slice(0, before.length).map(({ hash }) => hash),
    "nothing that was durable is gone",
  ).toEqual(before.map(({ hash }) => hash));
  const setup = viewSetupOf(configOf(at.config));
  for (const view of life.views) {
    const record = records[view.seq];
    expect(record, `view ${view.seq} was shown, so its record is in the journal`).toBeDefined();
    expect(view).toEqual(viewAfter(record!, setup));
  }
  const news = records.slice(before.length);
  for (const kind of new Set(life.done.map(({ key }) => key))) {
    const stored = news.filter(({ body }) => isPress(body, kind)).length;
    expect(stored, `${kind} was answered with done`).toBeGreaterThanOrEqual(
      life.done.filter(({ key }) => key === kind).length,
    );
  }
  return records;
}

/** Killed before the first transaction a file without a journal in it may lie there; nothing was shown then. */
function tryVerify(path: string): ReturnType<typeof verifyPath> | null {
  try {
    return verifyPath(path);
  } catch (error) {
    if (error instanceof Error && /not a record|never begun|not a journal/.test(error.message)) return null;
    throw error;
  }
}

function isPress(body: ReadRecord["body"], key: Key["key"]): boolean {
  if (key === "void") return body.kind === "void" && body.calledBy !== "machine";
  return body.kind === "key" && body.key.key === key;
}

/** Over the whole journal: each interrupted spin was given up once and never became a number. */
function interruptions(records: readonly ReadRecord[]): number {
  let interrupted = 0;
  records.forEach(({ body, after }, at) => {
    const was = records[at - 1]?.after;
    if (body.kind !== "boot" || was === undefined || !RUNNING.includes(was.phase)) return;
    // Killed again between the boot and the record that gives the spin up: the next life does it.
    const next = records[at + 1];
    if (next === undefined || next.body.kind === "boot") return;
    interrupted++;
    expect(next.body).toEqual({ kind: "aborted", round: after.round, cause: "restart", seen: {} });
    const verdicts = records.filter(
      (one) => "round" in one.body && one.body.round === after.round && one.after.verdict === one.body,
    );
    expect(
      verdicts.map((one) => one.body).filter((one) => one.kind !== "void" || one.calledBy === "machine"),
    ).toEqual([next.body]);
  });
  return interrupted;
}

/** A certified number was watched from the launch on by the very process that certified it. */
function certifiedByOneLife(records: readonly ReadRecord[]): number {
  let certified = 0;
  let boot = 0;
  records.forEach(({ body }, at) => {
    if (body.kind === "boot") boot = at;
    if (body.kind !== "result" || body.certainty.level !== "certified") return;
    certified++;
    const launch = records.findLastIndex(
      ({ body: one }) => one.kind === "phase" && one.round === body.round && one.phase === "ball-in-play",
    );
    expect(launch).toBeGreaterThan(boot);
  });
  return certified;
}

async function killed(
  at: Victim,
  times: number,
): Promise<{ interrupted: number; certified: number; views: number }> {
  let records: ReadRecord[] = [];
  let views = 0;
  try {
    for (let kill = 0; kill < times; kill++) {
      const life = await oneLife(at, records);
      views += life.views.length;
      records = isWhole(at, records, life);
    }
    return { interrupted: interruptions(records), certified: certifiedByOneLife(records), views };
  } finally {
    await at.wheel.close();
  }
}

test(
  `killed ${KILLS} times at random: what was shown is in the journal, and the table comes back as it was`,
  { timeout: 600_000 },
  async () => {
    // Each is started again after a kill, or nobody sees how it comes back.
    const pressed = KILLS < 4 ? KILLS : Math.floor(KILLS / 2);
    const tables = [
      [await victim("is-pressed", true), pressed],
      [await victim("plays", false), KILLS - pressed],
    ] as const;
    const outcomes = await Promise.all(tables.map(([table, times]) => killed(table, times)));
    const sum = (of: (outcome: (typeof outcomes)[number]) => number): number =>
      outcomes.reduce((total, one) => total + of(one), 0);
    // Else the kills would have proven nothing.
    if (KILLS >= 40) {
      expect(sum((one) => one.interrupted)).toBeGreaterThan(KILLS / 10);
      expect(sum((one) => one.certified)).toBeGreaterThan(KILLS / 10);
      expect(sum((one) => one.views)).toBeGreaterThan(KILLS * 3);
    }
  },
);
