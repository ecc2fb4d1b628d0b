import { expect, it } from "vitest";
import { FACES, type Face } from "../../cards/card.ts";
import { commitmentOf } from "../../table/shoe/seal.ts";
import { randomFrom } from "../../time/random-source.ts";
import { Analysis } from "../analysis.ts";
import type { Fields } from "../record-fields.ts";
import type { Section } from "../report.ts";
import { madeShuffles, type Bias } from "./made-shuffles.test-help.ts";
import { ShoeOrders } from "./shoe-orders.ts";

/** Records of shoes as a card table makes them, with cards that lie face down, burnt ones and ones that no reader read. */

const KEY = "5a".repeat(32);
const AT = "2026-03-01T20:00:00.000Z";
const PER_ROUND = 6;

/** One shoe dealt in rounds of six: of each round the third card lies face down to its end, and the last was not read. */
function* shoeRecords(cards: readonly Face[], firstRound: number): Generator<Fields> {
  const counts = (dealt: number): Fields => ({
    loaded: 52,
    inside: 52 - dealt,
    table: 0,
    burnt: 0,
    discard: 0,
    removed: 0,
  });
  yield { at: AT, kind: "shoe", round: firstRound, event: "loaded", counts: counts(0), detail: { decks: 1 } };
  for (let from = 0; from < cards.length; from += PER_ROUND) {
    const round = firstRound + from / PER_ROUND;
    for (let n = 1; n <= PER_ROUND && from + n <= cards.length; n++) {
      const face = cards[from + n - 1] ?? "As";
      const commit = commitmentOf(KEY, round, n, face);
      const lies = n === 3 ? { up: false, face: null, commit } : { up: true, face, commit: null };
      const card = {
        n,
        to: n === 3 ? "burnt" : "punto",
        ...lies,
        ...(n === PER_ROUND ? { manual: true } : {}),
      };
      yield { at: AT, kind: "deal", round, what: "dealt", cards: [card], counts: counts(from + n) };
    }
    yield { at: AT, kind: "opened", round, key: KEY };
  }
}

const ROUNDS_OF_SHOE = 9;
function* recordsOf(shoes: readonly (readonly (Face | null)[])[]): Generator<Fields> {
  for (const [at, cards] of shoes.entries())
    yield* shoeRecords(cards as readonly Face[], at * ROUNDS_OF_SHOE + 1);
}

function sectionsOf(records: Iterable<Fields>): ReadonlyMap<string, Section> {
  const analysis = new Analysis(() => null);
  for (const fields of records) analysis.addRecord({ rulebook: "cl/punto-y-banca@2023-03", ...fields });
  return new Map(analysis.report().sections.map((one) => [one.id, one]));
}

const shoesWith = (bias: Bias | null, shuffles = 41): readonly (readonly (Face | null)[])[] =>
  madeShuffles({ decks: 1, shuffles, bias }, randomFrom(`records ${bias ?? "fair"}`)).map(({ cards }) => cards);

it("has the order of each shoe that is over, hidden cards among them", () => {
  const [first = [], second = []] = shoesWith(null, 2);
  const orders = new ShoeOrders();
  for (const fields of recordsOf([first, second])) orders.take(fields);
  expect(orders.finished.map(({ number, cards }) => [number, cards])).toEqual([[1, first]]);
  expect(orders.reads.size).toBe(52);
});

it("tells nothing of a shoe in play, in no byte, however much of it was collected", () => {
  const [first = []] = shoesWith(null, 1);
  const records = [...shoeRecords(first as readonly Face[], 1)];
  const orders = new ShoeOrders();
  for (let count = 0; count <= records.length; count++) {
    if (count > 0) orders.take(records[count - 1] ?? {});
    const told = JSON.stringify([orders.finished, [...orders.reads]]);
    expect(FACES.filter((face) => told.includes(`"${face}"`))).toEqual([]);
  }
  const sections = sectionsOf(records);
  for (const id of ["shuffles", "decks", "wear"]) expect(sections.has(id)).toBe(false);
});

it.each([
  [null, [], []],
  ["top card stays", ["stays"], []],
  ["riffle clumps", ["neighbours"], []],
  ["missing card", [], ["missing-perhaps"]],
  ["doubled card", [], ["doubled", "missing"]],
  ["short cut", ["stays"], []],
] as const)("from records: %s", (bias, tests, faults) => {
  const sections = sectionsOf(recordsOf(shoesWith(bias)));
  const shuffles = sections.get("shuffles");
  const found =
    shuffles?.rows.filter((row) => row[5] !== null && Number(row[5]) < 0.001).map(([test]) => test) ?? [];
  expect(found).toEqual(expect.arrayContaining([...tests]));
  if (bias === null) expect(found).toEqual([]);
  expect(shuffles?.notes.includes("inspect-shuffler")).toBe(found.length > 0);
  expect(new Set(sections.get("decks")?.rows.map(([, is]) => is))).toEqual(new Set(faults));
  expect(shuffles?.rows.every((row) => Number(row[2]) > 1)).toBe(true);
});

it("says of too few shoes that they are too few, and of none nothing", () => {
  const sections = sectionsOf(recordsOf(shoesWith(null, 3)));
  expect(sections.get("shuffles")?.notes).toContain("too-few-shoes");
  expect(sections.get("shuffles")?.rows.map(([test, samples]) => [test, samples])).toEqual([
    ["place", 2],
    ["stays", 1],
    ["neighbours", 1],
  ]);
  expect(sectionsOf([]).has("shuffles")).toBe(false);
});

it("names a card that readers fail to read", () => {
  const orders = shoesWith(null, 30);
  const worn: Fields[] = [...recordsOf(orders)].map((fields) => {
    const [card] = (fields["cards"] ?? []) as readonly Fields[];
    if (card === undefined) return fields;
    const { manual: _, ...rest } = card;
    return { ...fields, cards: [card["face"] === "7d" ? { ...rest, manual: true } : rest] };
  });
  const wear = sectionsOf(worn).get("wear");
  expect(wear?.rows.map(([face, , , , outside]) => [face, outside])).toEqual([["7d", "×"]]);
});
