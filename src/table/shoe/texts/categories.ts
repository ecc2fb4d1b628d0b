import { textsOf } from "../../../text/text-of.ts";
import type { Category } from "../../../cards/poker/category.ts";
import type { Text } from "../../../text/language.ts";

/**
 * Combinations as they are called: Spanish as the catalogues print them (Galicia, arts. 6, 13, 22; Cantabria, A.14), Basque as
 * País Vasco does (ll. 2548–2588, 2832–2872 eu).
 */
const CATEGORIES: Readonly<Record<Category, Text>> = textsOf("cards.categories");

/** The name of a combination. */
export const categoryText = (category: Category): Text => CATEGORIES[category];

/** The name of what a record calls a combination; null for a word that is none. */
export const categoryNamed = (word: string): Text | null =>
  Object.hasOwn(CATEGORIES, word) ? CATEGORIES[word as Category] : null;
