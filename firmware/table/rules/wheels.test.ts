import { describe, expect, it } from "vitest";
import { type WheelPack, wheelPack } from "../../../src/rules/pack.ts";
import { ringFaults, ringProblems } from "../../../src/rules/ring.ts";
import { colourOf, labelOf, paysOf, specialOf, winningSuertes } from "../../../src/rules/winning.ts";
import { LANGUAGES } from "../../../src/text/language.ts";
import { loadPack } from "./load.ts";

/** Bowls and upright wheels: what the catalogues say of them, worked out here and not read from any pack. */

const pack = (id: string): WheelPack => wheelPack(loadPack(id).pack);
const idsOf = ({ rules }: WheelPack, verdict: string): readonly string[] =>
  rules.filter((rule) => rule.verdict === verdict).map((rule) => rule.id);
const calls = ({ announcements }: WheelPack): readonly string[] =>
  announcements.map(({ phase, by, say }) => `${phase}: ${by} «${say.es}»`);

describe.each(["es-cb/bola", "es-pv/bola"])("%s", (id) => {
  const boule = pack(id);

  it("has eighteen holes, each number twice", () => {
    const count = new Map<string, number>();
    for (const hole of boule.wheel.pockets) count.set(hole, (count.get(hole) ?? 0) + 1);
    expect(Object.fromEntries(count)).toEqual(
      Object.fromEntries(Array.from({ length: 9 }, (_, at) => [String(at + 1), 2])),
    );
    expect(ringFaults(boule, boule.wheel.pockets)).toEqual([]);
  });

  it("colours 1 3 6 8 black and 2 4 7 9 red, and five is nothing at all", () => {
    for (const number of [1, 2, 3, 4, 6, 7, 8, 9]) {
      const black = [1, 3, 6, 8].includes(number);
      expect(
        winningSuertes(boule, String(number)).map((suerte) => suerte.id),
        String(number),
      ).toEqual([black ? "negro" : "rojo", number % 2 === 0 ? "par" : "impar", number < 5 ? "falta" : "pasa"]);
      expect(colourOf(boule, String(number))).toBe(black ? "black" : "red");
      expect(specialOf(boule, String(number))).toBeNull();
    }
    expect(winningSuertes(boule, "5")).toEqual([]);
    expect(colourOf(boule, "5")).toBe("other");
    expect(specialOf(boule, "5")?.simple).toBe("lose");
    expect(paysOf(boule, "5")).toBeNull();
    expect(() => colourOf(boule, "0")).toThrow(RangeError);
  });

  it("knows no void, and leaves what it does not foresee to whom the law names", () => {
    expect(idsOf(boule, "void")).toEqual([]);
    expect(boule.voidName).toBeUndefined();
    expect(idsOf(boule, "person-decides")).toEqual([
      "ball-left-bowl",
      "object-in-bowl",
      "ball-in-no-hole",
      "unforeseen-case",
    ]);
    for (const rule of boule.rules) {
      expect(rule.declaredBy).toBe(
        rule.scope === "bet" ? "croupier" : id.startsWith("es-pv") ? "inspector" : "jefe-de-mesa",
      );
      expect(rule.announce, "no words are prescribed").toBeUndefined();
    }
    expect(idsOf(boule, "stands")).toEqual(["bet-after-no-more-bets"]);
    expect(idsOf(boule, "deviation")).toEqual([]);
  });

  it("is opened by the jefe de mesa; the croupier asks, and then calls no more bets", () => {
    expect(calls(boule)).toEqual([
      "betting: jefe-de-mesa «hagan sus apuestas»",
      "last-bets: croupier «¿están hechas las apuestas?»",
      "no-more-bets: croupier «no va más»",
    ]);
    expect(boule.result).toMatchObject({ announce: ["number", "simple"], by: "croupier" });
    expect(boule.wheel.betsClose).toBe("before-drop");
  });
});

describe.each([
  [
    "es-cb/rueda-de-la-fortuna",
    64,
    {
      "1": [32, "1:1"],
      "2": [16, "2:1"],
      "5": [8, "5:1"],
      "10": [4, "10:1"],
      "20": [2, "20:1"],
      "40": [2, "40:1"],
    },
  ],
  [
    "es-pv/rueda-de-la-fortuna",
    54,
    {
      "24": [24, "push"],
      "15": [15, "1:1"],
      "7": [7, "5:1"],
      "4": [4, "10:1"],
      "2": [2, "20:1"],
      joker: [2, "45:1"],
    },
  ],
  [
    "cl/big-six",
    54,
    {
      "1": [24, "1:1"],
      "2": [15, "2:1"],
      "5": [7, "5:1"],
      "10": [4, "10:1"],
      "20": [2, "20:1"],
      "40-a": [1, "40:1"],
      "40-b": [1, "40:1"],
    },
  ],
] as const)("%s", (id, cells, values) => {
  const disc = pack(id);
  const ring = disc.wheel.pockets;

  it("has the cells that the law counts, and pays what it says", () => {
    expect(ring).toHaveLength(cells);
    for (const [name, [count, pays]] of Object.entries<readonly [number, string]>(values)) {
      expect(
        ring.filter((cell) => cell === name),
        name,
      ).toHaveLength(count);
      expect(paysOf(disc, name), name).toBe(pays);
      expect(winningSuertes(disc, name)).toHaveLength(1);
      expect(colourOf(disc, name)).toBe("none");
      expect(specialOf(disc, name)).toBeNull();
      const label = labelOf(disc, name);
      if (/^\d+$/.test(name)) expect(label).toBeNull();
      else for (const language of LANGUAGES) expect(label?.[language]).toMatch(/^(Joker|40 [★◆])$/);
    }
    expect(ringFaults(disc, ring)).toEqual([]);
  });

  it("never has equal values side by side", () => {
    for (const [at, name] of ring.entries())
      expect(name.split("-")[0]).not.toBe(ring[(at + 1) % ring.length]?.split("-")[0]);
  });

  it("takes another order of the same cells only if the law allows it", () => {
    const turned = [...ring.slice(8), ...ring.slice(0, 8)];
    expect(ringProblems(disc, turned)).toEqual([]);
    const [first = "", second = "", ...rest] = ring;
    const bad = ringProblems(disc, [...rest.slice(0, -1), first, second, rest.at(-1) ?? ""]);
    if (id !== "es-pv/rueda-de-la-fortuna") expect(bad.length).toBeGreaterThan(0);
    expect(ringProblems(disc, ring.slice(1)).length).toBeGreaterThan(0);
  });
});

describe("the wheel of Cantabria", () => {
  const ring = pack("es-cb/rueda-de-la-fortuna").wheel.pockets;
  it("is eight sectors of eight, alike but for one cell", () => {
    const sectors = Array.from({ length: 8 }, (_, at) => ring.slice(8 * at, 8 * at + 8));
    for (const sector of sectors) {
      expect(sector.filter((cell) => ["1", "2", "5"].includes(cell)).sort()).toEqual([
        "1",
        "1",
        "1",
        "1",
        "2",
        "2",
        "5",
      ]);
    }
    const rare = sectors.map((sector) => sector.find((cell) => cell.length === 2));
    expect(rare).toEqual(["10", "40", "10", "20", "10", "40", "10", "20"]);
    for (const [at, cell] of ring.entries()) expect(cell).toBe(ring[(at + 32) % 64]);
  });
});

describe("what the fortune wheels do not say", () => {
  it.each(["es-cb/rueda-de-la-fortuna", "es-pv/rueda-de-la-fortuna"])(
    "%s: no void, and who decides what is not foreseen",
    (id) => {
      const disc = pack(id);
      expect(idsOf(disc, "void")).toEqual([]);
      expect(disc.voidName).toBeUndefined();
      expect(idsOf(disc, "person-decides")).toEqual([
        "pointer-between-cells",
        "wheel-disturbed",
        "unforeseen-case",
      ]);
      for (const rule of disc.rules.filter((one) => one.verdict === "person-decides"))
        expect(rule.declaredBy).toBe(id.startsWith("es-pv") ? "inspector" : "jefe-de-mesa");
      expect(disc.result).toMatchObject({ announce: ["value"], by: "jefe-de-mesa" });
      expect(disc.wheel.betsClose).toBe("before-drop");
      expect(calls(disc)).toEqual([
        `betting: ${id.startsWith("es-cb") ? "croupier" : "jefe-de-mesa"} «hagan sus apuestas»`,
        "last-bets: croupier «¿están hechas las apuestas?»",
        "no-more-bets: croupier «no va más»",
      ]);
    },
  );
});

describe("Big Six", () => {
  const disc = pack("cl/big-six");
  it("has three causes of a void, and bets that close with the turn", () => {
    expect(idsOf(disc, "void")).toEqual([
      "disc-fewer-than-min-turns",
      "pointer-between-cells",
      "disc-mechanical-fault",
    ]);
    expect(idsOf(disc, "person-decides")).toEqual(["disc-stopped-by-player", "other-irregular-play"]);
    expect(idsOf(disc, "stands")).toEqual(["bet-after-no-more-bets", "seat-not-played"]);
    expect(disc.wheel.betsClose).toBe("at-launch");
    expect(disc.rules.find((rule) => rule.id === "disc-stopped-by-player")?.mayBeCalled).toBe(
      "disc-mechanical-fault",
    );
  });

  it("prescribes no words for the annulment: the croupier acts", () => {
    expect(calls(disc)).toEqual([
      "betting: croupier «hagan juego»",
      "no-more-bets: croupier «no más apuestas»",
      "void: croupier «jugada anulada»",
      "last-game: croupier «último juego de la mesa»",
    ]);
    const spoken = disc.announcements.find((one) => one.phase === "void");
    expect([spoken?.basis, spoken?.printed]).toEqual(["external", []]);
    expect(disc.voidName?.es).toBe("jugada anulada");
  });

  it("lets the players change their bets before the disc turns again; a fault may close the table", () => {
    const then = (id: string): readonly string[] | undefined => disc.rules.find((rule) => rule.id === id)?.then;
    expect(then("disc-fewer-than-min-turns")).toEqual(["ask-to-change-or-add-bets", "spin-again"]);
    expect(then("pointer-between-cells")).toEqual(["ask-to-change-or-add-bets", "spin-again"]);
    expect(then("disc-mechanical-fault")).toEqual(["new-betting-round", "close-table-for-now"]);
  });
});

describe("the order of a roulette's pockets", () => {
  const swapped = (ring: readonly string[], one: string, other: string): readonly string[] =>
    ring.map((name) => (name === one ? other : name === other ? one : name));

  it.each([
    "es-cb/ruleta-francesa",
    "es-pv/ruleta-francesa",
    "es-pv/ruleta-americana",
    "es-cb/ruleta-americana",
  ])("is held against the law of %s: red beside black, no two consecutive numbers", (id) => {
    const pack = wheelPack(loadPack(id).pack);
    const { pockets } = pack.wheel;
    expect(ringProblems(pack, pockets)).toEqual([]);
    expect(
      ringProblems(
        pack,
        [...pockets].sort((a, b) => Number(a) - Number(b)),
      ).length,
    ).toBeGreaterThan(30);
    expect(ringProblems(pack, swapped(pockets, "4", "25")).join()).toContain("red and black alternate");
  });

  it("with a double zero has 00 across from 0", () => {
    const pack = wheelPack(loadPack("es-cb/ruleta-americana-doble-cero").pack);
    const { pockets } = pack.wheel;
    expect(ringProblems(pack, pockets)).toEqual([]);
    const rest = pockets.filter((name) => name !== "00");
    expect(ringProblems(pack, ["0", "00", ...rest.slice(1)]).join()).toContain("must face");
  });
});
