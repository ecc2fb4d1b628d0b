import { familyOf } from "../../src/table/kernel/families.ts";
import { describe, expect, it } from "vitest";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { idealAbilities } from "../../src/cases/run.ts";
import { coverageOf } from "../../src/rules/coverage.ts";
import { judge } from "../../src/rules/engine.ts";
import { PlayedTable } from "../../src/table/wheel/played.test-help.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import { roundsLeftAfter } from "../../src/table/kernel/durable/last-rounds.ts";
import type { Durable } from "../../src/table/kernel/durable/durable.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { PlayedDeal } from "../../src/table/shoe/played-deal.test-help.ts";
import { idealRules } from "../support/ideal-rules.ts";
import type { Pack } from "../../src/rules/pack.ts";
import { PlayedDice } from "../support/played-dice.ts";

const KEY = { key: "last-three-spins" } as const;
const GAME = { ...KEY, notice: "last-game" } as const;

function wheel(rulebook: string): PlayedTable {
  const { pack } = loadPack(rulebook);
  const abilities = idealAbilities(pack);
  const coverage = coverageOf(pack, abilities, []);
  return new PlayedTable({
    pack,
    coverage,
    abilities,
    family: familyOf(pack),
    judge: (facts, moment) => judge(pack, coverage, facts, moment),
  });
}

const said = (durable: Durable, pack: Pack): string | undefined => viewWith(durable, pack).announcement?.say.es;

function viewWith(durable: Durable, pack: Pack): TableView {
  const setup = {
    pack,
    houseRules: [],
    table: "M",
    log: "l",
    rulebook: "r",
    languages: ["es"],
    test: false,
  } as const;
  return viewOf(durable, 1, null, setup);
}

describe("the last game of the table", () => {
  it.each(["cl/craps", "cl/mini-craps", "cl/corona-y-ancla", "cl/chuck-a-luck"])(
    "is announced at %s",
    (rulebook) => {
      const table = new PlayedDice(rulebook).open().press(KEY);
      expect(table.refusal).toBeNull();
      expect(table.press(KEY).refusal).toBe("not-now");
      expect(said(table.durable, table.rules.pack)).toBe("último juego de la mesa");
    },
  );

  it("is announced at Big Six, also while the disc turns: then the next one is it", () => {
    const table = wheel("cl/big-six").open().betting();
    expect(table.press(KEY)).toBeNull();
    expect(said(table.durable, table.rules.pack)).toBe("último juego de la mesa");
    const late = wheel("cl/big-six").open().betting();
    late.stage("no-more-bets");
    late.press(KEY);
    const { round } = late.durable;
    expect(late.durable).toMatchObject({ lastRounds: 3, lastFrom: round + 1 });
  });

  it.each(["es-cb/craps", "es-cb/banca-francesa"])(
    "is refused at %s: that law knows no such notice",
    (rulebook) => {
      expect(new PlayedDice(rulebook).open().press(KEY).refusal).toBe("no-such-rule");
    },
  );
});

describe("a law that has both notices", () => {
  const rules = idealRules("cl/war");
  const words = (durable: Durable): string | undefined => said({ ...durable, phase: "betting" }, rules.pack);
  const opened = (): PlayedDeal => new PlayedDeal(rules).ready();
  /** What the table is after a round with a result: the notice is counted by results alone. */
  const played = (before: Durable): Durable => ({
    ...before,
    lastRounds: roundsLeftAfter(before, { kind: "result", round: before.round + 1 }),
  });

  it("announces the last rounds, and the last game while they are counted: each ends in its word", () => {
    const table = opened().key(KEY);
    expect(table.refusal).toBeNull();
    expect(words(table.table.durable)).toBe("últimas tres manos de la mesa");
    expect(table.key(KEY).refusal).toBe("not-now");
    expect(table.key(GAME).refusal).toBeNull();
    const { durable } = table.table;
    expect(words(durable)).toBe("último juego de la mesa");
    expect(table.key(GAME).refusal).toBe("not-now");
    expect(table.key(KEY).refusal).toBe("not-now");
    expect(words(played(durable))).toBe("jugado el último juego");
    expect(words(played(played(durable)))).toBe(words(opened().table.durable));
  });

  it("ends the last rounds in theirs", () => {
    const { durable } = opened().key(KEY).table;
    expect(words(played(played(played(durable))))).toBe("jugadas las últimas anunciadas");
  });

  it("has a key for each; a law with one notice has one", () => {
    const both = viewWith(opened().table.durable, rules.pack);
    expect([both.lastCall?.say.es, both.lastGameCall?.say.es]).toEqual([
      "últimas tres manos de la mesa",
      "último juego de la mesa",
    ]);
    const { durable, rules: one } = new PlayedDice("cl/craps").open();
    expect(viewWith(durable, one.pack)).toMatchObject({ lastCall: { by: "croupier" }, lastGameCall: null });
    expect(wheel("cl/ruleta-francesa").open().betting().press(GAME)).toBe("no-such-rule");
  });
});

describe("the last shoe of a table of punto y banca", () => {
  const rules = idealRules("cl/punto-y-banca");

  it("is announced before it and ends in its word; the last three hands may still be announced in it", () => {
    const table = new PlayedDeal(rules).ready().key(GAME);
    const { durable } = table.table;
    expect(said(durable, rules.pack)).toBe("último sabot de la mesa");
    expect(durable).toMatchObject({ lastIs: "shoe" });
    expect(table.key(GAME).refusal).toBe("not-now");
    const after = {
      ...durable,
      lastRounds: roundsLeftAfter(durable, { kind: "result", round: durable.round }),
    };
    expect(said(after, rules.pack)).toBe("hagan juego");
    expect(viewWith(after, rules.pack).lastRounds).toBeNull();
    expect(said({ ...after, phase: "waiting" }, rules.pack)).toBe("jugado el último sabot");
    expect(table.key(KEY).refusal).toBeNull();
    expect(said(table.table.durable, rules.pack)).toBe("últimas tres manos de la mesa");
  });
});

describe("the last rounds of a day", () => {
  const left = (table: PlayedDeal): number | null => viewWith(table.table.durable, table.rules.pack).lastRounds;

  it.each([
    ["es-cb/poker-sin-descarte", "croupier", 5, "cinco últimas jugadas"],
    ["es-ga/poker-sin-descarte", "croupier", 5, "cinco últimas jugadas"],
    ["es-cb/poker-trijoker", "jefe-de-mesa", 3, "tres últimas jugadas"],
    ["es-ga/poker-trijoker", "jefe-de-mesa", 3, "las tres últimas jugadas"],
  ] as const)("of %s are announced by key, as many as the law says", (rulebook, role, count, words) => {
    const table = new PlayedDeal(idealRules(rulebook)).ready().key(KEY, role);
    expect(table.refusal).toBeNull();
    expect([left(table), said(table.table.durable, table.rules.pack)]).toEqual([count, words]);
    expect(table.key(KEY, role).refusal).toBe("not-now");
    const { key } = table.records.findLast((body) => body.kind === "key") ?? {};
    expect(key).toEqual(count === 3 ? KEY : { ...KEY, rounds: count });
  });

  it("are counted by results, and a void takes none of them", () => {
    const table = new PlayedDeal(idealRules("es-cb/poker-sin-descarte")).ready().key(KEY);
    const { durable } = table.table;
    const after = (before: Durable, kind: "result" | "void"): Durable => ({
      ...before,
      lastRounds: roundsLeftAfter(before, { kind, round: before.round + 1 }),
    });
    expect(after(after(durable, "result"), "void").lastRounds).toBe(4);
    const played = [1, 2, 3, 4, 5].reduce((before) => after(before, "result"), durable);
    expect(said({ ...played, phase: "betting" }, table.rules.pack)).toBe("jugadas las últimas anunciadas");
    expect(after(played, "result").lastRounds).toBeNull();
    const closed = table.key({ key: "close-table" }, "jefe-de-mesa").ready().key(KEY);
    expect(left(closed)).toBe(5);
  });

  it("are three again where the law says no number, whatever a key brings with it", () => {
    const table = new PlayedDeal(idealRules("cl/war")).ready().key({ ...KEY, rounds: 9 });
    expect(left(table)).toBe(3);
  });
});

describe("three last spins", () => {
  it("are counted down aloud and end in a word", () => {
    const table = wheel("cl/ruleta-francesa").open().betting();
    table.press(KEY);
    const words = [said(table.durable, table.rules.pack)];
    for (let n = 0; n < 4; n++) words.push(said(table.spin().durable, table.rules.pack));
    expect(words).toEqual([
      "tres últimas lanzadas",
      "dos últimas",
      "última",
      "jugadas las últimas anunciadas",
      "hagan juego",
    ]);
  });

  it("at the former limit are announced once a session in Cantabria", () => {
    const table = wheel("es-cb/ruleta-francesa").open().betting();
    expect(table.press(KEY)).toBeNull();
    for (let n = 0; n < 4; n++) table.spin();
    expect(table.press(KEY)).toBe("once-a-session");
    table.press({ key: "close-table" });
    table.press({ key: "open-table" });
    expect(table.press(KEY)).toBeNull();
  });

  it("may be announced again in Chile, where the law does not say once", () => {
    const table = wheel("cl/ruleta-francesa").open().betting();
    table.press(KEY);
    for (let n = 0; n < 4; n++) table.spin();
    expect(table.press(KEY)).toBeNull();
  });
});
