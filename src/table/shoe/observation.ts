import type { Face } from "../../cards/card.ts";
import type { FaultCode, Warning } from "../../codes/faults.ts";

/**
 * What a card device's session reports to the table: one vocabulary for reading shoes, shufflers, bar-code and radio readers
 * and camera shoes. A device judges nothing and knows no game; it reports which card passed, and what it could not read.
 *
 * A face in an observation is a secret until the table's own rules turn it up: nothing outside the judging process may see one
 * (no log, figure, page or fault detail carries a face).
 */
export type ShoeObservation =
  /**
   * The device speaks and its line is understood. `standing` is its whole state beside the stage: what is not among it does not stand,
   * whatever was told before. `uncounted`: it does not know how many cards left before, and the numbers of the next ones will not tell.
   */
  | {
      readonly o: "attached";
      readonly during: ShoeStage;
      readonly standing: ShoeStanding;
      readonly uncounted?: true;
    }
  | { readonly o: "stage"; readonly stage: ShoeStage }
  /** A card left the device, and its face was read. */
  | { readonly o: "card"; readonly card: CardRead }
  /** A card left the device, and its face is not known. `why` says what the reader could not do. */
  | { readonly o: "card-unread"; readonly why: UnreadWhy; readonly n: number }
  /**
   * The card that was read last may be the same physical card read twice: it would be number `n`. It is not counted until the
   * device reports which is true: card `n` follows, or this with `settled`, and then no card `n` left. `open`: the device never will.
   */
  | { readonly o: "suspected-repeat"; readonly n: number; readonly settled?: "same-card" | "open" }
  /** The cut card (carta de corte), or the stop card of a shoe, passed or is next at the exit. */
  | { readonly o: "cut-card"; readonly where: "next" | "passed" }
  /** Two cards or more left together: the exit is thicker than one card. */
  | { readonly o: "cards-stuck"; readonly atLeast: number }
  /**
   * A card lies face up inside the device or at its exit. `gone`: it lies there no more; if it left as a card, that was
   * reported before.
   */
  | { readonly o: "face-up"; readonly where: "inside" | "exit"; readonly gone?: true }
  | { readonly o: "lid"; readonly open: boolean }
  /** Cards left inside, as far as the device can tell. */
  | { readonly o: "level"; readonly atLeast: number; readonly atMost: number | null }
  | { readonly o: "jam"; readonly where: JamPlace; readonly during: ShoeStage }
  | { readonly o: "jam-cleared" }
  /** The device counted its cards. `unknown` of them could not be read or do not belong to the loaded decks. */
  | { readonly o: "count"; readonly cards: number; readonly expected: number; readonly unknown: number }
  /** A warning of the device that a person must acknowledge before play goes on (a red light that staff once ignored). */
  | { readonly o: "warning"; readonly code: Warning; readonly standing: boolean }
  /** A packet of `cards` cards was dealt (five at a time, three at a time). */
  | { readonly o: "packet"; readonly cards: number }
  /** Cards were fed back into a continuous machine. */
  | { readonly o: "fed-back"; readonly cards: number }
  /** Messages of the device were lost: what left it meanwhile is not known. */
  | {
      readonly o: "gap";
      readonly why: "port-gone" | "device-silent" | "device-garbled" | "restart" | "overflow";
    }
  | {
      readonly o: "fault" | "fault-cleared";
      readonly code: FaultCode;
      readonly detail: Readonly<Record<string, string | number>>;
    };

/** What stands in a device until it tells otherwise. A device that cannot tell of a thing has nothing of it standing. */
export interface ShoeStanding {
  readonly lidOpen: boolean;
  readonly jam: JamPlace | null;
  readonly warnings: readonly Warning[];
  /** Where a card lies face up. */
  readonly faceUp: readonly ("inside" | "exit")[];
  /** The number that the card has which may have been read twice; null: none. */
  readonly suspect: number | null;
}

export const NOTHING_STANDING: ShoeStanding = {
  lidOpen: false,
  jam: null,
  warnings: [],
  faceUp: [],
  suspect: null,
};

/** One card as it left the device. */
export interface CardRead {
  /** The device's own running number of cards, from 1 after each load; a jump is a card that was missed. */
  readonly n: number;
  readonly face: Face;
  readonly back: string | null;
  /** Deck identity, when the code carries one. */
  readonly deck: string | null;
  /**
   * Identity of the physical card, when the code carries one: without it a duplicate cannot be distinguished from a second
   * reading.
   */
  readonly id: string | null;
  /** How sure the reader is, thousandths. */
  readonly confidence: number;
  /** When in its passage the card was read: before it left, or as it left. */
  readonly at: "inside" | "exit";
}

export type UnreadWhy = "failed" | "low-confidence" | "blank" | "unknown-code" | "used" | "late";

/** What a card device is doing. `unknown` before the first message. */
export type ShoeStage =
  | "unknown"
  | "out-of-service"
  | "idle"
  | "loading"
  | "shuffling"
  | "verifying"
  | "sorting"
  | "ready"
  | "dealing"
  | "empty";

export type JamPlace = "inlet" | "shuffler" | "elevator" | "reader" | "exit" | "unknown";

/** How the cards leave a device. */
export type ShoeMode = "one-by-one" | "packets" | "continuous" | "sort";

/** The commands of the table to a card device. None of them contains a face, and none asks for one. */
export type ShoeCommand =
  | { readonly c: "self-test" }
  /** A person acknowledged the warning of this code, as its observation named it. */
  | { readonly c: "acknowledge"; readonly code: string }
  | { readonly c: "exit"; readonly locked: boolean }
  /** 1 to 52 cards at once. */
  | { readonly c: "packet"; readonly cards: number }
  | { readonly c: "mode"; readonly mode: ShoeMode };

const SHOE_COMMANDS: Readonly<Record<ShoeCommand["c"], true>> = {
  "self-test": true,
  acknowledge: true,
  exit: true,
  packet: true,
  mode: true,
};

/** Whether a command of a table is for its card device. */
export const isForShoe = (command: { readonly c: string }): command is ShoeCommand =>
  Object.hasOwn(SHOE_COMMANDS, command.c);
