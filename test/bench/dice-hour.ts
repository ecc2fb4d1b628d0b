import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { GreyImage } from "../../src/vision/grey-image.ts";
import { filmed, FPS, type Film } from "./dice-table.ts";
import { WatchDesk } from "./dice-watch.ts";
import type { Figure, Part } from "./figures.ts";

const SIZE = { width: 400, height: 300, sidePx: 40 } as const;
const FRAMES = 3_600 * FPS;
/** A throw every half a minute. */
const THROW_EVERY = 30 * FPS;
const REPORT_EVERY = 600 * FPS;
const EMPTY = 40;
const THROWS = 3;

/** An hour of video as fast as it goes, a throw every half a minute: what memory does. */
export function diceHour(): Promise<Part> {
  const film = filmed("bench hour", SIZE, THROWS, EMPTY);
  const desk = new WatchDesk(film);
  const from = process.cpuUsage();
  const figures: Figure[] = [];
  const report = (): void => {
    collect();
    const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
    const minutes = Math.round(desk.frames / FPS / 60);
    const note = `heap ${mib(heapUsed).toFixed(1)}, array buffers ${mib(arrayBuffers).toFixed(1)} MiB; ${desk.readMs.length} throws read`;
    process.stderr.write(`bench: ${minutes} min of video: ${mib(rss).toFixed(0)} MiB, ${note}\n`);
    figures.push({ name: `after ${minutes} min of video: resident`, value: mib(rss), unit: "MiB", note });
  };
  let reported = 0;
  for (const frame of pictures(film)) {
    desk.feed([frame]);
    if (desk.frames < reported * REPORT_EVERY || desk.frames === 0) continue;
    report();
    reported = Math.floor(desk.frames / REPORT_EVERY) + 1;
  }
  const { user, system } = process.cpuUsage(from);
  figures.push({
    name: "faster than the camera",
    value: FRAMES / FPS / ((user + system) / 1e6),
    unit: "times",
    note: `${FRAMES} frames, CPU time`,
  });
  return Promise.resolve({
    title: "An hour of dice video",
    about: `${SIZE.width}x${SIZE.height} through splitter, scene and both readers; memory after collecting garbage`,
    figures,
  });
}

/** Noise of the empty table, and in each half minute a throw that is taken up again. */
function* pictures({ empty, throws }: Film): Generator<GreyImage> {
  for (let at = 0; at < FRAMES;) {
    const one = throws[Math.floor(at / THROW_EVERY) % throws.length];
    if (one === undefined) return;
    const shown = [...one.moving, ...one.resting, ...one.resting, ...one.resting];
    for (let within = 0; within < THROW_EVERY && at < FRAMES; within++, at++) {
      const frame = shown[within] ?? empty[within % empty.length];
      if (frame !== undefined) yield frame;
    }
  }
}

function collect(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

const mib = (bytes: number): number => bytes / 1_048_576;
