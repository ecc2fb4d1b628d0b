import { describe, expect, it } from "vitest";
import { ss2 } from "../../../../test/support/replayed.ts";
import { KEY_ROLES, type Key } from "../../../people/keys.ts";
import { ROLES, type Role } from "../../../people/roles.ts";
import { PlayedTable } from "../../wheel/played.test-help.ts";

const chile = ss2("cl/ruleta-francesa").rules;
const open = (): PlayedTable => new PlayedTable(chile).open().betting();
const VOID: Key = { key: "void", round: 1, rule: "foreign-object-in-cylinder" };

/** Presses and expects that nothing at all has changed. */
function refused(played: PlayedTable, key: Key, role: Role = "jefe-de-mesa"): string | null {
  const before = JSON.stringify(played.table);
  const records = played.records.length;
  const why = played.press(key, role);
  expect(JSON.stringify(played.table)).toBe(before);
  expect(played.records).toHaveLength(records);
  expect(why).not.toBeNull();
  return why;
}

const KEYS: readonly Key[] = [
  { key: "confirm-void", round: 1, rule: "ball-same-direction-as-rotor" },
  VOID,
  { key: "declare", round: 1, rule: "bet-after-no-more-bets" },
  { key: "acknowledge", what: "acknowledge/1/device-silent" },
  { key: "open-table" },
  { key: "close-table" },
  { key: "last-three-spins" },
];

describe("roles", () => {
  it.each(KEYS.flatMap((key) => ROLES.map((role) => [key.key, role, key] as const)))(
    "%s by %s",
    (name, role, key) => {
      const isVoid = name === "void" || name === "confirm-void";
      const allowed: readonly string[] = isVoid ? ["jefe-de-mesa"] : KEY_ROLES[name];
      const played = open().launch();
      if (!allowed.includes(role)) expect(refused(played, key, role)).toBe("not-your-key");
      else expect(played.press(key, role)).not.toBe("not-your-key");
    },
  );
});

describe("declare", () => {
  const LATE_BET: Key = { key: "declare", round: 1, rule: "bet-after-no-more-bets" };
  const DEFECT: Key = { key: "declare", round: 1, rule: "ball-or-equipment-defect" };

  it("records what stands with its paragraph and leaves the spin alone", () => {
    const played = open().launch();
    expect(played.press(LATE_BET, "croupier")).toBeNull();
    expect(played.records.at(-1)).toMatchObject({
      kind: "key",
      key: LATE_BET,
      attests: { rule: "bet-after-no-more-bets", outcome: "stands", cite: "II.1.4" },
    });
    expect(played.durable.tasks).toEqual([]);
    expect(played.noMoreBets().result().reportedOf().at(-1)).toBe("1 result 17 certified");
  });

  it("puts before the jefe de mesa what the law leaves to a decision", () => {
    const played = open();
    expect(played.press(DEFECT, "croupier")).toBeNull();
    const [task] = played.durable.tasks;
    expect(task).toMatchObject({ kind: "acknowledge", round: 1, about: "ball-or-equipment-defect" });
    expect(played.press({ key: "acknowledge", what: task?.id ?? "" }, "jefe-de-mesa")).toBeNull();
    expect(played.durable.tasks).toEqual([]);
  });

  it("takes no void, no other role's incident, no other round, no closed table", () => {
    expect(refused(open(), { ...LATE_BET, rule: "foreign-object-in-cylinder" })).toBe("no-such-rule");
    expect(refused(open(), LATE_BET, "inspector")).toBe("no-such-rule");
    expect(refused(open(), { ...LATE_BET, round: 7 }, "croupier")).toBe("no-such-round");
    expect(refused(new PlayedTable(chile), LATE_BET, "croupier")).toBe("table-closed");
  });
});

describe("open-table and close-table", () => {
  it("opens a closed table once: waiting, or at once the bets when the wheel has them open", () => {
    const played = new PlayedTable(chile);
    expect(played.press({ key: "open-table" })).toBeNull();
    expect(played.durable).toMatchObject({ open: true, phase: "waiting", round: 0 });
    expect(refused(played, { key: "open-table" })).toBe("table-open");
    const late = new PlayedTable(chile).betting();
    late.press({ key: "open-table" });
    expect(late.durable).toMatchObject({ open: true, phase: "betting", round: 1 });
    expect(late.records.map((body) => body.kind)).toEqual(["key", "phase"]);
    expect(late.spin().reportedOf()).toEqual(["1 result 17 certified"]);
  });

  it("does not close a running spin, closes anything else", () => {
    expect(refused(new PlayedTable(chile), { key: "close-table" })).toBe("table-closed");
    expect(refused(open().launch(), { key: "close-table" })).toBe("spin-running");
    expect(refused(open().launch().noMoreBets(), { key: "close-table" })).toBe("spin-running");
    for (const played of [open(), open().stage("idle"), open().launch().noMoreBets().result()]) {
      expect(played.press({ key: "close-table" })).toBeNull();
      expect(played.durable).toMatchObject({ open: false, phase: "closed", verdict: null });
      expect(played.next().spin().verdicts().length).toBeLessThan(2);
    }
  });

  it("a spin that runs when the table opens was not watched; one that a person voided before is not taken up", () => {
    const late = new PlayedTable(chile).betting().launch().noMoreBets();
    late.press({ key: "open-table" });
    expect(late.result().reportedOf()).toEqual(["1 result 17 reported joined-late"]);
    const voided = open().launch().noMoreBets();
    voided.press(VOID);
    voided.press({ key: "close-table" });
    voided.press({ key: "open-table" });
    expect(voided.result().reportedOf()).toEqual(["1 void foreign-object-in-cylinder"]);
  });

  it("closing ends the announcement of the last spins", () => {
    const played = open();
    played.press({ key: "last-three-spins" });
    played.press({ key: "close-table" });
    expect(played.durable.lastRounds).toBeNull();
  });
});

describe("void by a person", () => {
  it("ends the running spin; its number is no more than a word", () => {
    const played = open().launch().noMoreBets();
    expect(played.press(VOID)).toBeNull();
    expect(played.durable).toMatchObject({ phase: "void", confirmed: true, tasks: [], wheel: { relaunch: 1 } });
    expect(played.of("void")[0]).toMatchObject({ calledBy: { role: "jefe-de-mesa", name: "M. Etxeberria" } });
    expect(played.result().next().reportedOf()).toEqual(["1 void foreign-object-in-cylinder"]);
    expect(refused(played, VOID)).toBe("changes-nothing");
  });

  it("replaces the verdict that stands: result, undecided, aborted; not a void", () => {
    for (const played of [
      open().launch().noMoreBets().result(),
      open().launch().noMoreBets().see({ o: "ball-not-seen", forUs: 5_000_000 }),
      open().launch().see({ o: "aborted", from: "ball-in-rim", cause: "stopped" }).stage("idle"),
    ]) {
      expect(played.press(VOID)).toBeNull();
      expect(played.reportedOf().at(-1)).toBe("1 void foreign-object-in-cylinder");
      expect(played.durable.series).toHaveLength(1);
      expect(played.durable.wheel?.lastValid).toBeNull();
    }
    expect(refused(open().launch({ sense: "with-rotor" }), VOID)).toBe("changes-nothing");
  });

  it("of an undecided round, rounds later: the round that is played goes on as it is", () => {
    const later = (until: (played: PlayedTable) => PlayedTable): PlayedTable => {
      const played = until(open().spin({ pocket: null }).spin());
      const { phase, round, verdict, wheel } = played.durable;
      expect(played.press(VOID)).toBeNull();
      expect(played.durable).toMatchObject({ phase, round, verdict, wheel });
      expect(played.durable.series.map((one) => `${one.round} ${one.kind}`)).toContain("1 void");
      expect(played.durable.tasks.filter((task) => task.kind === "decide")).toEqual([]);
      expect(refused(played, VOID)).toBe("changes-nothing");
      return played;
    };
    expect(
      later((played) => played)
        .spin()
        .reportedOf()
        .at(-1),
    ).toBe("3 result 17 certified");
    expect(
      later((played) => played.launch().noMoreBets())
        .result()
        .reportedOf()
        .at(-1),
    ).toBe("3 result 17 certified");
    later((played) => played.launch().noMoreBets().result());
  });

  it("is refused for another round, a closed table, open bets, and a rule that is not this person's to call", () => {
    expect(refused(open().launch(), { ...VOID, round: 2 })).toBe("no-such-round");
    expect(refused(open(), VOID)).toBe("no-such-round");
    expect(refused(new PlayedTable(chile), VOID)).toBe("table-closed");
    for (const rule of [
      "no-such",
      "bet-after-no-more-bets",
      "rotor-direction-not-alternated",
      "ball-or-equipment-defect",
    ])
      expect(refused(open().launch(), { ...VOID, rule }), rule).toBe("no-such-rule");
  });
});

describe("a rule that its person may only declare", () => {
  it("voids nothing when the law does not say that it is void", () => {
    const rules = chile.pack.rules.map((rule) =>
      rule.id === "ball-or-equipment-defect" ? { ...rule, declaredBy: "jefe-de-mesa" as const } : rule,
    );
    const played = new PlayedTable({ ...chile, pack: { ...chile.pack, rules } }).open().betting().launch();
    expect(refused(played, { ...VOID, rule: "ball-or-equipment-defect" })).toBe("no-such-rule");
  });
});

describe("confirm-void", () => {
  const confirm: Key = { key: "confirm-void", round: 1, rule: "ball-same-direction-as-rotor" };
  const voided = (): PlayedTable => open().launch({ sense: "with-rotor" });

  it("calls the void that the machine judged, once", () => {
    const played = voided();
    expect(played.durable.confirmed).toBe(false);
    expect(played.press(confirm)).toBeNull();
    expect(played.durable).toMatchObject({ confirmed: true, tasks: [], phase: "void" });
    expect(refused(played, confirm)).toBe("not-a-void");
  });

  it("still settles its task when the next round is open, and does not confirm anything else", () => {
    const played = voided().next();
    expect(played.press(confirm)).toBeNull();
    expect(played.durable).toMatchObject({ confirmed: false, tasks: [] });
  });

  it("is refused for a round without a void, and for another cause than the machine's", () => {
    expect(refused(open().launch().noMoreBets().result(), confirm)).toBe("not-a-void");
    expect(refused(open(), confirm)).toBe("no-such-round");
    expect(refused(voided(), { ...confirm, round: 2 })).toBe("no-such-round");
    expect(refused(voided(), { ...confirm, rule: "rotor-stopped" })).toBe("no-such-rule");
  });
});

describe("acknowledge", () => {
  it("takes away the task, by croupier or jefe de mesa", () => {
    for (const role of ["croupier", "jefe-de-mesa"] as const) {
      const played = open().launch().see({ o: "aborted", from: "ball-in-rim", cause: "stopped" }).stage("idle");
      const [task] = played.durable.tasks;
      expect(task).toMatchObject({ id: "acknowledge/1/stopped", kind: "acknowledge" });
      expect(played.press({ key: "acknowledge", what: task!.id }, role)).toBeNull();
      expect(played.durable.tasks).toEqual([]);
      expect(refused(played, { key: "acknowledge", what: task!.id })).toBe("nothing-to-acknowledge");
    }
  });

  it("a deviation too", () => {
    const played = open().spin();
    played.direction = "cw";
    played.launch().noMoreBets().result();
    expect(played.durable.tasks.map((task) => task.id)).toEqual([
      "acknowledge/2/rotor-direction-not-alternated",
    ]);
  });

  it("leaves an undecided spin to the jefe de mesa, and a void to its own key", () => {
    const undecided = open().spin({ pocket: null });
    const what = "decide/1/no-number";
    expect(refused(undecided, { key: "acknowledge", what }, "croupier")).toBe("not-your-key");
    expect(undecided.press({ key: "acknowledge", what })).toBeNull();
    expect(undecided.durable.tasks).toEqual([]);
    const voided = open().launch({ sense: "with-rotor" });
    const waits = { key: "acknowledge", what: "confirm-void/1/ball-same-direction-as-rotor" } as const;
    expect(voided.durable.tasks.map((task) => task.id)).toEqual([waits.what]);
    expect(refused(voided, waits)).toBe("nothing-to-acknowledge");
  });
});

describe("last-three-spins", () => {
  it("counts down with the results, and ends with the one after them", () => {
    const played = open();
    expect(refused(new PlayedTable(chile), { key: "last-three-spins" })).toBe("table-closed");
    expect(played.press({ key: "last-three-spins" }, "croupier")).toBeNull();
    const left: (number | null)[] = [played.durable.lastRounds];
    for (let n = 0; n < 4; n++) left.push(played.spin().durable.lastRounds);
    expect(left).toEqual([3, 2, 1, 0, null]);
  });

  it("a spin that runs already is none of them, and one that is called void is given back", () => {
    const played = open().launch();
    played.press({ key: "last-three-spins" });
    expect(played.noMoreBets().result().next().durable.lastRounds).toBe(3);
    expect(played.launch().noMoreBets().result().durable.lastRounds).toBe(2);
    played.press({ ...VOID, round: played.durable.round });
    expect(played.durable).toMatchObject({ phase: "void", lastRounds: 3 });
    expect(played.press({ key: "last-three-spins" })).toBe("not-now");
  });

  it("a spin without a result does not count", () => {
    const played = open();
    played.press({ key: "last-three-spins" });
    expect(played.spin({ pocket: null }).durable.lastRounds).toBe(3);
  });
});
