import { EMPTY_MAPS, type CounterOf, type Tallied } from "../tally.ts";

/** What a simulated card table did, against the truth. Numbers only add up, so shards can be merged in any order. */
export interface CardScore extends Tallied {
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
  ...EMPTY_MAPS,
};

export type CardCounter = CounterOf<CardScore>;

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
