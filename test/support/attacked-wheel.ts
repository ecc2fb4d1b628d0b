import { newTableHead } from "../../firmware/replay/replay.ts";
import { Pipeline, type BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import type { TableSetup } from "../../firmware/table/setup/table-setup.ts";
import { randomFrom, type RandomSource } from "../../src/time/random-source.ts";
import { monoUs } from "../../src/time/instant.ts";
import { extended } from "../../drivers/wheel/cammegh-mercury-360/synthetic-wheel.test-support.ts";

/**
 * Lines of wheels with electronics, written from the protocol sheets alone, their truth, and the whole pipeline behind
 * them: real bytes in at their instants, records out.
 */

/** One line on its way; `state` and `game` are the model's, whatever the bytes say. */
export interface WireLine {
  readonly us: number;
  readonly bytes: string;
  readonly state: number;
  readonly game: number;
  /** Not a status line: the bare number. */
  readonly bare?: boolean;
}

export interface PlayedGame {
  readonly game: number;
  readonly pocket: string;
}

export interface PlayedWheel {
  readonly lines: readonly WireLine[];
  readonly truth: readonly PlayedGame[];
}

export interface GamesOptions {
  readonly seed: string;
  readonly games: number;
  /** False: mode bit 16, no bare numbers. */
  readonly bare?: boolean;
  readonly firstGame?: number;
}

const PERIOD_US = 501_000;
const POCKETS = 37;
const two = (pocket: string): string => pocket.padStart(2, " ");
const three = (value: number): string => String(value).padStart(3, "0");

/** What one status line says, in the fields that both wheels share. */
interface Reported {
  readonly state: number;
  readonly game: number;
  readonly last: string;
  readonly rpm10: number;
  readonly rotor: 0 | 1;
}

type Encode = (reported: Reported, pocket: string, random: RandomSource) => string;

const ss2Line: Encode = ({ state, game, last, rpm10, rotor }) =>
  `*X;${state};${three(game)};${last};0;${three(rpm10)};${rotor}\r\n`;

const mercuryLine: Encode = ({ state, game, last, rpm10, rotor }, pocket) => {
  const turning = rotor === 0 ? 0x12 : 0x22;
  const lies = state === 5 || state === 1;
  const runs = state === 3 || state === 4;
  const more = {
    events: turning | (lies ? 0x100 : state === 2 ? 0x80 : 0),
    laps: state === 3 ? 4 : runs || state === 5 ? 8 : 0,
    ball: runs || state === 5 ? (rotor === 0 ? 1 : 0) : ("?" as const),
    ticks: runs ? 30_000 : null,
    pocket: lies ? two(pocket) : "??",
  } as const;
  return `${extended({ state, game, last, rpm10, rotor, ...more })}\r\n`;
};

/** Whole games of an SS2 (guide §2.4, §2.5): state 2, 3, 4, the bare number, 5, and the open bets of the next game. */
export function ss2Games(options: GamesOptions): PlayedWheel {
  return games(options, ss2Line, [2], 256);
}

/** The same of a Mercury 360 on an extended port, which counts with the next game. */
export function mercuryGames(options: GamesOptions): PlayedWheel {
  return games(options, mercuryLine, [1, 2], 255);
}

/** `open`: the states before the launch. `lastOf`: the last game before the count begins anew. */
function games(options: GamesOptions, encode: Encode, open: readonly number[], lastOf: 255 | 256): PlayedWheel {
  const { seed, games: count, bare: unframed = true, firstGame = 11 } = options;
  const random = randomFrom(seed);
  const lines: WireLine[] = [];
  const truth: PlayedGame[] = [];
  let us = 2_000_000;
  let last = two(String(random.below(POCKETS)));
  let game = firstGame;
  for (let at = 0; at < count; at++) {
    const pocket = String(random.below(POCKETS));
    const rotor = at % 2 === 0 ? 0 : 1;
    const put = (state: number, times: number): void => {
      for (let line = 0; line < times; line++) {
        us += random.oneIn(70) ? 430_000 : PERIOD_US;
        const rpm10 = 166 + random.below(4);
        lines.push({
          us,
          bytes: encode({ state, game, last, rpm10, rotor }, state === 1 ? last.trim() : pocket, random),
          state,
          game,
        });
      }
    };
    for (const state of open) put(state, state === 1 ? 4 : 12 + random.below(8));
    put(3, 5 + random.below(6));
    put(4, 16 + random.below(20));
    if (unframed) lines.push({ us: us + 250_000, bytes: `${two(pocket)}\n\r`, state: 4, game, bare: true });
    last = two(pocket);
    put(5, 7 + random.below(6));
    truth.push({ game, pocket });
    game = game >= lastOf ? (lastOf === 256 ? 1 : 0) : game + 1;
  }
  const rotor = count % 2 === 0 ? 0 : 1;
  for (let line = 0; line < 4; line++) {
    us += PERIOD_US;
    lines.push({
      us,
      bytes: encode({ state: open[0] ?? 2, game, last, rpm10: 168, rotor }, last.trim(), random),
      state: open[0] ?? 2,
      game,
    });
  }
  return { lines, truth };
}

/** Lines of this state of one game, in order. */
export function linesOf({ lines }: PlayedWheel, game: number, state: number): WireLine[] {
  return lines.filter((line) => line.game === game && line.state === state && line.bare !== true);
}

/** What comes at `from` and later, before `until`, waits and comes in one burst at `until`. */
export function heldBack(lines: readonly WireLine[], from: number, until: number): WireLine[] {
  return lines.map((line) => (line.us >= from && line.us < until ? { ...line, us: until } : line));
}

/** `text` with the two characters of the number field replaced. */
export function withNumber(text: string, number: string): string {
  return `${text.slice(0, 9)}${two(number)}${text.slice(11)}`;
}

/** Plays lines through the unit's own pipeline. Lines of one instant are one chunk. */
export function playLines(setup: TableSetup, lines: readonly WireLine[]): BuiltRecord[] {
  const pipeline = new Pipeline(setup, newTableHead(setup, "test", []));
  const records: BuiltRecord[] = [];
  const wakeUpTo = (us: number): void => {
    for (let at = pipeline.wakeAt(); at !== null && at <= us; at = pipeline.wakeAt()) {
      records.push(...pipeline.feed({ k: "tick", t: at }).records);
      if (pipeline.wakeAt() === at) return;
    }
  };
  const start = monoUs(1_000_000);
  pipeline.feed({ k: "auto-open", t: start });
  records.push(...pipeline.feed({ k: "open", t: start, port: setup.port, name: "model" }).records);
  records.push(...pipeline.feed({ k: "in", t: start, port: setup.port, bytes: "\r\n" }).records);
  const inOrder = lines.map((line, at) => ({ ...line, at })).sort((a, b) => a.us - b.us || a.at - b.at);
  for (let at = 0; at < inOrder.length;) {
    const us = inOrder[at]?.us ?? 0;
    let bytes = "";
    for (; inOrder[at]?.us === us; at++) bytes += inOrder[at]?.bytes ?? "";
    wakeUpTo(us - 1);
    records.push(...pipeline.feed({ k: "in", t: monoUs(us), port: setup.port, bytes }).records);
  }
  return records;
}

export interface Judged {
  /** Verdicts in order: `12 certified 17`, `12 undecided code`. The number is the device's game. */
  readonly told: readonly string[];
  readonly certified: number;
  /** Certified results that are not the truth, and more than one of a game. */
  readonly wrong: readonly string[];
  readonly faults: readonly string[];
  /** How many games passed unseen, each time that the table said so. */
  readonly missed: readonly number[];
}

/** What was told, held against the truth. */
export function judged(records: readonly BuiltRecord[], truth: readonly PlayedGame[]): Judged {
  const reported: string[] = [];
  const wrong: string[] = [];
  const faults: string[] = [];
  const missed: number[] = [];
  const seen = new Set<number>();
  for (const { body } of records) {
    if (body.kind === "fault") faults.push(body.code);
    if (body.kind === "fault" && body.code === "spin-missed") missed.push(Number(body.detail["games"]));
    if (body.kind === "undecided")
      reported.push(`${String(body.seen["deviceGame"])} undecided ${body.because.join(" ")}`);
    if (body.kind === "aborted") reported.push(`${String(body.seen["deviceGame"])} aborted ${body.cause}`);
    if (body.kind === "void") reported.push(`void ${body.reasons.map(({ rule }) => rule).join(" ")}`);
    if (body.kind !== "result" || !("pocket" in body.result) || !("deviceGame" in body.seen)) continue;
    const { deviceGame } = body.seen;
    const { pocket } = body.result;
    const { level, because } = body.certainty;
    reported.push([deviceGame, level, pocket, ...because].join(" "));
    if (level !== "certified") continue;
    const right = truth.find(({ game }) => game === deviceGame);
    if (right?.pocket !== pocket || seen.has(deviceGame ?? -1)) wrong.push(reported.at(-1) ?? "");
    seen.add(deviceGame ?? -1);
  }
  return {
    told: reported,
    certified: reported.filter((one) => one.includes(" certified ")).length,
    wrong,
    faults,
    missed,
  };
}
