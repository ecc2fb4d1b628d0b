import { resolve } from "node:path";
import type { Command } from "commander";
import { numberOption, type OptionsOf, printLine, stopSignal } from "../../firmware/cli/common.ts";
import { makeFolder } from "../../firmware/files/durable.ts";
import { usageProblem } from "../../firmware/problem.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { writeCalibration } from "../../firmware/table/wheel/calibration-file.ts";
import { wheelPack } from "../../src/rules/pack.ts";
import type { Clock } from "../../src/time/clock.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { calibratedWheelOf, openSimulator } from "../bench/simulator.ts";
import { isRecorded, readScenario, type Happening, type Scenario } from "../scenarios/scenario-file.ts";
import { electronicDevice } from "../sim/devices.ts";
import { ELECTRONIC_DEVICES, PROFILES } from "../sim/profiles.ts";
import { WheelLine } from "../sim/wheel-line.ts";
import { electronicWheel } from "../sim/wheels.ts";

/** `tirada sim line`. */
export function addSimLine(command: Command): void {
  declareSimLine(command).action((_line, file, options) => serveLine(file, options));
}

const declareSimLine = (command: Command) =>
  command
    .usage("line [options] <scenario>")
    .description(
      "Plays the wheel of a scenario on a pseudo-terminal, in real time and without a unit, until Ctrl-C: for tirada accept and for adapters that are looped back.",
    )
    .argument("<line>", "the word line")
    .argument("<scenario>", "a scenario of a wheel")
    .requiredOption("--pty <path>", "the name that the pseudo-terminal gets")
    .option("--storage <folder>", "of a sensor board: where the calibration of its wheel is written")
    .addOption(numberOption("--speed <factor>", "how many times faster than real", 1, speedNamed));

function speedNamed(text: string): number {
  const speed = Number(text);
  if (speed > 0 && speed <= SPEED_MAX) return speed;
  throw usageProblem(`--speed ${text}: must be a number above 0, at most ${SPEED_MAX}`);
}

const SPEED_MAX = 4;
const SENSOR_BOARD = "sensor-board";
const STEP_US = 20_000;
const EASY_STEP_US = 4_000;

/** A wheel at the end of a line. */
interface PlayedLine {
  /** Goes on to `us` since it began. */
  step(us: number): void;
  happen(what: Happening): void;
  close(): Promise<void>;
}

async function serveLine(
  file: string,
  { pty, storage, speed }: OptionsOf<typeof declareSimLine>,
): Promise<void> {
  const scenario = readScenario(file);
  if (isRecorded(scenario))
    throw usageProblem(`${file}: it is a recording that was cut; tirada sim play plays it`);
  const line =
    scenario.device === SENSOR_BOARD
      ? await openBoard(scenario, pty, storage)
      : await openElectronic(scenario, pty);
  printLine(`${pty}: ${scenario.about} (${scenario.device}); Ctrl-C ends it`);
  await playUntilStopped(scenario, line, systemClock(), speed);
}

async function playUntilStopped(
  scenario: Scenario,
  line: PlayedLine,
  clock: Clock,
  speed: number,
): Promise<void> {
  const from = clock.now();
  const coming = [...scenario.happens];
  const stepUs = scenario.device === SENSOR_BOARD ? EASY_STEP_US : STEP_US;
  const timer = clock.every(stepUs, "simulated wheel", () => {
    const us = Math.round((clock.now() - from) * speed);
    while ((coming[0]?.us ?? Infinity) <= us) {
      const what = coming.shift();
      if (what !== undefined) line.happen(what);
    }
    line.step(us);
  });
  await stopSignal();
  timer.cancel();
  await line.close();
}

async function openBoard(
  { rulebook, seed }: Scenario,
  pty: string,
  storage: string | undefined,
): Promise<PlayedLine> {
  const simulator = await openSimulator({
    table: "",
    rulebook,
    seed,
    board: "fast",
    scenario: null,
    pty: resolve(pty),
  });
  if (storage !== undefined) {
    makeFolder(storage);
    writeCalibration(storage, calibratedWheelOf(rulebook, simulator), true);
  }
  return {
    step: (us) => void simulator.step(us),
    happen: (what) => {
      if (what.is === "fault") simulator.wheel.inject(what.fault);
      // A cable that cannot be plugged in stays out, and whoever reads it says so.
      else if (what.is === "cable") simulator.setCable(what.isIn).catch(() => undefined);
    },
    close: () => simulator.close(),
  };
}

async function openElectronic({ device, rulebook, seed }: Scenario, pty: string): Promise<PlayedLine> {
  const name = ELECTRONIC_DEVICES.find((one) => one === device);
  if (name === undefined)
    throw usageProblem(`a ${device} is played without a line (tirada sim play): only wheels are played on one`);
  const pack = wheelPack(loadPack(rulebook).pack);
  const wheel = electronicDevice(electronicWheel(name, pack, seed, PROFILES.clean));
  const line = await WheelLine.open(resolve(pty), seed);
  return {
    step: (us) => {
      for (const { sent, trouble } of wheel.run(us, line.terminal.takeHostBytes()).parts) {
        line.send(sent);
        if (trouble !== null) line.suffer(trouble);
      }
    },
    happen: (what) => {
      if (what.is === "fault") wheel.inject(what.fault);
      else if (what.is === "cable") line.suffer({ us: what.us, what: what.isIn ? "replug" : "unplug" });
    },
    close: () => line.terminal.close(),
  };
}
