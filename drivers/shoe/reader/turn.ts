import type { Face } from "../../../src/cards/card.ts";
import type { CardRead, ShoeObservation, ShoeStage, UnreadWhy } from "../../../src/table/shoe/observation.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import type { FaultState } from "../../link/faults.ts";
import {
  heard,
  LINK_FAULTS,
  LINK_START,
  type LinkRules,
  type LinkState,
  type LinkTurn,
  type Loss,
} from "../../link/link.ts";
import { isRepeat, remember, type Recent } from "./repeats.ts";

/** What every card reader's session keeps, plain JSON. */
export interface ReaderState {
  readonly link: LinkState;
  readonly faults: FaultState;
  readonly attached: boolean;
  /** Passages told so far: cards, cards unread and suspected repeats. */
  readonly n: number;
  readonly recent: Recent;
  readonly counted: Counted;
}

/** Counted since the unit's start, for the technician. */
export interface Counted {
  readonly cards: number;
  readonly unread: number;
  readonly unknown: number;
  readonly repeats: number;
}

/** One step under way: local to a step, so the session stays pure. */
export interface ReaderTurn extends LinkTurn {
  faults: FaultState;
  attached: boolean;
  n: number;
  recent: Recent;
  counted: Counted;
  readonly out: ShoeObservation[];
  readonly t: MonoUs;
}

export const READER_START: ReaderState = {
  link: LINK_START,
  // An earlier session may have left these standing.
  faults: { standing: [], unsettled: LINK_FAULTS },
  attached: false,
  n: 0,
  recent: [],
  counted: { cards: 0, unread: 0, unknown: 0, repeats: 0 },
};

/** The part of a turn that all readers share, as state again. */
export function readerState(turn: ReaderTurn): ReaderState {
  const { link, faults, attached, n, recent, counted } = turn;
  return { link, faults, attached, n, recent, counted };
}

/** What left the reader from here on is not known, until it is attached again. */
export function hole(turn: ReaderTurn, why: Loss | "overflow"): void {
  if (turn.attached) turn.out.push({ o: "gap", why });
  turn.attached = false;
}

export function attach(turn: ReaderTurn, during: ShoeStage): void {
  if (turn.attached) return;
  turn.attached = true;
  turn.out.push({ o: "attached", during });
}

/** Readers that say nothing without a card: their silence is no fault. */
export const QUIET_READER: LinkRules<ReaderTurn> = { silenceUs: null, hole };

/** An open port is all that can be known of a quiet reader. */
export function attachOpened(turn: ReaderTurn): void {
  heard(turn);
  attach(turn, "ready");
}

/** Bytes of a quiet reader were lost: what left meanwhile is not known, and the port is still open. */
export function tellOverflow(turn: ReaderTurn): void {
  if (!turn.attached) return;
  hole(turn, "overflow");
  attach(turn, "ready");
}

/** A card passed and is not known. Returns its number. */
export function unread(turn: ReaderTurn, why: UnreadWhy): number {
  turn.n += 1;
  turn.counted = { ...turn.counted, unread: turn.counted.unread + 1 };
  turn.out.push({ o: "card-unread", why, n: turn.n });
  return turn.n;
}

/** A code that was read well and belongs to no card: told, and recorded as a fault. Its text is told to nobody. */
export function unknownCode(turn: ReaderTurn): void {
  const n = unread(turn, "unknown-code");
  turn.counted = { ...turn.counted, unknown: turn.counted.unknown + 1 };
  turn.out.push({ o: "fault", code: "unknown-card-code", detail: { n } });
}

/** The card that was just read may have been read already. */
export function repeated(turn: ReaderTurn): void {
  turn.n += 1;
  turn.counted = { ...turn.counted, repeats: turn.counted.repeats + 1 };
  turn.out.push({ o: "suspected-repeat", n: turn.n });
}

export interface Sighting {
  readonly face: Face;
  readonly deck: string | null;
  readonly id: string | null;
  readonly at: CardRead["at"];
}

export function card(turn: ReaderTurn, { face, deck, id, at }: Sighting): void {
  turn.n += 1;
  turn.counted = { ...turn.counted, cards: turn.counted.cards + 1 };
  turn.out.push({ o: "card", card: { n: turn.n, face, back: null, deck, id, confidence: 1_000, at } });
}

/** A reading with this key, identity of the card or its code: a card, or perhaps one that was read already. */
export function sighted(turn: ReaderTurn, key: string, sighting: Sighting): void {
  const repeat = isRepeat(turn.recent, key, sighting.id !== null, turn.t);
  turn.recent = remember(turn.recent, key, turn.t);
  if (repeat) repeated(turn);
  else card(turn, sighting);
}
