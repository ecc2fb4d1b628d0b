import { describe, expect, it } from "vitest";
import { DIE_NOTES, type DieNote } from "../../../src/dice/reading/read-types.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { DOME_PLACE } from "./physics/place.ts";
import { faceOnSide, upSideOf } from "./physics/pose.ts";
import { popDice } from "./physics/starts.ts";
import { simulateFlight } from "./physics/throw.ts";
import { renderDataset } from "./render/dataset.ts";
import { truthOfPicture, type ShownTruth } from "./render/picture-truth.ts";
import { stageOf } from "./render/stage.ts";
import { CATEGORIES, randomScene, type Category } from "./scenes.ts";
import { shotsOfFlight, frameOf, framesOf, showFaces } from "./video.ts";

const SIZE = { width: 200, height: 150, sidePx: 26 };

/** Truth of so many scenes of a kind. */
function truths(category: Category, count: number): ShownTruth[][] {
  return Array.from({ length: count }, (_, i) => {
    const { setup, shot } = randomScene(randomFrom(`${category} ${i}`), category, SIZE);
    return truthOfPicture(stageOf(setup.setting), shot);
  });
}

describe("scenes", () => {
  it.each<[Category, DieNote]>([
    ["touching", "touching"],
    ["stacked", "stacked"],
    ["cocked", "cocked"],
    ["broken", "damaged"],
    ["clear-shown", "transparent"],
    ["spinning", "cocked"],
  ])("%s: truth says %s", (category, note) => {
    const all = truths(category, 6);
    const reported = all.filter((dice) => dice.some(({ notes }) => notes.includes(note)));
    // A broken corner can lie below, and a throw can be without a clear die only by an empty arena
    expect(reported.length).toBeGreaterThanOrEqual(category === "broken" ? 3 : 6);
  });

  it("near-touching pairs do not touch, and come within 2 mm", () => {
    for (const dice of truths("near-touching", 8)) {
      expect(Math.min(...dice.map(({ gap }) => gap))).toBeGreaterThan(0.5);
      expect(Math.min(...dice.map(({ gap }) => gap))).toBeLessThan(2.01);
    }
  });

  it("at the rim: against the wall or beyond it", () => {
    const notes = truths("rim", 10).map(([first]) => first!.notes);
    for (const reported of notes)
      expect(reported.some((note) => note === "rim" || note === "outside")).toBe(true);
    expect(notes.flat()).toContain("outside");
  });

  it("plain dice have a face and nothing against them but the light", () => {
    for (const dice of truths("plain", 12))
      for (const die of dice) {
        expect(die.face).not.toBeNull();
        expect(die.notes.filter((note) => note !== "glare")).toEqual([]);
      }
  });

  it("every kind can be drawn, with notes that readers know", () => {
    for (const category of CATEGORIES)
      for (const dice of truths(category, 2))
        for (const { notes } of dice) for (const note of notes) expect(DIE_NOTES).toContain(note);
  });
});

describe("the set of pictures", () => {
  const options = { seed: "t", count: 5, set: "pips", width: 160, height: 120, perSetup: 2, fine: 0 } as const;

  it("is the same from the same seed, with labels in order", () => {
    const one = [...renderDataset(options)];
    expect(one).toEqual([...renderDataset(options)]);
    expect(one.map(({ name }) => name)).toEqual([0, 1, 2, 3, 4].map((n) => `pips-00000${n}`));
    for (const { picture, label } of one) {
      expect(picture.data.length).toBe(160 * 120);
      expect([label.w, label.h]).toEqual([160, 120]);
      expect(label.values.length + label.unread).toBe(label.dice.length);
      expect([...label.values].sort()).toEqual(label.values);
      expect(Math.max(...picture.data) - Math.min(...picture.data)).toBeGreaterThan(20);
    }
  });

  it("symbols are labelled by name", () => {
    const [{ label }] = [...renderDataset({ ...options, set: "symbols", count: 1, category: "plain" })] as [
      ReturnType<typeof renderDataset> extends Generator<infer P> ? P : never,
    ];
    for (const value of label.values)
      expect(String(value)).toMatch(/^(crown|anchor|heart|diamond|club|spade)$/);
  });

  it("refuses to make none", () => {
    expect(() => [...renderDataset({ ...options, count: 0 })]).toThrow("0 pictures");
  });
});

describe("video", () => {
  const { setup } = randomScene(randomFrom("video"), "plain", { ...SIZE, arena: "round", side: 16 });
  const set = { count: 3, side: 16, round: 1 };
  const flight = simulateFlight(popDice(randomFrom("flight"), DOME_PLACE, set), DOME_PLACE, 30);

  it("a flight with wanted faces ends with these, and moves as before", () => {
    const faced = showFaces(flight, [setup.appearance], ["6", "1", undefined]);
    const up = faced.rest.map(({ orientation }) => faceOnSide("pips", upSideOf(orientation).side));
    expect(up.slice(0, 2)).toEqual(["6", "1"]);
    expect(up[2]).toBe(faceOnSide("pips", upSideOf(flight.rest[2]!.orientation).side));
    expect(faced.frames.map((dice) => dice.map(({ at }) => at))).toEqual(
      flight.frames.map((dice) => dice.map(({ at }) => at)),
    );
    const last = faced.frames.at(-1)!.map(({ orientation }) => faceOnSide("pips", upSideOf(orientation).side));
    expect(last).toEqual(up);
  });

  it("is drawn frame by frame; still frames differ by noise only", () => {
    const stage = stageOf(setup.setting);
    const shots = shotsOfFlight(flight, [setup.appearance]);
    expect(shots.length).toBe(flight.frames.length);
    const first = frameOf(stage, shots[0]!, randomFrom("a"));
    const later = frameOf(stage, shots[5]!, randomFrom("a"));
    expect(first.data).not.toEqual(later.data);
    const [a, b] = framesOf(stage, shots.at(-1)!, 2, randomFrom("still"));
    expect(a!.data).not.toEqual(b!.data);
    const mean = (data: Uint8Array): number => data.reduce((sum, g) => sum + g, 0) / data.length;
    expect(Math.abs(mean(a!.data) - mean(b!.data))).toBeLessThan(0.5);
  });
});
