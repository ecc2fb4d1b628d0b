import type { DiceSession } from "../../../../drivers/dice/session.ts";
import { diceDeviceGroup, type DeviceGroupPart } from "../../../../drivers/dice/device-group.ts";
import type { FaceSet } from "../../../../src/dice/faces.ts";
import type { DiceGame } from "../../../../src/rules/dice-game.ts";
import { rulebookName, type DicePack } from "../../../../src/rules/pack.ts";
import { EYE_PORT, THROWER_PORT, WITNESS_PORT } from "../../../../src/recording/entry.ts";
import type { DevicesBesideEye } from "../../../../src/table/dice/throw.ts";
import type { DiceDevice as DiceKind } from "../../../../src/dice/observation.ts";
import type { DiceDevice, DicePlace, DicePortKind } from "../../../../drivers/dice/device.ts";
import type { Text } from "../../../../src/text/language.ts";
import { unrecordedValues } from "../../../../drivers/options.ts";
import { deviceNamed, DICE_OPTIONS, DICE_TYPES, type DiceOptions } from "../../config/devices.ts";
import { eyeProblemText } from "../../dice/eye-problem.ts";

/** The options of one device of a dice table in a configuration or a recording. `port` absent: the device's usual port. */
export type DicePartOptions = Partial<DiceOptions> & { readonly port?: DicePortKind };

/** The options of all devices of a dice table. */
export interface DiceTableOptions {
  readonly eye?: DicePartOptions;
  readonly thrower?: DicePartOptions;
  readonly witness?: DicePartOptions;
  /** Without the second source's agreement nothing is certified. */
  readonly witnessRequired?: boolean;
}

/** Dice that are thrown at a table: how many, their faces, and what they are thrown from. */
export interface ThrownDice {
  readonly dice: DicePlace["dice"];
  readonly faces: FaceSet;
  readonly thrownFrom: readonly DiceGame["thrownFrom"][];
  /** The side that the law gives them, mm; null: it does not say. */
  readonly sideMm: readonly [number, number] | null;
  /** The rulebook that they belong to, for messages. */
  readonly rulebook: string;
}

/** The dice of a dice table. */
export function diceOf(pack: DicePack): ThrownDice {
  const { dice, faces, thrownFrom } = pack.dice;
  return { dice, faces, thrownFrom: [thrownFrom], sideMm: pack.dice.set.sideMm, rulebook: rulebookName(pack) };
}

/** What is wrong with dice of this side, mm, under the law of the game; null: nothing, or the law does not say. */
export function sideProblem({ sideMm, rulebook }: ThrownDice, dieMm: number): Text | null {
  if (sideMm === null) return null;
  const [least, most] = sideMm;
  return dieMm >= least && dieMm <= most
    ? null
    : eyeProblemText("die-size", { die: dieMm, rulebook, least, most });
}

/** One device as it was set up. */
export interface DicePart {
  readonly type: DiceDevice;
  readonly port: string;
  readonly options: DicePlace & DiceOptions;
  readonly session: DiceSession;
}

export interface DiceDevices {
  readonly parts: readonly DicePart[];
  readonly has: DevicesBesideEye;
}

const PORTS: Readonly<Record<DiceKind, string>> = {
  eye: EYE_PORT,
  thrower: THROWER_PORT,
  witness: WITNESS_PORT,
};

/** The device types of `tirada-eye+cup-switch`. Throws a RangeError for an unknown one, or one that is not of dice. */
export function diceTypes(devices: string): readonly DiceDevice[] {
  return devices.split("+").map((name) => {
    const type = deviceNamed(name);
    if (type.family === "dice") return type;
    const names = DICE_TYPES.map((other) => other.name).join(", ");
    throw new RangeError(`${name} is a ${type.family} device; a dice table has ${names}`);
  });
}

/**
 * The devices of a dice table, each with its session. `devices`: their types joined by `+`, the eye among them. Throws a
 * RangeError when one does not fit the game, or two are of one kind.
 */
export function diceDevices(game: ThrownDice, devices: string, options: DiceTableOptions): DiceDevices {
  const types = diceTypes(devices);
  if (!types.some(({ kind }) => kind === "eye"))
    throw new RangeError(
      `a dice table needs an eye: ${DICE_TYPES.filter(isEye)
        .map(({ name }) => name)
        .join(", ")}`,
    );
  const parts = types.map((type) => partOf(game, type, options[type.kind] ?? {}));
  const witness = parts.find(({ type }) => type.kind === "witness");
  const has: DevicesBesideEye = {
    thrower: parts.some(({ type }) => type.kind === "thrower"),
    witness:
      witness === undefined
        ? null
        : { waitUs: witness.type.answersWithinUs ?? 0, required: options.witnessRequired === true },
  };
  return { parts, has };
}

export function deviceGroupOf(parts: readonly DicePart[]): ReturnType<typeof diceDeviceGroup> {
  return diceDeviceGroup(parts.map(({ port, session }): DeviceGroupPart => ({ port, session })));
}

/** The session of each device, by its port. */
export const sessionsOfParts = (parts: readonly DicePart[]): ReadonlyMap<string, DiceSession> =>
  new Map(parts.map(({ port, session }) => [port, session]));

const isEye = ({ kind }: DiceDevice): boolean => kind === "eye";

function partOf(game: ThrownDice, type: DiceDevice, given: DicePartOptions): DicePart {
  const { faces, dice, thrownFrom, rulebook } = game;
  if (!thrownFrom.some((from) => type.throws.includes(from)))
    throw new RangeError(
      `${type.name} is ${type.about}, and ${rulebook} is thrown from a ${thrownFrom.join(" or a ")}`,
    );
  const [usual] = type.ports;
  const port = given.port ?? usual;
  if (port === undefined || !type.ports.includes(port))
    throw new RangeError(`${type.name} cannot be plugged in as ${port}; it is ${type.ports.join(" or ")}`);
  const options = { ...unrecordedValues(DICE_OPTIONS), ...given, port, faces, dice };
  return { type, port: PORTS[type.kind], options, session: type.session(options) };
}
