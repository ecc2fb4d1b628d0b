import type { Face } from "../../cards/card.ts";
import type {
  CardCounts,
  FirstDiceRecord,
  IncidentRecord,
  DealRecord,
  RecordedCard,
  ShoeRecord,
} from "./records.ts";
import type { Due, HandId, PublicHand } from "./plays/play.ts";
import type { KeyRecord, RecordBody } from "../record.ts";

/**
 * The card part of the durable table: what the screens are drawn from. A fold over the records and nothing else, so it can hold
 * no face that is not public.
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
    /** Warning codes that wait for a person. */
    readonly warnings: readonly string[];
  };
  /** The last throw of the dice by which the round begins; absent: none was seen. */
  readonly firstDice?: FirstDiceRecord;
  /** Unread cards that somebody has named and a second person must name too. Absent: none. */
  readonly naming?: readonly CardNaming[];
  /** The next round is annulled before it begins (Chile: the next pase after an extra card). */
  readonly nextVoid: boolean;
}

export interface ShownHand {
  readonly id: HandId;
  readonly cards: readonly ShownCard[];
  readonly state: PublicHand["state"];
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

const CARD_RECORDS: readonly RecordBody["kind"][] = ["deal", "incident", "shoe", "opened", "first-dice"];

/** Card tables alone have these. */
export function isCardRecord(body: RecordBody): boolean {
  return CARD_RECORDS.includes(body.kind);
}

/** The card part of the durable table after one record. */
export function reduceDeal(before: DurableDeal | null, body: RecordBody): DurableDeal {
  const shown = before ?? EMPTY_DEAL;
  switch (body.kind) {
    case "phase":
      return reducePhase(shown, body.phase);
    case "deal":
      return reduceDealt(shown, body);
    case "incident": {
      const incidents = [...shown.incidents, body].slice(-INCIDENTS_MAX);
      const isOut = body.verdict === "void-hand" || body.verdict === "void-cloth" || body.effect === "hand-out";
      const hands = isOut && body.hand !== null ? withHandState(shown.hands, body.hand, "out") : shown.hands;
      return { ...shown, incidents, hands, nextVoid: shown.nextVoid || body.verdict === "void-next" };
    }
    case "shoe":
      return reduceShoe(shown, body);
    case "fault":
    case "fault-cleared":
      return reduceWarning(shown, body.code, body.kind === "fault");
    case "key":
      return reduceKey(shown, body);
    case "result":
    case "void":
    case "undecided":
    case "aborted":
      return { ...withoutNaming(shown, () => true), due: null };
    case "first-dice":
      return { ...shown, firstDice: body };
    case "throw-incident":
    case "dice-set":
    case "opened":
    case "boot":
    case "shutdown":
    case "access":
    case "export":
    case "configuration":
    case "restored":
    case "clock":
      return shown;
  }
}

function reduceDealt(shown: DurableDeal, { cards, due: nextDuty, counts }: DealRecord): DurableDeal {
  const isKnown = (n: number): boolean => cards.some((card) => card.n === n && card.face !== null);
  return {
    ...withoutNaming(shown, isKnown),
    hands: cards.reduce(withCard, shown.hands),
    due: nextDuty,
    counts,
  };
}

function reducePhase(before: DurableDeal, next: string): DurableDeal {
  const shown = isOver(next) ? withoutNaming(before, () => true) : before;
  switch (next) {
    case "betting":
      return { ...withoutDice(shown), hands: [], due: null, incidents: [], nextVoid: false };
    case "waiting":
    case "preparing":
    case "closed":
      return { ...withoutDice(shown), hands: [], due: null, incidents: [] };
    default:
      return shown;
  }
}

const isOver = (next: string): boolean => ["betting", "waiting", "preparing", "closed"].includes(next);

/** Dice of another round, or of other seats. */
function withoutDice(shown: DurableDeal): DurableDeal {
  const { firstDice, ...rest } = shown;
  return firstDice === undefined ? shown : rest;
}

/** A card lies in one hand; what is burnt or given back lies in none that is shown. */
function withCard(hands: readonly ShownHand[], card: RecordedCard): readonly ShownHand[] {
  const shown: ShownCard = {
    n: card.n,
    up: card.up,
    face: card.face,
    manual: card.manual === true,
    unread: card.unread === true,
  };
  const old = hands.find((hand) => hand.cards.some((one) => one.n === card.n));
  if (old?.id === card.to)
    return hands.map((hand) =>
      hand === old ? { ...hand, cards: hand.cards.map((one) => (one.n === card.n ? shown : one)) } : hand,
    );
  const rest = hands.map((hand) =>
    hand === old ? { ...hand, cards: hand.cards.filter((one) => one.n !== card.n) } : hand,
  );
  if (card.to === "discard" || card.to === "burnt") return rest;
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

const STATE_AFTER: Readonly<Record<ShoeRecord["event"], DurableDeal["shoe"]["state"] | null>> = {
  loaded: "burning",
  burnt: "burning",
  ready: "ready",
  "cut-card": null,
  counted: null,
  removed: "removed",
  emptied: null,
};

function reduceShoe(shown: DurableDeal, { event, counts }: ShoeRecord): DurableDeal {
  const state = STATE_AFTER[event] ?? shown.shoe.state;
  const cutCardSeen = event === "loaded" ? false : shown.shoe.cutCardSeen || event === "cut-card";
  return { ...shown, counts, shoe: { ...shown.shoe, state, cutCardSeen } };
}

function reduceWarning(shown: DurableDeal, code: string, stands: boolean): DurableDeal {
  if (!code.startsWith("warning-")) return shown;
  const name = code.slice("warning-".length);
  const rest = shown.shoe.warnings.filter((one) => one !== name);
  return { ...shown, shoe: { ...shown.shoe, warnings: stands ? [...rest, name] : rest } };
}

function reduceKey(shown: DurableDeal, { key: pressed, by }: KeyRecord): DurableDeal {
  if (pressed.key === "card-is") return reduceNaming(shown, pressed.n, pressed.face, by.name);
  if (pressed.key === "seats") return { ...withoutDice(shown), seats: pressed.seats };
  if (pressed.key !== "move") return shown;
  if (pressed.move === "fold") return { ...shown, hands: withHandState(shown.hands, pressed.who, "folded") };
  if (pressed.move === "surrender")
    return { ...shown, hands: withHandState(shown.hands, pressed.who, "surrendered") };
  return shown;
}

/** What people have said of one unread card that lies face up. */
export interface CardNaming {
  readonly n: number;
  /** The first word, which waits for a second one; null: nobody's stands. */
  readonly said: { readonly face: Face; readonly by: string } | null;
  /** The two whose words differed, and were both thrown away; empty: none did since. */
  readonly differ: readonly string[];
}

/** After a key `card-is`. The second word that agrees makes the card known (record `deal`); one that differs throws both away. */
export function reduceNaming(shown: DurableDeal, n: number, face: Face, by: string): DurableDeal {
  const said = shown.naming?.find((one) => one.n === n)?.said ?? null;
  const differs = said !== null && said.by !== by && said.face !== face;
  const next: CardNaming = differs
    ? { n, said: null, differ: [said.by, by] }
    : { n, said: { face, by }, differ: [] };
  return { ...shown, naming: [...(shown.naming ?? []).filter((one) => one.n !== n), next] };
}

/** A card that is known by now, or a round that is over, waits for nobody's word. */
export function withoutNaming(shown: DurableDeal, isDone: (n: number) => boolean): DurableDeal {
  const { naming, ...rest } = shown;
  if (naming === undefined) return shown;
  const left = naming.filter(({ n }) => !isDone(n));
  return left.length === naming.length ? shown : left.length === 0 ? rest : { ...rest, naming: left };
}
