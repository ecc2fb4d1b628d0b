import type { Text } from "../../../text/language.ts";
import { DICE_BECAUSE } from "../../dice/texts/because.ts";
import { same, text } from "./words.ts";

/** Why a throw of the dice that begin a round does not say who is dealt first. */
const FIRST_DICE: Readonly<Record<string, Text>> = {
  "throw-before-call": text(
    "los dados se tiraron antes del «no va más»",
    "dadoak «ez dago gehiago» esan aurretik jaurti dira",
    "os dados tiráronse antes do «non vai máis»",
    "the dice were thrown before no more bets was called",
  ),
  "foreign-contact": text(
    "algo que no es un dado tocó los dados mientras rodaban",
    "dadoa ez den zerbaitek dadoak ukitu ditu biratzen ari zirela",
    "algo que non é un dado tocou os dados mentres rodaban",
    "something that is no die touched the dice while they rolled",
  ),
  "hand-while-rolling": text(
    "había una mano en la arena mientras los dados rodaban",
    "esku bat zegoen harean dadoak biratzen ari zirela",
    "había unha man na area mentres os dados rodaban",
    "a hand was in the arena while the dice rolled",
  ),
  "moved-after-rest": text(
    "los dados se tocaron o movieron antes de leerlos",
    "dadoak irakurri aurretik ukitu edo mugitu dira",
    "os dados tocáronse ou movéronse antes de lelos",
    "the dice were touched or moved before they were read",
  ),
  "dice-not-all-thrown": text(
    "el cubilete no llevaba tres dados, o no salieron los tres",
    "kubileteak ez zituen hiru dado, edo ez dira hirurak atera",
    "o cubilete non levaba tres dados, ou non saíron os tres",
    "the cup did not hold three dice, or not all three left it",
  ),
  "dealt-already": text(
    "ya se había repartido",
    "banatuta zegoen jada",
    "xa se repartira",
    "cards had been dealt already",
  ),
  "thrown-twice": text(
    "los dados se tiraron otra vez en la misma jugada: dígalo una persona",
    "dadoak berriro jaurti dira jokaldi berean: pertsona batek esan behar du",
    "os dados tiráronse outra vez na mesma xogada: dígao unha persoa",
    "the dice were thrown again in the same round: a person has to say it",
  ),
  "key-differs": text(
    "los dados nombran otra plaza que la persona: dígalo de nuevo",
    "dadoek pertsonak esandakoa ez den beste plaza bat adierazten dute: esan berriro",
    "os dados nomean outra praza que a persoa: dígao de novo",
    "the dice name another seat than the person did: say it anew",
  ),
  "people-say-first": text(
    "en esta jugada lo dice ya una persona",
    "jokaldi honetan pertsona batek esaten du jada",
    "nesta xogada dío xa unha persoa",
    "in this round a person says it by now",
  ),
  "direction-not-stated": text(
    "ni el reglamento ni la casa dicen en qué sentido se cuenta: dígalo el croupier",
    "ez araudiak ez etxeak ez dute esaten zein noranzkotan zenbatzen den: croupierrak esan dezala",
    "nin o regulamento nin a casa din en que sentido se conta: dígao o crupier",
    "neither the rules nor the house say which way to count: the croupier says it",
  ),
  "place-empty": text(
    "la cuenta termina en una plaza que nadie juega: dígalo el croupier",
    "kontaketa inork jokatzen ez duen plaza batean amaitzen da: croupierrak esan dezala",
    "a conta remata nunha praza que ninguén xoga: dígao o crupier",
    "the count ends at a seat that nobody plays: the croupier says it",
  ),
  "table-wrong": text(
    "la banca o las plazas dichas no pueden ser: dígalo el croupier",
    "esandako banka edo plazak ezin dira izan: croupierrak esan dezala",
    "a banca ou as prazas ditas non poden ser: dígao o crupier",
    "bank or seats as they were said cannot be: the croupier says it",
  ),
  "law-unknown": text(
    "este reglamento no tiene dados en este juego",
    "araudi honek ez du dadorik joko honetan",
    "este regulamento non ten dados neste xogo",
    "these rules have no dice in this game",
  ),
  "not-three-dice": text(
    "no son tres dados",
    "ez dira hiru dado",
    "non son tres dados",
    "these are no three dice",
  ),
};

export function firstDiceText(code: string): Text {
  return FIRST_DICE[code] ?? DICE_BECAUSE[code] ?? same(code);
}

/** Who has the bank when no player does. */
export const CROUPIER = text("croupier", "croupierra", "crupier", "croupier");

/** The count in words, for the screens. `{}` is who has the bank. */
export const COUNT_TEXTS = {
  plain: text(
    "se cuenta desde la banca ({}), que es 1, 8 y 15",
    "bankatik ({}) hasita zenbatzen da: 1, 8 eta 15 bankarenak dira",
    "cóntase desde a banca ({}), que é 1, 8 e 15",
    "counted from the bank ({}), which is 1, 8 and 15",
  ),
  clockwise: text(
    "se cuenta desde la banca ({}), que es 1, 8 y 15, en el sentido de las agujas del reloj",
    "bankatik ({}) hasita zenbatzen da, erlojuaren orratzen noranzkoan: 1, 8 eta 15 bankarenak dira",
    "cóntase desde a banca ({}), que é 1, 8 e 15, no sentido das agullas do reloxo",
    "counted clockwise from the bank ({}), which is 1, 8 and 15",
  ),
  anticlockwise: text(
    "se cuenta desde la banca ({}), que es 1, 8 y 15, en sentido contrario a las agujas del reloj",
    "bankatik ({}) hasita zenbatzen da, erlojuaren orratzen aurkako noranzkoan: 1, 8 eta 15 bankarenak dira",
    "cóntase desde a banca ({}), que é 1, 8 e 15, en sentido contrario ás agullas do reloxo",
    "counted anticlockwise from the bank ({}), which is 1, 8 and 15",
  ),
} as const satisfies Record<string, Text>;
