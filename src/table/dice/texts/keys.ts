import type { Text } from "../../../text/language.ts";

const text = (es: string, eu: string, gl: string, en: string): Text => ({ es, eu, gl, en });

/** What is written on the keys of a dice table, but for the calls, whose words are in the rulebook. */
export const DICE_KEY_TEXTS: Readonly<Record<string, Text>> = {
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

/** To whom the dice go after a seven that loses: `next` where the law does not say which way. */
const PASSES = {
  clockwise: text(
    "los dados pasan al jugador siguiente, en el sentido de las agujas del reloj",
    "dadoak hurrengo jokalariari pasatzen zaizkio, erlojuaren orratzen noranzkoan",
    "os dados pasan ao xogador seguinte, no sentido das agullas do reloxo",
    "the dice pass to the next player, clockwise",
  ),
  right: text(
    "los dados pasan al jugador de su derecha",
    "dadoak eskuineko jokalariari pasatzen zaizkio",
    "os dados pasan ao xogador da súa dereita",
    "the dice pass to the player on the right",
  ),
  next: text(
    "los dados pasan al jugador siguiente",
    "dadoak hurrengo jokalariari pasatzen zaizkio",
    "os dados pasan ao xogador seguinte",
    "the dice pass to the next player",
  ),
} as const;

/** The duty after a seven that loses. `from`: the place of the shooter who lost; null: it was not said. */
export function passText(from: number | null, to: keyof typeof PASSES): Text {
  const words = PASSES[to];
  if (from === null)
    return text(`siete: ${words.es}`, `zazpi: ${words.eu}`, `sete: ${words.gl}`, `seven: ${words.en}`);
  return text(
    `siete de la plaza ${from}: ${words.es}`,
    `zazpi, ${from}. plaza: ${words.eu}`,
    `sete da praza ${from}: ${words.gl}`,
    `seven of place ${from}: ${words.en}`,
  );
}
