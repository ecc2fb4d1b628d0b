import { BOOKLET_TABLES } from "../../src/booklet/families.ts";
import { CASE_FAMILIES, CASE_RUNNERS } from "../../src/cases/families.ts";
import { TABLE_FAMILIES } from "../../src/table/families.ts";
import type { Config } from "../config/config.ts";
import { DEVICES, findDevice } from "../config/devices.ts";
import { CONFIG_SECTIONS } from "../config/device-keys.ts";
import { familyNameOf, UNIT_FAMILIES, unitFamily } from "./families.ts";

async function loadFamily(name: string): Promise<void> {
  await UNIT_FAMILIES.load(name);
  await TABLE_FAMILIES.load(name);
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
  for (const parts of [
    UNIT_FAMILIES,
    TABLE_FAMILIES,
    CONFIG_SECTIONS,
    CASE_FAMILIES,
    CASE_RUNNERS,
    BOOKLET_TABLES,
  ])
    await parts.loadAll();
  await loadDevices(DEVICES.map(({ name }) => name));
}
