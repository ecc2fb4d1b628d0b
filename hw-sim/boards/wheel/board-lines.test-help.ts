import type { Sent } from "../../lines/sent.ts";
import type { BoardModel } from "../board-model.ts";
import type { Pin, PinEdge } from "../../models/wheels/sensed/sensed-wheel.ts";

/** Reads a board's lines by the letter of the specification, for tests of both board models. Throws on anything else. */

export interface ReportedEdge {
  readonly tick: number;
  /** `A` or `a`, for holes `H11` or `h11` with the number in hexadecimal. */
  readonly what: string;
}

export interface Line {
  readonly us: number;
  readonly type: string;
  readonly number: number;
  readonly tick: number;
  /** What follows the time, without the space. */
  readonly rest: string;
}

/** CRC-16/CCITT-FALSE, bit by bit. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const char of text) {
    crc ^= char.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}

export function hostLine(body: string): string {
  return `${body}*${crc16(body)}\n`;
}

/** Lines of the bytes; half a line at the end was still under way, and half a line before an identity was cut by a reset. */
export function linesOf(sent: readonly Sent[]): Line[] {
  const lines: Line[] = [];
  let text = "";
  for (const { us, bytes } of sent) {
    text += bytes;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      lines.push(lineOf(text.slice(0, end).replace(/^.+(?=I 0000 )/, ""), us));
      text = text.slice(end + 1);
    }
  }
  return lines;
}

const SHAPE: Readonly<Record<string, RegExp>> = {
  E: /^(?:[A-FI-Za-fi-z]|[GHgh][0-9A-F]{2})(?: [0-9A-F]{4}(?:[A-FI-Za-fi-z]|[GHgh][0-9A-F]{2})){0,7}$/,
  L: /^ [0-9A-F]{4}$/,
  B: /^ [0-9A-F]{4} [0-9A-F]{6} [0-9A-F]{6}(?: [0-9A-F]{4}){3} [0-9A-F]{2}$/,
  I: /^ [0-9A-F]{8} \d+\.\d+\.\d+ (?:roulette|bowl|disc) \d\d [0-9A-F]{8} (?:power|reset|brownout|watchdog)$/,
  S: /^ (?:[ABCQRIPX][01])+(?:H[0-9A-F]{6}G[0-9A-F]{6})?$/,
  T: /^ [0-9A-F]{8}$/,
  C: /^ (?:kind (?:roulette|bowl|disc)|marks \d\d|debounce [0-9A-F]{4}|board [0-9A-F]{8})$/,
  N: /^ (?:crc|length|unknown|value|busy)$/,
};

function lineOf(text: string, us: number): Line {
  const parts = /^(([A-Z]) ([0-9A-F]{4}) ([0-9A-F]{8})(.*))\*([0-9A-F]{4})$/.exec(text);
  if (parts === null) throw new Error(`no line of the board: ${text}`);
  const [, body = "", type = "", number = "", tick = "", rest = "", crc = ""] = parts;
  if (crc16(body) !== crc) throw new Error(`wrong CRC: ${text}`);
  if (body.length > 120) throw new Error(`too long: ${text}`);
  if (SHAPE[type]?.test(rest) !== true) throw new Error(`wrong shape: ${text}`);
  return { us, type, number: parseInt(number, 16), tick: parseInt(tick, 16), rest: rest.replace(/^ /, "") };
}

export function edgesOf(lines: readonly Line[]): ReportedEdge[] {
  return lines
    .filter(({ type }) => type === "E")
    .flatMap(({ tick, rest }) => {
      let at = tick;
      return rest.split(" ").map((part, n): ReportedEdge => {
        if (n === 0) return { tick: at, what: part };
        at = (at + parseInt(part.slice(0, 4), 16)) >>> 0;
        return { tick: at, what: part.slice(4) };
      });
    });
}

/**
 * Lines that break the order: times of edges and losses go up, a heartbeat lies behind all edges before it and before
 * all edges after it. Times that wrap are compared as such.
 */
export function linesOutOfOrder(lines: readonly Line[]): string[] {
  let before: number | null = null;
  const wrong: string[] = [];
  for (const line of lines) {
    if (line.type === "I" && line.number === 0) before = null;
    if (!["E", "L", "B"].includes(line.type)) continue;
    if (before !== null && ((line.tick - before) | 0) < 0)
      wrong.push(`${line.type} ${line.number} ${line.tick}`);
    before = line.type === "E" ? (edgesOf([line]).at(-1)?.tick ?? line.tick) : line.tick;
  }
  return wrong;
}

export interface Beat {
  readonly tick: number;
  readonly levels: string;
  readonly holes: readonly [number, number];
  readonly lost: number;
  readonly damaged: number;
  readonly short: number;
  readonly deepest: number;
}

const LEVELS = "ABCQRIPXTVW";

export function beatOf({ tick, rest }: Line): Beat {
  const [levels = 0, first = 0, second = 0, lost = 0, damaged = 0, short = 0, deepest = 0] = rest
    .split(" ")
    .map((field) => parseInt(field, 16));
  const names = [...Array(LEVELS.length).keys()]
    .filter((bit) => (levels >> bit) & 1)
    .map((bit) => LEVELS.charAt(bit));
  return { tick, levels: names.join(""), holes: [first, second], lost, damaged, short, deepest };
}

export function beatsOf(lines: readonly Line[]): Beat[] {
  return lines.filter(({ type }) => type === "B").map(beatOf);
}

/** `310_000 A` becomes active 310 ms after the beginning, `320_000 a` inactive; `H05` is a hole, in decimal. */
export function pins(...reported: readonly string[]): PinEdge[] {
  return reported.map((text) => {
    const [us = "", what = ""] = text.split(" ");
    const letter = what.charAt(0);
    return {
      us: Number(us),
      pin: letter.toUpperCase() as Pin,
      on: letter < "a",
      hole: Number(what.slice(1)) || 0,
    };
  });
}

/** Runs a board with power from 0 µs until `us`, with host bytes at their instants. */
export function playBoard(
  board: BoardModel,
  us: number,
  edges: readonly PinEdge[] = [],
  host: Readonly<Record<number, string>> = {},
): Line[] {
  board.power(true, 0);
  const sent: Sent[] = [];
  let next = 0;
  const upTo = (until: number, bytes?: string): void => {
    let end = next;
    while (end < edges.length && (edges[end]?.us ?? 0) <= until) end++;
    sent.push(...board.step(until, edges.slice(next, end), bytes));
    next = end;
  };
  for (const [at, bytes] of Object.entries(host)) upTo(Number(at), bytes);
  upTo(us);
  return linesOf(sent);
}

/** The largest difference in ticks between the edges of two boards, after the shift that the first edge shows. */
export function ticksApart(a: readonly ReportedEdge[], b: readonly ReportedEdge[]): number {
  const shift = (b[0]?.tick ?? 0) - (a[0]?.tick ?? 0);
  return Math.max(0, ...a.map((edge, at) => Math.abs((b[at]?.tick ?? Infinity) - edge.tick - shift)));
}
