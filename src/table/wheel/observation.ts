import type { FaultCode } from "../../codes/faults.ts";
import type { WheelReason, AbortCause } from "../../codes/reasons.ts";

/**
 * What a wheel's device session tells the round: one vocabulary for every wheel (SS2, Mercury 360, sensor board).
 * Speeds are tenths of a revolution per minute; directions are as seen from above.
 */
export type Direction = "cw" | "ccw";

export type WheelObservation =
  /**
   * The device speaks and its line is understood. `deviceGame` is its own spin counter, or null; `shows` is the
   * number that it shows in stage `result`, so that a number that was given before a restart is not given twice. A stage is never guessed:
   * `unknown` where the device speaks and does not tell it. A spin that runs and is attached as open bets would be certified.
   */
  | {
      readonly o: "attached";
      readonly during: WheelStage;
      readonly deviceGame: number | null;
      readonly shows?: string | null;
    }
  /** The device entered a stage of its game. */
  | { readonly o: "stage"; readonly stage: WheelStage; readonly deviceGame: number | null }
  /** The ball was launched and has been seen on the track. */
  | { readonly o: "ball-on-track" }
  /** A launch that did not put the ball on the track; the device tries again by itself. `attempt` from 1. */
  | { readonly o: "launch-failed"; readonly attempt: number; readonly cause: LaunchFailure }
  /** The sense of the ball on the track against the rotor's, as the device reports it. */
  | { readonly o: "ball-direction"; readonly sense: "with-rotor" | "against-rotor" }
  /** Laps of the ball on the track so far; a bound when the device does not count. */
  | { readonly o: "ball-laps"; readonly atLeast: number; readonly atMost: number | null; readonly how: string }
  /** The device has not seen the ball where it must be for `forUs` microseconds; it cannot say where it is. */
  | { readonly o: "ball-not-seen"; readonly forUs: number }
  /** The device saw the ball leave the cylinder. */
  | { readonly o: "ball-left-cylinder" }
  /**
   * The ball rests in the wheel and in no pocket. `hangs`: it is certain by now; `fell`: by itself, into a pocket; `taken`: somebody came
   * for it while it hung.
   */
  | { readonly o: "ball-suspended"; readonly now: "hangs" | "fell" | "taken" }
  /**
   * Something was seen, or could not be seen, that leaves the spin to a person: `code` is a key of `BECAUSE` in
   * `src/table/kernel/view/texts.ts`. `now`: no number can come any more; otherwise it is held against the number.
   */
  | { readonly o: "doubt"; readonly code: WheelDoubt; readonly now: boolean }
  /** The ball will leave the track (a disc: stop) in `inUs` microseconds, give or take `doubtUs`. For the bench, no rule reads it. */
  | { readonly o: "drop-predicted"; readonly inUs: number; readonly doubtUs: number }
  /** Full turns of a vertical wheel so far; `atMost` null while it turns. */
  | { readonly o: "disc-turns"; readonly atLeast: number; readonly atMost: number | null }
  | { readonly o: "pointer-between-cells" }
  /** Something that is not the ball is in the cylinder. */
  | { readonly o: "foreign-object" }
  | { readonly o: "rotor"; readonly rpm10: number; readonly direction: Direction | null }
  | { readonly o: "rotor-stopped" }
  /** The rotor's speed or sense changed as no free or regulated rotor does. */
  | {
      readonly o: "rotor-irregular";
      readonly from: number;
      readonly to: number;
      readonly what: "speed" | "reversal";
    }
  /** The device's own word for the pocket, before it is confirmed. */
  | { readonly o: "number-announced"; readonly pocket: string }
  /** The pocket, confirmed by the device's rules of agreement. */
  | {
      readonly o: "number";
      readonly pocket: string;
      readonly witnesses: readonly string[];
      /** Place in the ring, from 0, where a name stands there more than once (a bowl's hole, a disc's cell). */
      readonly cell?: number;
    }
  /** Two words of the device about one spin that cannot both be true. */
  | { readonly o: "contradiction"; readonly what: WheelReason; readonly seen: readonly string[] }
  /** The device gave the spin up by itself. */
  | { readonly o: "aborted"; readonly from: WheelStage; readonly cause: AbortCause }
  /** Lines of the spin were lost: what happened meanwhile was not seen. */
  | { readonly o: "gap"; readonly why: LossKind; readonly during: WheelStage | null }
  | {
      readonly o: "fault" | "fault-cleared";
      readonly code: FaultCode;
      readonly detail: Readonly<Record<string, string | number>>;
    };

/** A wheel's game as every device of the family knows it. `unknown` before the first line. */
export type WheelStage =
  | "unknown"
  | "idle"
  | "starting"
  | "betting"
  | "ball-in-rim"
  | "no-more-bets"
  | "ball-not-in-track"
  | "dealer-lock"
  | "result";

export type LaunchFailure = "weak-launch" | "with-rotor";

/** Why a spin that a sensor board watched is left to a person. */
export type WheelDoubt =
  /** Something crossed the rim while the ball ran, and nothing tells whether it stayed in the wheel. */
  | "rim-crossed"
  | "two-balls"
  /** Not in a pocket and not seen to leave: hanging somewhere, or gone where no sensor looks. */
  | "ball-stuck-or-gone"
  /** Taken out of its pocket before it had been seen there often enough. */
  | "ball-lifted"
  /** Seen in a pocket, and no launch was seen. */
  | "launch-not-seen"
  | "sensor-blind"
  | "sensor-stuck"
  /** The rotor's marks, index and reference patch do not agree with each other. */
  | "rotor-not-read"
  /** A hand or a jam disturbed the rotor, and nothing tells whether that was before the ball came to rest. */
  | "rotor-disturbed"
  /** The two sensors of a hole, or the marks and the pegs of a disc, do not agree. */
  | "sensors-differ"
  /** The heartbeat's levels are not those that the edges made: edges are missing that no line told of. */
  | "levels-differ"
  /** Speed or sense changed as no free disc does: a hand or a fault. */
  | "disc-disturbed"
  | "cover-on"
  | "tamper"
  | "clock-doubt"
  | "not-calibrated";

/** Three separate losses: the port is gone, the device is silent, the device talks nonsense. */
export type LossKind = "port-gone" | "device-silent" | "device-garbled" | "restart";
