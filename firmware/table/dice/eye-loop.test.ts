import { describe, expect, it } from "vitest";
import { EyeReporter } from "../../../drivers/dice/eye/reporter.ts";
import { EYE_FAULTS, KNOWS, type EyeKnows } from "../../../drivers/dice/eye/codes.ts";
import { openKernels } from "../../../drivers/dice/camera/reader-files.ts";
import { Scene } from "../../../src/dice/scene/scene.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { monoUs, US_PER_MS, US_PER_S, wallMs } from "../../../src/time/instant.ts";
import { EMPTY, simArena } from "../../../test/support/dice-arena.ts";
import { eyeOver, linesOf, readingOf, throwOf } from "../../../test/support/eye-lines.ts";
import { EyeLoop } from "./eye-loop.ts";

/** How the eye judges the stream of its camera: in simulated time, on frames of an empty arena. */

const FPS = 10;
const SLOW_CAMERA = 9;
const READER = EYE_FAULTS.indexOf("eye-reader").toString(16).toUpperCase().padStart(2, "0");
const GONE = EYE_FAULTS.indexOf("eye-camera-gone").toString(16).toUpperCase().padStart(2, "0");
const statesIn = (text: string): string[] =>
  [...text.matchAll(/^S \S+ \S+ (\S)/gm)].map(([, state = ""]) => state);
const sim = simArena("scene", { side: 16 });
const frames = sim.frames(EMPTY, 7);
const { width, height } = sim.calibration;
/** An empty arena, and two dice that lie in it. */
const thrown = [...sim.frames(EMPTY, 20), ...sim.frames(throwOf(sim), 45)];

/** Runs an eye for so many seconds; a frame comes at each of these instants, s. Returns the instants at which it is slow. */
async function slowAt(seconds: number, comes: readonly number[], goneAt = Infinity): Promise<number[]> {
  let us = 0;
  const texts: string[] = [];
  const slow: number[] = [];
  const knows = Object.fromEntries(KNOWS.map((name) => [name, false])) as unknown as EyeKnows;
  const digest = "0123456789abcdef";
  const clock: Clock = {
    now: () => monoUs(us),
    wall: () => wallMs(0),
    after: () => ({ cancel: () => undefined }),
    every: () => ({ cancel: () => undefined }),
    sleep: () => Promise.resolve(),
  };
  const loop = new EyeLoop({
    arena: sim.arena,
    scene: new Scene(sim.arena, openKernels(), FPS),
    clock,
    fps: FPS,
    reporter: new EyeReporter({ boot: 1, digest, faces: "pips", width, height, knows }, monoUs(0)),
    read: () => {
      throw new Error("nothing lies there");
    },
    pictures: { store: () => Promise.resolve(null) },
    send: (lines) => texts.push(...lines.split("\n")),
    log: () => undefined,
  });
  for (let ms = 0; ms <= seconds * 1_000; ms += 50) {
    us = ms * US_PER_MS;
    if (us === goneAt * US_PER_S) loop.onGone();
    const at = comes.findIndex((one) => Math.round(one * 1_000) === ms);
    const image = frames[at % frames.length];
    if (at >= 0 && image !== undefined) loop.onFrame({ kind: "grey", data: image.data, t: monoUs(us) });
    // What waits is looked at before the next one comes.
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    loop.tick();
    const fault = texts.splice(0).some((line) => new RegExp(`^F \\S+ \\S+ 0${SLOW_CAMERA} 1`).test(line));
    if (fault) slow.push(ms / 1_000);
  }
  return slow;
}

const every = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.round((to - from) / step) }, (_, at) => from + at * step);

describe("frames that come too slowly", () => {
  it("are told after five seconds", async () => {
    expect(await slowAt(6, every(0, 6, 0.2))).toEqual([5]);
    expect(await slowAt(6, every(0, 6, 0.1))).toEqual([]);
  });

  it("are not those of a camera that took a while to begin, or to begin anew", async () => {
    expect(await slowAt(11, every(3, 11, 0.1))).toEqual([]);
    expect(await slowAt(11, [...every(0, 6, 0.1), ...every(9, 11, 0.1)], 6.05)).toEqual([]);
    expect(await slowAt(11, every(3, 11, 0.2))).toEqual([5]);
  });
});

describe("readers that fail", () => {
  it("are a fault and a line for the log that says why, and no throw", async () => {
    const log: string[] = [];
    const text = await linesOf(sim, thrown, {
      read: () => Promise.reject(new Error("damaged weights\n    at somewhere")),
      log: (why) => log.push(why),
    });
    expect(log[0]).toBe("the dice could not be read: damaged weights");
    expect(text).toMatch(new RegExp(`^F \\S+ \\S+ ${READER} 1 `, "m"));
    expect(text).not.toMatch(/^R /m);
  });
});

describe("a camera that is lost while dice are read", () => {
  it("has shown nothing that counts: no throw is told, and what lies there is read anew when it is back", async () => {
    let reads = 0;
    const eye = eyeOver(sim, {
      read: () => {
        if (++reads === 1) eye.loop.onGone();
        return Promise.resolve(readingOf(sim));
      },
    });
    for (const frame of thrown) if (reads === 0) await eye.see(frame);
    expect(reads).toBe(2);
    expect(eye.text()).toMatch(new RegExp(`^F \\S+ \\S+ ${GONE} 1 `, "m"));
    expect(eye.text()).not.toMatch(/^R /m);
    expect(statesIn(eye.text()).at(-1)).toBe("U");
    for (const frame of thrown.slice(20)) await eye.see(frame);
    expect(eye.text().match(/^R .*$/gm)).toHaveLength(1);
    expect(statesIn(eye.text()).at(-1)).toBe("R");
  });

  it("or whose frames were damaged meanwhile", async () => {
    const eye = eyeOver(sim, {
      read: () => {
        eye.loop.onDamage();
        return Promise.resolve(readingOf(sim));
      },
    });
    for (const frame of thrown) await eye.see(frame);
    expect(eye.text()).not.toMatch(/^R /m);
  });
});
