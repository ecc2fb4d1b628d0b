import { afterEach, describe, expect, it } from "vitest";
import { layFlat } from "../../../hw-sim/models/dice/physics/posed.ts";
import type { Shot } from "../../../hw-sim/models/dice/render/looks.ts";
import { averageOf } from "../../../src/vision/means.ts";
import type { Box } from "../../../src/dice/scene/events.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { calibrationText } from "../../../src/dice/calibration/schema.ts";
import { EMPTY, simArena } from "../../../test/support/dice-arena.ts";
import { openReader } from "./reader.ts";
import { ReaderThread } from "./reader-port.ts";

const sim = simArena("scene", { side: 16 });
const { appearance } = sim.setup;
const lies: Shot = {
  ...EMPTY,
  dice: [{ appearance, pose: layFlat(appearance.set, appearance.side, "5", 20, 10, 15) }],
};
const picture = averageOf(sim.frames(lies, 6));
const { width, height } = sim.calibration;
const whole: readonly Box[] = [{ x: 0, y: 0, width, height }];

let readers: ReaderThread | null = null;
afterEach(async () => {
  await readers?.close();
  readers = null;
});

describe("the readers' thread", { timeout: 60_000 }, () => {
  it("reads what the readers read, also after its first reading", async () => {
    readers = new ReaderThread(calibrationText(sim.calibration), systemClock());
    const read = openReader(sim.arena);
    for (const which of ["early", "late"] as const)
      expect(await readers.read(picture, whole, which)).toEqual(read(picture, whole, which));
  });

  it("reads one at a time, and rejects what is under way when it is closed", async () => {
    readers = new ReaderThread(calibrationText(sim.calibration), systemClock());
    const first = readers.read(picture, whole, "early");
    await expect(readers.read(picture, whole, "late")).rejects.toThrow("at work already");
    const ended = expect(first).rejects.toThrow("closed");
    await readers.close();
    await ended;
  });

  it("rejects when it cannot begin, and begins anew for the next reading", async () => {
    readers = new ReaderThread("no calibration", systemClock());
    const why = /JSON|calibration/;
    await expect(readers.read(picture, whole, "early")).rejects.toThrow(why);
    await expect(readers.read(picture, whole, "early")).rejects.toThrow(why);
  });
});
