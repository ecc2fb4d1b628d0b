import type { KeyRecord, RecordBody } from "../record.ts";
import { afterNaming, withoutNaming } from "./naming.ts";
import { INCIDENTS_MAX, NO_DEAL, type DealShown, type ShownCard, type ShownHand } from "./shown.ts";
import type { DealRecord, RecordedCard, ShoeRecord } from "./records.ts";

const CARD_RECORDS: readonly RecordBody["kind"][] = ["deal", "incident", "shoe", "opened", "first-dice"];

/** Card tables alone have these. */
export function isCardRecord(body: RecordBody): boolean {
  return CARD_RECORDS.includes(body.kind);
}

/** The card part of the durable table after one record. */
export function shownAfter(before: DealShown | null, body: RecordBody): DealShown {
  const shown = before ?? NO_DEAL;
  switch (body.kind) {
    case "phase":
      return phase(shown, body.phase);
    case "deal":
      return dealt(shown, body);
    case "incident": {
      const incidents = [...shown.incidents, body].slice(-INCIDENTS_MAX);
      const isOut = body.verdict === "void-hand" || body.verdict === "void-cloth" || body.effect === "hand-out";
      const hands = isOut && body.hand !== null ? inState(shown.hands, body.hand, "out") : shown.hands;
      return { ...shown, incidents, hands, nextVoid: shown.nextVoid || body.verdict === "void-next" };
    }
    case "shoe":
      return shoe(shown, body);
    case "fault":
    case "fault-cleared":
      return warnings(shown, body.code, body.kind === "fault");
    case "key":
      return key(shown, body);
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

function dealt(shown: DealShown, { cards, due: nextDuty, counts }: DealRecord): DealShown {
  const isKnown = (n: number): boolean => cards.some((card) => card.n === n && card.face !== null);
  return {
    ...withoutNaming(shown, isKnown),
    hands: cards.reduce(withCard, shown.hands),
    due: nextDuty,
    counts,
  };
}

function phase(before: DealShown, next: string): DealShown {
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
function withoutDice(shown: DealShown): DealShown {
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

function inState(hands: readonly ShownHand[], id: string, state: ShownHand["state"]): readonly ShownHand[] {
  return hands.map((hand) => (hand.id === id ? { ...hand, state } : hand));
}

const STATE_AFTER: Readonly<Record<ShoeRecord["event"], DealShown["shoe"]["state"] | null>> = {
  loaded: "burning",
  burnt: "burning",
  ready: "ready",
  "cut-card": null,
  counted: null,
  removed: "removed",
  emptied: null,
};

function shoe(shown: DealShown, { event, counts }: ShoeRecord): DealShown {
  const state = STATE_AFTER[event] ?? shown.shoe.state;
  const cutCardSeen = event === "loaded" ? false : shown.shoe.cutCardSeen || event === "cut-card";
  return { ...shown, counts, shoe: { ...shown.shoe, state, cutCardSeen } };
}

function warnings(shown: DealShown, code: string, stands: boolean): DealShown {
  if (!code.startsWith("warning-")) return shown;
  const name = code.slice("warning-".length);
  const rest = shown.shoe.warnings.filter((one) => one !== name);
  return { ...shown, shoe: { ...shown.shoe, warnings: stands ? [...rest, name] : rest } };
}

function key(shown: DealShown, { key: pressed, by }: KeyRecord): DealShown {
  if (pressed.key === "card-is") return afterNaming(shown, pressed.n, pressed.face, by.name);
  if (pressed.key === "seats") return { ...withoutDice(shown), seats: pressed.seats };
  if (pressed.key !== "move") return shown;
  if (pressed.move === "fold") return { ...shown, hands: inState(shown.hands, pressed.who, "folded") };
  if (pressed.move === "surrender")
    return { ...shown, hands: inState(shown.hands, pressed.who, "surrendered") };
  return shown;
}
