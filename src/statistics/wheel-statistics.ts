import type { WheelPack } from "../rules/pack.ts";
import { coldest, hottest, seenOf, standingsOf, type Seen, type Standings } from "./counted.ts";
import type { PlayedRound, Standing } from "./played-rounds.ts";

/** What a wheel's statistics need of its pack. */
export interface WheelGame {
  readonly kind: "wheel";
  /** Names clockwise; a name that stands there more than once is there as often. */
  readonly ring: readonly string[];
  /** False: each house's wheel has an order of its own, and none is drawn. */
  readonly isOrderKnown: boolean;
  /** Sets of pockets that win together, in the pack's order. */
  readonly suertes: readonly {
    readonly id: string;
    readonly group: string;
    readonly pockets: readonly string[];
  }[];
}

export const wheelGameOf = ({ wheel, suertes }: WheelPack): WheelGame => ({
  kind: "wheel",
  ring: wheel.pockets,
  isOrderKnown: wheel.basis !== "inferred",
  suertes: suertes.map(({ id, group, pockets }) => ({ id, group, pockets })),
});

/** Numbers that hot and cold have each. */
export const HOT_AND_COLD = 5;

/**
 * Parts of the European ring that players bet on by these names, each clockwise (announced bets of the French table: voisins du zéro,
 * orphelins, tiers du cylindre). `orphans` lie in two arcs.
 */
export const SECTORS = {
  neighbours: "22 18 29 7 28 12 35 3 26 0 32 15 19 4 21 2 25".split(" "),
  orphans: "17 34 6 1 20 14 31 9".split(" "),
  third: "27 13 36 11 30 8 23 10 5 24 16 33".split(" "),
} as const;
export type Sector = keyof typeof SECTORS;

/** Places of the ring beside each other that belong to one sector, clockwise, and how often a number of them came. */
export interface SectorArc {
  readonly sector: Sector;
  /** The first place, from 0. */
  readonly from: number;
  readonly places: number;
  readonly count: number;
}

export interface WheelStatistics extends Standings {
  readonly kind: "wheel";
  /** Newest first, rounds without a result among them. */
  readonly last: readonly {
    readonly round: number;
    readonly pocket: string | null;
    readonly standing: Standing;
    readonly isOverruled: boolean;
  }[];
  /** Every name of the ring once, in its order. */
  readonly numbers: readonly Seen[];
  readonly hot: readonly Seen[];
  readonly cold: readonly Seen[];
  readonly suertes: readonly { readonly id: string; readonly group: string; readonly count: number }[];
  /** Results in none of the suertes of colour: zeros, the five of a bowl. */
  readonly special: number;
  /** How often each place of the ring came, by its place; null: its order is not known. */
  readonly ring: readonly { readonly pocket: string; readonly count: number }[] | null;
  /** Null: the ring is another one. */
  readonly sectors: Readonly<Record<Sector, number>> | null;
  /** Where the sectors lie on the ring; none where there are no sectors. */
  readonly arcs: readonly SectorArc[];
  /** The newest time that one number came twice running: how many rounds ago the second was. */
  readonly repeat: { readonly pocket: string; readonly ago: number } | null;
}

/** `rounds`: those of the span, oldest first. */
export function wheelStatistics(rounds: readonly PlayedRound[], game: WheelGame): WheelStatistics {
  const newestFirst = rounds.toReversed();
  const came = newestFirst.flatMap(({ outcome }) => (outcome?.of === "wheel" ? [outcome] : []));
  const pockets = came.map(({ pocket }) => pocket);
  const names = [...new Set(game.ring)];
  const numbers = seenOf(names, pockets);
  const countOf = (set: readonly string[]): number => pockets.filter((pocket) => set.includes(pocket)).length;
  const ring = ringOf(game, came);
  const hasSectors = isEuropean(game.ring);
  const coloured = game.suertes.filter(({ group }) => group === "colour").flatMap((suerte) => suerte.pockets);
  return {
    kind: "wheel",
    ...standingsOf(rounds),
    last: newestFirst.map(({ round, outcome, standing, isOverruled }) => ({
      round,
      pocket: outcome?.of === "wheel" ? outcome.pocket : null,
      standing,
      isOverruled,
    })),
    numbers,
    hot: hottest(numbers, HOT_AND_COLD),
    cold: coldest(numbers, HOT_AND_COLD),
    suertes: game.suertes.map(({ id, group, pockets: set }) => ({ id, group, count: countOf(set) })),
    special: coloured.length === 0 ? 0 : pockets.length - countOf(coloured),
    ring,
    sectors: hasSectors
      ? {
          neighbours: countOf(SECTORS.neighbours),
          orphans: countOf(SECTORS.orphans),
          third: countOf(SECTORS.third),
        }
      : null,
    arcs: hasSectors && ring !== null ? arcsOf(ring) : [],
    repeat: repeatOf(pockets),
  };
}

/** A name that stands once has its place; of one that stands more often the device has to have told which. */
function ringOf(
  { ring, isOrderKnown }: WheelGame,
  came: readonly { readonly pocket: string; readonly cell: number | null }[],
): WheelStatistics["ring"] {
  if (!isOrderKnown) return null;
  return ring.map((pocket, at) => {
    const isOnly = ring.indexOf(pocket) === ring.lastIndexOf(pocket);
    return {
      pocket,
      count: came.filter((one) => one.pocket === pocket && (isOnly || one.cell === at)).length,
    };
  });
}

function arcsOf(ring: NonNullable<WheelStatistics["ring"]>): readonly SectorArc[] {
  const names = Object.keys(SECTORS) as readonly Sector[];
  const sectors = ring.map(({ pocket }) => names.find((name) => SECTORS[name].some((one) => one === pocket)));
  const first = sectors.findIndex((sector, at) => sector !== sectors.at(at - 1));
  const arcs: SectorArc[] = [];
  for (let step = 0; step < ring.length; step++) {
    const at = (first + step) % ring.length;
    const [sector, count, last] = [sectors[at], ring[at]?.count ?? 0, arcs.at(-1)];
    if (sector === undefined) continue;
    if (last?.sector === sector)
      arcs.splice(-1, 1, { ...last, places: last.places + 1, count: last.count + count });
    else arcs.push({ sector, from: at, places: 1, count });
  }
  return arcs;
}

function repeatOf(newestFirst: readonly string[]): WheelStatistics["repeat"] {
  for (const [ago, pocket] of newestFirst.entries())
    if (newestFirst[ago + 1] === pocket) return { pocket, ago };
  return null;
}

/** The ring in which the three sectors are arcs: 0 32 15 19 … 26, clockwise from zero. */
function isEuropean(ring: readonly string[]): boolean {
  if (ring.length !== 37) return false;
  const from = ring.indexOf(SECTORS.neighbours[0] ?? "");
  const arc = SECTORS.neighbours.map((_, at) => ring[(from + at) % ring.length]);
  return from >= 0 && arc.join(" ") === SECTORS.neighbours.join(" ");
}
