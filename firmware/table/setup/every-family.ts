import { BOOKLET_TABLES } from "../../../src/booklet/families.ts";
import { CASE_FAMILIES, CASE_RUNNERS } from "../../../src/cases/family.ts";
import { TABLE_FAMILIES } from "../../../src/table/kernel/families.ts";
import { CONFIG_SECTIONS } from "../config/device-keys.ts";
import { DEVICES } from "../config/devices.ts";
import { UNIT_FAMILIES } from "./families.ts";
import { loadDevices } from "./load-families.ts";

/**
 * For programs that set up tables of any family: they import this module. A unit does not; it reads the code of its own table
 * (`loadFamilyOf`).
 */
export async function loadEveryFamily(): Promise<void> {
  const parts = [UNIT_FAMILIES, TABLE_FAMILIES, CONFIG_SECTIONS, CASE_FAMILIES, CASE_RUNNERS, BOOKLET_TABLES];
  for (const one of parts) await one.loadAll();
  await loadDevices(DEVICES.map(({ name }) => name));
}

await loadEveryFamily();
