import { describe, expect, it } from "vitest";
import { die, PlayedDice } from "../../support/played-dice.ts";
import type { Key } from "../../../src/people/keys.ts";
import type { DieFace } from "../../../src/dice/faces.ts";

/** Nothing but a verdict leaves closed bets, and what is said late belongs to the round that it names. */

const FAR = { half: "far", wall: true, rolled: true } as const;
const JEFE = "jefe-de-mesa";
const open = (rulebook: string): PlayedDice => new PlayedDice(rulebook).open();
const goes = (table: PlayedDice, ...faces: readonly DieFace[]): PlayedDice =>
  table.press({ key: "no-more-bets" }).roll(faces.map((face) => die(face, FAR)));

const CALLED = ["cl/craps", "cl/mini-craps", "es-cb/craps", "es-pv/craps", "cl/corona-y-ancla"];

describe.each(CALLED)("%s: after no va más", (rulebook) => {
  const keys: readonly Key[] = [
    { key: "mark-point", point: null },
    { key: "change-dice" },
    { key: "change-thrower", seat: 1 },
  ];

  it.each(keys)("$key does not open the bets again", (key) => {
    const table = open(rulebook).press({ key: "no-more-bets" });
    table.press(key, JEFE);
    expect(table.durable).toMatchObject({ phase: "no-more-bets", round: 1 });
  });

  it("the table is closed: the round is left to a person", () => {
    const table = open(rulebook).press({ key: "no-more-bets" }).press({ key: "close-table" }, JEFE);
    expect(table.refusal).toBeNull();
    expect(table.verdicts).toMatchObject([{ kind: "undecided", round: 1, because: ["not-thrown"] }]);
    expect(table.durable).toMatchObject({ open: false, phase: "closed" });
    // Nothing was thrown: the next session does not wait for it.
    table.press({ key: "open-table" }, JEFE).see({ o: "attached", device: "eye" }).arena("empty");
    expect(table.durable).toMatchObject({ phase: "betting", round: 2 });
    expect(table.press({ key: "resolve", round: 1, outcome: "void" }, JEFE).refusal).toBeNull();
    expect(table.durable.tasks.filter(({ kind }) => kind === "decide")).toEqual([]);
  });
});

it("an older round that is settled after no va más opens no bets either", () => {
  const table = open("cl/corona-y-ancla").press({ key: "no-more-bets" });
  table.roll([die("crown"), die("heart"), die(null, { notes: ["disagree"] })]).takeUp();
  expect(table.durable).toMatchObject({ phase: "betting", round: 2 });
  table.press({ key: "no-more-bets" }).press({ key: "resolve", round: 1, outcome: "otherwise" }, JEFE);
  expect(table.refusal).toBeNull();
  expect(table.durable).toMatchObject({ phase: "no-more-bets", round: 2 });
});

describe("banca francesa: an answer belongs to the round that was asked", () => {
  /** Round 1 was touched and asked about; round 2 is thrown all the same. */
  const asked = (): PlayedDice =>
    open("es-cb/banca-francesa")
      .roll(["1", "2", "3"])
      .see({ o: "disturbed", what: "taken" })
      .arena("covered", "empty")
      .roll(["1", "1", "4"]);

  it("announced of the first says nothing of the second, whose touch is asked as well", () => {
    const table = asked().press({ key: "announce", round: 1 });
    expect(table.durable.dice?.announced).toBe(false);
    table.see({ o: "disturbed", what: "taken" });
    expect(table.durable.tasks).toMatchObject([{ kind: "decide", round: 2 }]);
    table.arena("covered", "empty");
    expect(table.durable).toMatchObject({ phase: "result", round: 2 });
    expect(table.press({ key: "announce", round: 2 }).refusal).toBeNull();
    expect(table.durable).toMatchObject({ phase: "betting", round: 3 });
  });

  it("not announced of the first says nothing of the second either", () => {
    const table = asked().press({ key: "declare", round: 1, rule: "dice-touched-before-announcement" }, JEFE);
    expect(table.refusal).toBeNull();
    table.see({ o: "disturbed", what: "taken" });
    expect(table.durable.tasks.filter(({ kind }) => kind === "decide")).toMatchObject([{ round: 2 }]);
  });
});

it("a hand that is thrown without a hole goes on as before", () => {
  const table = goes(open("es-cb/craps"), "2", "4").takeUp();
  expect(goes(table, "3", "4").last).toMatchObject({ result: { craps: { call: "seven-out" } } });
});
