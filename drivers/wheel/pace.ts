/**
 * How fast a Cammegh wheel can send. Its line has 9600 baud, ten bits a character, and a status line every 0.5 s (SS2 guide §1,
 * §2.5; Mercury 360 guide). What comes sooner was held back on its way, or came twice. A port with another speed is a wheel
 * that is played faster, as a demonstration does it: then every time here is as much shorter.
 */
export const WHEEL_BAUD = 9_600;
const BITS = 10;
const LINE_END = 2;
const US = 1_000_000;

/** Two status lines nearer to each other than this count as one witness: the shortest period in captured traffic is 430 ms. */
export const WITNESS_SPACING_US = 300_000;

/** After a loss, this many lines without a pause are more than could have been held back during the silence of 2 s before it. */
export const LATE_LINES = 5;

/** Time that a line needs on the wire, its CR LF too, µs; `baud` above 0. */
export function wireUs(text: string, baud: number = WHEEL_BAUD): number {
  return Math.floor(((text.length + LINE_END) * BITS * US) / baud);
}

/** The least time between two status lines that are two witnesses, µs; `baud` above 0. */
export function witnessSpacingUs(baud: number = WHEEL_BAUD): number {
  return Math.floor((WITNESS_SPACING_US * WHEEL_BAUD) / baud);
}
