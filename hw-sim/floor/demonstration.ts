import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import type { Room } from "../../src/floor/rooms.ts";
import type { Clock } from "../../src/time/clock.ts";
import { systemSecrets } from "../../src/time/secret.ts";
import { makeFolder } from "../../firmware/files/durable.ts";
import { runFloorPage } from "../../firmware/office/floor/page/run.ts";
import { StoredFloor } from "../../firmware/office/floor/page/stored-floor.ts";
import { programsFolder } from "../../firmware/office/floor/store/own-database.ts";
import { errorText, usageProblem } from "../../firmware/problem.ts";
import { DEMO_FOLDER } from "../demo/demo.ts";
import type { SimulatedCasino } from "./casino.ts";
import { startFloor, Started } from "./start-floor.ts";
import { simulatedLog } from "./tables.ts";

/** Tables of the demonstrated floor, and where its page and its results are. */
const TABLES = 40;
const PAGE_PORT = 8476;
const RESULTS_PORT = 8477;
const SETUP = new URL("../../scripts/setup.sh", import.meta.url).pathname;
/** What its tables have played before, s: some rounds stand on each. */
const AHEAD_S = 240;
/** Characters of the password of a browser's file. */
const PASSWORD_LENGTH = 12;
/** Tables in a row of a room, rows of a room, and how far apart they stand. */
const ROOM = { wide: 5, deep: 4, apart: 1.5 };

/** What the demonstration of a floor was asked for. */
export interface FloorDemonstration {
  /** Its records are made when they say: another speed than 1 is refused. */
  readonly speed?: number;
  readonly seed?: string;
  /** Of the page; its usual one unless given. */
  readonly displayPort?: number;
}

/**
 * A floor of 40 playing tables with its collector, a database in a folder of its own, its page and its results, until `stopped`. Nothing of
 * it is left running.
 */
export async function demonstrateFloor(
  { speed = 1, seed = "1", displayPort: port = PAGE_PORT }: FloorDemonstration,
  clock: Clock,
  say: (line: string) => void,
  stopped: Promise<string>,
): Promise<void> {
  if (speed !== 1) throw usageProblem(`--speed ${speed}: a floor plays at real pace; leave it out`);
  // Node warns of its own stripping of types, which the page is made by: nobody who looks at a floor needs that.
  process.removeAllListeners("warning");
  requireDatabase(say);
  say(`starts a database, a collector and ${TABLES} tables`);
  const started = new Started();
  try {
    const choice = { tables: TABLES, seed, pace: speed, collectors: 1, wall: clock.wall(), aheadS: AHEAD_S };
    const floor = await startFloor(choice, clock, started);
    const { casino, database } = floor;
    const folder = join(DEMO_FOLDER, "floor");
    makeFolder(folder);
    const files = await casino.issueFiles("localhost", "relay", ["localhost", "127.0.0.1"]);
    const sql = started.add(database.connect("tirada_page", 6), (one) => one.end({ timeout: 1 }));
    const page = await runFloorPage(
      {
        ...files,
        listen: { host: "127.0.0.1", port },
        name: "Casino de demostración",
        zone: "Europe/Madrid",
        rooms: demonstratedRooms(),
        feeds: { server: { host: "127.0.0.1", port: RESULTS_PORT, names: [] } },
      },
      new StoredFloor(sql),
      clock,
      say,
    );
    started.add(page, (one) => one.stop());
    say(`floor    ${page.url}`);
    say(`results  http://127.0.0.1:${RESULTS_PORT}/results/stream`);
    for (const [name, role] of [
      ["Ana Soto", "tecnico"],
      ["Iker Otero", "inspector"],
    ] as const)
      say(await browserFile(casino, folder, name, role));
    say("the page opens with one of these files alone: import it where the browser keeps its certificates;");
    say("it warns of the page's own certificate, which an authority made that began and ends with this floor");
    say("Ctrl-C ends all of it");
    await stopped;
  } finally {
    await started.end();
  }
  say("stopped; nothing of it is left running");
}

/** Where PostgreSQL is not installed it is, by root; anybody else is told how. */
function requireDatabase(say: (line: string) => void): void {
  try {
    programsFolder();
  } catch (error) {
    if (process.getuid?.() !== 0)
      throw usageProblem(
        `${errorText(error)}, or run once: sudo bash scripts/setup.sh floor, and start again`,
        error,
      );
    say("installs PostgreSQL, once");
    const done = spawnSync("bash", [SETUP, "floor"], { stdio: ["ignore", "inherit", "inherit"] });
    if (done.status !== 0) throw usageProblem("scripts/setup.sh floor did not install PostgreSQL: see above");
    programsFolder();
  }
}

/** A person's key and certificate as a browser takes them; the line that says where and with which password. */
async function browserFile(
  casino: SimulatedCasino,
  folder: string,
  name: string,
  role: "tecnico" | "inspector",
): Promise<string> {
  const { cert, key } = await casino.issue(name, role);
  const path = join(folder, `${role}.p12`);
  const password = systemSecrets().slice(0, PASSWORD_LENGTH);
  const made = spawnSync("openssl", ["pkcs12", "-export", "-name", name, "-passout", "env:TIRADA_P12"], {
    input: `${key}${cert}`,
    env: { ...process.env, TIRADA_P12: password },
    maxBuffer: 1_048_576,
  });
  if (made.status !== 0)
    throw usageProblem(
      `openssl made no file for a browser: ${errorText(made.error ?? made.stderr.toString())}`,
    );
  writeFileSync(path, made.stdout, { mode: 0o600 });
  return `browser  ${path}  password ${password}  (${name}, ${role})`;
}

/** Two rooms, twenty tables each. */
function demonstratedRooms(): Room[] {
  const { wide, deep, apart } = ROOM;
  return ["Sala principal", "Sala alta"].map((name, room) => ({
    name,
    size: [wide * apart, deep * apart],
    tables: Array.from({ length: wide * deep }, (_, n) => ({
      log: simulatedLog(room * wide * deep + n),
      label: `R${room * wide * deep + n + 1}`,
      at: [(n % wide) * apart + apart / 2, Math.floor(n / wide) * apart + apart / 2],
    })),
  }));
}
