import { after, type MonoUs } from "../../../src/time/instant.ts";
import { FRAMER_START } from "../../line-framer.ts";
import { protocolOf } from "./codec.ts";
import { BASIC_START, say, set, setSpin, stageOf, type MercuryState, type Turn } from "./state.ts";

/**
 * The three losses of a serial wheel: the port is gone, the wheel is silent, the wheel talks nonsense. Each is reported
 * once when it begins and once when it ends, and each leaves a hole in the spin that was running.
 */

/** No whole status line for longer than this is silence or nonsense: four periods. A basic port is never silent. */
export const SILENCE_US = 2_000_000;
/** This many damaged lines within `NOISE_WINDOW_US` are a fault even while good lines come in between. */
export const NOISE_LINES = 5;
export const NOISE_WINDOW_US = 10_000_000;

export function opened(turn: Turn): void {
  const { loss } = turn.s.link;
  set(turn, {
    framer: FRAMER_START,
    suspect: null,
    skipped: null,
    last: null,
    link: { up: true, heardAt: turn.t, loss, attaching: true, bunched: 0, bytesSince: false },
    basic: BASIC_START,
  });
}

export function portLost(turn: Turn, why: string): void {
  // A port that was never there is as lost as one that went away.
  if (!turn.s.link.up && turn.s.link.loss === "port-gone") return;
  beginLoss(turn, "port-gone", { why });
  set(turn, { link: { ...turn.s.link, up: false, heardAt: null } });
}

/** The silence timer ran out. */
export function quiet(turn: Turn): void {
  const due = silentAt(turn.s, turn.options);
  if (due === null || turn.t < due) return;
  if (turn.s.link.bytesSince) beginLoss(turn, "device-garbled", noiseDetail(turn));
  else beginLoss(turn, "device-silent", { silentMs: SILENCE_US / 1_000 });
}

/** When silence begins if nothing more is heard, or null when there is nothing to wait for. */
export function silentAt({ link }: MercuryState, { protocol }: Turn["options"]): MonoUs | null {
  if (protocol === "basic" || !link.up || link.heardAt === null) return null;
  if (link.loss === "device-silent" || link.loss === "device-garbled") return null;
  return after(link.heardAt, SILENCE_US + 1);
}

type Loss = "port-gone" | "device-silent" | "device-garbled";

function beginLoss(turn: Turn, loss: Loss, detail: Record<string, string | number>): void {
  const { link } = turn.s;
  if (link.loss !== null && link.loss !== loss) say(turn, { o: "fault-cleared", code: link.loss, detail: {} });
  if (link.loss !== loss) say(turn, { o: "fault", code: loss, detail });
  set(turn, { link: { ...link, loss } });
  hole(turn, loss);
}

/** Lines of the spin are missing: from here on it was not watched. */
function hole(turn: Turn, why: Loss): void {
  const { link, wheel, basic } = turn.s;
  const joined = turn.options.protocol === "basic" ? basic.attached : !link.attaching;
  if (joined) say(turn, { o: "gap", why, during: wheel === null ? null : stageOf(wheel) });
  setSpin(turn, { watched: false, bare: null, fives: null });
  set(turn, {
    link: { ...turn.s.link, attaching: true, bunched: 0 },
    suspect: null,
    skipped: null,
    basic: BASIC_START,
  });
}

/** A good line came: whatever loss stood is over. */
export function heard(turn: Turn): void {
  const { loss } = turn.s.link;
  if (loss !== null) say(turn, { o: "fault-cleared", code: loss, detail: {} });
  set(turn, { link: { ...turn.s.link, heardAt: turn.t, loss: null, bytesSince: false } });
  noiseOver(turn);
}

/** A line that made no sense: counted, kept, reported once an episode. `text` is null when it was thrown away. */
export function damaged(turn: Turn, text: string | null, lines = 1): void {
  const { noise } = turn.s;
  const recent = [...noise.damagedAt, ...Array<MonoUs>(Math.min(lines, NOISE_LINES)).fill(turn.t)]
    .filter((at) => turn.t - at <= NOISE_WINDOW_US)
    .slice(-NOISE_LINES);
  const looksLike = text === null ? noise.looksLike : (protocolOf(text) ?? noise.looksLike);
  set(turn, { noise: { ...noise, damagedAt: recent, total: noise.total + lines, looksLike } });
  if (noise.reported || recent.length < NOISE_LINES) return;
  // A basic port says so little that five damaged lines may hold a whole game.
  if (turn.options.protocol === "basic") {
    if (turn.s.link.loss !== "device-garbled") beginLoss(turn, "device-garbled", noiseDetail(turn));
    return;
  }
  say(turn, {
    o: "fault",
    code: "line-noise",
    detail: { ...noiseDetail(turn), withinMs: NOISE_WINDOW_US / 1_000 },
  });
  set(turn, { noise: { ...turn.s.noise, reported: true } });
}

function noiseDetail({ s: { noise }, options }: Turn): Record<string, string | number> {
  const other =
    noise.looksLike !== null && noise.looksLike !== options.protocol ? { portSpeaks: noise.looksLike } : {};
  return { damagedLines: noise.total, ...other };
}

/** A good line after a quiet while ends the noise. */
function noiseOver(turn: Turn): void {
  const { noise } = turn.s;
  const last = noise.damagedAt.at(-1);
  if (last === undefined || turn.t - last <= NOISE_WINDOW_US) return;
  if (noise.reported)
    say(turn, { o: "fault-cleared", code: "line-noise", detail: { damagedLines: noise.total } });
  set(turn, { noise: { ...noise, damagedAt: [], reported: false, looksLike: null } });
}

/** Bytes were lost before anyone read them: the line under way is not whole, and the spin has a hole. */
export function overrun(turn: Turn): void {
  damaged(turn, null);
  hole(turn, "device-garbled");
  set(turn, { framer: { partial: "", skipping: true, synced: false } });
}
