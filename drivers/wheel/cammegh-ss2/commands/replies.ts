import { MODE_MAX } from "./mode.ts";
import { parseReading, type Reading } from "./parameter-values.ts";
import { isParameterLetter } from "./parameters.ts";

/**
 * Everything that a SlingShot 2 answers or adds by itself, except the status line and the bare number
 * (`../status.ts`). Section numbers are those of the Cammegh SS2 Developers Guide V2.10.
 */
export type Reply =
  /** `*P OK`: done. `letter` is the command's own. */
  | { readonly r: "ok"; readonly letter: string }
  /** `*P NO`: refused; `*) NO` and `*  NO`: the letter is no command (captured; the blank is the letter). */
  | { readonly r: "no"; readonly letter: string }
  /** `*o BUSY`: not in this state. */
  | { readonly r: "busy"; readonly letter: string }
  /** `*o 1158`: the mode that the wheel has now. */
  | { readonly r: "mode"; readonly bits: number }
  | { readonly r: "software"; readonly version: string }
  | { readonly r: "version"; readonly version: string; readonly text: string }
  /** `*F 21`, one line a fault; 0 is none. The code may be one that `SELF_TEST_CODES` does not hold. */
  | { readonly r: "self-test"; readonly code: number }
  /** `*O 6 1 161 1159`: state, enabled, games per hour, mode (captured). */
  | {
      readonly r: "options";
      readonly state: number;
      readonly enabled: boolean;
      readonly gamesPerHour: number;
      readonly mode: number;
    }
  | ({ readonly r: "parameter" } & Reading)
  /** What another host asked for, and what comes by itself: whole lines, and nothing that tirada wants to know. */
  | { readonly r: "unused" };

/** Commands that the wheel confirms with `OK`. */
const OK_LETTERS = "PRKuqdT";

/** Commands that the guide or captured traffic shows answered with `BUSY`. */
const BUSY_LETTERS = "oFCWMwsTij";

const TOKEN = /^\*([!-~]) (OK|NO|BUSY|CAM)$/;
const BLANK_NO = "*  NO";
const VERSION = String.raw`V(\d{1,2}\.\d{1,2}[a-z]?)`;

/**
 * What the wheel says in this line, or null when the line has not the exact shape of any reply: then it is damage.
 * Never throws.
 */
export function parseReply(line: string): Reply | null {
  if (line === BLANK_NO) return { r: "no", letter: " " };
  const [, letter, word] = TOKEN.exec(line) ?? [];
  if (letter !== undefined && word !== undefined) return token(letter, word);
  for (const [pattern, make] of ANSWERS) {
    const match = pattern.exec(line);
    if (match !== null) return make(match.slice(1));
  }
  return UNUSED_LINES.some((pattern) => pattern.test(line)) ? { r: "unused" } : null;
}

/** Whether the line is one that the wheel sends on purpose, status lines and bare numbers not counted. */
export function isReply(line: string): boolean {
  return parseReply(line) !== null;
}

function token(letter: string, word: string): Reply | null {
  if (word === "NO") return { r: "no", letter };
  if (word === "OK") return OK_LETTERS.includes(letter) ? { r: "ok", letter } : null;
  if (word === "BUSY") return BUSY_LETTERS.includes(letter) ? { r: "busy", letter } : null;
  return letter === "K" ? { r: "unused" } : null;
}

/** Answers to what tirada asks: the shape, and what to make of its groups. */
const ANSWERS: readonly (readonly [RegExp, (groups: readonly string[]) => Reply | null])[] = [
  [/^\*o (\d{1,5})$/, ([bits = ""]) => (Number(bits) > MODE_MAX ? null : { r: "mode", bits: Number(bits) })],
  [new RegExp(String.raw`^\*S ${VERSION}$`), ([version = ""]) => ({ r: "software", version })],
  [
    new RegExp(String.raw`^\*V ${VERSION} ([!-~][ -~]{0,150})$`),
    ([version = "", text = ""]) => ({ r: "version", version, text }),
  ],
  [/^\*F (\d{1,3})$/, ([code = ""]) => ({ r: "self-test", code: Number(code) })],
  [
    /^\*O ([1-7]) ([01]) (\d{1,4}) (\d{1,5})$/,
    ([state = "", enabled, gph = "", mode = ""]) =>
      Number(mode) > MODE_MAX
        ? null
        : {
            r: "options",
            state: Number(state),
            enabled: enabled === "1",
            gamesPerHour: Number(gph),
            mode: Number(mode),
          },
  ],
  [
    /^\*T ([a-z]) ([\d. ]{1,60})$/,
    ([letter = "", text = ""]) => {
      const reading = isParameterLetter(letter) ? parseReading(letter, text) : null;
      return reading === null ? null : { r: "parameter", ...reading };
    },
  ],
  // A page of the statistics: bytes, and their sum modulo 256 in hex, of all lines of this wheel the only one with a checksum.
  [
    /^\*s r \d{1,5} ([!-l~]{256}) ([0-9A-Fa-f]{2})$/,
    ([data = "", sum = ""]) => {
      const total = Array.from(data).reduce((so, char) => so + char.charCodeAt(0), 0);
      return total % 256 === Number.parseInt(sum, 16) ? { r: "unused" } : null;
    },
  ],
];

/** A day, and the numbers of a bonus, as they can be. */
const [DAY, MONTH] = ["(?:0[1-9]|[12]\\d|3[01])", "(?:0[1-9]|1[0-2])"];
const [BYTE, THIRTY] = ["(?:[01]\\d\\d|2[0-4]\\d|25[0-5])", "(?:[0-2]?\\d|30)"];

/** What other hosts ask for, and what comes by itself. */
const UNUSED_LINES: readonly RegExp[] = [
  // The ball passed a sensor, or lies in a pocket; by itself after `*I 4`, with or without asterisk.
  /^\*?(?:bs \d|bn (?: \d|\d\d))$/,
  /^\*I [04]$/,
  // The sensors' calibration, and pockets since the encoder's datum.
  /^\*C (?:OK : [ -~]{1,100}|FAIL : [ -~]{1,100}|BALL : (?:OK (?:Anti-)?Clockwise|No ball direction found))$/,
  /^\*A (?:\d|[1-3]\d)$/,
  // The wheel's clock.
  new RegExp(String.raw`^\*d g (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d - ${DAY}/${MONTH}/\d\d$`),
  // Chi-square of the wins; wins and misfires, the total and then a line a pocket; pages of the statistics, and that they are erased.
  /^\*w \d{1,6}(?:\.\d{1,6})? \d{1,3}(?:\.\d{1,6})?$/,
  /^\*[WM] (?:(?: \d|\d{1,2}) )?\d{1,9}$/,
  /^\*s (?:t \d{1,5}|e(?: OK)?)$/,
  // Pocket fire times and jet test.
  /^\*[ij] [ -~]{1,200}$/,
  // A bonus (§6): days are left only with 30 or fewer of the licence; 0 with value 999 is expired.
  new RegExp(String.raw`^\*Y;[1-6];(?:${BYTE}(?:;${THIRTY})?|999;00?)$`),
  // Days left of the licence.
  /^\*y \d{1,5}$/,
];
