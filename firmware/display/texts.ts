import { fillText } from "../../src/text/every-language.ts";
import type { Text } from "../../src/text/language.ts";
import { textsOf } from "../../src/text/text-of.ts";
import { US_PER_S } from "../../src/time/instant.ts";

/** Why the display server refuses what the control page sent. */
export const REFUSALS = textsOf("control");

/** @param us how long the lock still lasts */
export const lockedText = (us: number): Text =>
  fillText(REFUSALS.locked, { minutes: Math.max(1, Math.ceil(us / (60 * US_PER_S))) });
