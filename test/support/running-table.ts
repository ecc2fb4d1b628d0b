import { cpSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { runTable, type RunningTable } from "../../firmware/unit/run.ts";
import { logOf, type Config, type WitnessKeys } from "../../firmware/table/config/config.ts";
import type { RemoteConfig } from "../../firmware/afar/orders/messages.ts";
import { startFloor } from "../../firmware/afar/floor/start.ts";
import { startRemote } from "../../firmware/afar/orders/start.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import type { Clock } from "../../src/time/clock.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { capturedWheel, type CapturedWheel } from "./captured-wheel.ts";
import { temporaryFolder } from "./folder.ts";
import { configOf } from "./journal-reading.ts";
import { until } from "./screen-line.ts";
import { writeConfig } from "./table-process.ts";
import { cheapPinHash } from "./pin.ts";

export const JEFE = { name: "Ana", role: "jefe-de-mesa", pin: "2468" } as const;
export const CROUPIER = { name: "Bea", role: "croupier", pin: "1357" } as const;

/** How a wheel repeats its state in these tests: a line every 20 ms, for at most 40 s. */
const LINE_PAUSE_US = 20_000;
const MOST_LINES = 2_000;

/** After a number the table has 200 ms for each line, however busy the machine is, and 40 lines. */
const LOOKS_A_LINE = 10;
const MOST_LINES_AFTER_NUMBER = 40;

/** A whole table in this process, on a captured wheel. */
export interface TestTable {
  readonly folder: string;
  readonly journal: string;
  readonly config: Config;
  readonly wheel: CapturedWheel;
  /** Records as they became durable, over all starts. */
  readonly records: BuiltRecord[];
  readonly notices: string[];
  /** The table that runs now. */
  now: RunningTable;
  /** Stops it, and starts it again on the same folder. */
  again(): Promise<void>;
  stop(): Promise<void>;
  /** Waits for a durable record that fits, the newest one first. */
  record<K extends RecordBody["kind"]>(
    kind: K,
    fits?: (body: RecordBody & { kind: K }) => boolean,
  ): Promise<BuiltRecord & { body: { kind: K } }>;
}

export interface TestTableOptions {
  readonly speed?: number;
  readonly segmentMegabytes?: number;
  readonly openAtStart?: boolean;
  readonly clock?: Clock;
  /** Port of a table panel. */
  readonly panel?: string;
  /** Who cosigns its checkpoints, asked at each start. */
  readonly witness?: () => WitnessKeys | null;
  /** Who may look and order from afar, by the name of its log. */
  readonly remote?: (log: string) => Promise<RemoteConfig>;
  /** Collectors of its floor; it needs `remote`. */
  readonly collectors?: readonly string[];
  /** Where its updater asks it. */
  readonly updateSocket?: string;
  /** A storage folder that it begins with a copy of. */
  readonly copyOf?: string;
}

/** Starts a table that is stopped and gone after the test. */
export async function testTable(options: TestTableOptions = {}): Promise<TestTable> {
  const folder = temporaryFolder();
  const wheel = await capturedWheel(folder, systemClock(), options.speed ?? 100);
  const people = [JEFE, CROUPIER].map((one) => ({ ...one, pin: cheapPinHash(one.pin) }));
  const written = configOf(
    writeConfig({ folder, wheel: wheel.path, people, openAtStart: options.openAtStart ?? true }),
  );
  const storage = { ...written.storage, segmentMegabytes: options.segmentMegabytes ?? 1 };
  const panel = options.panel === undefined ? {} : { panel: { path: options.panel, baud: 57_600 as const } };
  const remote = options.remote === undefined ? {} : { remote: await options.remote(logOf(written)) };
  const { updateSocket: socket } = options;
  const update = socket === undefined ? {} : { update: { socket, noticeHours: 72 } };
  const floor = options.collectors === undefined ? {} : { floor: { collectors: [...options.collectors] } };
  const config: Config = { ...written, storage, ...panel, ...remote, ...update, ...floor };
  if (options.copyOf !== undefined) cpSync(options.copyOf, storage.folder, { recursive: true });
  const records: BuiltRecord[] = [];
  const notices: string[] = [];
  const start = (): Promise<RunningTable> => {
    const witness = options.witness?.() ?? null;
    return runTable({
      config: { ...config, ...(witness === null ? {} : { witness }) },
      clock: options.clock ?? systemClock(),
      onRecord: (record) => records.push(record),
      onNotice: (line) => notices.push(line),
      startRemote,
      startFloor,
    });
  };
  const stop = (): Promise<void> => table.now.stop("test");
  const table: TestTable = {
    folder,
    journal: join(folder, "storage", "journal.db"),
    config,
    wheel,
    records,
    notices,
    now: await start(),
    stop,
    again: async () => {
      await stop();
      table.now = await start();
    },
    record: async (kind, fits = () => true) => {
      type Wanted = BuiltRecord & { body: RecordBody & { kind: typeof kind } };
      const find = (): Wanted | undefined =>
        (records as Wanted[]).findLast(({ body }) => body.kind === kind && fits(body));
      await until(`a record ${kind}`, () => find() !== undefined);
      return find()!;
    },
  };
  onTestFinished(async () => {
    await stop();
    await wheel.close();
  });
  return table;
}

function newestPhase({ records }: TestTable): string | undefined {
  const body = records.findLast((record) => record.body.kind === "phase")?.body;
  return body?.kind === "phase" ? body.phase : undefined;
}

/**
 * The wheel says a line until the table believes it: it believes no single line of a state, and of lines that a busy machine read
 * at one instant no more than of one.
 */
async function sayUntil({ wheel }: TestTable, line: string, isBelieved: () => boolean): Promise<void> {
  for (let sent = 0; !isBelieved(); sent++) {
    if (sent === MOST_LINES) throw new Error(`${MOST_LINES} times ${line}, and the table does not believe it`);
    await systemClock().sleep(LINE_PAUSE_US);
    if (!isBelieved()) await wheel.write(`${line}\r\n`);
  }
}

/** The wheel says that bets are open until the table believes it, also where its port was being opened. */
export async function toBetting(table: TestTable): Promise<void> {
  const line = await table.wheel.until((text) => text.startsWith("*X;2;"));
  await sayUntil(table, line, () => newestPhase(table) === "betting");
}

/** Plays on to the ball of the running or the next game, of a round after `after`, until the table believes it; gives the wheel's line. */
export async function toBallInPlay(table: TestTable, after = 0): Promise<string> {
  await table.wheel.until((text) => text.startsWith("*X;3;"));
  const line = await table.wheel.until((text) => text.startsWith("*X;4;"));
  await sayUntil(table, line, () =>
    table.records.some(
      ({ body }) => body.kind === "phase" && body.phase === "ball-in-play" && body.round > after,
    ),
  );
  return line;
}

/** Plays the running or the next spin to its number, then a line at a time until its result is recorded, and stops there; gives the result. */
export async function toResult(table: TestTable): Promise<BuiltRecord & { body: { kind: "result" } }> {
  const { wheel, records } = table;
  const results = (): BuiltRecord[] => records.filter(({ body }) => body.kind === "result");
  const before = results().length;
  const line = await wheel.until((text) => text.startsWith("*X;4;"));
  await sayUntil(table, line, () => newestPhase(table) !== "betting");
  await wheel.until((text) => text.startsWith("*X;5;"));
  for (let sent = 1; sent <= MOST_LINES_AFTER_NUMBER; sent++) {
    for (let looked = 0; looked < LOOKS_A_LINE; looked++) {
      if (results().length > before) return results().at(-1) as BuiltRecord & { body: { kind: "result" } };
      await systemClock().sleep(LINE_PAUSE_US);
    }
    await wheel.until(() => true);
  }
  throw new Error(`${MOST_LINES_AFTER_NUMBER} lines after a number, and no result`);
}

/**
 * The same line of state 4 with a rotor that stands still, believed after two that are apart on the wire: a busy machine may read two
 * at once, so that it is said until the table has judged it.
 */
export async function stopRotor(table: TestTable, line: string): Promise<void> {
  const [x, state, game, number, flags, , direction] = line.split(";");
  const still = [x, state, game, number, flags, "000", direction].join(";");
  const isVoid = (): boolean => table.records.some(({ body }) => body.kind === "void");
  for (let sent = 0; sent < 100 && !isVoid(); sent++) {
    await table.wheel.write(`${still}\r\n`);
    await systemClock().sleep(20_000);
  }
}
