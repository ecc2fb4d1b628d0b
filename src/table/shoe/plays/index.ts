import type { DealStep, OutcomeRule } from "../../../rules/card-game.ts";
import { oneClothOutcome, twoClothsOutcome } from "./baccarat.ts";
import { dealPlay, turnPlay } from "./deal.ts";
import { exchangePlay } from "./exchange.ts";
import { firstSeatPlay, paiGowOutcome, setPlay } from "./pai-gow.ts";
import type { OutcomePlay, StepPlay } from "./play.ts";
import { bankPokerOutcome, payTableOutcome, tablePokerOutcome } from "./poker.ts";
import { rowsOutcome, rowsPlay } from "./rows.ts";
import { sayPlay } from "./say.ts";
import { twoClothsPlay } from "./third-card-cloths.ts";
import { thirdCardPlay } from "./third-card.ts";
import { twentyOneOutcomePlay } from "./twenty-one-outcome.ts";
import { bankPlay, playersPlay } from "./twenty-one.ts";
import { warOutcomePlay, warPlay } from "./war.ts";

/** Every kind of step that a pack may name, by its word. */
const STEPS: Readonly<Record<DealStep["step"], StepPlay>> = {
  deal: dealPlay,
  turn: turnPlay,
  "third-card": thirdCardPlay,
  "third-card-two-cloths": twoClothsPlay,
  rows: rowsPlay,
  war: warPlay,
  "twenty-one-players": playersPlay,
  "twenty-one-bank": bankPlay,
  say: sayPlay,
  exchange: exchangePlay,
  set: setPlay,
  "first-seat": firstSeatPlay,
};

/** Every kind of outcome that a pack may name, by its word. */
const OUTCOMES: Readonly<Record<OutcomeRule["kind"], OutcomePlay>> = {
  "punto-y-banca": oneClothOutcome,
  "two-cloths": twoClothsOutcome,
  "treinta-y-cuarenta": rowsOutcome,
  war: warOutcomePlay,
  "twenty-one": twentyOneOutcomePlay,
  "bank-poker": bankPokerOutcome,
  "table-poker": tablePokerOutcome,
  "pay-table-poker": payTableOutcome,
  "pai-gow": paiGowOutcome,
};

/** How a step of the deal is played. */
export const stepPlay = (step: DealStep): StepPlay => STEPS[step.step];

/** How the cards decide a game. */
export const outcomePlay = (rule: OutcomeRule): OutcomePlay => OUTCOMES[rule.kind];
