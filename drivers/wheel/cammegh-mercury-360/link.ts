import { FRAMER_START } from "../../line-framer.ts";
import {
  countDamagedLines,
  markReceived,
  NOISE_WINDOW_US,
  type FaultDetail,
  type LinkRules,
  type Loss,
} from "../../link/link.ts";
import { FRAMER_LOST } from "../../link/line-session.ts";
import { protocolOf } from "./codec.ts";
import { beginAsking } from "./asking.ts";
import {
  BASIC_START,
  emitObservation,
  updateState,
  setSpin,
  stageOf,
  type MercuryOptions,
  type MercuryState,
  type SessionContext,
} from "./state.ts";

/** What the losses of the line (`drivers/link/link.ts`) are for a Mercury 360. */

/** No whole status line for longer than this is silence or nonsense: four periods. A basic port is never silent. */
export const SILENCE_US = 2_000_000;

const STATUS_RULES: LinkRules<SessionContext> = {
  silenceUs: SILENCE_US,
  onGap: emitGap,
  isReopeningGap: false,
  isSilenceKept: true,
  damageDetail,
};
/** A basic port sends so few lines that five damaged ones may have held a whole game. */
const BASIC_RULES: LinkRules<SessionContext> = { ...STATUS_RULES, silenceUs: null, isNoiseGarbled: true };

export function linkRulesOf({ protocol }: MercuryOptions): LinkRules<SessionContext> {
  return protocol === "basic" ? BASIC_RULES : STATUS_RULES;
}

/** The port was opened again: what came before does not belong to what comes now. */
export function startSession(context: SessionContext): void {
  updateState(context, { framer: FRAMER_START, last: null, told: false, ...afterGap(context) });
  const { version: _former, ...asked } = context.s;
  context.s = asked;
  beginAsking(context);
}

/** Lines of the spin are missing: from here on it was not watched. */
function emitGap(context: SessionContext, why: Loss): void {
  const { link, wheel, basic } = context.s;
  const joined = context.options.protocol === "basic" ? basic.attached : !link.attaching;
  if (joined) emitObservation(context, { o: "gap", why, during: wheel === null ? null : stageOf(wheel) });
  setSpin(context, { watched: false, bare: null, fives: null });
  updateState(context, afterGap(context));
}

function afterGap({ s: { link } }: SessionContext): Partial<MercuryState> {
  return { link: { ...link, attaching: true, bunched: 0 }, suspect: null, skipped: null, basic: BASIC_START };
}

/** Bytes were lost before anyone read them: the line under way is not whole, and the spin has a gap. */
export function onOverrun(context: SessionContext): void {
  damageLine(context, null);
  emitGap(context, "device-garbled");
  updateState(context, { framer: FRAMER_LOST });
}

/** A good line came: once the window after damaged lines has passed, the protocol that they looked like is dropped. */
export function receiveGoodLine(context: SessionContext): void {
  markReceived(context);
  const { noise } = context.s;
  const last = noise.damagedAt.at(-1);
  if (last === undefined || context.t - last > NOISE_WINDOW_US)
    updateState(context, { noise: { ...noise, damagedAt: [], looksLike: null } });
}

/**
 * Counts a line without sense, or a good one that contradicts its neighbours. `text` is null when the line was dropped. Whether
 * the device sends nonsense is decided by the bytes since the last good line, not by this count.
 */
export function damageLine(context: SessionContext, text: string | null): void {
  const looksLike = text === null ? null : protocolOf(text);
  if (looksLike !== null) updateState(context, { noise: { ...context.s.noise, looksLike } });
  const { bytesSince } = context.s.link;
  countDamagedLines(context, linkRulesOf(context.options));
  updateState(context, { link: { ...context.s.link, bytesSince } });
}

function damageDetail({ s: { noise }, options }: SessionContext): FaultDetail {
  const other =
    noise.looksLike !== null && noise.looksLike !== options.protocol ? { portSpeaks: noise.looksLike } : {};
  return { damagedLines: noise.total, ...other };
}
