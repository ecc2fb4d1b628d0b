import type { Face } from "../../../../src/cards/card.ts";

/** A card as it lies in the device: what is printed on it and what its code says. */
export interface CardInside {
  readonly face: Face;
  /** `red`, `blue` …; null: no reader for it. */
  readonly back: string | null;
  /** 0: the code carries none. */
  readonly deck: number;
  /** 16 hex digits; null: the code carries none. */
  readonly id: string | null;
}

export type Place = "inlet" | "shuffler" | "elevator" | "reader" | "exit" | "unknown";
export type Stage =
  | "out-of-service"
  | "idle"
  | "loading"
  | "shuffling"
  | "verifying"
  | "sorting"
  | "ready"
  | "dealing"
  | "empty";
export type Mode = "one-by-one" | "packets" | "continuous" | "sort";

/** What happens in and to the mechanics, at a true time in µs. Nobody in the device knows more than its sensors see. */
export type ShoeEvent = { readonly us: number } &
  /** Cards go through the exit at once: one, or two and more that stick together. */
  (
    | { readonly e: "pass"; readonly cards: readonly CardInside[] }
    /** A packet goes out, one card after the other. */
    | { readonly e: "packet"; readonly cards: readonly CardInside[] }
    /** A blank or foreign card goes through. */
    | { readonly e: "foreign"; readonly blank: boolean }
    /** The exit's sensor bounces behind a card that has left: the reader sees that card once more. */
    | { readonly e: "bounce" }
    | { readonly e: "cut-card"; readonly where: "next" | "passed" }
    | { readonly e: "face-up"; readonly where: "inside" | "exit"; readonly on: boolean }
    | { readonly e: "lid"; readonly which: "lid" | "door"; readonly open: boolean }
    | { readonly e: "level"; readonly atLeast: number; readonly atMost: number | null }
    | { readonly e: "jam"; readonly where: Place }
    | { readonly e: "jam-cleared" }
    | {
        readonly e: "motor";
        readonly motor: "inlet" | "shuffler" | "elevator" | "exit";
        readonly state: "stopped" | "runs" | "stalled" | "overcurrent";
        readonly mA: number;
      }
    | { readonly e: "stage"; readonly stage: Stage; readonly mode?: Mode }
    | { readonly e: "count"; readonly cards: number; readonly expected: number; readonly unknown: number }
    | { readonly e: "fed-back"; readonly cards: number }
    /** The device's own judgement that a person must look: `count-wrong`, `incomplete-cycle` … */
    | { readonly e: "warning"; readonly code: string }
    /** A person acknowledged it at the device itself. */
    | { readonly e: "acknowledged"; readonly code: string }
    /** It tried its sensors; `bad` are the bits of those that failed. */
    | { readonly e: "self-test"; readonly bad: number }
  );

/** How the reader and the exit err, in a million passages. */
export interface ShoeErrors {
  readonly failed: number;
  /** Read right, and the reader says that it is not sure. */
  readonly unsure: number;
  readonly late: number;
  /** Cards that stick together pass as one: the thickness is not seen. */
  readonly thicknessBlind: number;
}

export const NO_ERRORS: ShoeErrors = { failed: 0, unsure: 0, late: 0, thicknessBlind: 0 };
