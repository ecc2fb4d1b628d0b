import type { Dealing } from "./dealing.ts";
import type { Outcome } from "./cloth.ts";
import type { RoundTruth } from "./truth.ts";

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
    isNamed: dealing.isNamed,
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
