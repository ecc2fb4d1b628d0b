import { describe, expect, it } from "vitest";
import { viewOf } from "../../../src/table/kernel/view/view-of.ts";
import { die, noted, PlayedDice } from "../../support/played-dice.ts";

const francesa = (): PlayedDice => new PlayedDice("es-cb/banca-francesa").open();
const TOUCHED = "dice-touched-before-announcement";
const MINUTE = 60_000_000;

function view(table: PlayedDice): ReturnType<typeof viewOf> {
  const { pack } = table.rules;
  const setup = {
    pack,
    houseRules: [],
    table: "Mesa",
    log: "l",
    rulebook: "r",
    languages: ["es"],
    test: false,
  } as const;
  const certificate = {
    seq: 1,
    hash: "ab".repeat(32),
    short: "abab abab",
    qr: "q",
    at: "2026-11-21T10:00:00.000Z",
  };
  return viewOf(table.durable, 1, certificate, setup);
}

const incidents = (table: PlayedDice): readonly string[] =>
  table.records.flatMap((one) => (one.kind === "throw-incident" ? [`${one.reason.rule} ${one.verdict}`] : []));
const duties = (table: PlayedDice): readonly string[] => view(table).dice?.duties.map(({ es }) => es) ?? [];
const asked = (table: PlayedDice): readonly string[] =>
  view(table).dice?.keys.flatMap(({ key }) => (["announce", "declare"].includes(key.key) ? [key.key] : [])) ??
  [];

describe("dice that are touched before the key of the announcement", () => {
  it("ask whether it was announced: a key that nobody pressed takes no bet off anybody", () => {
    const table = francesa().roll(["5", "4", "6"]).takeUp();
    expect(table.said).toBe("result 4-5-6");
    expect(incidents(table)).toEqual([`${TOUCHED} person-decides`]);
    expect(view(table).verdict).toMatchObject({ noLosers: false });
    expect(view(table).dice?.happened).toEqual([]);
    expect(asked(table)).toEqual(["announce", "declare"]);
    expect(table.durable.tasks).toMatchObject([{ kind: "decide", round: 1, about: TOUCHED }]);
  });

  it("hold the next round until somebody says so", () => {
    const table = francesa().roll(["5", "4", "6"]).takeUp();
    expect(table.durable.phase).toBe("result");
    expect(table.press({ key: "open-bets" }).refusal).toBe("say-if-announced");
    const what = table.durable.tasks[0]?.id ?? "";
    expect(table.press({ key: "acknowledge", what }, "jefe-de-mesa").refusal).toBe("not-now");
    expect(table.press({ key: "announce", round: 1 }).refusal).toBeNull();
    expect(table.durable).toMatchObject({ phase: "betting", round: 2, tasks: [] });
    expect(incidents(table)).toHaveLength(1);
  });

  it("were not announced, says the jefe de mesa: winners win and nobody loses", () => {
    const table = francesa().roll(["5", "4", "6"]).see({ o: "disturbed", what: "hand" });
    expect(table.press({ key: "declare", round: 1, rule: TOUCHED }, "croupier").refusal).toBe("no-such-rule");
    table.press({ key: "declare", round: 1, rule: TOUCHED }, "jefe-de-mesa");
    expect(incidents(table)).toEqual([`${TOUCHED} person-decides`, `${TOUCHED} stands`]);
    expect(view(table).verdict).toMatchObject({ noLosers: true });
    expect(table.durable.tasks).toMatchObject([{ kind: "acknowledge", about: TOUCHED }]);
    expect(table.takeUp().durable.phase).toBe("betting");
    expect(view(table).dice?.happened).toEqual([]);
  });

  it("are asked of once, also by a restart in between", () => {
    const table = francesa().roll(["5", "4", "6"]).see({ o: "disturbed", what: "hand" });
    table.see({ o: "disturbed", what: "moved" }).feed({ i: "restarted" });
    expect(incidents(table)).toHaveLength(1);
    expect(asked(table)).toEqual(["announce", "declare"]);
  });

  it("may be answered for after the next throw, which nobody held", () => {
    const table = francesa().roll(["5", "4", "6"]).takeUp().roll(["1", "1", "1"]);
    expect(table.durable.round).toBe(2);
    table.press({ key: "declare", round: 1, rule: TOUCHED }, "jefe-de-mesa");
    expect(table.refusal).toBeNull();
    expect(view(table).verdict).toMatchObject({ round: 2, noLosers: false });
    expect(table.press({ key: "announce", round: 1 }).refusal).toBe("no-such-round");
  });

  it.each([
    [{ key: "announce", round: 1 }, 1],
    [{ key: "declare", round: 1, rule: TOUCHED }, 2],
  ] as const)("may be answered for while the table is closed: %j", (key, told) => {
    const table = francesa().roll(["5", "4", "6"]).see({ o: "disturbed", what: "hand" });
    expect(table.press({ key: "close-table" }, "jefe-de-mesa").refusal).toBeNull();
    expect(asked(table)).toEqual(["announce", "declare"]);
    expect(table.press(key, "jefe-de-mesa").refusal).toBeNull();
    expect(incidents(table)).toHaveLength(told);
    expect(asked(table)).toEqual([]);
    expect(table.durable).toMatchObject({ open: false, phase: "closed" });
    // Nothing is asked any more, and a closed table takes no such word.
    expect(table.press(key, "jefe-de-mesa").refusal).toBe("table-closed");
  });

  it("on a throw without category had nothing to be announced", () => {
    const table = francesa().roll(["4", "4", "2"]).takeUp();
    expect(incidents(table)).toEqual([]);
    expect(table.durable).toMatchObject({ phase: "betting", round: 2 });
  });

  it("are taken up as ever once it was announced", () => {
    const table = francesa().roll(["5", "4", "6"]).press({ key: "announce", round: 1 }).takeUp();
    expect(incidents(table)).toEqual([]);
    expect(table.press({ key: "announce", round: 1 }).refusal).toBe("no-such-round");
  });

  it("while a second source is waited for count as they lay, and are asked of", () => {
    const has = { thrower: false, witness: { waitUs: 2_000_000, required: false } };
    const table = new PlayedDice("es-cb/banca-francesa", has).open().roll(["5", "4", "6"]);
    table.see({ o: "disturbed", what: "hand" }, { o: "witness", faces: ["4", "5", "6"], why: null });
    expect(table.said).toBe("result 4-5-6");
    expect(incidents(table)).toEqual([`${TOUCHED} person-decides`]);
  });
});

describe("a die that is not in the arena", () => {
  const missing = (): PlayedDice => francesa().roll(["1", "2"], { reasons: ["too-few"], verdict: "undecided" });

  it("is asked for before the throw is void", () => {
    const table = missing();
    expect(table.said).toContain("undecided");
    expect(table.durable.tasks[0]?.rules).toContain("fewer-than-three-in-arena");
    expect(view(table).verdict).toMatchObject({ then: [{ step: "decide-where-the-die-is" }] });
  });

  it("on the floor: the terna is changed before the next bets", () => {
    const table = missing().press({ key: "void", round: 1, rule: "die-off-table" }, "jefe-de-mesa");
    expect(table.said).toBe("void die-off-table");
    expect(table.last).toMatchObject({ then: [{ step: "change-terna" }, { step: "throw-again" }] });
    expect(duties(table)).toEqual(["cambie los dados antes del próximo lanzamiento"]);
    expect(table.takeUp().durable.phase).toBe("void");
    expect(table.press({ key: "change-dice" }).durable).toMatchObject({ phase: "betting", round: 2 });
    expect(duties(table)).toEqual([]);
  });

  it.each(["die-retained-in-cup", "die-retained-in-horn", "die-outside-arena"])(
    "by %s: void, and the same terna goes on",
    (rule) => {
      const table = missing().press({ key: "void", round: 1, rule }, "jefe-de-mesa");
      expect(table.said).toBe(`void ${rule}`);
      expect(table.takeUp().durable).toMatchObject({ phase: "betting", round: 2, dice: { changeOwed: false } });
    },
  );

  it("is found on the floor when the throw is void already: the cause is added", () => {
    const table = francesa().roll(["1", "2", noted("3", "stacked")]);
    table.press({ key: "void", round: 1, rule: "die-off-table" }, "jefe-de-mesa");
    expect(table.said).toBe("void dice-stacked die-off-table");
    expect(table.durable.dice).toMatchObject({ changeOwed: true, throwsOfSet: 1 });
    const again = { key: "void", round: 1, rule: "die-off-table" } as const;
    expect(table.press(again, "jefe-de-mesa").refusal).toBe("changes-nothing");
    expect(table.press({ ...again, rule: "die-cocked" }, "jefe-de-mesa").refusal).toBe("changes-nothing");
  });
});

it("bets are closed as the result becomes known", () => {
  const table = francesa();
  expect(view(table.arena("moving")).dice?.betsOpen).toBe(true);
  expect(view(table.see(table.read([die("1"), die("1"), die("1")]))).dice?.betsOpen).toBe(false);
});

describe("hours", () => {
  it("are counted from the opening of the table", () => {
    const table = francesa()
      .wait(59 * MINUTE)
      .roll(["4", "4", "2"]);
    expect(table.last).toMatchObject({ deviations: [] });
    table
      .takeUp()
      .wait(2 * MINUTE)
      .roll(["4", "4", "2"]);
    expect(table.last).toMatchObject({
      deviations: [{ rule: "terna-rotation-late" }, { rule: "thrower-relief-late" }],
    });
  });

  it("remind people before they are over, until the key is pressed", () => {
    const table = francesa().wait(54 * MINUTE);
    expect(duties(table)).toEqual([]);
    table.wait(MINUTE);
    expect(duties(table)).toHaveLength(2);
    table.press({ key: "change-dice" });
    expect(duties(table)).toEqual(["el croupier lanzador cumple una hora: relévelo"]);
    expect(duties(table.press({ key: "change-thrower", seat: null }))).toEqual([]);
    expect(duties(table.wait(56 * MINUTE))).toHaveLength(2);
  });

  it("go on after a restart from what was noted: never more than was seen", () => {
    const table = francesa()
      .wait(50 * MINUTE)
      .feed({ i: "restarted" });
    table.see({ o: "attached", device: "eye" }).arena("empty");
    expect(table.durable.dice?.clock).toEqual({ set: 45, thrower: 45 });
    expect(duties(table.wait(9 * MINUTE))).toEqual([]);
    expect(duties(table.wait(2 * MINUTE))).toHaveLength(2);
    table.wait(6 * MINUTE).roll(["4", "4", "2"]);
    expect(table.last).toMatchObject({ deviations: [{ rule: "terna-rotation-late" }, {}] });
  });

  it("end with the table", () => {
    const table = francesa()
      .wait(57 * MINUTE)
      .press({ key: "close-table" }, "jefe-de-mesa");
    expect(table.durable.dice?.clock).toBeUndefined();
    const before = table.records.length;
    table.wait(200 * MINUTE);
    expect(table.records).toHaveLength(before);
    table.press({ key: "open-table" }, "jefe-de-mesa").roll(["4", "4", "2"]);
    expect(table.last).toMatchObject({ deviations: [] });
  });

  it("a throw that slid or went beside the horn can be declared", () => {
    const table = francesa().roll(["4", "4", "2"]);
    table.press({ key: "declare", round: 1, rule: "throw-not-through-horn" }, "jefe-de-mesa");
    expect(table.refusal).toBeNull();
  });
});
