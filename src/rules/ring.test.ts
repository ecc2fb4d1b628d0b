import { describe, expect, it } from "vitest";
import type { LayoutRule, Suerte, WheelLayout } from "./pack.ts";
import { ringFaults, ringProblems } from "./ring.ts";

const cite = { section: "A", lines: [1, 1] } as const;
const same = { es: "a", eu: "a", gl: "a", en: "a" };
const names = (line: string): readonly string[] => line.split(" ");

function wheel(kind: WheelLayout["kind"], ring: string, layout?: readonly LayoutRule[]): WheelLayout {
  const pockets = names(ring);
  return {
    kind,
    pockets,
    betsClose: "before-drop",
    basis: "inferred",
    note: "a",
    ...(layout === undefined ? {} : { layout }),
  };
}

const cell = (name: string, pays: string, cells: number): Suerte => ({
  id: `s-${name}`,
  group: "cell",
  name: same,
  pockets: [name],
  pays,
  cells,
  basis: "text",
  cite,
});

const messages = (pack: Parameters<typeof ringFaults>[0], ring: string): readonly string[] =>
  ringFaults(pack, names(ring)).map(({ at, message }) => `${at ?? "-"} ${message}`);

describe("the ring of a roulette", () => {
  const pack = { wheel: wheel("roulette", "0 1 2 3"), suertes: [] };
  it("begins with zero and has each number once", () => {
    expect(messages(pack, "0 3 2 1")).toEqual([]);
    expect(messages(pack, "1 0 2 3")).toEqual(["0 the order starts at zero"]);
    expect(messages(pack, "0 1 2 1")).toEqual(['3 pocket "1" is there twice']);
    expect(messages(pack, "0 1 37")).toEqual(['2 "37" is no pocket: 0, 00 or 1 to 36']);
    expect(messages(pack, "0 1 joker")).toEqual(['2 "joker" is no pocket: 0, 00 or 1 to 36']);
  });
});

describe("the ring of a bowl", () => {
  const good = "1 2 3 4 5 6 7 8 9 9 8 7 6 5 4 3 2 1";
  const pack = { wheel: wheel("bowl", good), suertes: [] };
  it("has eighteen holes, each number twice, in any order", () => {
    expect(messages(pack, good)).toEqual([]);
    expect(messages(pack, good.replace("9 9", "9"))).toEqual([
      "- a bowl has 18 holes, not 17",
      "8 the number 9 has two holes, not 1",
    ]);
    expect(messages(pack, good.replace("9 9", "8 9"))).toEqual([
      "7 the number 8 has two holes, not 3",
      "9 the number 9 has two holes, not 1",
    ]);
    expect(messages(pack, good.replace("9 9", "0 9"))[0]).toBe('8 "0" is no hole: 1 to 9');
  });
});

describe("the ring of a disc", () => {
  const suertes = [cell("1", "1:1", 4), cell("2", "2:1", 2), cell("40-a", "40:1", 1), cell("40-b", "40:1", 1)];
  const layout: LayoutRule[] = [{ rule: "equal-values-apart", cite }];
  const good = "1 2 1 40-a 1 2 1 40-b";
  const pack = { wheel: wheel("disc", good, layout), suertes };

  it("has as many cells of each value as the law says, and no others", () => {
    expect(messages(pack, good)).toEqual([]);
    expect(messages(pack, good.replace("40-b", "2"))).toContain("- s-2 has 2 cells, not 3");
    expect(messages(pack, good.replace("40-b", "5"))).toContain('7 no suerte holds the cell "5"');
  });

  it("keeps equal values apart, also across the end, and two designs of one prize", () => {
    expect(messages(pack, "1 1 2 40-a 1 2 1 40-b")).toEqual([
      '0 "1" stands beside "1": equal values are apart',
    ]);
    expect(messages(pack, "1 2 1 2 40-a 1 40-b 1")).toEqual([
      '7 "1" stands beside "1": equal values are apart',
    ]);
    expect(messages(pack, "1 2 1 40-a 40-b 1 2 1")[0]).toBe(
      '3 "40-a" stands beside "40-b": equal values are apart',
    );
  });

  it("has equal cells across from each other", () => {
    const across = { ...pack, wheel: wheel("disc", good, [{ rule: "opposite-cells-equal", cite }]) };
    expect(messages(across, "1 2 1 40-a 1 2 1 40-a").filter((line) => line.includes("across"))).toEqual([]);
    expect(messages(across, good)).toEqual([
      '3 "40-a" is across from "40-b": opposite cells are equal',
      '7 "40-b" is across from "40-a": opposite cells are equal',
    ]);
  });

  it("has sectors alike, and one value in every second of them", () => {
    const sectors: LayoutRule[] = [
      { rule: "equal-sectors", sectors: 4, each: { "1": 1 }, cite },
      { rule: "alternate-sectors", sectors: 4, name: "2", cite },
    ];
    const parted = { ...pack, wheel: wheel("disc", good, sectors) };
    expect(messages(parted, good)).toEqual([]);
    expect(messages(parted, "1 1 40-a 2 1 40-b 1 2")).toEqual([
      '- sector 1 has 2 cells of "1", not 1',
      '- sector 2 has 0 cells of "1", not 1',
    ]);
    expect(messages(parted, "1 2 1 2 1 40-a 1 40-b")).toEqual([
      '- the cells of "2" are not in every second sector',
    ]);
  });

  it("of a house must hold the very names of the law, and is then checked like the pack's own", () => {
    expect(ringProblems(pack, names("1 2 1 40-b 1 2 1 40-a"))).toEqual([]);
    expect(ringProblems(pack, names("1 2 1 40-a 1 2 1 40-a"))).toEqual([
      '"40-a" is there 2 times and must be 1',
      '"40-b" is there 0 times and must be 1',
    ]);
    expect(ringProblems(pack, names("1 1 2 40-a 1 2 1 40-b"))).toEqual([
      'place 1: "1" stands beside "1": equal values are apart',
    ]);
    expect(ringProblems(pack, [])).toHaveLength(4);
  });
});
