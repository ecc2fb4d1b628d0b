import { Tally, type Score } from "./tally.ts";

/** What is counted of the simulated tables of each family; the command line prints it in this order. */

const WHEEL_COUNTERS = [
  ...(["rounds", "spinsWithFault", "certified", "reported", "undecided", "aborted"] as const),
  /** A launch that the table took for none: no round, so no number either. */
  "notSeen",
  "wrongResults",
  "missedVoids",
  "falseVoids",
  /** Void, and rightly, but for another cause than any that was true. */
  "wrongReasons",
  /** Certified over a cause that left no trace on any sensor. */
  "unobservableVoids",
  /** Certified although something in the spin made that impossible; the number itself is counted above. */
  "certifiedThoughSpoiled",
  /** Spins without any fault of the catalogue that were not certified. */
  "cleanNotCertified",
  "lostRecords",
  /** Keys of people who were right that the unit refused, and keys of people who were wrong that it took. */
  ...(["refusedKeys", "wrongKeysTaken"] as const),
] as const;
export type WheelCounter = (typeof WHEEL_COUNTERS)[number];
export type WheelScore = Score<WheelCounter, "void" | "undecidedBy" | "latencyMs">;

const CARD_COUNTERS = [
  ...(["rounds", "roundsWithFault", "certified", "reported", "undecided", "aborted", "wrongResults"] as const),
  /** A result although the machine could see that the law annuls the round. */
  "missedVoids",
  /** A result although the law annuls it for something that left no trace. */
  "unobservableVoids",
  /** Rounds that came out otherwise because of a mistake at the table that leaves no trace and that was not declared. */
  "unobservable",
  /** Faces given out where the unit believed a card to lie face up that truly lay elsewhere, for such a mistake. */
  "unobservableLeaks",
  "falseVoids",
  /** Void, and rightly, but by another rule than any that was true. */
  "wrongReasons",
  /** Left to a person without any cause. */
  "falseUndecided",
  /** The cards were all dealt and nothing was wrong, and no verdict came. */
  "noVerdict",
  /** Certified although people had to help, or something in the round made that impossible. */
  "certifiedThoughSpoiled",
  /** Left open or void although nothing of the catalogue of faults was in the round. */
  "cleanNotCertified",
  "lostRecords",
  /** Cards that the account has elsewhere than they are. */
  "unaccounted",
  /** Faces in what the unit gave out that no person at the table had seen. */
  "leaks",
  /** Commitments that do not open to the card that lay there. */
  "badCommitments",
  /** Declarations that the pack allows and the unit refused. */
  "refusedDeclarations",
  "wrongKeysTaken",
  /** Tables that would not go on; each was given up and a new one opened. */
  "stuck",
] as const;
export type CardCounter = (typeof CARD_COUNTERS)[number];
export type CardScore = Score<CardCounter, PlayedMap>;

const DICE_COUNTERS = [
  ...(["rounds", "roundsWithFault", "certified", "reported", "undecided", "aborted"] as const),
  /** A throw that something hid from the table as a whole: no round, so no number either. */
  "notSeen",
  /** A certified or reported result that is not what lay there, or that stands over a void whose cause could be seen. */
  "wrongResults",
  /** No void although the table's devices could see that the law annuls the throw. */
  "missedVoids",
  /** A result although the law annuls the throw for something that no device here can see and that was not declared. */
  "unobservableVoids",
  /** Dice were touched over a certified result, the law has a rule for it, and no incident was recorded. */
  "missedIncidents",
  "falseVoids",
  /** Void, and rightly, but by another rule than any that was true. */
  "wrongReasons",
  /** Left to a person without any cause. */
  "falseUndecided",
  /** Nothing hid the throw, and no verdict came. */
  "noVerdict",
  /** Certified although something in the throw made that impossible. */
  "certifiedThoughSpoiled",
  /** Anything but one certified result although nothing of the catalogue of faults was in the throw. */
  "cleanNotCertified",
  "lostRecords",
  /** Keys that the law asks for and the table refused. */
  "refusedKeys",
  /** Tables that would not go on; each was given up and a new one opened. */
  "stuck",
] as const;
export type DiceCounter = (typeof DICE_COUNTERS)[number];
export type DiceScore = Score<DiceCounter, PlayedMap>;

const BALLS_COUNTERS = [
  ...(["rounds", "roundsWithFault", "certified", "reported", "voided", "undecided", "aborted"] as const),
  /** Balls or winners that are not what came, certified or reported. */
  "wrongResults",
  /** Called cards of which the table says something else than a player who marks ball by ball. */
  "wrongChecks",
  /** A result although the jefe de mesa had annulled the game, or left it to somebody. */
  "missedVoids",
  "falseVoids",
  "falseUndecided",
  "noVerdict",
  /** Certified although people had to say what a ball or a card is. */
  "certifiedThoughSpoiled",
  /** Not certified although nobody had to. */
  "cleanNotCertified",
  /** Gaps in the records, and balls without one. */
  "lostRecords",
  ...(["refusedKeys", "wrongKeysTaken"] as const),
] as const;
export type BallsCounter = (typeof BALLS_COUNTERS)[number];
export type BallsScore = Score<BallsCounter, "faultsPut">;

const PLAYED_MAPS = ["void", "incidents", "undecidedBy", "faultsPut"] as const;
type PlayedMap = (typeof PLAYED_MAPS)[number];

export const newWheelTally = (): Tally<WheelCounter, "void" | "undecidedBy" | "latencyMs"> =>
  new Tally(WHEEL_COUNTERS, ["void", "undecidedBy", "latencyMs"]);
export const newCardTally = (): Tally<CardCounter, PlayedMap> => new Tally(CARD_COUNTERS, PLAYED_MAPS);
export const newDiceTally = (): Tally<DiceCounter, PlayedMap> => new Tally(DICE_COUNTERS, PLAYED_MAPS);

export const newBallsTally = (): Tally<BallsCounter, "faultsPut"> => new Tally(BALLS_COUNTERS, ["faultsPut"]);

/** Numbers of a wheel that have to be zero, the gravest first. */
export const WHEEL_MUST_BE_ZERO = [
  ...(["wrongResults", "missedVoids", "falseVoids", "wrongReasons", "certifiedThoughSpoiled"] as const),
  ...(["notSeen", "cleanNotCertified", "lostRecords"] as const),
] satisfies readonly WheelCounter[];

/** Numbers of a card table that have to be zero, the gravest first. */
export const CARDS_MUST_BE_ZERO = [
  ...(["wrongResults", "leaks", "missedVoids", "falseVoids", "wrongReasons", "falseUndecided"] as const),
  ...(["noVerdict", "certifiedThoughSpoiled", "cleanNotCertified", "lostRecords", "unaccounted"] as const),
  ...(["badCommitments", "refusedDeclarations", "wrongKeysTaken", "stuck"] as const),
] satisfies readonly CardCounter[];

/** Numbers of a dice table that have to be zero, the gravest first. */
export const DICE_MUST_BE_ZERO = [
  ...(["wrongResults", "missedVoids", "missedIncidents", "falseVoids", "wrongReasons"] as const),
  ...(["certifiedThoughSpoiled", "falseUndecided", "noVerdict", "cleanNotCertified"] as const),
  ...(["lostRecords", "refusedKeys", "stuck"] as const),
] satisfies readonly DiceCounter[];

/** Numbers of a hall of bingo that have to be zero, the gravest first. */
export const BALLS_MUST_BE_ZERO = [
  ...(["wrongResults", "wrongChecks", "missedVoids", "falseVoids", "falseUndecided", "noVerdict"] as const),
  ...(["certifiedThoughSpoiled", "cleanNotCertified", "lostRecords"] as const),
  ...(["refusedKeys", "wrongKeysTaken"] as const),
] satisfies readonly BallsCounter[];
