/** What the table display says to the players of trouble, interruptions and annulled results. Order: Spanish, Basque, Galician, English. */
import type { Text } from "../../../src/text/language.ts";
import { text } from "./wheel-words.ts";

/** `i18n.ts` holds them with all the others. */
export const PLAYER_WORDS = {
  gameStopped: text("Juego detenido", "Jokoa geldituta", "Xogo detido", "Game stopped"),
  callStands: text(
    "Vale lo que anuncie el croupier.",
    "Croupierrak iragartzen duena da baliozkoa.",
    "Vale o que anuncie o crupier.",
    "What the croupier announces stands.",
  ),
  stoppedAndCall: text(
    "Juego detenido: vale lo que anuncie el croupier",
    "Jokoa geldituta: croupierrak iragartzen duena da baliozkoa",
    "Xogo detido: vale o que anuncie o crupier",
    "Game stopped: what the croupier announces stands",
  ),
  cardChecked: text(
    "Se comprueba una carta",
    "Karta bat egiaztatzen ari dira",
    "Compróbase unha carta",
    "A card is being checked",
  ),
  techNotice: text(
    "Aviso técnico: vale lo que anuncie el croupier",
    "Ohar teknikoa: croupierrak iragartzen duena da baliozkoa",
    "Aviso técnico: vale o que anuncie o crupier",
    "Technical notice: what the croupier announces stands",
  ),
  tablePrepared: text(
    "La mesa se prepara",
    "Mahaia prestatzen ari dira",
    "A mesa prepárase",
    "The table is being prepared",
  ),
  resumed: text(
    "Mesa reanudada tras un corte",
    "Mahaia berriz martxan, etenaldi baten ondoren",
    "Mesa retomada tras un corte",
    "The table is back after an interruption",
  ),
  bank: text("Banca", "Bankua", "Banca", "Bank"),
  bankSeries: text(
    "Últimas manos de la banca",
    "Bankuaren azken eskuak",
    "Últimas mans da banca",
    "The bank's last hands",
  ),
  annulled: text("anulado", "baliogabetua", "anulado", "annulled"),
  lastRoundNow: text("Última", "Azkena", "Última", "Last one"),
  roundsLeft: text("Quedan", "Geratzen dira:", "Quedan", "Left:"),
} satisfies Readonly<Record<string, Text>>;

/**
 * The round that was cut off, as a sentence.
 * @param kind what is played (`kindOf`)
 */
export function cutOff(round: number, kind: string | undefined): Text {
  if (kind === "cards")
    return text(
      `La jugada ${round} quedó interrumpida, sin resultado`,
      `${round}. jokaldia etenda geratu zen, emaitzarik gabe`,
      `A xogada ${round} quedou interrompida, sen resultado`,
      `Round ${round} was interrupted and has no result`,
    );
  return text(
    `La tirada ${round} quedó interrumpida, sin resultado`,
    `${round}. jaurtialdia etenda geratu zen, emaitzarik gabe`,
    `A tirada ${round} quedou interrompida, sen resultado`,
    `${kind === "dice" ? "Throw" : "Spin"} ${round} was interrupted and has no result`,
  );
}

/** How many of the announced last rounds are left. */
export function roundsLeft(left: number): Text {
  const { lastRoundNow, roundsLeft: many } = PLAYER_WORDS;
  if (left === 1) return lastRoundNow;
  return text(`${many.es} ${left}`, `${many.eu} ${left}`, `${many.gl} ${left}`, `${many.en} ${left}`);
}
