import type { Command } from "commander";
import { type OptionsOf, printLine } from "../../firmware/cli/common.ts";
import { writeFileSync } from "../../firmware/files/disk.ts";
import { errorText, usageProblem } from "../../firmware/problem.ts";
import { readCapture, type Capture } from "../../firmware/replay/capture.ts";
import { lookUpDevice } from "../../firmware/table/config/devices.ts";
import { cutRecording, type Cut } from "../scenarios/cut-recording.ts";
import { scenarioOf, timeOfUs, usOfTime, isTime } from "../scenarios/scenario-file.ts";
import { playScenario } from "../sim/play-scenario.ts";
import "../../firmware/table/setup/every-family.ts";

/** `tirada sim cut`. */
export function addSimCut(command: Command): void {
  declareSimCut(command).action((_cut, recording, options) => cutFile(recording, options));
}

const declareSimCut = (command: Command) =>
  command
    .usage("cut [options] <recording>")
    .description(
      "Cuts a part of a recording of a wheel or of dice into a scenario, plays it, and writes down what it comes to.",
    )
    .argument("<cut>", "the word cut")
    .argument("<recording>", "a recording of tirada, or a text log of a wheel; may be gzip-compressed")
    .requiredOption("--out <file>", "the scenario to write; a new file")
    .option("--from <time>", "where it begins, minutes and seconds of the recording", timeNamed, 0)
    .option("--to <time>", "where it ends; the end of the recording unless told", timeNamed)
    .option("--about <text>", "what it shows, for people")
    .option("--device <device>", "of a text log, which names none")
    .option("--rulebook <rulebook>", "of a text log; of a recording its own unless told");

function timeNamed(text: string): number {
  if (isTime(text)) return usOfTime(text);
  throw usageProblem(`${text}: a time is minutes and seconds of the recording, 01:30 or 01:30.250`);
}

async function cutFile(recording: string, options: OptionsOf<typeof declareSimCut>): Promise<void> {
  const capture = captureOf(recording);
  const cut = cutOf(capture, recording, options);
  // What it comes to is what a technician then reads, and puts right where it should be otherwise.
  const { came } = await playScenario(scenarioOf(cutRecording(capture, cut), options.out));
  const comes = came.map(({ outcome }) => outcome);
  try {
    writeFileSync(options.out, cutRecording(capture, cut, comes), { flag: "wx" });
  } catch (error) {
    throw usageProblem(`cannot write ${options.out}: ${errorText(error)}; name a new file`, error);
  }
  printLine(
    `${options.out}: ${timeOfUs(cut.toUs - cut.fromUs)} of ${recording}; it comes to: ${comes.join(", ") || "nothing"}`,
  );
}

function captureOf(recording: string): Capture {
  try {
    return readCapture(recording);
  } catch (error) {
    throw usageProblem(errorText(error), error);
  }
}

function cutOf(
  { own, entries }: Capture,
  recording: string,
  { from, to, about, ...named }: OptionsOf<typeof declareSimCut>,
): Cut {
  const device = own?.device ?? named.device;
  const rulebook = named.rulebook ?? own?.rulebook;
  if (device === undefined || rulebook === undefined)
    throw usageProblem("a text log names neither device nor rulebook: say --device and --rulebook");
  if (lookUpDevice(device.split("+", 1)[0] ?? "")?.family === "shoe")
    throw usageProblem(
      `${recording} is of a card table: what its device said has the faces of cards that lay face down, and is handed on by a case file alone (tirada export --case)`,
    );
  const lastUs = (entries.at(-1)?.t ?? 0) - (entries[0]?.t ?? 0);
  const toUs = Math.min(to ?? Infinity, lastUs);
  if (toUs <= from)
    throw usageProblem(
      `--to must come after --from, and both within the recording, which lasts ${timeOfUs(lastUs)}`,
    );
  return {
    about: about ?? `cut from ${recording.split("/").at(-1) ?? ""}`,
    device,
    rulebook,
    fromUs: from,
    toUs,
  };
}
