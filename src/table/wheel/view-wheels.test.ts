import { describe, expect, it } from "vitest";
import { evening, WheelTable } from "../../../test/browser/wheel-views.ts";
import { loadPack } from "../../../firmware/table/rules/load.ts";
import { familyOf } from "../kernel/families.ts";
import { ABORTED } from "../kernel/view/texts.ts";
import type { TableView } from "../kernel/view/view.ts";

/** What the screens get of bowls and upright wheels. */

const drawn = (rulebook: string): WheelTable => evening(rulebook).running("no-more-bets");
const verdictOf = (table: WheelTable): TableView["verdict"] => table.view().verdict;

describe("a result", () => {
  it("of a bowl: the number, its colour and which of its two holes", () => {
    expect(drawn("es-cb/bola").view().wheel).toBe("bowl");
    expect(verdictOf(drawn("es-cb/bola").result(6))).toMatchObject({
      pocket: "7",
      label: null,
      colour: "red",
      pays: null,
      cell: { at: 7, of: 18 },
      specialRule: null,
    });
    expect(verdictOf(drawn("es-cb/bola").result(13))).toMatchObject({
      pocket: "5",
      colour: "other",
      suertes: [],
      cell: { at: 14, of: 18 },
      specialRule: { es: expect.stringContaining("pierden todas las suertes sencillas") as string },
    });
  });

  it("says of a zero that the text is silent about where the rule was read into it, and of no other", () => {
    const american = (): WheelTable => drawn("es-cb/ruleta-americana-doble-cero");
    expect(verdictOf(american().number("00"))).toMatchObject({
      specialSilent: { cite: expect.stringMatching(/^A\./) as string, inferred: true },
    });
    expect(verdictOf(american().number("0"))).not.toHaveProperty("specialSilent");
  });

  it("of a disc: its name for people, what it pays, and no colour", () => {
    expect(verdictOf(drawn("es-pv/rueda-de-la-fortuna").result(0))).toMatchObject({
      pocket: "joker",
      label: { es: "Joker", eu: "Joker", gl: "Joker", en: "Joker" },
      colour: "none",
      pays: "45:1",
      cell: { at: 1, of: 54 },
      specialRule: null,
    });
    expect(verdictOf(drawn("es-pv/rueda-de-la-fortuna").number("24"))).toMatchObject({ pays: "push" });
    expect(verdictOf(drawn("cl/big-six").number("40-b"))).toMatchObject({
      label: { es: "40 ◆" },
      pays: "40:1",
    });
    const [newest] = drawn("cl/big-six").number("40-b").view().series;
    expect(newest).toMatchObject({ pocket: "40-b", label: { es: "40 ◆" }, colour: "none" });
  });

  it("of a wheel on which each name stands once says no place", () => {
    const view = new WheelTable("cl/ruleta-francesa").betting().running("no-more-bets").view();
    expect(view.wheel).toBe("roulette");
    expect(view.nextCall).toBeNull();
  });
});

describe("calls", () => {
  it("the question only while bets are open and the wheel runs", () => {
    const bowl = evening("es-pv/bola");
    expect(bowl.view().nextCall).toBeNull();
    expect(bowl.running("ball-in-play").view().nextCall).toMatchObject({
      say: { es: "¿están hechas las apuestas?", eu: "egin dituzue apustuak?" },
      by: "croupier",
    });
    expect(bowl.running("no-more-bets").view().nextCall).toBeNull();
  });

  it("who opens the bets is the law's own", () => {
    const opens = (rulebook: string): unknown => evening(rulebook).view().announcement?.by;
    expect(opens("es-cb/bola")).toBe("jefe-de-mesa");
    expect(opens("es-cb/rueda-de-la-fortuna")).toBe("croupier");
    expect(opens("es-pv/rueda-de-la-fortuna")).toBe("jefe-de-mesa");
    expect(opens("cl/big-six")).toBe("croupier");
  });

  it("bets that close with the launch have no call that closes them later", () => {
    expect(evening("cl/big-six").view().closingCall).toBeNull();
    expect(evening("es-cb/bola").view().closingCall).toMatchObject({ say: { es: "no va más" } });
    expect(evening("cl/ruleta-francesa").view().closingCall).toMatchObject({ say: { es: "no más apuestas" } });
  });

  it("the last game is announced for one game, three spins for three", () => {
    const words = (table: WheelTable): string | undefined => table.view().announcement?.say.es;
    const disc = evening("cl/big-six").lastCall();
    expect(words(disc)).toBe("último juego de la mesa");
    expect(words(disc.running("no-more-bets").number("1").betting())).toBe("jugado el último juego");
    const wheel = evening("cl/ruleta-francesa").lastCall();
    expect(words(wheel.running("no-more-bets").number("1").betting())).toBe("dos últimas");
    expect(evening("es-pv/ruleta-francesa").view().lastCall).toBeNull();
  });
});

it("what was announced is chosen as the numbers stand on the cloth, and each once", () => {
  const chosen = (rulebook: string): readonly string[] => {
    const { pack } = loadPack(rulebook);
    const choices = familyOf(pack).people.announcedChoices(pack);
    return choices === null || choices === "faces" ? [] : choices.map(({ announced }) => announced);
  };
  const numbers = Array.from({ length: 37 }, (_, at) => String(at));
  expect(chosen("cl/ruleta-francesa")).toEqual(numbers);
  expect(chosen("cl/ruleta-americana-doble-cero")).toEqual(["0", "00", ...numbers.slice(1)]);
  expect(chosen("cl/big-six").slice(0, 3)).toEqual(["1", "2", "5"]);
});

describe("a round without a number", () => {
  it("of Big Six is void in the pack's words, with its steps", () => {
    const view = drawn("cl/big-six").annul("pointer-between-cells").view();
    expect(view.voidName).toMatchObject({ es: "jugada anulada" });
    expect(view.verdict).toMatchObject({
      kind: "void",
      say: { es: "jugada anulada" },
      by: "croupier",
      reasons: [{ rule: "pointer-between-cells", cite: "II.3.6" }],
      then: [{ step: "ask-to-change-or-add-bets" }, { step: "spin-again" }],
    });
  });

  it("under a law without a void has no name for one and no reason to call it", () => {
    for (const rulebook of [
      "es-cb/bola",
      "es-pv/bola",
      "es-cb/rueda-de-la-fortuna",
      "es-pv/rueda-de-la-fortuna",
    ]) {
      const view = drawn(rulebook).undecide("no-number").view();
      expect([view.voidName, view.voidReasons, view.tasks.at(-1)?.mayBeCalled]).toEqual([null, [], []]);
      expect(view.incidents.length).toBeGreaterThan(2);
    }
  });

  it("names the paragraphs that were not settled, and the steps of those that a person decides", () => {
    expect(verdictOf(drawn("es-cb/bola").undecide("left-to-a-person", "object-in-bowl"))).toMatchObject({
      kind: "undecided",
      rules: [{ rule: "object-in-bowl", cite: "A.5.III" }],
      then: [{ step: "decide-unforeseen-case", who: "jefe-de-mesa" }],
    });
    // What a void would lead to is not shown before anybody has called it.
    expect(verdictOf(drawn("cl/big-six").undecide("rule-not-judged", "pointer-between-cells"))).toMatchObject({
      rules: [{ rule: "pointer-between-cells" }],
      then: [],
    });
    expect(verdictOf(drawn("cl/big-six").undecide("no-number"))).toMatchObject({ rules: [], then: [] });
  });

  it("that the unit broke off by its restart says so, and not that the device restarted", () => {
    const [task] = new WheelTable("es-cb/bola").betting().running("no-more-bets").abort("restart").view().tasks;
    expect(task?.text).toEqual(ABORTED["restart"]);
  });
});
