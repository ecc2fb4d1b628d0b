import { describe, expect, it } from "vitest";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { viewOf } from "../../../src/table/kernel/view/view-of.ts";
import { die, noted, PlayedDice } from "../../support/played-dice.ts";

const CERTIFICATE = {
  seq: 1,
  hash: "ab".repeat(32),
  short: "abab abab",
  qr: "q",
  at: "2026-11-21T10:00:00.000Z",
};

function view(table: PlayedDice): TableView {
  const { pack } = table.rules;
  return viewOf(table.durable, 1, CERTIFICATE, {
    pack,
    houseRules: [],
    table: "Mesa",
    log: "tirada.example/test/1",
    rulebook: `${pack.jurisdiction}/${pack.game}`,
    languages: ["es", "eu"],
    test: false,
  });
}

const keys = (table: PlayedDice): readonly string[] => view(table).dice?.keys.map(({ key }) => key.key) ?? [];
const francesa = (): PlayedDice => new PlayedDice("es-cb/banca-francesa").open();

describe("what the screens get of a throw", () => {
  it("faces, total, category and what wins", () => {
    const { verdict, series, dice } = view(francesa().roll(["1", "4", "1"]));
    expect(verdict).toMatchObject({
      kind: "dice-result",
      faces: ["1", "1", "4"],
      total: 6,
      equal: "double",
      category: { id: "pequeno" },
      noCategory: null,
      craps: null,
      certified: true,
      manual: false,
      noLosers: false,
    });
    expect(series[0]?.dice).toMatchObject({ total: 6, category: "pequeno", call: null });
    expect(dice).toMatchObject({
      faces: "pips",
      dice: 3,
      thrownFrom: "horn",
      puck: null,
      duties: [],
      named: null,
    });
  });

  it("that belongs to no category says what then", () => {
    const { verdict } = view(francesa().roll(["4", "4", "2"]));
    expect(verdict).toMatchObject({ category: null });
    expect(verdict?.kind === "dice-result" && verdict.noCategory?.text.es.length).toBeGreaterThan(10);
  });

  it("touched before the announcement: nobody loses, and why", () => {
    const rule = "dice-touched-before-announcement";
    const table = francesa().roll(["1", "4", "1"]).see({ o: "disturbed", what: "hand" });
    const shown = view(table.press({ key: "declare", round: 1, rule }, "jefe-de-mesa"));
    expect(shown.verdict).toMatchObject({ noLosers: true });
    expect(shown.dice?.happened[0]).toMatchObject({
      rule: { rule: "dice-touched-before-announcement" },
      verdict: "stands",
    });
    expect(shown.dice?.happened[0]?.then.map(({ step }) => step)).toContain("leave-the-others");
  });

  it("of craps: the puck, the call and the point", () => {
    const table = new PlayedDice("cl/craps").open().press({ key: "no-more-bets" });
    const far = { half: "far", wall: true, rolled: true } as const;
    expect(view(table).dice?.puck).toEqual({ on: false, point: null });
    const { verdict, dice } = view(table.roll([die("4", far), die("4", far)]));
    expect(verdict).toMatchObject({ craps: { call: "point-set", point: 8 } });
    expect(dice?.puck).toEqual({ on: true, point: 8 });
  });

  it("of symbols: no total", () => {
    const table = new PlayedDice("cl/corona-y-ancla").open().press({ key: "no-more-bets" });
    expect(view(table.roll(["crown", "crown", "spade"])).verdict).toMatchObject({
      faces: ["crown", "crown", "spade"],
      total: null,
      equal: "double",
    });
  });

  it("void with reason, paragraph and what to do; undecided with why", () => {
    expect(view(francesa().roll(["1", "2", noted("3", "stacked")])).verdict).toMatchObject({
      kind: "void",
      reasons: [{ rule: "dice-stacked" }],
    });
    const undecided = view(francesa().roll(["1", "2", noted(null, "glare")])).verdict;
    expect(undecided?.kind === "undecided" && undecided.because.map(({ en }) => en)).toEqual([
      "the two readings give no certain face of every die",
      "a reflection covers a face",
    ]);
  });
});

describe("bets", () => {
  const open = (table: PlayedDice): boolean | undefined => view(table).dice?.betsOpen;

  it("are open while the dice roll where only the announcement closes them, and closed once the result is on the screen", () => {
    const table = francesa();
    expect(open(table)).toBe(true);
    expect(open(table.arena("moving"))).toBe(true);
    expect(open(table.see(table.read([die("1"), die("1"), die("1")])))).toBe(false);
    expect(open(table.press({ key: "announce", round: 1 }))).toBe(false);
    expect(open(francesa().roll(["1", "2", noted("3", "stacked")]))).toBe(false);
  });

  it("are closed while dice roll everywhere else", () => {
    const table = new PlayedDice("cl/corona-y-ancla").open();
    expect(open(table)).toBe(true);
    expect(open(table.arena("moving"))).toBe(false);
    expect(open(table.see(table.read([die("crown"), die("heart"), die("club")])))).toBe(false);
  });
});

describe("keys of the moment", () => {
  it("follow the phase", () => {
    const table = francesa();
    expect(keys(table)).toEqual(["change-dice", "change-thrower"]);
    expect(keys(table.arena("moving"))).toEqual([]);
    table.see(table.read([die("1"), die("1"), die("1")]));
    expect(keys(table)).toEqual(["announce", "open-bets", "change-dice", "change-thrower"]);
    expect(keys(table.press({ key: "announce", round: 1 }))).not.toContain("announce");
  });

  it("name the dice that could not be read", () => {
    const table = francesa().roll(["1", "2", noted(null, "glare")]);
    expect(keys(table)).toContain("dice-are");
    table.press({ key: "dice-are", round: 1, faces: ["1", "2", "3"] });
    expect(view(table).dice?.named).toEqual({ faces: ["1", "2", "3"], by: "croupier A" });
  });

  it("of craps: nothing goes on before an undecided throw is decided", () => {
    const table = new PlayedDice("cl/craps").open().press({ key: "no-more-bets" });
    table.roll([die("4"), noted(null, "glare")]);
    expect(keys(table)).toEqual(["dice-are", "change-dice", "change-thrower", "mark-point"]);
  });

  it("a void is called by whom the law names", () => {
    const far = { half: "far", wall: true, rolled: true } as const;
    const table = new PlayedDice("es-cb/craps").open().press({ key: "no-more-bets" }, "stickman");
    table.roll([die("4", far), die("4", { ...far, notes: ["stacked"] })]);
    const shown = view(table);
    expect(shown.tasks[0]).toMatchObject({ kind: "confirm-void", for: "stickman" });
    expect(new Set(shown.voidReasons.map(({ by }) => by))).toContain("stickman");
    const rule = "dice-stacked";
    expect(table.press({ key: "confirm-void", round: 1, rule }, "stickman").refusal).toBeNull();
    expect(table.durable.confirmed).toBe(true);
  });

  it("owed changes of the dice are said", () => {
    const table = francesa().roll(["1", "2", "3"]);
    table.press({ key: "void", round: 1, rule: "die-foreign-substance" }, "jefe-de-mesa");
    expect(view(table).dice?.duties).toHaveLength(1);
  });
});
