import { KEY_ROLES } from "../../people/keys.ts";
import type { Role } from "../../people/roles.ts";
import type { BallsPack } from "../../rules/balls-game.ts";
import { stepsAfter } from "../../rules/engine.ts";
import { sameText } from "../../text/every-language.ts";
import type { Text } from "../../text/language.ts";
import type { Durable } from "../kernel/durable/durable.ts";
import { isVerdictPhase } from "../kernel/phase.ts";
import type { ResultRecord } from "../kernel/record.ts";
import { becauseText } from "../kernel/view/texts.ts";
import { lastCall, reasonView, stepViews } from "../kernel/view/view-rule.ts";
import type { CertificateView } from "../kernel/view/view.ts";
import { actaWords } from "./acta-words.ts";
import { asksTakings, mayDrawByHand } from "./by-law.ts";
import { callNow } from "./announce.ts";
import { BALLS } from "./cards/card.ts";
import { soldCount, type SoldRange } from "./cards/sold-cards.ts";
import {
  countDue,
  countedOrder,
  hasEnded,
  isRightLine,
  isWhole,
  NO_BALLS,
  openBall,
  openCall,
  orderOf,
  repeatOf,
  type BallGame,
  type CheckedCall,
  type LastSold,
} from "./durable-balls.ts";
import type { Winner } from "./records.ts";
import { BALL_KEYS, BALL_WAITS, BALLS_TEXTS, CARD_UNCHECKED } from "./texts.ts";
import type { BallsTypes } from "./types.ts";
import type { BallKeyView, BallsResultView, BallsView, CheckedView, WinnerView } from "./view-types.ts";

/** What the screens show of a table of balls, from the durable table alone. */

type Shown = Pick<Durable<BallsTypes>, "open" | "phase" | "round" | "tasks"> & Partial<BallsTypes["durable"]>;

export function ballsView(durable: Shown, pack: BallsPack): BallsView {
  const { set, game, lastSold } = durable.balls ?? NO_BALLS;
  const { setGames } = pack.balls;
  const shown = game?.balls.slice(0, game.stoppedAt ?? Infinity) ?? [];
  const order = shown.map(({ number, why }) => (why === undefined ? number : null));
  const last = order.at(-1) ?? null;
  const { prizes, ranges } = game?.sold ?? {};
  return {
    count: BALLS,
    order,
    last,
    stage: game?.stage ?? "none",
    sold: ranges === undefined ? null : { cards: soldCount(ranges), ranges },
    sale:
      game === null
        ? null
        : { series: game.sale.series, size: game.sale.size, filed: game.sale.filed === true },
    next: lastSold === undefined ? null : nextSale(lastSold),
    ballPrevails: pack.balls.misannounced !== null,
    tooFewCards: game?.stage === "sold" ? tooFewOf(ranges, pack) : null,
    actaWords: actaWords(pack),
    heldBack: (game?.balls.length ?? 0) - shown.length,
    oddFirst: game?.stage === "sold" ? (game.oddFirst ?? null) : null,
    linesEnd: pack.balls.otherLines?.until === "resumption",
    asksTakings: asksTakings(pack),
    call: callNow(game, pack),
    price: game?.sale.price ?? null,
    prizes:
      prizes === undefined
        ? null
        : {
            ...prizes,
            takings: prizes.takings ?? null,
            others: prizes.others ?? null,
            until: prizes.until ?? null,
          },
    checked: game === null ? null : checkedView(game, pack),
    winners: { line: (game?.line ?? []).map(winnerView), bingo: (game?.bingo ?? []).map(winnerView) },
    waits: game === null ? null : waitsOf(game),
    unsure: game === null ? [] : unsureOf(game),
    named: game?.named == null ? null : { n: game.named.n, by: game.named.by },
    set: { games: set.games, most: setGames?.most ?? null, whole: isWhole(set) },
    keys: durable.open ? currentKeys(durable, game, pack) : closedKeys(durable),
  };
}

/** How many cards the law wants sold at least, where fewer were; null: it wants none, or they are enough. */
function tooFewOf(
  ranges: readonly SoldRange[] | undefined,
  { balls: { leastCards } }: BallsPack,
): number | null {
  if (leastCards === null || ranges === undefined) return null;
  return soldCount(ranges) < leastCards.count ? leastCards.count : null;
}

const winnerView = ({ series, card, ball }: Winner): WinnerView => ({ series, card, ball });

/** A series that is sold out is followed by another one, of which nobody knows anything. */
function nextSale({ series, size, price, to }: LastSold): BallsView["next"] {
  return size === null || to < size ? { series, size, price, from: to + 1 } : null;
}

/** What was checked of the balls that are out: with the next ball it is over. */
const callOf = (game: BallGame): CheckedCall | null => {
  const last = game.checks.at(-1);
  return last?.balls === countedOrder(game).length ? last : null;
};

/** The ball that nobody can vouch for, and the one that has its number. */
function unsureOf(game: BallGame): readonly number[] {
  const open = openBall(game);
  if (open === null || open.n > BALLS) return [];
  const number = game.balls[open.n - 1]?.number ?? null;
  const other = number === null ? undefined : repeatOf(game, open.n, number);
  return other === undefined ? [open.n] : [other, open.n];
}

/** Why the game that runs stands until somebody has said something; null: it does not. */
function waitsOf(game: BallGame): BallsView["waits"] {
  if (game.stage !== "running" && game.stage !== "interrupted") return null;
  const open = openBall(game);
  if (open !== null) return { text: BALL_WAITS[open.why], n: open.n };
  if (game.named !== null) return { text: BALL_WAITS.named, n: game.named.n };
  return openCall(game) === null ? null : { text: BALL_WAITS["card-unknown"], n: null };
}

function checkedView(game: BallGame, pack: BallsPack): CheckedView | null {
  const call = callOf(game);
  if (call === null) return null;
  const { claim, series, card, checked, why, said } = call;
  const holds = checked?.holds ?? said?.holds ?? null;
  const made = claim === "bingo" ? checked?.bingo : checked?.rows[0];
  const isEnding = game.bingo.length > 0;
  const id = isEnding ? "bingo-right" : holds === null ? null : holds ? `${claim}-right` : "call-wrong";
  const rule = pack.rules.find((one) => one.id === id);
  return {
    claim,
    series,
    card,
    holds,
    why: why === undefined || holds !== null ? null : CARD_UNCHECKED[why],
    ball: made?.ball ?? null,
    since: checked?.since ?? null,
    lacks: checked?.lacks ?? [],
    then: rule === undefined ? [] : stepViews(stepsAfter(pack, [rule.id], []), pack),
  };
}

/** The keys of this moment, in the order of a game. Voids and incidents have lists of their own on the page. */
function currentKeys(durable: Shown, game: BallGame | null, pack: BallsPack): readonly BallKeyView[] {
  const { phase } = durable;
  const keys: BallKeyView[] = [];
  const add: AddKey = (key, asks = null, text = keyText(key, pack)) =>
    keys.push({ key, asks, text, for: [...rolesOf(key)] });
  if (phase === "dealing" && game !== null) addGameKeys(game, pack, add);
  else {
    if (phase === "no-more-bets") add("start-game");
    if (phase === "betting" || phase === "no-more-bets") add("cards-sold", "sold");
    if (phase === "waiting" || isVerdictPhase(phase) || phase === "betting") add("sell-cards", "sale");
    add("balls-counted", "count");
    add("change-balls", "why");
    if (game?.sold != null) add("write-acta", "acta");
    if (lastCall(pack) !== null) add("last-three-spins", "notice");
  }
  return keys;
}

/** The end of a session has the balls counted once more. */
const closedKeys = (durable: Shown): readonly BallKeyView[] =>
  countDue(durable) === undefined
    ? []
    : [
        {
          key: "balls-counted",
          asks: "count",
          text: BALL_KEYS["balls-counted"],
          for: [...rolesOf("balls-counted")],
        },
      ];

type AddKey = (key: BallKeyView["key"], asks?: BallKeyView["asks"], text?: Text) => unknown;

function addGameKeys(game: BallGame, pack: BallsPack, add: AddKey): void {
  const isOpen = openBall(game) !== null || openCall(game) !== null;
  if (unsureOf(game).length > 0 || game.named !== null) add("ball-is", "ball");
  else if (openCall(game) !== null) add("card-holds", "holds");
  else if (!isOpen) addPlayKeys(game, add);
  if (!isOpen && game.named === null && game.balls.length > 0)
    add("ball-is", "other-ball", BALL_KEYS["ball-is-not"]);
  if (orderOf(game).length > 0) add("misannounced", "said");
  if (mayDrawByHand(game, pack)) add("draw-by-hand", "by-hand");
  if (!hasEnded(game)) add("end-game", "give-up", BALL_KEYS["give-up"]);
}

function addPlayKeys(game: BallGame, add: AddKey): void {
  const isLine = game.line.length > 0 && (game.lineOver !== true || isRightLine(game.checks.at(-1)));
  if (game.byHand === true && game.stage === "running") add("ball-drawn", "number");
  if (game.stage === "running") add("interrupt");
  add("call-card", "card");
  if (hasEnded(game)) add("end-game", "last");
  else if (game.stage === "interrupted") add("resume-game", isLine ? "more" : null);
}

const rolesOf = (key: BallKeyView["key"]): readonly Role[] => KEY_ROLES[key];

const keyText = (key: BallKeyView["key"], pack: BallsPack): BallKeyView["text"] =>
  key === "last-three-spins" ? (lastCall(pack)?.say ?? sameText(key)) : BALL_KEYS[key];

/** A game that is over, as screens show it. */
export function ballsResultView(
  { round, result, certainty, deviations }: ResultRecord<BallsTypes>,
  certificate: CertificateView,
  pack: BallsPack,
): BallsResultView {
  return {
    kind: "balls-result",
    round,
    order: result.order,
    line: result.line.map(winnerView),
    bingo: result.bingo.map(winnerView),
    certified: certainty.level === "certified",
    because: certainty.because.map((code) => becauseText(code, BALLS_TEXTS)),
    deviations: deviations.map((reason) => reasonView(reason, pack)),
    certificate,
  };
}
