import { describe, expect, it } from "vitest";
import type { DieFace } from "../../../src/dice/faces.ts";
import type { DieRead } from "../../../src/table/dice/observation.ts";
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
    expect(none.said).toBe("undecided rule-not-judged");
    const near = craps().throw(far("3"), far("4", { half: "near" }));
    expect(near.said).toBe("undecided rule-not-judged");
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
  it("are not changed while a point stands, but for the jefe de mesa or after a void", () => {
    const table = craps().throw(far("2"), far("2"));
    expect(table.press({ key: "change-dice" }, "stickman").refusal).toBe("in-series");
    expect(table.press({ key: "change-dice" }, "jefe-de-mesa").refusal).toBeNull();
    table.throw(far("2"), far("2"));
    expect(table.press({ key: "change-dice" }, "stickman").refusal).toBeNull();
  });

  it("go to another shooter by key", () => {
    const table = craps().press({ key: "change-thrower", seat: 5 }, "stickman");
    expect(table.durable.dice?.shooter).toBe(5);
  });
});
