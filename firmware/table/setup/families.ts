import { FamilyParts, giveFamily } from "../../../src/load/parts.ts";
import type { Pack } from "../../../src/rules/pack.ts";
import type { Config } from "../config/config.ts";
import { BALLS } from "./balls/definition.ts";
import { DICE } from "./dice/definition.ts";
import type { FamilyDefinition } from "./family-definition.ts";
import type { FlatOptions } from "./recorded-head.ts";
import { SHOE } from "./shoe/definition.ts";
import type { TableSetup } from "./setup-types.ts";
import type { UnitFamily } from "./unit-family.ts";
import { WHEEL } from "./wheel/definition.ts";

type Family = Pack["family"];

/** Every family of tables: one row each. */
const ROWS: readonly FamilyDefinition[] = [WHEEL, SHOE, DICE, BALLS];

/** What is known of a family without its code. */
type FamilyWords = Pick<FamilyDefinition, "played" | "needsConfig">;
const WORDS = new FamilyParts<FamilyWords>("words");
/** How a unit sets up the tables of each family. */
export const UNIT_FAMILIES = new FamilyParts<UnitFamily>("unit");

/** Makes a family known to all rooms of the program. Throws TypeError for a name that is taken. */
export function installFamily({ name, played, needsConfig, rules, ...code }: FamilyDefinition): void {
  const words: FamilyWords = { played, needsConfig };
  const lazy = Object.entries(code).map(([part, read]) => [part, { read }] as const);
  giveFamily(name, { words: { ready: words }, rules: { ready: rules }, ...Object.fromEntries(lazy) });
}

for (const row of ROWS) installFamily(row);

/** The family of this name. Throws TypeError before its code was read. */
export const unitFamily = (name: Family): UnitFamily => UNIT_FAMILIES.get(name);

/** What is known of a family without its code. */
export const familyWords = (name: Family): FamilyWords => WORDS.get(name);

/** The family whose section a configuration has. Throws TypeError before its code was read. */
export const familyOfConfig = (config: Config): UnitFamily => unitFamily(familyNameOf(config));

/** The name of that family. */
export function familyNameOf(config: Config): Family {
  const sections = Object.entries(config).flatMap(([name, section]) => (section === undefined ? [] : name));
  const found = WORDS.names.find((name) => sections.includes(name));
  if (found === undefined) throw new TypeError("a configuration has a section of devices");
  return found as Family;
}

/** What a table is set to, as boot records and heads of recordings hold it: all that a replay needs to read its lines as the unit did. */
export const flatOptions = (setup: TableSetup): FlatOptions => unitFamily(setup.family).flat(setup);
