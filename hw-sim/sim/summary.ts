/** What a simulated table did, against the truth. Numbers only add up, so shards can be merged in any order. */
export interface Score {
  readonly rounds: number;
  readonly spinsWithFault: number;
  readonly certified: number;
  readonly reported: number;
  readonly undecided: number;
  readonly aborted: number;
  /** A launch that the table took for none: no round, so no number either. */
  readonly notSeen: number;
  readonly wrongResults: number;
  readonly missedVoids: number;
  readonly falseVoids: number;
  /** Void, and rightly, but for another cause than any that was true. */
  readonly wrongReasons: number;
  /** Certified over a cause that left no trace on any sensor. */
  readonly unobservableVoids: number;
  /** Certified although something in the spin made that impossible; the number itself is counted above. */
  readonly certifiedThoughSpoiled: number;
  /** Spins without any fault of the catalogue that were not certified. */
  readonly cleanNotCertified: number;
  readonly lostRecords: number;
  /** By rule. */
  readonly void: Readonly<Record<string, number>>;
  /** By the first reason. */
  readonly undecidedBy: Readonly<Record<string, number>>;
  /** From the instant when the cause was true to the record, by rule. */
  readonly latencyMs: Readonly<Record<string, readonly number[]>>;
  readonly examples: Readonly<Record<string, readonly string[]>>;
}

export const EMPTY_SCORE: Score = {
  rounds: 0,
  spinsWithFault: 0,
  certified: 0,
  reported: 0,
  undecided: 0,
  aborted: 0,
  notSeen: 0,
  wrongResults: 0,
  missedVoids: 0,
  falseVoids: 0,
  wrongReasons: 0,
  unobservableVoids: 0,
  certifiedThoughSpoiled: 0,
  cleanNotCertified: 0,
  lostRecords: 0,
  void: {},
  undecidedBy: {},
  latencyMs: {},
  examples: {},
};

type Counter = { [K in keyof Score]: Score[K] extends number ? K : never }[keyof Score];

/** Examples that are kept of each kind of mistake. */
const EXAMPLES_MAX = 20;

export function count(score: Score, name: Counter): Score {
  return { ...score, [name]: score[name] + 1 };
}

/** Adds what `more` has to `score`. */
export function add(score: Score, more: Partial<Score>): Score {
  const sum: Record<string, unknown> = { ...score };
  for (const [name, value] of Object.entries(more)) {
    const before = score[name as keyof Score];
    sum[name] = typeof value === "number" ? (before as number) + value : addMaps(before as Maps, value);
  }
  return sum as unknown as Score;
}

type Maps = Readonly<Record<string, number | readonly (number | string)[]>>;

function addMaps(a: Maps, b: Maps): Maps {
  const sum: Record<string, number | readonly (number | string)[]> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const before = sum[key];
    if (typeof value === "number") sum[key] = (typeof before === "number" ? before : 0) + value;
    else {
      const joined = [...(Array.isArray(before) ? (before as (number | string)[]) : []), ...value];
      sum[key] = typeof joined[0] === "string" ? joined.slice(0, EXAMPLES_MAX) : joined;
    }
  }
  return sum;
}

/** The score as the command line prints it: latencies as percentiles, maps in alphabetical order. */
export function printable(score: Score): Record<string, unknown> {
  const { latencyMs, examples, void: voids, undecidedBy, ...numbers } = score;
  const sorted = <T>(map: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    ...numbers,
    void: sorted(voids),
    undecidedBy: sorted(undecidedBy),
    latencyMs: sorted(
      Object.fromEntries(Object.entries(latencyMs).map(([rule, all]) => [rule, percentiles(all)])),
    ),
    ...(Object.keys(examples).length > 0 ? { examples } : {}),
  };
}

function percentiles(all: readonly number[]): Record<string, number> {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { n: sorted.length, p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}
