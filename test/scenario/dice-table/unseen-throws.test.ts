import { describe, expect, it } from "vitest";
import type { DieFace } from "../../../src/dice/faces.ts";
import type { DiceLoss, ThrowRead } from "../../../src/dice/observation.ts";
import { tableStep } from "../../../src/table/kernel/table.ts";
import { monoUs } from "../../../src/time/instant.ts";
import { die, PlayedDice } from "../../support/played-dice.ts";

/** A series is one chain: while a throw may have gone by unseen nothing is certified, and people say where it stands. */

const FAR = { half: "far", wall: true, rolled: true } as const;
const JEFE = "jefe-de-mesa";
const S = 1_000_000;
const GAMES = ["es-cb/craps", "es-pv/craps", "cl/craps", "cl/mini-craps"];

const lie = (...faces: readonly DieFace[]) => faces.map((face) => die(face, FAR));
const goes = (table: PlayedDice, ...faces: readonly DieFace[]): PlayedDice =>
  table.press({ key: "no-more-bets" }).roll(lie(...faces));
const open = (rulebook: string): PlayedDice => new PlayedDice(rulebook).open();
const onSix = (rulebook: string): PlayedDice => goes(open(rulebook), "2", "4").takeUp();
const hole = (table: PlayedDice, why: DiceLoss | "camera" | "unit", us: number, extra = {}): PlayedDice => {
  if (why === "unit") table.feed({ i: "restarted" });
  else if (why === "camera")
    table.see({ o: "fault", device: "eye", code: "eye-camera-gone", detail: {} }).arena("unknown");
  else table.see({ o: "gap", device: "eye", why, ...extra });
  table.t += us;
  if (why === "camera") table.see({ o: "fault-cleared", device: "eye", code: "eye-camera-gone", detail: {} });
  else table.see({ o: "attached", device: "eye" });
  return table;
};
const asked = (table: PlayedDice): boolean => table.durable.dice?.pointAsked !== undefined;

describe.each(GAMES)("%s: the arena is empty again", (rulebook) => {
  it.each(["device-silent", "port-gone", "frames-lost", "camera", "unit"] as const)(
    "after %s: the next throw is certified once the point is confirmed, and not before",
    (why) => {
      const table = hole(onSix(rulebook), why, 45 * S).arena("empty");
      expect(table.last).toMatchObject({ kind: "dice-set", event: "point-asked", craps: { point: 6 } });
      expect(table.press({ key: "no-more-bets" }).refusal).toBe("confirm-point");
      table.roll(lie("3", "4"));
      expect(table.said).toContain("undecided series-unknown");
      table.takeUp().press({ key: "mark-point", point: 6 }, JEFE);
      expect(asked(table)).toBe(false);
      expect(goes(table, "3", "4").last).toMatchObject({
        kind: "result",
        certainty: { level: "certified" },
        result: { craps: { call: "seven-out" } },
      });
    },
  );

  it("what was thrown unseen is said by the jefe de mesa alone", () => {
    const table = hole(open(rulebook), "port-gone", 40 * S).arena("empty");
    for (const role of ["croupier", "stickman", "inspector"] as const)
      expect(table.press({ key: "mark-point", point: 6 }, role).refusal).toBe("not-your-key");
    table.press({ key: "mark-point", point: 6 }, JEFE);
    expect(goes(table, "3", "4").last).toMatchObject({ result: { craps: { call: "seven-out" } } });
  });

  it("the call was made before: the throw is undecided, or certified after the word", () => {
    const called = (): PlayedDice =>
      hole(onSix(rulebook).press({ key: "no-more-bets" }), "device-silent", 20 * S).arena("empty");
    expect(called().roll(lie("3", "4")).said).toContain("undecided series-unknown");
    const confirmed = called().press({ key: "mark-point", point: 6 }, JEFE);
    expect(confirmed.durable.phase).toBe("no-more-bets");
    expect(confirmed.roll(lie("3", "4")).said).toBe("result 3-4");
  });
});

describe("what is asked, and what is not", () => {
  const craps = "es-cb/craps";

  it("a cable that is out for a moment hides no throw", () => {
    const table = hole(onSix(craps), "port-gone", 1.5 * S).arena("empty");
    expect(asked(table)).toBe(false);
    expect(goes(table, "3", "4").said).toBe("result 3-4");
  });

  it("pictures that were lost are told when they come back: what counts is how long", () => {
    const lost = (lostMs: number): PlayedDice =>
      hole(onSix(craps), "frames-lost", 0.1 * S, { lostMs }).arena("empty");
    expect(asked(lost(900))).toBe(false);
    expect(asked(lost(2_000))).toBe(true);
  });

  it("several short holes without a sight of the arena are one", () => {
    const table = onSix(craps);
    for (let go = 0; go < 3; go++) hole(table, "port-gone", 0.9 * S);
    expect(asked(table.arena("empty"))).toBe(true);
  });

  it("dice that lie as they lay beside their result were not thrown; taken up meanwhile they may have been", () => {
    const lying = (): PlayedDice => hole(goes(open(craps), "2", "4"), "camera", 30 * S);
    const LAY: Partial<ThrowRead> = { rolledMs: null };
    const same = lying().arena("rest");
    same.see(same.read(lie("4", "2"), LAY));
    expect(asked(same.takeUp())).toBe(false);
    expect(same.durable).toMatchObject({ phase: "betting", round: 2 });
    const gone = lying().arena("empty");
    expect(asked(gone)).toBe(true);
    expect(gone.durable.phase).toBe("result");
    expect(gone.press({ key: "mark-point", point: 6 }, JEFE).durable.phase).toBe("betting");
    const others = lying().arena("rest");
    others.see(others.read(lie("3", "4"), LAY));
    expect(others.verdicts.at(-1)).toMatchObject({ kind: "undecided", round: 2 });
  });

  it("dice that are named after a hole are reported, and the point is confirmed all the same", () => {
    const table = hole(onSix(craps), "unit", 0).arena("rest");
    table.see(table.read(lie("2", "4"), { rolledMs: null }));
    for (const role of ["stickman", JEFE] as const)
      table.press({ key: "dice-are", round: 2, faces: ["2", "4"] }, role);
    expect(table.last).toMatchObject({ kind: "result", certainty: { level: "reported" } });
    expect(table.takeUp().durable.phase).toBe("result");
    expect(table.press({ key: "mark-point", point: null }, JEFE).durable.phase).toBe("betting");
  });

  it("is asked once, outlives a restart, and shows the screens what to do", () => {
    const table = hole(hole(onSix(craps), "camera", 9 * S).arena("empty"), "camera", 9 * S).arena("empty");
    const events = () => table.records.filter((one) => one.kind === "dice-set" && one.event === "point-asked");
    expect(events()).toHaveLength(1);
    hole(table, "unit", 9 * S).arena("empty");
    expect(events()).toHaveLength(1);
    const view = table.rules.family.view.familyParts(table.durable, table.rules.pack).dice;
    expect(view?.duties.map(({ es }) => es)).toEqual([
      "un lanzamiento pudo no verse, o se volvió a juzgar: el jefe de mesa confirma dónde está el punto",
    ]);
    expect(view?.keys[0]).toMatchObject({
      key: { key: "mark-point", point: 6 },
      text: { es: "el punto sigue en 6" },
      for: [JEFE],
    });
    expect(view?.keys.map(({ key }) => key.key)).not.toContain("no-more-bets");
  });

  it("in games without a series a hole asks nothing", () => {
    const table = hole(open("cl/corona-y-ancla"), "unit", 9 * S).arena("empty");
    expect(table.press({ key: "no-more-bets" }).refusal).toBeNull();
  });

  it("a table that waits for its camera asks nothing", () => {
    const table = new PlayedDice(craps).feed({ i: "auto-open" });
    table.t += 60 * S;
    table.see({ o: "attached", device: "eye" }).arena("empty");
    expect(goes(table, "3", "4").said).toBe("result 3-4");
  });
});

describe.each(GAMES)("%s: the session ends", (rulebook) => {
  it("not in a series; who gives it up says so, and the next session comes out without a shooter", () => {
    const table = open(rulebook).press({ key: "change-thrower", seat: 4 });
    goes(table, "2", "4").takeUp();
    expect(table.press({ key: "close-table" }, JEFE).refusal).toBe("series-stands");
    expect(table.durable.open).toBe(true);
    table.press({ key: "mark-point", point: null }, JEFE).press({ key: "close-table" }, JEFE);
    expect(table.refusal).toBeNull();
    table
      .wait(12 * 3600 * S)
      .press({ key: "open-table" }, JEFE)
      .arena("empty");
    expect(table.durable.dice).toMatchObject({ craps: { phase: "come-out" }, shooter: null });
    expect(goes(table, "3", "4").last).toMatchObject({ result: { craps: { call: "natural" } } });
  });

  it("nor while nobody knows where the series stands", () => {
    const blind = hole(open(rulebook), "camera", 9 * S).arena("empty");
    expect(blind.press({ key: "close-table" }, JEFE).refusal).toBe("series-stands");
    const undecided = open(rulebook).press({ key: "no-more-bets" });
    undecided.roll([die("2", FAR), die(null, { ...FAR, notes: ["disagree"] })]).takeUp();
    expect(undecided.press({ key: "close-table" }, JEFE).refusal).toBe("series-stands");
  });

  it("a table that an earlier release closed in a series opens with a come-out all the same", () => {
    const table = open(rulebook);
    const { durable } = goes(table.press({ key: "change-thrower", seat: 4 }), "2", "4").takeUp();
    const stored = new PlayedDice(rulebook);
    stored.table = { ...stored.table, durable: { ...durable, open: false, phase: "closed" } };
    const step = tableStep(stored.table, { i: "auto-open" }, monoUs(1), "", stored.rules);
    expect(step.table.durable.dice).toMatchObject({ craps: { phase: "come-out" }, shooter: null });
  });

  it("at a come-out it does, and the shooter is not carried over", () => {
    const table = open(rulebook).press({ key: "change-thrower", seat: 4 });
    expect(table.press({ key: "close-table" }, JEFE).refusal).toBeNull();
    expect(table.press({ key: "open-table" }, JEFE).durable.dice?.shooter).toBeNull();
  });
});

describe("dice that are taken up before they lay still", () => {
  it("are gone after two seconds, under a hand too", () => {
    const table = open("es-cb/craps").press({ key: "no-more-bets" });
    table.t += 0.5 * S;
    table.arena("moving", "covered", "empty");
    expect(table.wait(1.9 * S).durable.phase).toBe("throwing");
    expect(table.wait(0.2 * S).said).toBe("undecided dice-gone");
  });

  it("a hand that leaves the empty arena before the cup is emptied takes nothing with it", () => {
    const has = { thrower: true, witness: null };
    const table = new PlayedDice("es-cb/banca-francesa", has).open().see({ o: "attached", device: "thrower" });
    table
      .see({ o: "cup", stage: "loaded", dice: 3 })
      .arena("moving", "covered", "empty")
      .wait(5 * S);
    expect(table.durable.phase).toBe("throwing");
  });
});
