import { CARD_RULES } from "../../../../src/rules/card-rule-check.ts";
import type { CardPack } from "../../../../src/rules/pack.ts";
import type { FamilyDefinition } from "../family-definition.ts";

/** Games of cards from a shoe or a shuffler. */
export const SHOE: FamilyDefinition = {
  name: "shoe",
  played: "with cards",
  needsConfig: "must be told its decks",
  rules: CARD_RULES,
  config: async () => (await import("../../config/shoe-config.ts")).SHOE_SECTION,
  tables: async () => (await import("../../../../src/table/shoe/family.ts")).SHOE_FAMILY,
  unit: async () => (await import("./family.ts")).SHOE_UNIT,
  cases: async () => (await import("../../../../src/cases/shoe-cases.ts")).SHOE_CASES,
  runner: async () => (await import("../../../../src/cases/shoe-run.ts")).SHOE_RUNNER,
  booklet: async () => {
    const { cardTables } = await import("../../../../src/booklet/card-tables.ts");
    return { of: (pack: CardPack, source) => cardTables(pack, source) };
  },
};
