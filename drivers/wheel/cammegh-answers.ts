import { option } from "../options.ts";
import { z } from "zod";

/**
 * The wheels of Cammegh send status lines of one shape, in which the same bits mean other things. What they answer tells them apart: a
 * SlingShot 2 answers with an asterisk and the letter of the question (guide V2.10), a Mercury 360 without one (guide 1051-INT-02-L).
 */

/** A Mercury 360 said this: to a question that it knows, or to one that it does not. */
export const isMercuryAnswer = (text: string): boolean =>
  /^(?:OK|LOCKED|INVALID|ERROR|V [ -~]{1,70})$/.test(text);

/** A SlingShot 2 said this, asked for its version. */
export const isSs2Version = (text: string): boolean => /^\*[SV] V\d{1,2}\.\d/.test(text);

/** What a fault quotes of an answer. */
export const quoted = (text: string): string => text.slice(0, 80);

/** One option for both wheels. */
export const ASK = option({
  about: "ask the wheel what it is after each connection; it is only asked, and nothing is set",
  value: z.boolean(),
  otherwise: true,
  unsaid: false,
});
