import { describe, expect, it } from "vitest";
import { eyeAbilities } from "../../../drivers/dice/eye/abilities.ts";
import { loadPack } from "../../../firmware/table/rules/load.ts";
import type { DieFace } from "../../../src/dice/faces.ts";
import { coverageOf } from "../../../src/rules/coverage.ts";
import { judge } from "../../../src/rules/engine.ts";
import type { TableRules } from "../../../src/table/kernel/context.ts";
import type { DiceView } from "../../../src/table/dice/view-types.ts";
import { familyOf } from "../../../src/table/kernel/families.ts";
import { ALONE, die, noted, PlayedDice } from "../../support/played-dice.ts";

/** Who throws, with which dice, and whose hand was among them. */

const FAR = { half: "far", wall: true, rolled: true } as const;
const JEFE = "jefe-de-mesa";
const lie = (...faces: readonly DieFace[]) => faces.map((face) => die(face, FAR));
const goes = (table: PlayedDice, ...faces: readonly DieFace[]): PlayedDice =>
  table.press({ key: "no-more-bets" }).roll(lie(...faces));
const open = (rulebook: string): PlayedDice => new PlayedDice(rulebook).open();
const onSix = (rulebook: string): PlayedDice => goes(open(rulebook), "2", "4").takeUp();

function viewOf(table: PlayedDice): DiceView {
  const { dice } = table.rules.family.view.familyParts(table.durable, table.rules.pack);
  if (dice == null) throw new Error("no dice table");
  return dice;
}
const duties = (table: PlayedDice): readonly string[] => viewOf(table).duties.map(({ es }) => es);

/** What the real eye can know, calibrated for all. */
function realEye(rulebook: string): TableRules {
  const { pack } = loadPack(rulebook);
  const knows = { rim: true, basket: true, half: true, wall: true, rolled: true, dome: false };
  const abilities = eyeAbilities(knows);
  const coverage = coverageOf(pack, abilities, []);
  return {
    pack,
    coverage,
    abilities,
    family: familyOf(pack),
    judge: (facts, moment) => judge(pack, coverage, facts, moment),
  };
}

describe("a hand among the rolling dice", () => {
  const rolled = (rulebook: string, faces: readonly DieFace[], rules?: TableRules): PlayedDice => {
    const table = new PlayedDice(rulebook, ALONE, rules).open().press({ key: "no-more-bets" });
    table.t += 500_000;
    table.arena("moving").see({ o: "foreign-contact", what: "hand" }).arena("settling");
    return table.see(table.read(lie(...faces)));
  };

  it.each([undefined, realEye("cl/corona-y-ancla")])("corona y ancla: may have stopped the run", (rules) => {
    const table = rolled("cl/corona-y-ancla", ["crown", "anchor", "heart"], rules);
    expect(table.said).toBe("undecided left-to-a-person");
    expect(table.last).toMatchObject({ seen: { rules: "dice-run-stopped" } });
  });

  it.each([
    ["cl/chuck-a-luck", "undecided left-to-a-person"],
    ["es-cb/sic-bo", "undecided dice-hand"],
  ])("%s: %s", (rulebook, said) => {
    expect(rolled(rulebook, ["2", "4", "5"]).said).toBe(said);
    expect(goes(open(rulebook), "2", "4", "5").said).toBe("result 2-4-5");
  });
});

describe.each([
  ["es-cb/craps", "shooter-banned", JEFE],
  ["es-pv/craps", "shooter-banned", JEFE],
  ["cl/craps", "shooter-banned", JEFE],
  ["cl/craps", "shooter-leaves", "croupier"],
  ["cl/mini-craps", "shooter-leaves", "croupier"],
] as const)("%s: %s", (rulebook, rule, by) => {
  const lost = (): PlayedDice => {
    const table = open(rulebook).press({ key: "change-thrower", seat: 4 });
    goes(table, "2", "4").takeUp();
    return table.press({ key: "declare", round: 2, rule }, by);
  };

  it("the dice pass on, the series stays", () => {
    const table = lost();
    expect(table.refusal).toBeNull();
    expect(table.durable.dice).toMatchObject({ shooter: null, craps: { point: 6 } });
    expect(duties(table)[0]).toMatch(/^plaza 4: los dados pasan/);
    table.press({ key: "change-thrower", seat: 5 });
    expect(duties(table)).toEqual([]);
    expect(table.durable.dice?.shooter).toBe(5);
  });

  it("a seven that is annulled afterwards does not give the dice back", () => {
    const table = open(rulebook).press({ key: "change-thrower", seat: 4 });
    goes(goes(table, "2", "4").takeUp(), "3", "4");
    table.press({ key: "declare", round: 2, rule }, by);
    table.press(
      { key: "void", round: 2, rule: "incorrect-throw" },
      rulebook.startsWith("cl") ? "croupier" : "stickman",
    );
    expect(table.verdicts.at(-1)).toMatchObject({ kind: "void", round: 2 });
    expect(table.durable.dice).toMatchObject({ shooter: null, craps: { point: 6 }, passing: { from: 4 } });
  });
});

describe.each([
  ["es-cb/craps", "stickman"],
  ["es-pv/craps", "stickman"],
  ["cl/craps", "croupier"],
] as const)("%s: a die that fell in a series", (rulebook, caller) => {
  /** One die seen; it fell; another is taken, and the series ends. */
  const ended = (): PlayedDice => {
    const table = onSix(rulebook).press({ key: "no-more-bets" });
    table.roll(lie("3")).press({ key: "void", round: 2, rule: "die-off-table" }, caller);
    table.press({ key: "change-dice" }, caller).takeUp();
    expect(duties(table)).toEqual([]);
    return goes(table, "1", "5").takeUp();
  };
  const keys = (table: PlayedDice): readonly string[] => viewOf(table).keys.map(({ text }) => text.es);

  it("is asked for at its end, and the next throw waits", () => {
    const table = ended();
    expect(table.durable.phase).toBe("result");
    expect(duties(table)).toEqual(["acabó la serie: diga si apareció el dado caído"]);
    expect(keys(table)).toContain("el dado caído apareció");
    expect(keys(table)).toContain("el dado no apareció: juego nuevo");
    expect(table.press({ key: "no-more-bets" }).refusal).toBe("say-if-found");
  });

  it("was found: the game goes on; said twice it is refused", () => {
    const table = ended().press({ key: "die-found" }, caller);
    expect(table.durable).toMatchObject({ phase: "betting", round: 4, dice: { changeOwed: false } });
    expect(table.press({ key: "die-found" }, caller).refusal).toBe("not-now");
  });

  it("was not found: the whole set is changed before the next throw", () => {
    const table = ended().press({ key: "declare", round: 3, rule: "lost-die" }, caller);
    expect(table.refusal).toBeNull();
    expect(table.durable).toMatchObject({ phase: "result", dice: { changeOwed: true } });
    expect(table.press({ key: "no-more-bets" }).refusal).toBe("change-owed");
    // No key is offered that everybody is refused.
    expect(viewOf(table).keys.map(({ key }) => key.key)).not.toContain("open-bets");
    expect(table.press({ key: "change-dice" }, caller).durable).toMatchObject({ phase: "betting", round: 4 });
  });

  it("the whole set was changed meanwhile: nobody asks", () => {
    const table = ended().press({ key: "change-dice" }, caller);
    expect(table.durable).toMatchObject({ phase: "betting", round: 4 });
  });

  it("at a come-out nothing is asked, and the steps say what the puck makes true", () => {
    const void1 = open(rulebook).press({ key: "no-more-bets" }).roll(lie("3"));
    void1.press({ key: "void", round: 1, rule: "die-off-table" }, caller);
    const steps = (table: PlayedDice): readonly string[] => {
      const last = table.verdicts.at(-1);
      return last?.kind === "void" ? last.then.map(({ step }) => step) : [];
    };
    expect(steps(void1)).not.toContain("offer-remaining-dice");
    expect(void1.durable.dice?.dieSought).toBeUndefined();
    // The throw that set the point is annulled: it was a come-out.
    const set = goes(open(rulebook), "2", "4").press({ key: "void", round: 1, rule: "die-off-table" }, caller);
    expect(steps(set)).toEqual(steps(void1));
    const point = onSix(rulebook).press({ key: "no-more-bets" }).roll(lie("3"));
    point.press({ key: "void", round: 2, rule: "die-off-table" }, caller);
    expect(steps(point)).toContain("offer-remaining-dice");
    expect(steps(point)).not.toContain("choose-new-pair-out-of-series");
    if (rulebook === "cl/craps") expect(steps(void1)).toContain("choose-new-pair-out-of-series");
  });
});

describe("a die that lies as no rule says", () => {
  it("es-pv/craps: the inspector, who decides what is not foreseen", () => {
    const table = open("es-pv/craps").press({ key: "no-more-bets" });
    table.roll([noted("2", "cocked"), die("4", FAR)]);
    expect(table.last).toMatchObject({ kind: "undecided", seen: { rules: "unforeseen-case" } });
    for (const role of ["stickman", JEFE] as const)
      expect(table.press({ key: "resolve", round: 1, outcome: "void" }, role).refusal).toBe("not-your-key");
    expect(table.press({ key: "resolve", round: 1, outcome: "void" }, "inspector").refusal).toBeNull();
  });

  it("a camera that does not read is no case of the game", () => {
    const table = open("es-pv/craps").press({ key: "no-more-bets" });
    table.roll([die(null, { ...FAR, notes: ["disagree"] }), die("4", FAR)]);
    expect(table.last).toMatchObject({ kind: "undecided" });
    expect(JSON.stringify(table.last)).not.toContain("unforeseen-case");
  });
});

describe("what no reader can find", () => {
  it.each([
    ["es-cb/craps", "die-broken"],
    ["es-pv/craps", "die-broken"],
    ["cl/craps", "die-broken"],
    ["cl/mini-craps", "die-broken"],
    ["es-cb/banca-francesa", "die-defective"],
    ["cl/corona-y-ancla", "die-faulty"],
    ["cl/chuck-a-luck", "die-faulty"],
  ])("%s: %s is said by people, and not signed as held", (rulebook, rule) => {
    const rules = realEye(rulebook);
    expect(rules.coverage.rules.find((one) => one.rule === rule)?.level).toBe("attested");
    const table = new PlayedDice(rulebook, ALONE, rules).open().press({ key: "no-more-bets" });
    const symbols = rulebook === "cl/corona-y-ancla";
    const three = symbols ? (["crown", "anchor", "heart"] as const) : (["1", "1", "2"] as const);
    table.roll(lie(...three.slice(0, rulebook.includes("craps") ? 2 : 3)));
    const certainty =
      table.verdicts.at(-1)?.kind === "result"
        ? (table.verdicts.at(-1) as never as { certainty: Record<string, readonly string[]> }).certainty
        : null;
    expect(certainty?.["level"]).toBe("certified");
    expect(certainty?.["bounded"]).not.toContain(rule);
    expect(certainty?.["attested"]).toContain(rule);
  });
});
