import type { Chance } from "../../../src/time/chance.ts";

/** For tests only: an encoder of a Mercury 360's lines that shares nothing with the decoder. */
export interface SyntheticLine {
  readonly state: number;
  readonly game: number;
  /** As it stands in the line: two characters. */
  readonly last: string;
  readonly flags?: number;
  readonly rpm10?: number;
  readonly rotor?: 0 | 1;
  readonly events?: number;
  readonly laps?: number;
  readonly ball?: 0 | 1 | "?";
  readonly ticks?: number | null;
  readonly pocket?: string;
}

const hex = (value: number, places: number): string => value.toString(16).toUpperCase().padStart(places, "0");

export function advanced({ state, game, last, flags = 0, rpm10 = 200, rotor = 0 }: SyntheticLine): string {
  const digits = (value: number): string => String(value).padStart(3, "0");
  return `*X;${state};${digits(game)};${last};${hex(flags, 1)};${digits(rpm10)};${rotor}`;
}

export function extended(line: SyntheticLine): string {
  const {
    rotor = 0,
    events = 0x0002 | (rotor === 0 ? 0x10 : 0x20),
    laps = 0,
    ball = "?",
    ticks = null,
    pocket = "??",
  } = line;
  return `${advanced(line)};${hex(events, 4)};${hex(laps, 2)};${ball};${ticks === null ? "?????" : hex(ticks, 5)};${pocket}`;
}

/** A timed line, its terminator included. */
export interface Timed {
  readonly ms: number;
  readonly text: string;
}

export interface Game {
  readonly game: number;
  /** The pocket's name. */
  readonly pocket: string;
  readonly laps: number;
}

export interface SyntheticOptions {
  readonly protocol: "advanced" | "extended";
  readonly games: number;
  readonly pockets: 37 | 38;
  readonly countsOn: "result" | "next-game";
  readonly bare: boolean;
  /** Status lines in states 1, 2, 3, 4 and 5. */
  readonly lengths?: readonly [number, number, number, number, number];
}

export const field = (pocket: string): string => pocket.padStart(2, " ");

/** A session of whole games on a healthy wheel, from the first idle line. */
export function syntheticSession(options: SyntheticOptions, chance: Chance): { lines: Timed[]; truth: Game[] } {
  const { protocol, countsOn, lengths = [4, 6, 5, 12, 8] } = options;
  const encode = protocol === "extended" ? extended : advanced;
  const lines: Timed[] = [];
  const truth: Game[] = [];
  let ms = 0;
  let last = "  ";
  let count = 0;
  const put = (line: SyntheticLine): void => {
    ms += 500 + chance.below(3);
    lines.push({ ms, text: `${encode(line)}\r\n` });
  };
  for (let n = 0; n < 3; n++) put({ state: 6, game: 0, last, rpm10: 0, events: 0x0041 });
  for (let g = 0; g < options.games; g++) {
    const rotor = g % 2 === 0 ? 0 : 1;
    const against = rotor === 0 ? 1 : 0;
    const rpm = (): number => 195 + chance.below(6);
    const pick = chance.below(options.pockets);
    const pocket = pick === 37 ? "00" : String(pick);
    const old = g === 0 ? "??" : last;
    const [one, two, three, four, five] = lengths;
    for (let n = 0; n < one; n++)
      put({
        state: 1,
        game: count,
        last,
        rotor,
        rpm10: rpm(),
        pocket: old,
        events: 0x0102 | (rotor === 0 ? 0x10 : 0x20),
      });
    for (let n = 0; n < two; n++)
      put({ state: 2, game: count, last, rotor, rpm10: rpm(), events: 0x0082 | (rotor === 0 ? 0x10 : 0x20) });
    for (let n = 1; n <= three; n++)
      put({ state: 3, game: count, last, rotor, rpm10: rpm(), ball: against, laps: n, ticks: 20_000 });
    for (let n = 0; n < four; n++)
      put({
        state: 4,
        game: count,
        last,
        rotor,
        rpm10: rpm(),
        ball: against,
        laps: three + Math.min(n, 4),
        ticks: 49_000,
      });
    const shown = countsOn === "result" ? (count + 1) % 256 : count;
    if (options.bare) lines.push({ ms: ms + 250, text: `${field(pocket)}\n\r` });
    last = field(pocket);
    truth.push({ game: shown, pocket, laps: three + Math.min(four - 1, 4) });
    for (let n = 0; n < five; n++)
      put({
        state: 5,
        game: shown,
        last,
        rotor,
        rpm10: rpm(),
        ball: against,
        laps: three + Math.min(four - 1, 4),
        pocket: last,
        events: 0x0102 | (rotor === 0 ? 0x10 : 0x20),
      });
    count = (count + 1) % 256;
  }
  put({ state: 1, game: count, last, rotor: 0 });
  put({ state: 1, game: count, last, rotor: 0 });
  return { lines, truth };
}
