import { z } from "zod";
import type { Tableau } from "../cards/baccarat/tableau.ts";
import { RANKS } from "../cards/card.ts";
import { CATEGORIES, type Category } from "../cards/poker/category.ts";
import type { Qualifying, Ranking } from "../cards/poker/ranking.ts";
import type { PaiGowCount } from "./pai-gow-first.ts";
import { prose } from "./common-schema.ts";

/** One letter a cell: T draws, P stands, O may do either, U not decided by the law. */
const CELLS = "T (draws), P (stands), O (either) or U (not decided)";
const row = (cells: number, of: string): z.ZodString =>
  z.string().regex(new RegExp(`^[TPOU]{${cells}}$`), `must have ${cells} cells, ${of}, each ${CELLS}`);
const bancaRow = row(11, "for the punto's third card 0 to 9 and for a punto who stood");

/** A table of third cards: as many cells as the print has, no more and no fewer. */
export const tableauSchema: z.ZodType<Tableau> = z.strictObject({
  punto: row(8, "for his points 0 to 7"),
  banca: z.tuple(
    [bancaRow, bancaRow, bancaRow, bancaRow, bancaRow, bancaRow, bancaRow, bancaRow],
    "must have 8 rows, for the banca's points 0 to 7",
  ),
  bancaIs: z.enum(["bound", "free"]),
  cardAfterBancaNatural: z.enum(["never", "forfeits-laying-down"]),
  twoCardEightWins: z.boolean(),
  source: prose,
});

/** What a ranking of so many cards cannot do without. */
const NEEDED: Readonly<Record<Ranking["cards"], readonly Category[]>> = {
  3: ["high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush"],
  5: [
    ...(["high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush"] as const),
    ...(["full-house", "four-of-a-kind", "straight-flush", "royal-flush"] as const),
  ],
};

const category = z.enum(CATEGORIES);

export const rankingSchema: z.ZodType<Ranking> = z
  .strictObject({
    order: z.array(category).max(CATEGORIES.length),
    cards: z.union([z.literal(3), z.literal(5)]),
    pack: z.union([z.literal(52), z.literal(32), z.literal(28)]),
    joker: z.boolean(),
    lowAce: z.enum(["below-lowest", "not-stated"]),
    lowAceStraight: z.enum(["lowest", "second-highest"]),
    comparedBy: z.partialRecord(category, z.int().min(1).max(5)),
    source: prose,
  })
  .superRefine(({ order, cards, joker, comparedBy }, ctx) => {
    const fault = (path: string, message: string): void =>
      ctx.addIssue({ code: "custom", path: [path], message });
    const twice = order.find((one, at) => order.indexOf(one) !== at);
    if (twice !== undefined) fault("order", `"${twice}" is there twice`);
    const needed = joker ? [...NEEDED[cards], "five-of-a-kind" as const] : NEEDED[cards];
    const missing = needed.filter((one) => !order.includes(one));
    if (missing.length > 0) fault("order", `${missing.join(", ")} is missing: every hand must have a place`);
    const unknown = Object.keys(comparedBy).find((one) => !order.some((known) => known === one));
    if (unknown !== undefined) fault("comparedBy", `"${unknown}" is not in the order`);
  });

export const qualifyingSchema: z.ZodType<Qualifying> = z.strictObject({
  category,
  ranks: z.array(z.enum(RANKS)).max(5),
  source: prose,
});

export const paiGowCountSchema: z.ZodType<PaiGowCount> = z.strictObject({
  bankAt: z.array(z.int().min(1).max(18)).min(1).max(3),
  counted: z.enum(["clockwise", "anticlockwise"]).nullable(),
  thrownFrom: z
    .array(z.enum(["cup", "shaker"]))
    .min(1)
    .max(2),
});
