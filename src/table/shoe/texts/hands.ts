import type { Text } from "../../../text/language.ts";
import { same, text } from "./words.ts";

/** What people call the hands of a table. */
const NAMED: Readonly<Record<string, Text>> = {
  bank: text("banca", "banka", "banca", "bank"),
  banca: text("banca", "banka", "banca", "banca"),
  punto: text("punto", "puntua", "punto", "punto"),
  "cloth-1": text("primer paño", "lehen oihala", "primeiro pano", "first cloth"),
  "cloth-2": text("segundo paño", "bigarren oihala", "segundo pano", "second cloth"),
  "row-black": text("negro", "beltza", "negro", "black"),
  "row-red": text("rojo", "gorria", "vermello", "red"),
  board: text("cartas comunes", "karta komunak", "cartas comúns", "common cards"),
  burnt: text("quemadas", "erretakoak", "queimadas", "burnt"),
  round: text("jugada", "jokaldia", "xogada", "round"),
};

/** The name of a hand: its own, or the number of its seat. `seat-3.2` is the second hand of seat 3. */
export function handName(id: string): Text {
  const named = NAMED[id];
  if (named !== undefined) return named;
  const seat = /^seat-(\d+)(?:\.(\d+))?$/.exec(id);
  if (seat === null) return same(id);
  const place = `${seat[1] ?? ""}${seat[2] === undefined ? "" : ` (${seat[2]}ª)`}`;
  const plain = `${seat[1] ?? ""}${seat[2] === undefined ? "" : ` (${seat[2]})`}`;
  return text(`plaza ${place}`, `${plain}. plaza`, `praza ${place}`, `seat ${plain}`);
}
