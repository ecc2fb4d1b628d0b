import { fork, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NODE_OPTIONS } from "../../firmware/node-options.ts";
import { ServedCamera } from "../../hw-sim/models/dice/served-camera.ts";
import { openPty } from "../../hw-sim/lines/pty.ts";
import { US_PER_MS, US_PER_S } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { serviceOptions } from "../support/service-options.ts";
import { writeConfig } from "../support/table-process.ts";
import { cameraIn, configFile, figuresOfThrows, readable, SIZE, writePlay } from "./dice-latency.ts";
import { filmed, FPS } from "./dice-table.ts";
import { figuresOfMoments, play, type Moments } from "./latency.ts";
import type { Figure, Part } from "./figures.ts";
import { CHROMIUM, paintWatch, type PaintWatch } from "./paint.ts";
import type { Said } from "./pi-unit.ts";
import { quarterCore, type QuarterCore } from "./quarter-core.ts";

const MEMORY_MB = 512;
const THROWS = 4;
const ROUNDS = 2;
/** Pictures of the empty table before the first throw: until the small machine has its display. */
const FIRST = 60 * FPS;
const EMPTY = 20;
const RESULTS = 20;
/** Around what decides, so that nothing of one result is still under way at the next. */
const REST_US = 1.5 * US_PER_S;
const clock = systemClock();

/**
 * What keeps pace on a small Raspberry Pi: the unit with its threads, its eye and Chromium with the players' display, all of them together
 * held to a quarter of a core of this machine and to 512 MB. Camera and wheel are played from outside.
 */
export async function smallMachine(): Promise<Part> {
  // What has to be drawn is drawn by the whole machine.
  const film = filmed("bench table", SIZE, THROWS, EMPTY);
  const shown = readable(film);
  const folder = mkdtempSync(join(tmpdir(), "tirada-bench-"));
  try {
    const [dice, isHeld] = await inGroup(folder, (group) => throwsOn(group, folder, film, shown));
    const [wheel] = await inGroup(folder, (group) => spinsOn(group, folder));
    return {
      title: "A quarter of a core and 512 MB",
      about: isHeld
        ? `unit, eye and Chromium with the display together, by the kernel's groups of processes; a camera of ${SIZE.width}x${SIZE.height} at ${FPS} frames/s, then a wheel`
        : "NOT HELD: only root may make groups of processes here; these are the figures of the whole machine",
      figures: [...dice, ...wheel],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Measures with a group of its own, and says what memory that took; whether it was held to one at all. */
async function inGroup(
  folder: string,
  measure: (
    group: QuarterCore | null,
  ) => Promise<{ readonly title: string; readonly figures: readonly Figure[] }>,
): Promise<readonly [figures: Figure[], isHeld: boolean]> {
  const group = quarterCore(folder, MEMORY_MB);
  try {
    const { title, figures } = await measure(group);
    const most = group?.mostMb() ?? null;
    const memory: Figure = {
      name: "memory at most, with files that are kept in it",
      value: most ?? Number.NaN,
      unit: "MB",
    };
    const all = most === null ? figures : [...figures, memory];
    return [all.map((figure) => ({ ...figure, name: `${title}: ${figure.name}` })), group !== null];
  } finally {
    group?.remove();
  }
}

/** A unit in the group. */
class HeldUnit {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly url: Promise<string>;
  #results: (results: ReadonlyMap<number, Moments>) => void = () => undefined;
  count = 0;

  constructor(group: QuarterCore | null, config: string, throws: number) {
    const { node, env } = serviceOptions();
    this.#child = fork(new URL("./pi-unit.ts", import.meta.url), [config, String(throws)], {
      execPath: group?.holding(process.execPath) ?? process.execPath,
      execArgv: [...NODE_OPTIONS, ...node],
      env: { ...process.env, ...env },
    });
    this.#ended = new Promise((resolve) => this.#child.once("close", resolve));
    this.url = new Promise((resolve, reject) => {
      this.#child.once("exit", (status) => reject(new Error(`the unit ended with ${status}`)));
      this.#child.on("message", (said: Said) => {
        if ("url" in said) resolve(said.url);
        else if ("count" in said) this.count = said.count;
        else this.#results(new Map(said.results));
      });
    });
  }

  /** Stops the unit. Rejects with an Error where it died before. */
  async results(): Promise<ReadonlyMap<number, Moments>> {
    const told = new Promise<ReadonlyMap<number, Moments>>((resolve) => (this.#results = resolve));
    if (!this.#child.connected) throw new Error("the unit died");
    this.#child.send("stop");
    const results = await told;
    await this.#ended;
    return results;
  }
}

interface Started {
  readonly unit: HeldUnit;
  readonly screen: PaintWatch;
  readonly figures: readonly Figure[];
}

async function startOn(group: QuarterCore | null, config: string, throws: number): Promise<Started> {
  const from = clock.now();
  const unit = new HeldUnit(group, config, throws);
  const url = await unit.url;
  const there = clock.now();
  const screen = await paintWatch(url, clock, group?.holding(CHROMIUM));
  const ms = (to: number): number => (to - from) / US_PER_MS;
  const figures: Figure[] = [
    { name: "start, from the source, to the screens' address", value: ms(there), unit: "ms" },
    { name: "start to the display in a new Chromium", value: ms(clock.now()), unit: "ms" },
  ];
  return { unit, screen, figures };
}

async function throwsOn(
  group: QuarterCore | null,
  folder: string,
  film: ReturnType<typeof filmed>,
  shown: ReturnType<typeof readable>,
): Promise<{ title: string; figures: Figure[] }> {
  const played = writePlay(folder, film, shown, { rounds: ROUNDS, first: FIRST });
  const program = new URL("./dice-camera.ts", import.meta.url).pathname;
  const camera = await ServedCamera.open(cameraIn(folder), [
    process.execPath,
    program,
    join(folder, "play.json"),
  ]);
  try {
    const { unit, screen, figures } = await startOn(group, configFile(folder, film), played.lastMoves.length);
    const movedBy = (): number[] => readFileSync(played.log, "utf8").split("\n").filter(Boolean).map(Number);
    // A camera that is not read waits: what is behind its pace is late, and shows in the instants.
    for (let waited = 0; movedBy().length < played.lastMoves.length && waited < 300; waited++)
      await clock.sleep(US_PER_S);
    await clock.sleep(5 * US_PER_S);
    const painted = await screen.painted();
    await screen.close();
    const results = [...(await unit.results()).values()].map(({ read, judged, committed }) => ({
      told: read,
      judged,
      committed,
    }));
    const moved = movedBy();
    const shownFrames = (played.lastMoves[moved.length - 1] ?? 0) - (played.lastMoves[0] ?? 0);
    const rate = (shownFrames * US_PER_S) / ((moved.at(-1) ?? 0) - (moved[0] ?? 0));
    return {
      title: "dice",
      figures: [
        ...figures,
        { name: "frames watched", value: rate, unit: "frames/s", note: `the camera gives ${FPS}` },
        ...figuresOfThrows(moved, results, painted, played.lastMoves.length),
      ],
    };
  } finally {
    await camera.close();
  }
}

async function spinsOn(
  group: QuarterCore | null,
  folder: string,
): Promise<{ title: string; figures: Figure[] }> {
  const pty = await openPty({ path: join(folder, "wheel") });
  const config = writeConfig({ folder, wheel: pty.path, storage: join(folder, "wheel-storage") });
  try {
    const { unit, screen, figures } = await startOn(group, config, 0);
    const written = await play(
      (bytes) => pty.write(bytes),
      clock,
      () => unit.count >= RESULTS,
      REST_US,
    );
    const painted = await screen.painted();
    await screen.close();
    const results = await unit.results();
    return {
      title: "wheel",
      figures: [...figures, ...figuresOfMoments(written, results, new Map(), painted, REST_US)],
    };
  } finally {
    await pty.close();
  }
}
