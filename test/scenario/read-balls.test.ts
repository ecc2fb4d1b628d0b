import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { encodePng } from "../../drivers/dice/camera/image-file.ts";
import { anyScene, MAKERS, VIEW, type SceneKind } from "../../hw-sim/models/balls/render/ball-scene.ts";
import { drawBalls } from "../../hw-sim/models/balls/render/draw-balls.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { commandHere } from "../support/command.ts";

/** Pictures of balls as a technician has them read: with seeds of their own, which are known to be legible. */

const folder = mkdtempSync(join(tmpdir(), "tirada-balls-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function picture(name: string, kind: SceneKind): Promise<string> {
  const [maker] = MAKERS;
  if (maker === undefined) throw new Error("no maker");
  for (let seed = 0; ; seed++) {
    const random = randomFrom(`${name} ${seed}`);
    const { image, legible } = drawBalls(anyScene(random, kind, maker, 69), random);
    if (kind === "usual" && legible === null) continue;
    const path = join(folder, `${name}.png`);
    writeFileSync(path, await encodePng(image));
    return path;
  }
}

it("tirada read-balls reads the number of a ball, and says why it reads none", async () => {
  const [ball, cup, dark] = [
    await picture("ball", "usual"),
    await picture("cup", "no-ball"),
    join(folder, "none.png"),
  ];
  const at = `${VIEW.x},${VIEW.y},${VIEW.radius}`;
  const { status, stdout, stderr } = await commandHere(["read-balls", ball, cup, dark, "--ball", at, "--json"]);
  expect(
    stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { image: ball, number: 69, why: null },
    { image: cup, number: null, why: expect.stringMatching(/^(?:no-ball|dark)$/) as string },
  ]);
  expect([status, stderr]).toEqual([2, expect.stringContaining("none.png: ")]);
  expect((await commandHere(["read-balls", ball])).stdout).toBe(`${ball}: 69\n`);
});

it("tirada read-balls refuses a ball that nobody could read", async () => {
  const { status, stderr } = await commandHere(["read-balls", "x.png", "--ball", "10,10,9"]);
  expect([status, stderr]).toEqual([2, expect.stringContaining("radius 40 or more")]);
});
