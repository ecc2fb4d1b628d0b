import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { cameraSchema } from "./config.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { Camera, RESTART_US, type CameraEvents, type RawFrame } from "./camera.ts";
import { CAMERA_PROGRAMS, captureOf, controlsRefused, type Capture } from "./commands.ts";

const folder = mkdtempSync(join(tmpdir(), "tirada-camera-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const clock = systemClock();
const WAIT = { timeout: 20_000, interval: 10 };
const BASE = { width: 160, height: 120, fps: 60, channel: "luma", controls: {} } as const;
/** A camera whose program is this one: in a configuration there are only those of the release. */
const byProgram = (format: "y4m" | "grey", ...[name = "", ...args]: string[]): Capture => ({
  ...captureOf({ ...BASE, source: "socket", format, path: "/none" }),
  socket: null,
  stream: { program: name, args },
});

/** A program that runs these lines of JavaScript; `frame(level)` writes one frame. */
function program(body: string): Capture {
  const head = `
    const frame = (level) => process.stdout.write(Buffer.concat([Buffer.from("FRAME\\n"), Buffer.alloc(19200, level)]));
    process.stdout.write("YUV4MPEG2 W160 H120 F60:1 Cmono\\n");`;
  return byProgram("y4m", process.execPath, "-e", head + body);
}

interface Heard {
  readonly frames: RawFrame[];
  readonly gone: string[];
  readonly damage: string[];
}

/** Runs a camera until `enough`, at most 20 s. */
async function run(capture: Capture, enough: (heard: Heard) => boolean, path = ""): Promise<Heard> {
  const heard: Heard = { frames: [], gone: [], damage: [] };
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (!enough(heard)) return;
      timer.cancel();
      resolve();
    };
    const timer = clock.after(20_000_000, "test", () => resolve());
    const events: CameraEvents = {
      onFrame: (frame) => {
        heard.frames.push(frame);
        check();
      },
      onDamage: (why) => {
        heard.damage.push(why);
        check();
      },
      onGone: (detail) => {
        heard.gone.push(detail);
        check();
      },
    };
    const camera = new Camera({ capture, fps: 60, clock, path }, events);
    const closing = clock.every(20_000, "closing", () => {
      if (!enough(heard)) return;
      closing.cancel();
      void camera.close();
    });
  });
  return heard;
}

describe("a camera's program", () => {
  it("gives its frames in order, stamped by the clock", async () => {
    const { frames, damage } = await run(
      program("for (let i = 0; i < 10; i++) frame(i); setInterval(() => {}, 1000);"),
      (heard) => heard.frames.length >= 9,
    );
    expect(frames.map(({ data }) => data[0])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const times = frames.map(({ t }) => t);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(damage).toEqual([]);
  });

  it("that ends is told once with what it complained of, and started again", async () => {
    const { frames, gone } = await run(
      program(
        'frame(7); process.stderr.write("lens\\u0000 fell off\\n"); setTimeout(() => process.exit(3), 50);',
      ),
      (heard) => heard.frames.length >= 2,
    );
    expect(frames).toHaveLength(2);
    expect(gone[0]).toMatch(/ended with status 3: lens\? fell off/);
  });

  it("that talks nonsense is damage, and never a frame", async () => {
    const { frames, gone, damage } = await run(
      program("process.stdout.write(Buffer.alloc(30000, 65)); setInterval(() => {}, 1000);"),
      (heard) => heard.gone.length > 0,
    );
    expect(frames).toEqual([]);
    expect(damage).toEqual(["head"]);
    expect(gone[0]).toMatch(/damaged/);
  });

  it("that is slow to begin has longer each time: 8 s, then 16, then 32", async () => {
    const [starts, go] = ["starts", "go"].map((name) => join(folder, name));
    const capture = program(`
      const fs = require("node:fs");
      fs.appendFileSync(${JSON.stringify(starts)}, "+");
      setInterval(() => { if (fs.existsSync(${JSON.stringify(go)})) frame(3); }, 10);`);
    const time = fakeClock();
    let [frames, gone] = [0, 0];
    const events: CameraEvents = {
      onFrame: () => (frames += 1),
      onDamage: () => undefined,
      onGone: () => (gone += 1),
    };
    const camera = new Camera({ capture, fps: 60, clock: time }, events);
    const begun = (count: number): Promise<unknown> =>
      vi.waitUntil(() => existsSync(starts ?? "") && readFileSync(starts ?? "").length === count, WAIT);
    const isStopped = (): boolean => !time.waiting().includes("camera stall");
    const lasts = [];
    for (const [tries, restartUs] of RESTART_US.slice(0, 2).entries()) {
      await begun(tries + 1);
      const before = time.now();
      while (!isStopped()) time.advance(US_PER_S);
      lasts.push(Math.floor((time.now() - before) / US_PER_S) - 1);
      await vi.waitUntil(() => time.waiting().includes("camera restart"), WAIT);
      time.advance(restartUs);
    }
    expect(lasts).toEqual([8, 16]);
    await begun(3);
    time.advance(30 * US_PER_S);
    writeFileSync(go ?? "", "");
    await vi.waitUntil(() => frames > 0, WAIT);
    expect(gone).toBe(1);
    await camera.close();
  });

  it("that is not installed is said", async () => {
    const capture = byProgram("y4m", "no-such-camera-program");
    const { gone } = await run(capture, (heard) => heard.gone.length > 0);
    expect(gone[0]).toBe("no-such-camera-program is not installed");
  });

  it("is not started when a control is refused", async () => {
    const before = [{ program: process.execPath, args: ["-e", 'console.error("no gain"); process.exit(1)'] }];
    const { frames, gone } = await run({ ...program("frame(1);"), before }, (heard) => heard.gone.length > 0);
    expect(frames).toEqual([]);
    expect(gone[0]).toMatch(/status 1: no gain/);
  });

  it("gives no frame before it has the controls that it was given; one that has others is gone", async () => {
    const state = join(folder, "controls");
    const js = (body: string) => ({ program: process.execPath, args: ["-e", body] });
    /** A camera that takes its controls only while it streams, and of an exposure at most 80. */
    const setting = (exposure: number) => ({
      ...program(
        `require("fs").writeFileSync(${JSON.stringify(state)}, "streams"); setInterval(() => frame(1), 20);`,
      ),
      before: [
        js(`const fs = require("fs"); const at = ${JSON.stringify(state)};
          if (fs.existsSync(at)) fs.writeFileSync(at, String(Math.min(80, ${exposure})));`),
      ],
      controls: {
        ask: js(`console.log("exposure: " + require("fs").readFileSync(${JSON.stringify(state)}, "utf8"))`),
        wanted: { exposure },
      },
    });
    const good = await run(setting(20), ({ frames }) => frames.length >= 2);
    expect([readFileSync(state, "utf8"), good.gone]).toEqual(["20", []]);
    rmSync(state);
    const wrong = await run(setting(200), ({ gone }) => gone.length > 0);
    expect(wrong.frames).toEqual([]);
    expect(wrong.gone).toEqual([
      "the camera does not take its controls: exposure is 80, not 200; v4l2-ctl -L tells what it can",
    ]);
  });

  it("recorded frames come at their pace, and their end is told", async () => {
    const path = join(folder, "frames.y4m");
    const frame = Buffer.concat([Buffer.from("FRAME\n"), Buffer.alloc(19_200, 5)]);
    writeFileSync(
      path,
      Buffer.concat([Buffer.from("YUV4MPEG2 W160 H120 Cmono\n"), ...Array<Buffer>(6).fill(frame)]),
    );
    const capture = captureOf({ ...BASE, source: "file", format: "y4m", path });
    const { frames, gone } = await run(capture, (heard) => heard.gone.length > 0, path);
    expect(frames).toHaveLength(6);
    expect((frames[5]?.t ?? 0) - (frames[0]?.t ?? 0)).toBeGreaterThan(50_000);
    expect(gone[0]).toMatch(/at their end/);
  });

  it("a pipe in the place of recorded frames is refused, and nobody waits for its writer", async () => {
    const path = join(folder, "pipe.y4m");
    execFileSync("mkfifo", [path]);
    const capture = captureOf({ ...BASE, source: "file", format: "y4m", path });
    const { gone } = await run(capture, (heard) => heard.gone.length > 0, path);
    expect(gone[0]).toMatch(/cannot read .*pipe\.y4m: it is no file/);
  });
});

describe("a program that somebody else runs", () => {
  const at = (path: string): Capture => captureOf({ ...BASE, source: "socket", format: "y4m", path });

  it("gives its frames over its socket, is heard alone, and is gone when it ends the stream", async () => {
    const path = join(folder, "camera");
    const heard: Buffer[] = [];
    const server = createServer((to) => {
      to.on("data", (bytes) => heard.push(Buffer.from(bytes)));
      to.write("YUV4MPEG2 W160 H120 F60:1 Cmono\n");
      for (let level = 0; level < 5; level++)
        to.write(Buffer.concat([Buffer.from("FRAME\n"), Buffer.alloc(19_200, level)]));
      to.end();
    });
    await new Promise<void>((resolve) => server.listen(path, resolve));
    const { frames, gone } = await run(at(path), (said) => said.gone.length > 0);
    expect(frames.map(({ data }) => data[0])).toEqual([0, 1, 2, 3, 4]);
    expect(gone[0]).toBe(`the program at ${path} ended the stream`);
    expect(heard).toEqual([]);
    server.close();
  });

  it("that is not there is said, and waited for", async () => {
    const path = join(folder, "nobody");
    const { gone } = await run(at(path), (said) => said.gone.length > 0);
    expect(gone[0]).toBe(`no camera program listens at ${path}`);
  });
});

describe("a program whose frames have no heads", () => {
  /** Frames of 160 x 120 bytes of one level each, one after the other with a pause between them. */
  const unframed = (body: string): Capture =>
    byProgram(
      "grey",
      process.execPath,
      "-e",
      `const frame = (level, more = 0) => process.stdout.write(Buffer.alloc(19200 + more, level));
       let n = 0; ${body}`,
    );
  const LEVELS = /^(\d+)(,\1)*$/;

  it("gives them once it has paused between some, in order and each whole", async () => {
    const { frames, damage } = await run(
      unframed("setInterval(() => frame(n++ % 250), 40);"),
      (heard) => heard.frames.length >= 12,
    );
    const levels = frames.slice(0, 12).map(({ data }) => data[0] ?? 0);
    expect(levels).toEqual(levels.map((_, at) => at));
    for (const { data } of frames) expect([...new Set(data)].join(",")).toMatch(LEVELS);
    const times = frames.map(({ t }) => t);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(damage).toEqual([]);
  });

  it("that loses bytes inside a frame is started anew, and no frame comes that was put together of two", async () => {
    const { frames, gone, damage } = await run(
      unframed("setInterval(() => frame(n % 250, n++ === 6 ? -77 : 0), 40);"),
      (heard) => heard.gone.length > 0 && heard.frames.length >= 12,
    );
    for (const { data } of frames) expect(new Set(data).size).toBe(1);
    expect(damage[0]).toBe("cut");
    expect(gone[0]).toMatch(/damaged \(cut\)/);
  });

  it("that writes without end gives none", async () => {
    const { frames, gone } = await run(
      unframed("const more = () => { while (frame(n++ % 250)); }; process.stdout.on('drain', more); more();"),
      (heard) => heard.gone.length > 0,
    );
    expect(frames).toEqual([]);
    expect(gone[0]).toMatch(/damaged/);
  });

  it("recorded ones that are no whole number of frames are refused", async () => {
    const path = join(folder, "frames.grey");
    writeFileSync(path, Buffer.alloc(3 * 19_200 - 5, 9));
    const capture = captureOf({ ...BASE, source: "file", format: "grey", path });
    const { frames, gone } = await run(capture, (heard) => heard.gone.length > 0, path);
    expect(frames).toEqual([]);
    expect(gone[0]).toBe(`${path} has 57595 bytes, which are no whole frames of 19200`);
  });
});

describe("the programs of a configuration", () => {
  it("v4l2: controls one by one, then ffmpeg in grey with heads; the path is never a shell's", () => {
    const { before, controls, stream } = captureOf({
      ...BASE,
      source: "v4l2",
      path: "/dev/v4l/by-id/a b;c",
      format: "yuyv",
      channel: "min-green-blue",
      controls: { auto_exposure: 1, exposure_time_absolute: 20 },
    });
    expect(before.map(({ args }) => args.at(-1))).toEqual(["auto_exposure=1", "exposure_time_absolute=20"]);
    expect(controls?.ask.args.at(-1)).toBe("auto_exposure,exposure_time_absolute");
    const said = "auto_exposure: 1 (Manual Mode)\nexposure_time_absolute: 20\n";
    expect(controlsRefused(controls?.wanted ?? {}, said)).toBeNull();
    expect(controlsRefused({ focus: 0 }, said)).toMatch(/focus is not told, not 0/);
    expect(stream?.program).toBe("ffmpeg");
    expect(stream?.args).toEqual(
      expect.arrayContaining(["yuyv422", "160x120", "/dev/v4l/by-id/a b;c", "yuv4mpegpipe", "gray"]),
    );
  });

  it("rpicam: exposure and gain are fixed", () => {
    const { stream } = captureOf({ ...BASE, source: "rpicam", shutterUs: 2_000, gainPercent: 150 });
    expect(stream?.args.join(" ")).toMatch(/--shutter 2000 --gain 1.50/);
    expect(() => captureOf({ ...BASE, source: "rpicam" })).toThrow(/fixed/);
    // Without it the end of each frame would wait in a buffer for the next one.
    expect(stream?.args).toContain("--flush");
  });

  it("none names a program, and none is started that is not in the release's list", () => {
    const asked = { width: 640, height: 480, fps: 30 };
    const shell = { source: "command", command: ["/bin/sh", "-c", "id"], format: "y4m" };
    const said = cameraSchema.safeParse({ ...asked, ...shell });
    expect(said.error?.message).toMatch(/source command is no more.*source: socket/);
    for (const source of ["v4l2", "rpicam", "socket", "file"])
      expect(cameraSchema.safeParse({ ...asked, ...shell, source }).success).toBe(false);
    const started = [
      { source: "v4l2", path: "/dev/video0", format: "grey", controls: { gain: 1 } },
      { source: "rpicam", shutterUs: 2_000, gainPercent: 150 },
      { source: "socket", path: "/run/camera", format: "y4m" },
      { source: "file", path: "throws.y4m", format: "y4m" },
    ].flatMap((camera) => {
      const { before, controls, stream } = captureOf(cameraSchema.parse({ ...asked, ...camera }));
      const asks = controls === null ? [] : [controls.ask];
      return [...before, ...asks, ...(stream === null ? [] : [stream])].map((one) => one.program);
    });
    expect(started).toEqual(["v4l2-ctl", "v4l2-ctl", "ffmpeg", "rpicam-vid"]);
    for (const program of started) expect(CAMERA_PROGRAMS).toContain(program);
    // An argument of ffmpeg and of v4l2-ctl is a device, and nothing else.
    for (const path of ["-y", "--all", "http://x/y", "concat:/etc/shadow", "video0", "/etc/shadow"])
      expect(cameraSchema.safeParse({ ...asked, source: "v4l2", path, format: "grey" }).success).toBe(false);
  });
});
