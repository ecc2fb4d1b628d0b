import type { RandomSource } from "../../../src/time/random-source.ts";

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
export function syntheticSession(
  options: SyntheticOptions,
  random: RandomSource,
): { lines: Timed[]; truth: Game[] } {
  const lines: Timed[] = [];
  const truth: Game[] = [];
  let ms = 0;
  const encode = options.protocol === "extended" ? extended : advanced;
  const put = (count: number, line: (n: number) => SyntheticLine): void => {
    for (let n = 0; n < count; n++) {
      ms += 500 + random.below(3);
      lines.push({ ms, text: `${encode({ rpm10: 195 + random.below(6), ...line(n) })}\r\n` });
    }
  };
  put(3, () => ({ state: 6, game: 0, last: "  ", rpm10: 0, events: 0x0041 }));
  let last = "  ";
  for (let g = 0; g < options.games; g++) {
    const before = last;
    const game = oneGame(options, g, before, random);
    put(game.count[0], game.lines[0]);
    put(game.count[1], game.lines[1]);
    put(game.count[2], game.lines[2]);
    put(game.count[3], game.lines[3]);
    if (options.bare) lines.push({ ms: ms + 250, text: `${field(game.truth.pocket)}\n\r` });
    put(game.count[4], game.lines[4]);
    truth.push(game.truth);
    last = field(game.truth.pocket);
  }
  put(2, () => ({ state: 1, game: options.games % 256, last }));
  return { lines, truth };
}

type Lines = (n: number) => SyntheticLine;

function oneGame(options: SyntheticOptions, g: number, last: string, random: RandomSource) {
  const count = options.lengths ?? [4, 6, 5, 12, 8];
  const game = g % 256;
  const rotor = g % 2 === 0 ? 0 : 1;
  const turning = rotor === 0 ? 0x12 : 0x22;
  const pick = random.below(options.pockets);
  const pocket = pick === 37 ? "00" : String(pick);
  const shown = options.countsOn === "result" ? (game + 1) % 256 : game;
  const laps = count[2] + Math.min(count[3] - 1, 4);
  const track = { game, last, rotor, ball: rotor === 0 ? 1 : 0 } as const;
  const lines: readonly [Lines, Lines, Lines, Lines, Lines] = [
    () => ({ state: 1, game, last, rotor, pocket: last === "  " ? "??" : last, events: 0x0100 | turning }),
    () => ({ state: 2, game, last, rotor, events: 0x0080 | turning }),
    (n) => ({ ...track, state: 3, laps: n + 1, ticks: 20_000 }),
    (n) => ({ ...track, state: 4, laps: count[2] + Math.min(n, 4), ticks: 49_000 }),
    () => ({
      ...track,
      state: 5,
      game: shown,
      last: field(pocket),
      pocket: field(pocket),
      laps,
      events: 0x0100 | turning,
    }),
  ];
  return { count, lines, truth: { game: shown, pocket, laps } satisfies Game };
}
