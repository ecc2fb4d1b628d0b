/** What the pages say of cards, hands and what happens to them. */
import type { IncidentVerdict } from "../../../src/table/shoe/records.ts";
import type { HandView } from "../../../src/table/view.ts";
import { fillText, sameText } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { wordText, type Word } from "./i18n.ts";
import type { Shape } from "./icons.ts";

const CARDS = textsOf("pages.cards");
const RANK_NAMES: Readonly<Record<string, Text>> = CARDS.ranks;

export const SUIT_NAMES: Readonly<Record<string, Text>> = CARDS.suits;

/**
 * A card by its name, for whoever cannot see it. Throws for what is no card.
 * @param face `10h`, `joker`
 */
export function faceText(face: string): Text {
  if (face === "joker") return wordText("joker");
  const rank = face.slice(0, -1);
  const suit = SUIT_NAMES[face.slice(-1)];
  if (suit === undefined) throw new Error(`there is no card "${face}"`);
  return fillText(CARDS.name, { rank: RANK_NAMES[rank] ?? sameText(rank), suit });
}

/** What becomes of an incident. */
export const INCIDENT_VERDICTS: Readonly<Record<IncidentVerdict, Word>> = {
  corrected: "verdictCorrected",
  stands: "verdictStands",
  deviation: "verdictDeviation",
  "person-decides": "verdictPerson",
  "void-hand": "verdictVoidHand",
  "void-cloth": "verdictVoidCloth",
  "void-next": "verdictVoidNext",
};

/** What a hand is that plays no more; null: it plays. */
export const HAND_STATES: Readonly<Record<HandView["state"], Word | null>> = {
  in: null,
  folded: "stateFolded",
  surrendered: "stateSurrendered",
  out: "stateOut",
};

/**
 * The sign of an outcome in the series: a letter, and an outline that says the same without colour. Null where every place
 * has an outcome of its own.
 */
export function beadOf({ of }: { of: string }): { letter: Text; shape: Shape } | null {
  const { beads } = CARDS;
  if (of === "round") return { letter: beads.round, shape: "tie" };
  if (of === "punto") return { letter: beads.punto, shape: "punto" };
  if (of === "banca" || of === "bank") return { letter: beads.banca, shape: "banca" };
  if (of === "row-black") return { letter: beads.black, shape: "black" };
  if (of === "row-red") return { letter: beads.red, shape: "red" };
  return null;
}
