import type { CardReason } from "../../codes/reasons.ts";
import type { Warning } from "../../codes/faults.ts";
import type { Phase } from "../kernel/phase.ts";
import type { Face } from "../../cards/card.ts";
import type {
  CardCounts,
  DealRecord,
  FirstDiceRecord,
  IncidentRecord,
  RecordedCard,
  ShoeRecord,
} from "./records.ts";
import type { Due, HandId, PublicHand } from "./plays/play.ts";
import type { SaidWord } from "./said-words.ts";
import type { KeyRecord, RecordBody } from "../kernel/record.ts";
import type { KeyAtCards, CardTypes } from "./types.ts";

/**
 * The card part of the durable table: what the screens are drawn from. It is made of the records alone, so it can hold no face that
 * is not public.
 */
export interface DurableDeal {
  /** In the order in which they came to be. Empty before the first card of a round. */
  readonly hands: readonly ShownHand[];
  readonly seats: readonly number[];
  /** What the table waits for; null between rounds. */
  readonly due: Due | null;
  readonly counts: CardCounts | null;
  /** Incidents of the present round, oldest first, at most INCIDENTS_MAX. */
  readonly incidents: readonly IncidentRecord[];
  readonly shoe: {
    readonly state: "none" | "loading" | "shuffling" | "burning" | "ready" | "out-of-service" | "removed";
    readonly cutCardSeen: boolean;
    /** The cut card came after the verdict, behind a complete round. */
    readonly cutAfterRound?: true;
    /** Warning codes that wait for a person. */
    readonly warnings: readonly Warning[];
    /** Why no round may begin with this shoe. Absent: nothing is against it. */
    readonly barred?: CardReason;
  };
  /** The last throw of the dice by which the round begins; absent: none was seen. */
  readonly firstDice?: FirstDiceRecord;
  /** Unread cards that somebody has named and a second person must name too. Absent: none. */
  readonly naming?: readonly CardNaming[];
  /** Cards that left behind the verdict, by their numbers, of which somebody has to say whose they are. Absent: none. */
  readonly outside?: readonly number[];
  /** Cards of the round that were set aside, or wait for somebody's word. Absent: none. */
  readonly aside?: readonly AsideCard[];
  /** A card left before the words that close the bets were keyed, and somebody has to say whether they were said. Absent: none did. */
  readonly isCallAsked?: true;
  /** What people said since the last card, or behind the verdict, oldest first. Absent: nothing. */
  readonly said?: readonly SaidWord[];
  /**
   * What the round was derived from is not known any more: the unit started anew while its cards lay there, or it is longer than is kept.
   * Nothing said of them is taken back. Absent: it is known.
   */
  readonly isListLost?: true;
  /** The next round is annulled before it begins (Chile: the next pase after an extra card). */
  readonly nextVoid: boolean;
}

export interface AsideCard {
  readonly n: number;
  readonly to: "burnt" | "held";
  readonly up: boolean;
  readonly face: Face | null;
}

export interface ShownHand {
  readonly id: HandId;
  readonly cards: readonly ShownCard[];
  readonly state: PublicHand["state"];
  /** Pai gow: positions of its low hand, once it is set. Absent: it is not. */
  readonly low?: readonly [number, number];
}

export interface ShownCard {
  readonly n: number;
  readonly up: boolean;
  readonly face: Face | null;
  readonly manual: boolean;
  readonly unread: boolean;
}

export const INCIDENTS_MAX = 8;

export const EMPTY_DEAL: DurableDeal = {
  hands: [],
  seats: [],
  due: null,
  counts: null,
  incidents: [],
  shoe: { state: "none", cutCardSeen: false, warnings: [] },
  nextVoid: false,
};

const CARD_RECORDS: readonly RecordBody<CardTypes>["kind"][] = [
  "deal",
  "incident",
  "shoe",
  "opened",
  "first-dice",
];

/** Card tables alone have these. */
export const isCardRecord = ({ kind }: RecordBody<CardTypes>): boolean => CARD_RECORDS.includes(kind);

/** The card part of the durable table after one record. */
export function reduceDeal(before: DurableDeal | null, body: RecordBody<CardTypes>): DurableDeal {
  const deal = before ?? EMPTY_DEAL;
  switch (body.kind) {
    case "phase":
      return reducePhase(deal, body.phase);
    case "deal": {
      const isKnown = (n: number): boolean => body.cards.some((card) => card.n === n && card.face !== null);
      const set = (body.unsaid ?? []).reduce(withoutSet, deal.hands);
      const lay = body.hands?.map(({ id, state }) => ({ id, state, cards: [], ...lowOf(set, id) })) ?? set;
      const hands = body.cards.reduce(withCard, lay);
      const now = withoutIncidents(withoutNaming(deal, isKnown), body.withdrawn ?? []);
      return { ...withAside(now, body), hands, due: body.due, counts: body.counts };
    }
    case "incident": {
      const incidents = [...deal.incidents, body].slice(-INCIDENTS_MAX);
      const isLost = body.effect === "hand-loses";
      const isOut = body.verdict === "void-hand" || body.verdict === "void-cloth" || body.effect === "hand-out";
      const hands =
        (isOut || isLost) && body.hand !== null
          ? withHandState(deal.hands, body.hand, isLost ? "lost" : "out")
          : deal.hands;
      const nextVoid = deal.nextVoid || body.verdict === "void-next";
      return { ...deal, incidents, hands, nextVoid, ...askedBy(deal, body) };
    }
    case "shoe":
      return reduceShoe(deal, body);
    case "fault":
    case "fault-cleared":
      return reduceWarning(deal, body.code, body.kind === "fault");
    case "key":
      return reduceKey(deal, body);
    case "result":
    case "void":
    case "undecided":
    case "aborted":
      return { ...withoutNaming(deal, () => true), due: null };
    case "first-dice":
      return { ...deal, firstDice: body };
    case "boot":
      return afterBoot(deal);
    default:
      return deal;
  }
}

/** The shoe is loaded anew, whatever was still to be burnt of it; no round of the former one is left that a void could wait for. */
function afterBoot(deal: DurableDeal): DurableDeal {
  const isBurning = deal.shoe.state === "burning";
  if (!isBurning && !deal.nextVoid) return deal;
  return { ...deal, nextVoid: false, ...(isBurning ? { shoe: { ...deal.shoe, state: "none" as const } } : {}) };
}

/** The card of the round as the screens have it; null: it lies in no hand, and is not aside. */
export const shownCard = ({ hands, aside = [] }: DurableDeal, n: number): Omit<AsideCard, "to"> | null =>
  [...hands.flatMap(({ cards }) => cards), ...aside].find((card) => card.n === n) ?? null;

/** What a card that was moved, or is held, leaves aside. What the game itself has burnt is none of them. */
function withAside(deal: DurableDeal, { cards, what, hands }: DealRecord): DurableDeal {
  const { aside = [], ...rest } = deal;
  const now = cards.flatMap((card): AsideCard[] => {
    const { n, to } = card;
    if (to !== "held" && !(to === "burnt" && what === "moved")) return [];
    // A card that lay open has been seen, wherever it lies now.
    const { up, face } = card.up ? card : (shownCard(deal, n) ?? card);
    return [{ n, to, up, face }];
  });
  const stays = hands === undefined ? aside.filter(({ n }) => !cards.some((card) => card.n === n)) : [];
  return now.length + stays.length === 0 ? rest : { ...rest, aside: [...stays, ...now] };
}

/** What an incident leaves to be said by people. */
function askedBy(
  { outside = [] }: DurableDeal,
  { reason: { rule, observed } }: IncidentRecord,
): Pick<DurableDeal, "outside" | "isCallAsked"> {
  const card = observed["card"];
  if (rule === "card-outside-deal" && typeof card === "number")
    return { outside: outside.includes(card) ? outside : [...outside, card] };
  return rule === "bets-call-open" ? { isCallAsked: true } : {};
}

/** Whether the bets were closed is not asked any more. */
export function withoutCallAsked(deal: DurableDeal): DurableDeal {
  const { isCallAsked: _, ...rest } = deal;
  return deal.isCallAsked === undefined ? deal : rest;
}

/** What was asked of this round is answered, or of no use any more. */
function withoutQuestions(deal: DurableDeal): DurableDeal {
  if (deal.outside === undefined && deal.isCallAsked === undefined) return deal;
  const { outside: _, isCallAsked: __, ...rest } = deal;
  return rest;
}

/** Of each of these rules the newest incident did not happen. */
function withoutIncidents(deal: DurableDeal, rules: readonly string[]): DurableDeal {
  if (rules.length === 0) return deal;
  const incidents = rules.reduce(
    (left, rule) =>
      left.toSpliced(
        Math.max(
          left.findLastIndex(({ reason }) => reason.rule === rule),
          0,
        ),
        1,
      ),
    deal.incidents.filter(({ reason }) => rules.includes(reason.rule)),
  );
  const others = deal.incidents.filter(({ reason }) => !rules.includes(reason.rule));
  const left = deal.incidents.filter((one) => others.includes(one) || incidents.includes(one));
  const now = rules.includes("bets-call-open") ? withoutQuestions(deal) : deal;
  return { ...now, incidents: left, nextVoid: left.some(({ verdict }) => verdict === "void-next") };
}

const BETWEEN_ROUNDS: readonly Phase[] = ["betting", "waiting", "preparing", "closed"];

function reducePhase(before: DurableDeal, phase: Phase): DurableDeal {
  if (!BETWEEN_ROUNDS.includes(phase)) return before;
  const { aside: _, ...round } = before;
  const cleared = withoutQuestions(withoutDice(withoutNaming(round, () => true)));
  const nextVoid = phase !== "betting" && before.nextVoid;
  return { ...cleared, hands: [], due: null, incidents: [], nextVoid };
}

/** Dice of another round, or of other seats. */
function withoutDice(deal: DurableDeal): DurableDeal {
  const { firstDice, ...rest } = deal;
  return firstDice === undefined ? deal : rest;
}

/** A card lies in one hand; what is burnt or given back lies in none that is shown. */
function withCard(hands: readonly ShownHand[], card: RecordedCard): readonly ShownHand[] {
  const { n, up, face } = card;
  const shown: ShownCard = { n, up, face, manual: card.manual === true, unread: card.unread === true };
  const old = hands.find((hand) => hand.cards.some((one) => one.n === card.n));
  if (old?.id === card.to)
    return hands.map((hand) =>
      hand === old ? { ...hand, cards: hand.cards.map((one) => (one.n === card.n ? shown : one)) } : hand,
    );
  const rest = hands.map((hand) =>
    hand === old ? { ...hand, cards: hand.cards.filter((one) => one.n !== card.n) } : hand,
  );
  if (card.to === "discard" || card.to === "burnt" || card.to === "held") return rest;
  const at = rest.findIndex((hand) => hand.id === card.to);
  const into = rest[at];
  if (into === undefined) return [...rest, { id: card.to, cards: [shown], state: "in" }];
  return rest.with(at, { ...into, cards: [...into.cards, shown] });
}

function withHandState(
  hands: readonly ShownHand[],
  id: string,
  state: ShownHand["state"],
): readonly ShownHand[] {
  return hands.map((hand) => (hand.id === id ? { ...hand, state } : hand));
}

const lowOf = (hands: readonly ShownHand[], id: HandId): Pick<ShownHand, "low"> => {
  const low = hands.find((hand) => hand.id === id)?.low;
  return low === undefined ? {} : { low };
};

/** A word that set a hand in two is not so. */
function withoutSet(hands: readonly ShownHand[], key: KeyAtCards): readonly ShownHand[] {
  if (key.key !== "move" || key.move !== "set") return hands;
  return hands.map((hand) => {
    const { low: _, ...rest } = hand;
    return hand.id === key.who ? rest : hand;
  });
}

const STATE_AFTER: Readonly<Record<ShoeRecord["event"], DurableDeal["shoe"]["state"] | null>> = {
  loaded: "burning",
  burnt: "burning",
  ready: "ready",
  "cut-card": null,
  counted: null,
  removed: "removed",
  emptied: null,
  barred: null,
  free: null,
};

function reduceShoe(deal: DurableDeal, { event, counts, detail }: ShoeRecord): DurableDeal {
  if (event === "free") {
    const { barred: _, ...shoe } = deal.shoe;
    return { ...deal, counts, shoe };
  }
  if (event === "barred")
    return { ...deal, counts, shoe: { ...deal.shoe, barred: detail["why"] as CardReason } };
  const isBurnOver = event === "emptied" && deal.shoe.state === "burning";
  const state = isBurnOver ? "none" : (STATE_AFTER[event] ?? deal.shoe.state);
  const { cutAfterRound, ...shoe } = deal.shoe;
  if (event === "loaded")
    return { ...deal, counts, nextVoid: false, shoe: { ...shoe, state, cutCardSeen: false } };
  const isCut = event === "cut-card";
  const isAfter = isCut ? detail["during"] === false && deal.hands.length > 0 : cutAfterRound === true;
  // Somebody had said so, and has taken it back.
  const isBack = isCut && detail["seen"] === false;
  const seen = { ...shoe, state, cutCardSeen: (shoe.cutCardSeen || isCut) && !isBack };
  return { ...deal, counts, shoe: isAfter ? { ...seen, cutAfterRound: true } : seen };
}

/** Nobody's word makes good a shoe whose machine sorts, or counted other cards: it takes its own word back once it is loaded anew. */
export const isBarredByMachine = (why: CardReason | null): boolean =>
  why === "sort-mode" || why === "count-wrong";

function reduceWarning(deal: DurableDeal, code: string, isActive: boolean): DurableDeal {
  if (!code.startsWith("warning-")) return deal;
  const name = code.slice("warning-".length) as Warning;
  const rest = deal.shoe.warnings.filter((one) => one !== name);
  return { ...deal, shoe: { ...deal.shoe, warnings: isActive ? [...rest, name] : rest } };
}

function reduceKey(deal: DurableDeal, { key, by, takesBack }: KeyRecord<CardTypes>): DurableDeal {
  if (key.key === "card-is") return reduceNaming(deal, key.n, key.face, by.name);
  if (key.key === "no-more-bets") return withoutQuestions(deal);
  // What it had answered is asked once more.
  const wasAsked =
    deal.said?.at(-1)?.answers === true ||
    deal.incidents.some(({ reason }) => reason.rule === "bets-call-open");
  if (takesBack?.key === "no-more-bets" && wasAsked) return { ...deal, isCallAsked: true };
  if (takesBack?.key === "move") return { ...deal, hands: withoutSet(deal.hands, takesBack) };
  if (key.key === "put-right" && deal.outside !== undefined) {
    const outside = deal.outside.filter((n) => !key.cards.includes(n));
    return outside.length > 0 ? { ...deal, outside } : withoutQuestions(deal);
  }
  if (key.key === "seats") return { ...withoutDice(deal), seats: key.seats };
  if (key.key === "resolve" && key.hand !== undefined)
    return { ...deal, hands: withHandState(deal.hands, key.hand, "out") };
  if (key.key === "move" && key.move === "set") {
    const [one = 0, other = 1] = key.cards ?? [];
    const low = [one, other] as const;
    return { ...deal, hands: deal.hands.map((hand) => (hand.id === key.who ? { ...hand, low } : hand)) };
  }
  if (key.key !== "move" || (key.move !== "fold" && key.move !== "surrender")) return deal;
  const state = key.move === "fold" ? "folded" : "surrendered";
  return { ...deal, hands: withHandState(deal.hands, key.who, state) };
}

/** What people have named one unread card that lies face up. */
export interface CardNaming {
  readonly n: number;
  /** The first name, which waits for a second one; null: none. */
  readonly said: { readonly face: Face; readonly by: string } | null;
  /** The two people who named different cards, so that neither counts; empty: none did since. */
  readonly differ: readonly string[];
}

/** After a key `card-is`. A second name that agrees makes the card known (record `deal`); when two differ neither counts. */
function reduceNaming(deal: DurableDeal, n: number, face: Face, by: string): DurableDeal {
  const said = deal.naming?.find((one) => one.n === n)?.said ?? null;
  const differs = said !== null && said.by !== by && said.face !== face;
  const next: CardNaming = differs
    ? { n, said: null, differ: [said.by, by] }
    : { n, said: { face, by }, differ: [] };
  return { ...deal, naming: [...(deal.naming ?? []).filter((one) => one.n !== n), next] };
}

/** A card that is known by now, or of a round that is over, needs no name. */
function withoutNaming(deal: DurableDeal, isDone: (n: number) => boolean): DurableDeal {
  const { naming, ...rest } = deal;
  if (naming === undefined) return deal;
  const left = naming.filter(({ n }) => !isDone(n));
  return left.length === naming.length ? deal : left.length === 0 ? rest : { ...rest, naming: left };
}
