import type { Direction } from "../../../src/table/wheel/observation.ts";
import { pocketOf } from "../cammegh.ts";

/**
 * The lines of a Cammegh Mercury 360 (Mercury 360 Integration Guide 1051-INT-02-L). Pure functions; a line that does not have
 * the exact shape of its protocol is `null`, never a guess: there is no checksum, so only the shape can be checked.
 */

/** The protocol of one port of the break-out box (`*m p1 p2 p3`). */
export type Protocol = "basic" | "advanced" | "extended";

export type MercuryLine =
  | { readonly l: "status"; readonly status: Status }
  /** The winning number alone, in two characters. Advanced and extended. */
  | { readonly l: "bare"; readonly pocket: string }
  /** `*S`, `*N`, `*W nn`: basic. */
  | { readonly l: "started" }
  | { readonly l: "no-more-bets" }
  | { readonly l: "won"; readonly pocket: string }
  /** A bonus line, or a reply to a command of another host: valid, and not used by a session that only listens. */
  | { readonly l: "unused" };

/** One status line, every 500 ms. */
export interface Status {
  /** 1 start · 2 place bets · 3 ball seen one lap · 4 no more bets · 5 result · 6 closed · 7 dealer lock. */
  readonly state: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** Games played successfully, 0–255; cleared on entering closed. */
  readonly game: number;
  /** The last winning number; `null` when cleared. Holds the OLD number until the result. */
  readonly lastNumber: string | null;
  readonly flags: Flags;
  /** Tenths of rpm: 20–600, or 0 for a rotor below 2.0 or above 60.0 rpm. */
  readonly rpm10: number;
  readonly direction: Direction;
  /** Null on an advanced port. */
  readonly extended: Extended | null;
}

/** The four flag bits. They mean other things than on a SlingShot 2. */
export interface Flags {
  /** 1: rotor outside its limits (`*J`); does not stop the game. */
  readonly rotorLimits: boolean;
  /** 2: ball runs the same way as the rotor. */
  readonly withRotor: boolean;
  /** 4: two or more rim sensors lost the ball, failed, or see something that is not a ball. */
  readonly sensors: boolean;
  /** 8: void: ball left the wheel, weak launch, or sudden change of the rotor. Not in game mode 00. */
  readonly void: boolean;
}

/** The five fields that the extended protocol adds. */
export interface Extended {
  /** Null when the device does not say. */
  readonly rotor: "stopped" | "legal" | "too-fast" | "too-slow" | null;
  readonly rotorDirection: Direction | null;
  readonly ball: "none" | "in-pocket" | null;
  /** Laps of the ball in the outer track in this game, 0–255; cleared on entering state 2. */
  readonly laps: number;
  readonly ballDirection: Direction | null;
  /** Lap time of the ball in 1/32768 s, or null; rpm is 1,966,080 / value. */
  readonly lapTicks: number | null;
  readonly pocket: string | null;
}

/** Longest line with room to spare; an extended status line has 41 characters. */
export const LINE_LIMIT = 80;

const BASE = String.raw`\*X;([1-7]);(\d{3});( {2}| \d|\d\d);([0-9A-Fa-f]);(\d{3});([01])`;
const ADVANCED = new RegExp(`^${BASE}$`);
const EXTENDED = new RegExp(
  String.raw`^${BASE};([0-9A-Fa-f]{4});([0-9A-Fa-f]{2});([?01]);([0-9A-Fa-f]{5}|\?{5});(\?\?| \d|\d\d)$`,
);

/** What a line says on a port of this protocol and a rotor of 37 or 38 pockets; null: damaged. Never throws. */
export function parseLine(text: string, protocol: Protocol, pockets: number): MercuryLine | null {
  if (text.length > LINE_LIMIT) return null;
  const own = protocol === "basic" ? parseBasic(text, pockets) : parseStatusOrBare(text, protocol, pockets);
  if (own !== null) return own;
  return UNUSED_LINES.some((shape) => shape.test(text)) ? { l: "unused" } : null;
}

/** The protocol whose lines these look like, to tell a technician that the port is set to another; null: none. */
export function protocolOf(text: string): Protocol | null {
  if (EXTENDED.test(text)) return "extended";
  if (ADVANCED.test(text)) return "advanced";
  return /^\*(?:[SN]|W ( \d|\d\d))$/.test(text) ? "basic" : null;
}

function parseBasic(text: string, pockets: number): MercuryLine | null {
  if (text === "*S") return { l: "started" };
  if (text === "*N") return { l: "no-more-bets" };
  const [, field] = /^\*W ( \d|\d\d)$/.exec(text) ?? [];
  const pocket = field === undefined ? null : pocketOf(field, pockets);
  return pocket === null ? null : { l: "won", pocket };
}

function parseStatusOrBare(text: string, protocol: Protocol, pockets: number): MercuryLine | null {
  const status = parseStatus(text, protocol, pockets);
  if (status !== null) return { l: "status", status };
  const pocket = text.length === 2 ? pocketOf(text, pockets) : null;
  return pocket === null ? null : { l: "bare", pocket };
}

/** A status line, or null when shape, number, speed or event bits are not possible. */
export function parseStatus(text: string, protocol: Protocol, pockets: number): Status | null {
  const fields = (protocol === "extended" ? EXTENDED : ADVANCED).exec(text);
  if (fields === null) return null;
  const [, state, game, number = "", flags = "0", rpm, direction] = fields;
  const lastNumber = number === "  " ? null : pocketOf(number, pockets);
  const rpm10 = Number(rpm);
  if (Number(game) > 255 || (number !== "  " && lastNumber === null)) return null;
  // Below 2.0 and above 60.0 rpm the device sends 000.
  if (rpm10 !== 0 && (rpm10 < 20 || rpm10 > 600)) return null;
  const extended = protocol === "extended" ? parseExtended(fields.slice(7), pockets) : null;
  if (protocol === "extended" && extended === null) return null;
  return {
    state: Number(state) as Status["state"],
    game: Number(game),
    lastNumber,
    flags: decodeFlags(Number.parseInt(flags, 16)),
    rpm10,
    direction: direction === "0" ? "cw" : "ccw",
    extended,
  };
}

function decodeFlags(bits: number): Flags {
  return {
    rotorLimits: (bits & 1) !== 0,
    withRotor: (bits & 2) !== 0,
    sensors: (bits & 4) !== 0,
    void: (bits & 8) !== 0,
  };
}

const ROTOR_EVENTS = {
  stopped: 0x001,
  legal: 0x002,
  fast: 0x004,
  slow: 0x008,
  cw: 0x010,
  ccw: 0x020,
  unknown: 0x040,
};
const NO_BALL = 0x080;
const IN_POCKET = 0x100;

/** The extended fields; null when they contradict themselves or use bits that are always 0. */
function parseExtended(fields: readonly (string | undefined)[], pockets: number): Extended | null {
  const [eeee = "", ss = "", b = "", ticks = "", pp = ""] = fields;
  const events = Number.parseInt(eeee, 16);
  const pocket = pp === "??" ? null : pocketOf(pp, pockets);
  if (events > 0x1ff || (pp !== "??" && pocket === null)) return null;
  if ((events & NO_BALL) !== 0 && (events & IN_POCKET) !== 0) return null;
  if ((events & ROTOR_EVENTS.cw) !== 0 && (events & ROTOR_EVENTS.ccw) !== 0) return null;
  const lapTicks = ticks.startsWith("?") ? null : Number.parseInt(ticks, 16);
  if (lapTicks === 0) return null;
  const ball = (events & NO_BALL) !== 0 ? "none" : (events & IN_POCKET) !== 0 ? "in-pocket" : null;
  return {
    rotor: rotorOf(events),
    rotorDirection: rotorDirectionOf(events),
    ball,
    laps: Number.parseInt(ss, 16),
    ballDirection: b === "?" ? null : b === "0" ? "cw" : "ccw",
    lapTicks,
    pocket,
  };
}

function rotorOf(events: number): Extended["rotor"] {
  if ((events & ROTOR_EVENTS.stopped) !== 0) return "stopped";
  if ((events & ROTOR_EVENTS.fast) !== 0) return "too-fast";
  if ((events & ROTOR_EVENTS.slow) !== 0) return "too-slow";
  return (events & ROTOR_EVENTS.legal) !== 0 ? "legal" : null;
}

function rotorDirectionOf(events: number): Direction | null {
  if ((events & ROTOR_EVENTS.unknown) !== 0) return null;
  if ((events & ROTOR_EVENTS.cw) !== 0) return "cw";
  return (events & ROTOR_EVENTS.ccw) !== 0 ? "ccw" : null;
}

/** Replies to commands carry no asterisk; bonus lines use colons. */
const UNUSED_LINES = [
  /^(?:OK|LOCKED|INVALID|ERROR|# OK)$/,
  // Its name, asked for its version.
  /^V [ -~]{1,70}$/,
  // A parameter.
  /^# -?\d{1,6}$/,
  // Rim sensor `d` over the pocket with its fraction; .5 is the pocket's middle.
  /^SP\d \d{1,2}\.\d$/,
  // The level.
  /^\(X\) -?\d{1,2}\.\d \(Y\) -?\d{1,2}\.\d$/,
  // An entry of the log, or `None`.
  /^E [!-~][ -~]{0,70}$/,
  // `*Y:P:n`, `*Y:A:nn` (00–07), `*Y:k:nnn` (000–255).
  /^\*Y:(?:P:\d|A:0[0-7]|[1-6]:(?:[01]\d\d|2[0-4]\d|25[0-5]))$/,
];
