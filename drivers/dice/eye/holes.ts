import type { DiceObservation } from "../../../src/dice/observation.ts";
import type { LinkRules, Loss } from "../../link/link.ts";
import { SEQUENCE_START } from "../../link/sequence.ts";
import type { Turn } from "./state.ts";

/** What was missed is never joined: every hole is told, and what stands is told anew by the heartbeat after it. */

/** The heartbeat comes every 500 ms: four of them are missing. */
export const SILENCE_US = 2_000_000;

export const LINK_RULES: LinkRules<Turn> = { silenceUs: SILENCE_US, hole: lost };

type Gap = (DiceObservation & { readonly o: "gap" })["why"];

/** The port was gone, silent or garbled: whatever comes next may be another eye, at another time. */
function lost(turn: Turn, why: Loss): void {
  hole(turn, why);
  turn.sequence = SEQUENCE_START;
  doubt(turn);
}

/** Something is missing from here on. */
export function hole(turn: Turn, why: Gap): void {
  if (turn.attached || turn.toldSinceGap) turn.out.push({ o: "gap", device: "eye", why });
  turn.attached = false;
  turn.toldSinceGap = false;
}

/** Nothing is believed until an eye has said who it is. */
export function doubt(turn: Turn): void {
  turn.hello = null;
  turn.fits = false;
  turn.watched = null;
}
