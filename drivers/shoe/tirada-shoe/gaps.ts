import type { ShoeObservation, ShoeStanding } from "../../../src/table/shoe/observation.ts";
import { clearFault, isFaultActive, type LinkRules, type Loss } from "../../link/link.ts";
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

/** What no heartbeat tells: the device tells it anew when it says who it is. */
const UNTOLD = ["shoe-motor", "shoe-self-test"] as const;

/** Messages are missing from here on. */
export function emitGap(context: SessionContext, why: Gap): void {
  if (context.attached || context.toldSinceGap) context.out.push({ o: "gap", why });
  context.attached = false;
  context.toldSinceGap = false;
  if (UNTOLD.some((code) => isFaultActive(context, code))) askIdentity(context);
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

/** Tells the whole state, after a gap or at the start. */
export function attach(context: SessionContext, status: Status): void {
  const { out } = context;
  context.attached = true;
  context.status = status;
  context.card = status.cards;
  endUntold(context, status);
  out.push({ o: "attached", during: stageOf(status), standing: standingOf(status) });
  if ((status.levels & LEVEL_BIT.cutNext) !== 0) out.push({ o: "cut-card", where: "next" });
}

function standingOf({ levels, jam, warnings, suspect }: Status): ShoeStanding {
  const places = [
    { where: "inside", bit: LEVEL_BIT.faceUpInside },
    { where: "exit", bit: LEVEL_BIT.faceUpExit },
  ] as const;
  return {
    lidOpen: isOpen(levels),
    jam,
    warnings: WARNINGS.filter((_, bit) => (warnings & (1 << bit)) !== 0),
    faceUp: places.flatMap(({ where, bit }) => ((levels & bit) !== 0 ? [where] : [])),
    suspect: suspect === 0 ? null : suspect,
  };
}

/**
 * No heartbeat tells of motors and self-tests. What was heard of them before messages were lost is over, unless the device warns of
 * it: it tells anew of whatever is still amiss when it next says who it is, and the motor when it next moves.
 */
function endUntold(context: SessionContext, { warnings }: Status): void {
  context.motors = 0;
  clearFault(context, "shoe-motor", { why: "not told again" });
  if ((warnings & SELF_TEST_FAILED) === 0) clearFault(context, "shoe-self-test", { why: "not told again" });
}

const SELF_TEST_FAILED = 1 << WARNINGS.indexOf("self-test-failed");
