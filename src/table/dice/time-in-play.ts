import type { DiceGame } from "../../rules/dice-game.ts";
import { US_PER_S, type MonoUs } from "../../time/instant.ts";
import { emitRecord } from "../kernel/context.ts";
import { diceOf, gameOf, setDice } from "./throw.ts";
import type { DurableDice } from "./durable-dice.ts";
import type { DiceContext } from "./types.ts";

/**
 * How long the dice, and the croupier who throws, have been in play, where the law limits it (Cantabria A.9: from hour to hour, from
 * the opening of the table). The minutes are recorded now and then, so that they outlive a restart; while the unit is off none are
 * counted, so the time is never stated too long.
 */

const MINUTE_US = 60 * US_PER_S;
/** How often the minutes are recorded. */
const NOTE_EVERY_MIN = 15;
/** How long before the limit people are reminded. */
export const REMIND_BEFORE_MIN = 5;

export type Clock = "set" | "thrower";

const CLOCKS: readonly Clock[] = ["set", "thrower"];

/** The most minutes that the law allows; null: it sets no limit. */
export const limitOf = ({ set, thrower }: DiceGame, which: Clock): number | null =>
  (which === "set" ? set.rotateMinutes : thrower.reliefMinutes) ?? null;

/** The table opens, or the unit starts with the table open: what was counted before goes on. */
export function startClocks(context: DiceContext): void {
  const game = gameOf(context);
  const before = context.durable.dice.clock;
  const since = (which: Clock): number | null =>
    limitOf(game, which) === null ? null : context.t - (before?.[which] ?? 0) * MINUTE_US;
  setDice(context, { setSince: since("set"), throwerSince: since("thrower") });
  planNextNote(context);
}

/** The table is closed: nothing is counted. */
export function stopClocks(context: DiceContext): void {
  setDice(context, { setSince: null, throwerSince: null, clockDue: null });
}

/** Dice or thrower were changed now. */
export function restartClock(context: DiceContext, which: Clock): void {
  if (limitOf(gameOf(context), which) === null) return;
  setDice(context, which === "set" ? { setSince: context.t } : { throwerSince: context.t });
  planNextNote(context);
}

/** Time passed: records the minutes when they are due. */
export function recordClocks(context: DiceContext): void {
  const { clockDue } = diceOf(context);
  if (clockDue === null || context.t < clockDue || !context.durable.open) return;
  const { dice, round } = context.durable;
  const detail = { set: minutesInPlay(context, "set"), thrower: minutesInPlay(context, "thrower") };
  emitRecord(context, { kind: "dice-set", round, event: "clock", craps: dice.craps, detail });
  planNextNote(context);
}

/** Whether it was longer in play than the law allows; null: the law sets no limit, or nothing is counted. */
export function isLate(context: DiceContext, which: Clock, at: MonoUs): boolean | null {
  const limit = limitOf(gameOf(context), which);
  const since = sinceOf(context, which);
  return limit === null || since === null ? null : at - since > limit * MINUTE_US;
}

/** What people are to be reminded of, from the durable table alone. */
export function clocksToRemind({ clock }: DurableDice, game: DiceGame): readonly Clock[] {
  return CLOCKS.filter((which) => {
    const limit = limitOf(game, which);
    const counted = clock?.[which] ?? null;
    return limit !== null && counted !== null && counted >= limit - REMIND_BEFORE_MIN;
  });
}

function sinceOf(context: DiceContext, which: Clock): number | null {
  const { setSince, throwerSince } = diceOf(context);
  return which === "set" ? setSince : throwerSince;
}

function minutesInPlay(context: DiceContext, which: Clock): number | null {
  const since = sinceOf(context, which);
  return since === null ? null : Math.floor((context.t - since) / MINUTE_US);
}

/** The minutes are recorded next: every quarter of an hour, for the reminder, and at the limit. */
function planNextNote(context: DiceContext): void {
  const game = gameOf(context);
  const next = CLOCKS.flatMap((which) => {
    const limit = limitOf(game, which);
    const since = sinceOf(context, which);
    const counted = minutesInPlay(context, which);
    if (limit === null || since === null || counted === null) return [];
    const quarter = (Math.floor(counted / NOTE_EVERY_MIN) + 1) * NOTE_EVERY_MIN;
    const marks = [quarter, limit - REMIND_BEFORE_MIN, limit].filter((mark) => mark > counted);
    return [since + Math.min(...marks) * MINUTE_US];
  });
  setDice(context, { clockDue: next.length === 0 ? null : (Math.min(...next) as MonoUs) });
}
