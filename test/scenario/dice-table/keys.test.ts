import { describe, expect, it } from "vitest";
import { die, noted, PlayedDice } from "../../support/played-dice.ts";

const francesa = (): PlayedDice => new PlayedDice("es-cb/banca-francesa").open();
const unread = (): PlayedDice => francesa().roll(["1", "2", noted(null, "disagree")]);

describe("dice that people name", () => {
  it("count once two of them say the same, one of them the jefe de mesa, and never as certified", () => {
    const table = unread();
    expect(table.press({ key: "dice-are", round: 1, faces: ["2", "1", "4"] }).refusal).toBeNull();
    expect(table.durable.dice?.named).toMatchObject({ faces: ["2", "1", "4"], by: "croupier A" });
    expect(table.press({ key: "dice-are", round: 1, faces: ["1", "2", "4"] }).refusal).toBe("name-it-twice");
    table.press({ key: "dice-are", round: 1, faces: ["1", "2", "4"] }, "jefe-de-mesa");
    expect(table.last).toMatchObject({
      kind: "result",
      result: { faces: ["1", "2", "4"], total: 7, category: "pequeno", manual: true, picture: null },
      certainty: { level: "reported", because: ["named-by-people"] },
    });
    expect(table.durable.series[0]?.certified).toBe(false);
    expect(table.durable.tasks.filter(({ kind }) => kind === "decide")).toEqual([]);
  });

  it("differ: neither counts", () => {
    const table = unread().press({ key: "dice-are", round: 1, faces: ["1", "2", "4"] });
    table.press({ key: "dice-are", round: 1, faces: ["1", "2", "5"] }, "jefe-de-mesa");
    expect(table.refusal).toBeNull();
    expect(table.durable.phase).toBe("undecided");
    expect(table.durable.dice).toMatchObject({
      named: null,
      differ: { round: 1, by: ["croupier A", "jefe-de-mesa A"] },
    });
    // Both words are gone: the first one's alone does not count again.
    table.press({ key: "dice-are", round: 1, faces: ["1", "2", "5"] });
    expect(table.durable.phase).toBe("undecided");
  });

  it("one person who names them twice over, and otherwise, is one person", () => {
    const table = unread().press({ key: "dice-are", round: 1, faces: ["1", "2", "4"] }, "jefe-de-mesa");
    table.press({ key: "dice-are", round: 1, faces: ["1", "2", "5"] }, "jefe-de-mesa");
    expect(table.durable.phase).toBe("undecided");
    expect(table.durable.dice?.named?.faces).toEqual(["1", "2", "5"]);
  });

  it("two croupiers are not enough", () => {
    const table = unread().press({ key: "dice-are", round: 1, faces: ["1", "2", "4"] });
    table.press({ key: "dice-are", round: 1, faces: ["1", "2", "4"] }, "croupier", "croupier B");
    expect(table.durable.phase).toBe("undecided");
  });

  it.each([
    ["too few", ["1", "2"]],
    ["of another set", ["1", "2", "crown"]],
  ] as const)("%s are refused", (_, faces) => {
    expect(unread().press({ key: "dice-are", round: 1, faces }).refusal).toBe("no-such-faces");
  });

  it("over a result that stands are refused", () => {
    const table = francesa().roll(["1", "2", "3"]);
    expect(table.press({ key: "dice-are", round: 1, faces: ["6", "6", "6"] }).refusal).toBe("no-such-round");
  });
});

describe("a void that people call", () => {
  it("ends the throw that runs, or takes a result back, and the dice are changed where the law orders it", () => {
    const table = francesa().roll(["5", "4", "6"]);
    const rule = "die-foreign-substance";
    table.press({ key: "void", round: 1, rule }, "jefe-de-mesa");
    expect(table.said).toBe(`void ${rule}`);
    expect(table.durable.dice?.changeOwed).toBe(true);
    table.takeUp();
    expect(table.durable.phase).toBe("void");
    expect(table.press({ key: "open-bets" }).refusal).toBe("change-owed");
    table.roll(["1", "1", "1"]);
    expect(table.last).toMatchObject({ kind: "result", deviations: [{ rule: "terna-change-owed" }] });
    table.press({ key: "change-dice" }).press({ key: "announce", round: 2 }).takeUp().roll(["1", "1", "1"]);
    expect(table.last).toMatchObject({ deviations: [] });
  });

  it("while they roll ends that throw: what those dice still do is no other one", () => {
    const table = francesa().arena("moving");
    table.press({ key: "void", round: 1, rule: "die-foreign-substance" }, "jefe-de-mesa");
    table.arena("settling", "moving", "settling").see(table.read([die("1"), die("2"), die("3")]));
    expect(table.verdicts.map(({ kind }) => kind)).toEqual(["void"]);
    expect(table.durable.phase).toBe("void");
  });

  it("is refused for a rule that this law does not have, and from whom it does not name", () => {
    const table = francesa().roll(["5", "4", "6"]);
    expect(table.press({ key: "void", round: 1, rule: "no-rule" }, "jefe-de-mesa").refusal).toBe(
      "no-such-rule",
    );
    expect(table.press({ key: "void", round: 1, rule: "die-foreign-substance" }, "croupier").refusal).toBe(
      "no-such-rule",
    );
  });
});

describe("keys that do not belong here", () => {
  it.each([
    [{ key: "collect", round: 1 }, "not-now"],
    [{ key: "mark-point", point: 4 }, "not-now"],
    [{ key: "change-thrower", seat: 3 }, "no-such-seats"],
    [{ key: "no-more-bets" }, "not-now"],
  ] as const)("%o", (key, refusal) => {
    expect(francesa().press(key, "jefe-de-mesa").refusal).toBe(refusal);
  });

  it("while dice roll nobody closes the table or changes the dice", () => {
    const table = francesa().arena("moving");
    expect(table.press({ key: "close-table" }, "jefe-de-mesa").refusal).toBe("dice-in-play");
    expect(table.press({ key: "change-dice" }).refusal).toBe("dice-in-play");
  });
});

it("a die that is named twice over is one die", () => {
  expect(francesa().roll([die("1"), die("2"), die("3")]).durable.series[0]?.dice?.faces).toEqual([
    "1",
    "2",
    "3",
  ]);
});
