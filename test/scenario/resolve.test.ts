import { describe, expect, it } from "vitest";
import { keySchema } from "../../src/people/key-schema.ts";
import type { Key } from "../../src/people/keys.ts";
import { ROLES } from "../../src/people/roles.ts";
import { decidersOf } from "../../src/table/kernel/people/deciders.ts";
import { voidName } from "../../src/table/kernel/view/texts.ts";
import { callableVoids } from "../../src/rules/declare.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import { listPacks } from "../../firmware/table/rules/load.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import type { Durable } from "../../src/table/kernel/durable/durable.ts";
import type { Pack } from "../../src/rules/pack.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { PlayedDeal } from "../../src/table/shoe/played-deal.test-help.ts";
import { PlayedTable } from "../../src/table/wheel/played.test-help.ts";
import { idealRules } from "../support/ideal-rules.ts";
import { noted, PlayedDice } from "../support/played-dice.ts";
import { ss2 } from "../support/replayed.ts";

/** An undecided round that a person resolves, at every kind of table. */

const stands = (announced?: string, round = 1): Key => ({
  key: "resolve",
  round,
  outcome: "stands",
  ...(announced === undefined ? {} : { announced }),
});
const VOID: Key = { key: "resolve", round: 1, outcome: "void" };
const GOES_ON: Key = { key: "resolve", round: 1, outcome: "goes-on" };
const OTHERWISE: Key = { key: "resolve", round: 1, outcome: "otherwise" };

function view(durable: Durable, pack: Pack): TableView {
  const certificate = { seq: 1, hash: "", short: "", qr: "", at: "" };
  return viewOf(durable, 1, certificate, {
    pack,
    houseRules: [],
    table: "Mesa 1",
    log: "log",
    rulebook: "",
    languages: LANGUAGES,
    test: false,
  });
}

describe("a wheel's undecided spin", () => {
  const { rules } = ss2("cl/ruleta-francesa");
  const undecided = (): PlayedTable =>
    new PlayedTable(rules).open().betting().launch().noMoreBets().result({ pocket: null }).next();

  it("stands with the number that was announced: in the series, never certified, and its task is gone", () => {
    const played = undecided();
    expect(played.durable.tasks.map(({ kind, round }) => [kind, round])).toEqual([["decide", 1]]);
    expect(view(played.durable, rules.pack).series[0]).toMatchObject({ kind: "undecided", pocket: null });
    expect(played.press(stands("17"))).toBeNull();
    expect(played.records.at(-1)).toMatchObject({
      kind: "key",
      round: 1,
      key: stands("17"),
      by: { role: "jefe-de-mesa" },
      resolves: { outcome: "stands", pocket: "17" },
    });
    expect(played.durable.tasks).toEqual([]);
    const [item] = view(played.durable, rules.pack).series;
    expect(item).toMatchObject({
      round: 1,
      kind: "result",
      pocket: "17",
      colour: "black",
      certified: false,
      resolved: { outcome: "stands", announced: { es: "17" }, by: "M. Etxeberria", role: "jefe-de-mesa" },
    });
    // The round's own verdict stays what it was, and no later spin is held against the number.
    expect(played.durable.series[0]).toMatchObject({ kind: "undecided", pocket: null, certified: false });
    expect(played.durable.wheel?.lastValid).toBeNull();
  });

  it.each([
    [VOID, "void"],
    [OTHERWISE, "undecided"],
  ] as const)("is void, or was dealt with otherwise (%j)", (key, kind) => {
    const played = undecided();
    expect(played.press(key)).toBeNull();
    const [item] = view(played.durable, rules.pack).series;
    expect(item).toMatchObject({ kind, pocket: null, resolved: { outcome: key.outcome, announced: null } });
    expect(played.durable.tasks).toEqual([]);
  });

  it.each([
    ["a number that the wheel does not have", stands("37"), "no-such-outcome"],
    ["no number", stands(), "no-such-outcome"],
    ["a void with a number", { ...VOID, announced: "17" }, "no-such-outcome"],
    ["a spin that was never played", stands("17", 5), "no-such-round"],
    ["the spin that is to come", stands("17", 2), "no-such-round"],
    ["going on: only cards wait for a decision", GOES_ON, "not-now"],
    ["a hand that it does not have", { ...VOID, hand: "banca" }, "not-now"],
  ])("is not resolved by %s", (_, key, why) => {
    const played = undecided();
    const before = JSON.stringify(played.table);
    expect(played.press(key)).toBe(why);
    expect(JSON.stringify(played.table)).toBe(before);
  });

  it("is resolved once, and only by the jefe de mesa where the law names nobody", () => {
    const played = undecided();
    for (const role of ROLES)
      if (role !== "jefe-de-mesa") expect(played.press(stands("17"), role), role).toBe("not-your-key");
    expect(played.press(stands("17"))).toBeNull();
    expect(played.press(stands("18"))).toBe("nothing-to-acknowledge");
    expect(played.press(VOID)).toBe("nothing-to-acknowledge");
  });

  it("is resolved after the table was closed, or seen; a spin with a number is not", () => {
    const played = undecided();
    played.press({ key: "acknowledge", what: played.durable.tasks[0]?.id ?? "" });
    played.press({ key: "close-table" });
    expect(played.press(stands("17"))).toBeNull();
    const certified = new PlayedTable(rules).open().betting().spin();
    expect(certified.press(stands("18"))).toBe("no-such-round");
    const running = new PlayedTable(rules).open().betting().launch();
    expect(running.press(VOID)).toBe("no-such-round");
  });
});

describe("an undecided round of cards", () => {
  const chile = idealRules("cl/punto-y-banca");
  const undecided = (): PlayedDeal =>
    new PlayedDeal(chile).ready().noMoreBets().cards("9h Kd").collect("jefe-de-mesa");

  it("stands with who won, as it was announced", () => {
    const played = undecided().key(stands("banca"), "jefe-de-mesa");
    expect(played.refusal).toBeNull();
    expect(played.table.durable.tasks).toEqual([]);
    expect(view(played.table.durable, chile.pack).series[0]).toMatchObject({
      kind: "result",
      certified: false,
      called: { of: "banca", is: "wins" },
      outcome: { es: "banca gana" },
      resolved: { by: "Luis" },
    });
    expect(undecided().key(stands("seat-3"), "jefe-de-mesa").refusal).toBe("no-such-outcome");
    expect(undecided().key(stands(), "jefe-de-mesa").refusal).toBe("no-such-outcome");
    expect(undecided().key(stands("tie")).refusal).toBe("not-your-key");
  });

  it("where every seat has its own result stands as a whole", () => {
    const rules = idealRules("cl/black-jack");
    const played = new PlayedDeal(rules);
    played.key({ key: "open-table" }, "jefe-de-mesa").key({ key: "seats", seats: [1, 2] });
    played.key({ key: "new-shoe" }).cards("4c").noMoreBets().cards("9h Kd").collect("jefe-de-mesa");
    expect(played.key(stands("banca"), "jefe-de-mesa").refusal).toBe("no-such-outcome");
    expect(played.key(stands(), "jefe-de-mesa").refusal).toBeNull();
    expect(view(played.table.durable, rules.pack).series[0]).toMatchObject({
      kind: "result",
      certified: false,
      outcome: { es: "vale lo anunciado" },
    });
  });
});

describe("an undecided throw", () => {
  const unread = (): PlayedDice =>
    new PlayedDice("es-cb/banca-francesa").open().roll(["1", "2", noted(null, "disagree")]);

  it("stands with the faces that were announced; two people name it no more", () => {
    const table = unread().press(stands("1 2 4"), "jefe-de-mesa");
    expect(table.refusal).toBeNull();
    expect(view(table.durable, table.rules.pack).series[0]).toMatchObject({
      kind: "result",
      certified: false,
      dice: { faces: ["1", "2", "4"], total: 7, category: "pequeno" },
    });
    expect(view(table.durable, table.rules.pack).verdict).toMatchObject({
      kind: "undecided",
      resolved: { outcome: "stands", by: "jefe-de-mesa A" },
    });
    expect(table.press({ key: "dice-are", round: 1, faces: ["1", "2", "5"] }).refusal).toBe(
      "nothing-to-acknowledge",
    );
    expect(view(table.durable, table.rules.pack).dice?.keys.some(({ asks }) => asks === "faces")).toBe(false);
    for (const wrong of ["1 2", "1 2 7", "crown anchor heart"])
      expect(unread().press(stands(wrong), "jefe-de-mesa").refusal).toBe("no-such-outcome");
  });

  it("does not go on: only cards wait for a decision", () => {
    expect(unread().press(GOES_ON, "jefe-de-mesa").refusal).toBe("not-now");
    expect(unread().press({ ...VOID, hand: "banca" }, "jefe-de-mesa").refusal).toBe("not-now");
  });

  it("of craps is void or named: what a number meant nobody can say alone", () => {
    const craps = (): PlayedDice => new PlayedDice("es-cb/craps").open().roll(["1", noted(null, "disagree")]);
    const open = craps();
    const { round } = open.durable;
    expect(view(open.durable, open.rules.pack).tasks[0]?.resolve?.outcomes).toEqual(["void"]);
    expect(craps().press(stands("1 4", round), "jefe-de-mesa").refusal).toBe("not-now");
    expect(craps().press({ ...OTHERWISE, round }, "jefe-de-mesa").refusal).toBe("not-now");
    const table = craps().press({ ...VOID, round }, "jefe-de-mesa");
    expect(table.refusal).toBeNull();
    expect(table.durable.tasks).toEqual([]);
    expect(table.press({ key: "open-bets" }).refusal).toBeNull();
  });
});

describe("who decides", () => {
  const packs = listPacks();
  const of = (id: string, rule: string): readonly string[] => {
    const pack = packs.find((one) => one.id === id)?.pack;
    if (pack === undefined) throw new Error(`no rulebook ${id}`);
    return decidersOf(pack, [rule]);
  };

  it("is whom the law names; the jefe de mesa may always, except where the inspector does", () => {
    expect(of("es-cb/chemin-de-fer", "unforeseen-case")).toEqual(["inspector"]);
    expect(of("es-cb/craps", "hand-in-path")).toEqual(["stickman", "jefe-de-mesa"]);
    expect(of("cl/punto-y-banca", "no-such-rule")).toEqual(["jefe-de-mesa"]);
    for (const { id, pack } of packs)
      for (const { id: rule } of pack.rules) {
        const deciders = of(id, rule);
        expect(
          deciders.some((role) => role === "jefe-de-mesa" || role === "inspector"),
          `${id} ${rule}`,
        ).toBe(true);
      }
  });

  it("every void that somebody may call has a short name in four languages", () => {
    for (const { id, pack } of packs)
      for (const role of ROLES)
        for (const rule of callableVoids(pack, [], role)) {
          const name = voidName(rule.id);
          for (const language of LANGUAGES) {
            const words = name?.[language] ?? "";
            expect(words.length, `${id} ${rule.id} ${language}`).toBeGreaterThan(3);
            expect(words.length, `${id} ${rule.id} ${language}`).toBeLessThanOrEqual(34);
          }
        }
  });
});

describe("the key as it comes from a screen", () => {
  it("is taken whole or not at all", () => {
    expect(keySchema.safeParse(stands("17")).success).toBe(true);
    expect(keySchema.safeParse(VOID).success).toBe(true);
    for (const wrong of [
      { ...VOID, outcome: "certified" },
      { ...VOID, announced: "" },
      { ...VOID, announced: "1".repeat(41) },
      { ...VOID, round: -1 },
      { ...VOID, certified: true },
    ])
      expect(keySchema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
  });
});

it("a case of a round whose table closed before any dice is refused: nothing has happened of which anybody could decide", () => {
  const table = new PlayedDice("cl/corona-y-ancla").open();
  const { round } = table.durable;
  table.press({ key: "close-table" }, "jefe-de-mesa").arena("unknown");
  table.press({ key: "open-table" }, "jefe-de-mesa");
  table.press({ key: "declare", round, rule: "dice-run-stopped" }, "jefe-de-mesa");
  expect(table.refusal).toBe("not-now");
  expect(table.durable.tasks.filter(({ kind }) => kind === "decide")).toEqual([]);
});
