import { KEY_ROLES } from "../../people/keys.ts";
import type { Role } from "../../people/roles.ts";
import type { BallsPack } from "../../rules/balls-game.ts";
import { stepsAfter } from "../../rules/engine.ts";
import { sameText } from "../../text/every-language.ts";
import type { Durable } from "../kernel/durable/durable.ts";
import { isVerdictPhase } from "../kernel/phase.ts";
import type { ResultRecord } from "../kernel/record.ts";
import { becauseText } from "../kernel/view/texts.ts";
import { lastCall, reasonView, stepViews } from "../kernel/view/view-rule.ts";
import type { CertificateView } from "../kernel/view/view.ts";
import { BALLS } from "./cards/card.ts";
import { soldCount } from "./cards/sold-cards.ts";
import { isWhole, NO_BALLS, openBall, openCall, type BallGame, type CheckedCall } from "./durable-balls.ts";
import type { Winner } from "./records.ts";
import { BALL_KEYS, BALL_WAITS, BALLS_TEXTS, CARD_UNCHECKED } from "./texts.ts";
import type { BallsTypes } from "./types.ts";
import type { BallKeyView, BallsResultView, BallsView, CheckedView, WinnerView } from "./view-types.ts";

/** What the screens show of a table of balls, from the durable table alone. */

type Shown = Pick<Durable<BallsTypes>, "open" | "phase" | "round" | "tasks"> & Partial<BallsTypes["durable"]>;

export function ballsView(durable: Shown, pack: BallsPack): BallsView {
  const { set, game } = durable.balls ?? NO_BALLS;
  const { setGames } = pack.balls;
  const order = (game?.balls ?? []).map(({ number, why }) => (why === undefined ? number : null));
  const last = order.at(-1) ?? null;
  const { prizes, ranges } = game?.sold ?? {};
  return {
    count: BALLS,
    order,
    last,
    stage: game?.stage ?? "none",
    sold: ranges === undefined ? null : { cards: soldCount(ranges), ranges },
    price: game?.sale.price ?? null,
    prizes:
      prizes === undefined ? null : { line: prizes.line, bingo: prizes.bingo, others: prizes.others ?? null },
    checked: checkedView(game?.checks.at(-1) ?? null, pack),
    winners: { line: (game?.line ?? []).map(winnerView), bingo: (game?.bingo ?? []).map(winnerView) },
    waits: game === null ? null : waitsOf(game),
    set: { games: set.games, most: setGames?.most ?? null, whole: isWhole(set) },
    keys: durable.open ? currentKeys(durable, game, pack) : [],
  };
}

const winnerView = ({ series, card, ball }: Winner): WinnerView => ({ series, card, ball });

/** Why the game that runs stands until somebody has said something; null: it does not. */
function waitsOf(game: BallGame): BallsView["waits"] {
  if (game.stage !== "running" && game.stage !== "interrupted") return null;
  const open = openBall(game);
  if (open !== null) return { text: BALL_WAITS[open.why], n: open.n };
  return openCall(game) === null ? null : { text: BALL_WAITS["card-unknown"], n: null };
}

function checkedView(call: CheckedCall | null, pack: BallsPack): CheckedView | null {
  if (call === null) return null;
  const { claim, series, card, checked, why, said } = call;
  const holds = checked?.holds ?? said?.holds ?? null;
  const made = claim === "bingo" ? checked?.bingo : checked?.rows[0];
  const id = holds === null ? null : holds ? `${claim}-right` : "call-wrong";
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
  const add = (key: BallKeyView["key"], asks: BallKeyView["asks"] = null): unknown =>
    keys.push({ key, asks, text: keyText(key, pack), for: [...rolesOf(key)] });
  if (phase === "dealing" && game !== null) addGameKeys(game, add);
  else {
    if (phase === "no-more-bets") add("start-game");
    if (phase === "betting" || phase === "no-more-bets") add("cards-sold", "sold");
    if (phase === "waiting" || isVerdictPhase(phase) || phase === "betting") add("sell-cards", "sale");
    add("balls-counted", "count");
    add("change-balls", "why");
    if (lastCall(pack) !== null) add("last-three-spins");
  }
  return keys;
}

function addGameKeys(
  game: BallGame,
  add: (key: BallKeyView["key"], asks?: BallKeyView["asks"]) => unknown,
): void {
  if (openBall(game) !== null) add("ball-is", "number");
  else if (openCall(game) !== null) add("card-holds", "holds");
  else {
    if (game.byHand === true && game.stage === "running") add("ball-drawn", "number");
    if (game.stage === "running") add("interrupt");
    add("call-card", "card");
    if (game.bingo.length > 0 || game.balls.length >= BALLS) add("end-game");
    else if (game.stage === "interrupted") add("resume-game");
  }
  if (game.balls.length > 0) add("misannounced", "said");
  if (game.byHand !== true) add("draw-by-hand");
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
