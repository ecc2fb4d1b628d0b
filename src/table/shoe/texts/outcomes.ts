import type { Text } from "../../../text/language.ts";
import type { OutcomeWord } from "../plays/play.ts";
import { text } from "./words.ts";

/** What became of a hand or of the round. */
const WORDS: Readonly<Record<OutcomeWord, Text>> = {
  wins: text("gana", "irabazi du", "gaña", "wins"),
  loses: text("pierde", "galdu du", "perde", "loses"),
  ties: text("empate", "berdinketa", "empate", "tie"),
  "wins-black-jack": text("black-jack", "black-jack", "black-jack", "black-jack"),
  "bank-not-qualified": text(
    "la banca no abre",
    "bankak ez du irekitzen",
    "a banca non abre",
    "the bank does not qualify",
  ),
  folded: text("abandonó", "utzi du", "abandonou", "folded"),
  surrendered: text("se retiró", "erretiratu da", "retirouse", "surrendered"),
  null: text("jugada nula (empate)", "jokaldi nulua (berdinketa)", "xogada nula (empate)", "null play (tie)"),
  "tie-at-31": text("empate a 31", "berdinketa 31n", "empate a 31", "tie at 31"),
  color: text("color", "kolorea", "cor", "color"),
  inverso: text("inverso", "alderantzizkoa", "inverso", "inverso"),
  "goes-to-war": text("va a la guerra", "gerrara doa", "vai á guerra", "goes to war"),
  "ties-after-war": text("empate en la guerra", "berdinketa gerran", "empate na guerra", "tie in the war"),
  "perfect-pairs": text("perfect pairs", "perfect pairs", "perfect pairs", "perfect pair"),
  "par-de-color": text("par de color", "kolore-parea", "par de cor", "coloured pair"),
  "par-mezclado": text("par mezclado", "pare nahasia", "par mesturado", "mixed pair"),
  "three-sevens": text("tres sietes", "hiru zazpi", "tres setes", "three sevens"),
  "badly-set": text("mal separada", "gaizki banatuta", "mal separada", "badly set"),
  "paid-by-table": text("premio de la tabla", "taulako saria", "premio da táboa", "paid by the table"),
};

export const outcomeText = (word: OutcomeWord): Text => WORDS[word];

const SHOE_STATES = {
  none: text(
    "sin sabot: cargue y mezcle",
    "sabotik gabe: kargatu eta nahastu",
    "sen sabot: cargue e mesture",
    "no shoe: load and shuffle",
  ),
  loading: text("cargando", "kargatzen", "cargando", "loading"),
  shuffling: text("mezclando", "nahasten", "mesturando", "shuffling"),
  burning: text("quemar cartas", "kartak erre", "queimar cartas", "burn cards"),
  ready: text("sabot listo", "sabota prest", "sabot listo", "shoe ready"),
  "out-of-service": text("fuera de servicio", "zerbitzutik kanpo", "fóra de servizo", "out of service"),
  removed: text("máquina retirada", "makina kenduta", "máquina retirada", "machine removed"),
} as const satisfies Record<string, Text>;

/** A game of one deck has no shoe: it is shuffled by a machine or by hand. */
const DECK_STATES: Readonly<Partial<Record<keyof typeof SHOE_STATES, Text>>> = {
  none: text(
    "sin baraja: cargue y mezcle",
    "sortarik gabe: kargatu eta nahastu",
    "sen baralla: cargue e mesture",
    "no deck: load and shuffle",
  ),
  ready: text("baraja lista", "sorta prest", "baralla lista", "deck ready"),
};

export const shoeStateText = (state: keyof typeof SHOE_STATES, oneDeck = false): Text =>
  (oneDeck ? DECK_STATES[state] : undefined) ?? SHOE_STATES[state];
