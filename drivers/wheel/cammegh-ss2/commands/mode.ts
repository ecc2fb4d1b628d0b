/**
 * The game mode of a SlingShot 2: the decimal sum that `*o` reads and writes (Cammegh SS2 Developers Guide V2.10 §2.3–2.10).
 * The wheel stores it without power.
 */
export interface Mode {
  /** 1: the rotor turns the other way each game. */
  readonly reverseEachGame: boolean;
  /** 2: the wheel waits for `*u` before it launches. */
  readonly waitForStart: boolean;
  /** 4: the rotor speed moves once after no-more-bets, by up to `*T m`. */
  readonly varyRotor: boolean;
  /** 16: no bare winning number. */
  readonly noBareNumber: boolean;
  /** 128: a status line every 500 ms without being asked. */
  readonly autoStatus: boolean;
  /** 256: `*F` codes come during play. */
  readonly selfTestDuringPlay: boolean;
  /** 1024: the games-per-hour wait is spent in state 1, not in state 5. */
  readonly waitInStateOne: boolean;
  /** 2048: wait between state 5 and state 2 (firmware 1.21 and later). */
  readonly waitAfterResult: boolean;
  /** 4096: Dragon game. */
  readonly dragon: boolean;
  /** 8192: sequential numbers, for tests of a display. */
  readonly sequentialNumbers: boolean;
  /** 32768: bonus numbers (firmware 1.22 and later). */
  readonly bonusNumbers: boolean;
  /** Bits that the guide does not name, as a sum; 0 on every captured wheel. */
  readonly unnamed: number;
}

/** The largest sum of sixteen bits. */
export const MODE_MAX = 65_535;

type ModeFlag = Exclude<keyof Mode, "unnamed">;

const BITS: readonly (readonly [ModeFlag, number])[] = [
  ["reverseEachGame", 1],
  ["waitForStart", 2],
  ["varyRotor", 4],
  ["noBareNumber", 16],
  ["autoStatus", 128],
  ["selfTestDuringPlay", 256],
  ["waitInStateOne", 1_024],
  ["waitAfterResult", 2_048],
  ["dragon", 4_096],
  ["sequentialNumbers", 8_192],
  ["bonusNumbers", 32_768],
];

const NAMED = BITS.reduce((sum, [, bit]) => sum | bit, 0);

/** The bits of a sum from 0 to {@link MODE_MAX}; null for any other number. */
export function decodeMode(sum: number): Mode | null {
  if (!Number.isInteger(sum) || sum < 0 || sum > MODE_MAX) return null;
  const flags = Object.fromEntries(BITS.map(([name, bit]) => [name, (sum & bit) !== 0])) as Record<
    ModeFlag,
    boolean
  >;
  return { ...flags, unnamed: sum & ~NAMED & MODE_MAX };
}
