import { describe, expect, it } from "vitest";
import type { DieFace } from "../dice/faces.ts";
import { countOf } from "./house-outcome.ts";
import { cardPack } from "./pack.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { type PaiGowLaw, type PaiGowTable, paiGowFirst } from "./pai-gow-first.ts";

/** As the packs hold it. */
const lawOf = (place: string): PaiGowLaw | null => countOf(cardPack(loadPack(`${place}/pai-gow-poker`).pack));
const PAI_GOW_COUNTS = { "es-cb": lawOf("es-cb")!, "es-pv": lawOf("es-pv")! };

/** All boxes are played, the croupier has the bank, the house counts the way the cards go. */
const FULL: PaiGowTable = { banker: 0, seats: [1, 2, 3, 4, 5, 6], counted: "clockwise" };

/** Three dice of this sum, 3 to 18. */
function dice(total: number): DieFace[] {
  const a = Math.min(6, total - 2);
  const b = Math.min(6, total - a - 1);
  return [a, b, total - a - b].map((spots) => `${spots}` as DieFace);
}

const named = (law: keyof typeof PAI_GOW_COUNTS, total: number, table: PaiGowTable): number | string => {
  const first = paiGowFirst(PAI_GOW_COUNTS[law], dice(total), table);
  return first.ok ? first.first : first.why;
};

describe.each(["es-cb", "es-pv"] as const)("the dice of pai gow in %s", (law) => {
  it.each([8, 15])("%i is always the bank's, whoever has it and whichever way the house counts", (total) => {
    expect(PAI_GOW_COUNTS[law].bankAt).toEqual([1, 8, 15]);
    for (const banker of [0, 1, 4, 6]) {
      expect(paiGowFirst(PAI_GOW_COUNTS[law], dice(total), { ...FULL, banker, counted: null })).toEqual({
        ok: true,
        total,
        position: 1,
        first: banker,
        basis: "derived",
        cite: PAI_GOW_COUNTS[law].cite,
      });
    }
  });

  it("counts seven places from the croupier: the croupier is 1, box 1 is 2, box 6 is 7", () => {
    const all = Array.from({ length: 16 }, (_, index) => named(law, index + 3, FULL));
    expect(all).toEqual([2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3]);
  });

  it("counts from a box that has the bank, past the croupier", () => {
    const from5: PaiGowTable = { ...FULL, banker: 5 };
    expect([9, 10, 11, 12, 13, 14].map((total) => named(law, total, from5))).toEqual([6, 0, 1, 2, 3, 4]);
  });

  it("the other way round, where the house has adopted that", () => {
    const back: PaiGowTable = { ...FULL, counted: "anticlockwise" };
    expect([9, 10, 11, 12, 13, 14].map((total) => named(law, total, back))).toEqual([6, 5, 4, 3, 2, 1]);
    expect([9, 10].map((total) => named(law, total, { ...back, banker: 1 }))).toEqual([0, 6]);
  });

  it("names nobody while neither law nor house says which way: the number alone is given", () => {
    expect(paiGowFirst(PAI_GOW_COUNTS[law], dice(11), { ...FULL, counted: null })).toEqual({
      ok: false,
      total: 11,
      position: 4,
      why: "direction-not-stated",
      cite: PAI_GOW_COUNTS[law].cite,
    });
  });

  it("a count in the way that the house adopted is inferred, and says so", () => {
    expect(paiGowFirst(PAI_GOW_COUNTS[law], dice(11), FULL)).toMatchObject({
      ok: true,
      position: 4,
      basis: "inferred",
    });
  });

  it("names nobody when the box is empty, and never passes on to the next", () => {
    const few: PaiGowTable = { ...FULL, seats: [1, 4] };
    expect([9, 10, 12].map((total) => named(law, total, few))).toEqual([1, "place-empty", 4]);
    expect(named(law, 10, { ...few, banker: 4, counted: "clockwise" })).toBe("place-empty");
    expect(named(law, 11, { ...few, banker: 4, counted: "clockwise" })).toBe(0);
  });

  it.each<[string, DieFace[]]>([
    ["two dice", ["1", "2"]],
    ["four dice", ["1", "2", "3", "4"]],
    ["no dice", []],
    ["a symbol", ["1", "2", "crown"]],
  ])("%s are no throw", (_, faces) => {
    expect(paiGowFirst(PAI_GOW_COUNTS[law], faces, FULL)).toMatchObject({
      ok: false,
      total: null,
      position: null,
      why: "not-three-dice",
    });
  });

  it.each<[string, Partial<PaiGowTable>]>([
    ["a banker who does not play", { banker: 2, seats: [1, 3] }],
    ["a banker at no box", { banker: 7 }],
    ["a seventh box", { seats: [1, 7] }],
    ["box 0", { seats: [0, 1] }],
    ["a box twice", { seats: [1, 1] }],
    ["half a box", { seats: [1.5] }],
  ])("%s is no table", (_, wrong) => {
    expect(paiGowFirst(PAI_GOW_COUNTS[law], dice(8), { ...FULL, ...wrong })).toMatchObject({
      ok: false,
      why: "table-wrong",
    });
  });
});

it("a pack that has no count names nobody", () => {
  expect(paiGowFirst(null, dice(8), FULL)).toEqual({
    ok: false,
    total: null,
    position: null,
    why: "law-unknown",
    cite: null,
  });
});
