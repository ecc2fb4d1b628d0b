import type { DiceObservation } from "../../../src/dice/observation.ts";
import type { LinkRules, Loss } from "../../link/link.ts";
import { SEQUENCE_START } from "../../link/sequence.ts";
import type { SessionContext } from "./state.ts";

/** What was missed is never joined: every hole is told, and what stands is told anew by the heartbeat after it. */

/** The heartbeat comes every 500 ms: four of them are missing. */
export const SILENCE_US = 2_000_000;

export const LINK_RULES: LinkRules<SessionContext> = { silenceUs: SILENCE_US, onGap: onPortLost };

type Gap = (DiceObservation & { readonly o: "gap" })["why"];

/** The port was gone, silent or garbled: whatever comes next may be another eye, at another time. */
function onPortLost(context: SessionContext, why: Loss): void {
  emitGap(context, why);
  context.sequence = SEQUENCE_START;
  doubt(context);
}

/** Something is missing from here on. */
export function emitGap(context: SessionContext, why: Gap): void {
  if (context.attached || context.toldSinceGap) context.out.push({ o: "gap", device: "eye", why });
  context.attached = false;
  context.toldSinceGap = false;
}

/** Nothing is believed until an eye has said who it is. */
export function doubt(context: SessionContext): void {
  context.hello = null;
  context.fits = false;
  context.watched = null;
}
