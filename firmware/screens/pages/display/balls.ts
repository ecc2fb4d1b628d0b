/** The stage of a table of balls: the panel of the ninety numbers, the last ball, what was sold and said, the card that was called. */
import { h, type JSX } from "preact";
import type {
  BallsResultView,
  BallsView,
  CheckedView,
  WinnerView,
} from "../../../../src/table/balls/view-types.ts";
import { fillText, inEveryLanguage } from "../../../../src/text/every-language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import type { Text } from "../i18n.ts";
import { iconSign } from "../icons.ts";
import { certificateSign, longText, shortText, type Voice } from "../display-parts.ts";
import type { Qr } from "../link.ts";

const WORDS = textsOf("pages.balls");
/** The balls before the last one that are shown in their order. */
const SHOWN_BEFORE = 5;

/** A game that runs. */
export function gamePanel(balls: BallsView, voice: Voice): JSX.Element {
  const { last, order, waits, checked } = balls;
  return h(
    "div",
    { class: "panel balls-game", "data-stage": balls.stage },
    ballPanel(order, balls.count, last),
    h(
      "div",
      { class: "balls-side" },
      waits === null ? lastBall(last, voice) : longText(waits.text, voice, "balls-wait"),
      countLine(order.length, balls.count, voice),
      beforeLine(order, voice),
      checked === null ? null : checkedSign(checked, voice),
      winnerLines(balls.winners, voice),
      saidLines(balls, voice),
    ),
  );
}

/** A game that is over. */
export function gameResultPanel(verdict: BallsResultView, balls: BallsView, qr: Qr, voice: Voice): JSX.Element {
  const { order, line, bingo } = verdict;
  return h(
    "div",
    { class: "panel balls-game balls-over" },
    ballPanel(order, balls.count, order.at(-1) ?? null),
    h(
      "div",
      { class: "balls-side" },
      countLine(order.length, balls.count, voice),
      winnerLines({ line, bingo }, voice),
      certificateSign(verdict, qr, voice),
    ),
  );
}

/** Ten numbers a row: those that came stand out by weight and ground, the last one most. */
function ballPanel(order: readonly (number | null)[], count: number, last: number | null) {
  const came = new Set(order);
  const cells = Array.from({ length: count }, (_, at) => {
    const number = at + 1;
    const is = number === last ? "last" : came.has(number) ? "came" : "open";
    return h("span", { class: `panel-ball ball-${is}`, "data-ball": number }, String(number));
  });
  return h("div", { class: "ball-panel", "data-live-only": "", "data-own-fit": "" }, ...cells);
}

const lastBall = (last: number | null, voice: Voice) =>
  last === null
    ? null
    : h(
        "div",
        { class: "last-ball", "data-live-only": "" },
        h("span", { class: "last-number" }, String(last)),
        shortText(WORDS.last, voice, "last-words"),
      );

const countLine = (drawn: number, count: number, voice: Voice) =>
  shortText(fillText(WORDS.drawn, { n: drawn, count }), voice, "balls-count");

/** The balls before the last one, the newest first. */
function beforeLine(order: readonly (number | null)[], voice: Voice) {
  const before = order.slice(0, -1).slice(-SHOWN_BEFORE).toReversed();
  if (before.length === 0) return null;
  return h(
    "div",
    { class: "balls-before" },
    shortText(WORDS.before, voice, "label"),
    h("span", { class: "before-numbers" }, before.map((number) => number ?? "?").join(" · ")),
  );
}

/** What the check came to. What the jefe de mesa does then is on his own page. */
function checkedSign(checked: CheckedView, voice: Voice) {
  const { claim, series, card, holds, why, ball, lacks } = checked;
  const is = holds === null ? "unknown" : holds ? "right" : "wrong";
  return h(
    "section",
    { class: `checked checked-${is}` },
    h(
      "div",
      { class: "checked-head" },
      iconSign(is === "right" ? "tick" : "warn"),
      shortText(fillText(WORDS[claim], { series, card }), voice, "checked-card"),
    ),
    shortText(WORDS[is], voice, "checked-word"),
    ball === null ? null : shortText(fillText(WORDS.withBall, { ball }), voice, "checked-ball"),
    lacks.length === 0
      ? null
      : shortText(fillText(WORDS.lacks, { numbers: lacks.join(" ") }), voice, "checked-lacks"),
    why === null ? null : longText(why, voice, "checked-why"),
  );
}

function winnerLines({ line, bingo }: BallsView["winners"], voice: Voice) {
  const rows: readonly (readonly [Text, readonly WinnerView[]])[] = [
    [WORDS.lineWon, line],
    [WORDS.bingoWon, bingo],
  ];
  const shown = rows.filter(([, winners]) => winners.length > 0);
  if (shown.length === 0) return null;
  return h(
    "div",
    { class: "ball-winners" },
    ...shown.map(([text, winners]) =>
      shortText(
        fillText(text, { cards: winners.map(({ series, card }) => `${series} ${card}`).join(", ") }),
        voice,
        "ball-winner",
      ),
    ),
  );
}

/** What was sold and what was said of the prizes, in the words of who said it. */
function saidLines({ sold, price, prizes }: BallsView, voice: Voice) {
  const lines = [
    sold === null ? null : fillText(WORDS.sold, { n: sold.cards }),
    price === null ? null : fillText(WORDS.price, { price }),
    prizes === null ? null : fillText(WORDS.prizes, { line: prizes.line, bingo: prizes.bingo }),
    prizes === null ? null : othersText(prizes),
  ].filter((one) => one !== null);
  return lines.length === 0
    ? null
    : h("div", { class: "balls-said" }, ...lines.map((one) => shortText(one, voice, "said-line")));
}

/** The other prizes, and up to which ball they are won, as Cantabria has both shown (B.II.2). */
function othersText({ others, until }: NonNullable<BallsView["prizes"]>): Text | null {
  if (others === null) return null;
  const said = fillText(WORDS.others, { others });
  if (until === null) return said;
  return inEveryLanguage((language) => `${said[language]}, ${fillText(WORDS.until, { until })[language]}`);
}

/** The sale: what is sold, and what was announced. */
export const saleLines = (balls: BallsView, voice: Voice): JSX.Element | null => saidLines(balls, voice);
