import { US_PER_S, after, type MonoUs } from "../../time/instant.ts";
import { wheelPack } from "../../rules/pack.ts";
import { flagFact, withFact, type Spin } from "./spin.ts";
import { handleNoNumber, judgeRunning, leaveUndecided } from "./verdict.ts";
import type { WheelContext } from "./types.ts";

/**
 * A ball that hangs. By the catalogues' words it is suspended when it stays so without falling into a pocket: one that falls by itself
 * has its number. It counts as suspended when it has hung for as long as the rulebook says, when the rotor stands, or when
 * somebody takes it.
 */

/** Where a rulebook says no time. */
const HUNG_FOR_S = 60;

export function handleHungBall(context: WheelContext, spin: Spin, now: "hangs" | "fell" | "taken"): void {
  const { hungAt, ...rest } = spin;
  if (now === "fell") {
    context.live = { ...context.live, spin: withoutHung(spin) };
    return;
  }
  context.live = { ...context.live, spin: { ...rest, hungAt: hungAt ?? context.t } };
  if (now === "taken") {
    judgeHung(context);
    return leaveUndecided(context, ["ball-suspended"]);
  }
  if (isStopped(spin)) judgeHung(context);
}

/** It hangs no more, or nobody knows whether it still does: a device that sees it hang after a gap tells so anew. */
export function withoutHung({ hungAt: _hungAt, facts, ...rest }: Spin): Spin {
  const { "ball-suspended": _fact, ...others } = facts;
  return { ...rest, facts: others };
}

/** The rotor stands: a ball that hangs over it does not fall any more. */
export function handleRotorStopped(context: WheelContext): void {
  const { spin } = context.live;
  if (spin?.hungAt === undefined) return judgeRunning(context);
  judgeHung(context);
}

const isStopped = ({ facts }: Spin): boolean => {
  const fact = facts["rotor-stopped"];
  return fact?.is === "flag" && fact.value === true;
};

/** When a ball that hangs counts as suspended, or null. */
export function hungDeadline({ live, rules }: Pick<WheelContext, "live" | "rules">): MonoUs | null {
  const { spin } = live;
  if (spin?.hungAt === undefined || spin.judged) return null;
  return after(spin.hungAt, (wheelPack(rules.pack).wheel.hungFor?.seconds ?? HUNG_FOR_S) * US_PER_S);
}

export function judgeHung(context: WheelContext): void {
  const { spin } = context.live;
  if (spin === null || spin.judged) return;
  const { hungAt: _hungAt, ...rest } = spin;
  context.live = { ...context.live, spin: withFact(rest, "ball-suspended", flagFact(true)) };
  handleNoNumber(context, "ball-suspended");
}
