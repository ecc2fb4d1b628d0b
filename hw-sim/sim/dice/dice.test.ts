import { describe, expect, it } from "vitest";
import { facesOf } from "../../../src/dice/faces.ts";
import { throwOutcome } from "../../../src/rules/throw-outcome.ts";
import { dicePack } from "../../../src/rules/pack.ts";
import type { RecordBody } from "../../../src/table/kernel/record.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { loadPack } from "../../../firmware/table/rules/load.ts";
import type { BuiltRecord } from "../../../firmware/table/pipeline/pipeline.ts";
import { soundThrow } from "../../people/dice/draft.ts";
import { expectedOf } from "../../people/dice/expected.ts";
import { randomInstallation } from "../../people/dice/install.ts";
import { DICE_PROFILES } from "../../people/dice/make-throw.ts";
import type { Played } from "../../people/dice/people.ts";
import { DiceScorer } from "./score.ts";
import { countThrow, inOrder } from "../../people/dice/second-count.ts";
import { addScores } from "../tally.ts";
import { DICE_MUST_BE_ZERO, newDiceTally, type DiceScore } from "../scores.ts";
import { playDice } from "./table.ts";
import type { ThrowTruth } from "../../people/dice/truth.ts";
import { sampleOfRun, more } from "../../../test/support/volume.ts";

const GAMES = [
  "es-cb/sic-bo",
  "es-cb/banca-francesa",
  "cl/corona-y-ancla",
  "cl/chuck-a-luck",
  "es-cb/craps",
  "es-pv/craps",
  "cl/craps",
  "cl/mini-craps",
] as const;

const play = (
  rulebook: string,
  faults: keyof typeof DICE_PROFILES,
  rounds: number,
  seed = "s",
): Promise<DiceScore> => playDice({ rulebook, seed, faults: DICE_PROFILES[faults], profile: "fast" }, rounds);

const wrong = (score: DiceScore): unknown =>
  DICE_MUST_BE_ZERO.some((name) => score[name] > 0) ? score.examples : {};

describe("dice tables in simulated time", () => {
  it.each(sampleOfRun(GAMES, more(1, 3), "clean dice"))(
    "%s: throws without a fault are certified as they lay",
    async (rulebook) => {
      const score = await play(rulebook, "clean", 12);
      expect(wrong(score)).toEqual({});
      expect(score).toMatchObject({ rounds: 12, certified: 12 });
    },
  );

  it.each(sampleOfRun(GAMES, more(1, 3), "rough dice"))(
    "%s: whatever goes wrong, no wrong number and no void that was none",
    async (rulebook) => {
      const score = await play(rulebook, "rough", 60);
      expect(wrong(score)).toEqual({});
      expect(score.roundsWithFault).toBeGreaterThan(12);
    },
  );

  it("goes on after a restart that leaves a throw of which only the table speaks", async () => {
    const score = await play("es-cb/craps", "default", 115, "2026/150");
    expect(wrong(score)).toEqual({});
    expect(score).toMatchObject({ rounds: 115, stuck: 0 });
  });

  it("gives the same run for the same seed, and another for another", async () => {
    expect(await play("es-cb/craps", "rough", 30)).toEqual(await play("es-cb/craps", "rough", 30));
    expect(await play("es-cb/craps", "rough", 30)).not.toEqual(await play("es-cb/craps", "rough", 30, "t"));
  });
});

describe("the second count", () => {
  it.each(GAMES)("%s: agrees with the product on every throw there is", (rulebook) => {
    const { dice: game, game: name } = dicePack(loadPack(rulebook).pack);
    const six = facesOf(game.faces);
    const throws = six.flatMap((a) =>
      six.flatMap((b) => (game.dice === 2 ? [[a, b]] : six.map((c) => [a, b, c]))),
    );
    const points = game.craps === null ? [null] : [null, ...game.craps.comeOut.point];
    for (const faces of throws)
      for (const point of points) {
        const series = point === null ? ({ phase: "come-out" } as const) : ({ phase: "point", point } as const);
        const theirs = throwOutcome(game, faces, game.craps === null ? null : series);
        const { craps } = theirs;
        expect(countThrow(name, faces, point)).toEqual({
          faces: theirs.faces.join(" "),
          total: theirs.total,
          equal: theirs.equal,
          category: theirs.category,
          call:
            craps === null ? null : `${craps.call} ${craps.after.phase === "point" ? craps.after.point : "-"}`,
        });
      }
  });
});

describe("the score", () => {
  const pack = dicePack(loadPack("es-cb/banca-francesa").pack);
  const installed = randomInstallation(pack, randomFrom("installation"));
  const sound = soundThrow(1, { installed, random: randomFrom("throw") });
  const played = (truth: ThrowTruth): Played => ({
    truth,
    expected: expectedOf(pack, truth),
    declared: [],
    isAnnulled: false,
    refused: [],
    point: null,
    isCarried: false,
  });
  const scoreOf = (truth: ThrowTruth, ...bodies: readonly unknown[]): DiceScore => {
    const scorer = new DiceScorer(pack);
    bodies.forEach((body, seq) => scorer.record({ seq, body: body as RecordBody } as BuiltRecord));
    scorer.settle(played(truth));
    return scorer.tally.score;
  };
  const result = (truth: ThrowTruth): Record<string, unknown> => ({
    kind: "result",
    round: 1,
    result: throwOutcome(
      pack.dice,
      truth.dice.map(({ face }) => face),
      null,
    ),
    certainty: { level: "certified" },
  });
  const other: ThrowTruth = {
    ...sound,
    dice: sound.dice.map((die) => ({ ...die, face: die.face === "6" ? "1" : "6" })),
  };
  const stacked: ThrowTruth = {
    ...sound,
    faults: ["stacked"],
    dice: sound.dice.map((die, at) => ({ ...die, lies: at === 0 ? "on-die" : "flat" })),
  };
  const voided = { kind: "void", round: 1, reasons: [{ rule: "dice-stacked" }], calledBy: "machine" };
  const undecided = { kind: "undecided", round: 1, because: ["dice-not-read"], seen: {} };

  it("of a throw that was told as it lay has nothing wrong", () => {
    expect(wrong(scoreOf(sound, result(sound)))).toEqual({});
    expect(wrong(scoreOf(stacked, voided))).toEqual({});
    expect(inOrder(["heart", "crown", "anchor"])).toBe("crown anchor heart");
  });

  it.each([
    ["wrongResults", sound, [result(other)]],
    ["wrongResults", stacked, [result(stacked)]],
    ["missedVoids", stacked, [result(stacked)]],
    ["falseVoids", sound, [voided]],
    ["wrongReasons", stacked, [{ ...voided, reasons: [{ rule: "die-cocked" }] }]],
    ["falseUndecided", sound, [undecided]],
    ["cleanNotCertified", sound, [undecided]],
    ["noVerdict", sound, []],
  ] as const)("counts %s", (name, truth, bodies) => {
    expect(scoreOf(truth, ...bodies)[name]).toBe(1);
  });

  it("adds up", () => {
    const one = scoreOf(sound, voided);
    const sum = addScores(addScores(newDiceTally().score, one), one);
    expect(sum).toMatchObject({ rounds: 2, falseVoids: 2, void: { "dice-stacked": 2 } });
    expect(sum.examples["falseVoids"]).toHaveLength(2);
  });
});
