/**
 * `npm run walks`: how many rooms (files) a datum passes on its way through the house (docs/walks.md), counted by the functions that are
 * really called while it does. `-- --list` names the rooms, `-- byte` counts one walk alone. Ports of the system, the camera's program
 * and the beginnings of threads do not run here: what a datum passes of them is named with its walk, and counted.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { Session, type Profiler } from "node:inspector";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { PortEvents } from "../drivers/port.ts";
import { keepPort } from "../drivers/transport/port-keeper.ts";
import { keyPathOf } from "../firmware/journal/keys/keys.ts";
import { RELEASE_ID } from "../firmware/release.ts";
import { openReader } from "../firmware/table/dice/reader.ts";
import { setupOf } from "../firmware/table/setup/config-setup.ts";
import "../firmware/table/setup/every-family.ts";
import { tableSetup, type TableSetup } from "../firmware/table/setup/table-setup.ts";
import { readConfig } from "../firmware/unit/configuration/read-config.ts";
import { Unit } from "../firmware/unit/unit.ts";
import type { Person } from "../src/people/roles.ts";
import { toBytes } from "../src/recording/codec.ts";
import type { RecordBody } from "../src/table/kernel/record.ts";
import { fakeClock } from "../src/time/fake-clock.ts";
import { randomFrom } from "../src/time/random-source.ts";
import { capturedLines } from "../test/support/captured-wheel.ts";
import { EMPTY, simArena } from "../test/support/dice-arena.ts";
import { eyeOver, throwOf } from "../test/support/eye-lines.ts";
import { openJournalHere } from "../test/support/journal-in-thread.ts";
import { puntoYBanca, ShoeHarness } from "../test/support/shoe-harness.ts";
import { configHere, LOG } from "../test/support/unit-here.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const PRODUCT = /^(?:src|drivers|firmware)\/(?!.*\.(?:test-help|test)\.ts$)/;
/** Stands for the system's clock here. */
const STAND_IN = "src/time/fake-clock.ts";
/** Turns of the promise queue in which everything that a datum leads to has happened. */
const SETTLING_TURNS = 400;

/** Counts calls of this process by file. */
class Profile {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post("Profiler.enable");
    this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  }

  /** The files of the product in which something was called since the last time, in the order of the alphabet. */
  take(): readonly string[] {
    const seen = new Set<string>();
    this.#session.post("Profiler.takePreciseCoverage", (error, { result }) => {
      if (error !== null) throw error;
      for (const { url, functions } of result as readonly Profiler.ScriptCoverage[]) {
        if (!url.startsWith("file:") || !functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0)) continue;
        const file = relative(ROOT, fileURLToPath(url));
        if (PRODUCT.test(file) && file !== STAND_IN) seen.add(file);
      }
    });
    return [...seen].sort();
  }
}

const profile = new Profile();

async function settle(): Promise<void> {
  for (let turn = 0; turn < SETTLING_TURNS; turn++) await Promise.resolve();
}

/** The rooms that are entered while `act` runs, and all that it leads to. */
async function roomsOf(act: () => unknown): Promise<readonly string[]> {
  await settle();
  profile.take();
  await act();
  await settle();
  return profile.take();
}

const CROUPIER: Person = { role: "croupier", name: "croupier" };
const JEFE: Person = { role: "jefe-de-mesa", name: "jefe" };

/** A whole table in this thread: its unit, its journal, and a port that is fed by hand. */
class WalkedTable {
  readonly clock = fakeClock(5_000_000);
  readonly bodies: RecordBody[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), "tirada-walks-"));
  readonly #ports = new Map<string, PortEvents>();
  #unit: Unit | null = null;

  async start(setup: TableSetup): Promise<this> {
    const dir = join(this.#folder, "recordings");
    mkdirSync(dir);
    const journal = await openJournalHere({
      path: join(this.#folder, "journal.db"),
      keyPath: keyPathOf(this.#folder, LOG),
      log: LOG,
      mode: "test",
      recordings: { dir, keepBytes: 1_000_000_000 },
    });
    let secrets = 0;
    this.#unit = await Unit.start({
      config: configHere(this.#folder),
      setup,
      journal,
      clock: this.clock,
      release: RELEASE_ID,
      secrets: () => String(++secrets).padStart(64, "0"),
      events: {
        onRecord: ({ body }) => void this.bodies.push(body),
        onNotice: () => undefined,
        onFailed: (error) => {
          throw error;
        },
      },
      keep: (port, listener) =>
        keepPort({
          clock: this.clock,
          random: randomFrom(port),
          listener,
          open: (events) => {
            this.#ports.set(port, events);
            return Promise.resolve({
              name: port,
              write: () => Promise.resolve(),
              close: () => Promise.resolve(),
            });
          },
        }),
    });
    await settle();
    return this;
  }

  get unit(): Unit {
    if (this.#unit === null) throw new Error("the table was not started");
    return this.#unit;
  }

  async until(us: number): Promise<void> {
    if (us > this.clock.now()) await this.clock.advanceSettling(us - this.clock.now());
    await settle();
  }

  bytes(port: string, bytes: string): void {
    const events = this.#ports.get(port);
    if (events === undefined) throw new Error(`no port ${port}: ${[...this.#ports.keys()].join()}`);
    events.onBytes(toBytes(bytes), this.clock.now());
  }

  async end(): Promise<void> {
    await this.unit.stop("walked");
    rmSync(this.#folder, { recursive: true });
  }
}

type Rooms = readonly string[];

/** The byte that ends the line by which a wheel confirms its number, up to the signed line. */
async function walkByte(): Promise<Rooms> {
  const setup = tableSetup("cl/ruleta-francesa", "cammegh-ss2", []);
  const table = await new WalkedTable().start(setup);
  await table.unit.feed({ k: "auto-open", t: table.clock.now() });
  for (const { bytes, pauseUs } of capturedLines()) {
    const end = bytes.search(/[\r\n]/);
    table.bytes(setup.port, bytes.slice(0, end));
    for (const byte of bytes.slice(end)) {
      const before = table.bodies.length;
      const rooms = await roomsOf(() => table.bytes(setup.port, byte));
      if (table.bodies.slice(before).some(({ kind }) => kind === "result")) {
        await table.end();
        return rooms;
      }
    }
    await table.until(table.clock.now() + pauseUs);
  }
  throw new Error("the capture has no result");
}

/** A card that leaves a shoe for a hand of punto y banca, up to the signed line. */
async function walkCard(): Promise<Rooms> {
  const setup = puntoYBanca();
  const played = new ShoeHarness(setup).ready().round("7s", "9h");
  const table = await new WalkedTable().start(setup);
  let last: Rooms = [];
  for (const entry of played.entries) {
    if (entry.k !== "key" && entry.k !== "in") continue;
    await table.until(entry.t);
    const before = table.bodies.length;
    if (entry.k === "key") await table.unit.press(entry.key, entry.by);
    else {
      const rooms = await roomsOf(() => table.bytes(setup.port, entry.bytes));
      if (table.bodies.slice(before).some(({ kind }) => kind === "deal")) last = rooms;
    }
  }
  await table.end();
  return last;
}

/** The frame by which resting dice are read: on the eye's threads, and as a line on the table's. */
async function walkFrame(): Promise<Rooms> {
  const sim = simArena("scene", { side: 16 });
  const read = openReader(sim.arena);
  const eye = eyeOver(sim, { read: (...asked) => Promise.resolve(read(...asked)) });
  const setup = tableSetup("cl/mini-craps", "tirada-eye", []);
  const table = await new WalkedTable().start(setup);
  await table.unit.feed({ k: "auto-open", t: table.clock.now() });
  const [port = ""] = setup.devices.ports;
  let told = 0;
  // What comes before the first end of a line is half a line.
  table.bytes(port, "\n");
  /** Gives the table what the eye said since. */
  const hand = async (): Promise<void> => {
    const text = eye.text().slice(told);
    told += text.length;
    table.bytes(port, text);
    await table.until(table.clock.now() + 33_000);
  };
  for (const frame of sim.frames(EMPTY, 40)) {
    await eye.see(frame);
    eye.loop.tick();
    await hand();
  }
  await table.unit.press({ key: "mark-point", point: null }, JEFE);
  await table.unit.press({ key: "no-more-bets" }, CROUPIER);
  for (const frame of sim.frames(throwOf(sim), 90)) {
    const rooms = await roomsOf(() => eye.see(frame));
    const isRead = /^R /m.test(eye.text().slice(told));
    if (!isRead) eye.loop.tick();
    const line = await roomsOf(hand);
    if (!isRead) continue;
    requireResult(table.bodies);
    await table.end();
    return [...rooms, ...line];
  }
  throw new Error("the dice were not read");
}

function requireResult(bodies: readonly RecordBody[]): void {
  const last = bodies.at(-1);
  if (last?.kind !== "result") throw new Error(`the walk ends with ${last?.kind ?? "no record"}`);
}

/** One key of a configuration, with everything else that its file says, until the table is set up. */
async function walkKey(): Promise<Rooms> {
  return roomsOf(async () => {
    const config = await readConfig(join(ROOT, "examples/cl-ruleta-francesa.yaml"));
    setupOf(config);
  });
}

interface Walk {
  readonly about: string;
  readonly walk: () => Promise<Rooms>;
  /** What does not run here, and the datum passes all the same. */
  readonly besides: Rooms;
}

const JOURNAL_THREAD = "firmware/journal/thread/journal-thread.ts";
const WALKS: Readonly<Record<string, Walk>> = {
  byte: {
    about: "the byte that ends the line by which a wheel confirms its number, up to the signed line",
    walk: walkByte,
    besides: ["drivers/transport/serial.ts", JOURNAL_THREAD],
  },
  card: {
    about: "a card that leaves a shoe for a hand of punto y banca, up to the signed line",
    walk: walkCard,
    besides: ["drivers/transport/hid.ts", JOURNAL_THREAD],
  },
  frame: {
    about: "the frame by which resting dice are read, up to the signed line",
    walk: walkFrame,
    besides: [
      "drivers/dice/camera/camera.ts",
      "drivers/dice/camera/child.ts",
      "drivers/dice/camera/split.ts",
      "drivers/dice/camera/y4m.ts",
      "firmware/table/dice/eye-port.ts",
      "firmware/table/dice/eye-thread.ts",
      "firmware/table/dice/pictures.ts",
      "firmware/table/dice/reader-port.ts",
      "firmware/table/dice/reader-thread.ts",
      JOURNAL_THREAD,
    ],
  },
  key: {
    about: "a key of the configuration, with all else that its file says, until the table is set up",
    walk: walkKey,
    besides: [],
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: "boolean", default: false } },
});
const chosen = Object.entries(WALKS).filter(([name]) => positionals.length === 0 || positionals.includes(name));
if (chosen.length === 0) throw new Error(`no such walk: give ${Object.keys(WALKS).join(", ")}`);
process.stdout.write(
  "| walk | rooms | drivers | src | firmware | about |\n| --- | --: | --: | --: | --: | --- |\n",
);
for (const [name, { about, walk, besides }] of chosen) {
  for (const room of besides)
    if (!existsSync(join(ROOT, room))) throw new Error(`${name}: there is no ${room}`);
  const rooms = [...new Set([...(await walk()), ...besides])].sort();
  const below = (top: string): number => rooms.filter((room) => room.startsWith(`${top}/`)).length;
  const cells = [name, rooms.length, below("drivers"), below("src"), below("firmware"), about];
  process.stdout.write(`| ${cells.join(" | ")} |\n`);
  if (values.list) process.stdout.write(rooms.map((room) => `  ${room}\n`).join(""));
}
