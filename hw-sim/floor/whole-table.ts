import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { base64 } from "../../src/record/bytes.ts";
import type { SignedLine } from "../../src/record/key-history.ts";
import { logInMode } from "../../src/record/mode.ts";
import { wheelPack } from "../../src/rules/pack.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_MS } from "../../src/time/instant.ts";
import { journalEpochs } from "../../firmware/evidence/log/record-lines.ts";
import { NODE_OPTIONS } from "../../firmware/node-options.ts";
import { CONFIG_FORMAT } from "../../firmware/table/config/config.ts";
import { baudOf } from "../../firmware/table/config/wheel-config.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { electronicDevice } from "../sim/devices.ts";
import { PROFILES } from "../sim/profiles.ts";
import { WheelLine } from "../sim/wheel-line.ts";
import { electronicWheel } from "../sim/wheels.ts";
import type { SimulatedCasino } from "./casino.ts";
import type { Killable } from "./office.ts";
import { processorSeconds } from "./processor-seconds.ts";

const TIRADA = new URL("../../bin/tirada.mjs", import.meta.url).pathname;
const RULEBOOK = "cl/ruleta-francesa";
const DEVICE = "cammegh-ss2";
/** How often its wheel goes on: well below the half second between two of its lines. */
const STEP_US = 20 * US_PER_MS;

export interface WholeParts {
  readonly clock: Clock;
  readonly casino: SimulatedCasino;
  /** For its configuration, storage and terminal. */
  readonly folder: string;
  readonly collectors: readonly string[];
  readonly seed: string;
  /** The installed program; null: this one. */
  readonly program: string | null;
}

/**
 * A whole unit as it is installed: its own process with all its threads, a journal on the disk, and a simulated wheel at a serial port, which
 * plays at the pace of a real one. It joins the floor as every unit does.
 */
export class WholeTable implements Killable {
  /** Name of its log. */
  readonly log: string;
  readonly #parts: WholeParts;
  readonly #folder: string;
  readonly #line: WheelLine;
  readonly #playing: Timer;
  #child: ChildProcess | null = null;
  #gone: Promise<void> = Promise.resolve();
  #isOver = false;
  #secondsBefore = 0;

  private constructor(log: string, parts: WholeParts, folder: string, line: WheelLine) {
    this.log = log;
    this.#parts = parts;
    this.#folder = folder;
    this.#line = line;
    this.#playing = playWheel(parts, line);
  }

  /** `n`: which of them, from 0. */
  static async start(n: number, parts: WholeParts): Promise<WholeTable> {
    const named = `tirada.local/floor/unidad-${String(n + 1).padStart(2, "0")}`;
    const log = logInMode(named, "test");
    const folder = join(parts.folder, `unit-${n + 1}`);
    mkdirSync(folder, { mode: 0o700 });
    const line = await WheelLine.open(join(folder, "wheel"), parts.seed);
    const remote = await parts.casino.issueFiles(log, "unit", ["127.0.0.1"], `unit-${n + 1}`);
    const config = {
      format: CONFIG_FORMAT,
      table: { name: `U${n + 1}`, log: named, rulebook: RULEBOOK, openAtStart: true },
      // Its simulated wheel is asked nothing.
      wheel: { device: DEVICE, path: line.terminal.path, baud: baudOf(DEVICE), ask: false, wait: false },
      display: { host: "127.0.0.1", port: 0 },
      people: [],
      storage: { folder: join(folder, "storage"), segmentMegabytes: 8, recordingMegabytes: 64 },
      remote,
      floor: { collectors: parts.collectors },
      test: true,
    };
    // Every JSON text is YAML.
    writeFileSync(join(folder, "table.yaml"), JSON.stringify(config));
    const table = new WholeTable(log, parts, folder, line);
    await table.revive();
    return table;
  }

  /** The last line that its process said. */
  get lastWords(): string {
    return readFileSync(this.#saidPath, "utf8").trim().split("\n").at(-1) ?? "";
  }

  get #saidPath(): string {
    return join(this.#folder, "said.log");
  }

  seconds(): number {
    const pid = this.#child?.pid;
    return this.#secondsBefore + (pid === undefined ? 0 : processorSeconds(pid));
  }

  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Starts its process again; it plays when it is ready, and nobody waits for that. */
  revive(): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    const { program } = this.#parts;
    const command = program === null ? [process.execPath, ...NODE_OPTIONS, TIRADA] : [program];
    const words = [
      "--pdeathsig",
      "KILL",
      "--",
      ...command,
      "start",
      "--config",
      join(this.#folder, "table.yaml"),
    ];
    const said = openSync(this.#saidPath, "w", 0o600);
    const child = spawn("setpriv", words, { stdio: ["ignore", said, said], detached: true });
    closeSync(said);
    this.#child = child;
    this.#gone = new Promise((resolve) => child.once("exit", () => resolve()));
    return Promise.resolve();
  }

  /** Its wheel stands still; the unit goes on. */
  rest(): void {
    this.#playing.cancel();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.rest();
    await this.#end("SIGTERM");
    await this.#line.terminal.close();
  }

  /** Everything that it committed by now, with the signatures, read beside it. */
  lines(): readonly SignedLine[] {
    const epochs = journalEpochs(join(this.#folder, "storage"));
    try {
      return [...epochs.records()].map(({ line, sig }) => ({
        line: Buffer.from(line).toString("utf8"),
        sig: sig === null ? "" : base64(sig),
      }));
    } finally {
      epochs.release();
    }
  }

  async #end(name: NodeJS.Signals): Promise<void> {
    this.#secondsBefore = this.seconds();
    const child = this.#child;
    this.#child = null;
    child?.kill(name);
    await this.#gone;
  }
}

/** Plays a wheel and its people in real time, something goes wrong in one spin of thirty. */
function playWheel({ clock, seed }: WholeParts, line: WheelLine): Timer {
  const wheel = electronicDevice(
    electronicWheel(DEVICE, wheelPack(loadPack(RULEBOOK).pack), seed, PROFILES.default),
  );
  const from = clock.now();
  return clock.every(STEP_US, "simulated wheel", () => {
    for (const { sent, trouble } of wheel.run(clock.now() - from, line.terminal.takeHostBytes()).parts) {
      line.send(sent);
      if (trouble !== null) line.suffer(trouble);
    }
  });
}
