import { describe, expect, it } from "vitest";
import type { DieFace } from "../../../src/dice/faces.ts";
import { die, PlayedDice } from "../../support/played-dice.ts";

/** A throw of craps is judged anew after the table went on: what of its series comes back, and what does not. */

const FAR = { half: "far", wall: true, rolled: true } as const;
const JEFE = "jefe-de-mesa";
const goes = (table: PlayedDice, ...faces: readonly DieFace[]): PlayedDice =>
  table
    .press({ key: "no-more-bets" })
    .roll(faces.map((face) => die(face, FAR)))
    .takeUp();
const onSix = (): PlayedDice =>
  goes(new PlayedDice("es-cb/craps").open().press({ key: "change-thrower", seat: 4 }), "2", "4");
const sevenOut = (): PlayedDice => goes(onSix(), "3", "4");
const voidOf = (round: number, rule = "incorrect-throw") => ({ key: "void", round, rule }) as const;
const stepsOf = (table: PlayedDice): readonly string[] =>
  table.last?.kind === "void" ? table.last.then.map(({ step }) => step) : [];

describe("the series of a session that is over", () => {
  it("does not come back with its seven, be the table closed or opened again", () => {
    const table = sevenOut().press({ key: "close-table" }, JEFE);
    table.press({ key: "contest", round: 2 }, JEFE);
    expect(table.refusal).toBeNull();
    expect(table.durable.dice).toMatchObject({ craps: { phase: "come-out" }, shooter: null });
    const opened = sevenOut().press({ key: "close-table" }, JEFE).press({ key: "open-table" }, JEFE);
    opened.press(voidOf(2), "stickman");
    expect(opened.refusal).toBeNull();
    expect(opened.durable.dice).toMatchObject({ craps: { phase: "come-out" }, shooter: null });
  });

  it("leaves the point of the new session alone", () => {
    const table = sevenOut().press({ key: "close-table" }, JEFE).press({ key: "open-table" }, JEFE);
    goes(table, "4", "4").press(voidOf(1), "stickman");
    expect(table.refusal).toBeNull();
    expect(table.durable.dice).toMatchObject({ craps: { phase: "point", point: 8 } });
    expect(table.durable.dice).not.toHaveProperty("pointAsked");
  });
});

it("a banned shooter does not get the dice back with a seven that counts no more", () => {
  const table = sevenOut().press({ key: "declare", round: 3, rule: "shooter-banned" }, JEFE);
  expect(table.refusal).toBeNull();
  table.press(voidOf(2), "stickman");
  expect(table.durable.dice).toMatchObject({
    craps: { phase: "point", point: 6 },
    shooter: null,
    passing: { from: 4, isLost: true },
  });
});

describe("a die that fell", () => {
  it("in the series, as somebody says late: the die is sought, whatever stands now", () => {
    const table = goes(onSix(), "5", "5").press(voidOf(2, "die-off-table"), "stickman");
    expect(table.refusal).toBeNull();
    expect(stepsOf(table)).toContain("offer-remaining-dice");
    expect(table.durable.dice).toMatchObject({ dieSought: true });
  });

  it("as the series began: nothing of a series is due, although a point stands by now", () => {
    const table = onSix().press(voidOf(1, "die-off-table"), "stickman");
    expect(table.refusal).toBeNull();
    expect(stepsOf(table)).not.toContain("offer-remaining-dice");
    expect(table.durable.dice).not.toHaveProperty("dieSought");
  });
});

describe("a disputed throw", () => {
  const words = "the shooter says it was a 6";

  it("holds up no series, and its decision outlives the point that somebody sets", () => {
    const table = onSix().press({ key: "dispute", round: 1, words }, JEFE);
    expect(goes(table, "5", "5").said).toBe("result 5-5");
    table.press({ key: "mark-point", point: 6 }, JEFE);
    expect(table.durable.tasks).toMatchObject([{ kind: "decide", round: 1, about: "disputed" }]);
    expect(table.durable.phase).toBe("betting");
  });
});

describe("where the series stands", () => {
  it("is asked when an earlier throw of it counts no more, and the point that was asked for holds the bets", () => {
    const table = goes(onSix(), "5", "5").press(voidOf(1), "stickman");
    expect(table.durable.dice?.pointAsked).toEqual({ why: "series-unknown" });
    expect(table.press({ key: "no-more-bets" }).refusal).toBe("confirm-point");
    expect(table.press({ key: "close-table" }, JEFE).refusal).toBe("series-stands");
    table.press({ key: "mark-point", point: 6 }, JEFE);
    expect(goes(table, "4", "2").said).toBe("result 2-4");
    expect(table.verdicts.at(-1)).toMatchObject({ result: { craps: { call: "point-made" } } });
  });
});

describe("a throw that counts no more behind the answer where the series stands", () => {
  const on = (point: number | null): ((table: PlayedDice) => PlayedDice) => {
    return (table) => table.press({ key: "mark-point", point }, JEFE);
  };
  const isAsked = (table: PlayedDice): void => {
    expect(table.refusal).toBeNull();
    expect(table.durable.dice?.pointAsked).toEqual({ why: "series-unknown" });
    goes(table, "3", "3");
    expect(table.verdicts.at(-1)).toMatchObject({ kind: "undecided", because: ["series-unknown"] });
  };

  it("brings back no point of a throw that was annulled before it", () => {
    const out = on(null)(sevenOut().press(voidOf(1), "stickman"));
    isAsked(out.press(voidOf(2), "stickman"));
  });

  it.each([true, false])("may have set the point that was answered (taken up: %s)", (isTakenUp) => {
    const table = onSix()
      .press({ key: "no-more-bets" })
      .roll(["4", "1"].map((face) => die(face as DieFace, FAR)));
    if (isTakenUp) table.takeUp();
    on(5)(table.press(voidOf(1), "stickman"));
    table.press(voidOf(2), "stickman");
    isAsked(isTakenUp ? table : table.takeUp());
  });

  it("may have been reckoned with while it was contested", () => {
    const table = on(6)(goes(onSix(), "5", "5").press({ key: "contest", round: 1 }, JEFE));
    isAsked(goes(table, "4", "1").press(voidOf(1), "stickman"));
  });

  it("may have been so too where it is annulled by who decides", () => {
    const table = on(6)(goes(onSix(), "5", "5").press({ key: "contest", round: 1 }, JEFE));
    isAsked(goes(table, "4", "1").press({ key: "resolve", round: 1, outcome: "void" }, JEFE));
  });

  it.each(["es-cb/craps", "es-pv/craps"])(
    "takes no series on behind that answer once it is upheld (%s)",
    (game) => {
      const table = goes(new PlayedDice(game).open(), "2", "4").press({ key: "contest", round: 1 }, JEFE);
      goes(table, "3", "3");
      // The six was thrown again: the series is over.
      on(null)(table).press({ key: "resolve", round: 1, outcome: "upheld" }, JEFE);
      goes(table, "5", "6");
      expect(table.verdicts.at(-1)).toMatchObject({ result: { craps: { call: "natural" } } });
    },
  );
});

describe("a contested throw that is upheld once the one before it was annulled", () => {
  const words = "a hand was in the way";
  const annulled = (...faces: readonly DieFace[]): PlayedDice => {
    const table = sevenOut().press({ key: "dispute", round: 2, words }, JEFE);
    goes(table, ...faces).press({ key: "contest", round: 3 }, JEFE);
    return table.press({ key: "resolve", round: 2, outcome: "void" }, JEFE);
  };
  const resolve = (outcome: "upheld" | "void") => ({ key: "resolve", round: 3, outcome }) as const;

  it.each([
    ["5", "2"],
    ["1", "1"],
  ] as const)("means nobody knows what behind the point that is back (%s %s): it is asked", (...faces) => {
    const table = annulled(...faces);
    expect(table.durable.dice).toMatchObject({ craps: { phase: "point", point: 6 } });
    table.press(resolve("upheld"), JEFE);
    expect([table.refusal, table.durable.dice?.pointAsked]).toEqual([null, { why: "series-unknown" }]);
    table.press({ key: "mark-point", point: null }, JEFE);
    expect(goes(table, "5", "6").verdicts.at(-1)).toMatchObject({ result: { craps: { call: "natural" } } });
  });

  it("leaves that point where it is when it is annulled, too", () => {
    const table = annulled("5", "2").press(resolve("void"), JEFE);
    expect(table.durable.dice).not.toHaveProperty("pointAsked");
    expect(goes(table, "4", "2").verdicts.at(-1)).toMatchObject({ result: { craps: { call: "point-made" } } });
  });
});

describe("a throw whose void is refused, and which two people name", () => {
  const named = (table: PlayedDice): PlayedDice => {
    table.press({ key: "contest", round: 1 }, JEFE);
    for (const role of ["croupier", JEFE] as const)
      table.press({ key: "dice-are", round: 1, faces: ["2", "4"] }, role);
    expect(table.verdicts.at(-1)).toMatchObject({ round: 1, result: { craps: { call: "point-set" } } });
    return table;
  };

  it("sets the point where nothing was thrown behind it", () => {
    expect(named(onSix().press(voidOf(1), "stickman")).durable.dice).not.toHaveProperty("pointAsked");
  });

  it("was what it was in its series: it is asked where that stands with the throws behind it", () => {
    const table = named(goes(onSix().press(voidOf(1), "stickman"), "4", "4"));
    expect(table.durable.dice?.pointAsked).toEqual({ why: "series-unknown" });
    // With the six the eights decide nothing.
    table.press({ key: "mark-point", point: 6 }, JEFE);
    expect(goes(table, "4", "4").durable.dice?.craps).toEqual({ phase: "point", point: 6 });
  });

  it("sets no point in the session that has begun since", () => {
    const table = onSix().press(voidOf(1), "stickman").press({ key: "close-table" }, JEFE);
    named(table.press({ key: "open-table" }, JEFE));
    expect(table.durable.dice?.pointAsked).toEqual({ why: "series-unknown" });
  });
});
