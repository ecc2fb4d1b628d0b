import { familyOf } from "../../src/table/kernel/families.ts";
import { describe, expect, it } from "vitest";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { idealAbilities } from "../../src/cases/run.ts";
import { coverageOf } from "../../src/rules/coverage.ts";
import { judge } from "../../src/rules/engine.ts";
import { PlayedTable } from "../../src/table/wheel/played.test-help.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import { die, PlayedDice } from "../support/played-dice.ts";

/** A result that stands, and a case that the law leaves to a person: it ends in a word. */

function wheel(rulebook: string): PlayedTable {
  const { pack } = loadPack(rulebook);
  const abilities = idealAbilities(pack);
  const coverage = coverageOf(pack, abilities, []);
  const table = new PlayedTable({
    pack,
    coverage,
    abilities,
    family: familyOf(pack),
    judge: (facts, moment) => judge(pack, coverage, facts, moment),
  });
  return table.open().betting();
}

const DECLARE = { key: "declare", round: 1, rule: "unforeseen-case" } as const;
const VOID = { key: "resolve", round: 1, outcome: "void" } as const;
const STANDS = { key: "resolve", round: 1, outcome: "stands" } as const;

describe.each(["es-cb/ruleta-francesa", "es-pv/ruleta-francesa", "es-pv/ruleta-americana"])(
  "%s",
  (rulebook) => {
    const contested = (): PlayedTable => {
      const table = wheel(rulebook).launch().noMoreBets().result();
      expect(table.press(DECLARE, "inspector")).toBeNull();
      return table;
    };

    it("the inspector annuls: the number is off the screen, and the record says who did it and why", () => {
      const table = contested();
      expect(table.reportedOf()).toEqual(["1 result 17 certified"]);
      expect(table.press(VOID, "jefe-de-mesa")).toBe("not-your-key");
      expect(table.press(VOID, "inspector")).toBeNull();
      expect(table.reportedOf()).toEqual(["1 result 17 certified", "1 void unforeseen-case"]);
      expect(table.of("void")[0]).toMatchObject({
        calledBy: { role: "inspector" },
        reasons: [{ rule: "unforeseen-case", observed: { "resolved-by": "inspector" } }],
      });
      expect(table.durable).toMatchObject({
        phase: "void",
        tasks: [],
        series: [{ kind: "void", annulled: { pocket: "17" } }],
      });
      expect(table.press(VOID, "inspector")).toBe("no-such-round");
    });

    it("or says that it stands: certified as it was", () => {
      const table = contested();
      const { pack } = table.rules;
      const setup = {
        pack,
        houseRules: [],
        table: "M",
        log: "l",
        rulebook: "r",
        languages: ["es"],
        test: false,
      } as const;
      expect(viewOf(table.durable, 1, null, setup).tasks[0]?.resolve).toMatchObject({
        by: ["inspector"],
        announced: null,
      });
      expect(table.press({ ...STANDS, announced: "4" }, "inspector")).toBe("no-such-outcome");
      expect(table.press(STANDS, "inspector")).toBeNull();
      expect(table.durable).toMatchObject({
        phase: "result",
        tasks: [],
        series: [{ kind: "result", certified: true }],
      });
      expect(viewOf(table.durable, 1, null, setup).series[0]).toMatchObject({
        kind: "result",
        pocket: "17",
        certified: true,
      });
      expect(table.durable.series[0]?.resolved).toMatchObject({ outcome: "stands", by: { role: "inspector" } });
    });

    it("a case declared while the ball runs is still to be decided when the number is there", () => {
      const table = wheel(rulebook).launch();
      table.press(DECLARE, "inspector");
      table.noMoreBets().result().next();
      expect(table.press(VOID, "inspector")).toBeNull();
      // No number was certified while somebody had to decide.
      expect(table.durable.series[0]).toMatchObject({
        round: 1,
        kind: "undecided",
        resolved: { outcome: "void" },
      });
      expect(table.durable.phase).toBe("betting");
    });
  },
);

it("a throw of banca francesa that went beside the horn: the jefe de mesa says vale or nula", () => {
  const rule = "throw-not-through-horn";
  const table = new PlayedDice("es-cb/banca-francesa").open().roll(["4", "4", "2"]);
  table.press({ key: "declare", round: 1, rule }, "jefe-de-mesa").press(VOID, "jefe-de-mesa");
  expect(table.said).toBe(`void ${rule}`);
});

it("craps in País Vasco: the inspector too; the series goes back to where it stood", () => {
  const far = { half: "far", wall: true, rolled: true } as const;
  const table = new PlayedDice("es-pv/craps").open().press({ key: "no-more-bets" });
  table.roll([die("4", far), die("4", far)]).press(DECLARE, "inspector");
  expect(table.press(VOID, "stickman").refusal).toBe("not-your-key");
  expect(table.press(VOID, "inspector").refusal).toBeNull();
  expect(table.durable.dice?.craps).toEqual({ phase: "come-out" });
  expect(table.takeUp().durable.phase).toBe("betting");
});
