import { textOf, textsOf } from "../../text/text-of.ts";
import type { Text } from "../../text/language.ts";
import type { FamilyTexts } from "../kernel/family.ts";

/** What people at a table of balls read. */

/** What is written on the keys. */
export const BALL_KEYS = textsOf("keys.balls");

/** Why the game stands until a person has said something. */
export const BALL_WAITS = textsOf("balls.waits");

/** What was decided of a game whose result was contested, and stands. */
export const GAME_STANDS = textOf("balls.stands");

/** What is said aloud in the hall. */
export const BALL_CALLS = textsOf("balls.calls");

/** Why a called card was not checked. */
export const CARD_UNCHECKED = textsOf("balls.unchecked");

const REASONS: Readonly<Record<string, Text>> = textsOf("reasons.balls");

/** What is told in its own words at a table of balls. */
export const BALLS_TEXTS: FamilyTexts = {
  because: REASONS,
  faults: { ...textsOf("faults.balls"), ...textsOf("faults.ball-link") },
};
