/** The phases of a table as the people at it know them. */
export const PHASES = [
  /** mesa cerrada */
  "closed",
  /** the table is open and waits for its device */
  "waiting",
  /** cards: the shoe is being loaded, shuffled, cut or burnt from */
  "preparing",
  /** hagan juego: bets are open, the ball rests */
  "betting",
  /** the ball runs, bets are still open */
  "ball-in-play",
  /** cards: they are being dealt and played */
  "dealing",
  /** dice: they are shaken, or roll, or are being read */
  "throwing",
  /** no va más */
  "no-more-bets",
  /** the number stands */
  "result",
  /** tirada nula */
  "void",
  /** a person decides */
  "undecided",
  /** the game was given up without a result */
  "aborted",
] as const;
export type Phase = (typeof PHASES)[number];

const VERDICTS: readonly Phase[] = ["result", "void", "undecided", "aborted"];

/** The last round has its verdict, and the next one was not opened. */
export const isVerdictPhase = (phase: Phase): boolean => VERDICTS.includes(phase);
