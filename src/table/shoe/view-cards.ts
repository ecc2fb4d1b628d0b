import type { Move } from "../../people/keys.ts";
import type { Role } from "../../people/roles.ts";
import { factsOf } from "../../rules/condition.ts";
import { answeringRoles } from "../kernel/people/deciders.ts";
import { ruleView, reasonView, callFor, stepViews } from "../kernel/view/view-rule.ts";
import type { CardPack } from "../../rules/pack.ts";
import { inEveryLanguage, sameText } from "../../text/every-language.ts";
import type { Category } from "../../cards/poker/category.ts";
import type { Text } from "../../text/language.ts";
import type { Durable } from "../kernel/durable/durable.ts";
import { isVerdictPhase } from "../kernel/phase.ts";
import type { CertificateView } from "../kernel/view/view.ts";
import { isOneOfMany } from "./plays/hands.ts";
import { outcomePlay } from "./plays/index.ts";
import { playsAmongSeats, type HandValue, type PublicDeal } from "./plays/play.ts";
import {
  categoryText,
  incidentText,
  WARNINGS,
  COUNT_TEXTS,
  CROUPIER,
  firstDiceText,
  dutyText,
  KEY_TEXTS,
  moveText,
  handName,
  NOBODYS,
  PLACE_NAMES,
  shoeStateText,
  fillName,
  SHOE_TEXTS,
  outcomeText,
  stepText,
} from "./texts.ts";
import type { FirstDiceRecord } from "./records.ts";
import { cardAskedFor } from "./said-words.ts";
import { EMPTY_DEAL, isBarredByMachine, type DurableDeal, type ShownHand } from "./durable-deal.ts";
import type { ResultRecord } from "../kernel/record.ts";
import { becauseText } from "../kernel/view/texts.ts";
import type { CardKeyView, CardsView, DealResultView, FirstDiceView, HandView } from "./view-types.ts";
import type { CardTypes, KeyAtCards } from "./types.ts";

/** What of the durable table is shown of its cards. */
type ShownTable = Pick<Durable<CardTypes>, "open" | "phase" | "round" | "deal">;

/** What the screens show of a card table, from the durable table alone. */
export function cardsView(durable: ShownTable, pack: CardPack): CardsView {
  const deal = durable.deal ?? EMPTY_DEAL;
  const values = valuesOf(deal, pack);
  const { due, shoe } = deal;
  return {
    hands: deal.hands.map((hand) => handView(hand, values.get(hand.id) ?? null, pack)),
    expected: expectedHands(pack, deal.seats).map((id) => ({ id, name: handName(id) })),
    duty: due === null ? null : dutyText(due.duty),
    dutyHand: due?.duty.hand ?? null,
    keys: currentKeys(durable, deal, pack),
    counts: deal.counts,
    shoe: shoeView(durable, deal, pack),
    warnings: shoe.warnings.map((code) => {
      const { text, doThis } = WARNINGS[code] ?? { text: sameText(code), doThis: sameText(code) };
      return { id: `warning/${code}`, text, doThis };
    }),
    happened: deal.incidents.toReversed().map(({ reason, hand, then, verdict }) => ({
      rule: ruleView(pack, reason.rule, reason.cite, incidentText(pack, reason.rule)),
      hand: hand === null ? null : handName(hand),
      then: stepViews(then, pack, stepText),
      verdict,
    })),
    places: pack.cards.seats?.most ?? null,
    seats: deal.seats,
    unread: unreadUp(deal.hands),
    named: (deal.naming ?? []).map(({ n, said, differ }) => ({ n, by: said?.by ?? null, differ })),
    jokers: pack.cards.decks.jokers > 0,
    oneDeck: isOneDeck(pack),
    nextVoid: deal.nextVoid,
    ...sheetOf(durable, deal, pack),
    firstDice: deal.firstDice === undefined ? null : firstDiceView(deal.firstDice),
  };
}

/** Cards of the round that the sheet shows. */
const SHEET_MAX = 12;

/**
 * The last cards with where each is booked. A face is there only when it lies up for everybody. Behind the verdict they are those that
 * left there, and nothing else can be put right.
 */
function sheetOf({ phase }: ShownTable, deal: DurableDeal, pack: CardPack): Pick<CardsView, "sheet"> {
  const { outside, aside = [], hands, seats } = deal;
  if (outside !== undefined) {
    const cards = outside.map((n) => ({ n, hand: null, name: NOBODYS, face: null, up: false }));
    return { sheet: { cards: newestCards(cards), places: OUTSIDE_PLACES.map(placeView) } };
  }
  if (isVerdictPhase(phase)) return {};
  const lying = hands.flatMap(({ id, cards }) =>
    cards.map(({ n, face, up }) => ({ n, hand: id, name: handName(id), face, up })),
  );
  const others = aside.map(({ n, to, face, up }) => ({
    n,
    hand: to === "burnt" ? to : null,
    name: to === "burnt" ? handName(to) : NOBODYS,
    face,
    up,
  }));
  const cards = newestCards([...lying, ...others]);
  if (cards.length === 0) return {};
  const ids = new Set([...expectedHands(pack, seats), ...hands.map(({ id }) => id)]);
  const places = [...ids].map((id) => ({ id, name: handName(id) }));
  return { sheet: { cards, places: [...places, ...ROUND_PLACES.map(placeView)] } };
}

type SheetCard = NonNullable<CardsView["sheet"]>["cards"][number];
const newestCards = (cards: readonly SheetCard[]): readonly SheetCard[] =>
  cards.toSorted((a, b) => b.n - a.n).slice(0, SHEET_MAX);
const placeView = (id: keyof typeof PLACE_NAMES) => ({ id, name: PLACE_NAMES[id] });
const ROUND_PLACES = ["burnt", "next"] as const;
const OUTSIDE_PLACES = ["next-round", "burnt", "discard"] as const;

/** What is against the shoe goes before what it does. */
function shoeText({ state, barred }: DurableDeal["shoe"], pack: CardPack): Text {
  const isSaid = barred === undefined || state === "removed" || state === "loading" || state === "shuffling";
  return isSaid ? shoeStateText(state, isOneDeck(pack)) : becauseText(barred, SHOE_TEXTS);
}

/** A game of one deck is dealt from a shuffler or from the hand: its people speak of no shoe. */
const isOneDeck = ({ cards: { decks } }: CardPack): boolean =>
  decks.byTurns !== undefined || Math.max(...decks.counts) === 1;

/** A throw that decides nothing names nobody on a screen. */
function firstDiceView(thrown: FirstDiceRecord): FirstDiceView {
  const { faces, total, position, first, banker, counted, cite, basis, because } = thrown;
  const decides = because.length === 0 && first !== null;
  return {
    faces,
    total,
    position,
    first: decides ? handName(first) : null,
    rule: fillName(COUNT_TEXTS[counted ?? "plain"], banker === "bank" ? CROUPIER : handName(banker)),
    cite,
    ...(basis === "inferred" ? { inferred: true } : {}),
    because: because.map(firstDiceText),
  };
}

/** The hands that the steps of this game deal to, each once. What is burnt is none of them. */
function expectedHands(pack: CardPack, seats: readonly number[]): readonly string[] {
  const all = seats.map((seat) => `seat-${seat}`);
  const ids = pack.cards.deal.flatMap((step): readonly string[] => {
    if (step.step === "rows") return ["row-black", "row-red"];
    if (step.step !== "deal") return [];
    return step.to.flatMap(({ hand }) =>
      hand === "seats" ? all : hand === "places" ? [...all, "bank"] : hand === "burnt" ? [] : [hand],
    );
  });
  return [...new Set(ids)];
}

/**
 * A shoe that is ready and from which no round is opened has played its last one. Behind a complete round the cut card calls no last
 * round: none follows, or the next one is it, and is called when it is opened.
 */
function shoeView({ phase }: ShownTable, { shoe, due }: DurableDeal, pack: CardPack): CardsView["shoe"] {
  const isGood = shoe.state === "ready" && shoe.warnings.length === 0 && shoe.barred === undefined;
  // No record tells of a loading before it is over: what the table waits for does.
  const isDue = due?.duty.code === "shuffle" ? "none" : isGood && phase === "preparing" ? "loading" : null;
  const isOver = phase === "waiting" && (isGood || (shoe.state === "ready" && shoe.cutCardSeen));
  const isCalled =
    shoe.cutCardSeen && phase !== "waiting" && !(shoe.cutAfterRound === true && isVerdictPhase(phase));
  return {
    text: isOver || isDue !== null ? shoeStateText(isDue ?? "over", isOneDeck(pack)) : shoeText(shoe, pack),
    ready: shoe.state === "ready" && shoe.barred === undefined && !isOver && isDue === null,
    cutCardSeen: shoe.cutCardSeen,
    lastRound: isCalled ? (callFor(pack, "last-round")?.say ?? null) : null,
  };
}

/** Counts and combinations of what lies face up. Nothing here has ever seen another card. */
function valuesOf(deal: DurableDeal, pack: CardPack): ReadonlyMap<string, HandValue> {
  const rule = pack.cards.outcome;
  if (rule === null || deal.hands.length === 0) return new Map();
  const play = outcomePlay(rule);
  const valued = (hands: readonly ShownHand[]): readonly (HandValue & { readonly hand: string })[] =>
    play.values(rule, publicDeal({ ...deal, hands }, playsAmongSeats(rule)));
  const split = deal.hands.filter((hand) => hand.id.includes("."));
  // The second hand of a seat is known by its words, which no screen keeps: it is counted as if it were the first.
  const counted = split.flatMap((hand) =>
    valued([{ ...hand, id: hand.id.replace(/\..*/, "") }]).map((value) => ({ ...value, hand: hand.id })),
  );
  return new Map([...valued(deal.hands), ...counted].map((value) => [value.hand, value]));
}

function publicDeal(deal: DurableDeal, isAmongSeats: boolean): PublicDeal {
  return {
    seats: deal.seats,
    isAmongSeats,
    first: null,
    hands: deal.hands.map(({ id, cards, state, low = null }) => ({
      id,
      cards: cards.map(({ n, face, up }) => ({ n, face, up })),
      state,
      low,
      deemed: null,
    })),
    said: [],
    bound: [],
  };
}

function handView(hand: ShownHand, value: HandValue | null, { names }: CardPack): HandView {
  return {
    id: hand.id,
    name: handName(hand.id),
    cards: hand.cards.map(({ face, manual, unread }) => ({ face, manual, unread })),
    total: value?.total ?? null,
    soft: value?.soft === true,
    category: value?.category == null ? null : categoryText(value.category, names),
    ...(value?.low === undefined || hand.low === undefined
      ? {}
      : { low: { at: hand.low, category: categoryText(value.low as Category, names) } }),
    state: hand.state,
  };
}

/** Cards that lie up and that the reader could not read. */
export function unreadUp(hands: DurableDeal["hands"]): CardsView["unread"] {
  return hands.flatMap((hand) =>
    hand.cards
      .filter((card) => card.unread && card.up && card.face === null)
      .map((card) => ({ n: card.n, hand: handName(hand.id) })),
  );
}

/** The keys that the present moment allows, in the order in which a croupier would look for them. */
function currentKeys(durable: ShownTable, deal: DurableDeal, pack: CardPack): readonly CardKeyView[] {
  const { phase, round, open } = durable;
  if (!open) return [];
  const plain = (key: KeyAtCards, text: Text): CardKeyView => ({ key, text, asks: null });
  // With a card that waits for a word nobody loads anew.
  const isWaiting = deal.due?.moves.some(({ who }) => who === "burnt") === true;
  const isRefused = isWaiting || isBarredByMachine(deal.shoe.barred ?? null);
  const newShoe = isRefused
    ? []
    : [plain({ key: "new-shoe" }, KEY_TEXTS[isOneDeck(pack) ? "new-deck" : "new-shoe"])];
  switch (phase) {
    case "waiting":
    case "preparing":
      return [
        ...seatsKey(deal, pack),
        ...newShoe,
        ...(phase === "preparing" && haveSeats(deal, pack) ? closeUnburnt(deal, pack) : []),
      ];
    case "betting":
      return [
        ...duringDeal(deal, round, pack),
        ...seatsKey(deal, pack),
        ...(haveSeats(deal, pack)
          ? [plain({ key: "no-more-bets" }, callFor(pack, "no-more-bets")?.say ?? KEY_TEXTS["no-more-bets"])]
          : []),
        ...newShoe,
      ];
    case "no-more-bets":
    case "dealing":
      return [
        ...betsCall(deal),
        ...decisionsOf(deal, round, pack),
        ...duringDeal(deal, round, pack),
        ...(deal.due?.duty.code === "shuffle" ? newShoe : []),
      ];
    case "result":
    case "void":
    case "undecided":
    case "aborted":
      // Before anything is collected the sheet asks whose a card is that left behind the verdict.
      return deal.outside === undefined ? [plain({ key: "collect", round }, KEY_TEXTS.collect)] : [];
    default:
      return [];
  }
}

/** Whether the words that close the bets were said before the card that left without them. */
function betsCall({ isCallAsked }: DurableDeal): readonly CardKeyView[] {
  if (isCallAsked !== true) return [];
  return [
    { key: { key: "no-more-bets" }, text: KEY_TEXTS["call-was-said"], asks: null },
    { key: { key: "no-more-bets", said: false }, text: KEY_TEXTS["call-was-not-said"], asks: null },
  ];
}

/** How a round goes on that waits for a person: what whoever the law names may answer. */
function decisionsOf(deal: DurableDeal, round: number, pack: CardPack): readonly CardKeyView[] {
  if (deal.due?.duty.code !== "decision") return [];
  const by = answeringRoles(pack, deal.due.duty.rules ?? []);
  const answer = (outcome: "goes-on" | "void", text: Text, asks: "hand" | null = null): CardKeyView => ({
    key: { key: "resolve", round, outcome },
    text,
    asks,
    by,
  });
  const hasHands = deal.hands.some(({ id, state }) => isOneOfMany(id) && state === "in");
  const waits = deal.aside?.filter(({ to }) => to === "held").map(({ n }) => n) ?? [];
  return [
    answer("goes-on", KEY_TEXTS["goes-on"]),
    ...(hasHands ? [answer("void", KEY_TEXTS["hand-void"], "hand")] : []),
    answer("void", pack.voidName ?? KEY_TEXTS["round-void"]),
    ...(waits.length === 0 ? [] : [cardsAreOf(round, waits, "burnt", PLACING)]),
  ];
}

/** Whose these cards are is asked. */
const cardsAreOf = (round: number, cards: readonly number[], to: string, by: readonly Role[]): CardKeyView => ({
  key: { key: "put-right", round, cards, to },
  text: KEY_TEXTS["card-is-of"],
  asks: "places",
  by,
});

/** Who says whose a card of the round is. */
const PLACING: readonly Role[] = ["jefe-de-mesa", "inspector"];

/** Where the law has a round dealt though the burn of its new shoe was forgotten, bets can be closed all the same. */
function closeUnburnt(deal: DurableDeal, pack: CardPack): readonly CardKeyView[] {
  const isAsked = pack.rules.some((rule) => factsOf(rule.when).includes("burn-count"));
  const { state, barred, warnings } = deal.shoe;
  if (state !== "burning" || barred !== undefined || warnings.length > 0 || !isAsked) return [];
  const text = callFor(pack, "no-more-bets")?.say ?? KEY_TEXTS["no-more-bets"];
  return [{ key: { key: "no-more-bets" }, text, asks: null }];
}

/** No bets are closed before it is known which seats play, nor with fewer than the text wants. */
function haveSeats({ seats }: DurableDeal, { cards }: CardPack): boolean {
  return cards.seats === null || seats.length >= Math.max(1, cards.seats.least?.count ?? 0);
}

function seatsKey(deal: DurableDeal, pack: CardPack): readonly CardKeyView[] {
  if (pack.cards.seats === null) return [];
  return [{ key: { key: "seats", seats: deal.seats }, text: KEY_TEXTS.seats, asks: "seats" }];
}

/** Moves of which a person says which cards of the hand they are about. */
const NAMING_CARDS: readonly Move[] = ["set", "exchange", "burn"];

function duringDeal(deal: DurableDeal, round: number, pack: CardPack): readonly CardKeyView[] {
  const asked = cardAskedFor(deal);
  const moves = (deal.due?.moves ?? []).flatMap(({ who, moves: offered, choose }) =>
    // A card that was asked for is asked for once.
    offered
      .filter((move) => move !== "card" || who !== asked)
      .map((move): CardKeyView => {
        const key: KeyAtCards = { key: "move", round, who, move };
        const [name, what] = [handName(who), moveText(move, pack.names)];
        // `plaza 3: carta`
        const text = inEveryLanguage((language) => `${name[language]}: ${what[language]}`);
        if (choose === undefined || !NAMING_CARDS.includes(move)) return { key, text, asks: null };
        return { key, text, asks: "cards", atLeast: choose.least, atMost: choose.most };
      }),
  );
  const turns = (deal.due?.turn ?? []).map((hand): CardKeyView => ({
    key: { key: "turn", round, hand },
    text: fillName(KEY_TEXTS.turn, handName(hand)),
    asks: null,
  }));
  const names = unreadUp(deal.hands).map(({ n }): CardKeyView => ({
    key: { key: "card-is", round, n, face: "As" },
    text: KEY_TEXTS["card-is"],
    asks: "face",
  }));
  return [...names, ...moves, ...turns];
}

/** What a round of cards came to, hand by hand, as screens show it. */
export function dealResultView(
  { round, result: { results, qualifies }, certainty, deviations }: ResultRecord<CardTypes>,
  certificate: CertificateView,
  pack: CardPack,
): DealResultView {
  return {
    kind: "deal-result",
    round,
    results: results.map(({ of, is }) => ({
      hand: of === "round" ? null : of,
      of: handName(of),
      is: outcomeText(is, pack.names),
      word: is,
    })),
    qualifies,
    certified: certainty.level === "certified",
    manual: certainty.because.includes("manual-card"),
    because: certainty.because.map((code) => becauseText(code, SHOE_TEXTS)),
    deviations: deviations.map((reason) => reasonView(reason, pack)),
    certificate,
  };
}
