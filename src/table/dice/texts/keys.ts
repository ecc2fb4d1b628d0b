import type { Text } from "../../../text/language.ts";

const text = (es: string, eu: string, gl: string, en: string): Text => ({ es, eu, gl, en });

/** What is written on the keys of a dice table. */
export const DICE_KEY_TEXTS: Readonly<Record<string, Text>> = {
  "no-more-bets": text("no va más", "ez doa gehiago", "non vai máis", "no more bets"),
  "open-bets": text("hagan juego", "egin jokoa", "fagan xogo", "place your bets"),
  announce: text("resultado cantado", "emaitza kantatuta", "resultado cantado", "result announced"),
  "dice-are": text("nombrar los dados", "dadoak izendatu", "nomear os dados", "name the dice"),
  "change-dice": text("cambio de dados", "dado-aldaketa", "cambio de dados", "change of dice"),
  "change-thrower": text("cambia quien tira", "jaurtitzailea aldatu", "cambia quen tira", "another thrower"),
  "mark-point": text("fijar el punto", "puntua finkatu", "fixar o punto", "set the point"),
};

export const DUTY_TEXTS = {
  changeNow: text(
    "cambie los dados antes del próximo lanzamiento",
    "aldatu dadoak hurrengo jaurtialdia baino lehen",
    "cambie os dados antes do próximo lanzamento",
    "change the dice before the next throw",
  ),
  changeAfterSeries: text(
    "al acabar la serie, juego de dados nuevo",
    "seriea amaitutakoan, dado-sorta berria",
    "ao rematar a serie, xogo de dados novo",
    "a new set of dice when the series has ended",
  ),
} as const;

/** What reminds people that the dice in play, or the croupier who throws, are due to be changed. */
export const CLOCK_TEXTS = {
  set: text(
    "la terna cumple una hora en juego: ponga la siguiente",
    "hirukoteak ordubete betetzen du jokoan: jarri hurrengoa",
    "a terna cumpre unha hora en xogo: poña a seguinte",
    "the terna has been in play for an hour: put in the next one",
  ),
  thrower: text(
    "el croupier lanzador cumple una hora: relévelo",
    "croupier jaurtitzaileak ordubete betetzen du: ordeztu",
    "o crupier lanzador cumpre unha hora: relévoo",
    "the croupier who throws has done so for an hour: relieve him",
  ),
} as const;

/** The answers to whether a result was announced before its dice were touched. */
export const WAS_ANNOUNCED = {
  yes: text("sí se cantó", "bai, kantatu zen", "si se cantou", "it was announced"),
  no: text(
    "no se cantó: nadie pierde",
    "ez zen kantatu: inork ez du galtzen",
    "non se cantou: ninguén perde",
    "it was not announced: nobody loses",
  ),
} as const;
