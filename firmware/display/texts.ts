import { fillText } from "../../src/text/every-language.ts";
import { textOf } from "../../src/text/text-of.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import type { Text } from "../../src/text/language.ts";

/** Why the display server refuses what the control page sent. */
export const WRONG_PIN: Text = textOf("control.wrong-pin");

/** `us`: how long the lock still stands. */
export function lockedText(us: number): Text {
  const minutes = Math.max(1, Math.ceil(us / (60 * US_PER_S)));
  return fillText(textOf("control.locked"), { minutes });
}

export const SIGN_IN_FIRST: Text = textOf("control.sign-in-first");

export const NOT_YOUR_ROLE: Text = textOf("control.not-your-role");

export const MALFORMED: Text = textOf("control.malformed");

export const BUSY: Text = textOf("control.busy");

export const NO_ANSWER: Text = textOf("control.no-answer");

export const UNIT_FAULT: Text = textOf("control.unit-fault");
