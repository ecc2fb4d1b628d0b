import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pipeline } from "../../firmware/table/pipeline/pipeline.ts";
import { runTable, type RunningTable } from "../../firmware/unit/run.ts";
import { calibrationText } from "../../src/dice/calibration/schema.ts";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_MS } from "../../src/time/instant.ts";
import { ServedCamera } from "../../hw-sim/models/dice/served-camera.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { configOf } from "../support/journal-reading.ts";
import type { CameraPlay } from "./dice-camera.ts";
import { filmed, FPS, type Film, type FilmedThrow } from "./dice-table.ts";
import { WatchDesk } from "./dice-watch.ts";
import { percentile, type Figure, type Part } from "./figures.ts";
import { paintWatch } from "./paint.ts";

export const SIZE = { width: 640, height: 480, sidePx: 44 } as const;
/** Different throws, and how often they are shown. */
const THROWS = 10;
const ROUNDS = 2;
/** Pictures before the first throw, of dice at rest, and between two throws. */
const FIRST = 3 * FPS;
const REST = 3 * FPS;
const PAUSE = Math.round(1.5 * FPS);
const EMPTY = 20;
const EYE = "eye";

/** Instants of one throw, µs of the machine's monotonic clock. */
export interface Moments {
  readonly told: number;
  readonly judged: number;
  committed: number;
}

/** From the last movement in front of the camera to each place that the throw passes: a whole unit with its eye thread. */
export async function diceLatency(): Promise<Part> {
  const clock = systemClock();
  const folder = mkdtempSync(join(tmpdir(), "tirada-bench-"));
  const film = filmed("bench table", SIZE, THROWS, EMPTY);
  const shown = readable(film);
  const play = writePlay(folder, film, shown);
  const program = new URL("./dice-camera.ts", import.meta.url).pathname;
  const camera = await ServedCamera.open(cameraIn(folder), [
    process.execPath,
    program,
    join(folder, "play.json"),
  ]);
  const results = new Map<number, Moments>();
  const stopWatching = watchVerdicts(clock, results);
  const table = await runTable({
    config: configOf(configFile(folder, film)),
    clock,
    onRecord: ({ body, seq }) => {
      const moments = results.get(seq);
      if (body.kind === "result" && moments !== undefined) moments.committed = clock.now();
    },
    onNotice: () => undefined,
  });
  const screen = await paintWatch(table.url, clock);
  const most = (play.order.length / FPS + 10) * 1_000_000;
  await announceAll(table, clock, clock.now() + most, play.lastMoves.length);
  const painted = await screen.painted();
  await screen.close();
  await table.stop("bench");
  await camera.close();
  stopWatching();
  const moved = readFileSync(play.log, "utf8").trim().split("\n").map(Number);
  rmSync(folder, { recursive: true });
  return {
    title: "From the last movement to the screen",
    about: `a whole unit with its eye thread and a camera program at ${SIZE.width}x${SIZE.height}, ${FPS} frames/s; 300 ms of stillness are meant`,
    figures: figuresOfThrows(moved, [...results.values()], painted, play.lastMoves.length),
  };
}

/** Throws that splitter, scene and readers can read by themselves: the others have no result to wait for. */
export function readable(film: Film): FilmedThrow[] {
  return film.throws.filter((one) => {
    const desk = new WatchDesk(film);
    for (const frames of [film.empty, one.moving, one.resting]) desk.feed(frames);
    return desk.readable === 1;
  });
}

export function writePlay(
  folder: string,
  film: Film,
  shown: readonly FilmedThrow[],
  { rounds, first } = { rounds: ROUNDS, first: FIRST },
): CameraPlay {
  const frames = [...film.empty];
  const order: number[] = [];
  const lastMoves: number[] = [];
  const cycle = (first: number, length: number, count: number): void => {
    for (let at = 0; at < count; at++) order.push(first + (at % length));
  };
  cycle(0, film.empty.length, first);
  const places = shown.map(({ moving, resting }) => {
    const from = frames.length;
    frames.push(...moving, ...resting);
    return { from, moving: moving.length, resting: resting.length };
  });
  for (let round = 0; round < rounds; round++)
    for (const { from, moving, resting } of places) {
      cycle(from, moving, moving);
      lastMoves.push(order.length - 1);
      cycle(from + moving, resting, REST);
      cycle(0, film.empty.length, PAUSE);
    }
  const path = join(folder, "film");
  writeFileSync(path, Buffer.concat(frames.map(({ data }) => data)));
  const { width, height } = film;
  const play = { width, height, fps: FPS, film: path, order, lastMoves, log: join(folder, "log") };
  writeFileSync(join(folder, "play.json"), JSON.stringify(play));
  writeFileSync(play.log, "");
  return play;
}

export const cameraIn = (folder: string): string => join(folder, "camera");

export function configFile(folder: string, { table, width, height }: Film): string {
  const calibration = join(folder, "eye.calibration.json");
  writeFileSync(calibration, calibrationText(table.calibration));
  const file = join(folder, "table.yaml");
  writeFileSync(
    file,
    JSON.stringify({
      table: {
        name: "bench",
        log: "tirada.bench/dice",
        rulebook: "es-cb/banca-francesa",
        openAtStart: true,
      },
      dice: {
        eye: {
          device: "tirada-eye",
          camera: { source: "socket", path: cameraIn(folder), width, height, fps: FPS, format: "y4m" },
          calibration,
        },
      },
      display: { port: 0 },
      storage: { folder: join(folder, "storage") },
      test: true,
    }),
  );
  return file;
}

/** Notes when each throw's line came in and when its result left the pipeline, before anything was durable. */
export function watchVerdicts(clock: Clock, results: Map<number, Moments>): () => void {
  const own = Reflect.get(Pipeline.prototype, "feed");
  Pipeline.prototype.feed = function (entry) {
    const fed = own.call(this, entry);
    for (const { body, seq } of fed.records)
      if (body.kind === "result")
        results.set(seq, { told: entry.t, judged: clock.now(), committed: Number.NaN });
    return fed;
  };
  return () => {
    Pipeline.prototype.feed = own;
  };
}

/** Announces each result, as the banker does, until the film is over. */
export async function announceAll(
  table: RunningTable,
  clock: Clock,
  until: number,
  wanted: number,
  isOver = () => false,
): Promise<void> {
  let announced = 0;
  let last = 0;
  while (clock.now() < until && announced < wanted && !isOver()) {
    await clock.sleep(50_000);
    const { phase, round } = table.unit.shown.durable;
    if (phase === "undecided")
      await table.unit.press({ key: "open-bets" }, { role: "jefe-de-mesa", name: EYE });
    if (phase !== "result" || round === last) continue;
    last = round;
    announced++;
    await clock.sleep(500_000);
    await table.unit.press({ key: "announce", round }, { role: "croupier", name: EYE });
  }
  await clock.sleep(1_000_000);
}

/** From the last movement of each throw to each place that it passes: instants of movements, results and paints. */
export function figuresOfThrows(
  moved: readonly number[],
  results: readonly Moments[],
  painted: readonly number[],
  thrown: number,
): Figure[] {
  const spans: Record<string, number[]> = {
    "told at rest and read": [],
    verdict: [],
    "certified: signed and durable": [],
    "painted in Chromium": [],
  };
  for (const { told: reported, judged, committed } of results) {
    const start = moved.findLast((at) => at < reported) ?? Number.NaN;
    const drawn = painted.find((at) => at > judged) ?? Number.NaN;
    const ends = [reported, judged, committed, drawn - judged > 2_000_000 ? Number.NaN : drawn];
    Object.keys(spans).forEach((name, at) => {
      const ms = ((ends[at] ?? Number.NaN) - start) / US_PER_MS;
      if (Number.isFinite(ms)) spans[name]?.push(ms);
    });
  }
  return Object.entries(spans).flatMap(([name, values]): Figure[] =>
    [0.5, 0.99].map((share) => ({
      name: `last movement to ${name}, p${100 * share}`,
      value: percentile(values, share),
      unit: "ms",
      note: `${values.length} results of ${thrown} throws`,
    })),
  );
}
