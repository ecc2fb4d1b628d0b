import { describe, expect, it } from "vitest";
import { truthOfPicture } from "../../../hw-sim/models/dice/render/picture-truth.ts";
import type { Shot } from "../../../hw-sim/models/dice/render/looks.ts";
import { layFlat } from "../../../hw-sim/models/dice/physics/posed.ts";
import { EMPTY, hand, simArena, type SimArena } from "../../../test/support/dice-arena.ts";
import { openKernels } from "../../../drivers/dice/camera/reader-files.ts";
import type { DieFace } from "../faces.ts";
import type { Reading } from "../reading/read-types.ts";
import { randomFrom } from "../../time/random-source.ts";
import { monoUs } from "../../time/instant.ts";
import { greyImage, type GreyImage } from "../../vision/grey-image.ts";
import { judgeReadings } from "./judge.ts";
import { Scene } from "./scene.ts";
import type { Rest, SceneEvent } from "./events.ts";
import { more } from "../../../test/support/volume.ts";

/** The scene over frames of a simulated table; the readers say what is true, so that only the scene is on trial. */

const FPS = 30;
const sim = simArena("scene", { side: 16 });

class Watched {
  readonly scene: Scene;
  readonly words: SceneEvent[] = [];
  readonly rests: Rest[] = [];
  readonly #sim: SimArena;
  #us = 1_000_000;

  constructor(of: SimArena = sim) {
    this.#sim = of;
    this.scene = new Scene(of.arena, openKernels(), FPS);
  }

  get t(): number {
    return this.#us;
  }

  skip(ms: number): this {
    this.#us += ms * 1_000;
    return this;
  }

  /** A shot for so many frames. */
  show(shot: Shot, frames: number): this {
    return this.frames(this.#sim.frames(shot, frames), shot);
  }

  frames(images: readonly GreyImage[], shot: Shot = EMPTY): this {
    for (const image of images) {
      this.#us += 33_333;
      const t = monoUs(this.#us);
      const { events: words, due } = this.scene.takeFrame({ image, t });
      this.words.push(...words);
      if (due === null) continue;
      const truth = this.#truth(shot);
      const judged = judgeReadings(this.#sim.arena, due, truth, truth);
      const { events: more, rest } = this.scene.applyJudgement(judged, due, t);
      this.words.push(...more);
      if (rest !== null) this.rests.push(rest);
    }
    return this;
  }

  #truth(shot: Shot): Reading {
    const dice = truthOfPicture(this.#sim.stage, shot).map(({ face, at, size }) => ({
      face,
      at,
      size,
      confidence: 950,
      notes: [],
    }));
    return {
      dice,
      verdict: dice.length === 0 ? "undecided" : "readable",
      reasons: dice.length === 0 ? ["no-dice"] : [],
    };
  }

  said(): string[] {
    return this.words.map((event) => {
      switch (event.m) {
        case "state":
          return event.state;
        case "fault":
          return `${event.on ? "+" : "-"}${event.fault}`;
        case "dome":
          return event.closed ? "closed" : "open";
        case "frames-lost":
          return event.m;
        default:
          return `${event.m} ${event.what}`;
      }
    });
  }
}

const { appearance } = sim.setup;
/** Dice that lie flat: face, mm, degrees. */
function dice(...all: readonly (readonly [DieFace, number, number, number])[]): Shot {
  return {
    ...EMPTY,
    dice: all.map(([face, x, y, yaw]) => ({
      appearance,
      pose: layFlat(appearance.set, appearance.side, face, x, y, yaw),
    })),
  };
}
const THROW = dice(["3", -25, 10, 12], ["5", 22, -14, 50]);
/** Dice on their way to where they come to rest. */
function rolling(harness: Watched, to: Shot, frames = 12): Watched {
  for (let at = 0; at < frames; at++) {
    const left = frames - at;
    const shot: Shot = {
      ...to,
      dice: to.dice.map((die) => {
        const [x, y, z] = die.pose.at;
        return { ...die, pose: { ...die.pose, at: [x - left * 2.5, y + left * 1.5, z] } };
      }),
    };
    harness.show(shot, 1);
  }
  return harness;
}
const empty = (): Watched => new Watched().show(EMPTY, 20);

describe("a throw", () => {
  it("is told once, with faces, places and how long it rolled; then the dice are taken up", () => {
    const harness = rolling(empty(), THROW).show(THROW, 40);
    expect(harness.said()).toEqual(["empty", "moving", "settling", "rest"]);
    expect(harness.rests).toHaveLength(1);
    const [rest] = harness.rests;
    expect(rest).toMatchObject({ n: 1, verdict: "readable", reasons: [] });
    expect(rest?.dice.map(({ face }) => face).sort()).toEqual(["3", "5"]);
    const three = rest?.dice.find(({ face }) => face === "3");
    // The plate's y goes down where the simulator's goes up.
    expect(Math.abs((three?.x ?? 0) + 250)).toBeLessThan(6);
    expect(Math.abs((three?.y ?? 0) + 100)).toBeLessThan(6);
    expect(rest?.rolledMs).toBeGreaterThan(250);
    expect(rest?.rolledMs).toBeLessThan(700);
    harness.words.length = 0;
    harness.show(hand(randomFrom("h")), 10).show(EMPTY, 30);
    // What the hand leaves behind moves once more as it goes.
    const texts = harness.said().filter((word) => word !== "moving" && word !== "settling");
    expect(texts).toEqual(["disturbed hand", "covered", "disturbed taken", "empty"]);
    expect(harness.rests).toHaveLength(1);
  });

  it("with a hand among dice that roll is a contact", () => {
    const harness = rolling(empty(), THROW);
    harness.show({ ...hand(randomFrom("h")), dice: THROW.dice }, 6).show(THROW, 40);
    expect(harness.said()).toContain("contact hand");
  });

  it("of three dice in a row whose shadow comes to the picture's edge is no hand", () => {
    const row = (["3", "5", "2"] as const).map((face, at) => {
      const { x, y } = sim.arena.geometry.toPlace({ x: 300 + 42 * at, y: 46 + 40 * at }, appearance.side);
      return [face, x, -y, 45] as const;
    });
    const harness = empty().show(dice(...row), 30);
    expect(harness.said()).toEqual(["empty", "moving", "settling", "rest"]);
  });

  it("onto dice that lie already, all of them moving, is another throw; one pushed is none", () => {
    const harness = rolling(empty(), THROW).show(THROW, 40);
    const again = dice(["6", 20, 22, 33], ["1", -28, -20, 70]);
    rolling(harness, again).show(again, 40);
    expect(harness.rests.map(({ n }) => n)).toEqual([1, 2]);
    harness.words.length = 0;
    const pushed = dice(["6", 20, 22, 33], ["1", -20, -20, 70]);
    harness.show(dice(["6", 20, 22, 33], ["1", -24, -20, 70]), 2).show(pushed, 40);
    expect(harness.rests).toHaveLength(2);
    expect(harness.said().slice(-2)).toEqual(["rest", "disturbed moved"]);
  });

  it("of dice that were shaken for long is another one, also when one of them comes to lie where it lay", () => {
    const again = dice(["3", -25, 10, 12], ["2", 10, 20, 80]);
    const restsAfter = (frames: number): readonly Rest[] => {
      const harness = rolling(empty(), THROW).show(THROW, 40);
      for (let at = 0; at < frames; at++) {
        const by = 3 * ((7 * at) % 5);
        harness.show(dice(["3", -30 + by, 14, 12 + by], ["2", 12 - by, 16, 80 - by]), 1);
      }
      return harness.show(again, 40).rests;
    };
    expect(restsAfter(40)).toHaveLength(2);
    expect(restsAfter(15)).toHaveLength(1);
  });

  it("whose die somebody turns in its place is touched, and no other throw", () => {
    const turned = dice(["6", -25, 10, 12], ["5", 22, -14, 50]);
    const harness = rolling(empty(), THROW).show(THROW, 40);
    harness.show({ ...hand(randomFrom("turns")), dice: THROW.dice }, 10).show(turned, 40);
    expect(harness.said().slice(-3)).toEqual(["settling", "rest", "disturbed moved"]);
    expect(harness.rests).toHaveLength(1);
  });

  it("that nobody saw, onto dice that lay there: told as it lies, where the same dice are not told once more", () => {
    const others = dice(["6", 20, 22, 33], ["1", -28, -20, 70]);
    const seenAgain = (shot: Shot): Watched => {
      const harness = rolling(empty(), THROW).show(THROW, 40);
      harness.words.push(...harness.scene.loseSight());
      return harness.skip(5_000).show(shot, 40);
    };
    expect(seenAgain(THROW).rests).toHaveLength(1);
    expect(seenAgain(others).rests).toMatchObject([{ n: 1 }, { n: 2, rolledMs: null }]);
    // Once they are told, a push is a push again.
    const pushed = seenAgain(others).show(dice(["6", 20, 22, 33], ["1", -20, -20, 70]), 40);
    expect(pushed.rests).toHaveLength(2);
  });

  it("of which one die is taken is not thrown again", () => {
    const harness = rolling(empty(), THROW).show(THROW, 40);
    harness.words.length = 0;
    harness.show(dice(["3", -25, 10, 12]), 40);
    expect(harness.rests).toHaveLength(1);
    expect(harness.said()).toContain("disturbed taken");
  });
});

describe("what is no rest", () => {
  it.each(more([0.35], [0.15, 0.35, 3]))("a die that spins on its place, %d degrees a frame", (step) => {
    const harness = empty();
    for (let at = 0; at < 45; at++) harness.show(dice(["5", 0, 0, at * step]), 1);
    expect(harness.rests).toEqual([]);
    expect(harness.said()).not.toContain("rest");
  });

  it("dice that a plate kicks to and fro, back in their place with every fifth frame", () => {
    const harness = empty();
    const kicked = [0, 2, 5, 7, 4].map((by) =>
      sim.frames(dice(["3", -25 + by, 10, 12 + 9 * by], ["5", 22 - by, -14, 50 - 8 * by]), 1),
    );
    for (let round = 0; round < 10; round++) for (const frames of kicked) harness.frames(frames, THROW);
    expect(harness.said()).toEqual(["empty", "moving"]);
  });

  it("frames that are missing begin stillness anew", () => {
    const harness = rolling(empty(), THROW).show(THROW, 8).skip(120).show(THROW, 9);
    expect(harness.rests).toEqual([]);
    harness.show(THROW, 8);
    expect(harness.rests).toHaveLength(1);
  });

  it("many missing while dice roll are told, and the roll's length is not known", () => {
    const harness = rolling(empty(), THROW).skip(400).show(THROW, 30);
    expect(harness.said()).toContain("frames-lost");
    expect(harness.rests[0]?.rolledMs).toBeNull();
  });

  it("a hand that stays", () => {
    const harness = empty().show(hand(randomFrom("stays")), 60);
    expect(harness.said()).toEqual(["empty", "covered"]);
  });
});

describe("what is against the picture", () => {
  it("identical frames for a second", () => {
    const harness = empty();
    const [frame] = sim.frames(EMPTY, 1);
    harness.frames(Array<GreyImage>(40).fill(frame!));
    expect(harness.said()).toEqual(["empty", "+eye-camera-frozen", "unknown"]);
    harness.show(EMPTY, 20);
    expect(harness.said().slice(3)).toEqual(["-eye-camera-frozen", "empty"]);
  });

  it("black frames", () => {
    const harness = empty();
    const { width, height } = sim.calibration;
    const random = randomFrom("black");
    const black = Array.from({ length: 10 }, () =>
      greyImage(
        width,
        height,
        Uint8Array.from({ length: width * height }, () => random.below(3)),
      ),
    );
    expect(harness.frames(black).said().slice(1)).toEqual(["+eye-blocked", "unknown"]);
  });

  it.each(more([2.5], [0.4, 2.5]))("light at %d of what it was", (drift) => {
    const harness = empty().show({ ...EMPTY, drift }, 12);
    expect(harness.said().slice(1)).toEqual(["unknown", "+eye-light"]);
  });

  it("a camera that was moved by more than 1.5 pixels: fault, and no throw is readable", () => {
    const { width, height } = sim.calibration;
    const moved = (image: GreyImage): GreyImage => {
      const data = new Uint8Array(image.data.length);
      for (let at = 0; at < data.length - 3; at++) data[at] = image.data[at + 3] ?? 0;
      return greyImage(width, height, data);
    };
    const harness = empty();
    for (const [shot, count] of [
      [EMPTY, 30],
      [THROW, 40],
    ] as const)
      harness.frames(sim.frames(shot, count).map(moved), shot);
    expect(harness.said()).toContain("+eye-moved");
    for (const rest of harness.rests) expect(rest.verdict).toBe("undecided");
  });

  it.each(
    more(
      [[24, -14]],
      [
        [8, 0],
        [24, -14],
        [-70, 40],
      ],
    ),
  )(
    "a camera that is knocked by %i and %i pixels over dice that lie there: fault, until it is put back",
    (dx, dy) => {
      const { width, height } = sim.calibration;
      const edge = (at: number, most: number): number => Math.max(0, Math.min(most - 1, at));
      const knocked = ({ data }: GreyImage): GreyImage =>
        greyImage(
          width,
          height,
          data.map((_, at) => {
            const [x, y] = [edge((at % width) - dx, width), edge(Math.floor(at / width) - dy, height)];
            return data[y * width + x] ?? 0;
          }),
        );
      const harness = empty()
        .show(hand(randomFrom("lays")), 10)
        .show(THROW, 40);
      const read = harness.rests.length;
      harness.words.length = 0;
      harness.frames(sim.frames(THROW, 60).map(knocked), THROW);
      expect(harness.said()).toContain("+eye-moved");
      for (const rest of harness.rests.slice(read)) expect(rest.verdict).toBe("undecided");
      expect(harness.show(THROW, 40).said()).toContain("-eye-moved");
    },
  );

  it("a cloth over the table is no camera that moved", () => {
    const { width, height } = sim.calibration;
    const random = randomFrom("covered");
    const cloth = Array.from({ length: 8 }, () => {
      const grain = random.below(7);
      const data = Uint8Array.from({ length: width * height }, (_, at) => 90 + (((at >> 4) + grain * at) % 7));
      return greyImage(width, height, data);
    });
    const covered = empty().show(THROW, 40);
    for (let times = 0; times < 5; times++) covered.frames(cloth);
    expect(covered.said()).not.toContain("+eye-moved");
  });

  it("a chip put down: a foreign object, no throw; taken away: over", () => {
    const chip: Shot = {
      ...EMPTY,
      things: [
        {
          kind: "disc",
          what: "chip",
          at: [5, 5, 0],
          radius: 19,
          height: 3.3,
          hole: 0,
          colour: [0.95, 0.95, 0.95],
          spots: [0.1, 0.1, 0.1],
          marks: 6,
          turn: 0,
        },
      ],
    };
    const harness = empty()
      .show(hand(randomFrom("puts")), 10)
      .show(chip, 40);
    expect(harness.rests).toEqual([]);
    expect(harness.said()).toContain("+eye-foreign-object");
    harness.words.length = 0;
    harness.show(hand(randomFrom("takes")), 10).show(EMPTY, 40);
    expect(harness.said().slice(-2)).toEqual(["-eye-foreign-object", "empty"]);
  });
});
