import type { SpinTruth } from "../wheels/sensed/sensed-wheel.ts";
import type { SpinEnd } from "../bench/injections.ts";

/** A spin's truth on the bench's time axis; `from` is where the simulation's 0 lies on it. */
export function spinEndOf(truth: SpinTruth, from: number): SpinEnd {
  const since = Object.values(truth.sinceUs);
  return {
    spin: truth.spin,
    fault: truth.fault,
    launchedAt: truth.launchedUs + from,
    endAt: truth.endUs + from,
    voidSince: since.length === 0 ? null : Math.min(...since) + from,
    text: textOf(truth),
  };
}

/** Where the ball truly is, what truly was, what nobody could see. */
function textOf({ pocket, facts, unseen, spoiled }: SpinTruth): string {
  const flags = Object.entries(facts)
    .filter(([name, value]) => value !== false && name !== "ball-in-pocket")
    .map(([name, value]) => (value === true ? name : `${name} ${value}`));
  return [
    pocket === null ? "no number" : `number ${pocket}`,
    ...flags,
    ...(spoiled === null ? [] : [spoiled]),
    ...(unseen.length === 0 ? [] : [`unseen: ${unseen.join(", ")}`]),
  ].join(" · ");
}
