import { EMPTY_MAPS, type CounterOf, type Tallied } from "../tally.ts";

/** What a simulated dice table did, against the truth. Numbers only add up, so shards can be merged in any order. */
export interface DiceScore extends Tallied {
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
  ...EMPTY_MAPS,
};

export type DiceCounter = CounterOf<DiceScore>;

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
