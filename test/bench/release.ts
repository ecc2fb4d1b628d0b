import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { PlayedShoe } from "../../hw-sim/demo/played-shoe.ts";
import { decksFor } from "../../hw-sim/people/cards/stock.ts";
import { calibrationText } from "../../src/dice/calibration/schema.ts";
import { cardPack } from "../../src/rules/pack.ts";
import { US_PER_MS, US_PER_S } from "../../src/time/instant.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { builtRelease, type BuiltRelease } from "../support/built-release.ts";
import { capturedWheel } from "../support/captured-wheel.ts";
import { serviceOptions } from "../support/service-options.ts";
import { watch } from "../support/table-process.ts";
import { ServedCamera } from "../../hw-sim/models/dice/served-camera.ts";
import type { CameraPlay } from "./dice-camera.ts";
import { filmed, FPS } from "./dice-table.ts";
import { median, type Figure, type Part } from "./figures.ts";

const STARTS = 5;
/** How long a table has stood idle when its memory is read, minutes. */
const IDLE_MINUTES = Number(process.env["TIRADA_IDLE_MINUTES"] ?? "1");
const SIZE = { width: 640, height: 480, sidePx: 44 } as const;
const EMPTY = 60;
const clock = systemClock();

/** A device that does nothing, and the part of a configuration that names it. */
interface IdleDevice {
  readonly table: object;
  readonly parts: object;
  close(): Promise<unknown>;
}

const TABLES: Readonly<Record<string, (folder: string) => Promise<IdleDevice>>> = {
  wheel: idleWheel,
  shoe: idleShoe,
  "dice, a camera of 640x480": idleCamera,
};

/**
 * A built release with its own Node, as the service runs it: how soon its screens are there, and what it holds when nothing happens.
 * `TIRADA_IDLE_MINUTES` says how long nothing happens.
 */
export async function releaseAtRest(): Promise<Part> {
  const release = await builtRelease();
  const figures: Figure[] = [];
  for (const [name, device] of Object.entries(TABLES)) {
    const starts: Started[] = [];
    for (let at = 0; at < STARTS; at++) starts.push(await start(release, device, at === STARTS - 1));
    const of = (what: keyof Started): number[] => starts.map((one) => one[what]);
    const last = starts.at(-1);
    figures.push(
      { name: `${name}: to the screens' address, median`, value: median(of("addressMs")), unit: "ms" },
      { name: `${name}: the same, longest`, value: Math.max(...of("addressMs")), unit: "ms" },
      { name: `${name}: processor time of it, median`, value: median(of("cpuMs")), unit: "ms" },
      { name: `${name}: resident`, value: last?.rssMb ?? NaN, unit: "MB" },
      { name: `${name}: its share of it`, value: last?.pssMb ?? NaN, unit: "MB" },
    );
  }
  return {
    title: "A release at rest",
    about: `built, its own Node, options of the service; ${STARTS} starts on an empty folder, memory after ${IDLE_MINUTES} min idle`,
    figures,
  };
}

interface Started {
  readonly addressMs: number;
  readonly cpuMs: number;
  readonly rssMb: number;
  readonly pssMb: number;
}

async function start(
  { node, program }: BuiltRelease,
  deviceIn: (folder: string) => Promise<IdleDevice>,
  isIdle: boolean,
): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), "tirada-bench-"));
  const device = await deviceIn(folder);
  const config = join(folder, "table.yaml");
  writeFileSync(config, JSON.stringify(configOf(folder, device)));
  const { node: options, env } = serviceOptions();
  const from = clock.now();
  const child = spawn(node, [...options, program, "start", "--config", config], {
    env: { ...process.env, ...env, NODE_OPTIONS: "" },
  });
  const table = watch(child);
  await table.url;
  const addressMs = (clock.now() - from) / US_PER_MS;
  const pid = child.pid ?? 0;
  const cpuMs = processorMs(pid);
  if (isIdle) await clock.sleep(IDLE_MINUTES * 60 * US_PER_S);
  const [rssMb, pssMb] = [megabytes(pid, "Rss"), megabytes(pid, "Pss")];
  child.kill("SIGTERM");
  await table.ended;
  await device.close();
  rmSync(folder, { recursive: true });
  return { addressMs, cpuMs, rssMb, pssMb };
}

const configOf = (folder: string, { table, parts }: IdleDevice): object => ({
  table: { name: "bench", log: "tirada.bench/rest", openAtStart: false, ...table },
  ...parts,
  display: { host: "127.0.0.1", port: 0, metrics: true },
  storage: { folder: join(folder, "storage") },
  test: true,
});

async function idleWheel(folder: string): Promise<IdleDevice> {
  const wheel = await capturedWheel(folder, clock, 1);
  return {
    table: { rulebook: "cl/ruleta-francesa" },
    parts: { wheel: { device: "cammegh-ss2", path: wheel.path, ask: false } },
    close: () => wheel.close(),
  };
}

async function idleShoe(folder: string): Promise<IdleDevice> {
  const rulebook = "cl/punto-y-banca";
  const game = cardPack(loadPack(rulebook).pack).cards;
  const decks = decksFor(game, game.decks.counts[0] ?? 1, "identities");
  const path = join(folder, "shoe");
  const device = { kind: 2, device: 1, decks: decks.length, random: randomFrom(rulebook) } as const;
  const shoe = await PlayedShoe.open(device, path, clock, () => undefined);
  return {
    table: { rulebook },
    parts: { shoe: { device: "tirada-shoe", path, decks: decks.map(({ id, back }) => ({ id, back })) } },
    close: () => shoe.close(),
  };
}

/** A camera over an empty arena, a program of its own. */
async function idleCamera(folder: string): Promise<IdleDevice> {
  const { table, width, height, empty } = (emptyArena ??= filmed("bench rest", SIZE, 0, EMPTY));
  const calibration = join(folder, "eye.calibration.json");
  writeFileSync(calibration, calibrationText(table.calibration));
  const film = join(folder, "film");
  writeFileSync(film, Buffer.concat(empty.map(({ data }) => data)));
  const frames = (IDLE_MINUTES + 1) * 60 * FPS;
  const order = Array.from({ length: frames }, (_, at) => at % EMPTY);
  const play: CameraPlay = { width, height, fps: FPS, film, order, lastMoves: [], log: join(folder, "log") };
  const file = join(folder, "play.json");
  writeFileSync(file, JSON.stringify(play));
  const path = join(folder, "camera");
  const program = new URL("./dice-camera.ts", import.meta.url).pathname;
  const served = await ServedCamera.open(path, [process.execPath, program, file]);
  const camera = { source: "socket", path, width, height, fps: FPS, format: "y4m" };
  return {
    table: { rulebook: "es-cb/banca-francesa" },
    parts: { dice: { eye: { device: "tirada-eye", camera, calibration } } },
    close: () => served.close(),
  };
}
let emptyArena: ReturnType<typeof filmed> | null = null;

/** Time that all threads of a process have had, milliseconds (proc(5), `utime` and `stime` in hundredths of a second). */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** `Rss`: what of a process is in memory; `Pss`: its share of what others have too. Megabytes (proc(5), `smaps_rollup`). */
function megabytes(pid: number, field: "Rss" | "Pss"): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const [, kilobytes = "NaN"] = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(text) ?? [];
  return Number(kilobytes) / 1024;
}
