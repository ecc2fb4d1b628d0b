import type { CameraSetup } from "../../models/dice/camera-setup.ts";
import type { ThrowTruth } from "../../people/dice/truth.ts";

/**
 * Between the people of a demonstrated dice table and the program that stands for its camera: a unix socket, one line of JSON a
 * message. The program ends when the socket does.
 */

/** Pictures a second: flights are computed for this rate (`hw-sim/sim/dice/rendered-throw.ts`). */
export const RATE = 10;

/** What a camera must be given before it can show anything. */
export interface Scenery {
  readonly rulebook: string;
  readonly seed: string;
  readonly setup: CameraSetup;
  /** Path of the calibration that was learned of this camera setup. */
  readonly calibration: string;
  /** A scenario is played: nothing goes wrong but what it says. Left out: chance decides. */
  readonly isPlanned?: true;
}

/** A throw by its number, and what goes wrong with it in a scenario; null: nothing. */
export interface Wanted {
  readonly n: number;
  readonly fault: string | null;
}

/** What people do, so that the camera shows it. Throws are known by their numbers: the same seed and number is the same throw. */
export type Order =
  /** First of all. `lies`: the throw whose dice lie there already; null: none. */
  | { readonly do: "set-up"; readonly scenery: Scenery; readonly lies: Wanted | null }
  /** The pictures of this throw are made; answered by `ready`. */
  | { readonly do: "prepare"; readonly wanted: Wanted }
  /** It begins after so many pictures, and is shaken for so many first; `shaken` null: until `settle`. */
  | { readonly do: "throw"; readonly n: number; readonly after: number; readonly shaken: number | null }
  | { readonly do: "settle" }
  /** A hand over dice that lie. */
  | { readonly do: "touch" }
  /** A hand takes them away. */
  | { readonly do: "take-up" }
  /** The cable is pulled: the program ends. */
  | { readonly do: "unplug" };

/** A throw whose pictures are made: what truly happens in it, and of how many pictures its dice move. */
export interface Ready {
  readonly is: "ready";
  readonly n: number;
  readonly truth: ThrowTruth;
  readonly pictures: number;
}

/** Frames that wait for a reader of the camera; newer ones are dropped. */
export const FRAMES_WAITING_MAX = 2;
/** Characters of one message. */
export const LINE_MAX = 65_536;

/**
 * Cuts the text into lines; `onLine` gets each without its end. For a line that is too long `onLong` is called once, and
 * everything after it is ignored.
 */
export function lineReader(onLine: (line: string) => void, onLong: () => void): (text: string) => void {
  let waiting = "";
  let isOver = false;
  return (text) => {
    if (isOver) return;
    const parts = (waiting + text).split("\n");
    waiting = parts.at(-1) ?? "";
    for (const [at, part] of parts.entries()) {
      isOver = part.length > LINE_MAX;
      if (isOver) return onLong();
      if (at < parts.length - 1) onLine(part);
    }
  };
}
