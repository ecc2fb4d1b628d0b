import { describe, expect, it } from "vitest";
import type { DieFace } from "../../../src/dice/faces.ts";
import type { DieRead } from "../../../src/dice/observation.ts";
import { dicePack } from "../../../src/rules/pack.ts";
import { diceView } from "../../../src/table/dice/view-dice.ts";
import { die, noted, PlayedDice } from "../../support/played-dice.ts";

const FAR: Partial<DieRead> = { half: "far", wall: true, rolled: true };
const far = (face: DieFace, more: Partial<DieRead> = {}): DieRead => die(face, { ...FAR, ...more });

class Craps extends PlayedDice {
  /** The call, the throw, and the dice taken back. */
  throw(...dice: readonly DieRead[]): this {
    return this.press({ key: "no-more-bets" }).roll(dice).takeUp();
  }

  /** Every throw in one line: the call and where the series stands after it. */
  get calls(): readonly string[] {
    return this.verdicts.map((one) => {
      if (one.kind !== "result" || !("faces" in one.result)) return one.kind;
      const after = one.result.craps?.after;
      return `${one.result.craps?.call} ${after?.phase === "point" ? after.point : "-"}`;
    });
  }
}

const duties = (table: PlayedDice): readonly string[] =>
  diceView(table.durable, dicePack(table.rules.pack)).duties.map(({ es }) => es);

const craps = (rulebook = "es-cb/craps"): Craps => new Craps(rulebook).open();

describe("a series", () => {
  it("goes from coming out to the point and back", () => {
    const table = craps();
    table.throw(far("3"), far("4")).throw(far("1"), far("1")).throw(far("2"), far("2"));
    table.throw(far("6"), far("5")).throw(far("1"), far("3"));
    table.throw(far("6"), far("4")).throw(far("6"), far("1"));
    expect(table.calls).toEqual([
      "natural -",
      "craps -",
      "point-set 4",
      "goes-on 4",
      "point-made -",
      "point-set 10",
      "seven-out -",
    ]);
    expect(table.durable.dice?.craps).toEqual({ phase: "come-out" });
  });

  it("stays where it is through a void throw", () => {
    const table = craps().throw(far("2"), far("2")).throw(far("5"), noted("1", "stacked"));
    expect(table.said).toBe("void dice-stacked");
    expect(table.durable.dice?.craps).toEqual({ phase: "point", point: 4 });
    expect(table.throw(far("1"), far("3")).calls.at(-1)).toBe("point-made -");
  });

  it("waits until an undecided throw is decided: nobody knows what the next one would mean", () => {
    const table = craps().throw(far("2"), far("2")).throw(far("5"), noted(null, "disagree"));
    expect(table.durable.phase).toBe("undecided");
    const task = table.durable.tasks.find(({ kind }) => kind === "decide");
    expect(table.press({ key: "acknowledge", what: task?.id ?? "" }, "jefe-de-mesa").refusal).toBe("not-now");
    expect(table.press({ key: "open-bets" }).refusal).toBe("not-now");
    table.roll([far("1"), far("3")]);
    expect(table.said).toContain("series-unknown");
  });

  it("goes on with what two people named", () => {
    const table = craps().throw(far("2"), far("2")).throw(far("5"), noted(null, "disagree"));
    table.press({ key: "dice-are", round: 2, faces: ["5", "2"] }, "stickman");
    table.press({ key: "dice-are", round: 2, faces: ["2", "5"] }, "jefe-de-mesa");
    expect(table.calls.at(-1)).toBe("seven-out -");
    // What people named stays on the screens until they go on.
    expect(table.durable.phase).toBe("result");
    table.press({ key: "no-more-bets" }, "stickman");
    expect(table.durable).toMatchObject({
      phase: "no-more-bets",
      round: 3,
      dice: { craps: { phase: "come-out" } },
    });
  });

  it("goes on where the jefe de mesa marks it", () => {
    const table = craps().throw(far("2"), far("2")).throw(far("5"), noted(null, "disagree"));
    expect(table.press({ key: "mark-point", point: 7 }, "jefe-de-mesa").refusal).toBe("no-such-point");
    expect(table.press({ key: "mark-point", point: 4 }, "stickman").refusal).toBe("not-your-key");
    table.press({ key: "mark-point", point: 4 }, "jefe-de-mesa");
    expect(table.durable).toMatchObject({ phase: "betting", dice: { craps: { phase: "point", point: 4 } } });
  });
});

describe("a throw along the table", () => {
  it("in Cantabria needs one die at the far edge and both in the far half", () => {
    expect(craps().throw(far("3"), far("4", { wall: false })).calls).toEqual(["natural -"]);
    const none = craps().throw(far("3", { wall: false }), far("4", { wall: false }));
    expect(none.said).toBe("undecided left-to-a-person");
    const near = craps().throw(far("3"), far("4", { half: "near" }));
    expect(near.said).toBe("undecided left-to-a-person");
  });

  it.each(["es-pv/craps", "cl/craps", "cl/mini-craps"])("under %s needs both at the far edge", (rulebook) => {
    expect(craps(rulebook).throw(far("3"), far("4")).calls).toEqual(["natural -"]);
    const one = craps(rulebook).throw(far("3"), far("4", { wall: false }));
    expect(one.verdicts.at(-1)?.kind).not.toBe("result");
  });

  it.each(["es-cb/craps", "es-pv/craps", "cl/craps", "cl/mini-craps"])("under %s must roll", (rulebook) => {
    expect(craps(rulebook).throw(far("3"), far("4", { rolled: false })).said).toContain("void dice-slid");
  });

  it("that was not seen at the far edge is no number where the eye is there to see it", () => {
    const table = craps();
    const blind = far("4");
    const { wall, ...rest } = blind;
    expect(wall).toBe(true);
    expect(table.throw(far("3", { wall: false }), rest).verdicts.at(-1)?.kind).toBe("undecided");
  });

  it("with a die that is hidden: it may have touched the far edge, or slid", () => {
    const hidden = craps("cl/craps");
    hidden.press({ key: "no-more-bets" }).roll([far("3")], { verdict: "undecided", reasons: ["hidden"] });
    expect(hidden.verdicts.at(-1)?.kind).toBe("undecided");
  });

  it("before the call is told, and stands", () => {
    const table = craps().roll([far("3"), far("4")]);
    expect(table.last).toMatchObject({ kind: "result", deviations: [{ rule: "throw-before-call" }] });
  });
});

describe("the dice of the table", () => {
  it("are not changed while a point stands, but for the jefe de mesa", () => {
    const table = craps().throw(far("2"), far("2"));
    expect(table.press({ key: "change-dice" }, "stickman").refusal).toBe("in-series");
    expect(table.press({ key: "change-dice" }, "jefe-de-mesa").refusal).toBeNull();
  });

  it.each(["es-cb/craps", "es-pv/craps", "cl/craps", "cl/mini-craps"])(
    "of %s are taken anew in a series after a die on the floor alone, and no other void",
    (rulebook) => {
      const by = rulebook.startsWith("cl/") ? "croupier" : "stickman";
      const table = craps(rulebook).throw(far("4"), far("4")).throw(far("5"), noted("1", "stacked"));
      expect(table.press({ key: "change-dice" }, by).refusal).toBe("in-series");
      table.press({ key: "no-more-bets" }, by).arena("moving");
      const { round } = table.durable;
      table.press({ key: "void", round, rule: "die-off-table" }, by).takeUp();
      expect(table.press({ key: "change-dice" }, by).refusal).toBeNull();
      expect(table.press({ key: "change-dice" }, by).refusal).toBe("in-series");
    },
  );

  it.each(["es-cb/craps", "es-pv/craps", "cl/craps", "cl/mini-craps"])(
    "of %s: a die that was not found owes a new set once the series has ended",
    (rulebook) => {
      const by = rulebook.startsWith("cl/") ? "croupier" : "stickman";
      const table = craps(rulebook).throw(far("4"), far("4"));
      table.press({ key: "declare", round: table.durable.round, rule: "lost-die" }, by);
      expect(table.refusal).toBeNull();
      expect(duties(table)).toEqual(["al acabar la serie, juego de dados nuevo"]);
      table.press({ key: "change-dice" }, by).throw(far("6"), far("4"));
      expect(table.verdicts.at(-1)).toMatchObject({ kind: "result", deviations: [] });
      table.throw(far("4"), far("4"));
      expect(table.durable).toMatchObject({ phase: "result", dice: { changeOwed: true } });
      expect(table.press({ key: "no-more-bets" }, by).refusal).toBe("change-owed");
      table.roll([far("3"), far("4")]);
      const reported = (table.verdicts.at(-1) as { deviations?: { rule: string }[] }).deviations ?? [];
      expect(reported.map(({ rule }) => rule)).toContain("new-set-not-made");
      table.press({ key: "change-dice" }, by).takeUp().throw(far("3"), far("4"));
      expect(table.verdicts.at(-1)).toMatchObject({ deviations: [] });
    },
  );

  it("pass on with the seven that loses: nobody is the shooter until somebody says who", () => {
    const table = craps().press({ key: "change-thrower", seat: 4 }, "stickman").throw(far("4"), far("4"));
    expect(duties(table)).toEqual([]);
    table.throw(far("3"), far("4"));
    expect(table.durable.dice).toMatchObject({ shooter: null, passing: { from: 4 } });
    expect(duties(table)[0]).toContain("siete de la plaza 4");
    table.press({ key: "change-thrower", seat: 5 }, "stickman");
    expect(table.durable.dice?.shooter).toBe(5);
    expect(duties(table)).toEqual([]);
  });

  it("stay with the shooter when that seven is annulled, and with a seven that wins", () => {
    const table = craps().press({ key: "change-thrower", seat: 4 }, "stickman").throw(far("3"), far("4"));
    expect(table.durable.dice?.shooter).toBe(4);
    table
      .throw(far("4"), far("4"))
      .press({ key: "no-more-bets" })
      .roll([far("3"), far("4")]);
    const { round } = table.durable;
    table.press({ key: "void", round, rule: "incorrect-throw" }, "stickman");
    expect(table.durable.dice).toMatchObject({ shooter: 4, craps: { phase: "point", point: 8 } });
    expect(duties(table)).toEqual([]);
  });

  it("País Vasco: a die that misses the far edge is for the stickman to judge", () => {
    const table = craps("es-pv/craps")
      .press({ key: "no-more-bets" })
      .roll([far("3"), far("4", { wall: false })]);
    expect(table.said).toContain("undecided");
    table.press({ key: "void", round: 1, rule: "incorrect-throw" }, "stickman");
    expect(table.said).toBe("void incorrect-throw");
  });

  it("the call on its key is the law's own", () => {
    const said = diceView(craps("es-pv/craps").durable, dicePack(craps("es-pv/craps").rules.pack)).keys;
    expect(said.find(({ key }) => key.key === "no-more-bets")?.text).toMatchObject({
      es: "ya no va más",
      eu: "besterik ez",
    });
  });

  it("go to another shooter by key", () => {
    const table = craps().press({ key: "change-thrower", seat: 5 }, "stickman");
    expect(table.durable.dice?.shooter).toBe(5);
  });
});
