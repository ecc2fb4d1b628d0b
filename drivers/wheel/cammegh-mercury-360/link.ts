import { FRAMER_START } from "../../line-framer.ts";
import type { FaultDetail } from "../../link/faults.ts";
import { FRAMER_LOST } from "../../link/line-session.ts";
import { damaged, heard, NOISE_WINDOW_US, type LinkRules, type Loss } from "../../link/link.ts";
import { protocolOf } from "./codec.ts";
import {
  BASIC_START,
  say,
  set,
  setSpin,
  stageOf,
  type MercuryOptions,
  type MercuryState,
  type Turn,
} from "./state.ts";

/** What the losses of the line (`drivers/link/link.ts`) are for a Mercury 360. */

/** No whole status line for longer than this is silence or nonsense: four periods. A basic port is never silent. */
export const SILENCE_US = 2_000_000;

const STATUS_RULES: LinkRules<Turn> = {
  silenceUs: SILENCE_US,
  hole,
  isReopeningGap: false,
  isSilenceKept: true,
  damageDetail,
};
/** A basic port says so little that five damaged lines may hold a whole game. */
const BASIC_RULES: LinkRules<Turn> = { ...STATUS_RULES, silenceUs: null, isNoiseGarbled: true };

export function linkRulesOf({ protocol }: MercuryOptions): LinkRules<Turn> {
  return protocol === "basic" ? BASIC_RULES : STATUS_RULES;
}

/** The port is open anew: nothing of what came before belongs to what comes now. */
export function begin(turn: Turn): void {
  set(turn, { framer: FRAMER_START, last: null, ...afterGap(turn) });
}

/** Lines of the spin are missing: from here on it was not watched. */
function hole(turn: Turn, why: Loss): void {
  const { link, wheel, basic } = turn.s;
  const joined = turn.options.protocol === "basic" ? basic.attached : !link.attaching;
  if (joined) say(turn, { o: "gap", why, during: wheel === null ? null : stageOf(wheel) });
  setSpin(turn, { watched: false, bare: null, fives: null });
  set(turn, afterGap(turn));
}

function afterGap({ s: { link } }: Turn): Partial<MercuryState> {
  return { link: { ...link, attaching: true, bunched: 0 }, suspect: null, skipped: null, basic: BASIC_START };
}

/** Bytes were lost before anyone read them: the line under way is not whole, and the spin has a gap. */
export function overrun(turn: Turn): void {
  damageLine(turn, null);
  hole(turn, "device-garbled");
  set(turn, { framer: FRAMER_LOST });
}

/** A good line came: a quiet while after damage, it is forgotten what that looked like. */
export function receiveGoodLine(turn: Turn): void {
  heard(turn);
  const { noise } = turn.s;
  const last = noise.damagedAt.at(-1);
  if (last === undefined || turn.t - last > NOISE_WINDOW_US)
    set(turn, { noise: { ...noise, damagedAt: [], looksLike: null } });
}

/**
 * A line that made no sense, or a good one that contradicts those beside it. `text` is null when it was thrown away.
 * Whether the device talks nonsense is told by the bytes since the last good line, and not by this.
 */
export function damageLine(turn: Turn, text: string | null): void {
  const looksLike = text === null ? null : protocolOf(text);
  if (looksLike !== null) set(turn, { noise: { ...turn.s.noise, looksLike } });
  const { bytesSince } = turn.s.link;
  damaged(turn, linkRulesOf(turn.options));
  set(turn, { link: { ...turn.s.link, bytesSince } });
}

function damageDetail({ s: { noise }, options }: Turn): FaultDetail {
  const other =
    noise.looksLike !== null && noise.looksLike !== options.protocol ? { portSpeaks: noise.looksLike } : {};
  return { damagedLines: noise.total, ...other };
}
