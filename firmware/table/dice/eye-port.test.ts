import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { BytePort } from "../../../drivers/port.ts";
import { tiradaEyeSession } from "../../../drivers/dice/eye/session.ts";
import { layFlat } from "../../../hw-sim/models/dice/physics/posed.ts";
import type { Shot } from "../../../hw-sim/models/dice/render/looks.ts";
import type { DieFace } from "../../../src/dice/faces.ts";
import { calibrationText, digestOf } from "../../../src/dice/calibration/schema.ts";
import { sha256Hex } from "../../../src/record/bytes.ts";
import type { DiceObservation, ThrowRead } from "../../../src/dice/observation.ts";
import { monoUs } from "../../../src/time/instant.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { EMPTY, simArena } from "../../../test/support/dice-arena.ts";
import { knowsOf } from "./calibration-file.ts";
import { openEye, type EyePortOptions } from "./eye-port.ts";

/** The whole eye: recorded frames, its own thread, both readers, pictures on disk, lines, and the driver's session at the end. */

const folder = mkdtempSync(join(tmpdir(), "tirada-eye-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sim = simArena("scene 3", { light: "installed", framed: true, side: 16 });
const { appearance } = sim.setup;
const { width, height } = sim.calibration;
const calibration = join(folder, "arena.json");
writeFileSync(calibration, calibrationText(sim.calibration));
const clock = systemClock();

function throwOf(...all: readonly (readonly [DieFace, number, number, number])[]): Shot {
  return {
    ...EMPTY,
    dice: all.map(([face, x, y, yaw]) => ({
      appearance,
      pose: layFlat(appearance.set, appearance.side, face, x, y, yaw),
    })),
  };
}

function recorded(name: string, shots: readonly (readonly [Shot, number])[]): string {
  const path = join(folder, name);
  const frames = shots.flatMap(([shot, count]) => sim.frames(shot, count));
  const parts = frames.flatMap(({ data }) => [Buffer.from("FRAME\n"), data]);
  writeFileSync(path, Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F30:1 Cmono\n`), ...parts]));
  return path;
}

/** Slow frames: on a machine that does other things too, a pause of 67 ms between two is no rare thing. */
const options = (path: string): EyePortOptions => ({
  camera: { source: "file", path, width, height, fps: 10, format: "y4m", channel: "luma", controls: {} },
  calibration,
  storage: folder,
  picturesMegabytes: 64,
  picturesDays: 0,
  clock,
});

/** Runs an eye until `enough`, and gives what the session made of its lines. */
async function watch(path: string, enough: (seen: readonly DiceObservation[]) => boolean) {
  const digest = digestOf(sim.calibration);
  const session = tiradaEyeSession({ digest, faces: "pips", knows: knowsOf(sim.calibration) });
  let state = session.step(session.initial(), { i: "opened", t: clock.now() }).state;
  const seen: DiceObservation[] = [];
  const lost: string[] = [];
  let done: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (done = resolve));
  const take = (bytes: string, t: number): void => {
    const step = session.step(state, { i: "bytes", t: monoUs(t), bytes });
    state = step.state;
    seen.push(...step.observations);
    if (enough(seen)) done();
  };
  take("\n", clock.now());
  const port: BytePort = await openEye(options(path))({
    onBytes: (bytes, at) => take(Buffer.from(bytes).toString("latin1"), at),
    onLost: (loss) => {
      lost.push(loss.why);
      done();
    },
  });
  const timer = clock.after(45_000_000, "test", () => done());
  await over;
  timer.cancel();
  await expect(port.write(Uint8Array.of(1))).rejects.toThrow("takes no orders");
  await port.close();
  return { seen, lost };
}

const restsIn = (seen: readonly DiceObservation[]): ThrowRead[] =>
  seen.flatMap((one) => (one.o === "rest" ? [one.read] : []));

describe("an eye in its thread", () => {
  it("sees a throw, reads it twice, keeps the picture, and only then tells it", async () => {
    const to = throwOf(["3", -25, 10, 12], ["5", 22, -14, 50]);
    const on = Array.from({ length: 10 }, (_, at): readonly [Shot, number] => {
      const by = 25 - 2.5 * at;
      return [throwOf(["3", -25 - by, 10 + by / 2, 12 + by], ["5", 22 - by, -14 + by / 2, 50]), 1];
    });
    const path = recorded("throw.y4m", [[EMPTY, 12], ...on, [to, 120]]);
    // The throw and the arena's state are lines of their own, which may come one after the other.
    const isOver = (all: readonly DiceObservation[]): boolean =>
      restsIn(all).length > 0 && all.some((one) => one.o === "arena" && one.state === "rest");
    const { seen, lost } = await watch(path, isOver);
    const [read] = restsIn(seen);
    expect(lost).toEqual(["closed"]);
    expect(read).toMatchObject({ n: 1, verdict: "readable", reasons: [] });
    expect(read?.dice.map(({ face }) => face).sort()).toEqual(["3", "5"]);
    const picture = readFileSync(join(folder, "pictures", `${read?.picture ?? ""}.png`));
    expect(sha256Hex(picture)).toBe(read?.picture);
    const states = seen.flatMap((one) => (one.o === "arena" ? [one.state] : []));
    expect(states).toEqual(expect.arrayContaining(["empty", "moving", "settling"]));
    expect(states.at(-1)).toBe("rest");
  });

  it("a camera that is not there is a fault, and the arena is unknown", async () => {
    const { seen } = await watch(join(folder, "none.y4m"), (all) =>
      all.some((one) => one.o === "fault" && one.code === "eye-camera-gone"),
    );
    expect(seen.some((one) => one.o === "rest")).toBe(false);
  });

  it("a calibration that was changed, or is of another size, is refused with what to do", async () => {
    const events = { onBytes: () => undefined, onLost: () => undefined };
    const bad = join(folder, "bad.json");
    writeFileSync(bad, calibrationText(sim.calibration).replace('"dieMm":16', '"dieMm":17'));
    await expect(openEye({ ...options("x"), calibration: bad })(events)).rejects.toThrow(/digest.*anew/);
    const { camera } = options("x");
    await expect(openEye({ ...options("x"), camera: { ...camera, width: 320 } })(events)).rejects.toThrow(
      /640x480.*320x480/,
    );
    await expect(openEye({ ...options("x"), calibration: join(folder, "no") })(events)).rejects.toThrow(
      /there is no such file/,
    );
  });
});
