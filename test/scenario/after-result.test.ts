import { describe, expect, it } from "vitest";
import { coverageOf } from "../../src/rules/coverage.ts";
import { judge } from "../../src/rules/engine.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { eyeAbilities } from "../../drivers/dice/eye/abilities.ts";
import { familyOf } from "../../src/table/kernel/families.ts";
import { LATE_MINUTES } from "../../src/table/kernel/late/past-rounds.ts";
import type { TableRules } from "../../src/table/kernel/context.ts";
import { PlayedDeal } from "../../src/table/shoe/played-deal.test-help.ts";
import { PlayedTable } from "../../src/table/wheel/played.test-help.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import type { Durable } from "../../src/table/kernel/durable/durable.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { idealRules } from "../support/ideal-rules.ts";
import { ALONE, die, PlayedDice } from "../support/played-dice.ts";

/** Verdicts on a round that is over: contested, annulled, put right, upheld, at once or when the table has gone on. */

const JEFE = "jefe-de-mesa";
const MINUTE = 60_000_000;
const resolve = (outcome: "upheld" | "stands" | "void" | "otherwise", announced?: string) =>
  ({ key: "resolve", round: 1, outcome, ...(announced === undefined ? {} : { announced }) }) as const;
const CONTEST = { key: "contest", round: 1 } as const;

function view(durable: Durable, { pack }: TableRules): TableView {
  const certificate = { seq: 1, hash: "", short: "", qr: "", at: "" };
  const names = { table: "Mesa 1", log: "log", rulebook: "", languages: ["es"], test: false } as const;
  return viewOf(durable, 1, certificate, { pack, houseRules: [], ...names });
}

const wheel = (game = "cl/ruleta-francesa"): PlayedTable => new PlayedTable(idealRules(game)).open().betting();

/** Black-jack of one player, who wins: 20 against 17. */
function blackJack(): PlayedDeal {
  const played = new PlayedDeal(idealRules("cl/black-jack")).ready().key({ key: "seats", seats: [1] });
  played.cards("2c").noMoreBets().cards("Kh 7h Kc");
  return played.key({ key: "move", round: 1, who: "seat-1", move: "stand" }).cards("10c");
}

/** Punto y banca: punto 9, banca 6. */
const punto = (game = "cl/punto-y-banca"): PlayedDeal =>
  new PlayedDeal(idealRules(game)).ready().noMoreBets().cards("9h Kd Ks 6c");

const FAR = { half: "far", wall: true, rolled: true } as const;
const dice = (book = "es-cb/craps"): PlayedDice => new PlayedDice(book).open();
function goes(p: PlayedDice, ...faces: readonly ("1" | "2" | "3" | "4" | "5" | "6")[]): PlayedDice {
  p.press({ key: "no-more-bets" });
  return p.roll(faces.map((face) => die(face, FAR)));
}

describe("a result of cards", () => {
  it("is contested by the law's own rule, and annulled or upheld by the jefe de mesa", () => {
    const played = blackJack();
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
    played.key({ key: "declare", round: 1, rule: "player-disagreement" }, JEFE);
    expect(played.refusal).toBeNull();
    expect(played.table.durable.tasks).toMatchObject([{ kind: "decide", about: "player-disagreement" }]);
    expect(played.key(resolve("void"), "croupier").refusal).toBe("not-your-key");
    expect(played.key(resolve("void"), JEFE).refusal).toBeNull();
    expect(played.verdictTexts().at(-1)).toBe("1 void player-disagreement");
    expect(played.records.at(-1)).toMatchObject({
      reasons: [{ cite: "III.1.7", observed: { "resolved-by": JEFE } }],
      calledBy: { role: JEFE },
    });
    expect(played.table.durable.series[0]).toMatchObject({
      kind: "void",
      annulled: { outcome: { of: "seat-1", is: "wins" } },
    });
    expect(played.collect().phase).toBe("betting");
    const upheld = blackJack().key({ key: "declare", round: 1, rule: "general-irregularity" }, JEFE);
    expect(upheld.key(resolve("stands"), JEFE).refusal).toBeNull();
    expect(upheld.table.durable.series[0]).toMatchObject({ kind: "result", certified: true });
  });

  it("takes no key that changes nothing", () => {
    for (const played of [blackJack(), blackJack().collect(), blackJack().key(CONTEST)]) {
      const before = played.records.length;
      played.key({ key: "declare", round: 1, rule: "misdeal-wrong-order" }, JEFE);
      expect(played.refusal).toBe("changes-nothing");
      expect(played.records).toHaveLength(before);
    }
    const caribbean = new PlayedDeal(idealRules("cl/caribbean-poker")).ready();
    caribbean
      .key({ key: "seats", seats: [1] })
      .noMoreBets()
      .cards("2c Kd")
      .collect(JEFE);
    const hand = { key: "void", round: 1, rule: "wrong-card-count-not-reordered", hand: "seat-1" } as const;
    expect(caribbean.key(hand, JEFE).refusal).toBe("changes-nothing");
    const chemin = new PlayedDeal(idealRules("es-cb/chemin-de-fer"));
    expect(chemin.key({ key: "open-table" }, JEFE).refusal).toBeNull();
  });

  it("is annulled behind «recoger» and rounds later, and the round that is played goes on as it is", () => {
    const played = punto().collect().noMoreBets().cards("2h 3d");
    const { deal, phase, verdict } = played.table.durable;
    played.key({ key: "void", round: 1, rule: "card-lost-in-discard-slot" }, JEFE);
    expect(played.refusal).toBeNull();
    expect(played.records.at(-1)).toMatchObject({ kind: "void", round: 1, late: { stood: "result" } });
    expect(played.table.durable).toMatchObject({ deal, phase, verdict });
    expect(played.table.durable.series[0]).toMatchObject({
      round: 1,
      kind: "void",
      annulled: { outcome: { of: "punto", is: "wins" } },
    });
    played.cards("4s 5c 3h 6s");
    expect(played.verdictTexts().at(-1)).toMatch(/^2 result/);
    expect(played.key({ key: "void", round: 1, rule: "card-lost-in-discard-slot" }, JEFE).refusal).toBe(
      "changes-nothing",
    );
  });

  it("is put right, or upheld as it was certified, once somebody says that it is contested", () => {
    const put = punto().key(CONTEST);
    expect(put.verdictTexts().at(-1)).toBe("1 undecided reading-contested");
    expect(put.records.at(-1)).toMatchObject({ contestedBy: { role: "croupier", name: "Ana" } });
    expect(view(put.table.durable, put.rules).tasks[0]?.resolve).toMatchObject({
      by: [JEFE],
      outcomes: ["upheld", "stands", "void", "otherwise"],
    });
    expect(put.key(resolve("upheld")).refusal).toBe("not-your-key");
    expect(put.key(resolve("stands", "banca"), JEFE).refusal).toBeNull();
    expect(view(put.table.durable, put.rules).series[0]).toMatchObject({
      kind: "result",
      certified: false,
      called: { of: "banca", is: "wins" },
      annulled: { called: { of: "punto", is: "wins" } },
    });
    const upheld = punto().collect().key(CONTEST).key(resolve("upheld"), JEFE);
    expect(upheld.refusal).toBeNull();
    expect(upheld.phase).toBe("betting");
    expect(view(upheld.table.durable, upheld.rules).series[0]).toMatchObject({
      kind: "result",
      certified: true,
      called: { of: "punto", is: "wins" },
      resolved: { outcome: "upheld", by: "Luis" },
    });
    expect(upheld.key(CONTEST).refusal).toBeNull();
  });

  it("has one void: a second cause is refused", () => {
    const played = punto().key({ key: "void", round: 1, rule: "card-lost-in-discard-slot" }, JEFE);
    played.key({ key: "void", round: 1, rule: "card-exposed-after-pase" }, JEFE);
    expect(played.verdictTexts().filter((text) => text.startsWith("1 void"))).toHaveLength(1);
  });

  it("has one verdict of the machine: what it finds after that a person is told", () => {
    const played = new PlayedDeal(idealRules("es-as/chemin-de-fer")).ready().noMoreBets().cards("2h 7d");
    played.observe({ o: "cards-stuck", atLeast: 2 }).cards("4c").observe({ o: "lid", open: true });
    expect(played.verdictTexts()).toEqual(["1 undecided left-to-a-person"]);
    played.cards("2s");
    expect(played.verdictTexts()).toHaveLength(1);
  });

  it("of a closed table is judged anew without opening it", () => {
    const played = punto().collect().key({ key: "close-table" }, JEFE);
    expect(played.key(CONTEST, JEFE).refusal).toBeNull();
    expect(played.phase).toBe("closed");
    expect(played.key(resolve("void"), JEFE).refusal).toBeNull();
    expect(played.table.durable.open).toBe(false);
  });
});

describe("the time in which a round may be judged anew", () => {
  it("is the law's own in Chile: 30 minutes, also at a table that plays on", () => {
    const played = punto().collect();
    played.wait(29 * MINUTE);
    expect(played.key(CONTEST).refusal).toBeNull();
    const late = punto().collect();
    late.wait(31 * MINUTE);
    for (const key of [CONTEST, { key: "void", round: 1, rule: "card-lost-in-discard-slot" } as const])
      expect(late.key(key, JEFE).refusal).toBe("too-late");
    // What was contested in time is still decided.
    played.wait(60 * MINUTE);
    expect(played.key(resolve("void"), JEFE).refusal).toBeNull();
  });

  it("is the house's where the text sets none, one hour unless it says otherwise", () => {
    for (const [minutes, house] of [
      [LATE_MINUTES, undefined],
      [10, 10],
    ] as const) {
      const ofHouse = house === undefined ? {} : { lateMinutes: house };
      const rules = { ...idealRules("es-pv/ruleta-francesa"), ...ofHouse };
      const later = (after: number): string | null => {
        const table = new PlayedTable(rules).open().betting().spin({ pocket: "17" });
        table.t += after * MINUTE;
        return table.press(CONTEST);
      };
      expect(later(minutes - 1)).toBeNull();
      expect(later(minutes + 1)).toBe("too-late");
    }
  });

  it("counts anew from a restart, of the rounds of the series", () => {
    const played = punto().collect();
    const { durable } = played.table;
    const again = new PlayedDeal(played.rules);
    again.table = { ...again.table, durable };
    again.feed({ i: "restarted" });
    again.wait(29 * MINUTE);
    expect(again.key(CONTEST).refusal).toBeNull();
    expect(again.key({ key: "contest", round: 2 }).refusal).toBe("not-now");
    expect(again.key({ key: "contest", round: 3 }).refusal).toBe("no-such-round");
  });
});

describe("a spin", () => {
  it("is annulled or contested once the next bets are open", () => {
    const table = wheel().spin({ pocket: "17" }).next();
    expect(table.press({ key: "void", round: 1, rule: "foreign-object-in-cylinder" })).toBeNull();
    expect(table.durable).toMatchObject({
      phase: "betting",
      series: [{ kind: "void", annulled: { pocket: "17" } }],
    });
    const later = wheel().spin({ pocket: "17" }).spin({ pocket: "18" });
    expect(later.press(CONTEST, "croupier")).toBeNull();
    expect(later.durable).toMatchObject({ phase: "betting", round: 3 });
    expect(later.press(resolve("stands", "19"))).toBeNull();
    expect(view(later.durable, later.rules).series[1]).toMatchObject({ pocket: "19", certified: false });
  });

  it("that the machine annulled is no void when the jefe de mesa says so, and he resolves it", () => {
    const table = wheel().launch({ sense: "with-rotor" });
    expect(table.press(CONTEST, "croupier")).toBe("not-your-key");
    expect(table.press(CONTEST)).toBeNull();
    expect(table.reportedOf()).toEqual(["1 void ball-same-direction-as-rotor", "1 undecided void-refused"]);
    expect(table.durable.wheel?.relaunch).toBeNull();
    expect(table.durable.tasks).toMatchObject([{ kind: "decide", about: "void-refused" }]);
    expect(table.press(resolve("stands", "17"))).toBeNull();
    expect(view(table.durable, table.rules).series[0]).toMatchObject({ pocket: "17", certified: false });
  });

  it("that only an inspector decides is his alone, seen or not", () => {
    const table = wheel("es-cb/ruleta-francesa").spin({ pocket: "17" });
    table.press(CONTEST);
    const [task] = table.durable.tasks;
    const seen = { key: "acknowledge", what: task?.id ?? "" } as const;
    expect(table.press(seen)).toBe("not-your-key");
    expect(table.press(resolve("upheld"))).toBe("not-your-key");
    expect(table.press(seen, "inspector")).toBeNull();
    expect(table.press(resolve("upheld"))).toBe("not-your-key");
    expect(table.press(resolve("upheld"), "inspector")).toBeNull();
    expect(table.durable.series[0]).toMatchObject({ kind: "result", pocket: "17", certified: true });
  });
});

describe("a dispute", () => {
  const dispute = { key: "dispute", round: 1, words: "Una ficha en el 17" } as const;

  it("has an end, which is recorded: upheld, annulled or put right", () => {
    const disputed = (): PlayedTable => {
      const table = wheel().spin({ pocket: "17" }).next();
      table.press(dispute);
      expect(table.durable).toMatchObject({ disputes: [1], tasks: [{ kind: "decide", about: "disputed" }] });
      expect(table.durable.series[0]).toMatchObject({ kind: "result", certified: true });
      return table;
    };
    const upheld = disputed();
    expect(upheld.press(resolve("upheld"))).toBeNull();
    expect(upheld.durable.series[0]).toMatchObject({ certified: true, resolved: { outcome: "upheld" } });
    const annulled = disputed();
    expect(annulled.press(resolve("void"))).toBeNull();
    expect(annulled.of("void")[0]).toMatchObject({ reasons: [{ rule: "disputed", cite: "I.6" }], late: {} });
    const put = disputed();
    expect(put.press(resolve("stands", "4"))).toBeNull();
    expect(put.reportedOf().at(-1)).toBe("1 undecided reading-contested");
    expect(view(put.durable, put.rules).series[0]).toMatchObject({ pocket: "4", annulled: { pocket: "17" } });
    for (const { durable } of [upheld, annulled, put]) expect(durable.tasks).toEqual([]);
  });

  it("of a round that may be judged anew no more keeps its case file alone", () => {
    const table = wheel().spin({ pocket: "17" }).next();
    table.t += 31 * MINUTE;
    expect(table.press(dispute)).toBeNull();
    expect(table.durable).toMatchObject({ disputes: [1], tasks: [] });
  });
});

describe("a throw of craps", () => {
  const VOID = { key: "void", round: 1, rule: "incorrect-throw" } as const;

  it("is annulled after the dice are taken up, and the point goes back", () => {
    const table = goes(dice(), "2", "4").takeUp();
    expect(table.durable).toMatchObject({ phase: "betting", dice: { craps: { phase: "point", point: 6 } } });
    expect(table.press(VOID, "stickman").refusal).toBeNull();
    expect(table.last).toMatchObject({
      kind: "void",
      late: { stood: "result", series: { phase: "come-out" } },
    });
    expect(table.durable).toMatchObject({ phase: "betting", dice: { craps: { phase: "come-out" } } });
    goes(table, "3", "4");
    expect(table.verdicts.at(-1)).toMatchObject({
      certainty: { level: "certified" },
      result: { craps: { call: "natural" } },
    });
  });

  it("of the seven that loses is annulled: shooter and point come back", () => {
    const table = dice().press({ key: "change-thrower", seat: 4 });
    goes(goes(table, "2", "4").takeUp(), "3", "4").takeUp();
    expect(table.durable.dice).toMatchObject({ craps: { phase: "come-out" }, shooter: null });
    table.press({ ...VOID, round: 2 }, "stickman");
    expect(table.durable.dice).toMatchObject({ craps: { phase: "point", point: 6 }, shooter: 4 });
  });

  it("on which a later one rests is annulled, and nothing is certified until somebody has said where the series stands", () => {
    const table = goes(goes(dice(), "2", "4").takeUp(), "5", "5").takeUp();
    table.press(VOID, "stickman");
    expect(table.durable.dice?.pointAsked).toEqual({ why: "series-unknown" });
    goes(table, "3", "4");
    expect(table.said).toContain("series-unknown");
    const asked = goes(goes(dice(), "2", "4").takeUp(), "5", "5")
      .takeUp()
      .press(VOID, "stickman");
    asked.press({ key: "mark-point", point: null }, JEFE);
    goes(asked, "3", "4");
    expect(asked.verdicts.at(-1)).toMatchObject({
      certainty: { level: "certified" },
      result: { craps: { call: "natural" } },
    });
  });

  it("is annulled while the next one rolls: that one's series is not known", () => {
    const table = goes(dice(), "2", "4").takeUp().press({ key: "no-more-bets" });
    table.t += 500_000;
    table.arena("moving").press(VOID, "stickman");
    expect(table.durable.dice?.pointAsked).toEqual({ why: "series-unknown" });
  });

  it("is contested, upheld, and the series goes on where it was", () => {
    const table = goes(dice(), "2", "4").takeUp();
    expect(table.press(CONTEST, "croupier").refusal).toBeNull();
    expect(table.durable.dice?.craps).toEqual({ phase: "come-out" });
    expect(view(table.durable, table.rules).tasks[0]?.resolve?.outcomes).toEqual(["upheld", "void"]);
    expect(table.press(resolve("upheld"), "stickman").refusal).toBeNull();
    expect(table.durable).toMatchObject({
      dice: { craps: { phase: "point", point: 6 } },
      series: [{ kind: "result", certified: true }],
    });
  });

  it("that the machine annulled is no void when stickman or jefe de mesa say so; two people name its dice", () => {
    const slid = (): PlayedDice => {
      const table = dice().press({ key: "no-more-bets" });
      return table.roll([die("2", { ...FAR, rolled: false }), die("4", FAR)]);
    };
    const table = slid();
    expect(table.said).toBe("void dice-slid-not-rolled");
    expect(table.press(CONTEST, "croupier").refusal).toBe("not-your-key");
    expect(slid().press(CONTEST, "stickman").refusal).toBeNull();
    table.press(CONTEST, JEFE);
    expect(table.said).toBe("undecided void-refused");
    const named = { key: "dice-are", round: 1, faces: ["2", "4"] } as const;
    table.press(named, "stickman").press(named, JEFE);
    expect(table.said).toBe("result 2-4");
    expect(table.durable.dice?.craps).toEqual({ phase: "point", point: 6 });
  });

  it("under a real eye that sees no wall is called by the stickman three seconds later", () => {
    const { pack } = loadPack("cl/craps");
    const abilities = eyeAbilities({
      rim: false,
      basket: false,
      half: false,
      wall: false,
      rolled: false,
      dome: false,
    });
    const coverage = coverageOf(pack, abilities, []);
    const rules: TableRules = {
      pack,
      coverage,
      abilities,
      family: familyOf(pack),
      judge: (facts, moment) => judge(pack, coverage, facts, moment),
    };
    const table = new PlayedDice("cl/craps", ALONE, rules).open().press({ key: "no-more-bets" });
    table.roll([die("2", { half: "far" }), die("4", { half: "far" })]).takeUp();
    expect(table.press({ key: "void", round: 1, rule: "die-missed-opposite-edge" }).refusal).toBeNull();
    expect(table.said).toBe("void die-missed-opposite-edge");
  });
});

describe.each([
  ["cl/corona-y-ancla", ["crown", "anchor", "heart"], "die-on-floor", JEFE],
  ["es-cb/banca-francesa", ["1", "2", "3"], "die-foreign-substance", JEFE],
] as const)("a throw of %s", (book, faces, rule, by) => {
  it("is annulled after the dice are taken up", () => {
    const table = new PlayedDice(book).open().press({ key: "no-more-bets" }).roll(faces);
    table.press({ key: "announce", round: 1 }).takeUp();
    expect(table.press({ key: "void", round: 1, rule }, by).refusal).toBeNull();
    expect(table.durable.series.find(({ round }) => round === 1)).toMatchObject({ kind: "void" });
  });
});

describe.each([
  ["es-cb/banca-francesa", ["1", "2", "3"]],
  ["es-cb/sic-bo", ["1", "2", "3"]],
  ["cl/corona-y-ancla", ["crown", "anchor", "heart"]],
  ["cl/chuck-a-luck", ["1", "2", "3"]],
] as const)("a throw of %s on which people and camera disagree", (book, faces) => {
  it("is contested without a cause, and named or resolved", () => {
    const thrown = (): PlayedDice => new PlayedDice(book).open().press({ key: "no-more-bets" }).roll(faces);
    const table = thrown();
    if (table.verdicts.at(-1)?.kind !== "result") return;
    expect(table.press(CONTEST).refusal).toBeNull();
    expect(table.said).toBe("undecided reading-contested");
    expect(table.press(resolve("stands", faces.toReversed().join(" ")), JEFE).refusal).toBeNull();
    const named = thrown().press(CONTEST);
    named.press({ key: "dice-are", round: 1, faces }).press({ key: "dice-are", round: 1, faces }, JEFE);
    expect(named.verdicts.at(-1)).toMatchObject({ kind: "result", certainty: { level: "reported" } });
    const late = thrown().press({ key: "announce", round: 1 }).takeUp().press(CONTEST);
    expect(late.refusal).toBeNull();
    late.press({ key: "dice-are", round: 1, faces }).press({ key: "dice-are", round: 1, faces }, JEFE);
    expect(late.verdicts.at(-1)).toMatchObject({ kind: "result", round: 1, certainty: { level: "reported" } });
  });
});
