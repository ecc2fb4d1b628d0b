import type { FactSheet } from "../../rules/facts.ts";
import { asksTakings } from "./by-law.ts";
import { soldCount } from "./cards/sold-cards.ts";
import { roundsLeft } from "../kernel/durable/last-rounds.ts";
import { emitRecord } from "../kernel/context.ts";
import { certaintyOf, emitUndecided, openRulesOf } from "../kernel/verdicts.ts";
import type { CardCheckRecord } from "./records.ts";
import { isWhole, orderOf, type BallGame } from "./durable-balls.ts";
import type { BallsContext } from "./types.ts";

/** How a game of balls ends, and what a called card comes to. */

/** What the table knows of a game from its own records. */
function factsOf(context: BallsContext, game: BallGame, called: string): FactSheet {
  const { set } = context.durable.balls;
  const wantsTakings = asksTakings(context.rules.pack);
  const { ranges = [], prizes } = game.sold ?? {};
  const sold = soldCount(ranges);
  const isTold = prizes !== undefined && (!wantsTakings || prizes.takings !== undefined);
  return {
    "card-called": { is: "word", value: called },
    "set-overdue": { is: "flag", value: isOverdue(context) },
    "balls-counted": { is: "flag", value: isWhole(set) },
    "acta-complete": { is: "flag", value: isTold },
    "first-card-odd": { is: "flag", value: game.oddFirst !== undefined },
    "cards-sold": { is: "count", atLeast: sold, atMost: sold },
    "after-last-game": { is: "flag", value: isAfterLast(context) },
  };
}

/** Whether the set has had more games than the law lets it have, the present one among them. */
const isOverdue = ({ durable, rules: { pack } }: BallsContext): boolean =>
  durable.balls.set.games > (pack.balls.setGames?.most ?? Infinity);

/** Whether the last game of the session was announced and has been played. */
const isAfterLast = ({ durable, rules: { pack } }: BallsContext): boolean =>
  durable.lastRounds !== null && (roundsLeft(durable, pack) ?? 1) === 0;

/** The rule of the law for a called card; undefined: it has none. */
export function ruleForCall(
  context: BallsContext,
  game: BallGame,
  { claim, checked, said }: Pick<CardCheckRecord, "claim" | "checked" | "said">,
): string | undefined {
  const holds = checked?.holds ?? said?.holds;
  if (holds === undefined) return undefined;
  const called = holds ? `${claim}-right` : "wrong";
  const { applying } = context.rules.judge(factsOf(context, game, called), "running");
  return applying.find(({ verdict }) => verdict === "stands")?.rule.id;
}

/** The game is over: its numbers as they came and who won, certified where every ball was read and the set was whole. */
export function endGame(context: BallsContext, game: BallGame): void {
  const { round } = game;
  const { set } = context.durable.balls;
  const judged = context.rules.judge(factsOf(context, game, "none"), "rest");
  const { because, rules } = openRulesOf(judged);
  if (rules.length > 0) return emitUndecided(context, round, because, {}, rules);
  const doubts = [...new Set([...game.doubts, ...(isWhole(set) ? [] : (["balls-not-whole"] as const))])];
  emitRecord(context, {
    kind: "result",
    round,
    result: { order: orderOf(game), line: game.line, bingo: game.bingo },
    certainty: certaintyOf(context, judged.held, ["ball-reader"], doubts),
    deviations: judged.deviations,
    seen: { readerGame: game.readerGame ?? null },
  });
}
