import type { Command } from "commander";
import { DEMO_TABLES } from "../demo/tables.ts";

/** What `tirada start` may be asked of a demonstration. */
export function addDemonstrationOptions(start: Command): void {
  start
    .option("--speed <factor>", "demonstration: how many times faster than real", "1")
    .option(
      "--table <table>",
      `demonstration: ${Object.keys(DEMO_TABLES).join(", ")}, a card game: punto-y-banca, es-cb/black-jack …, or a game of dice: sic-bo, cl/craps …`,
    )
    .option("--board <board>", "demonstration of sensors: fast, or emulated (the real firmware image)", "fast")
    .option(
      "--seed <seed>",
      "demonstration of sensors, cards or dice: the same seed plays the same spins, shuffles or throws",
      "1",
    );
}
