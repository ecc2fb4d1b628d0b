import { numberAfter, takeIdentityQuestion } from "../../link/identity-question.ts";
import { hostLine, hostLines, type HostField } from "../../link/numbered-line.ts";
import type { BoardTurn } from "./board.ts";

/** What the host says to a device of a dice table. */

/** Sends the question that is due. */
export function askDue<Own>(turn: BoardTurn<Own>): void {
  if (takeIdentityQuestion(turn)) say(turn, "I", []);
}

/** A line of the host, with the next number. */
export function say<Own>(turn: BoardTurn<Own>, letter: string, fields: readonly HostField[]): void {
  const { number } = turn.asks;
  turn.writes.push(hostLine(letter, number, fields));
  turn.asks = { ...turn.asks, number: (number + 1) & 0xffff };
}

export function wentOut<Own>(turn: BoardTurn<Own>, bytes: string): void {
  for (const { n } of hostLines(bytes)) turn.asks = { ...turn.asks, number: numberAfter(turn.asks.number, n) };
}
