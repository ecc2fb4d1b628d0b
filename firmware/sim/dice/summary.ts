/** What a simulated dice table did, against the truth. Numbers only add up, so shards can be merged in any order. */
export interface DiceScore {
  readonly rounds: number;
  readonly roundsWithFault: number;
  readonly certified: number;
  readonly reported: number;
  readonly undecided: number;
  readonly aborted: number;
  /** A throw that something hid from the table as a whole: no round, so no number either. */
  readonly notSeen: number;
  /** A certified or reported result that is not what lay there, or that stands over a void whose cause could be seen. */
  readonly wrongResults: number;
  /** No void although the table's devices could see that the law annuls the throw. */
  readonly missedVoids: number;
  /** A result although the law annuls the throw for something that no device here can see and that nobody declared. */
  readonly unobservableVoids: number;
  /** Dice were touched over a certified result, the law has a rule for it, and nothing was told. */
  readonly missedIncidents: number;
  readonly falseVoids: number;
  /** Void, and rightly, but by another rule than any that was true. */
  readonly wrongReasons: number;
  /** Left to a person without any cause. */
  readonly falseUndecided: number;
  /** Nothing hid the throw, and no verdict came. */
  readonly noVerdict: number;
  /** Certified although something in the throw made that impossible. */
  readonly certifiedThoughSpoiled: number;
  /** Anything but one certified result although nothing of the catalogue of faults was in the throw. */
  readonly cleanNotCertified: number;
  readonly lostRecords: number;
  /** Keys that the law asks for and the table refused. */
  readonly refusedKeys: number;
  /** Tables that would not go on; each was given up and a new one opened. */
  readonly stuck: number;
  /** By rule. */
  readonly void: Readonly<Record<string, number>>;
  readonly incidents: Readonly<Record<string, number>>;
  /** By the first reason. */
  readonly undecidedBy: Readonly<Record<string, number>>;
  readonly faultsPut: Readonly<Record<string, number>>;
  readonly examples: Readonly<Record<string, readonly string[]>>;
}

export const EMPTY_DICE_SCORE: DiceScore = {
  rounds: 0,
  roundsWithFault: 0,
  certified: 0,
  reported: 0,
  undecided: 0,
  aborted: 0,
  notSeen: 0,
  wrongResults: 0,
  missedVoids: 0,
  unobservableVoids: 0,
  missedIncidents: 0,
  falseVoids: 0,
  wrongReasons: 0,
  falseUndecided: 0,
  noVerdict: 0,
  certifiedThoughSpoiled: 0,
  cleanNotCertified: 0,
  lostRecords: 0,
  refusedKeys: 0,
  stuck: 0,
  void: {},
  incidents: {},
  undecidedBy: {},
  faultsPut: {},
  examples: {},
};

export type DiceCounter = { [K in keyof DiceScore]: DiceScore[K] extends number ? K : never }[keyof DiceScore];

/** Numbers that have to be zero, the gravest first. */
export const DICE_MUST_BE_ZERO: readonly DiceCounter[] = [
  "wrongResults",
  "missedVoids",
  "missedIncidents",
  "falseVoids",
  "wrongReasons",
  "certifiedThoughSpoiled",
  "falseUndecided",
  "noVerdict",
  "cleanNotCertified",
  "lostRecords",
  "refusedKeys",
  "stuck",
];

/** Examples that are kept of each kind of mistake. */
const EXAMPLES_MAX = 20;

type MapName = "void" | "incidents" | "undecidedBy" | "faultsPut";

/** A score that is being written. */
export class Tally {
  #numbers: Record<string, number> = {};
  readonly #maps: Record<MapName, Record<string, number>> = {
    void: {},
    incidents: {},
    undecidedBy: {},
    faultsPut: {},
  };
  readonly #examples: Record<string, string[]> = {};

  count(name: DiceCounter, by = 1): void {
    this.#numbers[name] = (this.#numbers[name] ?? 0) + by;
  }

  of(name: DiceCounter): number {
    return this.#numbers[name] ?? 0;
  }

  add(map: MapName, key: string): void {
    const counts = this.#maps[map];
    counts[key] = (counts[key] ?? 0) + 1;
  }

  /** A mistake with what there is to know about it. */
  note(name: DiceCounter, how: string): void {
    this.count(name);
    const examples = (this.#examples[name] ??= []);
    if (examples.length < EXAMPLES_MAX) examples.push(how);
  }

  get score(): DiceScore {
    return { ...EMPTY_DICE_SCORE, ...this.#numbers, ...this.#maps, examples: this.#examples };
  }
}

/** Adds two scores. */
export function addDiceScores(a: DiceScore, b: DiceScore): DiceScore {
  const sum: Record<string, unknown> = {};
  for (const name of Object.keys(EMPTY_DICE_SCORE) as (keyof DiceScore)[]) {
    const [one, two] = [a[name], b[name]];
    sum[name] =
      typeof one === "number" && typeof two === "number" ? one + two : merged(one as Maps, two as Maps);
  }
  return sum as unknown as DiceScore;
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
export function printableDice(score: DiceScore): Record<string, unknown> {
  const sorted = (map: Readonly<Record<string, number>>): Record<string, number> =>
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
