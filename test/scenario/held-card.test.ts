import { describe, expect, it } from "vitest";
import type { Move } from "../../src/people/keys.ts";
import { testCardTable, type TestCardTable } from "../support/running-card-table.ts";
import { until } from "../support/screen-line.ts";

/** A card drawn behind the result, from the bytes of the shoe through the journal to what the screens show. */

const shown = (table: TestCardTable): TestCardTable["now"]["unit"]["shown"]["durable"] =>
  table.now.unit.shown.durable;

/** Punto and banca stand and show. */
async function standAndShow(table: TestCardTable): Promise<void> {
  const { round } = shown(table);
  const move: Move = "stand";
  for (const who of ["punto", "banca"]) await table.press({ key: "move", round, who, move });
  for (const hand of ["punto", "banca"]) await table.press({ key: "turn", round, hand });
  await until("the verdict", () => shown(table).phase === "result");
}

describe("chemin de fer in Asturias: a card that leaves the shoe behind the result", () => {
  it("is the first card of the next round, in its records and on its screens", async () => {
    const table = await testCardTable({ rulebook: "es-as/chemin-de-fer", decks: 6 });
    await table.load();
    await table.press({ key: "no-more-bets" });
    await table.cards("2h", "7d", "4c", "2s");
    await standAndShow(table);
    await table.cards("4s");
    const { body } = await table.record("incident");
    expect(body).toMatchObject({ round: 1, reason: { rule: "card-drawn-after-round" }, effect: "hold-card" });
    expect(shown(table).phase).toBe("result");
    await table.collect();
    await until("bets are open", () => shown(table).phase === "betting");
    await table.press({ key: "no-more-bets" });
    expect(shown(table).deal?.counts).toMatchObject({ table: 1, discard: 4 });
    // Punto 4s Qd, banca Ah 5c: the card of the round before is the punto's.
    await table.cards("Ah", "Qd", "5c");
    await standAndShow(table);
    const result = await table.record("result", ({ round }) => round === 2);
    expect(result.body).toMatchObject({
      certainty: { level: "certified" },
      result: { results: [{ of: "banca", is: "wins" }] },
    });
    const hands = shown(table).deal?.hands.map(({ id, cards }) => [id, cards.map(({ face }) => face)]);
    expect(hands).toEqual([
      ["punto", ["4s", "Qd"]],
      ["banca", ["Ah", "5c"]],
    ]);
  });
});
