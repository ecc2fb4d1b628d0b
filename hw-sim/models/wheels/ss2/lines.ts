import { type Sense, padPocket } from "../cammegh.ts";

/** What a status line says (protocol guide §2.5). */
export interface StatusLine {
  readonly state: number;
  /** 1–256. */
  readonly game: number;
  readonly last: string | null;
  /** Sum of 1, 2, 4, 8. */
  readonly flags: number;
  readonly rpm10: number;
  readonly sense: Sense;
}

/** `*X;S;GGG;WW;F;RRR;D`, 19 bytes and CR LF. */
export function statusLine({ state, game, last, flags, rpm10, sense }: StatusLine): string {
  const places = (value: number): string =>
    String(Math.min(999, Math.max(0, Math.round(value)))).padStart(3, "0");
  const flag = flags.toString(16).toUpperCase();
  return `*X;${state};${places(game)};${padPocket(last)};${flag};${places(rpm10)};${sense}\r\n`;
}

/** The bare winning number: two characters, and LF CR as the wheel of the 2017 capture really sends it. */
export function bareNumber(pocket: string): string {
  return `${padPocket(pocket)}\n\r`;
}

/** A reply to a command. */
export function replyLine(text: string): string {
  return `*${text}\r\n`;
}
