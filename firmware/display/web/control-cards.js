// @ts-check
/** The card table on the control page: its hands in small, and the keys that the present moment allows. */
import { h } from "./dom.ts";
import { HAND_STATES } from "./card-words.ts";
import { inPlace } from "./card-felt.ts";
import { headline } from "./card-headline.ts";
import { resolvedNote, resolvedTitle, trouble } from "./control-state.js";
import { roundName } from "./control-words.ts";
import { phaseText, sentence, word } from "./i18n.ts";
import { ICONS } from "./icons.ts";
import { mayPress } from "./control-keys.js";
import { firstLine, firstReasons, firstThrow } from "./first-dice.ts";
import { playingCard } from "./playing-card.ts";

/** @typedef {import("./control.js").Desk} Desk */
/** @typedef {import("./i18n.ts").Language} Language */

/** Keys of the whole table; the others are about hands and cards. */
const TABLE_KEYS = ["seats", "no-more-bets", "collect", "new-shoe"];
/** Phases in which a round is there that something can be said of. */
export const ROUND_PHASES = ["betting", "no-more-bets", "dealing", "result", "void", "undecided", "aborted"];

/** @param {any} verdict @param {any} view @param {Language} language */
function lineOf(verdict, view, language) {
  const wrong = trouble(view, verdict, language);
  if (wrong !== null) return wrong;
  if (verdict?.kind === "deal-result") return headline(verdict, view.cards)[language];
  const resolved = resolvedTitle(verdict, language);
  if (resolved !== null) return resolved;
  if (verdict?.kind === "void") return sentence(verdict.say, language);
  if (verdict === null && view.cards.unread.length > 0) return word("unreadLine", language);
  if (verdict === null && view.cards.duty !== null) return sentence(view.cards.duty, language);
  return sentence(view.announcement?.say ?? phaseText(view.phase, "cards"), language);
}

/** The big line of a card table, with its hands. @param {Desk} desk */
export function cardState({ view, language }) {
  const { cards, phase } = view;
  const of = view.verdict?.kind === "deal-result" ? "result" : view.verdict?.kind;
  const verdict = of === phase ? view.verdict : null;
  const isStopped = trouble(view, verdict, language) !== null || (verdict === null && cards.unread.length > 0);
  const withheld = of === "result" && view.device.health !== "ok";
  return h(
    "div",
    { class: `card card-table ${isStopped ? "alarm" : phase}` },
    h(
      "div",
      { class: "words" },
      h(
        "div",
        { class: "line" },
        isStopped ? ICONS.warn() : sign(phase, verdict),
        lineOf(verdict, view, language),
      ),
      h("div", { class: "under" }, ...under(view, verdict, language)),
      firstDice(cards, language),
    ),
    withheld || cards.hands.length === 0
      ? null
      : h(
          "div",
          { class: "mini-hands", "data-many": cards.hands.length > 4 },
          ...inPlace(cards.hands).map((/** @type {any} */ hand) =>
            miniHand(hand, cards.dutyHand === hand.id, verdict, language),
          ),
        ),
  );
}

/** The dice of this round, as long as it may still begin by them. @param {any} cards @param {Language} language */
function firstDice(cards, language) {
  const thrown = cards.firstDice ?? null;
  if (thrown === null || cards.hands.length > 0) return null;
  const line = firstLine(thrown, language);
  return h(
    "div",
    { class: "first-dice" },
    firstThrow(thrown, language),
    line === null ? null : h("strong", { "data-live-only": true }, line),
    ...firstReasons(thrown).map((why) =>
      h("p", { class: "unconfirmed" }, ICONS.bang(), sentence(why, language)),
    ),
    h("p", {}, `${sentence(thrown.rule, language)} · ${thrown.cite}`),
  );
}

/** @param {string} phase @param {any} verdict */
function sign(phase, verdict) {
  if (phase === "result") return ICONS[verdict?.certified === true ? "certified" : "warn"]();
  return (ICONS[phase] ?? ICONS.warn)();
}

/** @param {any} view @param {any} verdict @param {Language} language @returns {(Node | string)[]} */
function under(view, verdict, language) {
  const { cards } = view;
  const say = (/** @type {string} */ key) => word(key, language, "cards");
  const call =
    verdict === null ? sentence(view.announcement?.say ?? phaseText(view.phase, "cards"), language) : null;
  const facts = [
    view.open ? `${roundName(view, language) ?? say("spin")} ${view.round}` : null,
    call,
    cards.shoe.ready ? null : sentence(cards.shoe.text, language),
    cards.counts === null ? null : `${cards.counts.inside} ${say(cards.oneDeck ? "insideDeck" : "inside")}`,
  ];
  const flags = [
    cards.shoe.cutCardSeen
      ? [say("cutCard"), cards.shoe.lastRound === null ? null : sentence(cards.shoe.lastRound, language)]
          .filter(Boolean)
          .join(" · ")
      : null,
    cards.nextVoid ? say("nextVoid") : null,
  ].filter((each) => each !== null);
  return [
    facts.filter(Boolean).join(" · "),
    ...flags.map((each) => h("p", { class: "unconfirmed" }, ICONS.bang(), each)),
    ...why(view, verdict, language),
  ];
}

/** @param {any} view @param {any} verdict @param {Language} language @returns {Node[]} */
function why(view, verdict, language) {
  const lines = (/** @type {any[]} */ texts) => texts.map((each) => h("p", {}, sentence(each, language)));
  switch (verdict?.kind) {
    case "deal-result":
      if (view.device.health !== "ok") return [h("p", {}, word("withheld", language, "cards"))];
      return [
        h(
          "p",
          { class: verdict.certified ? "certified" : "not-certified" },
          ICONS[verdict.certified ? "certified" : "warn"](),
          `${word(verdict.certified ? "certified" : "notCertified", language)} · ${verdict.certificate.short}`,
        ),
        ...lines(verdict.because),
      ];
    case "void": {
      const state = verdict.confirmed ? "confirmed" : "unconfirmed";
      return [
        ...lines(verdict.reasons.map((/** @type {any} */ reason) => reason.text)),
        h("p", { class: state }, word(state, language)),
      ];
    }
    case "undecided":
      return [
        ...lines([...verdict.because, ...verdict.rules.map((/** @type {any} */ rule) => rule.text)]),
        ...resolvedNote(verdict, language),
      ];
    case "aborted":
      return lines([verdict.cause]);
    default:
      return [];
  }
}

/** @param {any} hand @param {boolean} due @param {any} verdict @param {Language} language */
function miniHand(hand, due, verdict, language) {
  const results = (verdict?.kind === "deal-result" ? verdict.results : []).filter(
    (/** @type {any} */ one) => one.hand === hand.id,
  );
  const gone = HAND_STATES[hand.state];
  const words = results.map((/** @type {any} */ { is }) => is[language]);
  if (words.length === 0 && gone !== undefined) words.push(word(gone, language));
  return h(
    "div",
    { class: `mini-hand${due ? " due" : ""}`, "data-hand": hand.id },
    h(
      "div",
      { class: "mini-name" },
      h("strong", {}, sentence(hand.name, language)),
      hand.total === null ? null : h("span", { class: "mini-total" }, String(hand.total)),
      hand.category === null ? null : h("span", {}, hand.category[language]),
      words.length === 0 ? null : h("span", { class: "mini-result" }, words.join(" · ")),
    ),
    h("div", { class: "fan" }, ...hand.cards.map((/** @type {any} */ card) => playingCard(card, language))),
  );
}

/** What pressing this key does: at once, or after a question. @param {Desk} desk @param {any} offered */
function act(desk, offered) {
  const { dialog, language, press } = desk;
  const { key, asks } = offered;
  switch (asks) {
    case "seats":
      return dialog.chooseSeats(key);
    case "cards":
      return dialog.choosePositions(offered);
    case "face":
      return dialog.chooseFace(key);
    default:
      return key.key === "new-shoe"
        ? dialog.confirm(
            desk.view.cards.oneDeck ? "sureNewDeck" : "sureNewShoe",
            key,
            word("newShoeMeans", language),
          )
        : press(key);
  }
}

/** @param {Desk} desk @param {any} offered */
function textOf({ view, language }, { key, text }) {
  const unread = view.cards.unread.find((/** @type {any} */ { n }) => key.key === "card-is" && key.n === n);
  const name = sentence(text, language);
  return unread === undefined ? name : `${name} · ${sentence(unread.hand, language)}`;
}

/** @param {any} key */
const lookOf = (key) =>
  key.key === "move" && ["fold", "surrender"].includes(key.move)
    ? "plain less"
    : key.key === "card-is"
      ? "danger"
      : key.key === "turn" || (key.key === "move" && ["card", "bet", "double"].includes(key.move))
        ? "go"
        : "plain";

/** The keys of the hands, as many as the moment allows. Without anybody signed in there are none. @param {Desk} desk @returns {Node[]} */
export function handKeys(desk) {
  const { view, fresh, person, language } = desk;
  if (view?.cards == null || !fresh || person === null) return [];
  const offered = view.cards.keys.filter((/** @type {any} */ { key }) => !TABLE_KEYS.includes(key.key));
  const plays = view.phase === "dealing" || view.phase === "no-more-bets";
  if (offered.length === 0)
    return plays ? [h("p", { class: "nothing" }, ICONS.next(), word("noKeysNow", language))] : [];
  return [
    h(
      "div",
      { class: "hand-keys", "data-many": offered.length > 6 ? 2 : offered.length > 3 ? 1 : 0 },
      ...offered.map((/** @type {any} */ one) =>
        h(
          "button",
          {
            class: lookOf(one.key),
            "data-key": one.key.key,
            "data-move": one.key.move,
            "data-who": one.key.who ?? one.key.hand,
            disabled: !mayPress(desk, one.key.key),
            click: () => act(desk, one),
          },
          h("span", {}, textOf(desk, one)),
        ),
      ),
    ),
  ];
}

/** The keys of the whole table that the moment allows. @param {Desk} desk @returns {{ key: any, name: string, icon: string, look: string, act: () => void }[]} */
export function tableKeys(desk) {
  const { view, person, language } = desk;
  const icons = { seats: "betting", "no-more-bets": "no-more-bets", collect: "tick", "new-shoe": "preparing" };
  const offered = view.cards.keys
    .filter((/** @type {any} */ { key }) => TABLE_KEYS.includes(key.key))
    .map((/** @type {any} */ one) => ({
      key: one.key.key,
      name: sentence(one.text, language),
      icon: icons[/** @type {keyof typeof icons} */ (one.key.key)],
      look: one.key.key === "no-more-bets" || one.key.key === "collect" ? "go" : "plain",
      act: () => act(desk, one),
    }));
  const runs = (view.phase === "dealing" || view.phase === "no-more-bets") && view.cards.hands.length > 0;
  if (!runs || person?.role !== "jefe-de-mesa") return offered;
  // Only the jefe de mesa may end a round that has no result.
  const giveUp = { key: "collect", name: word("giveUp", language), icon: "aborted", look: "danger" };
  const question = () =>
    desk.dialog.confirm("sureGiveUp", { key: "collect", round: view.round }, word("giveUpMeans", language));
  return [...offered, { ...giveUp, act: question }];
}
