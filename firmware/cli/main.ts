import { Command } from "commander";
import { commandsWith } from "./commands.ts";
import type { Laboratory } from "./laboratory.ts";
import { runCommands } from "./run-commands.ts";
import { RELEASE_ID, releaseText } from "../release.ts";

/**
 * The command line of tirada. `laboratory`: what lies beside the unit on this machine, if anything. `isAhead`: as of
 * {@link commandsWith}.
 */
export async function main(
  args: readonly string[],
  laboratory: Laboratory | null = null,
  isAhead = true,
): Promise<void> {
  const program = new Command("tirada")
    .description(
      "Firmware for electronic casino tables: reads wheels, cards and dice, judges every round, shows certified results.",
    )
    .version(releaseText(RELEASE_ID), "--version", "print the release");
  // From here on every room knows the families of tables.
  await runCommands(program, commandsWith(laboratory, isAhead), args, async () => {
    await import("../table/setup/families.ts");
  });
}
