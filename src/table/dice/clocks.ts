import type { DiceGame } from "../../rules/dice-game.ts";
import { US_PER_S, type MonoUs } from "../../time/instant.ts";
import { emitRecord, type TableContext } from "../context.ts";
import { diceOf, gameOf, setDice } from "./live.ts";
import type { DiceShown } from "./shown.ts";

/**
 * How long the dice in play, and the croupier who throws, have been so, where the law limits it (Cantabria A.9: from hour to hour,
 * from the opening of the table). What is known is written down now and then, so that it outlives a restart: while the unit was
 * down nothing is counted, and so the time is never told too long.
 */

const MINUTE_US = 60 * US_PER_S;
/** So often what was counted is written down, minutes. */
const NOTED_EVERY = 15;
/** So long before it is due people are reminded, minutes. */
export const REMIND_BEFORE = 5;

export type Clock = "set" | "thrower";

/** The most minutes that the law allows; null: it does not say. */
export function limitOf({ set, thrower }: DiceGame, which: Clock): number | null {
  return (which === "set" ? set.rotateMinutes : thrower.reliefMinutes) ?? null;
}

/** The table opens, or the unit starts with the table open: what was counted before goes on. */
export function startClocks(context: TableContext): void {
  const { dice: game } = gameOf(context);
  const before = context.durable.dice?.clock;
  const since = (which: Clock): number | null =>
    limitOf(game, which) === null ? null : context.t - (before?.[which] ?? 0) * MINUTE_US;
  setDice(context, { setSince: since("set"), throwerSince: since("thrower") });
  plan(context);
}

/** The table is closed: nothing is counted. */
export function stopClocks(context: TableContext): void {
  setDice(context, { setSince: null, throwerSince: null, clockDue: null });
}

/** Dice or thrower were changed at this moment. */
export function restartClock(context: TableContext, which: Clock): void {
  if (limitOf(gameOf(context).dice, which) === null) return;
  setDice(context, which === "set" ? { setSince: context.t } : { throwerSince: context.t });
  plan(context);
}

/** Time passed: writes down what was counted when it is due. */
export function clockTick(context: TableContext): void {
  const { clockDue } = diceOf(context);
  if (clockDue === null || context.t < clockDue || !context.durable.open) return;
  const craps = context.durable.dice?.craps ?? null;
  const detail = { set: minutes(context, "set"), thrower: minutes(context, "thrower") };
  emitRecord(context, { kind: "dice-set", round: context.durable.round, event: "clock", craps, detail });
  plan(context);
}

/** Longer in play than the law allows; null: it sets no limit, or nothing is counted. */
export function isLate(context: TableContext, which: Clock, at: MonoUs): boolean | null {
  const limit = limitOf(gameOf(context).dice, which);
  const since = sinceOf(context, which);
  return limit === null || since === null ? null : at - since > limit * MINUTE_US;
}

/** What people are to be reminded of, from the durable table alone. */
export function clocksDue({ clock }: DiceShown, game: DiceGame): readonly Clock[] {
  return (["set", "thrower"] as const).filter((which) => {
    const limit = limitOf(game, which);
    const counted = clock?.[which] ?? null;
    return limit !== null && counted !== null && counted >= limit - REMIND_BEFORE;
  });
}

function sinceOf(context: TableContext, which: Clock): number | null {
  const { setSince, throwerSince } = diceOf(context);
  return which === "set" ? setSince : throwerSince;
}

function minutes(context: TableContext, which: Clock): number | null {
  const since = sinceOf(context, which);
  return since === null ? null : Math.floor((context.t - since) / MINUTE_US);
}

/** When the next note is due: every quarter of an hour, in time for the reminder, and when it is late. */
function plan(context: TableContext): void {
  const { dice: game } = gameOf(context);
  const next = (["set", "thrower"] as const).flatMap((which) => {
    const limit = limitOf(game, which);
    const since = sinceOf(context, which);
    const counted = minutes(context, which);
    if (limit === null || since === null || counted === null) return [];
    const quarter = (Math.floor(counted / NOTED_EVERY) + 1) * NOTED_EVERY;
    const marks = [quarter, limit - REMIND_BEFORE, limit].filter((mark) => mark > counted);
    return [since + Math.min(...marks) * MINUTE_US];
  });
  setDice(context, { clockDue: next.length === 0 ? null : (Math.min(...next) as MonoUs) });
}
