import { Thread } from "../../firmware/threads/thread.ts";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { openJournal, type Journal } from "../../firmware/journal/thread/client.ts";
import { epochPath } from "../../firmware/evidence/log/epoch-files.ts";
import { keyPathOf } from "../../firmware/journal/keys/keys.ts";
import { isPruned } from "../../firmware/journal/epochs/pruning.ts";
import { rotateKey } from "../../firmware/journal/keys/rotate-key.ts";
import { RELEASE_ID } from "../../firmware/release.ts";
import { DisputedRounds } from "../../firmware/unit/evidence/disputed-rounds.ts";
import { Unit } from "../../firmware/unit/unit.ts";
import type { Person } from "../../src/people/roles.ts";
import { cosignCheckpoint } from "../../src/record/checkpoint.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { readClosing, type EpochClosing } from "../../src/record/epoch.ts";
import { witness } from "../../src/record/vector.fixture.ts";
import { fakeClock, type FakeClock } from "../../src/time/fake-clock.ts";
import { rfc3339, wallMs } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import type { PlayedEntries } from "./played-entries.ts";
import { configHere, LOG } from "./unit-here.ts";

/** A table in its storage folder, one life a day: the unit in this thread, its journal in a thread of its own. */

const DAY_MS = 86_400_000;
/** The year is over by the real clock, so that only a file that a life wrote just now is younger than that life. */
const FIRST_DAY_MS = Date.parse("2024-01-01T18:00:00Z");
/** Entries between two looks at the journal. */
const LOOK_EACH = 50;
const JEFE: Person = { name: "Ana", role: "jefe-de-mesa" };
const JOURNAL_THREAD = new URL("../../firmware/journal/thread/journal-thread.ts", import.meta.url);

/** What a table is given for the whole of its year. */
export interface YearOptions {
  readonly folder: string;
  readonly rulebook: string;
  readonly played: PlayedEntries;
  readonly epochRecords: number;
  readonly eventDays: number;
  readonly recordingDays: number;
}

/** The case file of a disputed round, as the record says that it was written. */
export interface KeptCase {
  readonly round: number;
  readonly path: string;
  readonly to: number;
  readonly sha256: string;
}

interface Life {
  readonly unit: Unit;
  readonly journal: Journal;
  readonly clock: FakeClock;
  readonly thread: Worker;
  readonly failures: readonly Error[];
  readonly notices: readonly string[];
}

export class YearTable {
  readonly #options: YearOptions;
  readonly cases: KeptCase[] = [];
  /** The key that the inspector enrolled on the first day. */
  #enrolled = "";
  #secrets = 0;

  constructor(options: YearOptions) {
    this.#options = options;
    mkdirSync(this.#recordings, { recursive: true });
  }

  get journal(): string {
    return join(this.#options.folder, "journal.db");
  }

  get enrolled(): string {
    return this.#enrolled;
  }

  get #recordings(): string {
    return join(this.#options.folder, "recordings");
  }

  /** Names of the sealed parts and of parts that could not be opened. */
  sealed(): string[] {
    return readdirSync(this.#recordings).filter((name) => /\.(?:sealed|damaged)$/.test(name));
  }

  /** Keys that gave way and are kept still. */
  oldKeys(): string[] {
    return readdirSync(this.#options.folder).filter((name) => /^test\.key\.\d+\.pem$/.test(name));
  }

  /** Plays a day whole, has it cosigned at night and ends in order; with `dispute` the last round that is over is disputed. */
  async playDay(day: number, dispute: boolean): Promise<readonly string[]> {
    const startedMs = systemClock().wall() - 1;
    const life = await this.#start(day);
    await this.#feed(life, this.#options.played.entries.length);
    if (dispute) await press(life.unit, life.unit.shown.durable.round - 1);
    await closeTable(life.unit);
    await this.#settle(life);
    await cosign(life.journal, (FIRST_DAY_MS + day * DAY_MS) / 1_000);
    await life.unit.stop("the day is over");
    this.#dateRecordings(startedMs, life.clock.wall());
    if (life.failures[0] !== undefined) throw life.failures[0];
    return life.notices;
  }

  /** Plays a part of a day; the round that is in play is disputed, and the table is killed in it. */
  async killInPlay(day: number): Promise<readonly string[]> {
    const startedMs = systemClock().wall() - 1;
    const life = await this.#start(day);
    await this.#feed(life, Math.floor((this.#options.played.entries.length * 4) / 5));
    if (life.failures[0] !== undefined) throw life.failures[0];
    await press(life.unit, life.unit.shown.durable.round);
    await cosign(life.journal, (FIRST_DAY_MS + day * DAY_MS) / 1_000);
    await life.thread.terminate();
    await life.journal.failed;
    this.#dateRecordings(startedMs, life.clock.wall());
    return life.notices;
  }

  /** The key gives way while the table is stopped. */
  rotateKey(day: number): void {
    const { folder } = this.#options;
    rotateKey({
      path: this.journal,
      keyPath: keyPathOf(folder, LOG),
      log: LOG,
      reason: "planned",
      rel: RELEASE_ID,
      wall: wallMs(FIRST_DAY_MS + day * DAY_MS + DAY_MS / 4),
    });
  }

  async #start(day: number): Promise<Life> {
    const { folder, played, rulebook, epochRecords, eventDays, recordingDays } = this.#options;
    const clock = fakeClock(1_000, FIRST_DAY_MS + day * DAY_MS);
    const threads: Worker[] = [];
    const journal = await openJournal(
      {
        path: this.journal,
        keyPath: keyPathOf(folder, LOG),
        log: LOG,
        mode: "test",
        recordings: { dir: this.#recordings, keepBytes: 1, keepDays: recordingDays },
        prune: { days: eventDays, cosigners: [witness.verifier.vkey] },
      },
      (workerData) => {
        const thread = new Worker(JOURNAL_THREAD, { workerData, execArgv: [] });
        threads.push(thread);
        return new Thread(thread);
      },
    );
    const [thread] = threads;
    if (thread === undefined) throw new Error("the journal has no thread");
    if (this.#enrolled === "") this.#enrolled = journal.vkey;
    const failures: Error[] = [];
    const notices: string[] = [];
    const config = configHere(folder);
    const nothing = (): Promise<void> => Promise.resolve();
    const unit = await Unit.start({
      config: {
        ...config,
        table: { ...config.table, rulebook },
        storage: { ...config.storage, epochRecords },
      },
      setup: played.setup,
      journal,
      clock,
      release: RELEASE_ID,
      secrets: () =>
        createHash("sha256")
          .update(`${day}/${this.#secrets++}`)
          .digest("hex"),
      events: {
        onRecord: ({ body }) => {
          if (body.kind === "case-kept") this.#keepCase(body.detail);
        },
        onNotice: (line) => void notices.push(line),
        onFailed: (error) => void failures.push(error),
      },
      keep: () => ({ write: nothing, reopen: nothing, isServed: () => true, stop: nothing }),
    });
    // What a killed table left open: the day begins with the opening of the table.
    await closeTable(unit);
    return { unit, journal, clock, thread, failures, notices };
  }

  #keepCase(detail: Readonly<Record<string, unknown>>): void {
    const { round, file, to, sha256, missing } = detail;
    if (missing !== 0) throw new Error(`the case of round ${String(round)} lacks something`);
    const path = join(this.#options.folder, "cases", String(file));
    this.cases.push({ round: Number(round), path, to: Number(to), sha256: String(sha256) });
  }

  /** The same day again and again: its people name its rounds by the numbers that they have now. */
  async #feed({ unit }: Life, count: number): Promise<void> {
    const { round } = unit.shown.durable;
    for (const [at, entry] of this.#options.played.entries.slice(0, count).entries()) {
      await unit.feed(laterBy(round, entry));
      if (at % LOOK_EACH === 0) await unit.lookAtJournal();
    }
  }

  /** Until the epoch before is closed, what may be pruned is, and no disputed round waits for its case file. */
  async #settle({ unit, journal, clock }: Life): Promise<void> {
    const { folder } = this.#options;
    const config = {
      ...configHere(folder),
      table: { ...configHere(folder).table, rulebook: this.#options.rulebook },
    };
    const rounds = new DisputedRounds({ config, journal, unit, clock, onNotice: () => undefined });
    for (let looks = 0; looks < 2_000; looks++) {
      await unit.lookAtJournal();
      await rounds.look();
      const waits = unit.shown.durable.disputes !== undefined;
      if (!journal.isClosing && !waits && looks > 5 && this.#isPrunedAsSaid()) return;
      await systemClock().sleep(500);
    }
    throw new Error("an epoch does not close, or is pruned without end, or a case file is not written");
  }

  /** Whether every epoch that the newest closing record lets be pruned is. */
  #isPrunedAsSaid(): boolean {
    const { pruned } = closedEpochs(this.#options.folder).at(-1) ?? {};
    const epochs = Array.from({ length: pruned?.epochs ?? 0 }, (_, epoch) => epoch);
    return epochs.every((epoch) => isPruned(epochPath(this.journal, epoch)));
  }

  /** The age of a recording is that of its file. */
  #dateRecordings(startedMs: number, wall: number): void {
    for (const name of readdirSync(this.#recordings)) {
      const path = join(this.#recordings, name);
      if (statSync(path).mtimeMs >= startedMs) utimesSync(path, wall / 1_000, wall / 1_000);
    }
  }
}

function laterBy(rounds: number, entry: Entry): Entry {
  if (entry.k !== "key" || !("round" in entry.key)) return entry;
  return { ...entry, key: { ...entry.key, round: entry.key.round + rounds } };
}

async function press(unit: Unit, round: number): Promise<void> {
  const answer = await unit.press({ key: "dispute", round, words: "la última carta" }, JEFE);
  if (!answer.ok) throw new Error(`round ${round} cannot be disputed: ${JSON.stringify(answer)}`);
}

async function closeTable(unit: Unit): Promise<void> {
  if (!unit.shown.durable.open) return;
  const answer = await unit.press({ key: "close-table" }, JEFE);
  if (!answer.ok) throw new Error(`the table cannot be closed: ${JSON.stringify(answer)}`);
}

async function cosign(journal: Journal, seconds: number): Promise<void> {
  const known = (await journal.cosigned())?.size ?? 0;
  const asked = await journal.toWitness(known);
  if (asked === null || asked.size === known) return;
  const line = cosignCheckpoint(asked.note, witness, seconds).slice(asked.note.length);
  await journal.cosign({ size: asked.size, line, at: rfc3339(wallMs(seconds * 1_000)) });
}

/** What the record says that closes each epoch, from the first on; none: no epoch is closed. */
export function closedEpochs(folder: string): EpochClosing[] {
  const path = join(folder, "journal.epochs", "closings.jsonl");
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").trim().split("\n");
  return lines.map((text) => {
    const { line } = JSON.parse(text) as { readonly line: string };
    const closing = readClosing(JSON.parse(line) as { readonly detail: unknown });
    if (typeof closing === "string") throw new Error(`${path}: ${closing}`);
    return closing;
  });
}
