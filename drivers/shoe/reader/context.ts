import type { Face } from "../../../src/cards/card.ts";
import {
  NOTHING_STANDING,
  type CardRead,
  type JamPlace,
  type ShoeObservation,
  type ShoeStage,
  type UnreadWhy,
} from "../../../src/table/shoe/observation.ts";
import {
  markReceived,
  LINK_FAULTS,
  LINK_START,
  type FaultState,
  type LinkRules,
  type LinkState,
  type LinkContext,
  type Loss,
} from "../../link/link.ts";
import type { MonoUs } from "../../../src/time/instant.ts";

/**
 * Whether a reading may be one physical card read twice. A code that identifies its card tells this by itself. A code without
 * identity cannot tell a second reading from a second card of the same face, so only a short time between the two is taken as a
 * sign of it.
 */

/** A code without identity that comes again within this time after its last reading is suspected. */
export const SAME_CODE_US = 1_500_000;
/** A card with identity that comes again within this time is suspected, whatever came in between. */
export const SAME_CARD_US = 60_000_000;
/** Readings that are kept. */
export const RECENT_MAX = 16;

export interface Reading {
  /** Identity of the card, or its code when that has none. */
  readonly key: string;
  readonly at: MonoUs;
}

/** The newest readings, each key once, the newest last; at most `RECENT_MAX`. */
export type Recent = readonly Reading[];

/** `identity`: the key is that of one physical card. */
export function isRepeat(recent: Recent, key: string, identity: boolean, t: MonoUs): boolean {
  const before = recent.find((reading) => reading.key === key);
  if (before === undefined) return false;
  // A card that was the last one to be read cannot be the next one too, however long it took.
  if (identity && recent.at(-1) === before) return true;
  return t - before.at < (identity ? SAME_CARD_US : SAME_CODE_US);
}

export function remember(recent: Recent, key: string, t: MonoUs): Recent {
  return [...recent.filter((reading) => reading.key !== key), { key, at: t }].slice(-RECENT_MAX);
}

/** What every card reader's session keeps, plain JSON. */
export interface ReaderState {
  readonly link: LinkState;
  readonly faults: FaultState;
  readonly attached: boolean;
  /** Passages reported so far: cards, unread cards and suspected repeats. */
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
export type ReaderContext = LinkContext & { -readonly [Key in keyof ReaderState]: ReaderState[Key] } & {
  readonly out: ShoeObservation[];
};

export const READER_START: ReaderState = {
  link: LINK_START,
  // An earlier session may have left these standing.
  faults: { standing: [], unsettled: LINK_FAULTS },
  attached: false,
  n: 0,
  recent: [],
  counted: { cards: 0, unread: 0, unknown: 0, repeats: 0 },
};

/** What left the reader from here on is not known, until it is attached again. */
export function emitGap(context: ReaderContext, why: Loss | "overflow"): void {
  if (context.attached) context.out.push({ o: "gap", why });
  context.attached = false;
}

/**
 * A reader has no warnings, no levels and no stages beside `during`; only a camera tells of a jam. It numbers what it reads, and nothing
 * else.
 */
export function attach(context: ReaderContext, during: ShoeStage, jam: JamPlace | null = null): void {
  if (context.attached) return;
  context.attached = true;
  context.out.push({ o: "attached", during, standing: { ...NOTHING_STANDING, jam }, uncounted: true });
}

/** Readers that send nothing without a card: their silence is no fault. */
export const QUIET_READER: LinkRules<ReaderContext> = { silenceUs: null, onGap: emitGap };

/** An open port is all that can be known of a quiet reader. */
export function attachOpened(context: ReaderContext): void {
  markReceived(context);
  attach(context, "ready");
}

/** Bytes of a quiet reader were lost: what left meanwhile is not known, and the port is still open. */
export function emitOverflow(context: ReaderContext): void {
  if (!context.attached) return;
  emitGap(context, "overflow");
  attach(context, "ready");
}

/** A card passed and is not known. Returns its number. */
export function emitUnread(context: ReaderContext, why: UnreadWhy): number {
  context.n += 1;
  context.counted = { ...context.counted, unread: context.counted.unread + 1 };
  context.out.push({ o: "card-unread", why, n: context.n });
  return context.n;
}

/** A code that was read correctly and belongs to no card: reported, and recorded as a fault. Its text is not passed on. */
export function emitUnknownCode(context: ReaderContext): void {
  const n = emitUnread(context, "unknown-code");
  context.counted = { ...context.counted, unknown: context.counted.unknown + 1 };
  context.out.push({ o: "fault", code: "unknown-card-code", detail: { n } });
}

/** The card that was just read may have been read already: a reader never knows. */
export function emitSuspectedRepeat(context: ReaderContext): void {
  context.n += 1;
  context.counted = { ...context.counted, repeats: context.counted.repeats + 1 };
  context.out.push({ o: "suspected-repeat", n: context.n, settled: "open" });
}

export interface Sighting {
  readonly face: Face;
  readonly deck: string | null;
  readonly id: string | null;
  readonly at: CardRead["at"];
}

export function emitCard(context: ReaderContext, { face, deck, id, at }: Sighting): void {
  context.n += 1;
  context.counted = { ...context.counted, cards: context.counted.cards + 1 };
  context.out.push({ o: "card", card: { n: context.n, face, back: null, deck, id, confidence: 1_000, at } });
}

/** Reports a reading with this key (the card's identity, or its code): as a card, or as one that was perhaps read already. */
export function emitSighting(context: ReaderContext, key: string, sighting: Sighting): void {
  const repeat = isRepeat(context.recent, key, sighting.id !== null, context.t);
  context.recent = remember(context.recent, key, context.t);
  if (repeat) emitSuspectedRepeat(context);
  else emitCard(context, sighting);
}
