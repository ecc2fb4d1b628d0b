import { cardPack, type Pack } from "../rules/pack.ts";
import { cardGameOf, cardStatistics, type CardGameOfPack, type CardStatistics } from "./card-statistics.ts";
import { diceGameOf, diceStatistics, type DiceGameOfPack, type DiceStatistics } from "./dice-statistics.ts";
import type { PlayedRound } from "./played-rounds.ts";
import { roundsIn, type Span } from "./spans.ts";
import { wheelGameOf, wheelStatistics, type WheelGame, type WheelStatistics } from "./wheel-statistics.ts";

/** A game, as far as its statistics hang on it. */
export type StatisticsGame = WheelGame | DiceGameOfPack | CardGameOfPack;

/** What came in a span of rounds. Plain JSON; every number in it can be counted again from the records. */
export type Statistics = WheelStatistics | DiceStatistics | CardStatistics;

/** Throws a RangeError for a game of a family whose statistics nobody has written. */
export function statisticsGame(pack: Pack): StatisticsGame {
  if (pack.wheel !== undefined) return wheelGameOf(pack);
  return pack.dice === undefined ? cardGameOf(cardPack(pack)) : diceGameOf(pack);
}

/** `rounds`: all that are remembered, oldest first. */
export function statisticsOf(rounds: readonly PlayedRound[], game: StatisticsGame, span: Span): Statistics {
  const counted = roundsIn(rounds, span);
  switch (game.kind) {
    case "wheel":
      return wheelStatistics(counted, game);
    case "dice":
      return diceStatistics(counted, game);
    case "cards":
      return cardStatistics(counted, game);
  }
}
