import type { BaseTexts } from "../text/translation.ts";
import type { FaultCode } from "./faults.ts";

/**
 * Why a round is undecided, only reported or given up, by code. Each is the id of a text in the language files (`reasons.…`), so a code
 * without words does not compile.
 */
type Reasons = BaseTexts["reasons"];

/** Of a spin: what the sensors could not see, what the device reported, what its line lost. */
export type WheelReason = keyof Reasons["doubts"] | keyof Reasons["device"];

/** Of a round of cards. */
export type CardReason =
  | keyof Reasons["cards"]
  | keyof Reasons["poker"]
  | keyof Reasons["bank-games"]
  | keyof Reasons["card-device"];

/** Of a throw, whatever it is used for. */
export type DiceReason =
  | keyof Reasons["dice-devices"]
  | keyof Reasons["dice-thrower"]
  | keyof Reasons["dice-reading"]
  | `dice-${keyof Reasons["dice-seen"]}`;

/** Of a throw that does not say who is dealt first. */
export type FirstDiceReason = keyof Reasons["first-dice"] | DiceReason;

/** Of a game of balls. */
export type BallReason = keyof Reasons["balls"];

/** A person's word about a round that had its verdict. */
export type PersonReason = Exclude<keyof Reasons["people"], "disputed">;

/** An active fault may be the reason itself. */
export type ReasonCode = PersonReason | WheelReason | CardReason | FirstDiceReason | BallReason | FaultCode;

/** Why a round was given up. */
export type AbortCause = keyof Reasons["aborted"];
