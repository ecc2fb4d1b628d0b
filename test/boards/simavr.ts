import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BOARD_KINDS } from "../../drivers/boot-section/image.ts";
import type { CabledKind } from "../support/devices/cabled-board.ts";
import { CYCLES_PER_MS, OUTCOME_CYCLES, outcomeIn, RESET_CYCLE, type Outcome, type Timed } from "./flashing.ts";

/** Boards in Debian's simavr, by a program beside this file. */

const SOURCE = new URL("simavr-board.c", import.meta.url).pathname;
const FLAGS = { power: 0x01, reset: 0x02, brownout: 0x04, watchdog: 0x08 } as const;
const BITS_PER_CHARACTER = 10;

export class Simavr {
  readonly #folder: string;
  readonly #program: string;
  #runs = 0;

  /** Builds the program into a folder. Throws where Debian's simavr, or a compiler, is missing. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#program = join(this.#folder, "simavr-board");
    execFileSync("gcc", ["-O2", "-o", this.#program, SOURCE, "-lsimavr", "-lelf", "-lm"]);
  }

  /** What a board says, and what each cut leaves of its flash. */
  play(
    kind: CabledKind,
    flash: Uint8Array,
    lines: readonly Timed[],
  ): { said: string; cuts: readonly Uint8Array[] } {
    const cycles = Math.round((16_000_000 * BITS_PER_CHARACTER) / BOARD_KINDS[kind].baudRate);
    const end = (lines.at(-1)?.cycle ?? 0) + 200 * CYCLES_PER_MS;
    const script = [
      `reset ${RESET_CYCLE} ${FLAGS.reset}`,
      ...lines.map(({ cycle, line }) => `line ${cycle} ${cycles} ${line.trimEnd()}`),
      `end ${end}`,
    ];
    const cuts = join(this.#folder, `cuts-${this.#runs}`);
    mkdirSync(cuts);
    const said = this.#run(flash, script, cuts);
    const found: Uint8Array[] = [];
    for (;;) {
      try {
        found.push(readFileSync(join(cuts, `${found.length + 1}.bin`)));
      } catch {
        return { said, cuts: found };
      }
    }
  }

  /** What somebody who turns the power on sees. */
  outcomeOf(flash: Uint8Array): Outcome {
    const said = this.#run(flash, [`outcome ${OUTCOME_CYCLES}`]);
    if (said.endsWith("runs\n")) return "runs";
    const outcome = outcomeIn(said);
    if (outcome === null) throw new Error("the board neither runs nor waits");
    return outcome;
  }

  /** What a board says after power, and after each of these resets, 400 ms apart. */
  restart(flash: Uint8Array, causes: readonly (keyof typeof FLAGS)[]): string {
    const each = 400 * CYCLES_PER_MS;
    const resets = causes.map((cause, at) => `reset ${(at + 1) * each} ${FLAGS[cause]}`);
    return this.#run(flash, [...resets, `end ${(causes.length + 1) * each}`]);
  }

  #run(flash: Uint8Array, script: readonly string[], cuts?: string): string {
    const run = this.#runs++;
    const [flashFile, scriptFile] = [join(this.#folder, `${run}.bin`), join(this.#folder, `${run}.txt`)];
    writeFileSync(flashFile, flash);
    writeFileSync(scriptFile, `${script.join("\n")}\n`);
    return execFileSync(this.#program, [flashFile, scriptFile, ...(cuts === undefined ? [] : [cuts])], {
      encoding: "latin1",
      maxBuffer: 1_048_576,
    });
  }
}
