import { after, type MonoUs } from "../../../src/time/instant.ts";
import { raiseMomentaryFault } from "../../link/link.ts";
import { endIdentityQuestion, numberAfter, takeIdentityQuestion } from "../../link/identity-question.ts";
import { earliest } from "../../link/line-session.ts";
import type { ShoeCommand } from "../session.ts";
import { hostBytes, hostMessages } from "./carrier.ts";
import { MODES, WARNINGS } from "./codes.ts";
import type { ShoeMessage, Status } from "./messages.ts";
import { endOwnTest, isPutOff, markAsked, mayTest } from "./self-test.ts";
import { countFigure, type Asks, type SessionContext } from "./state.ts";

/** What the host says: who are you, whenever nobody is known, and what the table wants. */

export const WAITING_MAX = 8;
/** The device answers every command within half a second. */
export const ANSWER_MAX_US = 2_000_000;

const COMMANDS: Readonly<Record<string, string>> = {
  Y: "self-test",
  K: "acknowledge",
  G: "exit",
  P: "packet",
  M: "mode",
};

/** Whoever is there now knows nothing of what was said. */
export function forgetAsks(context: SessionContext): void {
  for (const { number, letter } of context.asks.waiting)
    if (!endOwnTest(context, number, "device lost")) reportRefusal(context, letter, "device lost");
  endIdentityQuestion(context);
  context.asks = { ...context.asks, waiting: [] };
}

/** Sends the question that is due, and gives up commands that were never answered. */
export function sendDueQuestion(context: SessionContext): void {
  const { t } = context;
  const [dead, alive] = [
    context.asks.waiting.filter(isLate),
    context.asks.waiting.filter((one) => !isLate(one)),
  ];
  for (const { number, letter } of dead)
    if (!endOwnTest(context, number, "no answer")) reportRefusal(context, letter, "no answer");
  if (dead.length > 0) context.asks = { ...context.asks, waiting: alive };
  if (takeIdentityQuestion(context)) emitObservation(context, "I", 0);

  function isLate({ sent }: { readonly sent: MonoUs }): boolean {
    return t >= after(sent, ANSWER_MAX_US);
  }
}

/** When a question or the end of a wait is due, or null. */
export function nextAskAt({ identityAt, waiting }: Asks): MonoUs | null {
  const first = waiting[0];
  return earliest([identityAt, first === undefined ? null : after(first.sent, ANSWER_MAX_US)]);
}

/**
 * What the table wants, as a message; a device that is not there refuses. A mode that it has is not asked for: in the middle
 * of a deal, where its line was lost and is back, it would refuse even that.
 */
export function sendCommand(context: SessionContext, wanted: ShoeCommand): void {
  if (wanted.c === "mode" && context.attached && context.status.mode === wanted.mode) return;
  const [letter, value] = codeOf(wanted);
  if (value < 0) return reportRefusal(context, letter, "no such value");
  if (!context.link.up || !context.fits) return reportRefusal(context, letter, "not connected");
  if (context.asks.waiting.length >= WAITING_MAX) return reportRefusal(context, letter, "too many wait");
  emitObservation(context, letter, value);
}

function codeOf(wanted: ShoeCommand): readonly [letter: string, value: number] {
  switch (wanted.c) {
    case "self-test":
      return ["Y", 0];
    case "acknowledge": {
      const code = WARNINGS.findIndex((name) => name === wanted.code);
      return ["K", code < 0 ? -1 : code + 1];
    }
    case "exit":
      return ["G", wanted.locked ? 1 : 0];
    case "packet":
      return [
        "P",
        Number.isInteger(wanted.cards) && wanted.cards >= 1 && wanted.cards <= 52 ? wanted.cards : -1,
      ];
    case "mode":
      return ["M", MODES.indexOf(wanted.mode)];
  }
}

/** Asks for the self-test that is due, at a heartbeat that shows that nothing moves. */
export function askSelfTest(context: SessionContext, status: Status): void {
  if (context.asks.waiting.length >= WAITING_MAX || !mayTest(context, status)) return;
  markAsked(context, context.asks.number);
  emitObservation(context, "Y", 0);
}

function emitObservation(context: SessionContext, letter: string, value: number): void {
  const { number } = context.asks;
  context.writes.push(hostBytes(context.options.carrier, letter, number, value));
  context.asks = { ...context.asks, number: (number + 1) & 0xffff };
}

/** Bytes went out: the commands in them wait for their answers. Replaying a recording comes here too, with no `command`. */
export function markSent(context: SessionContext, bytes: string): void {
  for (const { letter, n } of hostMessages(context.options.carrier, bytes)) {
    context.asks = { ...context.asks, number: numberAfter(context.asks.number, n) };
    if (letter === "I") continue;
    const waiting = [...context.asks.waiting, { number: n, letter, sent: context.t }];
    context.asks = { ...context.asks, waiting: waiting.slice(-WAITING_MAX) };
  }
}

export function handleAnswer(context: SessionContext, message: ShoeMessage & { readonly m: "answer" }): void {
  const { waiting } = context.asks;
  const asked = waiting.find(({ number }) => number === message.to);
  if (asked !== undefined) context.asks = { ...context.asks, waiting: waiting.filter((one) => one !== asked) };
  // A damaged host message has no number that could be believed: its command then waits in vain.
  if (isPutOff(context, message.to, message.result)) return;
  if (message.result !== "done" && asked !== undefined) reportRefusal(context, asked.letter, message.result);
}

function reportRefusal(context: SessionContext, letter: string, why: string): void {
  countFigure(context, "refused");
  raiseMomentaryFault(context, "shoe-refused", { command: COMMANDS[letter] ?? letter, why });
}
