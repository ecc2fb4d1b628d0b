import type { Text } from "../text/language.ts";

/** A fault as people read it: what it is, and what to do. */
export interface FaultText {
  readonly text: Text;
  readonly doThis: Text;
}
