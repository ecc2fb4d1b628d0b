import type { RandomSource } from "../../../src/time/random-source.ts";
import { uniformIn, type Vec3 } from "./physics/vectors.ts";
import type { Thing } from "./render/looks.ts";

/** Things that lie or reach into the arena and are no dice. */

/** A casino chip lying flat. */
export function makeChip(random: RandomSource, x: number, y: number): Thing & { kind: "disc" } {
  const tone = random.pick([0.1, 0.3, 0.6]);
  return {
    kind: "disc",
    what: "chip",
    at: [x, y, 0],
    radius: uniformIn(random, 18, 21),
    height: uniformIn(random, 3, 3.6),
    hole: 0,
    colour: [tone, uniformIn(random, 0.05, 0.4), uniformIn(random, 0.05, 0.4)],
    spots: [0.75, 0.75, 0.72],
    marks: 4 + random.below(5),
    turn: uniformIn(random, 0, 1),
  };
}

/** An arm from the picture's edge with fingers: rods. mm */
export function makeHand(random: RandomSource): Thing[] {
  const over = uniformIn(random, 25, 70);
  const way = uniformIn(random, 0, 2 * Math.PI);
  const [cos, sin] = [Math.cos(way), Math.sin(way)];
  const tone = uniformIn(random, 0.15, 0.6);
  const colour = [tone, tone * 0.75, tone * 0.6] as const;
  const [px, py] = [uniformIn(random, -20, 20), uniformIn(random, -20, 20)];
  const at = (along: number, across: number, up: number): Vec3 => [
    px + cos * along - sin * across,
    py + sin * along + cos * across,
    over + up,
  ];
  const rod = (from: Vec3, to: Vec3, radius: number): Thing => ({
    kind: "rod",
    what: "hand",
    from,
    to,
    radius,
    colour,
  });
  const fingers = [-27, -9, 9, 27].map((across) =>
    rod(at(55, across * 0.9, 8), at(uniformIn(random, -12, 8), across * 1.1, uniformIn(random, -18, -4)), 8),
  );
  return [
    ...fingers,
    rod(at(95, 32, 0), at(45, 46, -10), 9),
    rod(at(60, 0, 8), at(105, 0, 12), 32),
    rod(at(120, 0, 14), at(330, 0, 40), 26),
  ];
}
