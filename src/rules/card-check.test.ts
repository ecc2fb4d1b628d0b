import { describe, expect, it } from "vitest";
import { changed, GOOD, problemsOf } from "./card-pack.test-help.ts";

const TABLEAU =
  "{ punto: TTTTTTPP, banca: [TTTTTTTTTTT, TTTTTTTTTTT, TTTTTTTTTTT, TTTTTTTTPTT, PPTTTTTTPPT, PPPPTTTTPPT, PPPPPPTTPPP, PPPPPPPPPPP], bancaIs: bound, cardAfterBancaNatural: never, twoCardEightWins: false, source: Ley }";

describe("a card game that is right", () => {
  it("has no problems", () => expect(problemsOf(GOOD)).toEqual([]));
});

type Wrong = readonly [what: string, from: string, to: string, message: string];
const DEAL = "{ hand: bank, cards: 1, up: last }], times: 5";

describe("a card game whose parts contradict each other says where", () => {
  const wrong: readonly Wrong[] = [
    ["decks twice", "counts: [1]", "counts: [1, 1]", '12:24: number of decks "1" is there twice'],
    ["burn without cards", "rule: fixed, cards: 1", "rule: fixed, cards: 0", '"fixed" with 0 cards'],
    ["no burn with cards", "rule: fixed,", "rule: none,", '"none" with 1 cards'],
    [
      "a burn that shows no card",
      "rule: fixed, cards: 1",
      "rule: fixed, shownCard: not-stated, cards: 1",
      '"fixed" shows no card that says how many',
    ],
    ["burn without cite", "cards: 1, cite: *cite }\n  cut", "cards: 1 }\n  cut", "burning needs a cite"],
    ["a cut card behind all cards", "exactly: 7", "exactly: 52", "52 cards behind it are all that are loaded"],
    [
      "more cards than there are",
      "times: 5",
      "times: 13",
      "a full table is dealt 104 cards: so many are not in 52",
    ],
    ["one card that is the first", DEAL, DEAL.replace("times: 5", "times: 1"), "one card is up or not"],
    ["a hand that is turned twice", "hands: [bank]", "hands: [bank, bank]", 'hand "bank" is there twice'],
    ["a hand without cards", "hands: [bank]", "hands: [banca]", '"banca" has no cards to turn up'],
    [
      "no seats",
      "seats: { most: 7, cite: *cite }",
      "seats: null",
      "the deal speaks of seats: how many are there?",
    ],
    [
      "more seats at least than at most",
      "seats: { most: 7,",
      "seats: { most: 7, least: { count: 8, cite: *cite },",
      "8 seats at least, and the table has 7: write a number up to 7",
    ],
    [
      "no outcome",
      /outcome: .*/.exec(GOOD)![0],
      "outcome: null",
      "a machine reads the cards: how do they decide?",
    ],
    ["an outcome of other hands", "kind: bank-poker", "kind: war", 'unknown key "from"'],
    [
      "common cards that are not dealt",
      "from: own",
      "from: own-and-board",
      "no common cards (board) are dealt",
    ],
    [
      "a combination twice",
      "pair, two-pair",
      "pair, pair, two-pair",
      'cards.outcome.ranking.order: "pair" is there twice',
    ],
    [
      "a combination that is missing",
      "flush, full-house",
      "full-house",
      "cards.outcome.ranking.order: flush is missing",
    ],
    [
      "a depth of what is not ranked",
      "comparedBy: {}",
      "comparedBy: { figuras: 1 }",
      '"figuras" is not in the order',
    ],
    [
      "a least hand that is not ranked",
      "category: high-card",
      "category: figuras",
      "the ranking has no figuras",
    ],
    ["a step of another game", "step: turn, hands: [bank]", "step: set, hands: [bank]", 'unknown key "hands"'],
    [
      "exchange before cards",
      "- { step: deal,",
      "- { step: exchange, atMost: 1, cite: *cite }\n    - { step: deal,",
      '"seats" has no cards before exchange',
    ],
    [
      "nothing to set",
      "- { step: deal,",
      "- { step: set, cite: *cite }\n    - { step: deal,",
      "nobody has cards to set",
    ],
  ];
  it.each(wrong)("%s", (_what, from, to, message) => {
    expect(problemsOf(changed([from, to])).join("\n")).toContain(message);
  });

  it("an outcome between hands that get no cards, and without its step", () => {
    const outcome = /outcome: .*/.exec(GOOD)![0];
    const baccarat = `outcome: { kind: punto-y-banca, tableau: ${TABLEAU}, cite: *cite }`;
    expect(problemsOf(changed([outcome, baccarat])).map((line) => line.replace(/^.*?: /, ""))).toEqual([
      'punto-y-banca is decided by "punto", which gets no cards',
      'punto-y-banca is decided by "banca", which gets no cards',
      "punto-y-banca has no step third-card",
    ]);
  });

  /** A game of punto y banca: two hands and no seats. */
  const puntoGame = (tableau = TABLEAU, seats = "null", more = ""): string =>
    changed(
      [/outcome: .*/.exec(GOOD)![0], `outcome: { kind: punto-y-banca, tableau: ${tableau}, cite: *cite }`],
      [
        "{ hand: seats, cards: 1, up: none }, { hand: bank, cards: 1, up: last }",
        "{ hand: punto, cards: 1, up: all }, { hand: banca, cards: 1, up: all }",
      ],
      [
        "{ step: say, moves: [bet, fold], order: any, cite: *cite }",
        `{ step: third-card, tableau: ${TABLEAU}, cite: *cite }${more}`,
      ],
      ["    - { step: turn, hands: [bank], cite: *cite }\n", ""],
      ["    - { step: turn, hands: [seats], cite: *cite }\n", ""],
      ["seats: { most: 7, cite: *cite }", `seats: ${seats}`],
    );
  /** The text of the line that a problem names, and the problem. */
  const linesOf = (text: string): readonly string[] =>
    problemsOf(text).map((problem) => {
      const [, line, said] = /yaml:(\d+):\d+: (.*)/.exec(problem) ?? [];
      return `${text.split("\n")[Number(line) - 1]?.trim()} | ${said}`;
    });

  it("tables of third cards that differ between the step and the outcome", () => {
    expect(problemsOf(puntoGame(TABLEAU.replace("TTTTTTPP", "TTTTTOPP")))).toEqual([
      "cl/prueba.yaml:19:7: third-card and the outcome go by a different tableau: write it once, &tableau, and *tableau in the other place",
    ]);
  });

  it("seats of which no step speaks, and steps that speak of seats that there are not", () => {
    const SEATS = "{ most: 7, cite: *cite }";
    const say = "\n    - { step: say, moves: [bet, fold], order: any, cite: *cite }";
    expect(linesOf(puntoGame())).toEqual([]);
    expect(linesOf(puntoGame(TABLEAU, SEATS))).toEqual([
      `seats: ${SEATS} | no step of the deal speaks of seats`,
    ]);
    expect(linesOf(puntoGame(TABLEAU, SEATS, say)).join()).not.toContain("speaks of seats");
    expect(linesOf(puntoGame(TABLEAU, "null", say))).toContain(
      "seats: null | the deal speaks of seats: how many are there?",
    );
    // Hands of seats, or of places that seats have, speak of them, too.
    for (const hand of ["seats", "places"]) {
      const dealt = puntoGame(TABLEAU, SEATS).replace(
        "{ hand: punto",
        `{ hand: ${hand}, cards: 1, up: none }, { hand: punto`,
      );
      expect([hand, linesOf(dealt).join()]).toEqual([
        hand,
        expect.not.stringContaining("speaks of seats") as string,
      ]);
    }
    // A game whose deal nobody reads says nothing of seats.
    const undealt = GOOD.replace(/ {2}deal:\n(?: {4}- .*\n)+/, "  deal: []\n");
    expect(undealt).toContain("deal: []");
    expect(linesOf(undealt).join()).not.toContain("speaks of seats");
  });

  it("as many seats at least as there are at most are no problem", () => {
    const least = (count: number): string =>
      changed(["seats: { most: 7,", `seats: { most: 7, least: { count: ${count}, cite: *cite },`]);
    expect(linesOf(least(7))).toEqual([]);
    expect(linesOf(least(8))).toHaveLength(1);
  });
});

describe("a table of third cards", () => {
  const withTableau = (tableau: string): string =>
    changed([
      /outcome: .*/.exec(GOOD)![0],
      `outcome:\n    kind: punto-y-banca\n    tableau:\n${tableau}\n    cite: *cite`,
    ]);
  const ROWS = [
    "      punto: TTTTTTPP",
    "      banca:",
    ...[
      "TTTTTTTTTTT",
      "TTTTTTTTTTT",
      "TTTTTTTTTTT",
      "TTTTTTTTPTT",
      "PPTTTTTTPPT",
      "PPPPTTTTPPT",
      "PPPPPPTTPPP",
      "PPPPPPPPPPP",
    ].map((row) => `        - ${row}`),
    "      bancaIs: bound",
    "      cardAfterBancaNatural: never",
    "      twoCardEightWins: false",
    "      source: Ley",
  ];
  const problem = (at: number, row: string): string => {
    const rows = row === "" ? ROWS.toSpliced(at, 1) : ROWS.with(at, row);
    const text = withTableau(rows.join("\n"));
    const [first = ""] = problemsOf(text);
    const line = Number(/yaml:(\d+):/.exec(first)?.[1]);
    return `${text.split("\n")[line - 1]?.trim() ?? ""} | ${first.replace(/^[^ ]* /, "")}`;
  };

  it.each([
    [0, "      punto: TTTTTTP", "punto: TTTTTTP | cards.outcome.tableau.punto: must have 8 cells"],
    [0, "      punto: TTTTTTTPP", "punto: TTTTTTTPP | cards.outcome.tableau.punto: must have 8 cells"],
    [5, "        - TTTTTTTPTT", "- TTTTTTTPTT | cards.outcome.tableau.banca.3: must have 11 cells"],
    [5, "        - TTTTTTTTTPTT", "- TTTTTTTTTPTT | cards.outcome.tableau.banca.3: must have 11 cells"],
    [5, "        - TTTTXTTTPTT", "- TTTTXTTTPTT | cards.outcome.tableau.banca.3: must have 11 cells"],
    [5, "", "banca: | cards.outcome.tableau.banca: must have 8 rows"],
    [
      9,
      "        - PPPPPPPPPPP\n        - PPPPPPPPPPP",
      "banca: | cards.outcome.tableau.banca: must have 8 rows",
    ],
  ])("with a cell or a row too few or too many says where (%i: %j)", (at, row, text) => {
    expect(problem(at, row)).toContain(text);
  });
});

describe("a rule that a card game cannot have says where", () => {
  const JAM = "verdict: void\n    scope: round\n    effect: reshuffle";
  const TURNED = "verdict: corrected\n    scope: card\n    effect: burn-card";
  const NOT_DEALT = "    scope: hand\n    asks: hand\n";
  const wrong: readonly Wrong[] = [
    ["a spin", JAM, JAM.replace("scope: round", "scope: spin"), "a spin is a wheel's"],
    [
      "a void card",
      JAM,
      JAM.replace("scope: round", "scope: card"),
      "what is void is one of round, next-round, hand, cloth",
    ],
    [
      "a window that ends before it begins",
      TURNED,
      `${TURNED}\n    window: { from: verdict, until: next-card }`,
      "it ends (next-card) before it begins (verdict)",
    ],
    [
      "a window of third cards",
      TURNED,
      `${TURNED}\n    window: { from: thirds, until: verdict }`,
      "this game deals no third cards",
    ],
    ["a card of no deal", TURNED, `${TURNED}\n    card: third`, "this game deals no third cards"],
    ["a hand of no deal", NOT_DEALT, "    scope: hand\n    hand: punto\n", "this game has no punto"],
    ["cloths of no deal", NOT_DEALT, `${NOT_DEALT}    hand: cloths\n`, "this game has no cloths"],
    ["a cloth", JAM, JAM.replace("scope: round", "scope: cloth"), "only the banca with two cloths"],
    [
      "corrected without effect",
      TURNED,
      TURNED.replace("\n    effect: burn-card", ""),
      "what is corrected has an effect, if only none",
    ],
    [
      "a void that uses a card",
      JAM,
      JAM.replace("reshuffle", "use-card"),
      '"use-card" is for a deal that goes on',
    ],
    [
      "an effect of what stands",
      "verdict: stands\n    scope: card",
      "verdict: stands\n    scope: card\n    effect: none",
      "only what is corrected or void has an effect",
    ],
    [
      "a card that is out",
      TURNED,
      TURNED.replace("burn-card", "hand-out"),
      "a hand that is out is of scope hand or cloth",
    ],
    [
      "a card that loses",
      TURNED,
      TURNED.replace("burn-card", "hand-loses"),
      "a hand that is out is of scope hand or cloth",
    ],
    [
      "a table that binds nobody",
      TURNED,
      TURNED.replace("burn-card", "bind-bank"),
      "this game has no table of third cards to bind anybody to",
    ],
    ["a count of a poker hand", TURNED, `${TURNED}\n    deem: 9`, "only in punto y banca and its kin"],
    ["a count of what is void", JAM, `${JAM}\n    deem: 9`, "only what is corrected says what a hand counts"],
    [
      "asking nobody",
      "verdict: stands\n    scope: card",
      "verdict: stands\n    scope: card\n    asks: hand",
      "nobody declares this rule",
    ],
    [
      "asking for the hand of a round",
      JAM,
      `${JAM}\n    asks: hand`,
      "a hand is asked for only if the rule reaches",
    ],
    [
      "not asking which hand is out",
      NOT_DEALT,
      "    scope: hand\n",
      "who declares that a hand is out must say which",
    ],
    [
      "a fact of wheels",
      "fact: jam, is: dealing",
      "fact: rotor-stopped, is: true",
      'unknown fact "rotor-stopped"',
    ],
    [
      "a table of third cards",
      "fact: jam, is: dealing",
      "fact: tableau-broken, is: punto",
      "this game has no table of third cards",
    ],
  ];
  it.each(wrong)("%s", (_what, from, to, message) => {
    expect(problemsOf(changed([from, to])).join("\n")).toContain(message);
  });

  it("facts of a cut card and of a burn that the game does not have", () => {
    const none = changed(
      ["cutCard: { behind: { exactly: 7 }, then: finish-round, cite: *cite }", "cutCard: null"],
      ["rule: fixed, cards: 1", "rule: none, cards: 0"],
      ["fact: jam, is: dealing", "fact: cut-card, is: omitted"],
      ["fact: early-card, is: true", "fact: burn-count, is: short"],
    );
    expect(problemsOf(none).join("\n")).toContain("this game has no cut card");
    expect(problemsOf(none).join("\n")).toContain("no cards are burnt in this game");
  });

  it("a hand that loses to a bank that the game has not", () => {
    const text = changed(
      [/outcome: .*/.exec(GOOD)![0], "outcome: { kind: war, cite: *cite }"],
      ["scope: card\n    effect: burn-card", "scope: hand\n    asks: hand\n    effect: hand-loses"],
    );
    expect(problemsOf(text).join("\n")).toContain(
      "a hand loses to the bank by a rule only in poker against it",
    );
  });

  it("facts of a game that no machine reads", () => {
    const text = changed(["reader: shoe", "reader: none"], [/outcome: .*/.exec(GOOD)![0], "outcome: null"]);
    expect(problemsOf(text)).toHaveLength(4);
    expect(problemsOf(text)[0]).toContain("no machine reads this game: every rule is declared by somebody");
  });
});

describe("a wheel's rule has nothing of cards", () => {
  it("neither scope, effect, deem, asks nor verdict", () => {
    const wheel = `pack: tirada-pack/1
jurisdiction: cl
game: bola
family: wheel
edition: "2023-03"
inForce: "2023-03-14"
title: &t { es: a, eu: a, gl: a, en: a }
law: { name: Ley, published: Boletín }
wheel: { kind: bowl, pockets: 1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9, betsClose: before-drop, basis: inferred, note: n }
suertes:
  - { id: rojo, group: colour, name: *t, pockets: 2 4 7 9, basis: text, cite: &c { section: A, lines: [1, 1] } }
  - { id: negro, group: colour, name: *t, pockets: 1 3 6 8, basis: text, cite: *c }
result: { announce: [number], by: croupier, special: [{ pocket: "5", simple: lose, rule: *t, basis: text, cite: *c }], cite: *c }
announcements:
  - { phase: betting, by: croupier, say: *t, printed: [], basis: external }
  - { phase: no-more-bets, by: croupier, say: *t, printed: [], basis: external }
rules:
  - id: odd
    cite: *c
    basis: text
    text: *t
    when: { declared: croupier }
    verdict: corrected
    scope: hand
    effect: none
    deem: 3
    asks: hand
    declaredBy: croupier
    then: []
steps: []
remarks: []
`;
    expect(problemsOf(wheel)).toEqual([
      "cl/prueba.yaml:23:14: only in card games the round goes on corrected",
      'cl/prueba.yaml:24:12: "hand" is no scope of a wheel: it has spin, bet and session',
      'cl/prueba.yaml:25:13: "effect" is for card games',
      'cl/prueba.yaml:26:11: "deem" is for card games',
      'cl/prueba.yaml:27:11: "asks" is for card games',
    ]);
  });
});
