import { describe, expect, it } from "vitest";
import type { DieFace } from "../../../src/dice/faces.ts";
import type { DevicesBesideEye } from "../../../src/table/dice/throw.ts";
import type { DieRead, DiceObservation } from "../../../src/dice/observation.ts";
import { ALONE, die, noted, PlayedDice } from "../../support/played-dice.ts";

const ASKS: DevicesBesideEye = { thrower: false, witness: { waitUs: 2_000_000, required: false } };
const says = (...faces: readonly DieFace[]): DiceObservation => ({ o: "witness", faces, why: null });

describe("a series of craps", () => {
  const FAR: Partial<DieRead> = { half: "far", wall: true, rolled: true };
  const craps = (has: DevicesBesideEye = ALONE): PlayedDice => new PlayedDice("es-cb/craps", has).open();
  const goes = (at: PlayedDice, ...faces: readonly DieFace[]): PlayedDice =>
    at.press({ key: "no-more-bets" }).roll(faces.map((face) => die(face, FAR)));
  const unread = (at: PlayedDice): PlayedDice =>
    at.press({ key: "no-more-bets" }).roll([die("2", FAR), noted(null, "disagree")]);
  const name = (at: PlayedDice, round: number, ...faces: readonly DieFace[]): PlayedDice =>
    at
      .press({ key: "dice-are", round, faces }, "stickman")
      .press({ key: "dice-are", round, faces }, "jefe-de-mesa");
  const point = (at: PlayedDice): number | null => {
    const series = at.durable.dice?.craps;
    return series?.phase === "point" ? series.point : null;
  };

  it("loses the point of a throw that people annul", () => {
    const at = goes(craps(), "2", "4");
    expect(point(at)).toBe(6);
    const rule = "die-off-table";
    at.press({ key: "void", round: 1, rule }, "stickman");
    expect(at.said).toBe(`void ${rule}`);
    expect(point(at)).toBeNull();
  });

  it("certifies nothing that rests on a point which somebody marked unasked, before a seven ends it", () => {
    const mark = (at: PlayedDice, to: number | null): PlayedDice =>
      at.press({ key: "mark-point", point: to }, "jefe-de-mesa");
    const level = ({ verdicts }: PlayedDice): unknown => {
      const last = verdicts.at(-1);
      return last?.kind === "result" ? [last.certainty.level, ...last.certainty.because] : last?.kind;
    };
    // The dice had set 5; 4-5 makes the point that was marked, and none that was thrown.
    const at = mark(goes(craps(), "2", "3").takeUp(), 9);
    expect([level(at), at.refusal]).toEqual([["certified"], null]);
    goes(at, "4", "5");
    expect([level(at), point(at.takeUp())]).toEqual([["reported", "point-by-word"], null]);
    // Nobody knows the true point by now: the mark that says 9 again is a word too.
    expect(level(goes(mark(at, 9), "1", "1"))).toEqual(["reported", "point-by-word"]);
    expect(level(goes(at.takeUp(), "3", "4"))).toEqual(["reported", "point-by-word"]);
    at.press({ key: "change-thrower", seat: 1 });
    expect(level(goes(at.takeUp(), "2", "3"))).toEqual(["certified"]);

    // The seven that ended it is annulled: the marked point stands again, and is no better known.
    const seven = goes(mark(goes(craps(), "2", "3").takeUp(), 9), "3", "4");
    seven.press({ key: "void", round: 2, rule: "die-off-table" }, "stickman").takeUp();
    seven.press({ key: "change-thrower", seat: 1 });
    expect([point(seven), level(goes(seven, "4", "5"))]).toEqual([9, ["reported", "point-by-word"]]);

    // Annulled once the next round is open, and late, behind a void of it.
    for (const isBehindVoid of [false, true]) {
      const late = goes(mark(goes(craps(), "2", "3").takeUp(), 9), "3", "4").takeUp();
      late.press({ key: "change-thrower", seat: 1 });
      if (isBehindVoid) {
        goes(late, "1", "2").press({ key: "void", round: 3, rule: "die-off-table" }, "stickman").takeUp();
        expect([late.refusal, point(late)]).toEqual([null, null]);
      }
      late.press({ key: "void", round: 2, rule: "die-off-table" }, "stickman");
      expect([late.refusal, point(late)]).toEqual([null, 9]);
      expect(level(goes(late, "1", "1"))).toEqual(["reported", "point-by-word"]);
    }

    const none = goes(mark(goes(craps(), "2", "3").takeUp(), null), "4", "3");
    expect(level(none)).toEqual(["reported", "point-by-word"]);
  });

  it("is certified as before where the mark is put right, or taken back before the throw", () => {
    const mark = (at: PlayedDice, to: number): PlayedDice =>
      at.press({ key: "mark-point", point: to }, "jefe-de-mesa");
    const back = { key: "take-back", round: 2 } as const;
    const taken = mark(goes(craps(), "2", "3").takeUp(), 9);
    expect([taken.press(back, "croupier").refusal, point(taken)]).toEqual(["not-your-key", 9]);
    expect([taken.press(back, "jefe-de-mesa").refusal, point(taken)]).toEqual([null, 5]);
    const same = mark(mark(goes(craps(), "2", "3").takeUp(), 9), 5);
    for (const at of [taken, same])
      expect(goes(at, "1", "4").last).toMatchObject({
        certainty: { level: "certified" },
        result: { craps: { call: "point-made" } },
      });
  });

  it("keeps a point that was marked since", () => {
    const at = goes(craps(), "2", "4").press({ key: "mark-point", point: 9 }, "jefe-de-mesa");
    at.press({ key: "void", round: 1, rule: "die-off-table" }, "stickman");
    expect(point(at)).toBe(9);
  });

  it.each([false, true])(
    "knows no point of an annulled throw behind one that was marked (late: %s)",
    (isLate) => {
      const at = goes(craps(), "2", "4");
      if (isLate) at.takeUp();
      at.press({ key: "mark-point", point: 9 }, "jefe-de-mesa");
      at.press({ key: "void", round: 1, rule: "die-off-table" }, "stickman");
      at.press({ key: "mark-point", point: 6 }, "jefe-de-mesa").takeUp();
      expect(goes(at, "3", "3").last).toMatchObject({
        certainty: { level: "reported", because: ["point-by-word"] },
      });
    },
  );

  it("loses the point of a throw that the second source contradicts, and names count from before it", () => {
    const at = goes(craps(ASKS), "2", "4").wait(2_100_000).see(says("2", "2"));
    expect(at.said).toBe("undecided witness-differs");
    expect(point(at)).toBeNull();
    name(at, 1, "3", "3");
    expect(at.last).toMatchObject({ kind: "result", result: { craps: { call: "point-set" } } });
    expect(point(at)).toBe(6);
  });

  it("is not moved on twice: by a mark, and by names after it", () => {
    const at = unread(craps()).press({ key: "mark-point", point: 6 }, "jefe-de-mesa");
    expect(name(at, 1, "3", "3").refusal).toBe("not-now");
    expect(point(at)).toBe(6);
  });

  it("takes no names for a throw while an earlier one is open", () => {
    const at = unread(craps());
    at.takeUp().roll([die("3", FAR), die("3", FAR)]);
    expect(at.said).toContain("series-unknown");
    expect(name(at, 2, "3", "3").refusal).toBe("not-now");
    const open = at.durable.tasks.filter(({ kind }) => kind === "decide").map(({ id }) => id);
    expect(open).toHaveLength(2);
    for (const what of open)
      expect(at.press({ key: "acknowledge", what }, "jefe-de-mesa").refusal).toBe("not-now");
    at.press({ key: "mark-point", point: null }, "jefe-de-mesa");
    expect(at.durable.tasks.filter(({ kind }) => kind === "decide")).toEqual([]);
    expect(goes(at.takeUp(), "3", "4").said).toBe("result 3-4");
  });

  it("waits after a restart in the midst of a throw: those dice were thrown as well", () => {
    const at = craps().press({ key: "no-more-bets" }).arena("moving").feed({ i: "restarted" });
    expect(at.said).toBe("undecided restart");
    at.see({ o: "attached", device: "eye" }).arena("empty");
    expect(at.roll([die("3", FAR), die("4", FAR)]).said).toContain("series-unknown");
  });
});
