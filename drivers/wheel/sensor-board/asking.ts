import { after, type MonoUs } from "../../../src/time/instant.ts";
import { hex } from "../../link/fields.ts";
import {
  endIdentityQuestion,
  takeIdentityQuestion,
  type IdentityQuestion,
} from "../../link/identity-question.ts";
import { earliest } from "../../link/line-session.ts";
import { encodeHostLine } from "./lines.ts";
import type { SessionContext } from "./state.ts";

/**
 * What the session asks the board by itself: who it is, how long it debounces, and what time it has. It only asks:
 * tirada changes nothing on a board that plays.
 */
export interface Asks extends IdentityQuestion {
  readonly timeAt: MonoUs | null;
  /** Token of the next time question. */
  readonly token: number;
  /** Time questions that wait for their answer, at most `WAITING_MAX`. */
  readonly waiting: readonly { readonly token: number; readonly sent: MonoUs }[];
  /** Time questions since the board's clock was last known accurately enough. */
  readonly vain: number;
}

export const ASKS_START: Asks = {
  identityAt: null,
  tries: 0,
  timeAt: null,
  token: 1,
  waiting: [],
  vain: 0,
};

export const TIME_EVERY_US = 10_000_000;
/** The interval while the board's clock is not known accurately enough. */
const TIME_SOON_US = 1_000_000;
export const WAITING_MAX = 3;
/** An answer that took longer is too inaccurate for the clock. */
export const ANSWER_MAX_US = 2_000_000;

export function clearQuestions(context: SessionContext): void {
  context.asks = { ...ASKS_START, token: context.asks.token };
}

/** The identity arrived: from now on the session asks for the time. */
export function onIdentity(context: SessionContext): void {
  endIdentityQuestion(context);
  context.asks = { ...context.asks, timeAt: context.asks.timeAt ?? context.t };
}

/** Sends what is due. */
export function sendDueQuestions(context: SessionContext): void {
  const { asks, t } = context;
  if (takeIdentityQuestion(context)) context.writes.push(encodeHostLine("I"), encodeHostLine("C debounce"));
  if (asks.timeAt !== null && t >= asks.timeAt) {
    const { token } = asks;
    const waiting = [...asks.waiting.filter(({ sent }) => t - sent <= ANSWER_MAX_US), { token, sent: t }];
    context.writes.push(encodeHostLine(`T ${hex(token, 8)}`));
    context.asks = {
      ...context.asks,
      timeAt: after(t, asks.vain > 0 || context.clock.pairs.length === 0 ? TIME_SOON_US : TIME_EVERY_US),
      token: (token + 1) % 0x1_0000_0000,
      waiting: waiting.slice(-WAITING_MAX),
      vain: asks.vain + 1,
    };
  }
}

/** When a question is due, or null. */
export function questionDeadline({ identityAt, timeAt }: Asks): MonoUs | null {
  return earliest([identityAt, timeAt]);
}

/** The question that this token answers: when it was sent; null for a question that was not asked or is too old. */
export function takeAnsweredQuestion(context: SessionContext, token: number): MonoUs | null {
  const { asks } = context;
  const asked = asks.waiting.find((one) => one.token === token);
  if (asked === undefined) return null;
  context.asks = { ...asks, waiting: asks.waiting.filter((one) => one.token !== token) };
  return context.t - asked.sent <= ANSWER_MAX_US ? asked.sent : null;
}
