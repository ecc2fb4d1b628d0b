import { describe, expect, it } from "vitest";
import { loadPack } from "../../table/rules/load.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { awayWatch } from "../pages/control/away.ts";
import { kindSeen, reasonGroups } from "../pages/control/reason-groups.ts";
import { hourOf, hourText, lastTimeOf, useTableZone } from "../pages/table-hours.ts";

const viewWith = (change: object): TableView =>
  ({
    phase: "ball-in-play",
    round: 7,
    open: true,
    cards: null,
    tasks: [],
    series: [],
    verdict: null,
    device: { faults: [] },
    ...change,
  }) as unknown as TableView;
const reason = (rule: string): { rule: string; text: TableView["game"]; cite: string } => ({
  rule,
  text: { es: rule, eu: rule, gl: rule, en: rule },
  cite: "",
});

describe("reasons by what was seen", () => {
  it.each([
    ["ball-left-cylinder", "ball"],
    ["fewer-than-min-revolutions", "ball"],
    ["rotor-stopped", "wheel"],
    ["foreign-object-in-cylinder", "object"],
    ["die-on-object", "object"],
    ["die-off-table", "dice"],
    ["hand-in-path", "dice"],
    ["card-exposed", "cards"],
    ["punto-throws-cards-in-cesta", "cards"],
    ["card-drawn-by-mistake-unseen", "cards"],
    ["bet-after-no-more-bets", "people"],
    ["other-irregular-play", "people"],
  ] as const)("%s: %s", (rule, kind) => {
    expect(kindSeen(rule)).toBe(kind);
  });

  it("no table has a group of what is not played at it", () => {
    for (const game of ["cl/ruleta-francesa", "es-cb/craps", "es-cb/chemin-de-fer"]) {
      const { pack } = loadPack(game);
      const kinds = pack.rules.flatMap(({ id, declaredBy }) =>
        declaredBy === undefined ? [] : [kindSeen(id)],
      );
      if (pack.family === "wheel") expect(kinds).not.toContain("cards");
      if (pack.family === "wheel") expect(kinds).not.toContain("dice");
      if (pack.family === "dice") expect(kinds).not.toContain("wheel");
      if (pack.family === "shoe") expect(kinds).not.toContain("ball");
    }
  });

  it("those of what the table has just seen stand first, then the usual ones of the moment", () => {
    const reasons = [
      "rotor-stopped",
      "ball-left-cylinder",
      "foreign-object-in-cylinder",
      "other-irregular-play",
    ].map(reason);
    const order = (change: object): readonly string[] =>
      reasonGroups(viewWith(change), 7, reasons).map(({ kind }) => kind);
    expect(order({})).toEqual(["ball", "wheel", "object", "people"]);
    // What no other reason names stands last, whatever the moment.
    expect(order({ phase: "betting" })).toEqual(["ball", "wheel", "object", "people"]);
    const late = reasonGroups(viewWith({ phase: "betting" }), 7, [...reasons, reason("bet-late")]);
    expect(late[0]?.reasons.map(({ rule }) => rule)).toEqual(["bet-late", "other-irregular-play"]);
    const task = { id: "acknowledge/7/rotor-direction-not-alternated", round: 7 };
    expect(order({ tasks: [task] })[0]).toBe("wheel");
    expect(order({ tasks: [{ ...task, round: 6 }] })[0]).toBe("ball");
    expect(
      order({ verdict: { kind: "undecided", round: 7, rules: [reason("foreign-object-in-cylinder")] } })[0],
    ).toBe("object");
  });
});

describe("what happened while a page was away", () => {
  const item = (round: number, kind: string): object => ({ round, kind });

  it("are the rounds that ended, what waits now, and the key that nobody answered", () => {
    let now = 1_000;
    const watch = awayWatch(() => now);
    const before = viewWith({ round: 8, series: [item(7, "result")] });
    watch.leave(before, null);
    watch.leave(before, "no-more-bets");
    now += 58_400;
    const task = { id: "x", kind: "decide", round: 9 };
    const after = viewWith({
      round: 10,
      open: false,
      series: [item(9, "undecided"), item(8, "result"), item(7, "void")],
      tasks: [task],
    });
    expect(watch.comeBack(after)).toEqual({
      seconds: 58,
      ended: after.series,
      isMore: false,
      tasks: 1,
      turned: "closed",
      unanswered: "no-more-bets",
    });
    // It is told once.
    expect(watch.comeBack(after)).toBeNull();
  });

  it("is told anew by views that the network had held back behind an old sign of life, and by no later one", () => {
    let now = 0;
    const watch = awayWatch(() => now);
    const before = viewWith({ round: 8, series: [item(7, "result")] });
    watch.leave(before, null);
    now = 60_000;
    expect(watch.comeBack(before)).toMatchObject({ seconds: 60, ended: [] });
    const after = viewWith({ round: 9, series: [item(8, "result"), item(7, "result")] });
    now += 400;
    expect(watch.catchUp(after)).toMatchObject({ seconds: 60, ended: [{ round: 8 }] });
    now += 60_000;
    expect(watch.catchUp(after)).toBeNull();
  });

  it("is nothing for a page that had seen nothing, and says when more ended than it can tell", () => {
    const watch = awayWatch(() => 0);
    watch.leave(null, null);
    expect(watch.comeBack(viewWith({}))).toBeNull();
    watch.leave(viewWith({ round: 8, series: [item(7, "result")] }), null);
    const later = viewWith({ round: 60, series: [item(59, "result"), item(58, "result")] });
    expect(watch.comeBack(later)).toMatchObject({ isMore: true, unanswered: null });
  });
});

describe("an hour that is typed", () => {
  it("is four digits of a day, and the last one before the newest round", () => {
    expect(["2104", "0000", "2359", "2400", "2160", "210", "21044"].map(hourOf)).toEqual([
      "21:04",
      "00:00",
      "23:59",
      null,
      null,
      null,
      null,
    ]);
  });

  // A unit whose system stands at UTC, a tablet from another country: neither says what hour it was at the table.
  it("is of the clocks where the table stands, as the hours of rounds are", () => {
    const newest = "2026-03-01T05:30:00.000Z";
    for (const [zone, shown, quarterBefore, evening] of [
      ["America/Santiago", "02:30", "2026-03-01T05:15:00.000Z", "2026-03-01T00:04:00.000Z"],
      ["Asia/Kolkata", "11:00", "2026-02-28T20:45:00.000Z", "2026-02-28T15:34:00.000Z"],
    ] as const) {
      useTableZone(zone);
      expect(hourText(newest, "es", "minute")).toBe(shown);
      expect(hourText(newest, "en", "second")).toBe(`${shown}:00`);
      expect(lastTimeOf("02:15", newest)).toBe(quarterBefore);
      expect(lastTimeOf("21:04", newest)).toBe(evening);
    }
  });
});
