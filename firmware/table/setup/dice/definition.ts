import { DICE_RULES } from "../../../../src/rules/dice-rules.ts";
import type { DicePack } from "../../../../src/rules/pack.ts";
import type { FamilyDefinition } from "../family-definition.ts";

/** Games of dice under a camera. */
export const DICE: FamilyDefinition = {
  name: "dice",
  played: "with dice",
  needsConfig: "must be told its calibration",
  rules: DICE_RULES,
  config: async () => (await import("../../config/dice-config.ts")).DICE_SECTION,
  tables: async () => (await import("../../../../src/table/dice/family.ts")).DICE_FAMILY,
  unit: async () => (await import("./family.ts")).DICE_UNIT,
  cases: async () => (await import("../../../../src/cases/dice-cases.ts")).DICE_CASES,
  runner: async () => (await import("../../../../src/cases/dice-run.ts")).DICE_RUNNER,
  booklet: async () => {
    const { diceTables } = await import("../../../../src/booklet/dice-tables.ts");
    return { of: (pack: DicePack, { language }) => diceTables(pack, language) };
  },
};
