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

  it("keeps a point that was marked since", () => {
    const at = goes(craps(), "2", "4").press({ key: "mark-point", point: 9 }, "jefe-de-mesa");
    at.press({ key: "void", round: 1, rule: "die-off-table" }, "stickman");
    expect(point(at)).toBe(9);
  });

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
