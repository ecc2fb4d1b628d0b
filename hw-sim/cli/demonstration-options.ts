import type { Command } from "commander";
import { numberOption } from "../../firmware/cli/common.ts";
import { usageProblem } from "../../firmware/problem.ts";
import { DEMO_TABLES } from "../demo/tables.ts";

/** The most that any demonstration is sped up. */
export const SPEED_MOST = 1_000;

/** What `tirada start` may be asked of a demonstration. */
export const addDemonstrationOptions = (start: Command) =>
  start
    .addOption(
      numberOption("--speed <factor>", "demonstration: how many times faster than real", 1, speedNamed),
    )
    .option(
      "--table <table>",
      `demonstration: ${Object.keys(DEMO_TABLES).join(", ")}, a card game: punto-y-banca, es-cb/black-jack …, a game of dice: sic-bo, cl/craps …, or bingo`,
    )
    .option(
      "--scenario <file>",
      "demonstration: a scenario, whose table is shown and at which happens what it says",
    )
    .option(
      "--floor",
      "demonstration: a casino's floor of 40 playing tables, with its page (see docs/floor.md)",
    )
    .option(
      "--board <board>",
      "demonstration of sensors: fast, or emulated (the real firmware image)",
      boardNamed,
      "fast" as Board,
    )
    .option(
      "--seed <seed>",
      // A scenario names its own seed: whether one was typed must be known.
      'demonstration of sensors, cards or dice: the same seed plays the same spins, shuffles or throws (default: "1")',
    );

type Board = "fast" | "emulated";

function speedNamed(text: string): number {
  const speed = Number(text);
  if (speed > 0 && speed <= SPEED_MOST) return speed;
  throw usageProblem(`--speed ${text}: must be a number above 0, at most ${SPEED_MOST}`);
}

function boardNamed(text: string): Board {
  if (text === "fast" || text === "emulated") return text;
  throw usageProblem(`--board ${text}: must be fast or emulated`);
}
