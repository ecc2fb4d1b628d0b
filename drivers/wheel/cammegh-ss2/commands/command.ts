import type { Status } from "../status.ts";
import type { ParameterLetter } from "./parameters.ts";

/** A state of the wheel, 1–7 (Cammegh SS2 Developers Guide V2.10 §2.5). */
export type WheelState = Status["state"];

/**
 * What tirada asks a SlingShot 2 and tells it, as plain JSON: it reads and sets a wheel and has it test itself, and never plays it.
 * `definition.ts` says how each is spelled.
 */
export type Command =
  | { readonly c: "read-mode" }
  /** `bits` is a sum as `decodeMode` reads it. */
  | { readonly c: "set-mode"; readonly bits: number }
  | { readonly c: "read-status" }
  | { readonly c: "read-software" }
  | { readonly c: "read-version" }
  | { readonly c: "self-test" }
  | { readonly c: "read-options" }
  | { readonly c: "read-parameter"; readonly letter: ParameterLetter }
  /** Whole numbers, or whole tenths for `s` and `m`. */
  | { readonly c: "write-parameter"; readonly letter: ParameterLetter; readonly values: readonly number[] }
  | { readonly c: "save-parameters" };

export type CommandName = Command["c"];

/** A command whose arguments have not the shape or the limits of the guide. Nothing is sent. */
export class CommandArgumentError extends Error {
  readonly command: CommandName;
  constructor(command: CommandName, what: string) {
    super(what);
    this.name = "CommandArgumentError";
    this.command = command;
  }
}
