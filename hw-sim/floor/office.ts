import { spawn, type ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { NODE_OPTIONS } from "../../firmware/node-options.ts";
import { EXIT, Problem } from "../../firmware/problem.ts";
import { connectStore, type Sql, type StoreAddress } from "../../firmware/office/floor/store/client.ts";
import { migrateStore } from "../../firmware/office/floor/store/migrations.ts";
import { startOwnDatabase, type OwnDatabase } from "../../firmware/office/floor/store/own-database.ts";
import type { PairFiles } from "./casino.ts";
import { childrenOf, processorSeconds } from "./processor-seconds.ts";
import { makeVanishingFolder, type VanishingFolder } from "./vanishing-folder.ts";

const TIRADA = new URL("../../bin/tirada.mjs", import.meta.url).pathname;
/** As its service starts it. */
const COLLECTOR_OPTIONS = ["--max-semi-space-size=4"];
const START_US = 60 * US_PER_S;
/** A database whose processes were killed is there again at the latest after so many tries, a second apart. */
const STARTS_MAX = 20;

/** Something of the office that runs as a process of its own and can be killed. */
export interface Killable {
  kill(): Promise<void>;
  /** Starts it again. */
  revive(): Promise<void>;
  /** Processor seconds of all its lives. */
  seconds(): number;
}

/** A PostgreSQL in a folder that is removed when it is stopped, with a store in it. */
export class SimulatedDatabase implements Killable {
  readonly #folder: VanishingFolder;
  readonly #clock: Clock;
  #running: OwnDatabase;
  /** It is not started again. */
  #isOver = false;
  #secondsBefore = 0;

  private constructor(folder: VanishingFolder, clock: Clock, running: OwnDatabase) {
    this.#folder = folder;
    this.#clock = clock;
    this.#running = running;
  }

  static async start(clock: Clock): Promise<SimulatedDatabase> {
    const folder = makeVanishingFolder("tirada-floor-");
    try {
      const database = new SimulatedDatabase(
        folder,
        clock,
        await startOwnDatabase(folder.path, clock, { fsync: true }),
      );
      const sql = database.connect("postgres", 1);
      try {
        await migrateStore(sql);
      } finally {
        await sql.end({ timeout: 1 });
      }
      return database;
    } catch (error) {
      await folder.remove();
      throw error;
    }
  }

  get address(): StoreAddress {
    return this.#running.address;
  }

  connect(user: "postgres" | "tirada_collector" | "tirada_page", connections: number): Sql {
    return connectStore({ ...this.address, user }, { connections, statementMs: 60_000 });
  }

  seconds(): number {
    return this.#secondsBefore + processorSeconds(this.#running.pid);
  }

  /** All its processes end at once, as when the machine has no memory left. */
  async kill(): Promise<void> {
    this.#secondsBefore = this.seconds();
    for (const pid of this.#processes()) signal(pid, "SIGKILL");
    await this.#running.stop();
  }

  async revive(): Promise<void> {
    if (this.#isOver) return;
    for (let tries = 1; ; tries++)
      try {
        this.#running = await startOwnDatabase(this.#folder.path, this.#clock, { fsync: true });
        return;
      } catch (error) {
        if (tries === STARTS_MAX) throw error;
        await this.#clock.sleep(US_PER_S);
      }
  }

  freeze(): void {
    for (const pid of this.#processes()) signal(pid, "SIGSTOP");
  }

  thaw(): void {
    for (const pid of this.#processes()) signal(pid, "SIGCONT");
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.thaw();
    await this.#running.stop();
    await this.#folder.remove();
  }

  #processes(): readonly number[] {
    return [this.#running.pid, ...childrenOf(this.#running.pid)];
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}

/** A collector as a process of its own, on a port that it keeps over its lives. */
export class SimulatedCollector implements Killable {
  readonly #clock: Clock;
  readonly #configPath: string;
  readonly #configOf: (port: number) => string;
  #child: ChildProcess | null = null;
  #gone: Promise<void> = Promise.resolve();
  #url = "";
  /** It is not started again. */
  #isOver = false;
  #secondsBefore = 0;

  private constructor(clock: Clock, configPath: string, configOf: (port: number) => string) {
    this.#clock = clock;
    this.#configPath = configPath;
    this.#configOf = configOf;
  }

  static async start(
    clock: Clock,
    { files, database, folder, name }: CollectorParts,
  ): Promise<SimulatedCollector> {
    const { host, database: of } = database;
    const configOf = (port: number): string =>
      [
        "listen: { host: 127.0.0.1, port: PORT }".replace("PORT", String(port)),
        ...Object.entries(files).map(([key, path]) => `${key}: ${path}`),
        `database: { host: ${host}, database: ${of}, user: tirada_collector }`,
        "",
      ].join("\n");
    const collector = new SimulatedCollector(clock, join(folder, `${name}.yaml`), configOf);
    await collector.revive();
    return collector;
  }

  get url(): string {
    return this.#url;
  }

  seconds(): number {
    const pid = this.#child?.pid;
    return this.#secondsBefore + (pid === undefined ? 0 : processorSeconds(pid));
  }

  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#end("SIGTERM");
  }

  async revive(): Promise<void> {
    if (this.#isOver) return;
    const port = this.#url === "" ? 0 : Number(new URL(this.#url).port);
    writeFileSync(this.#configPath, this.#configOf(port));
    const options = [...NODE_OPTIONS, ...COLLECTOR_OPTIONS];
    const command = [process.execPath, ...options, TIRADA, "collector", "--config", this.#configPath];
    // It ends with the thread that started it, however that ends.
    const child = spawn("setpriv", ["--pdeathsig", "KILL", "--", ...command], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, MALLOC_ARENA_MAX: "2" },
      // Ctrl-C in a terminal is for whoever started it, which ends it in its turn.
      detached: true,
    });
    this.#child = child;
    this.#gone = new Promise((resolve) => child.once("exit", () => resolve()));
    this.#url = await urlOf(child, this.#clock);
  }

  async #end(name: NodeJS.Signals): Promise<void> {
    this.#secondsBefore = this.seconds();
    const child = this.#child;
    this.#child = null;
    child?.kill(name);
    await this.#gone;
  }
}

export interface CollectorParts {
  readonly files: PairFiles;
  readonly database: StoreAddress;
  /** For its configuration. */
  readonly folder: string;
  readonly name: string;
}

/** The address that a collector says when it listens. */
function urlOf(child: ChildProcess, clock: Clock): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const fail = (why: string): void =>
      reject(
        new Problem(EXIT.internal, `the collector does not start: ${said.trim().split("\n").at(-1) || why}`),
      );
    const late = clock.after(START_US, "start of a collector", () => {
      child.kill("SIGKILL");
      fail("it says nothing");
    });
    const hear = (text: string): void => {
      if (said.length < 65_536) said += text;
      const url = /^collector {2}(https:\S+)$/m.exec(said)?.[1];
      if (url === undefined) return;
      late.cancel();
      resolve(url);
    };
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", hear);
    child.once("exit", () => {
      late.cancel();
      fail("it ended");
    });
  });
}
