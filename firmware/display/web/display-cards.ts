/** The stage of a card table: what is dealt, what comes next, who won, and what happened on the way. */
import type { Qr } from "./link.ts";
import type { TableView, CardsView } from "../../../src/table/view.ts";
import { cloneElement, h, type JSX } from "preact";
import { PHASES, sentence, word, type Text, wordText, type Word } from "./i18n.ts";
import { ICONS } from "./icons.ts";
import { INCIDENT_VERDICTS } from "./card-words.ts";
import { certificate, citeSign, long, short, stepList, type Say } from "./display-parts.ts";
import { feltOf } from "./card-felt.ts";
import { each, headline, type DealResult } from "./card-headline.ts";
import { firstDicePanel } from "./first-dice.ts";
import { peopleSign } from "./playing-card.ts";

/** Older ones stay on the control page. */
const SHOWN_INCIDENTS = 3;

/** The cards on the cloth while they are dealt. */
export function dealPanel(view: TableView, cards: CardsView, say: Say) {
  const dice = firstDicePanel(cards, say);
  const side = [...(dice === null ? [] : [dice]), ...incidents(cards, say)];
  const isStopped = view.stopped !== null;
  return h(
    "div",
    { class: `panel cards dealing${side.length > 0 ? " with-side" : ""}` },
    h(
      "div",
      { class: "cards-call" },
      isStopped
        ? stoppedSign(view, say)
        : cards.duty === null
          ? short(PHASES.dealing, say, "duty-words")
          : h(
              "div",
              { class: "duty" },
              h(
                "span",
                { class: "duty-sign" },
                h("span", { class: "label" }, word("duty", say.main)),
                ICONS.next(),
              ),
              short(capital(cards.duty), say, "duty-words"),
            ),
      betsSign(view, say),
    ),
    feltOf(isStopped ? { ...cards, dutyHand: null } : cards, [], say, true),
    side.length > 0 ? h("aside", { class: "cards-side" }, ...side) : null,
    shoeLine(cards, say),
  );
}

/** Nothing is dealt on: what that is for, and what counts. */
function stoppedSign({ stopped }: TableView, say: Say) {
  return h(
    "div",
    { class: "stopped" },
    ICONS.warn(),
    h(
      "div",
      null,
      short(wordText("gameStopped"), say, "duty-words"),
      long(wordText(stopped === "unread-card" ? "cardChecked" : "callStands"), say, "stopped-means"),
    ),
  );
}

/** The croupier's call while it stands. Where players go on betting in the round nothing more is said. */
function betsSign({ call: said, cards }: TableView, say: Say) {
  const call = said ?? (cards?.places === null ? wordText("betsShut") : null);
  if (call === null) return null;
  return h(
    "div",
    { class: "bets bets-shut" },
    ICONS["no-more-bets"](),
    short(capital(call), say, "bets-words"),
  );
}

/** Who won, and the cards that say so. */
export function dealResultPanel(verdict: DealResult, cards: CardsView, qr: Qr, say: Say) {
  const line = headline(verdict, cards);
  const side = [...incidents(cards, say), ...deviations(verdict, say)];
  return h(
    "div",
    { class: `panel cards result-cards${side.length > 0 ? " with-side" : ""}` },
    h(
      "div",
      { class: "cards-call", "data-long": line[say.main].length > 24 ? 2 : line[say.main].length > 16 ? 1 : 0 },
      h(
        "div",
        { class: "call-result", "data-live-only": "" },
        short(line, say, "headline"),
        verdict.qualifies === true ? short(wordText("bankOpens"), say, "qualifies") : null,
      ),
      certificate(verdict, qr, say),
    ),
    liveFelt(feltOf(cards, verdict.results, say)),
    side.length > 0 ? h("aside", { class: "cards-side" }, ...side) : null,
    shoeLine(cards, say),
  );
}

/** Broken duties that the law does not answer: the round stands. */
function deviations(verdict: DealResult, say: Say): JSX.Element[] {
  return verdict.deviations.map((one) =>
    h(
      "div",
      { class: "deviation" },
      h("span", { class: "label" }, word("deviation", say.main)),
      long(one.text, say, "why"),
      citeSign(one, say, "span"),
    ),
  );
}

/** What lies there goes out by itself when the page hangs, like a wheel's number. */
const liveFelt = (felt: JSX.Element) => cloneElement(felt, { "data-live-only": "" });

/** The hands below a round without a result: whoever decides has to see them. */
export function handsBelow(cards: CardsView | null, say: Say) {
  if (cards === null || cards.hands.length === 0) return null;
  return liveFelt(feltOf(cards, [], say));
}

const capital = (what: Text): Text => each((language) => sentence(what, language));

/** What happened in this round, newest first, and what follows step by step. */
function incidents(cards: CardsView, say: Say): JSX.Element[] {
  const newest = cards.happened.slice(0, SHOWN_INCIDENTS);
  return newest.map(({ rule, hand, then, verdict }) =>
    h(
      "section",
      { class: `incident incident-${verdict}` },
      h(
        "div",
        { class: "label" },
        ICONS.warn(),
        hand === null
          ? word("happened", say.main)
          : `${word("happened", say.main)} · ${sentence(hand, say.main)}`,
      ),
      long(rule.text, say, "incident-text"),
      citeSign(rule, say),
      short(wordText(INCIDENT_VERDICTS[verdict]), say, "incident-verdict"),
      stepList(then, say),
    ),
  );
}

/** Where the cards are, whether the cut card was seen, and what is not as usual. */
export function shoeLine(cards: CardsView, say: Say) {
  const { counts, shoe, hands } = cards;
  const shown = hands.flatMap((hand) => hand.cards);
  const fact = (name: Word, value: number) =>
    h("span", { class: "shoe-fact" }, h("strong", null, String(value)), ` ${word(name, say.main)}`);
  return h(
    "div",
    { class: "shoe-line" },
    shoe.cutCardSeen
      ? h(
          "span",
          { class: "shoe-flag" },
          ICONS.bang(),
          shoe.lastRound === null
            ? word("cutCard", say.main)
            : `${word("cutCard", say.main)} · ${sentence(shoe.lastRound, say.main)}`,
        )
      : null,
    cards.nextVoid ? h("span", { class: "shoe-flag" }, ICONS.void(), word("nextVoid", say.main)) : null,
    shown.some((card) => card.unread && card.face === null)
      ? h("span", { class: "shoe-flag" }, ICONS.warn(), word("cardChecked", say.main))
      : null,
    shown.some((card) => card.manual)
      ? h(
          "span",
          { class: "shoe-flag manual" },
          h("span", { class: "card-named" }, peopleSign()),
          sentence(wordText("cardManual"), say.main),
        )
      : null,
    counts === null ? null : fact("inside", counts.inside),
    counts === null ? null : fact("onTable", counts.table),
    counts === null || counts.burnt === 0 ? null : fact("burnt", counts.burnt),
    counts === null || counts.discard === 0 ? null : fact("discard", counts.discard),
    counts === null || counts.removed === 0 ? null : fact("removed", counts.removed),
  );
}

/** Between the rounds: what the shoe does and what it wants. */
export function shoeState({ cards, phase }: TableView, say: Say) {
  if (cards === null) return null;
  const { shoe } = cards;
  return h(
    "div",
    { class: "shoe-state" },
    shoe.ready && phase !== "no-more-bets"
      ? null
      : short(
          capital(phase === "no-more-bets" && cards.duty !== null ? cards.duty : shoe.text),
          say,
          "shoe-words",
        ),
    firstDicePanel(cards, say),
    shoeLine(cards, say),
  );
}
