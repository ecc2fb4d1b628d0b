/** What a simulated card table did, against the truth. Numbers only add up, so shards can be merged in any order. */
export interface CardScore {
  readonly rounds: number;
  readonly roundsWithFault: number;
  readonly certified: number;
  readonly reported: number;
  readonly undecided: number;
  readonly aborted: number;
  readonly wrongResults: number;
  /** A result although the machine could see that the law annuls the round. */
  readonly missedVoids: number;
  /** A result although the law annuls it for something that left no trace. */
  readonly unobservableVoids: number;
  /** Rounds that came out otherwise because of a mistake at the table that leaves no trace and that nobody told the unit. */
  readonly unobservable: number;
  /** Faces given out where the unit believed a card to lie face up that truly lay elsewhere, for such a mistake. */
  readonly unobservableLeaks: number;
  readonly falseVoids: number;
  /** Void, and rightly, but by another rule than any that was true. */
  readonly wrongReasons: number;
  /** Left to a person without any cause. */
  readonly falseUndecided: number;
  /** The cards were all dealt and nothing was wrong, and no verdict came. */
  readonly noVerdict: number;
  /** Certified although people had to help, or something in the round made that impossible. */
  readonly certifiedThoughSpoiled: number;
  /** Left open or void although nothing of the catalogue of faults was in the round. */
  readonly cleanNotCertified: number;
  readonly lostRecords: number;
  /** Cards that the account has elsewhere than they are. */
  readonly unaccounted: number;
  /** Faces that nobody at the table had seen, in anything that the unit gave out. */
  readonly leaks: number;
  /** Commitments that do not open to the card that lay there. */
  readonly badCommitments: number;
  /** Declarations that the pack allows and the unit refused. */
  readonly refusedDeclarations: number;
  readonly wrongKeysTaken: number;
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

export const EMPTY_CARD_SCORE: CardScore = {
  rounds: 0,
  roundsWithFault: 0,
  certified: 0,
  reported: 0,
  undecided: 0,
  aborted: 0,
  wrongResults: 0,
  missedVoids: 0,
  unobservableVoids: 0,
  unobservable: 0,
  unobservableLeaks: 0,
  falseVoids: 0,
  wrongReasons: 0,
  falseUndecided: 0,
  noVerdict: 0,
  certifiedThoughSpoiled: 0,
  cleanNotCertified: 0,
  lostRecords: 0,
  unaccounted: 0,
  leaks: 0,
  badCommitments: 0,
  refusedDeclarations: 0,
  wrongKeysTaken: 0,
  stuck: 0,
  void: {},
  incidents: {},
  undecidedBy: {},
  faultsPut: {},
  examples: {},
};

export type CardCounter = {
  [K in keyof CardScore]: CardScore[K] extends number ? K : never;
}[keyof CardScore];

/** Numbers that have to be zero, the gravest first. */
export const MUST_BE_ZERO: readonly CardCounter[] = [
  "wrongResults",
  "leaks",
  "missedVoids",
  "falseVoids",
  "wrongReasons",
  "falseUndecided",
  "noVerdict",
  "certifiedThoughSpoiled",
  "cleanNotCertified",
  "lostRecords",
  "unaccounted",
  "badCommitments",
  "refusedDeclarations",
  "wrongKeysTaken",
  "stuck",
];

/** Examples that are kept of each kind of mistake. */
const EXAMPLES_MAX = 20;

/** A score that is being written. */
export class Tally {
  #numbers: Record<string, number> = {};
  readonly #maps: Record<"void" | "incidents" | "undecidedBy" | "faultsPut", Record<string, number>> = {
    void: {},
    incidents: {},
    undecidedBy: {},
    faultsPut: {},
  };
  readonly #examples: Record<string, string[]> = {};

  count(name: CardCounter, by = 1): void {
    this.#numbers[name] = (this.#numbers[name] ?? 0) + by;
  }

  of(name: CardCounter): number {
    return this.#numbers[name] ?? 0;
  }

  add(map: "void" | "incidents" | "undecidedBy" | "faultsPut", key: string): void {
    const counts = this.#maps[map];
    counts[key] = (counts[key] ?? 0) + 1;
  }

  /** A mistake with what there is to know about it. */
  note(name: CardCounter, how: string, by = 1): void {
    this.count(name, by);
    const examples = (this.#examples[name] ??= []);
    if (examples.length < EXAMPLES_MAX) examples.push(how);
  }

  get score(): CardScore {
    return { ...EMPTY_CARD_SCORE, ...this.#numbers, ...this.#maps, examples: this.#examples };
  }
}

/** Adds two scores. */
export function addScores(a: CardScore, b: CardScore): CardScore {
  const sum: Record<string, unknown> = {};
  for (const name of Object.keys(EMPTY_CARD_SCORE) as (keyof CardScore)[]) {
    const [one, two] = [a[name], b[name]];
    sum[name] =
      typeof one === "number" && typeof two === "number" ? one + two : merged(one as Maps, two as Maps);
  }
  return sum as unknown as CardScore;
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
export function printableCards(score: CardScore): Record<string, unknown> {
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
