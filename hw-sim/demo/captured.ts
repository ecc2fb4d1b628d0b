import { join } from "node:path";
import { playCapture, type Playing, type PlayOptions } from "../lines/play-capture.ts";
import { BAUDS, type Baud } from "../../drivers/wheel/device.ts";
import { WHEEL_BAUD } from "../../drivers/wheel/pace.ts";
import { openPty } from "../lines/pty.ts";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { makeFolder } from "../../firmware/files/durable.ts";
import { readCapture } from "../../firmware/replay/capture.ts";
import type { Demo } from "../../firmware/cli/laboratory.ts";
import { DEMO_FOLDER, DEMO_NOTES, makeDemoConfig } from "./demo.ts";

const CAPTURE = new URL("../../drivers/wheel/cammegh-ss2/fixtures/ss2-v250-live-part1.log.gz", import.meta.url);
/** A wheel that is played faster needs a faster line; speeds that a port can have. */

function baudAt(speed: number): Baud {
  return BAUDS.find((baud) => baud >= WHEEL_BAUD * speed) ?? 921_600;
}

/** The first number comes so many times as fast: whoever starts a demonstration sees it within seconds. */
const HURRY = { speed: 10, until: /^\*X;5;/ };

/** The log's own pauses (its host was restarted) are not worth waiting for. */
const PAUSE_MAX_US = 5 * US_PER_S;

/** What the wheel says from the moment on that the demonstration plays. */
export function playCaptured(sink: PlayOptions["sink"], clock: Clock, speed: number): Playing {
  const all = readCapture(CAPTURE.pathname).entries.flatMap((entry) =>
    entry.k === "in" ? [{ tUs: entry.t, dir: entry.k, text: entry.bytes.replace(/[\r\n]+$/, "") }] : [],
  );
  // The capture's long unbroken stretch begins with game 011.
  const begin = all.findIndex((line) => line.text.startsWith("*X;2;011;"));
  return playCapture({
    entries: all.slice(Math.max(0, begin)),
    sink,
    clock,
    speed,
    hurry: HURRY,
    longestWaitUs: PAUSE_MAX_US,
    loop: true,
  });
}

/**
 * A real wheel's captured bytes, at `speed` times their own pace, through a real serial port. The whole product runs on
 * it; every screen says that it is a test. `folder`: where journal, key and recordings go.
 */
export async function openCapturedDemo(
  clock: Clock,
  rulebook: string,
  speed: number,
  folder: string = DEMO_FOLDER,
): Promise<Demo> {
  makeFolder(folder);
  const pty = await openPty({ path: join(folder, `wheel-${process.pid}`) });
  let playing: Playing | null = null;
  return {
    config: await makeDemoConfig({
      rulebook,
      log: "tirada.local/demo",
      folder,
      device: { wheel: { device: "cammegh-ss2", path: pty.path, baud: baudAt(Math.max(speed, HURRY.speed)) } },
    }),
    clock,
    follower: null,
    notes: DEMO_NOTES,
    play: () => {
      const sink = (bytes: Uint8Array): Promise<void> => pty.write(bytes);
      playing = playCaptured(sink, clock, speed);
      // The playing ends when the terminal is taken away at the stop.
      playing.done.catch(() => undefined);
    },
    stop: async () => {
      playing?.stop();
      await pty.close();
    },
  };
}
