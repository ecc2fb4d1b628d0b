import { describe, expect, it } from "vitest";
import type { Key } from "../../src/people/keys.ts";
import type { Person } from "../../src/people/roles.ts";
import { packIds } from "../../firmware/table/rules/library.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { sampleOfRun, more } from "../../test/support/volume.ts";
import { INCIDENTS } from "../people/cards/croupier.ts";
import { QuickTable } from "./croupier.test-help.ts";
import { CARD_TABLES, DEMO_TABLES, findDemoTable } from "./tables.ts";

const BEA: Person = { role: "croupier", name: "Bea" };
const ANA: Person = { role: "jefe-de-mesa", name: "Ana" };

/** A table in simulated time that is open. */
function open(rulebook: string, seed = "1"): QuickTable {
  const table = new QuickTable(rulebook, seed);
  expect(table.pressed({ key: "open-table" }, ANA)).toBe(true);
  return table;
}

function play(table: QuickTable, rounds: number): QuickTable {
  for (let revolutions = 0; table.verdicts.length < rounds; revolutions++) {
    if (revolutions > 6 * rounds) throw new Error(`it does not go on: ${JSON.stringify(table.screen)}`);
    table.croupier.playRound();
  }
  return table;
}

const certified = (table: QuickTable): number =>
  table.verdicts.filter((body) => body.kind === "result" && body.certainty.level === "certified").length;

describe("names of card tables", () => {
  it("are a game, in Chile's reading first and then in Cantabria's, or a rulebook", () => {
    expect(CARD_TABLES.rulebookOf("punto-y-banca")).toBe("cl/punto-y-banca");
    expect(CARD_TABLES.rulebookOf("poker-sin-descarte")).toBe("es-cb/poker-sin-descarte");
    expect(CARD_TABLES.rulebookOf("seven-card-stud")).toBe("es-pv/seven-card-stud");
    expect(CARD_TABLES.rulebookOf("es-pv/black-jack")).toBe("es-pv/black-jack");
    for (const name of ["poker", "toString", "cl/ruleta-francesa", "es-ga/punto-y-banca", "/black-jack", ""])
      expect(CARD_TABLES.rulebookOf(name)).toBe(null);
  });

  it("lead to every rulebook whose cards a machine reads, and to no other", () => {
    const read = packIds().filter((id) => {
      const { pack } = loadPack(id);
      return pack.family === "shoe" && pack.cards.reader === "shoe";
    });
    expect(read.filter((id) => !CARD_TABLES.rulebooks().includes(id))).toEqual([]);
    expect(new Set(CARD_TABLES.names().map((name) => CARD_TABLES.rulebookOf(name)))).toEqual(
      new Set(CARD_TABLES.rulebooks()),
    );
    expect(read).toEqual(expect.arrayContaining([...CARD_TABLES.rulebooks()]));
  });

  it("are no wheel's, and an unknown one is refused with all of them", () => {
    expect(CARD_TABLES.names().filter((name) => Object.hasOwn(DEMO_TABLES, name))).toEqual([]);
    const known = [...Object.keys(DEMO_TABLES), ...CARD_TABLES.names()].join(", ");
    expect(() => findDemoTable("poker")).toThrow(`--table poker: no such table; known: ${known}`);
    expect(findDemoTable("es-cb/black-jack")).toEqual({
      wheel: null,
      family: "shoe",
      rulebook: "es-cb/black-jack",
    });
  });
});

describe("the croupier of a scenario", () => {
  const ofCodes = (table: QuickTable): readonly string[] =>
    table.records.flatMap((body) => (body.kind === "fault" ? [body.code] : []));

  it("has come about what its file says, and nothing else", () => {
    const wanted = [
      { us: 0, fault: "load-jam-shuffling" },
      { us: 60_000_000, fault: "jam" },
    ];
    const table = new QuickTable("cl/black-jack", "wanted", wanted);
    expect(table.pressed({ key: "open-table" }, ANA)).toBe(true);
    play(table, 14);
    expect(ofCodes(table).filter((code) => code === "shoe-jam").length).toBeGreaterThan(0);
    expect(table.records.some((body) => body.kind === "incident")).toBe(false);
    const quiet = new QuickTable("cl/punto-y-banca", "wanted", []);
    expect(quiet.pressed({ key: "open-table" }, ANA)).toBe(true);
    play(quiet, 14);
    expect([ofCodes(quiet), certified(quiet)]).toEqual([[], 14]);
  });
});

describe("the simulated croupier", () => {
  it.each(sampleOfRun(CARD_TABLES.rulebooks(), more(6, 20), "croupier"))(
    "%s: plays round after round, each to its verdict",
    (rulebook) => {
      const table = play(open(rulebook), 12);
      expect(certified(table)).toBeGreaterThan(4);
      expect(table.said).toEqual([]);
    },
  );

  it("begins with two rounds in which nothing goes wrong", () => {
    for (const seed of ["1", "2", "3", "4"]) expect(certified(play(open("cl/punto-y-banca", seed), 2))).toBe(2);
  });

  it("shows incidents, and what the law makes of them", () => {
    const table = play(open("cl/midi-punto-y-banca", "incidents"), 150);
    const kinds = new Set(table.records.map(({ kind }) => kind));
    expect([...kinds]).toEqual(expect.arrayContaining(["incident", "void", "undecided"]));
    const levels = table.verdicts.flatMap((body) => (body.kind === "result" ? [body.certainty.level] : []));
    expect(new Set(levels)).toEqual(new Set(["certified", "reported"]));
    expect(certified(table)).toBeGreaterThan(100);
    expect(INCIDENTS).toContain("unread");
  });
});

describe("somebody else at the control page", () => {
  /** Presses the key once, when `when` holds. */
  const once = (
    table: QuickTable,
    when: (phase: string, cards: number) => boolean,
    key: () => Key,
    by = BEA,
  ): (() => boolean) => {
    let taken = false;
    table.meddle = ({ phase, hands }) => {
      const cards = hands.reduce((sum, hand) => sum + hand.cards, 0);
      if (!taken && when(phase, cards)) taken = table.pressed(key(), by);
    };
    return () => taken;
  };

  it.each<[string, (phase: string, cards: number) => boolean, (table: QuickTable) => Key, Person]>([
    ["calls no va más", (phase) => phase === "betting", () => ({ key: "no-more-bets" }), BEA],
    [
      "collects",
      (phase) => phase === "result",
      (table) => ({ key: "collect", round: table.screen.round }),
      BEA,
    ],
    [
      "gives the round up",
      (_, cards) => cards === 5,
      (table) => ({ key: "collect", round: table.screen.round }),
      ANA,
    ],
    ["seats other players", (phase) => phase === "betting", () => ({ key: "seats", seats: [2, 5] }), BEA],
    ["says a new shoe", (phase) => phase === "betting", () => ({ key: "new-shoe" }), BEA],
    [
      "has a hand stand that was to draw",
      (_, cards) => cards >= 6,
      (table) => ({
        key: "move",
        round: table.screen.round,
        who: table.screen.hands[0]?.hand ?? "",
        move: "stand",
      }),
      BEA,
    ],
    ["closes the table", (phase) => phase === "betting", () => ({ key: "close-table" }), ANA],
  ])("%s: the croupier goes on", (_, when, key, by) => {
    const table = play(open("cl/black-jack", "meddled"), 1);
    const taken = once(table, when, () => key(table), by);
    for (let revolutions = 0; revolutions < 6; revolutions++) table.croupier.playRound();
    expect(taken()).toBe(true);
    table.meddle = () => undefined;
    if (!table.screen.open) expect(table.pressed({ key: "open-table" }, ANA)).toBe(true);
    const before = certified(table);
    play(table, table.verdicts.length + 8);
    expect(certified(table)).toBeGreaterThan(before + 3);
  });
});

describe("a shoe that is lost to the unit", () => {
  it.each([
    [1, 1],
    [2, 3],
    [4, 8],
  ])(
    "with its cable and power at card %i, for the next %i things that are done: rounds are certified again",
    (card, things) => {
      const table = play(open("cl/punto-y-banca", "pulled"), 1);
      let done = -1;
      table.meddle = ({ hands }) => {
        const cards = hands.reduce((sum, hand) => sum + hand.cards, 0);
        if (done < 0 && cards < card) return;
        if (++done === 0) {
          table.plug(false);
          table.power(false);
        }
        if (done !== things) return;
        table.power(true);
        table.plug(true);
      };
      for (let revolutions = 0; revolutions < 30 && done < things; revolutions++) table.croupier.playRound();
      expect(done).toBeGreaterThanOrEqual(things);
      table.meddle = () => undefined;
      const before = certified(table);
      play(table, table.verdicts.length + 8);
      expect(certified(table)).toBeGreaterThan(before + 4);
    },
  );
});
