import type { Role } from "../../people/roles.ts";
import type { BallsPack } from "../../rules/balls-game.ts";
import { fillText, inEveryLanguage } from "../../text/every-language.ts";
import type { Text } from "../../text/language.ts";
import { callFor } from "../kernel/view/view-rule.ts";
import { soldCount, type SoldRange } from "./cards/sold-cards.ts";
import { countedOrder, openBall, openCall, orderOf, type BallGame } from "./durable-balls.ts";
import { BALL_CALLS } from "./texts.ts";

/** What is said aloud in the hall now, and by whom: the words of the announcer and of the jefe de mesa, from the records alone. */
export interface CallNow {
  readonly by: Role;
  readonly say: Text;
}

export function callNow(game: BallGame | null, pack: BallsPack): CallNow | null {
  if (game === null) return null;
  switch (game.stage) {
    case "sale":
      return { by: "croupier", say: saleText(game) };
    case "sold":
      return soldCall(game, pack);
    case "running":
      return correctionCall(game) ?? ballCall(game);
    case "interrupted":
      return correctionCall(game) ?? checkCall(game);
    case "over":
      return null;
  }
}

const saleText = ({ sale: { series, size, price } }: BallGame): Text =>
  fillText(BALL_CALLS.sale, { series, size, price });

const rangeText = (range: SoldRange): Text => fillText(BALL_CALLS.range, { ...range });

/** As Chile's text has it (V.2.3): how many cards, of which series, from which number to which; the prizes; the beginning. */
function soldCall({ sold }: BallGame, pack: BallsPack): CallNow | null {
  if (sold === null) return null;
  const { line, bingo, others, until } = sold.prizes;
  const ranges = sold.ranges.map(rangeText);
  const say = fillText(BALL_CALLS.sold, {
    n: soldCount(sold.ranges),
    ranges: inEveryLanguage((language) => ranges.map((one) => one[language]).join("; ")),
    line,
    bingo,
  });
  const begins = callFor(pack, "no-more-bets");
  const more = others === undefined ? null : othersText(others, until);
  return {
    by: begins?.by ?? "jefe-de-mesa",
    say: inEveryLanguage((language) =>
      [
        say[language],
        ...(more === null ? [] : [more[language]]),
        ...(begins === null ? [] : [`${asSaid(begins.say[language])}.`]),
      ].join(" "),
    ),
  };
}

/** Cantabria has the extra prize announced with the ball up to which it is won (B.V.2.a). */
const othersText = (others: string, until: number | undefined): Text =>
  until === undefined ? fillText(BALL_CALLS.others, { others }) : fillText(BALL_CALLS.until, { others, until });

const asSaid = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

/** Where another number was announced than came: the correction, before anything else and until the next ball. */
function correctionCall({ misannounced, balls, checks }: BallGame): CallNow | null {
  const wrong = misannounced.at(-1);
  const right = wrong === undefined ? null : (balls[wrong.n - 1]?.number ?? null);
  // A card that was called since then is what is spoken of.
  if (wrong === undefined || right === null || wrong.balls !== balls.length) return null;
  if (checks.at(-1)?.balls === balls.length) return null;
  return { by: "jefe-de-mesa", say: fillText(BALL_CALLS.corrected, { number: right, said: wrong.said }) };
}

/** The last ball. */
function ballCall(game: BallGame): CallNow | null {
  const number = orderOf(game).at(-1);
  if (openBall(game) !== null || number === undefined) return null;
  return { by: "croupier", say: fillText(BALL_CALLS.ball, { number }) };
}

/** What is asked, or said, of the card that was called last. */
function checkCall(game: BallGame): CallNow | null {
  const call = game.checks.at(-1);
  if (openBall(game) !== null || openCall(game) !== null || call === undefined) return null;
  if (call.balls !== countedOrder(game).length) return null;
  const { claim, series, card, checked, said } = call;
  const holds = checked?.holds ?? said?.holds ?? null;
  // Whoever has called a bingo rightly has ended the game, whatever is called after.
  const after = game.bingo.length > 0 ? "-after-bingo" : "";
  const of = holds === true ? claim : (`${holds === null ? "invalid" : "wrong"}${after}` as const);
  return { by: "jefe-de-mesa", say: fillText(BALL_CALLS[of], { series, card }) };
}
