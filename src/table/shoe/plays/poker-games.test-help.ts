import { QUALIFYING } from "../../../../hw-sim/people/cards/law/qualifying.test-help.ts";
import { RANKINGS, THREE_CARD_RANKINGS } from "../../../../hw-sim/people/cards/law/rankings.ts";
import type { CardGame, DealStep, HandFrom, OutcomeRule, Portion } from "../../../rules/card-game.ts";

/** The poker games of the catalogues as packs state them, without their citations. */

export type PlayedGame = Pick<CardGame, "deal"> & { readonly outcome: OutcomeRule };

const cite = { section: "test", lines: [1, 1] } as const;
type Up = Portion["up"];

export const portion = (hand: Portion["hand"], cards: number, up: Up): Portion => ({ hand, cards, up });
const deal = (times: number, ...to: Portion[]): DealStep => ({ step: "deal", to, times, cite });
const seats = (cards: number, up: Up): Portion => portion("seats", cards, up);
const bank = (cards: number, up: Up): Portion => portion("bank", cards, up);
const board = (cards: number, up: Up): Portion => portion("board", cards, up);
const BURN = portion("burnt", 1, "none");

const turn = (hand: "seats" | "bank" | "board", cards?: number): DealStep => ({
  step: "turn",
  hands: [hand],
  ...(cards === undefined ? {} : { cards }),
  cite,
});
const SHOWDOWN: DealStep = { step: "turn", hands: ["seats"], orFold: true, cite };
const DECIDE: DealStep = { step: "say", moves: ["bet", "fold"], order: "any", cite };
const MAY_BUY: DealStep = { step: "say", moves: ["bet", "fold", "exchange"], order: "any", cite };
const INTERVAL: DealStep = { step: "say", moves: ["fold"], order: "interval", cite };
const BUTTON: DealStep = { step: "first-seat", by: "button", cite };
const SHOW = [turn("bank"), turn("seats")];

const byFives = (bankUp: Up, fromMachine: Up = bankUp): DealStep => ({
  step: "deal",
  to: [seats(1, "none"), bank(1, bankUp)],
  times: 5,
  ifPackets: [seats(5, "none"), bank(5, fromMachine)],
  cite,
});

const TRIJOKER = [
  deal(2, seats(1, "none"), board(1, "none")),
  deal(1, seats(1, "none")),
  turn("board", 1),
  turn("board", 2),
  turn("seats"),
];
const STREETS = [
  INTERVAL,
  deal(1, BURN, board(3, "all")),
  INTERVAL,
  deal(1, BURN, board(1, "all")),
  INTERVAL,
  deal(1, BURN, board(1, "all")),
  INTERVAL,
  SHOWDOWN,
];
const HOLDEM_BANK = [
  deal(2, seats(1, "none"), bank(1, "none")),
  DECIDE,
  deal(1, BURN, board(3, "all")),
  deal(2, BURN, board(1, "all")),
  ...SHOW,
];
const sevenStud = (...dead: Portion[]): DealStep[] => [
  BUTTON,
  deal(2, seats(1, "none")),
  deal(1, seats(1, "all"), ...dead),
  INTERVAL,
  ...[1, 2, 3].flatMap(() => [deal(1, seats(1, "all"), ...dead), INTERVAL]),
  deal(1, seats(1, "none")),
  INTERVAL,
  SHOWDOWN,
];
const PAI_GOW: DealStep[] = [
  { step: "first-seat", by: "dice", count: { bankAt: [1, 8, 15], counted: null, thrownFrom: ["cup"] }, cite },
  {
    step: "deal",
    to: [portion("places", 7, "none")],
    times: 1,
    ifPackets: [portion("places", 7, "none")],
    cite,
  },
  { step: "set", cite },
];

type BankPoker = OutcomeRule & { kind: "bank-poker" };
const against = (
  from: HandFrom,
  ranking: BankPoker["ranking"],
  qualifies: BankPoker["qualifies"],
): BankPoker => ({
  kind: "bank-poker",
  from,
  ranking,
  qualifies,
  cite,
});
const ends = (rule: BankPoker): BankPoker => ({ ...rule, endsUnqualified: true });
type TablePoker = OutcomeRule & { kind: "table-poker" };
const among = (from: HandFrom, ranking: TablePoker["ranking"]): TablePoker => ({
  kind: "table-poker",
  from,
  ranking,
  cite,
});

export const GAMES = {
  "cl/caribbean-poker": {
    deal: [byFives("last"), DECIDE, ...SHOW],
    outcome: ends(against("own", RANKINGS["cl/five-cards"], QUALIFYING["cl/caribbean-poker"])),
  },
  "cl/caribbean-poker-plus": {
    deal: [byFives("last"), DECIDE, { step: "exchange", atMost: 1, cite }, ...SHOW],
    outcome: ends(against("own", RANKINGS["cl/five-cards"], QUALIFYING["cl/caribbean-poker"])),
  },
  "cl/draw-poker": {
    deal: [
      byFives("none"),
      DECIDE,
      { step: "exchange", atMost: 2, bank: { ranking: RANKINGS["cl/five-cards"] }, cite },
      turn("seats"),
    ],
    outcome: ends(against("own", RANKINGS["cl/five-cards"], QUALIFYING["cl/draw-poker"])),
  },
  "cl/poker-tres-cartas": {
    deal: [deal(3, seats(1, "none"), bank(1, "none")), DECIDE, ...SHOW],
    outcome: ends(against("own", THREE_CARD_RANKINGS["cl/three-cards"], QUALIFYING["cl/poker-tres-cartas"])),
  },
  "cl/go-poker": {
    deal: TRIJOKER,
    outcome: {
      kind: "pay-table-poker",
      from: "own-and-board",
      ranking: RANKINGS["cl/five-cards"],
      least: QUALIFYING["cl/go-poker"],
      cite,
    },
  },
  "cl/stud-poker": {
    deal: [
      BUTTON,
      deal(1, seats(1, "none")),
      ...[1, 2, 3, 4].flatMap(() => [deal(1, seats(1, "all")), INTERVAL]),
      SHOWDOWN,
    ],
    outcome: among("own", RANKINGS["cl/five-cards"]),
  },
  "cl/seven-stud-poker": { deal: sevenStud(BURN), outcome: among("best-of-all", RANKINGS["cl/five-cards"]) },
  "cl/texas-holdem-con-limites": {
    deal: [BUTTON, deal(2, seats(1, "none")), ...STREETS],
    outcome: among("best-of-all", RANKINGS["cl/five-cards"]),
  },
  "cl/omaha-poker": {
    deal: [BUTTON, deal(4, seats(1, "none")), ...STREETS],
    outcome: among("two-own-three-board", RANKINGS["cl/five-cards"]),
  },
  "cl/texas-holdem-plus": {
    deal: [
      deal(2, seats(1, "none"), bank(1, "none")),
      deal(1, BURN, board(3, "all"), board(2, "none")),
      DECIDE,
      turn("board"),
      ...SHOW,
    ],
    outcome: ends(against("best-of-all", RANKINGS["cl/five-cards"], QUALIFYING["cl/texas-holdem-plus"])),
  },
  "cl/texas-holdem-bonus": {
    deal: [BUTTON, ...HOLDEM_BANK],
    outcome: against("best-of-all", RANKINGS["cl/five-cards"], null),
  },
  "es-cb/poker-sin-descarte": {
    deal: [byFives("last"), MAY_BUY, ...SHOW],
    outcome: against("own", RANKINGS["es-cb/sin-descarte"], QUALIFYING["es-cb/poker-sin-descarte"]),
  },
  "es-cb/poker-trijoker": {
    deal: TRIJOKER,
    outcome: {
      kind: "pay-table-poker",
      from: "own-and-board",
      ranking: RANKINGS["es-cb/trijoker"],
      least: QUALIFYING["es-cb/poker-trijoker"],
      cite,
    },
  },
  "es-cb/pai-gow-poker": {
    deal: PAI_GOW,
    outcome: { kind: "pai-gow", ranking: RANKINGS["es-cb/pai-gow"], cite },
  },
  "es-cb/poker-tres-cartas": {
    deal: [deal(3, seats(1, "none"), bank(1, "none")), DECIDE, ...SHOW],
    outcome: against("own", THREE_CARD_RANKINGS["es-cb/three-cards"], QUALIFYING["cl/poker-tres-cartas"]),
  },
  "es-cb/poker-texas-holdem-bonus": {
    deal: HOLDEM_BANK,
    outcome: against("best-of-all", RANKINGS["es-cb/holdem"], null),
  },
  "es-pv/poker-sin-descarte": {
    deal: [byFives("last"), DECIDE, ...SHOW],
    outcome: ends(against("own", RANKINGS["es-pv/sin-descarte"], QUALIFYING["es-pv/poker-sin-descarte"])),
  },
  "es-pv/poker-sintetico": {
    deal: [
      BUTTON,
      deal(2, seats(1, "none")),
      deal(1, board(5, "first")),
      INTERVAL,
      ...[2, 3, 4, 5].flatMap((cards) => [turn("board", cards), INTERVAL]),
      SHOWDOWN,
    ],
    outcome: among("two-own-three-board", RANKINGS["es-pv/sintetico-28"]),
  },
  "es-pv/seven-card-stud": {
    deal: sevenStud(),
    outcome: among("best-of-all", RANKINGS["es-pv/seven-card-stud"]),
  },
  "es-pv/pai-gow-poker": {
    deal: PAI_GOW,
    outcome: { kind: "pai-gow", ranking: RANKINGS["es-pv/pai-gow"], cite },
  },
  "es-ga/poker-sin-descarte": {
    deal: [byFives("first", "last"), MAY_BUY, ...SHOW],
    outcome: against("own", RANKINGS["es-ga/sin-descarte"], QUALIFYING["es-ga/poker-sin-descarte"]),
  },
  "es-ga/poker-trijoker": {
    deal: TRIJOKER,
    outcome: {
      kind: "pay-table-poker",
      from: "own-and-board",
      ranking: RANKINGS["es-ga/trijoker"],
      least: QUALIFYING["es-ga/poker-trijoker"],
      cite,
    },
  },
  "es-ga/poker-cubierto": {
    deal: [deal(5, seats(1, "none")), INTERVAL, { step: "exchange", atMost: 5, cite }, INTERVAL, SHOWDOWN],
    outcome: among("own", RANKINGS["es-ga/cubierto-52"]),
  },
  "es-ga/holdem": {
    deal: [deal(2, seats(1, "none")), ...STREETS],
    outcome: among("best-of-all", RANKINGS["es-ga/circulo-52"]),
  },
} as const satisfies Record<string, PlayedGame>;

export type GameName = keyof typeof GAMES;
