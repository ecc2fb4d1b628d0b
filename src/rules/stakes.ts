import type { Text } from "../text/language.ts";
import { textsOf } from "../text/text-of.ts";
import type { OutcomeRule } from "./card-game.ts";
import { dicePack, type CardPack, type Pack } from "./pack.ts";

/** Something that can be staked on: a suerte, or a kind of bet. */
export interface Stake {
  readonly id: string;
  readonly name: Text;
  /** What the rulebook pays besides the stake, `35:1`; null: it does not say, or not in one figure. */
  readonly pays: string | null;
}

const { hands, outcomes, moves, stakes } = textsOf("cards");

/** What is staked on in a game of cards that is decided so; `bet`: on the player's own hand. */
const OF_OUTCOMES: Readonly<Record<OutcomeRule["kind"], Readonly<Record<string, Text>>>> = {
  "punto-y-banca": { punto: hands.punto, banca: hands.banca, empate: outcomes.ties },
  "two-cloths": { "cloth-1": hands["cloth-1"], "cloth-2": hands["cloth-2"] },
  "treinta-y-cuarenta": {
    negro: hands["row-black"],
    rojo: hands["row-red"],
    color: outcomes.color,
    inverso: outcomes.inverso,
  },
  war: { apuesta: stakes.bet, empate: outcomes.ties },
  "twenty-one": { apuesta: stakes.bet, seguro: moves.insurance, "perfect-pairs": outcomes["perfect-pairs"] },
  "bank-poker": { apuesta: stakes.bet },
  "table-poker": { apuesta: stakes.bet },
  "pay-table-poker": { apuesta: stakes.bet },
  "pai-gow": { apuesta: stakes.bet },
};

/** All that can be staked on under a rulebook, in its order: kinds of bets first, then single suertes. */
export function stakesOf(pack: Pack): readonly Stake[] {
  if (pack.wheel !== undefined)
    return [
      ...(pack.bets ?? []).map(({ id, name, pays }) => ({ id, name, pays })),
      ...pack.suertes.map(({ id, name, pays }) => ({ id, name, pays: pays ?? null })),
    ];
  if (pack.cards !== undefined) return stakesOfCards(pack);
  return dicePack(pack).dice.suertes.map(({ id, name, pays }) => ({
    id,
    name,
    pays: typeof pays === "string" ? pays : null,
  }));
}

function stakesOfCards({ cards }: CardPack): readonly Stake[] {
  const { outcome, deal } = cards;
  const known = outcome === null ? { apuesta: stakes.bet } : OF_OUTCOMES[outcome.kind];
  const isInsured = deal.some((step) => step.step === "twenty-one-players" && step.moves.includes("insurance"));
  const hasPairs = outcome?.kind === "twenty-one" && outcome.perfectPairs === true;
  const isPlayed = (id: string): boolean =>
    id === "seguro" ? isInsured : id === "perfect-pairs" ? hasPairs : true;
  return Object.entries(known).flatMap(([id, name]) => (isPlayed(id) ? [{ id, name, pays: null }] : []));
}
