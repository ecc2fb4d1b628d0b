import { familyOf } from "../../src/table/families.ts";
import { bestOf, type DiceRig } from "../../drivers/dice/rig.ts";
import { valuesUnrecorded } from "../../drivers/options.ts";
import type { ShoeDevice, ShoePlace } from "../../drivers/shoe/device.ts";
import type { WheelDevice, WheelPlace } from "../../drivers/wheel/device.ts";
import { WHEEL_BAUD } from "../../drivers/wheel/pace.ts";
import { coverageOf, type Coverage } from "../../src/rules/coverage.ts";
import { judge } from "../../src/rules/engine.ts";
import type { Abilities } from "../../src/rules/facts.ts";
import { rulebookName, type CardPack, type DicePack, type Pack, type WheelPack } from "../../src/rules/pack.ts";
import { ringProblems } from "../../src/rules/ring.ts";
import { outcomePlay } from "../../src/table/shoe/plays/index.ts";
import type { TableRules } from "../../src/table/turn.ts";
import {
  deviceNamed,
  SHOE_OPTIONS,
  SHOE_TYPES,
  WHEEL_OPTIONS,
  WHEEL_TYPES,
  type ShoeDeviceName,
  type ShoeOptions,
  type WheelDeviceName,
  type WheelOptions,
} from "../config/devices.ts";
import { EYE_PORT, SHOE_PORT, WHEEL_PORT } from "../../src/recording/entry.ts";
import { loadPack, type LoadedPack } from "../rules/load.ts";
import type { DicePipelineSetup, ShoePipelineSetup, WheelPipelineSetup } from "../table/pipeline-setup.ts";
import {
  diceDevices,
  diceOf,
  diceTypes,
  rigOf,
  type DiceDevices,
  type DicePart,
  type DiceTableOptions,
} from "./dice-setup.ts";
import { firstDiceOf } from "./first-dice.ts";
import { EXIT, Problem } from "../problem.ts";
import { decksProblem } from "./shoe-decks.ts";

export { SHOE_PORT, WHEEL_PORT } from "../../src/recording/entry.ts";

export interface WheelTableSetup extends WheelPipelineSetup {
  readonly pack: WheelPack;
  readonly coverage: Coverage;
  readonly device: WheelDevice;
  readonly options: WheelPlace & WheelOptions;
}

export interface ShoeTableSetup extends ShoePipelineSetup {
  readonly pack: CardPack;
  readonly coverage: Coverage;
  readonly options: ShoePlace & ShoeOptions;
  readonly dice: FirstDice | null;
}

/** The devices of the dice by which a game of cards begins. */
export interface FirstDice extends DiceDevices {
  readonly rig: DiceRig;
}

export interface DiceTableSetup extends DicePipelineSetup {
  readonly pack: DicePack;
  readonly coverage: Coverage;
  readonly parts: readonly DicePart[];
}

export type TableSetup = WheelTableSetup | ShoeTableSetup | DiceTableSetup;

/** What the table's configuration, its storage folder or a recording say of the wheel. */
export type TableOptions = Partial<WheelOptions & Pick<WheelPlace, "baud" | "calibration">> & {
  /** The order of this very wheel; absent or null: the rulebook's own. */
  readonly ring?: readonly string[] | null | undefined;
};

/** What they say of a card device. Without `decks` it cannot be set up, without `port` it is plugged in the usual way. */
export type ShoeTableOptions = Partial<ShoePlace & ShoeOptions> & {
  /** Of the dice by which the game begins. */
  readonly firstDice?: DiceTableOptions;
};

/**
 * A rulebook, a device and the house's readings made ready to judge. The number of pockets is the rulebook's own, so
 * a double zero is impossible on a table without one. Throws Problem when one of them is unknown or they do not fit.
 */
export function tableSetup(
  rulebook: string | LoadedPack,
  device: WheelDeviceName,
  houseRules: readonly string[],
  options?: TableOptions,
): WheelTableSetup;
export function tableSetup(
  rulebook: string | LoadedPack,
  device: ShoeDeviceName,
  houseRules: readonly string[],
  options: ShoeTableOptions,
): ShoeTableSetup;
export function tableSetup(
  rulebook: string | LoadedPack,
  device: string,
  houseRules: readonly string[],
  options?: TableOptions & ShoeTableOptions & DiceTableOptions,
): TableSetup;
export function tableSetup(
  rulebook: string | LoadedPack,
  device: string,
  houseRules: readonly string[],
  options: TableOptions & ShoeTableOptions & DiceTableOptions = {},
): TableSetup {
  return told(() => {
    const { pack, id } = loadedOf(rulebook);
    if (pack.family === "dice") return diceSetup(pack, device, houseRules, options);
    const { own, beside } = devicesOf(pack, device);
    const type = fitting(id, pack, own);
    return type.family === "wheel"
      ? wheelSetup(pack as WheelPack, type, houseRules, options)
      : shoeSetup(pack as CardPack, { type, beside }, houseRules, options);
  });
}

/** What a device type can see of a rulebook, without a table. Throws Problem when they do not fit. */
export function coverageFor(
  rulebook: string | LoadedPack,
  device: string,
  houseRules: readonly string[],
  options: TableOptions = {},
): Coverage {
  return told(() => {
    const { pack, id } = loadedOf(rulebook);
    if (pack.family === "dice") return coverageOf(pack, diceAbilities(pack, device), houseRules);
    const type = fitting(id, pack, devicesOf(pack, device).own);
    return type.family === "wheel"
      ? wheelSetup(pack as WheelPack, type, houseRules, options).coverage
      : coverageOf(pack, type.abilities, houseRules);
  });
}

/** A rulebook by its name, `cl/craps` or `cl/craps@2023-03`, or one that was read already. */
const loadedOf = (rulebook: string | LoadedPack): LoadedPack =>
  typeof rulebook === "string" ? loadPack(rulebook) : rulebook;

/** `tirada-shoe+tirada-eye`: what gives the cards, and the devices of dice beside it. Only card tables have such. */
function devicesOf(pack: Pack, device: string): { readonly own: string; readonly beside: string | null } {
  const at = pack.family === "shoe" ? device.indexOf("+") : -1;
  return at < 0 ? { own: device, beside: null } : { own: device.slice(0, at), beside: device.slice(at + 1) };
}

/** The device's type, when the rulebook can be played on it. */
function fitting(rulebook: string, pack: WheelPack | CardPack, device: string): WheelDevice | ShoeDevice {
  const type = deviceNamed(device);
  if (type.family === "shoe" && pack.family === "shoe") return type;
  if (type.family !== "wheel" || pack.family !== "wheel") {
    const able = pack.family === "wheel" ? WHEEL_TYPES.filter(fits(pack)) : SHOE_TYPES;
    const names = able.map((other) => other.name).join(", ");
    throw new RangeError(
      `${device} is a ${type.family} device; ${rulebook} needs a ${pack.family} device: ${names}`,
    );
  }
  if (!fits(pack)(type)) {
    const names = WHEEL_TYPES.filter(fits(pack)).map((other) => other.name);
    throw new RangeError(
      `${device} cannot be used on a ${pack.wheel.kind}, which ${rulebook} is played on; wheel.device must be ${names.join(", ")}`,
    );
  }
  return type;
}

function fits({ wheel }: WheelPack): (type: WheelDevice) => boolean {
  return ({ kinds }) => kinds.includes(wheel.kind);
}

function wheelSetup(
  pack: WheelPack,
  type: WheelDevice,
  houseRules: readonly string[],
  options: TableOptions,
): WheelTableSetup {
  const { kind } = pack.wheel;
  const ring = options.ring ?? pack.wheel.pockets;
  const problems = ring === pack.wheel.pockets ? [] : ringProblems(pack, ring);
  if (problems.length > 0) throw new RangeError(`wheel.ring: ${problems.join("; ")}`);
  const calibration = options.calibration ?? null;
  checkCalibration(type, calibration, { kind, ring });
  const pockets = pack.wheel.pockets.length;
  const unsaid = { ...valuesUnrecorded(WHEEL_OPTIONS), baud: WHEEL_BAUD };
  const all = { ...unsaid, ...options, calibration, pockets, kind, ring };
  const session = type.session(all);
  return {
    family: "wheel",
    ...ready(pack, session.abilities, houseRules),
    session,
    port: WHEEL_PORT,
    pack,
    device: type,
    options: all,
  };
}

function shoeSetup(
  pack: CardPack,
  { type, beside }: { readonly type: ShoeDevice; readonly beside: string | null },
  houseRules: readonly string[],
  { firstDice, ...options }: ShoeTableOptions,
): ShoeTableSetup {
  const { decks } = options;
  const [usual] = type.ports;
  if (decks === undefined)
    throw new RangeError(`shoe.decks is missing: ${type.name} cannot tell which are loaded`);
  const problem = decksProblem(pack, decks);
  if (problem !== null)
    throw new RangeError(`shoe.decks${problem.deck === null ? "" : `[${problem.deck}]`}: ${problem.message}`);
  const port = options.port ?? usual;
  if (port === undefined || !type.ports.includes(port))
    throw new RangeError(`${type.name} cannot be plugged in as ${port}; it is ${type.ports.join(" or ")}`);
  const all = { ...valuesUnrecorded(SHOE_OPTIONS), codes: null, ...options, decks, port };
  const session = type.session(all);
  const { outcome } = pack.cards;
  // Ranking tables are made now, not while the first hands are turned.
  if (outcome !== null) outcomePlay(outcome).prepare?.(outcome);
  return {
    family: "shoe",
    ...ready(pack, session.abilities, houseRules),
    session,
    greeting: type.greeting(all),
    decks,
    readsAhead: type.readsAhead(all),
    dice: beside === null ? null : firstDiceSetup(pack, beside, firstDice ?? {}),
    port: SHOE_PORT,
    pack,
    options: all,
  };
}

function firstDiceSetup(pack: CardPack, devices: string, options: DiceTableOptions): FirstDice {
  const game = firstDiceOf(pack);
  if (game === null)
    throw new RangeError(`shoe.dice: ${rulebookName(pack)} does not begin with dice; leave dice out`);
  const { parts, has } = diceDevices(game, devices, options);
  return { parts, has, rig: rigOf(parts) };
}

function diceSetup(
  pack: DicePack,
  devices: string,
  houseRules: readonly string[],
  options: DiceTableOptions,
): DiceTableSetup {
  const { parts, has } = diceDevices(diceOf(pack), devices, options);
  const session = rigOf(parts);
  return {
    family: "dice",
    ...ready(pack, session.abilities, houseRules),
    session,
    has,
    craps: pack.dice.craps !== null,
    port: EYE_PORT,
    pack,
    parts,
  };
}

/** What these devices can know, however each is set: a device that cannot be set up without a name needs none here. */
function diceAbilities(pack: DicePack, devices: string): Abilities {
  const types = diceTypes(devices);
  const other = types.find(({ throws }) => !throws.includes(pack.dice.thrownFrom));
  if (other !== undefined)
    throw new RangeError(
      `${other.name} does not fit ${rulebookName(pack)}, thrown from a ${pack.dice.thrownFrom}`,
    );
  return bestOf(types.map(({ abilities }) => abilities));
}

function ready(
  pack: Pack,
  abilities: Abilities,
  houseRules: readonly string[],
): { readonly rules: TableRules; readonly rulebook: string; readonly coverage: Coverage } {
  const coverage = coverageOf(pack, abilities, houseRules);
  const rules: TableRules = {
    pack,
    coverage,
    abilities,
    family: familyOf(pack),
    judge: (facts, moment) => judge(pack, coverage, facts, moment),
  };
  return { rules, rulebook: rulebookName(pack), coverage };
}

function told<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(EXIT.usage, error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** What was learned of a wheel must be of this one; a device that needs no guided spin is told nothing of one. */
function checkCalibration(
  { learning }: WheelDevice,
  learned: WheelPlace["calibration"],
  wheel: Pick<WheelPlace, "kind" | "ring">,
): void {
  const problem = learned === null ? null : (learning?.problem(learned, wheel) ?? null);
  if (problem !== null)
    throw new RangeError(`calibration of the wheel: ${problem}; learn it anew with tirada wheel calibrate`);
}
