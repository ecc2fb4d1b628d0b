import type { Face } from "../../cards/card.ts";
import { chiSquareTail } from "../chi-square.ts";
import type { Shuffle } from "./shoe-orders.ts";
import { SUSPECT } from "../power.ts";
import { countsOf } from "./shuffle-tests.ts";

/** A card that decks have once too often or not at all. */
export interface DeckFault {
  readonly face: Face;
  readonly is: "missing" | "doubled";
  /** It was seen with every card of the shoe, or too often in one; false: it came too rarely, or too often, in all of them together. */
  readonly isCertain: boolean;
  /** The first shoe in which it is seen; null: in all together. */
  readonly shoe: number | null;
}

/** Whether each deck has each card once. Jokers are left out: how many a deck has is the game's. */
export function deckFaults(shuffles: readonly Shuffle[], faces: readonly Face[]): readonly DeckFault[] {
  const found = new Map<string, DeckFault>();
  const add = (fault: DeckFault): void => {
    const key = `${fault.face} ${fault.is}`;
    if (!found.has(key)) found.set(key, fault);
  };
  for (const { number, decks, loaded, cards } of shuffles) {
    if (decks === 0) continue;
    const counts = countsOf(cards);
    const isWhole = cards.length >= loaded && !cards.includes(null);
    for (const face of faces) {
      const count = counts.get(face) ?? 0;
      if (count > decks) add({ face, is: "doubled", isCertain: true, shoe: number });
      if (isWhole && count < decks) add({ face, is: "missing", isCertain: true, shoe: number });
    }
  }
  for (const fault of rareFaces(shuffles, faces)) add(fault);
  return [...found.values()];
}

/** Of shoes that are dealt to a cut card: cards that come more rarely, or more often, than chance explains. */
function rareFaces(shuffles: readonly Shuffle[], faces: readonly Face[]): readonly DeckFault[] {
  const usable = shuffles.filter(({ decks, loaded }) => decks > 0 && loaded >= decks * faces.length);
  return faces.flatMap((face): readonly DeckFault[] => {
    let [count, expected, spread] = [0, 0, 0];
    for (const { decks, loaded, cards } of usable) {
      const counts = countsOf(cards);
      const seen = [...counts.values()].reduce((all, one) => all + one, 0);
      const share = decks / loaded;
      count += counts.get(face) ?? 0;
      expected += seen * share;
      spread += loaded < 2 ? 0 : (seen * share * (1 - share) * (loaded - seen)) / (loaded - 1);
    }
    // A shoe that is known to its last card says it for certain, above.
    if (spread === 0 || expected < 5) return [];
    const z = (count - expected) / Math.sqrt(spread);
    if (chiSquareTail(z * z, 1) * faces.length > SUSPECT) return [];
    return [{ face, is: z < 0 ? "missing" : "doubled", isCertain: false, shoe: null }];
  });
}
