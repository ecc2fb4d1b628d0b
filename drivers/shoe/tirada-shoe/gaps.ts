import type { ShoeObservation } from "../../../src/table/shoe/observation.ts";
import type { LinkRules, Loss } from "../../link/link.ts";
import { SEQUENCE_START } from "../../link/sequence.ts";
import { askIdentity } from "../../link/identity-question.ts";
import { forgetAsks } from "./asking.ts";
import { WARNINGS } from "./codes.ts";
import type { Status } from "./messages.ts";
import { stageOf, type SessionContext } from "./state.ts";

/** What was missed is never bridged: every gap is reported, and the heartbeat after it reports again what is active. */

/** The heartbeat comes every 250 ms: four of them are missing. */
export const SILENCE_US = 1_000_000;

export const LINK_RULES: LinkRules<SessionContext> = { silenceUs: SILENCE_US, onGap: onPortLost };

type Gap = (ShoeObservation & { readonly o: "gap" })["why"];

/** The port was gone, silent or garbled: whatever comes next may be another device, at another time. */
function onPortLost(context: SessionContext, why: Loss): void {
  emitGap(context, why);
  forgetDevice(context);
  forgetAsks(context);
}

/** Messages are missing from here on. */
export function emitGap(context: SessionContext, why: Gap): void {
  if (context.attached || context.toldSinceGap) context.out.push({ o: "gap", why });
  context.attached = false;
  context.toldSinceGap = false;
}

/** Nothing is believed until a device has identified itself. */
export function forgetDevice(context: SessionContext): void {
  context.sequence = SEQUENCE_START;
  context.identity = null;
  context.fits = false;
  context.card = null;
}

/** A message that cannot be this device's next one: nothing more is believed until it has identified itself again. */
export function rejectUnexpected(context: SessionContext): void {
  emitGap(context, "device-garbled");
  context.identity = null;
  context.fits = false;
  context.card = null;
  askIdentity(context);
}

const LID = 1 << 0;
const DOOR = 1 << 1;
export const LEVEL_BIT = {
  lid: LID,
  door: DOOR,
  locked: 1 << 2,
  cutNext: 1 << 4,
  faceUpInside: 1 << 5,
  faceUpExit: 1 << 6,
} as const;

/** Levels that messages report as well; the others change without a message. */
const REPORTED_LEVELS = Object.values(LEVEL_BIT).reduce((map, bit) => map | bit, 0);

export const isOpen = (levels: number): boolean => (levels & (LID | DOOR)) !== 0;

/** Whether two statuses agree in what messages report. */
export function agreeInStatus(a: Status, b: Status): boolean {
  return (
    ((a.levels ^ b.levels) & REPORTED_LEVELS) === 0 &&
    a.stage === b.stage &&
    a.mode === b.mode &&
    a.cards === b.cards &&
    a.jam === b.jam &&
    a.warnings === b.warnings &&
    a.suspect === b.suspect
  );
}

/** Reports everything that is active, after a gap or at the start. */
export function attach(context: SessionContext, status: Status): void {
  const { out } = context;
  context.attached = true;
  context.status = status;
  context.card = status.cards;
  const stage = stageOf(status);
  out.push({ o: "attached", during: stage }, { o: "lid", open: isOpen(status.levels) });
  if (status.jam !== null) out.push({ o: "jam", where: status.jam, during: stage });
  WARNINGS.forEach((code, bit) => {
    if ((status.warnings & (1 << bit)) !== 0) out.push({ o: "warning", code, standing: true });
  });
  if ((status.levels & LEVEL_BIT.cutNext) !== 0) out.push({ o: "cut-card", where: "next" });
  if ((status.levels & LEVEL_BIT.faceUpInside) !== 0) out.push({ o: "face-up", where: "inside" });
  if ((status.levels & LEVEL_BIT.faceUpExit) !== 0) out.push({ o: "face-up", where: "exit" });
  if (status.suspect !== 0) out.push({ o: "suspected-repeat", n: status.suspect });
}
