import { describe, expect, it } from "vitest";
import type { DieFace } from "../../../src/dice/faces.ts";
import type { DieRead } from "../../../src/dice/observation.ts";
import type { Role } from "../../../src/people/roles.ts";
import { die, PlayedDice } from "../../support/played-dice.ts";

/** What people say of a throw of a series while others wait to say something of it, too. */

const far = (face: DieFace): DieRead => die(face, { half: "far", wall: true, rolled: true });

/** A first throw has made the point six. */
const onSix = (rulebook: string): PlayedDice =>
  new PlayedDice(rulebook)
    .open()
    .press({ key: "no-more-bets" })
    .roll([far("2"), far("4")]);

describe.each([
  ["cl/craps", "croupier"],
  ["es-cb/craps", "stickman"],
  ["es-pv/craps", "stickman"],
] as const satisfies readonly (readonly [string, Role])[])("%s", (rulebook, who) => {
  it("puts the puck back when a disputed throw is annulled behind the next bets", () => {
    const table = onSix(rulebook).press({ key: "dispute", round: 1, words: "slid" }, "jefe-de-mesa").takeUp();
    expect(table.durable.phase).toBe("betting");
    table.press({ key: "void", round: 1, rule: "dice-slid-not-rolled" }, who);
    expect(table.refusal).toBeNull();
    expect(table.verdicts.at(-1)).toMatchObject({
      kind: "void",
      late: { stood: "result", series: { phase: "come-out" } },
    });
    expect(table.durable.dice?.craps).toEqual({ phase: "come-out" });
    table.press({ key: "no-more-bets" }).roll([far("3"), far("4")]);
    expect(table.verdicts.at(-1)).toMatchObject({
      kind: "result",
      result: { craps: { call: "natural" } },
    });
  });
});

describe.each([
  ["es-cb/craps", "stickman", "jefe-de-mesa"],
  ["es-pv/craps", "inspector", "inspector"],
] as const satisfies readonly (readonly [string, Role, Role])[])("%s", (rulebook, who, decides) => {
  it("keeps what somebody has to decide of a result when the jefe de mesa marks the point", () => {
    const table = onSix(rulebook).press({ key: "declare", round: 1, rule: "unforeseen-case" }, who);
    const mark = (point: number): string | null =>
      table.press({ key: "mark-point", point }, "jefe-de-mesa").refusal;
    expect([mark(6), mark(8), mark(6)]).toEqual(["changes-nothing", null, null]);
    expect(table.durable.tasks.map(({ id }) => id)).toEqual(["decide/1/unforeseen-case"]);
    table.press({ key: "resolve", round: 1, outcome: "void" }, decides);
    expect(table.said).toBe("void unforeseen-case");
    expect(table.durable.dice?.craps).toEqual({ phase: "come-out" });
  });
});
