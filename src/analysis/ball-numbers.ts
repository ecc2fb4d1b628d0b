import { bandOf, chiSquareTail, LEAST_EXPECTED, type ChiSquare } from "./chi-square.ts";
import { Counts } from "./counts.ts";
import { leastThat, POWER, powerOf, EXCESS } from "./power.ts";
import { fieldsAt, isFields, listAt, numberAt, textAt, type Fields } from "./record-fields.ts";
import { section, type Cell, type Section } from "./report.ts";

const BALLS = 90;
const NUMBERS = Array.from({ length: BALLS }, (_, at) => String(at + 1));
/** What is counted of a game: by then nobody has ended one, so that each game counts the same. */
export const COUNTED_BALLS = 15;
const SHARE = COUNTED_BALLS / BALLS;
/** Sets of balls that are told, the newest. */
export const BALL_SETS_MAX = 60;

interface CountedSet {
  readonly number: number;
  games: number;
  readonly counts: Counts;
}

const newSet = (number: number): CountedSet => ({ number, games: 0, counts: new Counts(BALLS) });

/**
 * Which balls come early, over whole games, and by the set that was in the machine: together they would hide one that is loaded behind one
 * that is not. Beside it which balls people had to name.
 */
export class BallNumbers {
  readonly #all = newSet(0);
  readonly #sets: CountedSet[] = [newSet(1)];
  readonly #named = new Counts(BALLS);

  take(fields: Fields): void {
    switch (textAt(fields, "kind")) {
      case "key":
        if (textAt(fieldsAt(fields, "key"), "key") === "change-balls") this.#change();
        return;
      case "ball": {
        const number = numberAt(fields, "number") ?? 0;
        if (isFields(fields["by"]) && number >= 1 && number <= BALLS) this.#named.add(String(number));
        return;
      }
      case "result":
        this.#takeGame(listAt(fieldsAt(fields, "result"), "order").slice(0, COUNTED_BALLS));
    }
  }

  #change(): void {
    const last = this.#sets.at(-1);
    if (last === undefined || last.games === 0) return;
    this.#sets.push(newSet(last.number + 1));
    if (this.#sets.length > BALL_SETS_MAX) this.#sets.shift();
  }

  #takeGame(order: readonly unknown[]): void {
    const isWhole = order.every((one) => Number.isSafeInteger(one) && Number(one) >= 1 && Number(one) <= BALLS);
    if (order.length < COUNTED_BALLS || !isWhole) return;
    for (const set of [this.#all, this.#sets.at(-1)]) {
      if (set === undefined) continue;
      set.games += 1;
      for (const number of order) set.counts.add(String(number));
    }
  }

  sections(): readonly Section[] {
    const { games, counts } = this.#all;
    if (games === 0) return [];
    const isEnough = games * SHARE >= LEAST_EXPECTED;
    const band = bandOf(games, SHARE, BALLS);
    const rows = NUMBERS.map((number): readonly Cell[] => {
      const count = counts.of(number);
      const [low, high] = isEnough ? [band.low, band.high] : [null, null];
      const outside = low !== null && (count < low || count > band.high) ? "×" : "";
      return [number, count, games * SHARE, low, high, outside, this.#named.of(number)];
    });
    const chi = chiOf(this.#all);
    const known = this.#sets.filter((set) => set.games > 0);
    return [
      section("balls", ["number", "count", "expected", "low", "high", "outside", "named"], rows, {
        chi,
        notes: ["first-balls", ...(chi.p === null ? (["too-few"] as const) : [])],
      }),
      section(
        "ball-sets",
        ["set", "games", "needed", "chi", "freedom", "p"],
        known.map((set) => {
          const of = chiOf(set);
          return [set.number, set.games, GAMES_NEEDED, of.statistic, of.freedom, of.p];
        }),
      ),
    ];
  }
}

/**
 * The test of numbers that are drawn without putting any back: a number comes in a game or does not, and the others make room for it, so that
 * the sum of squares is divided by what such counts vary.
 */
function chiOf({ games, counts }: CountedSet): ChiSquare {
  const want = games * SHARE;
  const squares = NUMBERS.reduce((sum, number) => sum + (counts.of(number) - want) ** 2, 0);
  const statistic = ((squares / (want * (1 - SHARE))) * (BALLS - 1)) / BALLS;
  const freedom = BALLS - 1;
  return { statistic, freedom, p: want >= LEAST_EXPECTED ? chiSquareTail(statistic, freedom) : null };
}

/** Games by which a ball is found that comes early half as often again. */
const GAMES_NEEDED = leastThat(
  (games) =>
    games * SHARE >= LEAST_EXPECTED &&
    powerOf((games * EXCESS * EXCESS * SHARE) / (1 - SHARE), BALLS - 1) >= POWER,
);
