/** The card table on the control page: its hands in small, and the keys that the present moment allows. */
import { h, type JSX } from "preact";
import { HAND_STATES } from "../game-words.ts";
import { handsInOrder } from "../card-felt.ts";
import { headlineOf } from "../headline.ts";
import { certificateLine, endLines, lineAndUnder, textLines, resolvedTitle, troubleText } from "./lines.ts";
import { joinParts, phaseText, sentenceIn, wordIn, roundText, type Word, type Language } from "../i18n.ts";
import { iconSign, iconOr, type IconName } from "../icons.ts";
import { keyButton } from "./buttons.ts";
import { firstLine, firstReasons, firstThrow } from "../first-dice.ts";
import { cardFan, handWords } from "../playing-card.ts";
import type { Key } from "../../../../src/people/keys.ts";
import type { VerdictView } from "../../../../src/table/kernel/view/view.ts";
import { hasCards, type CardTableView, type Desk, type KeyName } from "./desk.ts";
import type { CardKeyView, CardsView, HandView } from "../../../../src/table/shoe/view-types.ts";

/** Keys of the whole table; the others are about hands and cards. */
const TABLE_KEYS = {
  seats: "betting",
  "no-more-bets": "no-more-bets",
  collect: "tick",
  "new-shoe": "preparing",
} satisfies Readonly<Partial<Record<KeyName, IconName>>>;
type TableKey = keyof typeof TABLE_KEYS;
const isTableKey = (name: KeyName): name is TableKey => Object.hasOwn(TABLE_KEYS, name);
/** Phases in which a round can be declared void or an incident be declared. */
export const ROUND_PHASES = ["betting", "no-more-bets", "dealing", "result", "void", "undecided", "aborted"];

function lineOf(verdict: VerdictView | null, view: CardTableView, language: Language) {
  const wrong = troubleText(view, verdict, language);
  if (wrong !== null) return wrong;
  if (verdict?.kind === "deal-result") return headlineOf(verdict, view)[language];
  const resolved = resolvedTitle(verdict, language);
  if (resolved !== null) return resolved;
  if (verdict?.kind === "void") return sentenceIn(verdict.say, language);
  if (verdict === null && view.cards.unread.length > 0) return wordIn("unreadLine", language);
  if (verdict === null && view.cards.duty !== null) return sentenceIn(view.cards.duty, language);
  return sentenceIn(view.announcement?.say ?? phaseText(view.phase, "cards"), language);
}

/** The big line of a card table, with its hands. */
export function cardState(view: CardTableView, language: Language) {
  const { cards, phase } = view;
  const of = view.verdict?.kind === "deal-result" ? "result" : view.verdict?.kind;
  const verdict = of === phase ? view.verdict : null;
  const isStopped =
    troubleText(view, verdict, language) !== null || (verdict === null && cards.unread.length > 0);
  const withheld = of === "result" && view.device.health !== "ok";
  const isMany = cards.hands.length > 4;
  return h(
    "div",
    { class: `card card-table ${isStopped ? "alarm" : phase}` },
    lineAndUnder(
      [isStopped ? iconSign("warn") : phaseSign(phase, verdict), lineOf(verdict, view, language)],
      detailLines(view, verdict, language),
      firstDice(cards, language),
    ),
    withheld || cards.hands.length === 0
      ? null
      : h(
          "div",
          { class: "mini-hands", "data-many": isMany ? "" : null },
          ...handsInOrder(cards.hands).map((hand) =>
            miniHand(hand, cards.dutyHand === hand.id, verdict, language, isMany),
          ),
        ),
  );
}

/** The dice of this round, as long as it may still begin by them. */
function firstDice(cards: CardsView, language: Language) {
  const thrown = cards.firstDice ?? null;
  if (thrown === null || cards.hands.length > 0) return null;
  const line = firstLine(thrown, language);
  return h(
    "div",
    { class: "first-dice" },
    firstThrow(thrown, language),
    line === null ? null : h("strong", { "data-live-only": "" }, line),
    ...firstReasons(thrown).map((why) =>
      h("p", { class: "unconfirmed" }, iconSign("bang"), sentenceIn(why, language)),
    ),
    h("p", null, `${sentenceIn(thrown.rule, language)} · ${thrown.cite}`),
  );
}

function phaseSign(phase: string, verdict: VerdictView | null) {
  if (phase !== "result") return iconOr(phase, "warn");
  return iconSign(verdict?.kind === "deal-result" && verdict.certified ? "certified" : "warn");
}

function detailLines(
  view: CardTableView,
  verdict: VerdictView | null,
  language: Language,
): (JSX.Element | string)[] {
  const { cards } = view;
  const say = (key: Word) => wordIn(key, language, "cards");
  const call =
    verdict === null ? sentenceIn(view.announcement?.say ?? phaseText(view.phase, "cards"), language) : null;
  const facts = [
    view.open ? roundText(view, language) : null,
    call,
    cards.shoe.ready ? null : sentenceIn(cards.shoe.text, language),
    cards.counts === null ? null : `${cards.counts.inside} ${say(cards.oneDeck ? "insideDeck" : "inside")}`,
  ];
  const lastRound = cards.shoe.lastRound === null ? null : sentenceIn(cards.shoe.lastRound, language);
  const flags = [
    cards.shoe.cutCardSeen ? joinParts(say("cutCard"), lastRound) : null,
    cards.nextVoid ? say("nextVoid") : null,
  ].filter((flag) => flag !== null);
  return [
    joinParts(...facts),
    ...flags.map((flag) => h("p", { class: "unconfirmed" }, iconSign("bang"), flag)),
    ...endingLines(view, verdict, language),
  ];
}

function endingLines(view: CardTableView, verdict: VerdictView | null, language: Language): JSX.Element[] {
  if (verdict?.kind !== "deal-result") return endLines(verdict, language, "cards");
  if (view.device.health !== "ok") return [h("p", null, wordIn("withheld", language, "cards"))];
  return [certificateLine(verdict, language), ...textLines(verdict.because, language)];
}

/** `isMany`: there is room for what its high hand is alone. */
function miniHand(
  hand: HandView,
  due: boolean,
  verdict: VerdictView | null,
  language: Language,
  isMany: boolean,
) {
  const results = (verdict?.kind === "deal-result" ? verdict.results : []).filter(
    (one) => one.hand === hand.id,
  );
  const gone = HAND_STATES[hand.state];
  const named = isMany ? hand.category : handWords(hand);
  const words = results.map(({ is }) => is[language]);
  if (words.length === 0 && gone !== null) words.push(wordIn(gone, language));
  return h(
    "div",
    { class: `mini-hand${due ? " due" : ""}`, "data-hand": hand.id },
    h(
      "div",
      { class: "mini-name" },
      h("strong", null, sentenceIn(hand.name, language)),
      hand.total === null ? null : h("span", { class: "mini-total" }, String(hand.total)),
      named === null ? null : h("span", null, named[language]),
      words.length === 0 ? null : h("span", { class: "mini-result" }, words.join(" · ")),
    ),
    cardFan(hand, language),
  );
}

/** What pressing this key does: at once, or after a question. */
function pressOffered({ dialog, language, press, view }: Desk<CardTableView>, offered: CardKeyView): void {
  const { key, asks } = offered;
  if (asks === "seats" && key.key === "seats") return dialog.chooseSeats(key);
  if (asks === "cards" && key.key === "move") return dialog.choosePositions({ ...offered, key });
  if (asks === "face" && key.key === "card-is") return dialog.chooseFace(key);
  if (asks === "places" && key.key === "put-right") return dialog.chooseCards(key.cards);
  if (asks === "hand" && key.key === "resolve") return dialog.chooseVoidHand(key);
  if (key.key !== "new-shoe") return press(key);
  const question = view.cards.oneDeck === true ? "sureNewDeck" : "sureNewShoe";
  dialog.confirm(question, key, wordIn("newShoeMeans", language));
}

function textOf({ view, language }: Desk<CardTableView>, { key, text }: CardKeyView) {
  const unread = view.cards.unread.find(({ n }) => key.key === "card-is" && key.n === n);
  const name = sentenceIn(text, language);
  return unread === undefined ? name : `${name} · ${sentenceIn(unread.hand, language)}`;
}

const lookOf = (key: Key) =>
  key.key === "move" && ["fold", "surrender"].includes(key.move)
    ? "plain less"
    : key.key === "card-is"
      ? "danger"
      : key.key === "turn" || (key.key === "move" && ["card", "bet", "double"].includes(key.move))
        ? "go"
        : "plain";

/** The keys of the hands, as many as the moment allows. Without anybody signed in there are none. */
export function handKeys(desk: Desk): JSX.Element[] {
  const { person } = desk;
  if (!hasCards(desk) || person === null) return [];
  const { view, language } = desk;
  const offered = view.cards.keys.filter(
    ({ key, by }) => !isTableKey(key.key) && (by === undefined || by.includes(person.role)),
  );
  const plays = view.phase === "dealing" || view.phase === "no-more-bets";
  if (offered.length === 0)
    return plays ? [h("p", { class: "nothing" }, iconSign("next"), wordIn("noKeysNow", language))] : [];
  return [
    h(
      "div",
      { class: "hand-keys", "data-many": offered.length > 6 ? 2 : offered.length > 3 ? 1 : 0 },
      ...offered.map((one) =>
        keyButton(desk, one.key.key, {
          look: lookOf(one.key),
          name: textOf(desk, one),
          onClick: () => pressOffered(desk, one),
          attributes: {
            "data-move": "move" in one.key ? one.key.move : null,
            "data-who": "who" in one.key ? one.key.who : "hand" in one.key ? one.key.hand : null,
            "data-outcome":
              "outcome" in one.key ? `${one.key.outcome}${one.asks === "hand" ? "-hand" : ""}` : null,
          },
        }),
      ),
    ),
  ];
}

/** A key of the whole table, as it is drawn. */
export interface TableKeySpec {
  readonly key: TableKey;
  readonly name: string;
  readonly icon: IconName;
  readonly look: string;
  readonly act: () => void;
}

/** The keys of the whole table that the moment allows. */
export function tableKeys(desk: Desk<CardTableView>): readonly TableKeySpec[] {
  const { view, person, language } = desk;
  const offered = view.cards.keys.flatMap((one): readonly TableKeySpec[] => {
    const { key } = one.key;
    if (!isTableKey(key)) return [];
    const look = key === "no-more-bets" || key === "collect" ? "go" : "plain";
    return [
      {
        key,
        name: sentenceIn(one.text, language),
        icon: TABLE_KEYS[key],
        look,
        act: () => pressOffered(desk, one),
      },
    ];
  });
  // Bets that are closed are a round, though no card of it has left.
  const runs = view.phase === "dealing" || view.phase === "no-more-bets";
  if (!runs || person?.role !== "jefe-de-mesa") return offered;
  // Only the jefe de mesa may end a round that has no result.
  const giveUp = { key: "collect", name: wordIn("giveUp", language), icon: "aborted", look: "danger" } as const;
  const question = () =>
    desk.dialog.confirm("sureGiveUp", { key: "collect", round: view.round }, wordIn("giveUpMeans", language));
  return [...offered, { ...giveUp, act: question }];
}
