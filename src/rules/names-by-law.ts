import { CATEGORIES } from "../cards/poker/category.ts";
import type { Text } from "../text/language.ts";

/** What a law may call otherwise than others do: combinations, a hand that is paid as a black-jack, and what players say of a bet. */
export const NAMED_BY_LAW = [...CATEGORIES, "wins-black-jack", "bet", "fold"] as const;
export type NamesByLaw = Readonly<Partial<Record<(typeof NAMED_BY_LAW)[number], Text>>>;
