import { describe, expect, it } from "vitest";
import type { DevicesBesideEye } from "../../../src/table/dice/throw.ts";
import type { DieRead, ThrowRead } from "../../../src/dice/observation.ts";
import { die, PlayedDice } from "../../support/played-dice.ts";

/** Dice that lie in the arena when the unit comes back, and that no throw explains. */

const FAR: Partial<DieRead> = { half: "far", wall: true, rolled: true };
const at = (face: "1" | "2" | "3" | "4" | "5" | "6", x = 100, y = 200): DieRead => die(face, { ...FAR, x, y });
/** How an eye tells of dice that lay there when it began to look. */
const LAY: Partial<ThrowRead> = { rolledMs: null };

const craps = (): PlayedDice => new PlayedDice("es-cb/craps").open();
const francesa = (): PlayedDice => new PlayedDice("es-cb/banca-francesa").open();
const goes = (table: PlayedDice, ...dice: readonly DieRead[]): PlayedDice =>
  table.press({ key: "no-more-bets" }).roll(dice);
/** The unit starts anew, and its eye sees the arena so. */
const restarted = (table: PlayedDice, sees: "empty" | "rest" | "covered"): PlayedDice =>
  table.feed({ i: "restarted" }).see({ o: "attached", device: "eye" }).arena(sees);
const craps2 = (table: PlayedDice): string => JSON.stringify(table.durable.dice?.craps);

describe("a restart while bets are open", () => {
  const point = (): PlayedDice => goes(craps(), at("2"), at("4")).takeUp();

  it("of a series: dice that were thrown meanwhile are a throw, and the next one waits for people", () => {
    const table = point();
    expect(table.durable).toMatchObject({ phase: "betting", round: 2 });
    restarted(table, "rest").see(table.read([at("3"), at("4")], LAY));
    expect(table.verdicts.at(-1)).toMatchObject({
      kind: "undecided",
      round: 2,
      because: ["restart", "roll-not-seen"],
      seen: { dice: "3 4" },
    });
    table.takeUp();
    expect(table.press({ key: "no-more-bets" }).refusal).toBe("not-now");
    table.roll([at("1"), at("5")]);
    expect(table.said).toContain("series-unknown");
    const seven = { key: "dice-are", round: 2, faces: ["3", "4"] } as const;
    table.press({ key: "dice-are", round: 2, faces: ["3", "4"] }, "stickman");
    expect(table.press(seven, "jefe-de-mesa").refusal).toBe("no-such-round");
    table.press({ key: "mark-point", point: null }, "jefe-de-mesa");
    expect(craps2(table)).toBe('{"phase":"come-out"}');
    expect(goes(table.takeUp(), at("2"), at("2")).said).toBe("result 2-2");
  });

  it("of a series: people who name them go on from there", () => {
    const table = point();
    restarted(table, "rest").see(table.read([at("2"), at("4")], LAY));
    for (const role of ["stickman", "jefe-de-mesa"] as const)
      table.press({ key: "dice-are", round: 2, faces: ["2", "4"] }, role);
    expect(table.said).toBe("result 2-4");
    expect(table.last).toMatchObject({
      certainty: { level: "reported" },
      result: { craps: { call: "point-made" } },
    });
  });

  it("dice of which no reading comes, as of an eye that told it while nobody listened", () => {
    const table = restarted(point(), "rest");
    expect(table.wait(1_900_000).said).toBe("result 2-4");
    expect(table.wait(200_000).said).toBe("undecided restart rest-missed");
    table.see(table.read([at("3"), at("4")], LAY));
    expect(table.verdicts).toHaveLength(2);
    expect(table.wait(100_000_000).verdicts).toHaveLength(2);
  });

  it("dice under a hand are waited for", () => {
    const table = restarted(point(), "covered");
    expect(table.wait(60_000_000).verdicts).toHaveLength(1);
    table.arena("settling", "rest").see(table.read([at("3"), at("4")], LAY));
    expect(table.said).toBe("undecided restart roll-not-seen");
  });

  it("an empty arena: the game goes on once the point is confirmed", () => {
    const table = restarted(point(), "empty").wait(10_000_000);
    goes(table.press({ key: "mark-point", point: 6 }, "jefe-de-mesa"), at("3"), at("4"));
    expect(table.said).toBe("result 3-4");
    expect(table.last).toMatchObject({ result: { craps: { call: "seven-out" } } });
  });

  it("dice that roll when the eye comes back may have been thrown before", () => {
    const table = point().feed({ i: "restarted" }).see({ o: "attached", device: "eye" });
    table.roll([at("3"), at("4")]);
    expect(table.said).toBe("undecided restart");
  });

  it("no dice among what lies there: nothing was thrown", () => {
    const table = restarted(point(), "rest");
    table.see(table.read([], { ...LAY, verdict: "undecided", reasons: ["no-dice"] })).wait(10_000_000);
    expect(table.verdicts).toHaveLength(1);
  });

  it("a cup that is emptied over them throws another one, which is no throw of its own", () => {
    const has: DevicesBesideEye = { thrower: true, witness: null };
    const table = new PlayedDice("es-cb/banca-francesa", has).open();
    restarted(table, "rest").see({ o: "attached", device: "thrower" });
    table.t += 500_000;
    table.see({ o: "cup", stage: "thrown", dice: 3 }).arena("moving", "settling");
    table.see(table.read([die("4"), die("5"), die("6")]));
    expect(table.said).toBe("undecided restart");
  });

  it("of a closed table is nobody's throw", () => {
    const table = new PlayedDice("es-cb/craps").feed({ i: "restarted" });
    table
      .see({ o: "attached", device: "eye" })
      .arena("rest")
      .see(table.read([at("3"), at("4")], LAY));
    expect(table.wait(10_000_000).records).toEqual([]);
  });
});

describe("a restart beside a result", () => {
  const result = (): PlayedDice => goes(craps(), at("2", 100, 200), at("4", 600, 900));

  it("its own dice lie there still", () => {
    const table = restarted(result(), "rest");
    table.see(table.read([at("4", 610, 890), at("2", 95, 205)], LAY)).wait(10_000_000);
    expect(table.said).toBe("result 2-4");
    expect(goes(table.takeUp(), at("3"), at("4")).said).toBe("result 3-4");
  });

  it.each([
    ["other faces", [at("3", 100, 200), at("4", 600, 900)]],
    ["the same faces elsewhere", [at("2", 100, 200), at("4", 300, 900)]],
    ["one die more", [at("2", 100, 200), at("4", 600, 900), at("4", 700, 300)]],
    ["one die less", [at("2", 100, 200)]],
    ["a face that is not read", [at("2", 100, 200), die(null, { ...FAR, x: 600, y: 900 })]],
  ])("%s were thrown unseen", (_, dice) => {
    const table = restarted(result(), "rest");
    table.see(table.read(dice, LAY));
    expect(table.verdicts.at(-1)).toMatchObject({ kind: "undecided", round: 2 });
    expect(table.said).toContain("restart");
  });

  it("named by people, whose places nobody knows, is known by its faces", () => {
    const table = craps()
      .press({ key: "no-more-bets" })
      .roll([at("2"), die(null, { notes: ["disagree"] })]);
    for (const role of ["stickman", "jefe-de-mesa"] as const)
      table.press({ key: "dice-are", round: 1, faces: ["2", "4"] }, role);
    expect(table.durable.phase).toBe("result");
    restarted(table, "rest").see(table.read([at("4"), at("2")], LAY));
    expect(table.verdicts).toHaveLength(2);
  });

  it("a void of a series: whatever lies there is looked at by people", () => {
    const table = result().press({ key: "void", round: 1, rule: "die-off-table" }, "stickman");
    restarted(table, "rest").see(table.read([at("2"), at("4")], LAY));
    expect(table.said).toBe("undecided restart roll-not-seen");
  });

  it("a throw that was given up, or left to people: its dice lie there, and that is said already", () => {
    const table = francesa().arena("moving");
    restarted(table, "rest").see(table.read([die("1"), die("2"), die("3")], LAY));
    expect(table.wait(10_000_000).verdicts).toHaveLength(1);
  });
});

describe("a restart of a game whose dice stay under their dome", () => {
  const WITH: DevicesBesideEye = { thrower: true, witness: null };
  const shake = (table: PlayedDice, ...faces: readonly ("1" | "2" | "4")[]): PlayedDice => {
    const reported = { o: "shake", asked: 9_590 } as const;
    table.see({ ...reported, stage: "accepted", ms: null }, { ...reported, stage: "shaking", ms: null });
    table.arena("moving", "settling").see(table.read(faces.map((face) => die(face))));
    return table.see({ ...reported, stage: "done", ms: 9_600 });
  };
  const sicBo = (): PlayedDice => {
    const table = new PlayedDice("es-cb/sic-bo", WITH).feed({ i: "auto-open" });
    table.see({ o: "attached", device: "eye" }, { o: "attached", device: "thrower" }).arena("rest");
    return shake(table, "4", "1", "1").press({ key: "open-bets" });
  };

  it("the dice of the last throw lie there, and the next one counts", () => {
    const table = restarted(sicBo(), "rest");
    table.see(table.read([die("1"), die("4"), die("1")], LAY)).wait(10_000_000);
    expect(table.durable).toMatchObject({ phase: "betting", round: 2 });
    table.see({ o: "attached", device: "thrower" });
    table.t += 1_000_000;
    expect(shake(table, "2", "2", "4").said).toBe("result 2-2-4");
  });

  it("others were shaken meanwhile", () => {
    const table = restarted(sicBo(), "rest");
    table.see(table.read([die("1"), die("4"), die("2")], LAY)).wait(10_000_000);
    expect(table.said).toContain("undecided restart");
    expect(table.verdicts.at(-1)?.round).toBe(2);
  });
});

describe("dice that lie there after the eye was lost over an empty arena", () => {
  it("are a throw although their reading was lost with it", () => {
    const table = francesa().see(
      { o: "gap", device: "eye", why: "device-garbled" },
      { o: "attached", device: "eye" },
    );
    table.arena("rest").wait(2_100_000);
    expect(table.said).toBe("undecided device-garbled rest-missed");
  });

  it("are waited for until they lie still", () => {
    const table = francesa().see(
      { o: "gap", device: "eye", why: "port-gone" },
      { o: "attached", device: "eye" },
    );
    table.arena("rest").wait(1_000_000).arena("moving").wait(5_000_000);
    expect(table.said).toBe("nothing");
    table.arena("rest").wait(1_900_000);
    expect(table.said).toBe("nothing");
    expect(table.wait(200_000).said).toBe("undecided port-gone rest-missed");
  });
});
