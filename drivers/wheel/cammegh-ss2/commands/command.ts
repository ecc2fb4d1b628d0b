import type { Status } from "../status.ts";
import type { ParameterLetter } from "./parameters.ts";

/** A state of the wheel, 1–7 (Cammegh SS2 Developers Guide V2.10 §2.5). */
export type WheelState = Status["state"];

/** Everything that a SlingShot 2 can be told or asked, as plain JSON. `definition.ts` says how each is spelled. */
export type Command =
  | { readonly c: "read-mode" }
  /** `bits` is the sum that `encodeMode` makes. */
  | { readonly c: "set-mode"; readonly bits: number }
  | { readonly c: "power-on" }
  | { readonly c: "power-off" }
  /** Back to state 1; acknowledges a void. */
  | { readonly c: "restart-game" }
  | { readonly c: "game-key" }
  | { readonly c: "start"; readonly direction: "cw" | "ccw" }
  | { readonly c: "read-status" }
  | { readonly c: "read-software" }
  | { readonly c: "read-version" }
  | { readonly c: "self-test" }
  | { readonly c: "calibrate-sensors" }
  | { readonly c: "read-encoder" }
  | { readonly c: "sensor-events"; readonly on: boolean }
  | { readonly c: "read-clock" }
  | { readonly c: "set-clock"; readonly field: ClockField; readonly value: number }
  | { readonly c: "status-lines"; readonly on: boolean }
  | { readonly c: "read-options" }
  | { readonly c: "read-chi-square" }
  | { readonly c: "read-wins" }
  | { readonly c: "read-misfires" }
  | { readonly c: "read-page-count" }
  | { readonly c: "read-page"; readonly page: number }
  | { readonly c: "erase-statistics" }
  /** `*i …` pocket fire times and `*j …` jet test, as the technician typed it. */
  | { readonly c: "service"; readonly letter: "i" | "j"; readonly text: string }
  | { readonly c: "read-parameter"; readonly letter: ParameterLetter }
  /** Whole numbers, or whole tenths for `s` and `m`. */
  | { readonly c: "write-parameter"; readonly letter: ParameterLetter; readonly values: readonly number[] }
  | { readonly c: "save-parameters" }
  | { readonly c: "read-licence" };

export type CommandName = Command["c"];

/** In the order of the guide's selectors 0–5. */
export const CLOCK_FIELDS = ["second", "minute", "hour", "day", "month", "year"] as const;
export type ClockField = (typeof CLOCK_FIELDS)[number];

/** A command whose arguments have not the shape or the limits of the guide. Nothing is sent. */
export class CommandArgumentError extends Error {
  readonly command: CommandName;
  constructor(command: CommandName, what: string) {
    super(what);
    this.name = "CommandArgumentError";
    this.command = command;
  }
}
