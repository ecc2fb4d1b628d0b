import type { ActionRefusal } from "../../../src/people/actions.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";

const { refusals: REFUSALS } = textsOf("acts");

/** What is told to whom the judge of actions refuses. */
export const WHY: Readonly<Record<ActionRefusal, Text>> = {
  "other-way": REFUSALS["no-device"],
  "wrong-role": textsOf("control")["not-your-role"],
  open: REFUSALS.open,
  "second-missing": REFUSALS["second-missing"],
  "second-same": REFUSALS["second-same"],
};
