import type { Text } from "../text/language.ts";
import { textsOf } from "../text/text-of.ts";
import type { OutcomeRule } from "./card-game.ts";
import mostStakedTimes from "./most-staked.json" with { type: "json" };
import { dicePack, rulebookName, type CardPack, type Pack } from "./pack.ts";

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

/**
 * What may be staked at the most on a suerte, in times of the minimum of the table, where a catalogue says so in a number. It is no part of
 * a judgement: the limits that a house shows are held against it. Chile leaves the limits to the plan of the casino (4.2), Asturias and
 * Galicia to what each casino is authorised for.
 */
export interface MostStaked {
  readonly times: number;
  /** Where in the law, as its rulebooks cite it. */
  readonly cite: string;
}

type Times = Readonly<Record<string, number>>;

/** By rulebook and edition. `all`: every suerte. A bowl's simple suertes may have 200 to 500 times the minimum: the most counts. */
const MOST: Readonly<Record<string, { readonly cite: string; readonly of: Times; readonly all?: number }>> =
  mostStakedTimes;

/** The rulebooks that say it in a number. */
export const SAYS_MOST: readonly string[] = Object.keys(MOST);

/** What may be staked at the most on one of a rulebook's stakes; null: it does not say. */
export function mostStaked(
  pack: Pick<Pack, "jurisdiction" | "game" | "edition">,
  stake: string,
): MostStaked | null {
  const said = MOST[rulebookName(pack)];
  const times = said?.of[stake] ?? said?.all;
  return said === undefined || times === undefined ? null : { times, cite: said.cite };
}
