import { openSerial } from "../../../drivers/transport/serial.ts";
import { SETTINGS, settingProblem, type Setting } from "../../../drivers/wheel/sensor-board/lines.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { deviceNamed } from "../../table/config/devices.ts";
import { EXIT, Problem, usageProblem } from "../../problem.ts";
import { asProblem } from "../../unit/failure.ts";
import { tableSetup } from "../../table/setup/table-setup.ts";
import { BoardTalk } from "../../table/wheel/board-talk.ts";
import { calibrateBoard } from "../../table/wheel/calibrate.ts";
import { CALIBRATION_FILE, readCalibration, writeCalibration } from "../../table/wheel/calibration-file.ts";
import { readConfigInForce } from "../../unit/configuration/ordered-configuration.ts";
import { readConfig } from "../../unit/configuration/read-config.ts";
import { openTerminal, technicianAt } from "../terminal.ts";
import { printLine } from "../common.ts";
import "../../table/setup/every-family.ts";

/** The technician's commands for a wheel sensor board. The unit must be stopped: a port has one owner. */

export const SENSOR_BOARD = "sensor-board";

/** Opens with `open`, uses it, and always closes it. Rejects with a Problem. */
export async function useAndClose<Talk extends { close(): Promise<void> }>(
  open: () => Promise<Talk>,
  use: (talk: Talk) => Promise<void>,
): Promise<void> {
  try {
    const talk = await open();
    try {
      await use(talk);
    } finally {
      await talk.close();
    }
  } catch (error) {
    throw asProblem(error);
  }
}

/** Opens the board, exchanges lines, and always closes it. */
export async function withBoard(
  path: string,
  use: (talk: BoardTalk) => Promise<void>,
  baudRate = deviceNamed(SENSOR_BOARD).baudRate,
): Promise<void> {
  const clock = systemClock();
  await useAndClose(() => BoardTalk.open(openSerial({ path, baudRate, clock }), clock), use);
}

export async function boardIdentity(to: BoardTalk): Promise<void> {
  const identity = await to.askIdentity();
  printLine(JSON.stringify({ ...identity, debounce: await to.get("debounce") }, null, 2));
}

export async function boardSelfTest(to: BoardTalk): Promise<void> {
  const answered = await to.selfTest();
  const blind: string[] = [];
  for (const [letter, value] of Object.entries(answered)) {
    const holes = letter === "H" || letter === "G";
    const text = holes ? holesText(value) : value === 1 ? "answers" : "does not answer";
    printLine(`${letter}  ${text}`);
    if (value === 0) blind.push(letter);
  }
  if (blind.length > 0)
    throw new Problem(
      EXIT.device,
      `sensors that do not answer: ${blind.join(" ")}; clean them, check their plugs`,
    );
}

/** Holes whose sensor answers, numbered from 0 as on the board. */
function holesText(map: number): string {
  const answering = Array.from({ length: 24 }, (_, hole) => hole).filter((hole) => ((map >> hole) & 1) === 1);
  return answering.length === 0 ? "no hole answers" : `holes ${answering.join(" ")} answer`;
}

export async function boardGet(to: BoardTalk, name: string | undefined): Promise<void> {
  for (const key of name === undefined ? SETTINGS : [settingOf(name)]) printLine(`${key} ${await to.get(key)}`);
}

export async function boardSet(to: BoardTalk, name: string, value: string): Promise<void> {
  printLine(`${name} ${await to.set(settingOf(name), value)}`);
}

/** Refuses before the port is opened what needs no board to be refused. Throws Problem. */
export function checkSetting(name: string, values: readonly string[]): string {
  const key = settingOf(name);
  const [value = ""] = values;
  const problem = values.length === 1 ? settingProblem(key, value) : "takes one value";
  if (problem !== null) throw usageProblem(`${key} ${values.join(" ")}: ${problem}; nothing was sent`);
  return value;
}

function settingOf(name: string): Setting {
  const found = SETTINGS.find((key) => key === name);
  if (found === undefined)
    throw usageProblem(`a sensor board has no setting "${name}"; known: ${SETTINGS.join(", ")}`);
  return found;
}

interface CalibrateOptions {
  readonly config?: string;
  readonly device?: string;
  readonly rulebook?: string;
  readonly storage?: string;
  readonly replace?: true;
}

interface Place {
  readonly path: string;
  readonly baud: number | undefined;
  readonly folder: string;
  readonly kind: "roulette" | "bowl" | "disc";
  readonly ring: readonly string[];
}

/** The guided spin; writes the calibration into the table's storage folder at its very end. */
export async function calibrateWheel(options: CalibrateOptions): Promise<void> {
  const { path, baud, folder, kind, ring } = await placeOf(options);
  // Before anybody has turned a rotor for nothing.
  if (options.replace !== true && readCalibration(folder) !== null)
    throw usageProblem(
      `${folder}/${CALIBRATION_FILE} is there already; say --replace to put the new one in its place`,
    );
  const learn = async (board: BoardTalk): Promise<void> => {
    const person = openTerminal();
    try {
      const learned = await calibrateBoard(board, { kind, ring }, technicianAt(person));
      const written = writeCalibration(folder, { kind, learned }, options.replace === true);
      printLine(JSON.stringify(learned));
      printLine(`written to ${written}`);
    } finally {
      person.leave();
    }
  };
  await withBoard(path, learn, baud);
}

export async function printCalibration(options: Pick<CalibrateOptions, "config" | "storage">): Promise<void> {
  const folder =
    options.config === undefined ? options.storage : (await readConfig(options.config)).storage.folder;
  if (folder === undefined) throw usageProblem("say --config FILE or --storage FOLDER");
  const stored = readCalibration(folder);
  if (stored === null)
    throw usageProblem(`${folder} has no ${CALIBRATION_FILE}; learn one with tirada wheel calibrate`);
  const { kind, learned } = stored;
  const board = learned.board.toString(16).toUpperCase().padStart(8, "0");
  printLine(JSON.stringify({ kind, ...learned, board }, null, 2));
}

async function placeOf(options: CalibrateOptions): Promise<Place> {
  if (options.config !== undefined) {
    const { table, wheel, storage } = await readConfigInForce(options.config);
    if (wheel?.device !== SENSOR_BOARD)
      throw usageProblem(
        `${options.config}: wheel.device is ${wheel?.device ?? "missing"}; only a ${SENSOR_BOARD} is calibrated`,
      );
    const { kind, ring } = tableSetup(table.rulebook, SENSOR_BOARD, table.houseRules, {
      ring: wheel.ring,
    }).options;
    return { path: wheel.path, baud: wheel.baud, folder: storage.folder, kind, ring };
  }
  const { device, rulebook, storage } = options;
  if (device === undefined || rulebook === undefined || storage === undefined)
    throw usageProblem("say --config FILE, or --device PATH, --rulebook NAME and --storage FOLDER");
  const { kind, ring } = tableSetup(rulebook, SENSOR_BOARD, []).options;
  return { path: device, baud: undefined, folder: storage, kind, ring };
}
