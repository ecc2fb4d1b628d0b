import { numberAfter, takeIdentityQuestion } from "../../link/identity-question.ts";
import { hostLine, hostLines, type HostField } from "../../link/numbered-line.ts";
import type { BoardContext } from "./board.ts";

/** What the host says to a device of a dice table. */

/** Sends the question that is due. */
export function askDue<Own>(context: BoardContext<Own>): void {
  if (takeIdentityQuestion(context)) emitObservation(context, "I", []);
}

/** A line of the host, with the next number. */
export function emitObservation<Own>(
  context: BoardContext<Own>,
  letter: string,
  fields: readonly HostField[],
): void {
  const { number } = context.asks;
  context.writes.push(hostLine(letter, number, fields));
  context.asks = { ...context.asks, number: (number + 1) & 0xffff };
}

export function wentOut<Own>(context: BoardContext<Own>, bytes: string): void {
  for (const { n } of hostLines(bytes))
    context.asks = { ...context.asks, number: numberAfter(context.asks.number, n) };
}
