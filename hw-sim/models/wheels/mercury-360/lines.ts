import { type Sense, padPocket } from "../cammegh.ts";

/** What a status line of a Mercury 360 says (integration guide, advanced and extended protocol). */
export interface MercuryLine {
  readonly state: number;
  /** Games played, 0–255. */
  readonly game: number;
  readonly last: string | null;
  readonly flags: number;
  /** True speed; below 2.0 and above 60.0 rpm the line says 000. */
  readonly rpm10: number;
  readonly sense: Sense;
  readonly ball: BallInWheel;
  readonly limits: { readonly min10: number; readonly max10: number };
}

export interface BallInWheel {
  readonly where: "out" | "rim" | "pocket";
  /** Laps in the outer track in this game. */
  readonly laps: number;
  readonly sense: Sense | null;
  readonly rpm: number | null;
  readonly pocket: string | null;
}

const TICKS_PER_RPM = 1_966_080;

/** Six fields, every 500 ms. */
export function advancedLine(line: MercuryLine): string {
  return `${statusFields(line)}\r\n`;
}

/** Six fields and five more: events, laps, ball direction, lap time, ball in pocket. */
export function extendedLine(line: MercuryLine): string {
  const { ball } = line;
  const hex = (value: number, places: number): string => value.toString(16).toUpperCase().padStart(places, "0");
  const lap = ball.rpm === null ? "?????" : hex(Math.min(0xfffff, Math.round(TICKS_PER_RPM / ball.rpm)), 5);
  const pocket = ball.where === "pocket" ? padPocket(ball.pocket) : "??";
  const laps = hex(Math.min(0xff, Math.floor(ball.laps)), 2);
  return `${statusFields(line)};${hex(eventBits(line), 4)};${laps};${ball.sense ?? "?"};${lap};${pocket}\r\n`;
}

function statusFields({ state, game, last, flags, rpm10, sense }: MercuryLine): string {
  const places = (value: number): string => String(value).padStart(3, "0");
  const shown = rpm10 < 20 || rpm10 > 600 ? 0 : Math.round(rpm10);
  return `*X;${state};${places(game)};${padPocket(last)};${flags.toString(16).toUpperCase()};${places(shown)};${sense}`;
}

function eventBits({ rpm10, sense, ball, limits }: MercuryLine): number {
  let sum = 0;
  if (rpm10 < 20) sum |= 0x0001 | 0x0040;
  else {
    sum |= rpm10 > limits.max10 ? 0x0004 : rpm10 < limits.min10 ? 0x0008 : 0x0002;
    sum |= sense === 0 ? 0x0010 : 0x0020;
  }
  if (ball.where === "out") sum |= 0x0080;
  if (ball.where === "pocket") sum |= 0x0100;
  return sum;
}
