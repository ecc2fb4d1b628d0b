import type { Text } from "../../../text/language.ts";
import { text } from "./words.ts";

/** Why cards and law alone do not settle a round against a bank, by the codes of the outcome plays. */
export const BANK_GAMES_OPEN: Readonly<Record<string, Text>> = {
  "banca-five-not-stated": text(
    "la banca se plantó con cinco y el catálogo no dice si podía",
    "banka bostekoarekin gelditu da, eta katalogoak ez du esaten egin zezakeen",
    "a banca plantouse con cinco e o catálogo non di se podía",
    "the bank stood on five and the catalogue does not say whether it might",
  ),
  "deemed-hand-drew": text(
    "la banca contaba cero y tomó carta; el catálogo no dice a qué se suma",
    "bankak zero balio zuen eta karta hartu du; katalogoak ez du esaten zeri gehitzen zaion",
    "a banca contaba cero e tomou carta; o catálogo non di a que se suma",
    "the bank counted zero and drew; the catalogue does not say what the card adds to",
  ),
  "ace-of-doubled-hand": text(
    "depende de lo que valga el as de una apuesta doblada, y el catálogo no lo deja claro",
    "apustu bikoiztuko batekoak balio duenaren araberakoa da, eta katalogoak ez du argi uzten",
    "depende do que valla o ás dunha aposta dobrada, e o catálogo non o deixa claro",
    "it hangs on what the ace of a doubled hand counts, which the catalogue does not make clear",
  ),
};
