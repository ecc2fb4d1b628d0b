import type { Category } from "../../../cards/poker/category.ts";
import type { Text } from "../../../text/language.ts";
import { text } from "./words.ts";

/**
 * Combinations as they are called: Spanish as the catalogues print them (Galicia, arts. 6, 13, 22; Cantabria, A.14), Basque as
 * País Vasco does (ll. 2548–2588, 2832–2872 eu).
 */
const CATEGORIES: Readonly<Record<Category, Text>> = {
  "high-card": text("carta más alta", "karta handiena", "carta máis alta", "high card"),
  "ace-king": text("as y rey", "batekoa eta erregea", "ás e rei", "ace and king"),
  pair: text("pareja", "parea", "parella", "pair"),
  "pair-jacks-or-better": text(
    "pareja de J o mayor",
    "J parea edo handiagoa",
    "parella de J ou maior",
    "pair of jacks or better",
  ),
  "two-pair": text("doble pareja", "pare bikoitza", "dobre parella", "two pairs"),
  figuras: text("figuras", "irudiak", "figuras", "five court cards"),
  "three-of-a-kind": text("trío", "hirukoa", "trío", "three of a kind"),
  straight: text("escalera", "eskailera", "escaleira", "straight"),
  flush: text("color", "kolorea", "cor", "flush"),
  "full-house": text("full", "full", "full", "full house"),
  "four-of-a-kind": text("póker", "poker", "póker", "four of a kind"),
  "straight-flush": text("escalera de color", "kolore-eskailera", "escaleira de cor", "straight flush"),
  "royal-flush": text(
    "escalera real de color",
    "kolore-eskailera gorena",
    "escaleira real de cor",
    "royal flush",
  ),
  "five-of-a-kind": text("cinco ases", "bost bateko", "cinco ases", "five aces"),
};

/** The name of a combination. */
export const categoryText = (category: Category): Text => CATEGORIES[category];

/** The name of what a record calls a combination; null for a word that is none. */
export const categoryNamed = (word: string): Text | null =>
  Object.hasOwn(CATEGORIES, word) ? CATEGORIES[word as Category] : null;
