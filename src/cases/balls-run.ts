import { checkCard } from "../table/balls/cards/called-card.ts";
import type { CardRows } from "../table/balls/cards/card.ts";
import type { BallsPack } from "../rules/balls-game.ts";
import type { CallCase } from "./balls-cases.ts";
import type { CaseRunner } from "./family.ts";
import { judgedWithNotes } from "./judged.ts";

/** Every called card is checked as the table checks it. */
export const BALLS_RUNNER: CaseRunner<BallsPack> = {
  actsWhileRunning: false,
  judged: judgedWithNotes,
  run: (_pack, { games }, at) =>
    games.flatMap((one, index) =>
      runCall(one).map((line) => `${at("games", index)}${one.call} after ${one.balls.length} balls: ${line}`),
    ),
};

/** The differences between a case and what the check makes of its card. */
function runCall({ call, card, balls, holds, ball, since, lacks = [] }: CallCase): readonly string[] {
  const checked = checkCard(card as unknown as CardRows, call, balls);
  const made = call === "bingo" ? checked.bingo : checked.rows[0];
  return [
    ...(checked.holds === holds ? [] : [checked.holds ? "holds" : "does not hold"]),
    ...(made?.ball === ball ? [] : [`is made by ${made?.ball ?? "no ball"}`]),
    ...((checked.since ?? undefined) === since ? [] : [`was made ${checked.since ?? "?"} balls before`]),
    ...(checked.lacks.join(" ") === lacks.join(" ") ? [] : [`lacks ${checked.lacks.join(" ") || "nothing"}`]),
  ];
}
