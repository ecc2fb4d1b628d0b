import { TABLE_FAMILIES } from "../../../src/table/kernel/families.ts";
import type { Config } from "../config/config.ts";
import { DEVICES, lookUpDevice } from "../config/devices.ts";
import { familyNameOf, UNIT_FAMILIES, unitFamily } from "./families.ts";

async function loadFamily(name: string): Promise<void> {
  await UNIT_FAMILIES.load(name);
  await TABLE_FAMILIES.load(name);
}

/** Of the devices with these names; an unknown name is refused where the table is set up. */
export async function loadDevices(names: readonly string[]): Promise<void> {
  for (const device of DEVICES) if (names.includes(device.name)) await device.load();
}

/** Reads all that the table of a configuration needs before it can be set up: the code of its family and of its devices. */
export async function loadFamilyOf(config: Config): Promise<void> {
  const name = familyNameOf(config);
  await loadFamily(name);
  await loadDevices(unitFamily(name).devices(config).split("+"));
}

/** Reads all that the table of a recording needs, whose head names its devices as `tirada-shoe+tirada-eye`. */
export async function loadFamilyOfDevices(devices: string): Promise<void> {
  const names = devices.split("+");
  const first = lookUpDevice(names[0] ?? "");
  if (first === null) return;
  await loadFamily(first.family);
  await loadDevices(names);
}
