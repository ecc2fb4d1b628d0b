import { textsOf } from "../../../text/text-of.ts";
import type { Text } from "../../../text/language.ts";

/** Words of the readers and of the eye, as `dice-` codes. */
export const SEEN: Readonly<Record<string, Text>> = textsOf("reasons.dice-seen");
