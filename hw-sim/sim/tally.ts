/** What the scores of card and dice tables have in common: numbers and maps of numbers that only add up, and examples. */
export interface Tallied {
  /** By rule. */
  readonly void: Counts;
  readonly incidents: Counts;
  /** By the first reason. */
  readonly undecidedBy: Counts;
  readonly faultsPut: Counts;
  /** Of each kind of mistake. */
  readonly examples: Readonly<Record<string, readonly string[]>>;
}

type Counts = Readonly<Record<string, number>>;
type MapName = Exclude<keyof Tallied, "examples">;

/** The names of a score's numbers. */
export type CounterOf<S> = { [K in keyof S]: S[K] extends number ? K & string : never }[keyof S];

/** The maps of a score in which nothing was counted yet. */
export const EMPTY_MAPS: Tallied = { void: {}, incidents: {}, undecidedBy: {}, faultsPut: {}, examples: {} };

/** Examples that are kept of each kind of mistake. */
const EXAMPLES_MAX = 20;

/** A score that is being written. */
export class Tally<S extends Tallied> {
  readonly #empty: S;
  #numbers: Record<string, number> = {};
  readonly #maps: Record<MapName, Record<string, number>> = {
    void: {},
    incidents: {},
    undecidedBy: {},
    faultsPut: {},
  };
  readonly #examples: Record<string, string[]> = {};

  constructor(empty: S) {
    this.#empty = empty;
  }

  count(name: CounterOf<S>, by = 1): void {
    this.#numbers[name] = this.of(name) + by;
  }

  of(name: CounterOf<S>): number {
    return this.#numbers[name] ?? 0;
  }

  add(map: MapName, key: string): void {
    const counts = this.#maps[map];
    counts[key] = (counts[key] ?? 0) + 1;
  }

  /** A mistake with what there is to know about it. */
  addExample(name: CounterOf<S>, how: string, by = 1): void {
    this.count(name, by);
    const key: string = name;
    const examples = (this.#examples[key] ??= []);
    if (examples.length < EXAMPLES_MAX) examples.push(how);
  }

  get score(): S {
    return { ...this.#empty, ...this.#numbers, ...this.#maps, examples: this.#examples };
  }
}

/** Adds two scores of one kind; the same for every order in which shards are merged. */
export function addScores<S extends Tallied>(a: S, b: S): S {
  const sum: Record<string, unknown> = {};
  for (const name of Object.keys(a) as (keyof S)[]) {
    const [one, two] = [a[name], b[name]];
    sum[name as string] =
      typeof one === "number" && typeof two === "number" ? one + two : merged(one as Maps, two as Maps);
  }
  return sum as unknown as S;
}

type Maps = Readonly<Record<string, number | readonly string[]>>;

function merged(a: Maps, b: Maps): Maps {
  const sum: Record<string, number | readonly string[]> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const before = sum[key];
    if (typeof value === "number") sum[key] = value + (typeof before === "number" ? before : 0);
    else sum[key] = [...(typeof before === "object" ? before : []), ...value].slice(0, EXAMPLES_MAX);
  }
  return sum;
}

/** The score as the command line prints it: maps in alphabetical order. */
export function printableScore(score: Tallied): Record<string, unknown> {
  const sorted = (map: Counts): Counts =>
    Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
  const { void: voids, incidents, undecidedBy, faultsPut, examples, ...numbers } = score;
  return {
    ...numbers,
    void: sorted(voids),
    incidents: sorted(incidents),
    undecidedBy: sorted(undecidedBy),
    faultsPut: sorted(faultsPut),
    ...(Object.keys(examples).length > 0 ? { examples } : {}),
  };
}
