import { describe, expect, it } from "vitest";
import { cardPack, type CardPack } from "../../../src/rules/pack.ts";
import { LANGUAGES } from "../../../src/text/language.ts";
import { partIds } from "./library.ts";
import { listPacks } from "./load.ts";
import { citesOf, textsOf } from "./pack-parts.test-help.ts";

/** Rulebooks of cards: what all of them have to hold, and what the laws say of some, told here and not read from a pack. */

const LOADED = listPacks();
const CARDS = LOADED.filter(({ pack }) => pack.family === "shoe");
const of = (id: string): CardPack => cardPack(LOADED.find((loaded) => loaded.id === id)!.pack);

/** Lines of each law as it was read. */
const LINES: Readonly<Record<string, number>> = {
  cl: 5166,
  "es-as": 1167,
  "es-cb": 7768,
  "es-ga": 894,
  "es-pv": 3775,
};

describe.each(CARDS.map(({ id, pack }) => [id, cardPack(pack)] as const))("%s", (id, pack) => {
  it("speaks every language, each with its own words where they differ", () => {
    const texts = textsOf(pack, id);
    expect(texts.length).toBeGreaterThan(8);
    for (const [place, text] of texts) {
      for (const language of LANGUAGES) expect(text[language].length, place).toBeGreaterThan(0);
      if (text.es.split(" ").length < 6 || place.endsWith(".title")) continue;
      expect(new Set(Object.values(text)).size, `${place}: ${text.es}`).toBe(LANGUAGES.length);
    }
  });

  it("cites lines that the law has", () => {
    for (const { section, lines, also = [] } of citesOf(pack)) {
      for (const [, last] of [lines, ...also])
        expect(last, `${section} ${last}`).toBeLessThanOrEqual(LINES[pack.jurisdiction]!);
    }
  });

  it("is of the same law and edition as the other games of its jurisdiction", () => {
    for (const { pack: other } of LOADED.filter((one) => one.pack.jurisdiction === pack.jurisdiction))
      expect([other.edition, other.inForce, other.law]).toEqual([pack.edition, pack.inForce, pack.law]);
  });
});

describe("parts that rulebooks have in common", () => {
  const inherited = LOADED.flatMap(({ inherited: list }) => list.map(({ from }) => from.split("@")[0]));

  it("are each extended by some rulebook", () => {
    const all = partIds();
    expect(all.length).toBeGreaterThan(5);
    for (const name of all) expect(inherited).toContain(name);
  });
});

describe("the pokers of Chile", () => {
  const HOUSE = [
    "caribbean-poker",
    "caribbean-poker-progresivo",
    "caribbean-poker-plus",
    "caribbean-poker-plus-progresivo",
    "draw-poker",
    "draw-poker-progresivo",
    "poker-tres-cartas",
    "go-poker",
    "go-poker-progresivo",
    "texas-holdem-plus",
    "texas-holdem-plus-progresivo",
    "texas-holdem-bonus",
  ];
  const CIRCLE = [
    "stud-poker",
    "seven-stud-poker",
    "texas-holdem-con-limites",
    "texas-holdem-sin-limites",
    "omaha-poker",
  ];
  /** III.3.4.2, ll. 2013–2025. */
  const SEATS: Readonly<Record<string, number>> = {
    "draw-poker": 6,
    "draw-poker-progresivo": 6,
    "texas-holdem-plus": 6,
    "texas-holdem-plus-progresivo": 6,
    "texas-holdem-con-limites": 10,
    "texas-holdem-sin-limites": 10,
  };
  const rulesOf = (game: string): readonly string[] => of(`cl/${game}`).rules.map(({ id }) => id);

  it.each([...HOUSE, ...CIRCLE])(
    "%s: one deck of 52 without a joker or two of two colours by turns, its seats, no burn of a new shoe",
    (game) => {
      const { decks, seats, burn, cutCard } = of(`cl/${game}`).cards;
      expect([decks.counts, decks.byTurns, decks.pack, decks.jokers]).toEqual([[1, 2], "other-backs", 52, 0]);
      expect(seats?.most).toBe(SEATS[game] ?? 7);
      expect([burn.rule, cutCard]).toEqual(["none", null]);
    },
  );

  it.each(HOUSE)(
    "%s: played against the house, bets closed by the croupier's call before the first card",
    (game) => {
      const { cards, announcements } = of(`cl/${game}`);
      expect(cards.betsClose).toBe("call");
      expect(["bank-poker", "pay-table-poker"]).toContain(cards.outcome?.kind);
      expect(announcements.find(({ phase }) => phase === "no-more-bets")?.printed).toEqual(["es"]);
      expect(rulesOf(game)).toEqual(
        expect.arrayContaining(["wrong-card-count-dealer", "extra-card-drawn-at-end"]),
      );
    },
  );

  it.each(CIRCLE)("%s: players against each other, nobody against a bank", (game) => {
    expect(of(`cl/${game}`).cards.outcome?.kind).toBe("table-poker");
    expect(rulesOf(game)).toEqual(
      expect.arrayContaining(["button-out-of-position", "player-exposes-cards-again"]),
    );
    expect(rulesOf(game)).not.toContain("extra-card-drawn-at-end");
  });

  it("III.3.6.4, ll. 3426–3429: a jam annuls the deal, but not where the list leaves a game out", () => {
    for (const game of [...HOUSE, "stud-poker", "seven-stud-poker"]) {
      const jam = of(`cl/${game}`).rules.find(({ id }) => id === "shuffler-jam-during-deal");
      expect([jam?.verdict, jam?.scope], game).toEqual(["void", "round"]);
    }
    for (const game of ["texas-holdem-con-limites", "texas-holdem-sin-limites", "omaha-poker"]) {
      expect(rulesOf(game)).not.toContain("shuffler-jam-during-deal");
      expect(of(`cl/${game}`).rules.find(({ id }) => id === "machine-fault")?.verdict).toBe("person-decides");
    }
  });

  it("opens the bank by its own least hand: ace and king, eights, queen, fours, or any", () => {
    const least = (game: string): unknown => {
      const outcome = of(`cl/${game}`).cards.outcome;
      if (outcome?.kind !== "bank-poker") return outcome?.kind;
      return outcome.qualifies === null
        ? null
        : [outcome.qualifies.category, ...outcome.qualifies.ranks].join(" ");
    };
    expect(HOUSE.map(least)).toEqual([
      "high-card A K",
      "high-card A K",
      "high-card A K",
      "high-card A K",
      "pair 8",
      "pair 8",
      "high-card Q",
      "pay-table-poker",
      "pay-table-poker",
      "pair 4",
      "pair 4",
      null,
    ]);
  });

  it("a progressive pot changes nothing but whose hands are looked at", () => {
    for (const game of [
      "caribbean-poker",
      "caribbean-poker-plus",
      "draw-poker",
      "go-poker",
      "texas-holdem-plus",
    ]) {
      const [plain, pot] = [of(`cl/${game}`), of(`cl/${game}-progresivo`)];
      expect(pot.cards.deal).toEqual(plain.cards.deal);
      expect({ ...pot.cards.outcome, endsUnqualified: true }).toEqual({
        ...plain.cards.outcome,
        endsUnqualified: true,
      });
      const added = pot.rules.map(({ id }) => id).filter((id) => !plain.rules.some((rule) => rule.id === id));
      expect(added).toEqual(["progressive-bet-not-lit", "progressive-light-defective"]);
    }
  });
});

describe("the pokers of Cantabria", () => {
  const stepsOf = (game: string): readonly string[] =>
    of(`es-cb/${game}`).cards.deal.map((step) => (step.step === "say" ? `say ${step.order}` : step.step));

  /** A.15.1.III, A.15.2.II.1, A.15.3.II, A.15.4.II.1, A.15.5.III, A.15.6.III.1. */
  it.each([
    ["poker-circulo-cubierto", 2],
    ["poker-circulo-seven-stud", 5],
    ["poker-circulo-omaha", 4],
    ["poker-circulo-holdem", 4],
    ["poker-circulo-five-stud", 4],
    ["poker-circulo-sintetico", 5],
  ])("%s has %i betting intervals, none before a card is dealt", (game, intervals) => {
    const steps = stepsOf(game);
    expect(steps.filter((step) => step === "say interval")).toHaveLength(intervals);
    expect(steps[0]).toBe("deal");
    expect(steps.at(-1)).toBe("turn");
  });

  it("ask for the words of Hold'em against the house in turn (ll. 4877–4881, 5185–5189)", () => {
    for (const game of ["poker-texas-holdem-bonus", "poker-texas-holdem-contrapartida"])
      expect(stepsOf(game)).toContain("say in-turn");
  });
});
