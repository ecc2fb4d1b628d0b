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
  "change-dice": text(
    "cambie los dados antes del próximo lanzamiento",
    "aldatu dadoak hurrengo jaurtialdia baino lehen",
    "cambie os dados antes do próximo lanzamento",
    "change the dice before the next throw",
  ),
} as const;
