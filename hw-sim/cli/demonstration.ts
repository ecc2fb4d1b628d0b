import type { Demo, DemonstrationOptions, PrintLine } from "../../firmware/cli/laboratory.ts";
import { EXIT, Problem } from "../../firmware/problem.ts";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";
import type { Clock } from "../../src/time/clock.ts";
import { openBallsDemo } from "../demo/balls.ts";
import { openCapturedDemo } from "../demo/captured.ts";
import { openCardDemo } from "../demo/cards.ts";
import { openDiceDemo } from "../demo/dice.ts";
import { openElectronicDemo } from "../demo/electronic.ts";
import { openSensorsDemo } from "../demo/sensors.ts";
import { findDemoTable } from "../demo/tables.ts";
import { isRecorded, readScenario, type Scenario } from "../scenarios/scenario-file.ts";
import { scenarioName } from "../scenarios/scenario-folder.ts";
import { ELECTRONIC_DEVICES } from "../sim/profiles.ts";
import { SPEED_MOST } from "./demonstration-options.ts";
import "../../firmware/table/setup/every-family.ts";

/**
 * A capture has no clock of its own. A board has one, and its line must stay fast compared with it; an emulated board takes a
 * core. A wheel with electronics sends two lines a second. A card must be on the screens before the next one leaves.
 */
const SPEED_MAX = { captured: SPEED_MOST, electronic: 10, fast: 4, emulated: 1, cards: 6, dice: 4, balls: 6 };
const PEOPLED = {
  shoe: [SPEED_MAX.cards, "card"],
  dice: [SPEED_MAX.dice, "dice"],
  balls: [SPEED_MAX.balls, "bingo"],
} as const;

/** The demonstration that `tirada start` was asked for. */
export async function openDemonstration(
  options: DemonstrationOptions,
  clock: Clock,
  say: PrintLine,
): Promise<Demo> {
  if (options.scenario !== undefined) return openScenario(options.scenario, options, clock, say);
  const { speed = 1, board = "fast", seed = "1" } = options;
  const table = options.table ?? "roulette";
  const chosen = findDemoTable(table);
  const rulebook = options.rulebook ?? chosen.rulebook;
  const folder = options.storage === undefined ? {} : { folder: options.storage };
  if (chosen.wheel === null) {
    const [most, what] = PEOPLED[chosen.family];
    if (speed > most) throw new Problem(EXIT.usage, `--speed ${speed}: at most ${most} at a ${what} table`);
    if (chosen.family === "balls") return openBallsDemo(clock, { rulebook, speed, seed, ...folder });
    if (chosen.family === "dice") return openDiceDemo(clock, { rulebook, speed, seed, ...folder }, say);
    return openCardDemo(clock, { rulebook, speed, seed, ...folder }, say);
  }
  const { wheel, device } = chosen;
  tableSetup(rulebook, device, []);
  if (wheel === "captured") return openCapturedDemo(clock, rulebook, speed, options.storage);
  if (device === "sensor-board") {
    requireSpeed(speed, SPEED_MAX[board], `the ${board} board`);
    return openSensorsDemo(clock, { table, rulebook, speed, board, seed, ...folder }, say);
  }
  if (board === "emulated") throw new Problem(EXIT.usage, `--board emulated: --table ${table} has no board`);
  requireSpeed(speed, SPEED_MAX.electronic, `a simulated ${device}`);
  return openElectronicDemo(clock, { table, rulebook, device, speed, seed, ...folder });
}

/** The table of a scenario, in real time, with what its file says happens. */
async function openScenario(
  path: string,
  { table, rulebook, seed, speed = 1, board = "fast", storage }: DemonstrationOptions,
  clock: Clock,
  say: PrintLine,
): Promise<Demo> {
  const scenario = readScenario(path);
  const { device } = scenario;
  const refuse = (why: string): never => {
    throw new Problem(EXIT.usage, `--scenario ${path}: ${why}`);
  };
  if (table !== undefined || rulebook !== undefined || seed !== undefined)
    refuse("its file names table, rulebook and seed; leave --table, --rulebook and --seed out");
  if (isRecorded(scenario)) refuse("it is a recording that was cut; tirada sim play plays it");
  const choice = {
    table: scenarioName(scenario),
    rulebook: scenario.rulebook,
    seed: scenario.seed,
    speed,
    scenario,
    ...(storage === undefined ? {} : { folder: storage }),
  };
  if (device === "sensor-board") {
    requireSpeed(speed, SPEED_MAX[board], `the ${board} board`);
    return openSensorsDemo(clock, { ...choice, board, scenario: path }, say);
  }
  const electronic = ELECTRONIC_DEVICES.find((one) => one === device);
  if (electronic === undefined) return openPeoplesScenario(scenario, choice, clock, say);
  requireSpeed(speed, SPEED_MAX.electronic, `a simulated ${device}`);
  return openElectronicDemo(clock, { ...choice, device: electronic });
}

/** Of cards and dice: what people do at the table, at the times of the file. */
async function openPeoplesScenario(
  { file, table, happens, rulebook, seed }: Scenario,
  { speed, folder }: { readonly speed: number; readonly folder?: string },
  clock: Clock,
  say: PrintLine,
): Promise<Demo> {
  if (happens.some(({ is }) => is !== "fault"))
    throw new Problem(
      EXIT.usage,
      `--scenario ${file}: at this table a demonstration plays faults alone, as tirada sim play does`,
    );
  const wanted = happens.flatMap((one) => (one.is === "fault" ? [{ us: one.us, fault: one.fault }] : []));
  const choice = { rulebook, seed, speed, wanted, ...(folder === undefined ? {} : { folder }) };
  if (table.name === "dice") {
    requireSpeed(speed, SPEED_MAX.dice, "dice");
    return openDiceDemo(clock, choice, say);
  }
  if (table.name === "shoe") {
    requireSpeed(speed, SPEED_MAX.cards, "cards");
    return openCardDemo(clock, choice, say);
  }
  throw new Problem(
    EXIT.usage,
    `--scenario ${file}: a demonstration has no ${table.device}; tirada sim play plays it`,
  );
}

function requireSpeed(speed: number, most: number, what: string): void {
  if (speed > most) throw new Problem(EXIT.usage, `--speed ${speed}: at most ${most} with ${what}`);
}
