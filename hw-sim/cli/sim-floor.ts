import type { Command } from "commander";
import {
  numberOption,
  oneOf,
  type OptionsOf,
  printLine,
  stopSignal,
  wholeNumber,
} from "../../firmware/cli/common.ts";
import { EXIT, usageProblem } from "../../firmware/problem.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { tableLines } from "../../src/text/table-lines.ts";
import { FLOOR_FAULTS, FLOOR_PROFILES, type FloorFaultOutcome } from "../floor/faults.ts";
import { simulateFloor } from "../floor/run.ts";
import { MUST_BE_ZERO, type FloorScore, type Spread } from "../floor/score.ts";

/** Tables of one simulated floor, minutes of a run, and how many times faster than real they play. */
const TABLES_MAX = 1_000;
const MINUTES_MAX = 100_000;
const PACE_MAX = 16;

/** `tirada sim floor`. */
export function addSimFloor(command: Command): void {
  declareSimFloor(command).action(async (_floor, options) => simFloor(options));
}

const declareSimFloor = (command: Command) =>
  command
    .usage("floor [options]")
    .description(
      "Plays a casino's floor, with collectors and a database that are killed, frozen and cut off, and holds the store against what every table committed.",
    )
    .argument("<floor>", "the word floor")
    .option("--tables <number>", "tables that play", wholeNumber("--tables", 1, TABLES_MAX), 40)
    .option("--minutes <number>", "how long, real minutes", wholeNumber("--minutes", 1, MINUTES_MAX), 5)
    .addOption(numberOption("--pace <factor>", "how many times faster than real the tables play", 4, paceNamed))
    .option(
      "--seed <seed>",
      "the same seed plays the same rounds and has the same faults in the same order",
      "1",
    )
    .option(
      "--faults <profile>",
      `what happens to it: clean (nothing), default (each fault once), rough (each ${FLOOR_PROFILES.rough} times)`,
      oneOf(Object.keys(FLOOR_PROFILES) as (keyof typeof FLOOR_PROFILES)[]),
      "default" as keyof typeof FLOOR_PROFILES,
    )
    .option(
      "--whole <number>",
      "whole units that play beside them, at real pace",
      wholeNumber("--whole", 0, 64),
      0,
    )
    .option("--program <path>", "the installed program that a whole unit is; this one unless told")
    .option("--collectors <number>", "collectors side by side", wholeNumber("--collectors", 1, 8), 2)
    .option("--json", "the summary as one JSON object");

function paceNamed(text: string): number {
  const pace = Number(text);
  if (pace > 0 && pace <= PACE_MAX) return pace;
  throw usageProblem(`--pace ${text}: must be a number above 0, at most ${PACE_MAX}`);
}

async function simFloor(options: OptionsOf<typeof declareSimFloor>): Promise<void> {
  const { tables, minutes, pace, seed, collectors, whole, program = null, json = false } = options;
  const isLive = process.stderr.isTTY && !json;
  const score = await simulateFloor(
    {
      tables,
      pace,
      seed,
      collectors,
      whole,
      program,
      seconds: minutes * 60,
      stopped: stopSignal(),
      faults: FLOOR_FAULTS,
      times: FLOOR_PROFILES[options.faults],
      onFault: (outcome) => (json ? undefined : printLine(faultLine(outcome))),
      ...(isLive
        ? {
            onProgress: (s: number, stored: number) =>
              process.stderr.write(`\r${s} s, ${stored} records\u001b[K`),
          }
        : {}),
    },
    systemClock(),
  );
  if (isLive) process.stderr.write("\r\u001b[K");
  const head = { kind: "summary", family: "floor", faults: options.faults, seed, pace };
  if (json) printLine(JSON.stringify({ ...head, ...score, faults: options.faults, outcomes: score.faults }));
  else for (const line of scoreLines(score)) printLine(line);
  if (MUST_BE_ZERO.some((name) => score[name] > 0)) process.exitCode = EXIT.notValid;
}

/** `  64 s  collector-killed  https://127.0.0.1:8474/  lasted 3.1 s, all stored 0.4 s later`. */
function faultLine({ fault, atUs, at, lastedS, caughtUpS, said }: FloorFaultOutcome): string {
  const end = caughtUpS === null ? "NOT all stored in time" : `all stored ${caughtUpS.toFixed(1)} s later`;
  const words = [`lasted ${lastedS.toFixed(1)} s`, end, ...(said === "" ? [] : [said])];
  return `${String(Math.round(atUs / 1e6)).padStart(6)} s  ${fault.padEnd(17)} ${at}: ${words.join(", ")}`;
}

const spreadText = ({ p50, p99, most }: Spread): string => `p50 ${p50} · p99 ${p99} · most ${most} ms`;

function scoreLines(score: FloorScore): readonly string[] {
  const office = score.collectorSeconds + score.databaseSeconds;
  const share = ((office / score.seconds) * 100).toFixed(1);
  const rows: [string, string][] = [
    ["records", `${score.records} (${score.recordsPerSecond} a second), ${score.rounds} rounds`],
    ["commit to answer", spreadText(score.answered)],
    ["  without faults", spreadText(score.quietAnswered)],
    ["commit to page", spreadText(score.seen)],
    ["  without faults", spreadText(score.quietSeen)],
    [
      "processor",
      `collectors ${score.collectorSeconds} s, database ${score.databaseSeconds} s: ${share} % of a core`,
    ],
    ["a table", `${score.megabytesPerTable} MB, played on at most ${score.latestMs} ms late`],
  ];
  return [
    `${score.tables} tables${score.whole === 0 ? "" : ` and ${score.whole} whole units`}, ${score.seconds} s, ${score.faults.length} faults`,
    MUST_BE_ZERO.map((name) => `${name} ${score[name]}`).join(" · "),
    ...tableLines(rows, [{ width: 18 }], " ").map((line) => `  ${line}`),
  ];
}
