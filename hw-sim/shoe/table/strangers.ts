import type { Dealing } from "./dealing.ts";
import { drawForeignCard, twinOf, type PhysicalCard } from "./stock.ts";

/** Cards that do not belong to the loaded decks, and what the reader sees of them. */

/** A card of no deck lies where one of the shoe's own should: that one was never loaded. */
export function drawForeign(dealing: Dealing, kind: NonNullable<PhysicalCard["foreign"]>): PhysicalCard {
  const { random, machine } = dealing.parts;
  dealing.drawCard();
  return drawForeignCard(random, kind, machine.newUid());
}

/** A card of a second shoe of the same kind lies where one of this shoe should. */
export function drawDuplicate(dealing: Dealing): PhysicalCard {
  const { random, machine } = dealing.parts;
  const card = dealing.drawCard();
  return twinOf(random.pick(machine.ownCards.filter(({ uid }) => uid !== card.uid)), machine.newUid());
}

/** What the reader sees of a card that left. */
export function recordReading(dealing: Dealing, card: PhysicalCard): void {
  if (card.foreign === "other-deck") dealing.setFact("foreign-card", true);
  else if (isDuplicate(dealing, card)) dealing.setFact("duplicate-card", true);
}

/** By its code the card is out already, or its face more often than the decks have it. */
function isDuplicate(dealing: Dealing, card: PhysicalCard): boolean {
  if (card.foreign !== undefined) return false;
  const { machine } = dealing.parts;
  const out = [
    ...machine.discard,
    ...machine.burnt,
    ...dealing.setAside,
    ...dealing.exchanged,
    ...dealing.besideCards,
    ...dealing.cloth.allCards().map((laid) => laid.card),
  ];
  const others = out.filter((other) => other.uid !== card.uid && other.foreign === undefined);
  if (card.id !== null) return others.some((other) => other.id === card.id);
  return (
    others.filter((other) => other.face === card.face && other.back === card.back).length >=
    machine.copiesOf(card)
  );
}
