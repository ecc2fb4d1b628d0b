/** What the pages call numbers, cards, dice and what happens to them. */
import { isDieFace, type DieFace } from "../../../src/dice/faces.ts";
import type { CrapsCall } from "../../../src/dice/outcome-types.ts";
import type { IncidentVerdict } from "../../../src/table/shoe/records.ts";
import { fillText, sameText } from "../../../src/text/every-language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { roundKind, wordText, type Text, type Word } from "./i18n.ts";
import type { Shape } from "./icons.ts";
import type { HandView } from "../../../src/table/shoe/view-types.ts";

const PAYS = textsOf("pages.pays");
const CELLS = textsOf("pages.cells");
const CUT_OFF = textsOf("pages.cut-off");
const CARDS = textsOf("pages.cards");
const DICE = textsOf("pages.dice");

/** What becomes of the stake where a cell of an upright wheel pays nothing and takes nothing. */
export const PUSH_MEANS = PAYS.pushMeans;

/**
 * What a disc's cell pays.
 * @param pays `45:1` or `push`
 */
export function paysText(pays: string): Text {
  if (pays === "push") return PAYS.push;
  const [n = ""] = pays.split(":");
  return fillText(PAYS.times, { n });
}

/** Which of the holes of a bowl, or the cells of an upright wheel, it is. */
export const cellText = ({ at, of }: { at: number; of: number }, wheel: string): Text =>
  fillText(CELLS[wheel === "bowl" ? "bowl" : "disc"], { at, of });

/**
 * The round that was cut off, as a sentence for the players.
 * @param kind what is played (`kindOf`)
 */
export const cutOffText = (round: number, kind: string | undefined): Text =>
  fillText(CUT_OFF[roundKind(kind)], { round });

/** How many of the announced last rounds are left. */
export const roundsLeftText = (left: number): Text =>
  left === 1 ? wordText("lastRoundNow") : fillText(wordText("roundsLeft"), { left });

const RANK_NAMES: Readonly<Record<string, Text>> = CARDS.ranks;
export const SUIT_NAMES: Readonly<Record<string, Text>> = CARDS.suits;

/**
 * A card by its name, for screen readers. Throws for what is no card.
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
  lost: "stateLost",
};

const { beads: BEADS } = CARDS;
/** The letter and the outline of an outcome, by whose it is; both say the same without colour. */
const BEADS_OF: Readonly<Record<string, { readonly letter: Text; readonly shape: Shape }>> = {
  round: { letter: BEADS.round, shape: "tie" },
  punto: { letter: BEADS.punto, shape: "punto" },
  banca: { letter: BEADS.banca, shape: "banca" },
  bank: { letter: BEADS.banca, shape: "banca" },
  "row-black": { letter: BEADS.black, shape: "black" },
  "row-red": { letter: BEADS.red, shape: "red" },
};
/** The sign of an outcome in the series. Null where every place has an outcome of its own. */
export const beadOf = ({ of }: { of: string }) => (Object.hasOwn(BEADS_OF, of) ? (BEADS_OF[of] ?? null) : null);

/** The faces of corona y ancla in the catalogue's words, and those of numbers. */
export const FACE_NAMES: Readonly<Record<DieFace, Text>> = DICE.faces;

/** A face by its name. Throws for what is no face of any die. */
export function faceName(face: string): Text {
  if (!isDieFace(face)) throw new Error(`there is no face "${face}"`);
  return FACE_NAMES[face];
}

/** What a throw of craps is called, for the series. */
export const CRAPS_CALLS: Readonly<Record<CrapsCall, Text>> = DICE["craps-calls"];
