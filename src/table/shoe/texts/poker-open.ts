import type { Text } from "../../../text/language.ts";
import { text } from "./words.ts";

/** Hands and tables by which no outcome play can settle a round, by its code. */
export const POKER_OPEN: Readonly<Record<string, Text>> = {
  "hand-not-complete": text(
    "una mano no tiene las cartas que la juegan",
    "esku batek ez ditu jokatzeko behar diren kartak",
    "unha man non ten as cartas que a xogan",
    "a hand has not the cards that make one",
  ),
  "hand-not-turned": text(
    "una mano en juego no se descubrió",
    "jokoan zegoen esku bat ez da agerian jarri",
    "unha man en xogo non se descubriu",
    "a hand that is in was not turned up",
  ),
  "nobody-in": text(
    "no queda ninguna mano en juego",
    "ez da eskurik geratzen jokoan",
    "non queda ningunha man en xogo",
    "no hand is left in play",
  ),
  "bank-badly-set": text(
    "la banca separó mal su mano y el catálogo no lo prevé",
    "bankak gaizki bereizi du bere eskua, eta katalogoak ez du aurreikusten",
    "a banca separou mal a súa man e o catálogo non o prevé",
    "the bank set its hand badly, which the catalogue does not foresee",
  ),
};
