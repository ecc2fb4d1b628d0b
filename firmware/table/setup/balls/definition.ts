import type { BallsPack } from "../../../../src/rules/balls-game.ts";
import { BALLS_RULES } from "../../../../src/rules/balls-rules.ts";
import type { FamilyDefinition } from "../family-definition.ts";

/** Games of balls and called cards: bingo of ninety balls. */
export const BALLS: FamilyDefinition = {
  name: "balls",
  played: "with balls",
  needsConfig: null,
  rules: BALLS_RULES,
  config: async () => (await import("../../config/balls-config.ts")).BALLS_SECTION,
  tables: async () => (await import("../../../../src/table/balls/family.ts")).BALLS_FAMILY,
  unit: async () => (await import("./family.ts")).BALLS_UNIT,
  cases: async () => (await import("../../../../src/cases/balls-cases.ts")).BALLS_CASES,
  runner: async () => (await import("../../../../src/cases/balls-run.ts")).BALLS_RUNNER,
  acta: async () => (await import("../../../../src/acta/draw-acta.ts")).BALLS_ACTAS,
  booklet: async () => {
    const { ballsTables } = await import("../../../../src/booklet/balls-tables.ts");
    return { of: (pack: BallsPack, { language }) => ballsTables(pack, language) };
  },
};
