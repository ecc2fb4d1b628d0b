import { describe, expect, it } from "vitest";
import { volume } from "../../../test/support/volume.ts";
import { FACES } from "../../cards/card.ts";
import { randomFrom } from "../../time/random-source.ts";
import { deckFaults } from "./decks-whole.ts";
import { BIASES, madeShuffles, type Bias, type MadeMachine } from "./made-shuffles.test-help.ts";
import type { Shuffle } from "./shoe-orders.ts";
import { powerOf, sampleNeeded, SUSPECT } from "../power.ts";
import { binomialTail, shuffleTests } from "./shuffle-tests.ts";

/** What a machine's shuffles are said to have: the tests that chance hardly passes so, and cards that are not there once. */
function named(shuffles: readonly Shuffle[]): readonly string[] {
  const tests = shuffleTests(shuffles).filter(({ p }) => p !== null && p < SUSPECT);
  return [...tests.map(({ test }) => test), ...deckFaults(shuffles, FACES).map(({ is }) => is)];
}

/** By which of them each bias may be named. */
const NAMES: Readonly<Record<Bias, readonly string[]>> = {
  "top card stays": ["stays"],
  "riffle clumps": ["neighbours"],
  "missing card": ["missing"],
  "doubled card": ["doubled"],
  "short cut": ["stays", "neighbours", "place"],
};

interface Kind extends Omit<MadeMachine, "bias"> {
  readonly machines: number;
}
const KINDS: readonly Kind[] = [
  { decks: 1, shuffles: 40, machines: volume(20, 400) },
  { decks: 8, shuffles: 20, machines: volume(20, 100) },
];
const MINUTES = 60_000;

describe.each(KINDS)("machines of $decks decks, $shuffles shuffles each", (kind) => {
  const seed = `shuffles ${kind.decks}`;

  it("are found fair where they are", { timeout: 10 * MINUTES }, () => {
    const wrong = Array.from({ length: kind.machines }, (_, at) =>
      named(madeShuffles({ ...kind, bias: null }, randomFrom(`${seed} fair ${at}`))),
    ).filter((found) => found.length > 0);
    expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(kind.machines / 20);
  });

  it("are named by what is wrong with them", { timeout: 10 * MINUTES }, () => {
    const missed: string[] = [];
    for (let at = 0; at < kind.machines; at++) {
      const bias = BIASES[at % BIASES.length] ?? "short cut";
      const found = named(madeShuffles({ ...kind, bias }, randomFrom(`${seed} ${bias} ${at}`)));
      if (!found.some((one) => NAMES[bias].includes(one))) missed.push(`${bias}: ${found.join(", ")}`);
    }
    expect(missed.length, missed.join("; ")).toBeLessThanOrEqual(kind.machines / 10);
  });
});

describe("what is said of too little", () => {
  it("is how many shuffles it takes", () => {
    const [place, stays, neighbours] = shuffleTests(
      madeShuffles({ decks: 1, shuffles: 1, bias: null }, randomFrom("one")),
    );
    expect([place, stays, neighbours].map((one) => one?.p)).toEqual([null, null, null]);
    expect(place?.needed).toBeGreaterThan(20);
    expect(stays?.needed).toBeGreaterThan(2);
    expect(shuffleTests([])).toEqual([]);
  });

  it("is not what a shoe was not dealt", () => {
    const halves = madeShuffles({ decks: 8, shuffles: 20, bias: "missing card" }, randomFrom("halves")).map(
      (one) => ({
        ...one,
        cards: one.cards.slice(0, 208),
      }),
    );
    expect(named(halves).filter((one) => one !== "missing")).toEqual([]);
  });
});

it("the chances are those of tables", () => {
  expect(binomialTail(10, 5, 0.5)).toBeCloseTo(0.623046875, 9);
  expect(binomialTail(19, 19, 1 / 52)).toBeCloseTo(52 ** -19, 40);
  expect(binomialTail(3, 0, 0.2)).toBe(1);
  expect(binomialTail(3, 4, 0.2)).toBe(0);
  // The noncentral chi-square distribution of one degree is a normal one's square.
  expect(Math.abs(powerOf(20.9, 1) - 0.9)).toBeLessThan(0.03);
  expect(powerOf(0, 36)).toBeCloseTo(SUSPECT, 3);
  expect(powerOf(200, 36)).toBeGreaterThan(0.99);
  expect(sampleNeeded(Array.from({ length: 37 }, () => 1 / 37))).toBeGreaterThan(5_000);
  expect(sampleNeeded(Array.from({ length: 6 }, () => 1 / 6))).toBeLessThan(1_000);
});
