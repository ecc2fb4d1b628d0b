import { TABLEAUX, type TableauId } from "../../../../hw-sim/people/cards/law/tableaux.test-help.ts";
import type { Tableau } from "../../../cards/baccarat/tableau.ts";
import type { ColourRule } from "../../../cards/treinta-y-cuarenta.ts";
import type { DealStep, Portion, Receiver } from "../../../rules/card-game.ts";
import type { Game } from "./play.test-help.ts";

/** The games of third cards, rows, war and black-jack as packs state them. */
const cite = { section: "test", lines: [1, 1] } as const;

const one = (hand: Receiver, up: Portion["up"]): Portion => ({ hand, cards: 1, up });
const twice = (up: Portion["up"], ...hands: Receiver[]): DealStep => ({
  step: "deal",
  to: hands.map((hand) => one(hand, up)),
  times: 2,
  cite,
});
const once = (...hands: Receiver[]): DealStep => ({
  step: "deal",
  to: hands.map((hand) => one(hand, "all")),
  times: 1,
  cite,
});

/** Face up, as in Chile (III.2.5, ll. 1764–1768). */
export const faceUp = (name: TableauId): Game => faceUpBy(TABLEAUX[name]);
const faceUpBy = (tableau: Tableau): Game => ({
  deal: [twice("all", "punto", "banca"), { step: "third-card", tableau, cite }],
  outcome: { kind: "punto-y-banca", tableau, cite },
});

/** Midi and mini of Chile: face down, turned in any order before the third cards (ll. 1576–1578). */
export const MIDI: Game = {
  deal: [
    twice("none", "punto", "banca"),
    { step: "turn", hands: ["punto", "banca"], cite },
    { step: "third-card", tableau: TABLEAUX["cl/punto-y-banca"], cite },
  ],
  outcome: { kind: "punto-y-banca", tableau: TABLEAUX["cl/punto-y-banca"], cite },
};

export const chemin = (name: TableauId): Game => cheminBy(TABLEAUX[name]);
const cheminBy = (tableau: Tableau): Game => ({
  deal: [
    twice("none", "punto", "banca"),
    { step: "third-card", tableau, cite },
    { step: "turn", hands: ["punto", "banca"], cite },
  ],
  outcome: { kind: "punto-y-banca", tableau, cite },
});

export const dosPanos = (name: TableauId): Game => dosPanosBy(TABLEAUX[name]);
const dosPanosBy = (tableau: Tableau): Game => ({
  deal: [
    twice("none", "cloth-1", "cloth-2", "banca"),
    { step: "third-card-two-cloths", tableau, cite },
    { step: "turn", hands: ["cloth-1", "cloth-2", "banca"], cite },
  ],
  outcome: { kind: "two-cloths", tableau, cite },
});

const COLOURS = {
  cl: "first-card-of-winning-row",
  "es-cb": "first-card-of-black-row",
  "es-pv": "first-card-of-black-row",
} as const;
export const rows = (place: keyof typeof COLOURS): Game => rowsBy(COLOURS[place]);
const rowsBy = (colour: ColourRule): Game => ({
  deal: [{ step: "rows", colour, cite }],
  outcome: { kind: "treinta-y-cuarenta", colour, cite },
});

export const WAR: Game = {
  deal: [once("seats", "bank"), { step: "war", burn: 3, cite }],
  outcome: { kind: "war", cite },
};

type Players = Extract<DealStep, { step: "twenty-one-players" }>;
const players = (patch: Partial<Players>): DealStep => ({
  step: "twenty-one-players",
  moves: ["card", "stand", "double", "split", "surrender", "insurance"],
  mostHands: 4,
  splitAcesOneCard: true,
  cite,
  ...patch,
});
const DEALT = [once("seats", "bank"), once("seats")];

/** Chile, III.1.5.1, with Perfect Pairs. */
export const BLACK_JACK_CL: Game = {
  deal: [
    ...DEALT,
    players({ doubleOn: [9, 10, 11] }),
    { step: "twenty-one-bank", soft: "stands", shortcuts: true, cite },
  ],
  outcome: { kind: "twenty-one", perfectPairs: true, cite },
};

/** Cantabria, A.4: retiro until the first third card, double on any two cards. */
export const BLACK_JACK_CB: Game = {
  deal: [
    ...DEALT,
    players({
      acesNotDoubled: true,
      surrender: { againstAce: false, afterSplit: false, until: "first-card" },
    }),
    { step: "twenty-one-bank", soft: "stands", cite },
  ],
  outcome: { kind: "twenty-one", cite },
};

export const BLACK_JACK_PV: Game = {
  deal: [
    ...DEALT,
    players({ moves: ["card", "stand", "double", "split", "insurance"], doubleOn: [9, 10, 11] }),
    { step: "twenty-one-bank", soft: "stands", cite },
  ],
  outcome: { kind: "twenty-one", acesOfDoubled: "not-stated", cite },
};

export const CANAL_21: Game = {
  deal: [
    ...DEALT,
    players({
      mostHands: 20,
      resplitAces: true,
      insuranceOn: "ace-or-ten",
      doubleOn: Array.from({ length: 19 }, (_, at) => at + 2),
      surrender: { againstAce: true, afterSplit: true, until: "own-turn" },
    }),
    { step: "twenty-one-bank", soft: "draws", shortcuts: "first-card", cite },
    { step: "war", burn: 0, after: "twenty-one", cite },
  ],
  outcome: { kind: "twenty-one", tieBreak: true, cite },
};

const bank = (patch: { onlyIfBet?: true } = {}): DealStep => ({
  step: "twenty-one-bank",
  soft: "stands",
  shortcuts: true,
  cite,
  ...patch,
});
export const CHALLENGE_21: Game = {
  deal: [
    { step: "say", moves: ["bet", "check"], order: "any", cite },
    ...DEALT,
    players({ doubleOn: [9, 10, 11] }),
    bank(),
    bank(),
    bank({ onlyIfBet: true }),
  ],
  outcome: { kind: "twenty-one", bankHands: 3, cite },
};
