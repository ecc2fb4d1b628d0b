import { expect, it } from "vitest";
import { EMPTY, simArena } from "../../../test/support/dice-arena.ts";
import { throwOf } from "../../../test/support/eye-lines.ts";
import { RenderedEye } from "./rendered-eye.ts";

const S = 1_000_000;

it("shows dice on their way without what lay there before between their pictures", async () => {
  const sim = simArena("scene", { side: 16 });
  const eye = new RenderedEye({ ...sim, isPlate: false }, 1, 0);
  eye.still(20_000, sim.frames(EMPTY, 6), 17);
  const lies = throwOf(sim);
  const away = {
    ...lies,
    dice: lies.dice.map(({ appearance, pose }) => ({
      appearance,
      pose: { ...pose, at: [pose.at[0] + 11, pose.at[1] - 9, pose.at[2] + 20] as const },
    })),
  };
  const flight = [...sim.frames(lies, 1), ...sim.frames(away, 1)];
  eye.show(
    2 * S,
    Array.from({ length: 10 }, (_, at) => flight[at % 2]).filter((one) => one !== undefined),
    200_000,
  );
  eye.still(4 * S, sim.frames(lies, 12), 17);
  await eye.advance(5 * S);
  const texts = eye.step(5 * S).map(({ bytes }) => bytes);
  const states = texts
    .join("")
    .match(/^S .*$/gm)
    ?.map((line) => line.split(/[ *]/)[3]);
  expect(states).toEqual(["E", "M", "S", "R"]);
});
