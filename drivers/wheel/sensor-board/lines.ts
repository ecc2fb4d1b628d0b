import { crc16, hexAt, hexOf } from "../../link/fields.ts";
import { CHANNELS, type Channel } from "./edge.ts";
import { addChecksum } from "../../link/numbered-line.ts";

/**
 * The board's lines as messages, and the host's as text (docs/devices/sensor-board.md, "Lines"). A line is accepted whole or
 * not at all: anything without the exact shape, or with a wrong sum, is `null`, never a guess.
 */

/** Body, `*` and four digits; the line feed is not counted. */
export const LINE_LIMIT = 125;
export const BODY_MAX = 120;
export const EDGES_MAX = 8;
/** Host lines, line feed not counted. */
export const HOST_LINE_MAX = 40;
/** Holes that a chain may have: their map is six hex digits. */
export const HOLES_MAX = 24;

export const KINDS = ["roulette", "bowl", "disc"] as const;
export type Kind = (typeof KINDS)[number];
export const CAUSES = ["power", "reset", "brownout", "watchdog"] as const;
export const REFUSALS = ["crc", "length", "unknown", "value", "busy"] as const;
export const SETTINGS = ["kind", "marks", "debounce", "board"] as const;
export type Setting = (typeof SETTINGS)[number];
/** Letters of the heartbeat's levels, bit 0 first. */
export const LEVEL_LETTERS = "ABCQRIPXTVW";
/** Channels that a self-test asks, with its test light on. */
const TESTED = "ABCQRIPX";

/** An edge as it stands in a line: `after` ticks after the line's own time. */
export interface LineEdge {
  readonly after: number;
  readonly channel: Channel;
  readonly on: boolean;
  readonly hole: number;
}

interface Head {
  /** Number of the line, 0 to FFFF. */
  readonly n: number;
  /** 32-bit time in 0.5 µs. */
  readonly at: number;
}

export interface Identity {
  /** Eight hex digits. */
  readonly board: string;
  /** `M.m.p`. */
  readonly firmware: string;
  readonly kind: Kind;
  readonly marks: number;
  /** Resets since the board was made. */
  readonly boots: number;
  readonly cause: (typeof CAUSES)[number];
}

export interface Heartbeat {
  /** Bit 0 `A` … bit 10 `W`. */
  readonly levels: number;
  readonly holesH: number;
  readonly holesG: number;
  /** Since the reset, each stopping at FFFF. */
  readonly lost: number;
  readonly damaged: number;
  readonly short: number;
  readonly deepest: number;
}

export type BoardMessage = Head &
  (
    | { readonly m: "edges"; readonly edges: readonly LineEdge[] }
    | { readonly m: "lost"; readonly count: number }
    | ({ readonly m: "heartbeat" } & Heartbeat)
    | ({ readonly m: "identity" } & Identity)
    /** `answered` by channel letter; of `H` and `G` the map of the holes. */
    | { readonly m: "self-test"; readonly answered: Readonly<Record<string, number>> }
    | { readonly m: "time"; readonly token: number }
    | { readonly m: "setting"; readonly key: Setting; readonly value: string }
    | { readonly m: "refused"; readonly why: (typeof REFUSALS)[number] }
  );

/** One line without its line feed; null when it is damaged or no line of the board. */
export function parseLine(text: string): BoardMessage | null {
  const end = text.length - 5;
  // Type, number, time and the spaces between them.
  if (end < 15 || end > BODY_MAX || text.charCodeAt(end) !== 0x2a) return null;
  if (text.charCodeAt(1) !== 0x20 || text.charCodeAt(6) !== 0x20) return null;
  const n = hexAt(text, 2, 4);
  const at = hexAt(text, 7, 8);
  if (n < 0 || at < 0 || hexAt(text, end + 1, 4) !== crc16(text, end)) return null;
  if (text.charCodeAt(0) === 0x45) {
    const edges = parseEdges(text, end);
    return edges === null ? null : { m: "edges", n, at, edges };
  }
  if (text.charCodeAt(15) !== 0x20) return null;
  return parseRareLine(text.slice(0, 1), { n, at }, text.slice(16, end).split(" "));
}

function parseRareLine(type: string, head: Head, fields: readonly string[]): BoardMessage | null {
  const [one = "", two = ""] = fields;
  switch (type) {
    case "B": {
      const beat = parseHeartbeat(fields);
      return beat === null ? null : { m: "heartbeat", ...head, ...beat };
    }
    case "I": {
      const identity = parseIdentity(fields);
      return identity === null ? null : { m: "identity", ...head, ...identity };
    }
    case "S": {
      const answered = fields.length === 1 ? parseAnswers(one) : null;
      return answered === null || one === "" ? null : { m: "self-test", ...head, answered };
    }
    case "L": {
      const count = hexOf(one, 4);
      return fields.length === 1 && count > 0 ? { m: "lost", ...head, count } : null;
    }
    case "T": {
      const token = hexOf(one, 8);
      return fields.length === 1 && token >= 0 ? { m: "time", ...head, token } : null;
    }
    case "C": {
      const key = SETTINGS.find((setting) => setting === one);
      if (fields.length !== 2 || key === undefined || settingProblem(key, two) !== null) return null;
      return { m: "setting", ...head, key, value: two };
    }
    case "N": {
      const why = REFUSALS.find((refusal) => refusal === one);
      return fields.length === 1 && why !== undefined ? { m: "refused", ...head, why } : null;
    }
    default:
      return null;
  }
}

function parseEdges(text: string, end: number): LineEdge[] | null {
  const edges: LineEdge[] = [];
  let after = 0;
  let at = 15;
  for (;;) {
    const code = text.charCodeAt(at++);
    const on = code < 0x60;
    const channel = CHANNEL_OF.get(code & ~0x20);
    if (channel === undefined) return null;
    let hole = 0;
    if (channel === "H" || channel === "G") {
      hole = hexAt(text, at, 2);
      if (hole < 0 || hole >= HOLES_MAX) return null;
      at += 2;
    }
    edges.push({ after, channel, on, hole });
    if (at === end) return edges;
    if (at > end || edges.length === EDGES_MAX || text.charCodeAt(at) !== 0x20) return null;
    const delta = hexAt(text, at + 1, 4);
    if (delta < 0) return null;
    after += delta;
    at += 5;
  }
}

const CHANNEL_OF: ReadonlyMap<number, Channel> = new Map(
  CHANNELS.map((channel) => [channel.charCodeAt(0), channel]),
);

const BEAT_WIDTHS = [4, 6, 6, 4, 4, 4, 2] as const;

function parseHeartbeat(fields: readonly string[]): Heartbeat | null {
  const values = BEAT_WIDTHS.map((width, at) => hexOf(fields[at] ?? "", width));
  if (fields.length !== BEAT_WIDTHS.length || values.includes(-1)) return null;
  const [levels = 0, holesH = 0, holesG = 0, lost = 0, damaged = 0, short = 0, deepest = 0] = values;
  if (levels >= 1 << LEVEL_LETTERS.length) return null;
  return { levels, holesH, holesG, lost, damaged, short, deepest };
}

/** The protocol of these lines: the first part of the version of a board's firmware that speaks it. */
export const BOARD_PROTOCOL = 1;
const VERSION = /^(?:0|[1-9]\d{0,2})\.(?:0|[1-9]\d{0,2})\.(?:0|[1-9]\d{0,2})$/;

function parseIdentity(fields: readonly string[]): Identity | null {
  const [board = "", firmware = "", kindName = "", marks = "", boots = "", causeName = ""] = fields;
  const kind = KINDS.find((one) => one === kindName);
  const cause = CAUSES.find((one) => one === causeName);
  if (fields.length !== 6 || kind === undefined || cause === undefined) return null;
  if (hexOf(board, 8) < 0 || !VERSION.test(firmware)) return null;
  if (settingProblem("marks", marks) !== null || hexOf(boots, 8) < 0) return null;
  return { board, firmware, kind, marks: Number(marks), boots: hexOf(boots, 8), cause };
}

/** `A1B1…X1H03FFFFG03FFFF`, each channel at most once, at least one. */
function parseAnswers(text: string): Record<string, number> | null {
  const answered: Record<string, number> = {};
  for (let at = 0; at < text.length;) {
    const letter = text.charAt(at);
    const holes = letter === "H" || letter === "G";
    const width = holes ? 6 : 1;
    const value = hexAt(text, at + 1, width);
    if (value < 0 || letter in answered) return null;
    if (!holes && (value > 1 || !TESTED.includes(letter))) return null;
    answered[letter] = value;
    at += 1 + width;
  }
  return answered;
}

/** What is wrong with the value of a setting, in a few words, or null. */
export function settingProblem(key: Setting, value: string): string | null {
  switch (key) {
    case "kind":
      return KINDS.some((kind) => kind === value) ? null : `must be ${KINDS.join(", ")}`;
    case "marks":
      if (!/^\d\d$/.test(value)) return "must be two decimal digits";
      return value === "00" || (Number(value) >= 8 && Number(value) <= 80) ? null : "must be 00 or 08 to 80";
    case "debounce": {
      const ticks = hexOf(value, 4);
      return ticks >= 0 && ticks <= 0x4e20 ? null : "must be four upper-case hex digits, 0000 to 4E20";
    }
    case "board":
      return hexOf(value, 8) >= 0 ? null : "must be eight upper-case hex digits";
  }
}

/** A host line of this body, with its sum and line feed. Throws a RangeError on one that is too long: a programming error. */
export function encodeHostLine(body: string): string {
  const line = addChecksum(body);
  if (line.length > HOST_LINE_MAX) throw new RangeError(`host line too long: ${body}`);
  return `${line}\n`;
}
