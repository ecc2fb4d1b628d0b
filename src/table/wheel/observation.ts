/**
 * What a wheel's device session tells the round: one vocabulary for every wheel (SS2, Mercury 360, sensor board).
 * Speeds are tenths of a revolution per minute; directions are as seen from above.
 */
export type Direction = "cw" | "ccw";

export type WheelObservation =
  /**
   * The device speaks and its line is understood. `deviceGame` is its own spin counter, or null; `shows` is the
   * number that it shows in stage `result`, so that a number that was given before a restart is not given twice.
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
  | { readonly o: "number"; readonly pocket: string; readonly witnesses: readonly string[] }
  /** Two words of the device about one spin that cannot both be true. */
  | { readonly o: "contradiction"; readonly what: string; readonly seen: readonly string[] }
  /** The device gave the spin up by itself. */
  | { readonly o: "aborted"; readonly from: WheelStage; readonly cause: string }
  /** Lines of the spin were lost: what happened meanwhile was not seen. */
  | { readonly o: "gap"; readonly why: LossKind; readonly during: WheelStage | null }
  | { readonly o: "fault"; readonly code: string; readonly detail: Readonly<Record<string, string | number>> }
  | {
      readonly o: "fault-cleared";
      readonly code: string;
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

/** Three separate losses: the port is gone, the device is silent, the device talks nonsense. */
export type LossKind = "port-gone" | "device-silent" | "device-garbled" | "restart";
