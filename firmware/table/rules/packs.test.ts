import { describe, expect, it } from "vitest";
import type { WheelPack } from "../../../src/rules/pack.ts";
import { colourOf, specialOf, winningSuertes } from "../../../src/rules/winning.ts";
import { LANGUAGES } from "../../../src/text/language.ts";
import { listPacks } from "./load.ts";
import { citesOf, textsOf, OF_ALL_GAMES } from "./pack-parts.test-help.ts";

/** The rulebooks of wheels; those of cards are in `card-packs.test.ts`. */
const PACKS = listPacks().flatMap(({ id, pack }) => (pack.family === "wheel" ? [{ id, pack }] : []));
const ROULETTES = PACKS.filter(({ pack }) => pack.wheel.kind === "roulette");
const NUMBERS = Array.from({ length: 36 }, (_, index) => index + 1);

/** Cantabria, A.1: black are the numbers whose digits have an even sum, and 10 and 29, but not 19. */
function blackByLaw(number: number): boolean {
  const sum = Math.floor(number / 10) + (number % 10);
  return number !== 19 && (sum % 2 === 0 || number === 10 || number === 29);
}

/** What wins on each number, worked out here and not read from any pack. */
function expected(number: number): readonly string[] {
  return [
    blackByLaw(number) ? "negro" : "rojo",
    number % 2 === 0 ? "par" : "impar",
    number <= 18 ? "falta" : "pasa",
    `docena-${Math.ceil(number / 12)}`,
    `columna-${((number - 1) % 3) + 1}`,
  ];
}

/** First and last line of the game's own sections, and single lines that it may borrow. */
const SECTIONS: Readonly<Record<string, { readonly own: readonly (readonly [number, number])[] }>> = {
  "cl/ruleta-francesa": {
    own: [
      [103, 103],
      [162, 162],
      [168, 359],
    ],
  },
  "cl/ruleta-americana": {
    own: [
      [103, 103],
      [162, 162],
      [261, 261],
      [361, 642],
    ],
  },
  "cl/ruleta-americana-doble-cero": {
    own: [
      [103, 103],
      [162, 162],
      [261, 261],
      [361, 642],
    ],
  },
  "es-cb/ruleta-francesa": {
    own: [
      [117, 129],
      [145, 473],
    ],
  },
  "es-cb/ruleta-americana": {
    own: [
      [117, 129],
      [145, 591],
    ],
  },
  "es-cb/ruleta-americana-doble-cero": {
    own: [
      [117, 129],
      [145, 618],
    ],
  },
  "es-pv/ruleta-francesa": { own: [[348, 578]] },
  "es-pv/ruleta-americana": { own: [[348, 666]] },
  "cl/big-six": {
    own: [
      [103, 105],
      [148, 148],
      [162, 162],
      [644, 769],
    ],
  },
  "es-cb/bola": {
    own: [
      [117, 129],
      [1043, 1157],
      [1187, 1207],
    ],
  },
  "es-cb/rueda-de-la-fortuna": {
    own: [
      [117, 129],
      [3354, 3498],
    ],
  },
  "es-pv/bola": { own: [[898, 1006]] },
  "es-pv/rueda-de-la-fortuna": { own: [[2368, 2498]] },
};

it("holds every wheel of the three catalogues", () => {
  expect(PACKS.map(({ id }) => id)).toEqual(Object.keys(SECTIONS).sort());
});

describe.each(PACKS.map((loaded) => [loaded.id, loaded.pack] as const))("%s", (id, pack: WheelPack) => {
  it("speaks every language, each with its own words where they differ", () => {
    const texts = textsOf(pack, id);
    expect(texts.length).toBeGreaterThan(pack.wheel.kind === "roulette" ? 30 : 15);
    for (const [place, text] of texts) {
      for (const language of LANGUAGES) expect(text[language].length, place).toBeGreaterThan(0);
      if (text.es.split(" ").length < 5) continue;
      expect(new Set(Object.values(text)).size, `${place}: ${text.es}`).toBe(LANGUAGES.length);
    }
  });

  it("cites lines of its own sections only", () => {
    const { own } = SECTIONS[id]!;
    for (const cite of citesOf(pack)) {
      for (const [first, last] of [cite.lines, ...(cite.also ?? [])]) {
        const inside = [...own, ...OF_ALL_GAMES].some(([from, to]) => from <= first && last <= to);
        expect(inside, `${cite.section} ${first}-${last}`).toBe(true);
      }
    }
  });
});

describe.each(ROULETTES.map((loaded) => [loaded.id, loaded.pack] as const))("%s", (id, pack: WheelPack) => {
  const doubleZero = id.endsWith("doble-cero");
  const zeros = doubleZero ? ["0", "00"] : ["0"];

  it("has every number and its zeros on the wheel, once", () => {
    expect([...pack.wheel.pockets].sort()).toEqual([...zeros, ...NUMBERS.map(String)].sort());
  });

  it("gives every number one colour, parity, half, dozen and column, and a zero none", () => {
    for (const number of NUMBERS) {
      const suertes = winningSuertes(pack, String(number));
      expect(
        suertes.map((suerte) => suerte.id),
        `number ${number}`,
      ).toEqual(expected(number));
      expect(suertes.map((suerte) => suerte.group)).toEqual(["colour", "parity", "half", "dozen", "column"]);
      expect(colourOf(pack, String(number))).toBe(blackByLaw(number) ? "black" : "red");
      expect(specialOf(pack, String(number))).toBeNull();
    }
    for (const zero of zeros) {
      expect(winningSuertes(pack, zero)).toEqual([]);
      expect(colourOf(pack, zero)).toBe("zero");
      expect(specialOf(pack, zero)?.simple).toBe(id.endsWith("francesa") ? "half-or-prison" : "half");
    }
    expect(() => winningSuertes(pack, doubleZero ? "37" : "00")).toThrow(RangeError);
  });

  it("holds suertes of eighteen and twelve", () => {
    for (const suerte of pack.suertes) {
      expect(suerte.pockets.length, suerte.id).toBe(
        suerte.group === "dozen" || suerte.group === "column" ? 12 : 18,
      );
    }
  });

  it("turns a wheel as wheels are made", () => {
    const order = pack.wheel.pockets;
    const neighbours = order.map((pocket, index) => [pocket, order[(index + 1) % order.length]!] as const);
    for (const [a, b] of neighbours) {
      if (zeros.includes(a) || zeros.includes(b)) continue;
      expect(Math.abs(Number(a) - Number(b)), `${a} beside ${b}`).toBeGreaterThan(1);
      expect(colourOf(pack, a), `${a} beside ${b}`).not.toBe(colourOf(pack, b));
    }
    if (doubleZero) expect(order.indexOf("00")).toBe(order.length / 2);
    else expect(colourOf(pack, order[1]!)).not.toBe(colourOf(pack, order.at(-1)!));
    expect(pack.wheel.basis).toBe("external");
  });

  it("calls the void as its own law does, by the jefe de mesa", () => {
    const words = id.startsWith("es-cb") ? "bola nula" : "tirada nula";
    const calls = pack.rules
      .flatMap((rule) => [rule.announce, rule.adopts?.announce])
      .filter((call) => call !== undefined);
    expect(calls.length).toBeGreaterThan(2);
    for (const call of calls) expect([call.say.es, call.by]).toEqual([words, "jefe-de-mesa"]);
    const announced = pack.announcements.find((announcement) => announcement.phase === "void");
    expect([announced?.say, announced?.by]).toEqual([calls[0]?.say, "jefe-de-mesa"]);
    expect(pack.voidName?.es).toBe(words);
  });
});

describe("what the laws do not say", () => {
  const idsOf = (id: string, verdict: string): readonly string[] =>
    PACKS.find((loaded) => loaded.id === id)!
      .pack.rules.filter((rule) => rule.verdict === verdict)
      .map((rule) => rule.id);

  it.each(["cl/ruleta-francesa", "cl/ruleta-americana", "cl/ruleta-americana-doble-cero"])(
    "%s: seven causes",
    (id) => {
      expect(idsOf(id, "void")).toEqual([
        "foreign-object-in-cylinder",
        "ball-left-cylinder",
        "fewer-than-min-revolutions",
        "ball-same-direction-as-rotor",
        "ball-stuck-suspended",
        "rotor-mechanical-fault",
        "rotor-stopped",
      ]);
      expect(idsOf(id, "deviation")).toEqual(["rotor-direction-not-alternated", "relaunch-before-rotor-turns"]);
      expect(idsOf(id, "stands")).toEqual(["bet-after-no-more-bets"]);
      expect(idsOf(id, "person-decides")).toEqual(["ball-or-equipment-defect", "other-irregular-play"]);
    },
  );

  it.each(["es-cb/ruleta-francesa", "es-cb/ruleta-americana", "es-cb/ruleta-americana-doble-cero"])(
    "%s: four causes",
    (id) => {
      const causes = [
        "foreign-object-in-cylinder",
        "ball-left-cylinder",
        "defective-launch",
        "ball-stuck-suspended",
      ];
      expect(idsOf(id, "void")).toEqual(causes);
      expect(idsOf(id, "deviation")).toEqual([
        "ball-same-direction-as-rotor",
        "rotor-direction-not-alternated",
      ]);
      expect(idsOf(id, "person-decides")).toEqual(["unforeseen-case"]);
    },
  );

  it.each(["es-pv/ruleta-francesa", "es-pv/ruleta-americana"])(
    "%s: three causes, and one that a house may adopt",
    (id) => {
      expect(idsOf(id, "void")).toEqual([
        "foreign-object-in-cylinder",
        "ball-left-cylinder",
        "defective-launch",
      ]);
      expect(idsOf(id, "deviation")).toEqual([
        "ball-same-direction-as-rotor",
        "rotor-direction-not-alternated",
      ]);
      const { rules } = PACKS.find((loaded) => loaded.id === id)!.pack;
      expect(rules.filter((rule) => rule.adopts !== undefined).map((rule) => rule.id)).toEqual([
        "ball-same-direction-as-rotor",
      ]);
    },
  );

  it("owns up to the misprinted red lists of the Chilean American wheels", () => {
    for (const [id, line] of [
      ["cl/ruleta-americana", 491],
      ["cl/ruleta-americana-doble-cero", 517],
    ] as const) {
      const { pack } = PACKS.find((loaded) => loaded.id === id)!;
      expect(pack.remarks.find((remark) => remark.about === "red-list-misprint")?.cite?.lines).toEqual([
        line,
        line,
      ]);
      expect([colourOf(pack, "23"), colourOf(pack, "32")]).toEqual(["red", "red"]);
    }
  });
});
