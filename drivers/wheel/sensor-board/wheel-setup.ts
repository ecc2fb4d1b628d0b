/**
 * What the wheel under the board is. The kind and the ring come from the rulebook and the configuration, the rest from
 * the calibration. Angles are thousandths of a degree, clockwise as seen from above (for a disc: as the player sees it).
 */
export interface WheelSetup {
  readonly kind: "roulette" | "bowl" | "disc";
  /** Names of pockets, holes or cells clockwise; a name may stand several times in a bowl or on a disc. */
  readonly ring: readonly string[];
  readonly calibration: Calibration | null;
}

/** Learned from a guided spin. Plain whole numbers: it is part of the table's evidence. */
export interface Calibration {
  /** Ball sensors B and C after A, 0 < B < C < 360000. Unused by a disc. */
  readonly sensorB: number;
  readonly sensorC: number;
  /**
   * Rotor position (thousandths of a quarter mark clockwise from the index's rising edge, 0 to 4000 × marks − 1) at which the
   * first pocket of the ring lies under the pocket reader; for a disc: at which the first cell lies under the pointer.
   * For a bowl: number of the hole that is the first of the ring.
   */
  readonly zero: number;
  /** Lap time of the ball when it leaves the track, µs (roulette and bowl); 0 for a disc. */
  readonly dropLapUs: number;
  /** Marks that were counted between two index edges; 0 for a bowl. Must be the ring's length. */
  readonly marks: number;
}

/** Nominal angles of the ball sensors: unequal, so that the order and the rhythm of two laps tell which one is blind. */
export const NOMINAL_SENSOR_B = 100_000;
export const NOMINAL_SENSOR_C = 220_000;
