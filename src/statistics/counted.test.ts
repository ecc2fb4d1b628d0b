import { describe, expect, it } from "vitest";
import { coldest, hottest, seenOf } from "./counted.ts";

const NAMES = ["1", "2", "3", "4"];
const names = (all: readonly { readonly name: string }[]): readonly string[] => all.map(({ name }) => name);

describe("what came most and least", () => {
  it("counts each, and how many rounds ago it came last", () => {
    expect(seenOf(NAMES, ["2", "1", "2"])).toEqual([
      { name: "1", count: 1, ago: 1 },
      { name: "2", count: 2, ago: 0 },
      { name: "3", count: 0, ago: null },
      { name: "4", count: 0, ago: null },
    ]);
  });

  it("names as repeated only what came more than once, the oftener and then the later first", () => {
    const seen = seenOf(NAMES, ["4", "3", "2", "3", "4", "2", "4", "1"]);
    expect(names(hottest(seen, 5))).toEqual(["4", "3", "2"]);
    expect(names(hottest(seen, 2))).toEqual(["4", "3"]);
  });

  it("names first what never came, in its order, and then what came longest ago", () => {
    const seen = seenOf(NAMES, ["4", "2", "4"]);
    expect(names(coldest(seen, 3))).toEqual(["1", "3", "2"]);
  });
});
