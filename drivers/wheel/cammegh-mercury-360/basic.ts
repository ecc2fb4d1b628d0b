import { damageLine } from "./link.ts";
import { type Basic, say, set, type Turn } from "./state.ts";

/**
 * A basic port: `*S` game started, `*N` no more bets, `*W nn` result, and nothing else. There is no second word for the
 * number and no status, so only the order and the time speak for it; a changed digit cannot be seen.
 */

/** From no-more-bets the ball runs about 3.5 laps of 1.5 s: a result sooner than this is none. */
export const SHORTEST_FALL_US = 3_000_000;

export function started(turn: Turn): void {
  const { basic } = turn.s;
  if (!basic.attached) say(turn, { o: "attached", during: "unknown", deviceGame: null });
  if (basic.at === "started" || basic.at === "no-more-bets") {
    say(turn, { o: "aborted", from: basic.at === "started" ? "ball-in-rim" : "no-more-bets", cause: "respin" });
  }
  become(turn, { at: "started", inOrder: true, pocket: null, attached: true });
  say(turn, { o: "stage", stage: "ball-in-rim", deviceGame: null });
}

export function noMoreBets(turn: Turn): void {
  const { basic } = turn.s;
  // The same line twice, or one that belongs to a game that is over.
  if (basic.at === "no-more-bets" || basic.at === "won") return damageLine(turn, null);
  if (basic.attached) say(turn, { o: "stage", stage: "no-more-bets", deviceGame: null });
  else say(turn, { o: "attached", during: "no-more-bets", deviceGame: null });
  become(turn, { at: "no-more-bets", inOrder: basic.at === "started", attached: true });
}

export function won(turn: Turn, pocket: string): void {
  const { basic } = turn.s;
  if (basic.at === "won") return wonAgain(turn, basic, pocket);
  if (!basic.attached) say(turn, { o: "attached", during: "result", deviceGame: null });
  else say(turn, { o: "stage", stage: "result", deviceGame: null });
  const early = basic.since !== null && turn.t - basic.since < SHORTEST_FALL_US;
  const inOrder = basic.at === "no-more-bets" && basic.inOrder;
  become(turn, { at: "won", pocket: inOrder && !early ? pocket : null, inOrder: false, attached: true });
  if (!inOrder)
    return say(turn, { o: "contradiction", what: "result-out-of-order", seen: [basic.at, `*W ${pocket}`] });
  if (early) return say(turn, { o: "contradiction", what: "result-too-early", seen: ["*N", `*W ${pocket}`] });
  say(turn, { o: "number-announced", pocket });
  say(turn, { o: "number", pocket, witnesses: ["w-line"] });
}

/** A second `*W` in one game: the same is a repeat, another takes the number back. */
function wonAgain(turn: Turn, basic: Basic, pocket: string): void {
  if (basic.pocket === null || basic.pocket === pocket) return;
  say(turn, { o: "contradiction", what: "number-changed", seen: [basic.pocket, pocket] });
  become(turn, { pocket: null });
}

function become(turn: Turn, change: Partial<Basic>): void {
  set(turn, { basic: { ...turn.s.basic, since: turn.t, ...change } });
}
