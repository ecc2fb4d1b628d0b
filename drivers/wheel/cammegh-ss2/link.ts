import { after, type MonoUs } from "../../../src/time/instant.ts";
import { FRAMER_START } from "../../line-framer.ts";
import { NO_RUNS } from "./state.ts";
import { clear, say, set, stageOf, stand, type Turn } from "./turn.ts";

/**
 * The three losses of a serial wheel: the port is gone, the wheel is silent, the wheel talks nonsense. Each is
 * reported once when it begins and once when it ends, and each leaves a hole in the spin that was running.
 */

/** No whole status line for longer than this means silence or nonsense (four periods, guide §2.5). */
export const SILENCE_US = 2_000_000;
/** This many damaged lines within `NOISE_WINDOW_US` is a line fault even while good lines come in between. */
export const NOISE_LINES = 5;
export const NOISE_WINDOW_US = 10_000_000;

const LOSSES = ["port-gone", "device-silent", "device-garbled"] as const;

export function opened(turn: Turn): void {
  // A port that is opened anew without a word of its loss leaves the same hole.
  hole(turn, "port-gone");
  const { loss } = turn.s.link;
  set(turn, {
    framer: FRAMER_START,
    suspect: null,
    last: null,
    flagRuns: { ...turn.s.flagRuns, ...NO_RUNS },
    link: { up: true, heardAt: turn.t, loss, attaching: true, bunched: 0, nonsense: false },
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
  const due = silentAt(turn.s.link);
  if (due === null || turn.t < due) return;
  const nonsense = turn.s.link.nonsense || turn.s.framer.partial !== "" || turn.s.framer.skipping;
  if (nonsense) beginLoss(turn, "device-garbled", { damagedLines: turn.s.noise.total });
  else beginLoss(turn, "device-silent", { silentMs: SILENCE_US / 1_000 });
}

/** When silence begins if nothing more is heard, or null when there is nothing to wait for. */
export function silentAt(link: Turn["s"]["link"]): MonoUs | null {
  if (!link.up || link.heardAt === null) return null;
  if (link.loss === "device-silent" || link.loss === "device-garbled") return null;
  return after(link.heardAt, SILENCE_US + 1);
}

type Loss = "port-gone" | "device-silent" | "device-garbled";

function beginLoss(turn: Turn, loss: Loss, detail: Record<string, string | number>): void {
  const { link } = turn.s;
  if (link.loss !== null && link.loss !== loss) clear(turn, link.loss, {});
  stand(turn, loss, detail);
  hole(turn, loss);
  set(turn, { link: { ...turn.s.link, loss } });
}

/** Lines are missing from here on, until two running agree again. */
function hole(turn: Turn, why: Loss): void {
  const { link, wheel } = turn.s;
  if (!link.attaching) say(turn, { o: "gap", why, during: wheel === null ? null : stageOf(wheel) });
  set(turn, { link: { ...link, attaching: true, bunched: 0 }, suspect: null });
}

/**
 * Bytes were lost before anyone read them. The line under way must not grow together with the rest of another one,
 * which could have the right shape.
 */
export function overrun(turn: Turn, bytes: number): void {
  if (!turn.s.link.attaching) say(turn, { o: "fault", code: "recording-overrun", detail: { bytes } });
  damaged(turn);
  hole(turn, "device-garbled");
  set(turn, { framer: { partial: "", skipping: true, synced: false } });
}

/** A whole status line came: whatever loss stood is over. */
export function heard(turn: Turn): void {
  for (const code of LOSSES) clear(turn, code, {});
  if (!turn.s.noise.reported) clear(turn, "line-noise", {});
  set(turn, { link: { ...turn.s.link, heardAt: turn.t, loss: null, nonsense: false } });
}

/** Bytes that made no sense: counted, kept, reported once an episode. */
export function damaged(turn: Turn, lines = 1): void {
  const { noise } = turn.s;
  const recent = [...noise.damagedAt, ...Array<MonoUs>(Math.min(lines, NOISE_LINES)).fill(turn.t)].filter(
    (at) => turn.t - at <= NOISE_WINDOW_US,
  );
  const reported = noise.reported || recent.length >= NOISE_LINES;
  if (reported) stand(turn, "line-noise", { lines: NOISE_LINES, withinMs: NOISE_WINDOW_US / 1_000 });
  set(turn, { link: { ...turn.s.link, nonsense: true } });
  set(turn, { noise: { damagedAt: recent.slice(-NOISE_LINES), reported, total: noise.total + lines } });
}

/** A good line after a quiet while ends the noise. */
export function noiseOver(turn: Turn): void {
  const { noise } = turn.s;
  const last = noise.damagedAt.at(-1);
  if (!noise.reported || last === undefined || turn.t - last <= NOISE_WINDOW_US) return;
  clear(turn, "line-noise", { damagedLines: noise.total });
  set(turn, { noise: { ...noise, damagedAt: [], reported: false } });
}
