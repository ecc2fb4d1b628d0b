import { after, type MonoUs } from "../../../src/time/instant.ts";
import { hostLine, hostLines, type HostField } from "./carrier.ts";
import type { Asks, BoardTurn } from "./board.ts";

/** Who is there? Asked whenever nobody is known. */

/** Between two questions without an answer, and from the `TRIES_FAST`th on. */
const RETRY_US = 1_000_000;
const RETRY_SLOW_US = 10_000_000;
const TRIES_FAST = 5;

export function askIdentity<Own>(turn: BoardTurn<Own>): void {
  if (turn.asks.identityAt === null) turn.asks = { ...turn.asks, identityAt: turn.t, tries: 0 };
}

export function identityCame<Own>(turn: BoardTurn<Own>): void {
  turn.asks = { ...turn.asks, identityAt: null, tries: 0 };
}

/** Sends the question that is due. */
export function askDue<Own>(turn: BoardTurn<Own>): void {
  const { identityAt, tries } = turn.asks;
  if (identityAt === null || turn.t < identityAt) return;
  say(turn, "I", []);
  const wait = tries + 1 < TRIES_FAST ? RETRY_US : RETRY_SLOW_US;
  turn.asks = { ...turn.asks, identityAt: after(turn.t, wait), tries: tries + 1 };
}

export const askAt = ({ identityAt }: Asks): MonoUs | null => identityAt;

/** A line of the host, with the next number. */
export function say<Own>(turn: BoardTurn<Own>, letter: string, fields: readonly HostField[]): void {
  const { number } = turn.asks;
  turn.writes.push(hostLine(letter, number, fields));
  turn.asks = { ...turn.asks, number: (number + 1) & 0xffff };
}

/** Numbers that went out are used up: a recording that is replayed may hold lines that this session did not write. */
export function wentOut<Own>(turn: BoardTurn<Own>, bytes: string): void {
  for (const { n } of hostLines(bytes)) {
    const ahead = (n + 1 - turn.asks.number) & 0xffff;
    if (ahead > 0 && ahead < 0x8000) turn.asks = { ...turn.asks, number: (n + 1) & 0xffff };
  }
}
