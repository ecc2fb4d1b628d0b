import { WHEEL_RULES } from "../../../../src/rules/wheel-rules.ts";
import type { WheelPack } from "../../../../src/rules/pack.ts";
import type { FamilyDefinition } from "../family-definition.ts";

/** Roulettes, boule and fortune wheels. */
export const WHEEL: FamilyDefinition = {
  name: "wheel",
  played: "on a wheel",
  needsConfig: null,
  rules: WHEEL_RULES,
  config: async () => (await import("../../config/wheel-config.ts")).WHEEL_SECTION,
  tables: async () => (await import("../../../../src/table/wheel/family.ts")).WHEEL_FAMILY,
  unit: async () => (await import("./family.ts")).WHEEL_UNIT,
  cases: async () => (await import("../../../../src/cases/wheel-cases.ts")).WHEEL_CASES,
  runner: async () => (await import("../../../../src/cases/wheel-run.ts")).WHEEL_RUNNER,
  booklet: async () => {
    const { wheelTables } = await import("../../../../src/booklet/wheel-tables.ts");
    return { of: (pack: WheelPack, source) => wheelTables(pack, source) };
  },
};
