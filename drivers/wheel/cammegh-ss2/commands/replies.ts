import { MODE_MAX } from "./mode.ts";
import { parseReading, type Reading } from "./parameter-values.ts";
import { isParameterLetter } from "./parameters.ts";

/**
 * One page of the statistics log, `*s r page <256 bytes> <hh>` (Cammegh SS2 Developers Guide V2.10 §2.3–2.10).
 * Each data byte is a value plus 21h: 0–37 a win by code, 38–75 a misfire, `~` unused. `hh` is the sum of the data
 * bytes modulo 256 in hex: of all lines of this wheel the only one with a checksum.
 */
export interface StatisticsPage {
  readonly page: number;
  /** In the order of the log; unused places are left out. */
  readonly entries: readonly StatisticsEntry[];
}

export interface StatisticsEntry {
  readonly kind: "win" | "misfire";
  /** 0–37, the wheel's own number code; 37 is double zero. */
  readonly code: number;
}

export const PAGE_BYTES = 256;
const OFFSET = 0x21;
const MISFIRES_FROM = 38;
const CODES = 76;
const UNUSED = 0x7e;
const PAGE = /^\*s r (\d{1,5}) ([!-l~]{256}) ([0-9A-Fa-f]{2})$/;

/** A whole page whose checksum holds, else null. */
export function parsePage(line: string): StatisticsPage | null {
  const [, page, data, sum] = PAGE.exec(line) ?? [];
  if (page === undefined || data === undefined || sum === undefined) return null;
  if (checksum(data) !== Number.parseInt(sum, 16)) return null;
  const entries: StatisticsEntry[] = [];
  for (let at = 0; at < data.length; at++) {
    const byte = data.charCodeAt(at);
    if (byte === UNUSED) continue;
    const value = byte - OFFSET;
    if (value >= CODES) return null;
    entries.push({ kind: value < MISFIRES_FROM ? "win" : "misfire", code: value % MISFIRES_FROM });
  }
  return { page: Number(page), entries };
}

/** Sum of the bytes as they are sent, modulo 256. */
export function checksum(data: string): number {
  let sum = 0;
  for (let at = 0; at < data.length; at++) sum = (sum + data.charCodeAt(at)) & 0xff;
  return sum;
}

/**
 * Everything that a SlingShot 2 answers or adds by itself, except the status line and the bare number
 * (`../status.ts`). Section numbers are those of the Cammegh SS2 Developers Guide V2.10.
 */
export type Reply =
  /** `*P OK`: done. `letter` is the command's own. */
  | { readonly r: "ok"; readonly letter: OkLetter }
  /** `*P NO`: refused; `*) NO` and `*  NO`: the letter is no command (captured; the blank is the letter). */
  | { readonly r: "no"; readonly letter: string }
  /** `*o BUSY`: not in this state. */
  | { readonly r: "busy"; readonly letter: string }
  /** `*o 1158`: the mode that the wheel has now. */
  | { readonly r: "mode"; readonly bits: number }
  /** `*K CAM`: the wheel is idle and started nothing. */
  | { readonly r: "idle-key" }
  | { readonly r: "software"; readonly version: string }
  | { readonly r: "version"; readonly version: string; readonly text: string }
  /** `*F 21`, one line a fault; 0 is none. The code may be one that `SELF_TEST_CODES` does not hold. */
  | { readonly r: "self-test"; readonly code: number }
  | {
      readonly r: "calibration";
      readonly step: CalibrationStep;
      readonly text: string;
      readonly positions: readonly number[];
    }
  /** Pockets since the encoder's datum, 0–39. */
  | { readonly r: "encoder"; readonly pockets: number }
  | { readonly r: "sensor-events"; readonly on: boolean }
  /** `*bs n`: the ball passed sensor n. Comes by itself after `*I 4`, with or without asterisk. */
  | { readonly r: "ball-at-sensor"; readonly sensor: number }
  /** `*bn nn`: the ball lies in a pocket; `field` has the shape of the status line's number. */
  | { readonly r: "ball-in-pocket"; readonly field: string }
  /** `date` is `YY-MM-DD`. */
  | { readonly r: "clock"; readonly time: string; readonly date: string }
  /** `*O 6 1 161 1159`: state, enabled, games per hour, mode (captured). */
  | {
      readonly r: "options";
      readonly state: number;
      readonly enabled: boolean;
      readonly gamesPerHour: number;
      readonly mode: number;
    }
  /** Decimals as they came. */
  | { readonly r: "chi-square"; readonly chi2: string; readonly percent: string }
  /** `of` wins or misfires: the total, then one line a pocket. */
  | {
      readonly r: "count";
      readonly of: "wins" | "misfires";
      readonly pocket: string | null;
      readonly count: number;
    }
  | { readonly r: "page-count"; readonly pages: number }
  | ({ readonly r: "page" } & StatisticsPage)
  | { readonly r: "erased" }
  | { readonly r: "service"; readonly letter: "i" | "j"; readonly text: string }
  | ({ readonly r: "parameter" } & Reading)
  /** `*Y;k;nnn` (§6): `daysLeft` only with 30 or fewer days of licence; 0 with value 999 is expired. */
  | { readonly r: "bonus"; readonly kind: number; readonly value: number; readonly daysLeft: number | null }
  | { readonly r: "licence"; readonly daysLeft: number };

export type CalibrationStep =
  | "ok"
  | "ball-clockwise"
  | "ball-anti-clockwise"
  | "ball-no-direction"
  | "completed"
  | "failed";

/** Commands that the wheel confirms with `OK`. */
const OK_LETTERS = ["P", "R", "K", "u", "q", "d", "T"] as const;
export type OkLetter = (typeof OK_LETTERS)[number];

/** Commands that the guide or captured traffic shows answered with `BUSY`. */
const BUSY_LETTERS = ["o", "F", "C", "W", "M", "w", "s", "T", "i", "j"];

const TOKEN = /^\*([!-~]) (OK|NO|BUSY|CAM)$/;
const BLANK_NO = "*  NO";
const VERSION = String.raw`V(\d{1,2}\.\d{1,2}[a-z]?)`;

type Parser = (line: string) => Reply | null;

/** The longest part of a line is the statistics page; anything longer is no reply. */
const REPLY_MAX = 300;

/**
 * What the wheel says in this line, or null when the line has not the exact shape of any reply: then it is damage.
 * Never throws.
 */
export function parseReply(line: string): Reply | null {
  if (line.length > REPLY_MAX) return null;
  if (line === BLANK_NO) return { r: "no", letter: " " };
  const [, letter, word] = TOKEN.exec(line) ?? [];
  if (letter !== undefined && word !== undefined) return token(letter, word);
  const head = line.startsWith("b") ? "b" : line.startsWith("*") ? line.charAt(1) : "";
  return Object.hasOwn(BY_LETTER, head) ? (BY_LETTER[head]?.(line) ?? null) : null;
}

/** Whether the line is one that the wheel sends on purpose, status lines and bare numbers not counted. */
export function isReply(line: string): boolean {
  return parseReply(line) !== null;
}

/** Whether a reply comes by itself, so that it never answers a command. */
export function isUnasked(reply: Reply): boolean {
  return reply.r === "bonus" || reply.r === "ball-at-sensor" || reply.r === "ball-in-pocket";
}

function token(letter: string, word: string): Reply | null {
  if (word === "NO") return { r: "no", letter };
  if (word === "BUSY") return BUSY_LETTERS.includes(letter) ? { r: "busy", letter } : null;
  if (word === "CAM") return letter === "K" ? { r: "idle-key" } : null;
  const known = OK_LETTERS.find((other) => other === letter);
  return known === undefined ? null : { r: "ok", letter: known };
}

/** A parser from a shape and what to make of its groups. */
function shape(pattern: RegExp, make: (groups: readonly string[]) => Reply | null): Parser {
  return (line) => {
    const match = pattern.exec(line);
    return match === null ? null : make(match.slice(1));
  };
}

function firstOf(...parsers: readonly Parser[]): Parser {
  return (line) => {
    for (const parse of parsers) {
      const reply = parse(line);
      if (reply !== null) return reply;
    }
    return null;
  };
}

const count = (of: "wins" | "misfires", letter: string): Parser =>
  firstOf(
    shape(new RegExp(String.raw`^\*${letter} (\d{1,9})$`), ([n = ""]) => ({
      r: "count",
      of,
      pocket: null,
      count: Number(n),
    })),
    shape(new RegExp(String.raw`^\*${letter} ( \d|\d{1,2}) (\d{1,9})$`), ([pocket = "", n = ""]) => ({
      r: "count",
      of,
      pocket: pocket.trim(),
      count: Number(n),
    })),
  );

const service = (letter: "i" | "j"): Parser =>
  shape(new RegExp(String.raw`^\*${letter} ([ -~]{1,200})$`), ([text = ""]) => ({
    r: "service",
    letter,
    text,
  }));

const calibration = (step: CalibrationStep, pattern: RegExp): Parser =>
  shape(pattern, ([text = "", ...positions]) => ({
    r: "calibration",
    step,
    text,
    positions: positions.map(Number),
  }));

const sensors = firstOf(
  shape(/^\*?bs (\d)$/, ([n = ""]) => ({ r: "ball-at-sensor", sensor: Number(n) })),
  shape(/^\*?bn ( \d|\d\d)$/, ([field = ""]) => ({ r: "ball-in-pocket", field })),
);

const BY_LETTER: Readonly<Record<string, Parser>> = {
  b: sensors,
  o: shape(/^\*o (\d{1,5})$/, ([bits = ""]) =>
    Number(bits) > MODE_MAX ? null : { r: "mode", bits: Number(bits) },
  ),
  S: shape(new RegExp(String.raw`^\*S ${VERSION}$`), ([version = ""]) => ({ r: "software", version })),
  V: shape(new RegExp(String.raw`^\*V ${VERSION} ([!-~][ -~]{0,150})$`), ([version = "", text = ""]) => ({
    r: "version",
    version,
    text,
  })),
  F: shape(/^\*F (\d{1,3})$/, ([code = ""]) => ({ r: "self-test", code: Number(code) })),
  C: firstOf(
    calibration("completed", /^\*C (OK : Completed \((\d{1,5}), (\d{1,5}), (\d{1,5})\))$/),
    calibration("ok", /^\*C (OK : [ -~]{1,100})$/),
    calibration("ball-clockwise", /^\*C (BALL : OK Clockwise)$/),
    calibration("ball-anti-clockwise", /^\*C (BALL : OK Anti-Clockwise)$/),
    calibration("ball-no-direction", /^\*C (BALL : No ball direction found)$/),
    calibration("failed", /^\*C (FAIL : [ -~]{1,100})$/),
  ),
  A: shape(/^\*A (\d|[1-3]\d)$/, ([n = ""]) => ({ r: "encoder", pockets: Number(n) })),
  I: shape(/^\*I ([04])$/, ([n]) => ({ r: "sensor-events", on: n === "4" })),
  d: shape(/^\*d g ([01]\d|2[0-3]):([0-5]\d):([0-5]\d) - (\d\d)\/(\d\d)\/(\d\d)$/, (groups) => {
    const [hour = "", minute = "", second = "", day = "", month = "", year = ""] = groups;
    if (Number(day) < 1 || Number(day) > 31 || Number(month) < 1 || Number(month) > 12) return null;
    return { r: "clock", time: `${hour}:${minute}:${second}`, date: `${year}-${month}-${day}` };
  }),
  O: shape(/^\*O ([1-7]) ([01]) (\d{1,4}) (\d{1,5})$/, ([state = "", enabled, gph = "", mode = ""]) =>
    Number(mode) > MODE_MAX
      ? null
      : {
          r: "options",
          state: Number(state),
          enabled: enabled === "1",
          gamesPerHour: Number(gph),
          mode: Number(mode),
        },
  ),
  w: shape(/^\*w (\d{1,6}(?:\.\d{1,6})?) (\d{1,3}(?:\.\d{1,6})?)$/, ([chi2 = "", percent = ""]) => ({
    r: "chi-square",
    chi2,
    percent,
  })),
  W: count("wins", "W"),
  M: count("misfires", "M"),
  s: firstOf(
    shape(/^\*s t (\d{1,5})$/, ([pages = ""]) => ({ r: "page-count", pages: Number(pages) })),
    shape(/^\*s e(?: OK)?$/, () => ({ r: "erased" })),
    (line) => {
      const page = parsePage(line);
      return page === null ? null : { r: "page", ...page };
    },
  ),
  i: service("i"),
  j: service("j"),
  T: shape(/^\*T ([a-z]) ([\d. ]{1,60})$/, ([letter = "", text = ""]) => {
    const reading = isParameterLetter(letter) ? parseReading(letter, text) : null;
    return reading === null ? null : { r: "parameter", ...reading };
  }),
  Y: shape(/^\*Y;([1-6]);(\d{3})(?:;(\d\d?))?$/, ([kind = "", value = "", days]) => {
    const expired = value === "999" && days !== undefined && Number(days) === 0;
    if ((Number(value) > 255 && !expired) || Number(days ?? 0) > 30) return null;
    return {
      r: "bonus",
      kind: Number(kind),
      value: Number(value),
      daysLeft: days === undefined ? null : Number(days),
    };
  }),
  y: shape(/^\*y (\d{1,5})$/, ([days = ""]) => ({ r: "licence", daysLeft: Number(days) })),
};
