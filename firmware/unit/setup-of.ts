import { createHash } from "node:crypto";
import { readTextFile, type FileError } from "../read-file.ts";
import { readCardTable, TABLE_LIMITS } from "../../drivers/shoe/reader/card-table.ts";
import {
  isCardTable,
  isDiceTable,
  type CardTableConfig,
  type Config,
  type ShoeConfig,
  type WheelTableConfig,
} from "../config/config.ts";
import type { CardPack, Pack, WheelPack } from "../../src/rules/pack.ts";
import { editionText, isInForce } from "../../src/rules/editions.ts";
import { ringProblems } from "../../src/rules/ring.ts";
import type { Path } from "../../src/rules/yaml.ts";
import type { Day } from "../../src/time/day.ts";
import { DATA, RulebookError } from "../rules/library.ts";
import { loadPack } from "../rules/load.ts";
import { optionsIn } from "../../drivers/options.ts";
import type { CodeKind } from "../../drivers/shoe/reader/card-table.ts";
import type { Codes, ShoePortKind } from "../../drivers/shoe/device.ts";
import { findDevice, SHOE_OPTIONS, WHEEL_OPTIONS } from "../config/devices.ts";
import { CALIBRATION_FILE, readCalibration } from "../wheel/calibration-file.ts";
import { deviceNames, diceOptions, diceSetupOf } from "./dice-setup-of.ts";
import { firstDiceConfig, firstDiceOf } from "../setup/first-dice.ts";
import { EXIT, Problem } from "../problem.ts";
import { decksOf, decksProblem } from "../setup/shoe-decks.ts";
import {
  tableSetup,
  type ShoeTableSetup,
  type TableSetup,
  type WheelTableSetup,
} from "../setup/table-setup.ts";

/**
 * The table of a configuration, with what its storage folder knows of the device. `day`: the calendar's day on which it starts,
 * which chooses the edition of its rulebook; null: the newest. Throws Problem when no edition is in force on that day, or rulebook,
 * device and what belongs to it do not fit each other. A sensor board without a calibration is not refused: the table then runs,
 * certifies nothing and says why.
 */
export function setupOf(given: Config, day: Day | null = null): TableSetup {
  const config = day === null ? given : inEdition(given, day);
  const problem = deviceProblem(config);
  if (problem !== null) throw new Problem(EXIT.usage, problem.message);
  if (isDiceTable(config)) {
    const pack = packOf(config.table.rulebook);
    if (pack?.family !== "dice") throw new Problem(EXIT.usage, `unknown rulebook ${config.table.rulebook}`);
    return diceSetupOf(config, pack);
  }
  return isCardTable(config) ? shoeSetupOf(config) : wheelSetupOf(config);
}

/**
 * The configuration with the edition of its rulebook that is the law on that day. One that it pins must be in force too; a table
 * with `test: true` may try any.
 */
export function inEdition<T extends Config>(config: T, day: Day): T {
  const { table, test } = config;
  try {
    const { name, pack } = loadPack(table.rulebook, DATA, day);
    if (!test && !isInForce(pack, day))
      throw new RulebookError(
        `table.rulebook: ${name} is not in force on ${day}, it is edition ${editionText(pack)}; leave out @${pack.edition}, or set test: true to try it`,
      );
    return { ...config, table: { ...table, rulebook: name } };
  } catch (error) {
    if (!(error instanceof RulebookError)) throw error;
    throw new Problem(EXIT.usage, error.message, { cause: error });
  }
}

/** Whether a device of this name learns its wheel from a guided spin. */
function learns(name: string): boolean {
  const device = findDevice(name);
  return device?.family === "wheel" && device.learning !== null;
}

export function wheelSetupOf({ table, wheel, storage }: WheelTableConfig): WheelTableSetup {
  const stored = learns(wheel.device) ? readCalibration(storage.folder) : null;
  const calibration = stored === null ? null : { ...stored.learned };
  const setup = tableSetup(table.rulebook, wheel.device, table.houseRules, {
    ...optionsIn(wheel, WHEEL_OPTIONS),
    baud: wheel.baud,
    ring: wheel.ring,
    calibration,
  });
  if (setup.family !== "wheel")
    throw new Problem(EXIT.usage, `${wheel.device} is no wheel: write it under shoe instead of wheel`);
  if (stored !== null && stored.kind !== setup.options.kind)
    throw new Problem(
      EXIT.usage,
      `${storage.folder}/${CALIBRATION_FILE} was learned on a ${stored.kind}, and ${table.rulebook} is played on a ${setup.options.kind}; learn it anew with tirada wheel calibrate --replace`,
    );
  return setup;
}

function shoeSetupOf({ table, shoe }: CardTableConfig): ShoeTableSetup {
  const pack = packOf(table.rulebook);
  const { decks, codes, device } = shoe;
  const dice = firstDiceConfig(shoe);
  const game = pack?.family === "shoe" ? firstDiceOf(pack) : null;
  const devices = dice === null ? device : `${device}+${deviceNames(dice)}`;
  const setup = tableSetup(table.rulebook, devices, table.houseRules, {
    ...optionsIn(shoe, SHOE_OPTIONS),
    ...(dice === null || game === null ? {} : { firstDice: diceOptions(dice, game) }),
    decks: pack?.family === "shoe" ? decksOf(pack, decks) : [],
    codes: codes === undefined ? null : readCodes(codes, device),
    port: portOf(shoe),
  });
  if (setup.family !== "shoe")
    throw new Problem(EXIT.usage, `${device} is a wheel: write it under wheel instead of shoe`);
  return setup;
}

/** How the device is plugged in: by the key that names it, and a scanner is a keyboard. */
export function portOf({
  device,
  path,
}: Pick<ShoeConfig, "device"> & { readonly path?: string }): ShoePortKind {
  if (path !== undefined) return "serial";
  const found = findDevice(device);
  return found?.family === "shoe" && found.ports.includes("keyboard") ? "keyboard" : "hid";
}

/** Reads a table of codes. Throws Problem naming file and lines, never what stands there. */
export function readCodes(path: string, device: string): Codes {
  const found = findDevice(device);
  const kind: CodeKind = (found?.family === "shoe" ? found.codes : null) ?? "bar-code";
  let text: string;
  try {
    text = readTextFile(path, 4 * TABLE_LIMITS.characters);
  } catch (error) {
    throw new Problem(EXIT.usage, `the table of codes: ${(error as FileError).message}`, { cause: error });
  }
  const read = readCardTable(text, kind);
  if (!read.ok) throw new Problem(EXIT.usage, `${path}: ${read.problems.join("; ")}`);
  return { table: read.table, sha256: createHash("sha256").update(text).digest("hex") };
}

/** Something in a configuration that shows only beside its rulebook, and where it stands there. */
export interface ConfigProblem {
  readonly path: Path;
  readonly message: string;
}

/** What is wrong with the device's part of a configuration, or null. An unknown rulebook is somebody else's to refuse. */
export function deviceProblem(config: Config): ConfigProblem | null {
  const pack = packOf(config.table.rulebook);
  if (pack === null) return null;
  const given = isDiceTable(config) ? "dice" : isCardTable(config) ? "shoe" : "wheel";
  if (given !== pack.family) {
    const played = { wheel: "on a wheel", shoe: "with cards", dice: "with dice" }[pack.family];
    const message = `${config.table.rulebook} is played ${played}: it needs ${pack.family}, not ${given}`;
    return { path: [given], message };
  }
  if (isCardTable(config) && pack.family === "shoe")
    return decksFault(config.shoe, pack) ?? firstDiceFault(config.shoe, pack);
  if (config.wheel !== undefined && pack.family === "wheel") return ringProblem(config, pack);
  return null;
}

function decksFault({ decks }: ShoeConfig, pack: CardPack): ConfigProblem | null {
  const problem = decksProblem(pack, decksOf(pack, decks));
  if (problem === null) return null;
  const at = problem.deck === null ? [] : [problem.deck];
  return { path: ["shoe", "decks", ...at], message: `shoe.decks: ${problem.message}` };
}

function firstDiceFault({ dice }: ShoeConfig, pack: CardPack): ConfigProblem | null {
  if (dice === undefined || firstDiceOf(pack) !== null) return null;
  const message = `shoe.dice: ${pack.jurisdiction}/${pack.game} does not begin with dice; leave dice out`;
  return { path: ["shoe", "dice"], message };
}

function ringProblem({ wheel, test }: WheelTableConfig, pack: WheelPack): ConfigProblem | null {
  const path = ["wheel", "ring"];
  if (wheel.ring === undefined) {
    // Only the counts of a bowl or a disc are law; the order of a pack's ring is nobody's wheel.
    if (pack.wheel.basis !== "inferred" || test) return null;
    const cells = pack.wheel.kind === "disc" ? "cells" : "holes";
    const message = `wheel.ring is missing: the order of the ${cells} is this wheel's own; take it from the wheel, clockwise`;
    return { path, message };
  }
  const problems = ringProblems(pack, wheel.ring);
  return problems.length === 0 ? null : { path, message: `wheel.ring: ${problems.join("; ")}` };
}

function packOf(rulebook: string): Pack | null {
  try {
    return loadPack(rulebook).pack;
  } catch (error) {
    if (error instanceof RulebookError) return null;
    throw error;
  }
}
