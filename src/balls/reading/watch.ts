import { after, type MonoUs } from "../../time/instant.ts";
import type { GreyImage } from "../../vision/grey-image.ts";
import type { Disc } from "./globe.ts";
import type { Look } from "./read-ball.ts";

/**
 * What comes past a camera over the exit, frame by frame: a ball is told once, when it lies still and several frames agree on its number, or
 * when it has lain there so long that people must say what it is. State is plain: no clock, no camera.
 */

/** What is told. `weak`: no number could be read; `differ`: two were; `two-balls`: it does not lie there alone. */
export interface BallSeen {
  readonly number: number | null;
  readonly why: "weak" | "differ" | "two-balls" | null;
}

/** A frame, and what lies on it. */
export interface LookedFrame {
  readonly t: MonoUs;
  readonly image: GreyImage;
  readonly look: Look;
}

/** Frames in a row that agree on a number before it is told. */
export const AGREE_FRAMES = 3;
/** A ball that has lain still for so long and was not read is told as one that was not. */
export const UNREAD_US = 1_500_000;
/** Nothing was seen for so long: what lay there has gone. */
export const GONE_US = 300_000;
/** The number that was told last, seen again within this time after its ball had gone: the same ball, shown again. */
export const AGAIN_US = 20_000_000;
/** Two frames whose ball differs by more grey levels in the mean, or lies farther off in parts of its radius: it moves. */
const MOVING_LEVELS = 9;
const MOVING_PART = 0.03;
/** The mean level of a picture below which nothing is seen at all. */
const DARK_LEVEL = 9;

export interface WatchState {
  /** The number that frames agree on, and how many. */
  readonly agreed: { readonly number: number; readonly frames: number } | null;
  /** Since when a ball lies still; null: it moves, or none is there. */
  readonly stillFrom: MonoUs | null;
  /** When something was seen last; null: nothing lies there. */
  readonly seenAt: MonoUs | null;
  /** What lies there was told: its number, null where people say it. Absent: it was not. */
  readonly told?: number | null;
  /** Since it was told it was out of sight, hidden or not alone: another one may lie there now. */
  readonly isBroken: boolean;
  /** The number that was told last. */
  readonly last: { readonly number: number; readonly at: MonoUs } | null;
}

export const WATCH_START: WatchState = {
  agreed: null,
  stillFrom: null,
  seenAt: null,
  isBroken: false,
  last: null,
};

/** The state after a frame, and the ball that it tells; null: none. `before`: the frame before it, null after a gap. */
export function watchFrame(
  state: WatchState,
  frame: LookedFrame,
  before: LookedFrame | null,
): { readonly state: WatchState; readonly seen: BallSeen | null } {
  const { look, t } = frame;
  if (look.see === "no-ball") return { state: withoutBall(state, t), seen: null };
  const isStill = before !== null && liesStill(before, frame);
  const stillFrom = isStill ? (state.stillFrom ?? t) : null;
  const isAlone = look.see === "number" || look.why !== "not-alone";
  const here: WatchState = { ...state, seenAt: t, stillFrom, isBroken: state.isBroken || !isAlone };
  if (look.see === "number" && isStill) return tellRead(withAgreed(here, look.number), look.number, t);
  const rest = { ...here, agreed: null };
  const isDue =
    stillFrom !== null && t >= after(stillFrom, UNREAD_US) && (isAlone ? mayBeOther(rest) : rest.told !== null);
  if (!isDue) return { state: rest, seen: null };
  return { state: withOutcome(rest, null), seen: { number: null, why: isAlone ? "weak" : "two-balls" } };
}

/** The camera was gone or a frame was lost: what lies there now is not known to be what lay there. */
export const loseSight = (state: WatchState): WatchState => ({
  ...state,
  agreed: null,
  stillFrom: null,
  isBroken: true,
});

/** Whether a picture shows anything: in the dark nobody can say that no ball is there. */
export function isDark({ data }: GreyImage): boolean {
  let sum = 0;
  for (const value of data) sum += value;
  return sum < DARK_LEVEL * data.length;
}

function withoutBall(state: WatchState, t: MonoUs): WatchState {
  const { seenAt, last } = state;
  if (seenAt === null) return state;
  const hidden = { ...state, agreed: null, stillFrom: null, isBroken: true };
  return t < after(seenAt, GONE_US) ? hidden : { ...WATCH_START, last };
}

const withAgreed = (state: WatchState, number: number): WatchState => ({
  ...state,
  agreed: { number, frames: state.agreed?.number === number ? state.agreed.frames + 1 : 1 },
});

/** Nothing was told of what lies there, or another ball may lie there now. */
const mayBeOther = ({ told, isBroken }: WatchState): boolean => told === undefined || isBroken;

const withOutcome = (state: WatchState, told: number | null): WatchState => ({
  ...state,
  told,
  isBroken: false,
});

function tellRead(state: WatchState, number: number, t: MonoUs): ReturnType<typeof watchFrame> {
  if ((state.agreed?.frames ?? 0) < AGREE_FRAMES) return { state, seen: null };
  const { told, last } = state;
  const isLast = last?.number === number;
  // The ball that was told last: it lies there still, or is shown again.
  if (isLast && (told === number || t < after(last.at, AGAIN_US)))
    return { state: { ...withOutcome(state, number), last: { number, at: t } }, seen: null };
  if (mayBeOther(state))
    return { state: { ...withOutcome(state, number), last: { number, at: t } }, seen: { number, why: null } };
  // People were asked for it and say what it is; where it was read before, one of the two readings is wrong.
  if (told === null || told === number) return { state, seen: null };
  return { state: withOutcome(state, null), seen: { number: null, why: "differ" } };
}

/** Whether a ball lies in two frames as it did. */
function liesStill(before: LookedFrame, now: LookedFrame): boolean {
  if (before.look.see === "no-ball" || now.look.see === "no-ball") return false;
  const [one, other] = [before.look.disc, now.look.disc];
  if (Math.hypot(one.x - other.x, one.y - other.y) > MOVING_PART * other.radius) return false;
  return difference(before.image, now.image, other) <= MOVING_LEVELS;
}

function difference(
  before: GreyImage,
  { width, height, data }: GreyImage,
  { x: cx, y: cy, radius }: Disc,
): number {
  let [sum, count] = [0, 0];
  for (let y = Math.max(0, Math.floor(cy - radius)); y < Math.min(height, cy + radius); y += 2)
    for (let x = Math.max(0, Math.floor(cx - radius)); x < Math.min(width, cx + radius); x += 2) {
      if (Math.hypot(x - cx, y - cy) > radius) continue;
      sum += Math.abs((data[y * width + x] ?? 0) - (before.data[y * width + x] ?? 0));
      count++;
    }
  return count === 0 ? Infinity : sum / count;
}
