import { LazyPart } from "../../src/load/lazy-part.ts";
import type { Pack } from "../../src/rules/pack.ts";
import { loadTableFamily } from "../../src/table/families.ts";
import type { Config } from "../config/config.ts";
import { DEVICES, findDevice } from "../config/devices.ts";
import type { FlatOptions } from "./recorded-head.ts";
import type { TableSetup } from "./setup-types.ts";
import type { UnitFamily } from "./unit-family.ts";

type Family = Pack["family"];

/** A family of tables before its code is read. */
interface FamilyRow {
  /** `on a wheel`, for people. */
  readonly played: string;
  /** Why a table of this family needs a configuration, about its device; null: a port and a type will do. */
  readonly needsConfig: string | null;
  readonly unit: LazyPart<UnitFamily>;
}

/** Every family of tables as a unit knows it: one row each. Its code is read when a table of it is set up. */
const FAMILIES: Readonly<Record<Family, FamilyRow>> = {
  wheel: {
    played: "on a wheel",
    needsConfig: null,
    unit: new LazyPart("the wheel family", async () => (await import("./wheel/family.ts")).WHEEL_UNIT),
  },
  shoe: {
    played: "with cards",
    needsConfig: "must be told its decks",
    unit: new LazyPart("the card family", async () => (await import("./shoe/family.ts")).SHOE_UNIT),
  },
  dice: {
    played: "with dice",
    needsConfig: "must be told its calibration",
    unit: new LazyPart("the dice family", async () => (await import("./dice/family.ts")).DICE_UNIT),
  },
};
const NAMES = Object.keys(FAMILIES) as readonly Family[];

async function loadFamily(name: Family): Promise<void> {
  await FAMILIES[name].unit.load();
  await loadTableFamily(name);
}

/** Of the devices with these names; an unknown name is refused where the table is set up. */
async function loadDevices(names: readonly string[]): Promise<void> {
  for (const device of DEVICES) if (names.includes(device.name)) await device.load();
}

/** Reads all that the table of a configuration needs before it can be set up: the code of its family and of its devices. */
export async function loadFamilyOf(config: Config): Promise<void> {
  const name = familyNameOf(config);
  await loadFamily(name);
  await loadDevices(unitFamily(name).devices(config).split("+"));
}

/** The same for the table of a recording, whose head names its devices as `tirada-shoe+tirada-eye`. */
export async function loadFamilyOfDevices(devices: string): Promise<void> {
  const names = devices.split("+");
  const first = findDevice(names[0] ?? "");
  if (first === null) return;
  await loadFamily(first.family);
  await loadDevices(names);
}

/** The same for every table that there can be. */
export async function loadEveryFamily(): Promise<void> {
  for (const name of NAMES) await loadFamily(name);
  await loadDevices(DEVICES.map(({ name }) => name));
}

/** The family of this name. Throws TypeError before its code was read. */
export const unitFamily = (name: Family): UnitFamily => FAMILIES[name].unit.get();

/** What is known of a family without its code. */
export const familyWords = (name: Family): Omit<FamilyRow, "unit"> => FAMILIES[name];

/** The family whose section a configuration has. Throws TypeError before its code was read. */
export const familyOfConfig = (config: Config): UnitFamily => unitFamily(familyNameOf(config));

/** The name of that family. */
export function familyNameOf(config: Config): Family {
  const found = NAMES.find((name) => config[name] !== undefined);
  if (found === undefined) throw new TypeError("a configuration has a section of devices");
  return found;
}

/** What a table is set to, as boot records and heads of recordings hold it: all that a replay needs to read its lines as the unit did. */
export const flatOptions = (setup: TableSetup): FlatOptions => unitFamily(setup.family).flat(setup);
