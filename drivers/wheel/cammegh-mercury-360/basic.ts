import { damageLine } from "./link.ts";
import { type Basic, emitObservation, updateState, type SessionContext } from "./state.ts";

/**
 * A basic port: `*S` game started, `*N` no more bets, `*W nn` result, and nothing else. There is no second word for the
 * number and no status, so only the order and the time speak for it; a changed digit cannot be seen.
 */

/** From no-more-bets the ball runs about 3.5 laps of 1.5 s: a result sooner than this is none. */
export const SHORTEST_FALL_US = 3_000_000;

export function handleStart(context: SessionContext): void {
  const { basic } = context.s;
  if (!basic.attached) emitObservation(context, { o: "attached", during: "unknown", deviceGame: null });
  if (basic.at === "started" || basic.at === "no-more-bets") {
    emitObservation(context, {
      o: "aborted",
      from: basic.at === "started" ? "ball-in-rim" : "no-more-bets",
      cause: "respin",
    });
  }
  updateBasic(context, { at: "started", inOrder: true, pocket: null, attached: true });
  emitObservation(context, { o: "stage", stage: "ball-in-rim", deviceGame: null });
}

export function handleNoMoreBets(context: SessionContext): void {
  const { basic } = context.s;
  // The same line twice, or one that belongs to a game that is over.
  if (basic.at === "no-more-bets" || basic.at === "won") return damageLine(context, null);
  if (basic.attached) emitObservation(context, { o: "stage", stage: "no-more-bets", deviceGame: null });
  else emitObservation(context, { o: "attached", during: "no-more-bets", deviceGame: null });
  updateBasic(context, { at: "no-more-bets", inOrder: basic.at === "started", attached: true });
}

export function handleNumber(context: SessionContext, pocket: string): void {
  const { basic } = context.s;
  if (basic.at === "won") return handleSecondNumber(context, basic, pocket);
  if (!basic.attached) emitObservation(context, { o: "attached", during: "result", deviceGame: null });
  else emitObservation(context, { o: "stage", stage: "result", deviceGame: null });
  const early = basic.since !== null && context.t - basic.since < SHORTEST_FALL_US;
  const inOrder = basic.at === "no-more-bets" && basic.inOrder;
  updateBasic(context, {
    at: "won",
    pocket: inOrder && !early ? pocket : null,
    inOrder: false,
    attached: true,
  });
  if (!inOrder)
    return emitObservation(context, {
      o: "contradiction",
      what: "result-out-of-order",
      seen: [basic.at, `*W ${pocket}`],
    });
  if (early)
    return emitObservation(context, {
      o: "contradiction",
      what: "result-too-early",
      seen: ["*N", `*W ${pocket}`],
    });
  emitObservation(context, { o: "number-announced", pocket });
  emitObservation(context, { o: "number", pocket, witnesses: ["w-line"] });
}

/** A second `*W` in one game: the same is a repeat, another takes the number back. */
function handleSecondNumber(context: SessionContext, basic: Basic, pocket: string): void {
  if (basic.pocket === null || basic.pocket === pocket) return;
  emitObservation(context, { o: "contradiction", what: "number-changed", seen: [basic.pocket, pocket] });
  updateBasic(context, { pocket: null });
}

function updateBasic(context: SessionContext, change: Partial<Basic>): void {
  updateState(context, { basic: { ...context.s.basic, since: context.t, ...change } });
}
