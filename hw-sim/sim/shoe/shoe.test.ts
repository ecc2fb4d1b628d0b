import { describe, expect, it } from "vitest";
import { SHOE_PROFILES } from "../../people/cards/fault-plans.ts";
import { gameOf } from "../../people/cards/games/game-list.ts";
import type { RoundTruth } from "../../people/cards/truth.ts";
import { cardPack, type CardPack } from "../../../src/rules/pack.ts";
import type { RecordBody } from "../../../src/table/kernel/record.ts";
import { packIds } from "../../../firmware/table/rules/library.ts";
import { loadPack } from "../../../firmware/table/rules/load.ts";
import type { BuiltRecord, Pipeline } from "../../../firmware/table/pipeline/pipeline.ts";
import { expectedOf } from "./expected.ts";
import { CardScorer } from "./score.ts";
import { addScores } from "../tally.ts";
import { CARDS_MUST_BE_ZERO, newCardTally, type CardCounter } from "../scores.ts";
import { playCards } from "./table.ts";
import { runSeed, sampleOfRun, volume, more } from "../../../test/support/volume.ts";

const read = packIds().flatMap((id) => {
  const { pack } = loadPack(id);
  return pack.family === "shoe" && pack.cards.reader === "shoe" ? [id] : [];
});

const wrong = (score: Readonly<Record<CardCounter, number>> & { readonly examples: unknown }): unknown =>
  CARDS_MUST_BE_ZERO.some((name) => score[name] > 0) ? score.examples : {};

/** Rulebooks, a mistake that is made there, and the seed of which it is one; each run takes some of them. */
const MISTAKES = [
  ["cl/black-jack", "seat-forgotten", "mistakes"],
  ["cl/black-jack", "burn-over", "mistakes"],
  ["cl/war", "burn-over", "mistakes"],
  ["es-as/chemin-de-fer", "card-corrected", "mistakes"],
  ["es-ga/poker-trijoker", "turn-omitted", "mistakes"],
  ["es-cb/pai-gow-poker", "exchanged", "mistakes"],
  ["cl/stud-poker", "wrong-hand", "mistakes"],
  ["cl/draw-poker", "garbled", "mistakes"],
  ["cl/treinta-y-cuarenta", "stuck", "mistakes"],
  ["es-cb/black-jack", "drawn-for-bank", "mistakes"],
  ["cl/black-jack", "stand-not-keyed", "mistakes"],
  ["es-as/chemin-de-fer", "rule-taken-back", "mistakes"],
  ["es-cb/chemin-de-fer", "natural-forgotten", "mistakes"],
  ["es-cb/chemin-de-fer", "early-card", "settled 90"],
  ["es-cb/chemin-de-fer", "declared", "settled 523"],
  ["es-as/bacarra-a-dos-panos", "turn-not-keyed", "unkeyed 112"],
  ["es-ga/poker-sin-descarte", "word-taken-back", "mistakes"],
] as const;

describe("card tables in simulated time", () => {
  it.each(sampleOfRun(read, more(2, 10), "clean shoes"))(
    "%s: rounds without a fault come out as they were",
    (rulebook) => {
      expect(gameOf(rulebook)).not.toBeNull();
      const rounds = volume(4, 12);
      const score = playCards({ rulebook, seed: runSeed("clean"), profile: SHOE_PROFILES.clean }, rounds);
      expect(wrong(score)).toEqual({});
      expect(score.rounds).toBe(rounds);
      const voids = Object.values(score.void).reduce((a, b) => a + b, 0);
      expect(score.certified + score.undecided + voids).toBe(rounds);
    },
  );

  it("gives the same run for the same seed, and another for another", () => {
    const play = (seed: string): unknown =>
      playCards({ rulebook: "cl/punto-y-banca", seed, profile: SHOE_PROFILES.rough }, 20);
    expect(play("s")).toEqual(play("s"));
    expect(play("s")).not.toEqual(play("t"));
  });

  it("puts faults in where it is told to", () => {
    const score = playCards({ rulebook: "cl/punto-y-banca", seed: "r", profile: SHOE_PROFILES.rough }, 150);
    expect(score.roundsWithFault).toBeGreaterThan(30);
    expect(Object.keys(score.faultsPut).length).toBeGreaterThan(12);
  });

  it.each(sampleOfRun(MISTAKES, more(1, 3), "mistakes at shoes"))(
    "finds nothing wrong with %s, %s among its mistakes",
    (rulebook, fault, seed) => {
      const put = new Set<string>();
      for (let at = 0; at < more(24, 8) && !put.has(fault); at++) {
        const one = at === 0 ? seed : `${seed} ${at}`;
        const score = playCards({ rulebook, seed: one, profile: SHOE_PROFILES.rough }, more(40, 120));
        expect(wrong(score)).toEqual({});
        for (const kind of Object.keys(score.faultsPut)) put.add(kind);
      }
      expect([...put]).toContain(fault);
    },
  );
});

const PACK: CardPack = cardPack(loadPack("cl/punto-y-banca").pack);

const TRUTH: RoundTruth = {
  round: 7,
  faults: [],
  facts: {},
  unseen: [],
  declared: [],
  doubts: [],
  outcome: { results: [["banca", "wins"]], qualifies: null },
  isNamed: false,
  isCarried: false,
  hands: [{ hand: "punto", faces: ["9h"] }],
  counts: { inside: 412, table: 4, burnt: 0, discard: 0 },
  hidden: [],
  refused: [],
  wronglyTaken: [],
};

const ACCOUNT = { decks: [], out: [], blind: 0, taken: 0, returned: 0 };
const pipeline = { state: { table: { deal: { account: ACCOUNT } } } } as unknown as Pipeline;

const RESULT = {
  kind: "result",
  round: 7,
  result: { values: [], results: [{ of: "banca", is: "wins" }], qualifies: null, cards: [] },
  certainty: { level: "certified", because: [] },
  deviations: [],
} as unknown as RecordBody;
const VOID = {
  kind: "void",
  round: 7,
  reasons: [{ rule: "first-card-of-next-pase-exposed", cite: "", observed: {} }],
  then: [],
  calledBy: "machine",
} as unknown as RecordBody;
const UNDECIDED = {
  kind: "undecided",
  round: 7,
  because: ["law-silent"],
  seen: {},
  mayBeCalled: [],
} as RecordBody;

/** What the scorer says of one round. */
function scored(bodies: readonly RecordBody[], truth: Partial<RoundTruth>, seal = ""): Record<string, number> {
  const scorer = new CardScorer(PACK);
  for (const [seq, body] of bodies.entries()) scorer.addRecord({ seq, body } as unknown as BuiltRecord);
  scorer.scoreRound({ ...TRUTH, counts: null, ...truth }, pipeline, seal);
  const { score } = scorer.tally;
  return Object.fromEntries(
    CARDS_MUST_BE_ZERO.filter((name) => score[name] > 0).map((name) => [name, score[name]]),
  );
}

describe("the scorer", () => {
  const FACE_UP = { facts: { "card-face-up": "first-of-round", "face-up-cards": 1 } };

  it("finds nothing where the table was right", () => {
    expect(scored([RESULT], {})).toEqual({});
    expect(scored([VOID], { ...FACE_UP, outcome: null })).toEqual({});
    expect(scored([UNDECIDED], { facts: { "lid-opened": true }, outcome: null })).toEqual({});
  });

  it("counts a wrong result, one that came too soon, and one that people had helped to", () => {
    const results = [["punto", "wins"]] as const;
    expect(scored([RESULT], { outcome: { results, qualifies: null } })).toEqual({ wrongResults: 1 });
    expect(scored([RESULT], { outcome: null })).toEqual({ wrongResults: 1 });
    expect(scored([RESULT], { isNamed: true })).toEqual({ certifiedThoughSpoiled: 1 });
    expect(scored([RESULT], { doubts: ["gap"] })).toEqual({ certifiedThoughSpoiled: 1 });
  });

  it("counts a void that was missed, and not one that left no trace", () => {
    expect(scored([RESULT], FACE_UP)).toEqual({ missedVoids: 1 });
    expect(scored([UNDECIDED], { ...FACE_UP, outcome: null })).toEqual({ missedVoids: 1 });
    expect(scored([RESULT], { ...FACE_UP, unseen: ["card-face-up", "face-up-cards"] })).toEqual({});
    expect(scored([], { ...FACE_UP, outcome: null })).toEqual({ missedVoids: 1 });
  });

  it("counts what was annulled or left open without a cause", () => {
    expect(scored([VOID], {})).toEqual({ falseVoids: 1, cleanNotCertified: 1 });
    expect(scored([UNDECIDED], {})).toEqual({ falseUndecided: 1, cleanNotCertified: 1 });
    expect(scored([], {})).toEqual({ noVerdict: 1 });
    const declared = [{ rule: "card-lost-in-discard-slot", hand: null }];
    expect(scored([VOID], { declared, faults: ["declared"] })).toEqual({ wrongReasons: 1 });
  });

  it("leaves what nobody could see and nobody told to its own count", () => {
    const scorer = new CardScorer(PACK);
    scorer.addRecord({ seq: 1, body: VOID } as unknown as BuiltRecord);
    scorer.scoreRound({ ...TRUTH, counts: null, unobservable: ["wrong-hand"] }, pipeline, "");
    const { score } = scorer.tally;
    expect(score).toMatchObject({ rounds: 1, unobservable: 1, falseVoids: 0, wrongResults: 0 });
  });

  it("lets a person be asked where there is an excuse, and no result be wrong for it", () => {
    const excuses = ["garbled"];
    expect(scored([UNDECIDED], { excuses })).toEqual({});
    expect(scored([RESULT], { excuses })).toEqual({});
    const results = [["punto", "wins"]] as const;
    expect(scored([RESULT], { excuses, outcome: { results, qualifies: null } })).toEqual({ wrongResults: 1 });
  });

  it("judges each fact at the moment at which it came about", () => {
    const first = { "card-face-up": "first-of-round" };
    const moments = [first, { "card-face-up": "in-deal" }];
    const facts = { "card-face-up": "in-deal" };
    expect(scored([RESULT], { facts, moments })).toEqual({ missedVoids: 1 });
  });

  it("counts records that are missing, cards that are elsewhere, and commitments that do not open", () => {
    const scorer = new CardScorer(PACK);
    for (const seq of [4, 6]) scorer.addRecord({ seq, body: RESULT } as unknown as BuiltRecord);
    expect(scorer.tally.of("lostRecords")).toBe(1);
    expect(scored([RESULT], { counts: { inside: 0, table: 0, burnt: 0, discard: 0 } })).toEqual({});
    expect(scored([RESULT], { counts: { inside: 3, table: 0, burnt: 0, discard: 0 } })).toEqual({
      unaccounted: 3,
    });
    const dealt = {
      kind: "deal",
      round: 7,
      what: "dealt",
      cards: [{ n: 1, to: "punto", face: null, commit: "00" }],
    } as unknown as RecordBody;
    expect(scored([dealt, RESULT], { hidden: [{ n: 1, face: "9h" }] })).toEqual({ badCommitments: 1 });
    expect(scored([RESULT], { wronglyTaken: ["collect"], refused: ["declare x"] })).toEqual({
      wrongKeysTaken: 1,
      refusedDeclarations: 1,
    });
  });

  it("takes an open outcome of the law, and a fact that no rule speaks of, for a good cause", () => {
    expect(expectedOf(PACK, { ...TRUTH, outcome: { open: "law-open" } }).open).toEqual(["law-open"]);
    expect(expectedOf(PACK, { ...TRUTH, facts: { "lid-opened": true } }).open).toContain("lid-opened");
    expect(expectedOf(PACK, TRUTH)).toEqual({ voids: [], unseenVoids: [], open: [] });
  });

  it("adds shards up", () => {
    const one = { ...newCardTally().score, rounds: 2, void: { a: 1 }, examples: { stuck: ["x"] } };
    const two = { ...newCardTally().score, rounds: 3, void: { a: 1, b: 1 }, examples: { stuck: ["y"] } };
    expect(addScores(one, two)).toMatchObject({
      rounds: 5,
      void: { a: 2, b: 1 },
      examples: { stuck: ["x", "y"] },
    });
  });
});
