import { DICE_FACTS } from "./dice.ts";
import { SHOE_FACTS } from "./shoe.ts";
import { WHEEL_FACTS } from "./wheel.ts";
import type { Fact } from "../facts.ts";
import type { Pack } from "../pack.ts";

/** What is known about one fact of a family's vocabulary. */
export interface FactSpec {
  readonly is: Fact["is"];
  /** The words that a fact of kind `word` may take. */
  readonly words?: readonly string[];
  /** `table`: the table knows it from its own records, whatever device is installed. */
  readonly from?: "table";
  /** `disc`: only a vertical wheel has it. */
  readonly of?: "disc";
  readonly about: string;
}

const VOCABULARIES: Readonly<Record<Pack["family"], Readonly<Record<string, FactSpec>>>> = {
  wheel: WHEEL_FACTS,
  shoe: SHOE_FACTS,
  dice: DICE_FACTS,
};

/** Every fact that a pack of this family may name. */
export function vocabularyOf(family: Pack["family"]): Readonly<Record<string, FactSpec>> {
  return VOCABULARIES[family];
}

/** The specification of one fact, or null when the family does not know the name. */
export function factSpec(family: Pack["family"], name: string): FactSpec | null {
  const vocabulary = vocabularyOf(family);
  return Object.hasOwn(vocabulary, name) ? (vocabulary[name] ?? null) : null;
}
