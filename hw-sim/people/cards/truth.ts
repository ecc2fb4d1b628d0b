import type { Face } from "../../../src/cards/card.ts";
import type { HandName, Outcome } from "./cloth.ts";
import type { Dealing } from "./dealing.ts";

/** What happened in a round and is not as it should be, in the words of the facts (`src/rules/vocabulary/shoe.ts`). */
export type TrueFacts = Readonly<Record<string, string | boolean | number>>;

/** A rule that people declared, and for which hand. */
export interface Declared {
  readonly rule: string;
  readonly hand: HandName | null;
}

/** Where the cards of the loaded decks truly are. */
export interface TrueCounts {
  readonly inside: number;
  readonly table: number;
  readonly burnt: number;
  readonly discard: number;
}

/** One round as it truly was. */
export interface RoundTruth {
  /** Its number on the screen. */
  readonly round: number;
  /** The faults that were put into it. */
  readonly faults: readonly string[];
  /** All that was extraordinary. Every other fact had its ordinary value. */
  readonly facts: TrueFacts;
  /** The facts as they stood whenever one came about; absent: all stood together. */
  readonly moments?: readonly TrueFacts[];
  /** Facts of these that left no trace at any sensor. */
  readonly unseen: readonly string[];
  readonly declared: readonly Declared[];
  /** Why no machine may certify this round, whatever the law says: `unread`, `gap` … */
  readonly doubts: readonly string[];
  /** Why a person may rightly be asked, though a right result is as good. */
  readonly excuses?: readonly string[];
  /** Mistakes at the table that left no trace at any sensor and were told to nobody: what the machine says of it cannot be right. */
  readonly unobservable?: readonly string[];
  /** Null: the round never came to its end. */
  readonly outcome: Outcome | null;
  /** A face was named by people. */
  readonly isNamed: boolean;
  /** Annulled before it began, for what happened after the round before. */
  readonly isCarried: boolean;
  readonly hands: readonly { readonly hand: HandName; readonly faces: readonly Face[] }[];
  /** At the instant of the verdict; null: what left cannot be known to the machine. */
  readonly counts: TrueCounts | null;
  /** Face-down cards: what their commitments must open to. */
  readonly hidden: readonly { readonly n: number; readonly face: Face }[];
  /** Declarations of the pack's own rules that the unit refused; wrong keys that it took. */
  readonly refused: readonly string[];
  readonly wronglyTaken: readonly string[];
}

/** A round as it truly was, at the instant at which nobody deals on. */
export function truthOf(dealing: Dealing, outcome: Outcome | null): RoundTruth {
  const { machine, side } = dealing.parts;
  const { cloth } = dealing;
  const isCountable =
    dealing.excuses.size === 0 &&
    !machine.isBlind &&
    !dealing.doubts.has("gap") &&
    !dealing.doubts.has("exchanged") &&
    machine.loadFault === null;
  const table =
    cloth.allCards().length + dealing.setAside.length + dealing.besideCards.length + dealing.carried.length;
  const counts = {
    inside: machine.inside.length,
    table,
    burnt: machine.burnt.length,
    discard: machine.discard.length + dealing.exchanged.length,
  };
  return {
    round: side.screen.round,
    faults: [...dealing.faults, ...[...dealing.unobservable].filter((one) => one.startsWith("burn-"))],
    facts: { ...dealing.facts },
    moments: [...dealing.moments],
    unseen: [...dealing.unseen],
    declared: [...dealing.declared],
    doubts: [...dealing.doubts],
    excuses: [...dealing.excuses],
    unobservable: [...dealing.unobservable],
    outcome,
    isNamed: dealing.named.size > 0,
    isCarried: false,
    hands: [...cloth.hands.values()].map(({ name, cards }) => ({
      hand: name,
      faces: cards.map(({ card }) => card.face),
    })),
    counts: isCountable ? counts : null,
    // The numbers of what the machine may have missed are not its numbers.
    hidden: (isCountable ? cloth.allCards() : [])
      .filter(({ up, unread }) => !up && !unread)
      .map(({ n, card }) => ({ n, face: card.face })),
    refused: dealing.refused,
    wronglyTaken: dealing.wronglyTaken,
  };
}

/** A round in which nobody dealt. */
export const UNDEALT_ROUND = {
  isCarried: false,
  counts: null,
  faults: [],
  facts: {},
  unseen: [],
  declared: [],
  doubts: [],
  outcome: null,
  isNamed: false,
  hands: [],
  hidden: [],
  refused: [],
  wronglyTaken: [],
} as const;
