import { rankOf } from "../../../src/cards/card.ts";
import type { CardGame } from "../../../src/rules/card-game.ts";
import { CARD_US, type Machine } from "./machine.ts";
import type { TableSide } from "./table-side.ts";

export type BurnFault = "short" | "over";

/** Cards that are burnt out of a new shoe before its first round. Returns how many too few (below 0) or too many have left. */
export function burnCards(
  side: TableSide,
  machine: Machine,
  { burn }: CardGame,
  fault: BurnFault | null = null,
): number {
  const wrong = burn.rule === "none" || fault === null ? 0 : fault === "over" ? 1 : -1;
  const one = (): void => {
    const card = machine.takeNext();
    if (card === null) return;
    machine.burnt.push(card);
    if (card.foreign === "blank" || card.foreign === "unknown-code")
      side.emitEvent({ e: "foreign", blank: card.foreign === "blank" }, CARD_US);
    else side.emitEvent({ e: "pass", cards: [card] }, CARD_US);
  };
  if (burn.rule === "fixed") for (let at = 0; at < burn.cards + wrong; at++) one();
  if (burn.rule !== "first-card-value") return wrong;
  one();
  const [first] = machine.burnt;
  const rank = first === undefined ? "A" : (rankOf(first.face) ?? "A");
  // Ace 1, figures and tens as the game says (Cantabria, ll. 2143–2148; País Vasco, l. 1626).
  const more = rank === "A" ? 1 : /^[2-9]$/.test(rank) ? Number(rank) : burn.cards;
  for (let at = 0; at < more + wrong; at++) one();
  return wrong;
}
