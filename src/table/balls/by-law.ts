import type { BallsPack } from "../../rules/balls-game.ts";
import { openBall, type BallGame } from "./durable-balls.ts";

/** What the law of a game lets its people do, beside the rules that are judged. */

/** The law lets no ball come before the takings are said. */
export const asksTakings = ({ balls: { acta } }: BallsPack): boolean =>
  acta?.complete === "before-first-ball" && acta.fields.includes("takings");

/** Where the law has a game go on by hand only once its first ball has come, one without a ball waits or is annulled. */
export const mayDrawByHand = (game: BallGame, { balls: { byHand } }: BallsPack): boolean =>
  game.byHand !== true && openBall(game) === null && (byHand === null || game.balls.length > 0);
