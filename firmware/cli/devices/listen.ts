import type { Command } from "commander";
import { EVERY_RATE, listenedDevices } from "../../listen/known-lines.ts";
import { usageProblem } from "../../problem.ts";
import { type OptionsOf, wholeNumber } from "../common.ts";
import { CONFIG_OPTION } from "../table-config.ts";

/** The longest that `--for` can be, seconds: a week. */
const FOR_MAX = 604_800;

/** `tirada listen`. */
export function addListen(command: Command): void {
  declareListen(command).action(async (port, options) => {
    checkNames(options);
    await (await import("./listen-line.ts")).listenTo(port, options);
  });
}

const declareListen = (command: Command) =>
  command
    .argument(
      "<port>",
      "a serial port, hid[:number], keyboard[:number], a capture, or with a configuration wheel, shoe, eye, thrower, witness",
    )
    .option(
      "--baud <rate>",
      "speed of a serial port; without it every speed is tried that a device has",
      wholeNumber("--baud", 1),
    )
    .option("--as <device>", "the device that it must be, instead of finding which")
    .option(...CONFIG_OPTION)
    .option("--for <seconds>", "ends then; without it at Ctrl-C", wholeNumber("--for", 1, FOR_MAX))
    .option("--bytes", "bytes in hex instead of text")
    .option("--send <question>", "asks once the device was found; nothing that has it act can be sent")
    .option("--out <file>", "writes a capture, which tirada replay reads")
    .option("--replace", "writes over an older capture")
    .option("--faces", "shows and keeps cards' faces: on a bench alone, where nobody plays with these cards")
    .option("--json", "one JSON object a line");

export type ListenOptions = OptionsOf<typeof declareListen>;

/** Throws a Problem for a device or a speed that nobody has, before anything is opened. */
function checkNames({ baud, as }: ListenOptions): void {
  if (as !== undefined && !listenedDevices().includes(as))
    throw usageProblem(`--as ${as}: no such device on a line; known: ${listenedDevices().join(", ")}`);
  if (baud !== undefined && !EVERY_RATE.includes(baud))
    throw usageProblem(
      `--baud ${baud}: no device speaks at this speed; known: ${EVERY_RATE.join(", ")}. Without --baud it is found`,
    );
}
