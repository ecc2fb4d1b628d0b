import { rankOf, suitOf, type Suit } from "../../cards/card.ts";
import type { CardPack } from "../../rules/pack.ts";
import { fillText, inEveryLanguage, sameText } from "../../text/every-language.ts";
import type { Text } from "../../text/language.ts";
import { textOf, textsOf } from "../../text/text-of.ts";
import type { RecordBody } from "../kernel/record.ts";
import { noticeText } from "../kernel/view/view-rule.ts";
import { shownCard, type DurableDeal } from "./durable-deal.ts";
import type { RecordedCard } from "./records.ts";
import { dutyText, handName, incidentText, KEY_TEXTS, moveText, outcomeLine, PLACE_NAMES } from "./texts.ts";
import type { KeyAtCards, CardTypes } from "./types.ts";

/** What would follow on somebody's word at a card table, told before it is sent: `6♣: se quema`, `K♥ queda en: plaza 1`. */

const FOLLOWS = textsOf("cards.follows");
const SIGNS: Readonly<Record<Suit, string>> = { c: "♣", d: "♦", h: "♥", s: "♠" };
type SeenCard = Pick<RecordedCard, "n" | "face">;
const isPlace = (to: string): to is keyof typeof PLACE_NAMES => Object.hasOwn(PLACE_NAMES, to);

/**
 * @param records that the key would ask for: they name no card that lies face down
 * @param before the table as the screens have it
 */
export function followsText(
  records: readonly RecordBody<CardTypes>[],
  before: DurableDeal,
  pack: CardPack,
): readonly Text[] {
  // A card that nobody has seen yet: what it is, and what follows from it, nobody learns by asking.
  const isUnseen = ({ n, up }: RecordedCard): boolean =>
    up && hidesCards(pack) && shownCard(before, n)?.up !== true;
  const deals = records.flatMap((body) => (body.kind === "deal" ? [body] : []));
  const moved = deals.flatMap(({ what, hands, cards }) =>
    what === "turned" ? [] : cards.filter(({ was }) => was !== undefined || hands === undefined),
  );
  const unseen = deals.flatMap(({ cards }) => cards.filter(isUnseen).map(({ n }) => n));
  const seen = ({ n, face }: SeenCard): SeenCard => ({
    n,
    face: unseen.includes(n) ? null : (face ?? shownCard(before, n)?.face ?? null),
  });
  const due = deals.at(-1)?.due ?? null;
  return [
    ...records.flatMap((body) => (body.kind === "key" ? keyLines(body, seen, pack) : [])),
    ...deals
      .flatMap(({ unsaid = [] }) => unsaid)
      .map((key) => fillText(FOLLOWS.undone, { word: wordText(key, pack) })),
    ...moved.filter(({ n }) => !isNamed(records, n)).map((card) => cardLine(seen(card), card.to)),
    ...(unseen.length > 0 ? [] : records.flatMap((body) => verdictLines(body, pack.names))),
    ...(due === null || unseen.length > 0 ? [] : [fillText(FOLLOWS.then, { duty: dutyText(due.duty) })]),
  ];
}

/** Somebody says where this card belongs: his word goes before what is booked of it. */
const isNamed = (records: readonly RecordBody<CardTypes>[], n: number): boolean =>
  records.some((body) => body.kind === "key" && body.key.key === "put-right" && body.key.cards.includes(n));

/** Some cards of this game are dealt face down. */
const hidesCards = ({ cards: { deal } }: CardPack): boolean =>
  deal.some((step) => step.step === "deal" && step.to.some(({ up }) => up !== "all"));

function keyLines(
  { key, takesBack }: Extract<RecordBody<CardTypes>, { readonly kind: "key" }>,
  seen: (card: SeenCard) => SeenCard,
  pack: CardPack,
): readonly Text[] {
  if (takesBack !== undefined) return [fillText(FOLLOWS.undone, { word: wordText(takesBack, pack) })];
  if (key.key !== "put-right") return [];
  return key.cards.map((n) => cardLine(seen({ n, face: null }), key.to));
}

function cardLine({ n, face }: SeenCard, to: string): Text {
  const card = cardText(n, face);
  // What waits for somebody's word is the next card that is due.
  const place = to === "held" ? "next" : to;
  if (isPlace(place)) return fillText(FOLLOWS.goes, { card, place: PLACE_NAMES[place] });
  return fillText(FOLLOWS.lies, { card, hand: handName(to) });
}

function cardText(n: number, face: RecordedCard["face"]): Text {
  if (face === null) return fillText(FOLLOWS.card, { n });
  const [rank, suit] = [rankOf(face), suitOf(face)];
  return rank === null || suit === null ? textOf("pages.words.joker") : sameText(`${rank}${SIGNS[suit]}`);
}

/** What somebody had said. */
function wordText(key: KeyAtCards, pack: CardPack): Text {
  switch (key.key) {
    case "move": {
      const [name, what] = [handName(key.who), moveText(key.move, pack.names)];
      return inEveryLanguage((language) => `${name[language]}: ${what[language]}`);
    }
    case "declare":
    case "void":
      return incidentText(pack, key.rule);
    case "last-three-spins":
      return noticeText(pack, key);
    case "put-right":
      return fillText(FOLLOWS.put, { n: key.cards.join(", ") });
    default:
      return KEY_TEXTS[key.key === "no-more-bets" && key.said === false ? "call-was-not-said" : "no-more-bets"];
  }
}

function verdictLines(body: RecordBody<CardTypes>, names: CardPack["names"]): readonly Text[] {
  if (body.kind === "void" || body.kind === "undecided") return [FOLLOWS[body.kind]];
  if (body.kind !== "result" || !("results" in body.result)) return [];
  const called = body.result.results.map((one) => outcomeLine(one, names));
  const outcome = inEveryLanguage((language) => called.map((one) => one[language]).join(", "));
  return [fillText(FOLLOWS.result, { outcome })];
}
