import { X509Certificate } from "node:crypto";
import { verifyStoreOnCores } from "../../firmware/office/floor/verify/verify-store.ts";
import { schemaOf } from "../../firmware/office/floor/store/floor-store.ts";
import type { Sql } from "../../firmware/office/floor/store/client.ts";
import { base64 } from "../../src/record/bytes.ts";
import type { SignedLine } from "../../src/record/key-history.ts";
import { EXIT, Problem } from "../../firmware/problem.ts";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_MS, US_PER_S } from "../../src/time/instant.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { doFault, planFaults, untilStored, type FloorFault, type FloorFaultOutcome } from "./faults.ts";
import { compareLines, spreadOf, type FloorScore } from "./score.ts";
import { startFloor, Started, type FloorChoice, type RunningFloor } from "./start-floor.ts";

export interface FloorRun extends FloorChoice {
  readonly seconds: number;
  /** Kinds of faults, and how often each happens. */
  readonly faults: readonly FloorFault[];
  readonly times: number;
  /** Ends the run before its time: it rejects, and nothing is left running. */
  readonly stopped?: Promise<string>;
  readonly onFault?: (outcome: FloorFaultOutcome) => void;
  /** Every second, with the records that are in the store. */
  readonly onProgress?: (seconds: number, stored: number) => void;
}

/** A fault may last, and what it held up be waited for, so long: s. */
const FAULT_MOST_S = 240;
/** An instant from which on nothing was disturbed for so long. */
const SETTLED_US = 5 * US_PER_S;

/** Plays a floor, with what happens to it, and holds the store against what the tables committed. Nothing is left running. */
export async function simulateFloor(run: FloorRun, clock: Clock): Promise<FloorScore> {
  const started = new Started();
  const stop = new Promise<never>((_, reject) => {
    void run.stopped?.then((why) => reject(new Problem(EXIT.internal, `sim floor: stopped by ${why}`)));
  });
  try {
    return await Promise.race([playAndHold(run, clock, started), stop]);
  } finally {
    await started.end();
  }
}

async function playAndHold(run: FloorRun, clock: Clock, started: Started): Promise<FloorScore> {
  const parts = await startFloor(
    // What its tables say lies in no future, however long the faults take.
    { ...run, wall: clock.wall() - longestS(run) * (run.pace - 1) * 1_000, aheadS: 0 },
    clock,
    started,
  );
  // All tables came at once: the run begins when the floor has what they brought.
  await untilStored(parts);
  const from = clock.now();
  const before = officeSeconds(parts);
  const played = await playOn(run, parts, from);
  const playedUs = clock.now() - from;
  await parts.tables.rest();
  for (const unit of parts.whole) unit.rest();
  await untilStored(parts);
  // What the page is told of last is read before it is counted.
  await clock.sleep(US_PER_S);
  const after = officeSeconds(parts);
  const bytes = process.memoryUsage().rss - parts.bytesBefore;
  const { latestUs, tables: states } = await parts.tables.states();
  const held = await hold(parts, played.troubled);
  return {
    ...held,
    takenBack: states.reduce((sum, { takenBack }) => sum + takenBack, 0),
    notCaughtUp: played.outcomes.filter(({ caughtUpS }) => caughtUpS === null).length,
    tables: run.tables,
    whole: parts.whole.length,
    seconds: Math.round(playedUs / US_PER_S),
    recordsPerSecond: rounded((held.records * US_PER_S) / playedUs),
    collectorSeconds: rounded(after.collectors - before.collectors),
    databaseSeconds: rounded(after.database - before.database),
    latestMs: Math.round(latestUs / US_PER_MS),
    megabytesPerTable: rounded(bytes / run.tables / 1e6),
    faults: played.outcomes,
  };
}

/** How long a run may last, s: each fault with all the time that it is given. */
const longestS = ({ seconds, faults, times }: FloorRun): number =>
  seconds + (faults.length * times + 1) * FAULT_MOST_S;

const rounded = (value: number): number => Math.round(value * 100) / 100;

const officeSeconds = ({
  collectors,
  database,
}: Pick<RunningFloor, "collectors" | "database">): {
  readonly collectors: number;
  readonly database: number;
} => ({
  collectors: collectors.reduce((sum, one) => sum + one.seconds(), 0),
  database: database.seconds(),
});

/** From one instant to another, µs of the clock: a fault lasted, or what it had held up was not caught up. */
type Troubled = readonly (readonly [number, number])[];

async function playOn(
  run: FloorRun,
  parts: RunningFloor,
  from: number,
): Promise<{ readonly troubled: Troubled; readonly outcomes: readonly FloorFaultOutcome[] }> {
  const { clock } = parts;
  const random = randomFrom(`${run.seed}/faults`);
  const lengthUs = run.seconds * US_PER_S;
  const outcomes: FloorFaultOutcome[] = [];
  // Tables that begin all at once are one, too, and whole units that start beside them.
  const troubled: [number, number][] = [[Number.NEGATIVE_INFINITY, from + SETTLED_US]];
  const watching = clock.every(US_PER_S, "progress", () => {
    let stored = 0;
    for (const seen of parts.seen.seenAt.values()) stored += seen.length;
    run.onProgress?.(Math.round((clock.now() - from) / US_PER_S), stored);
  });
  try {
    for (const planned of planFaults(random.fork("plan"), run.faults, run.times, lengthUs)) {
      await clock.sleep(Math.max(0, from + planned.atUs - clock.now()));
      const began = clock.now();
      const outcome = await doFault(planned, { ...parts, random });
      troubled.push([began, clock.now() + SETTLED_US]);
      outcomes.push(outcome);
      run.onFault?.(outcome);
    }
    await clock.sleep(Math.max(0, from + lengthUs - clock.now()));
  } finally {
    watching.cancel();
  }
  return { troubled, outcomes };
}

type Held = Pick<
  FloorScore,
  | "lost"
  | "doubled"
  | "other"
  | "unverified"
  | "disturbed"
  | "records"
  | "rounds"
  | "answered"
  | "seen"
  | "quietAnswered"
  | "quietSeen"
>;

/** Everything that the tables committed, held against the store; and the store against itself. */
async function hold(parts: RunningFloor, troubled: Troubled): Promise<Held> {
  const { sql, tables, seen, database, casino } = parts;
  const sum = { lost: 0, doubled: 0, other: 0, disturbed: 0, records: 0, rounds: 0 };
  const times = {
    answered: [] as number[],
    seen: [] as number[],
    quietAnswered: [] as number[],
    quietSeen: [] as number[],
  };
  for (const log of tables.logs) {
    const { lines, committedAt, answeredAfter } = await tables.truth(log);
    const found = compareLines(lines, await storedLines(sql, log));
    for (const name of ["lost", "doubled", "other"] as const) sum[name] += found[name];
    sum.records += lines.length;
    sum.rounds += lines.filter(({ line }) => ENDS.test(line)).length;
    if ((await tables.replay(log)) !== null) sum.disturbed++;
    const seenAt = seen.seenAt.get(log) ?? [];
    for (const [seq, at] of committedAt.entries()) {
      const isQuiet = !troubled.some(([from, to]) => at >= from && at <= to);
      const answered = answeredAfter[seq];
      const shown = seenAt[seq];
      if (answered !== undefined) for (const list of listsOf(times, isQuiet, "Answered")) list.push(answered);
      if (shown !== undefined) for (const list of listsOf(times, isQuiet, "Seen")) list.push(shown - at);
    }
  }
  for (const { log, committed } of await wholeUnits(parts)) {
    const stored = (await storedLines(sql, log)).filter(({ seq }) => seq < committed.length);
    const found = compareLines(committed, stored);
    for (const name of ["lost", "doubled", "other"] as const) sum[name] += found[name];
    sum.records += committed.length;
    sum.rounds += committed.filter(({ line }) => ENDS.test(line)).length;
  }
  const reports = await verifyStoreOnCores(
    sql,
    { ...database.address, user: "tirada_page" },
    { trust: null, authorities: [new X509Certificate(casino.ca)], witnesses: [], against: null },
  );
  return {
    ...sum,
    unverified: reports.reduce((all, { problems, moreProblems }) => all + problems.length + moreProblems, 0),
    answered: spreadOf(times.answered),
    seen: spreadOf(times.seen),
    quietAnswered: spreadOf(times.quietAnswered),
    quietSeen: spreadOf(times.quietSeen),
  };
}

/** What each whole unit has committed by now, and the store has as well: it may commit more while that is looked at. */
async function wholeUnits({
  whole,
  ...parts
}: RunningFloor): Promise<readonly { readonly log: string; readonly committed: readonly SignedLine[] }[]> {
  const units = whole.map((one) => ({ log: one.log, committed: one.lines() }));
  await untilStored({ whole, ...parts });
  return units;
}

const ENDS = /"kind":"(?:result|void|undecided|aborted)"/;

const listsOf = (
  times: Readonly<Record<"answered" | "seen" | "quietAnswered" | "quietSeen", number[]>>,
  isQuiet: boolean,
  which: "Answered" | "Seen",
): readonly number[][] => {
  const all = which === "Answered" ? times.answered : times.seen;
  return isQuiet ? [all, times[`quiet${which}`]] : [all];
};

/** The lines that the store has of a log, by number. */
export async function storedLines(
  sql: Sql,
  log: string,
): Promise<readonly (SignedLine & { readonly seq: number })[]> {
  const schema = sql(schemaOf(log));
  const rows = await sql`
    SELECT r.seq, r.line, r.sig FROM ${schema}.record r JOIN ${schema}.log l ON l.id = r.log
    WHERE l.name = ${log} ORDER BY r.seq`;
  return rows.map((row) => ({
    seq: row["seq"] as number,
    line: Buffer.from(row["line"] as Uint8Array).toString("utf8"),
    sig: base64(row["sig"] as Uint8Array),
  }));
}
