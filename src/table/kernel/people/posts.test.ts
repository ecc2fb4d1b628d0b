import { describe, expect, it } from "vitest";
import { ss2 } from "../../../../test/support/replayed.ts";
import type { Person } from "../../../people/roles.ts";
import { monoUs } from "../../../time/instant.ts";
import { PlayedTable } from "../../wheel/played.test-help.ts";
import { tableStep, type Table, type TableStep } from "../table.ts";

const { rules } = ss2("cl/ruleta-francesa");
const ANA: Person = { name: "Ana", role: "croupier" };
const EVA: Person = { name: "Eva", role: "croupier" };
const JON: Person = { name: "Jon", role: "jefe-de-mesa" };

const take = (table: Table, by: Person, at: string, from?: string): TableStep =>
  tableStep(
    table,
    { i: "key", key: { key: "take-over", ...(from === undefined ? {} : { from }) }, by },
    monoUs(900_000_000),
    at,
    rules,
  );

describe("the key take-over", () => {
  const open = (): Table => new PlayedTable(rules).open().betting().table;

  it("gives the post to whoever comes, and its record says who had it and since when", () => {
    const first = take(open(), ANA, "at-21");
    expect(first.records).toEqual([{ kind: "key", round: 1, key: { key: "take-over" }, by: ANA }]);
    expect(first.table.durable.staff).toEqual([{ ...ANA, since: "at-21" }]);
    const both = take(first.table, JON, "at-22");
    const next = take(both.table, EVA, "at-23", "Ana");
    expect(next.records).toMatchObject([
      { by: EVA, key: { key: "take-over", from: "Ana" }, relieves: { ...ANA, since: "at-21", agreed: true } },
    ]);
    expect(next.table.durable.staff).toEqual([
      { ...JON, since: "at-22" },
      { ...EVA, since: "at-23" },
    ]);
    // Taken without who had it: he did not hand it over.
    expect(take(next.table, ANA, "at-24").records[0]).not.toHaveProperty("relieves.agreed");
    expect(take(next.table, ANA, "at-24", "Luis").records[0]).not.toHaveProperty("relieves.agreed");
  });

  it("names the decisions that are left open, and not what has only to be seen", () => {
    const undecided = new PlayedTable(rules).open().betting().spin({ pocket: null });
    expect(take(undecided.table, ANA, "at").records).toMatchObject([{ waits: ["decide/1/no-number"] }]);
    const aborted = new PlayedTable(rules).open().betting().launch();
    aborted.see({ o: "aborted", from: "ball-in-rim", cause: "stopped" });
    expect(aborted.table.durable.tasks).toHaveLength(1);
    expect(take(aborted.table, ANA, "at").records[0]).not.toHaveProperty("waits");
  });

  it("is refused to whoever has the post already, and to whom no post is", () => {
    const { table } = take(open(), ANA, "at");
    expect(take(table, ANA, "later").refusal).toBe("changes-nothing");
    expect(take(table, { name: "Leo", role: "inspector" }, "at").refusal).toBe("not-your-key");
    expect(take(table, { name: "Luis", role: "tecnico" }, "at").refusal).toBe("not-your-key");
  });

  it("is over when the table closes, leaves the round alone, and hides no word that can be taken back", () => {
    const played = new PlayedTable(rules).open().betting();
    played.press({ key: "last-three-spins" }, "croupier");
    const before = played.table.durable;
    const { table } = take(played.table, ANA, "at");
    const { staff: _, ...rest } = table.durable;
    expect(rest).toEqual(before);
    const closed = tableStep(
      table,
      { i: "key", key: { key: "close-table" }, by: JON },
      monoUs(900_000_001),
      "",
      rules,
    );
    expect(closed.table.durable.open).toBe(false);
    expect(closed.table.durable.staff).toBeUndefined();
  });
});
