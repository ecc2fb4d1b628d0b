import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { runTable, type RunningTable } from "../../firmware/unit/run.ts";
import { ShoeDevice } from "../../hw-sim/models/shoe/device/device.ts";
import { createShoePlug, type ShoePlug } from "./devices/shoe-plug.ts";
import type { Face } from "../../src/cards/card.ts";
import { parseConfig, type Config } from "../../firmware/table/config/config.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Role } from "../../src/people/roles.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import { problemText } from "../../src/rules/yaml.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { temporaryFolder } from "./folder.ts";
import { until } from "./screen-line.ts";

/** A whole card table in this process, on a modelled shoe in memory. */
export interface TestCardTable {
  readonly folder: string;
  readonly storage: string;
  readonly config: Config;
  readonly plug: ShoePlug;
  /** Records as they became durable, over all starts. */
  readonly records: BuiltRecord[];
  readonly notices: string[];
  now: RunningTable;
  again(): Promise<void>;
  press(key: Key, role?: Role): Promise<void>;
  load(): Promise<void>;
  /** Each card leaves when the one before it is durable. */
  cards(...faces: readonly Face[]): Promise<void>;
  collect(): Promise<void>;
  record<K extends RecordBody["kind"]>(
    kind: K,
    fits?: (body: RecordBody & { kind: K }) => boolean,
  ): Promise<BuiltRecord>;
  /** The bytes of every file under the storage folder, one character a byte. */
  onDisk(): string;
}

/** Which game is played, with how many decks. */
export interface CardGamePlayed {
  readonly rulebook: string;
  readonly decks: number;
}

const PUNTO_Y_BANCA: CardGamePlayed = { rulebook: "cl/punto-y-banca", decks: 8 };

export function cardConfig(folder: string, game = PUNTO_Y_BANCA): string {
  const decks = Array.from({ length: game.decks }, (_, at) => `    - { id: "0000000${at + 1}" }`).join("\n");
  return `table:
  name: Mesa de cartas
  log: tirada.example/test/cards
  rulebook: ${game.rulebook}
  openAtStart: true
shoe:
  device: tirada-shoe
  serial: SIM-0001
  wait: true
  decks:
${decks}
display: { port: 0 }
storage:
  folder: ${folder}
test: true
`;
}

function configOf(folder: string, game: CardGamePlayed): Config {
  const read = parseConfig(cardConfig(folder, game), "table.yaml");
  if (!read.ok) throw new Error(read.problems.map(problemText).join("; "));
  return read.config;
}

/** Starts a table that is stopped and gone after the test. */
export async function testCardTable(game = PUNTO_Y_BANCA): Promise<TestCardTable> {
  const folder = temporaryFolder();
  const storage = join(folder, "storage");
  const config = configOf(storage, game);
  const clock = systemClock();
  const device = new ShoeDevice({
    wire: "hid",
    kind: 1,
    device: 1,
    decks: game.decks,
    random: randomFrom("table"),
  });
  const plug = createShoePlug(device, { clock });
  const records: BuiltRecord[] = [];
  const notices: string[] = [];
  const start = (): Promise<RunningTable> =>
    runTable({
      config,
      clock,
      opens: { shoe: plug.open },
      onRecord: (record) => records.push(record),
      onNotice: (line) => notices.push(line),
    });
  let dealt = 0;
  const durable = (): RunningTable["unit"]["shown"]["durable"] => table.now.unit.shown.durable;
  const table: TestCardTable = {
    folder,
    storage,
    config,
    plug,
    records,
    notices,
    now: await start(),
    again: async () => {
      await table.now.stop("test");
      table.now = await start();
    },
    press: async (key, role = "croupier") => {
      const done = await table.now.unit.press(key, { role, name: role });
      if (!done.ok) throw new Error(`${key.key} was refused: ${done.why.en}`);
    },
    load: async () => {
      plug.addEvent({ us: clock.now(), e: "stage", stage: "loading" });
      await until("the shoe is being loaded", () => durable().phase === "preparing");
      plug.addEvent({ us: clock.now(), e: "stage", stage: "ready" });
      await until("bets are open", () => durable().phase === "betting");
    },
    cards: async (...faces) => {
      for (const face of faces) {
        dealt++;
        const before = records.length;
        const card = { face, back: null, deck: 1 + (dealt % game.decks), id: null };
        plug.addEvent({ us: clock.now(), e: "pass", cards: [card] });
        await until(`card ${dealt}`, () => records.length > before);
      }
    },
    collect: () => table.press({ key: "collect", round: durable().round }),
    record: async (kind, fits = () => true) => {
      type Wanted = BuiltRecord & { body: RecordBody & { kind: typeof kind } };
      const find = (): Wanted | undefined =>
        (records as Wanted[]).findLast(({ body }) => body.kind === kind && fits(body));
      await until(`a record ${kind}`, () => find() !== undefined);
      return find()!;
    },
    onDisk: () => readElsewhere(filesUnder(storage)),
  };
  onTestFinished(async () => {
    await table.now.stop("test");
    plug.stop();
  });
  return table;
}

/**
 * The bytes of files, read by another process. When any other code than SQLite closes a file of the journal in the journal's own
 * process, the kernel drops the process's locks on it (fcntl(2)): the next process that opens the journal then takes `-shm` for left
 * over and cuts it, and this one ends with SIGBUS (sqlite.org/howtocorrupt.html, 2.2).
 */
function readElsewhere(paths: readonly string[]): string {
  return execFileSync("cat", paths, { encoding: "latin1", maxBuffer: 2 ** 28 });
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
