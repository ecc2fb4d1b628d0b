/** The stage of a card table: what is dealt, what comes next, who won, and what happened on the way. */
import type { Qr } from "../link.ts";
import type { TableView } from "../../../../src/table/kernel/view/view.ts";
import { cloneElement, h, type JSX } from "preact";
import { asSentence, joinParts, PHASES, sentenceIn, wordIn, wordText, type Word } from "../i18n.ts";
import { iconSign } from "../icons.ts";
import {
  certificateSign,
  deviationSign,
  incidentSign,
  lengthClass,
  longText,
  shortText,
  type DealResult,
  type Voice,
} from "../display-parts.ts";
import { feltOf, isBankAlone } from "../card-felt.ts";
import { headlineOf } from "../headline.ts";
import { firstDicePanel } from "../first-dice.ts";
import { peopleSign } from "../playing-card.ts";
import type { CardsView } from "../../../../src/table/shoe/view-types.ts";

/** Older ones stay on the control page. */
const SHOWN_INCIDENTS = 3;

const cardsSide = (parts: JSX.Element[]) =>
  parts.length > 0 ? h("aside", { class: "cards-side" }, ...parts) : null;

/** The cards on the cloth while they are dealt. */
export function dealPanel(view: TableView, cards: CardsView, voice: Voice) {
  const dice = firstDicePanel(cards, voice);
  const side = [...(dice === null ? [] : [dice]), ...cardIncidents(cards, voice)];
  const isStopped = view.stopped !== null;
  return h(
    "div",
    { class: `panel cards dealing${side.length > 0 ? " with-side" : ""}` },
    h(
      "div",
      { class: "cards-call" },
      isStopped
        ? stoppedSign(view, voice)
        : cards.duty === null
          ? shortText(PHASES.dealing, voice, "duty-words")
          : h(
              "div",
              { class: "duty" },
              h(
                "span",
                { class: "duty-sign" },
                h("span", { class: "label" }, wordIn("duty", voice.main)),
                iconSign("next"),
              ),
              shortText(asSentence(cards.duty), voice, "duty-words"),
            ),
      betsSign(view, voice),
    ),
    feltOf(isStopped ? { ...cards, dutyHand: null } : cards, [], voice, { withEmpty: true }),
    cardsSide(side),
    shoeLine(cards, voice),
  );
}

/** Nothing is dealt on: what that is for, and what counts. */
function stoppedSign({ stopped }: TableView, voice: Voice) {
  return h(
    "div",
    { class: "stopped" },
    iconSign("warn"),
    h(
      "div",
      null,
      shortText(wordText("gameStopped"), voice, "duty-words"),
      longText(wordText(stopped === "unread-card" ? "cardChecked" : "callStands"), voice, "stopped-means"),
    ),
  );
}

/** The croupier's call while it stands. Where players go on betting in the round nothing is added. */
function betsSign({ call: said, cards }: TableView, voice: Voice) {
  const call = said ?? (cards?.places === null ? wordText("betsShut") : null);
  if (call === null) return null;
  return h(
    "div",
    { class: "bets bets-shut" },
    iconSign("no-more-bets"),
    shortText(asSentence(call), voice, "bets-words"),
  );
}

/** Who won, and the cards that voice so. */
export function dealResultPanel(verdict: DealResult, view: TableView, cards: CardsView, voice: Voice, qr: Qr) {
  const line = headlineOf(verdict, view);
  const side = [...cardIncidents(cards, voice), ...verdict.deviations.map((one) => deviationSign(one, voice))];
  return h(
    "div",
    { class: `panel cards result-cards${side.length > 0 ? " with-side" : ""}` },
    h(
      "div",
      { class: "cards-call", "data-long": lengthClass(line, voice, 16, 24) },
      h(
        "div",
        { class: "call-result", "data-live-only": "" },
        shortText(line, voice, "headline"),
        verdict.qualifies === true ? shortText(wordText("bankOpens"), voice, "qualifies") : null,
      ),
      isBankAlone(cards) ? liveFelt(feltOf(cards, verdict.results, voice, { only: "house" })) : null,
      certificateSign(verdict, qr, voice),
    ),
    liveFelt(feltOf(cards, verdict.results, voice, { only: isBankAlone(cards) ? "seats" : "all" })),
    cardsSide(side),
    shoeLine(cards, voice),
  );
}

/** What lies there goes out by itself when the page hangs, like a wheel's number. */
const liveFelt = (felt: JSX.Element) => cloneElement(felt, { "data-live-only": "" });

/** The hands below a round without a result: the person who decides has to see them. */
export function handsBelow(cards: CardsView | null, voice: Voice) {
  if (cards === null || cards.hands.length === 0) return null;
  return liveFelt(feltOf(cards, [], voice));
}

/** What happened in this round, newest first, and what follows step by step. */
const cardIncidents = (cards: CardsView, voice: Voice): JSX.Element[] =>
  cards.happened.slice(0, SHOWN_INCIDENTS).map((one) => incidentSign(one, "cards", voice));

/** Where the cards are, whether the cut card was seen, and what is not as usual. */
export function shoeLine(cards: CardsView, voice: Voice) {
  const { counts, shoe, hands } = cards;
  const { main } = voice;
  const shown = hands.flatMap((hand) => hand.cards);
  const lastRound = shoe.lastRound === null ? null : sentenceIn(shoe.lastRound, main);
  const flag = (isSet: boolean, sign: () => JSX.Element, text: string, look = "") =>
    isSet ? h("span", { class: `shoe-flag${look}` }, sign(), text) : null;
  const fact = (name: Word, value: number | undefined, isShown = value !== 0) =>
    value === undefined || !isShown
      ? null
      : h("span", { class: "shoe-fact" }, h("strong", null, String(value)), ` ${wordIn(name, main)}`);
  const isUnread = shown.some((card) => card.unread && card.face === null);
  const named = () => h("span", { class: "card-named" }, peopleSign());
  return h(
    "div",
    { class: "shoe-line" },
    flag(shoe.cutCardSeen, () => iconSign("bang"), joinParts(wordIn("cutCard", main), lastRound)),
    flag(cards.nextVoid, () => iconSign("void"), wordIn("nextVoid", main)),
    flag(isUnread, () => iconSign("warn"), wordIn("cardChecked", main)),
    flag(
      shown.some((card) => card.manual),
      named,
      sentenceIn(wordText("cardManual"), main),
      " manual",
    ),
    fact("inside", counts?.inside, true),
    fact("onTable", counts?.table, true),
    fact("burnt", counts?.burnt),
    fact("discard", counts?.discard),
    fact("removed", counts?.removed),
  );
}

/** Between the rounds: what the shoe does and what it wants. */
export function shoeState({ cards, phase }: TableView, voice: Voice) {
  if (cards === null) return null;
  const { shoe } = cards;
  return h(
    "div",
    { class: "shoe-state" },
    shoe.ready && phase !== "no-more-bets"
      ? null
      : shortText(
          asSentence(phase === "no-more-bets" && cards.duty !== null ? cards.duty : shoe.text),
          voice,
          "shoe-words",
        ),
    firstDicePanel(cards, voice),
    shoeLine(cards, voice),
  );
}
