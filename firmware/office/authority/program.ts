import { Command } from "commander";
import { runCommands } from "../../cli/run-commands.ts";
import { AUTHORITY_COMMANDS } from "./list.ts";

/** The commands of `tirada ca` by themselves, as the package for machines of the office brings them. */
await runCommands(
  new Command("tirada-authority").description(
    "The authority of a casino: certificates of its units, its relay and its people.",
  ),
  AUTHORITY_COMMANDS,
  process.argv.slice(2),
);
