import { join } from "node:path";
import type { Config, DiceConfig } from "../../firmware/table/config/config.ts";
import type { DiceDeviceConfig } from "../../firmware/table/config/dice-config.ts";
import type { CameraConfig } from "../../drivers/dice/camera/config.ts";
import { THROWER_PORT } from "../../src/recording/entry.ts";
import type { DicePack } from "../../src/rules/pack.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import type { Clock } from "../../src/time/clock.ts";
import { makeFolder } from "../../firmware/files/durable.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { SHAKER_NAME, shownInstallation, type Installed } from "../people/dice/install.ts";
import { OwedFaults, type WantedFault } from "../people/cards/owed-faults.ts";
import { DicePeople } from "../people/dice/people.ts";
import { EXIT, Problem } from "../../firmware/problem.ts";
import { RATE, type Ready, type Scenery } from "./camera/messages.ts";
import { PlayedCamera } from "./camera/played-camera.ts";
import { showable } from "./camera/shown-throw.ts";
import { setUpTable } from "./camera/set-up.ts";
import type { Demo } from "../../firmware/cli/laboratory.ts";
import { DEMO_FOLDER, DEMO_NOTES, makeDemoConfig } from "./demo.ts";
import { DiceSeat } from "./dice-seat.ts";
import { DICE_TABLES } from "./tables.ts";
import { PlayedDice } from "./dice-world.ts";
import { DemoBroker } from "../lines/mqtt-broker.ts";
import { DemoOver } from "./over.ts";
import { DeviceTerminal, type DeviceLine } from "../lines/terminal.ts";
import type { CameraSetup } from "../models/dice/camera-setup.ts";
import { ServedCamera } from "../models/dice/served-camera.ts";
import { NODE_OPTIONS } from "../../firmware/node-options.ts";

export interface DiceChoice {
  readonly rulebook: string;
  /** How many times faster than people play. */
  readonly speed: number;
  readonly seed: string;
  /** What goes wrong, of a scenario; absent: what a demonstration shows. */
  readonly wanted?: readonly WantedFault[];
  /** Folder for journal, calibration, pictures and terminals; default: a folder of the table's own. */
  readonly folder?: string;
}

/** A demonstrated dice table, with its camera. */
export interface DiceDemo extends Demo {
  readonly camera: Pick<PlayedCamera, "unplug">;
  readonly setup: CameraSetup;
}

const NOTES: readonly string[] = [
  ...DEMO_NOTES,
  "simulated people throw and press the keys; whoever signs in may press them too",
  "the camera's pictures are rendered; the eye reads them as it reads any camera's",
];

const CAMERA_PROGRAM = new URL("./camera/program.ts", import.meta.url).pathname;

/**
 * A dice table without hardware: a program renders its dice and streams the pictures as a camera's would, the eye reads them, and
 * simulated people throw, err and press keys at the pace of people. Calibrating its camera takes some seconds.
 */
export async function openDiceDemo(
  clock: Clock,
  { rulebook, speed, seed, ...choice }: DiceChoice,
  onTrouble: (line: string) => void,
): Promise<DiceDemo> {
  const pack = playable(rulebook);
  const folder = choice.folder ?? join(DEMO_FOLDER, rulebook.replace("/", "-"));
  makeFolder(folder);
  const installed = shownInstallation(pack);
  const { wanted } = choice;
  requireShowable(wanted ?? [], showable(installed));
  const calibration = join(folder, "eye.json");
  const scenery: Scenery = {
    rulebook,
    seed,
    setup: await setUpTable(rulebook, calibration),
    calibration,
    ...(wanted === undefined ? {} : { isPlanned: true }),
  };
  const socket = join(folder, `eye-${process.pid}`);
  const camera = await PlayedCamera.open({ path: socket, scenery });
  const frames = await serveCamera(socket);
  // What was opened is closed where the rest cannot be: a start that is refused ends.
  const thrower = await openThrower(installed, folder, clock, onTrouble).catch(async (error: unknown) => {
    await camera.close();
    await frames.close();
    throw error;
  });
  const config = await configOf(thrower?.config ?? null, scenery, folder, socket);
  const seat = new DiceSeat({ clock, speed, line: thrower?.line ?? null });
  const world = new PlayedDice({ installed, seed, camera, seat, speed });
  let playing: Promise<void> | null = null;
  return {
    config,
    clock,
    follower: null,
    notes: NOTES,
    camera,
    setup: scenery.setup,
    play: (unit) => {
      seat.sitAt(unit);
      const owed = new OwedFaults(wanted ?? []);
      const from = clock.now();
      const next = (): string | null => {
        const fault = owed.next((clock.now() - from) * speed, showable(installed));
        if (fault !== null) owed.settle(fault);
        return fault;
      };
      playing ??= play(pack, world, (n) => camera.prepare(n, next()), seed).catch((error: unknown) => {
        // A key that could not be kept is the end of the unit, which says so itself.
        if (!(error instanceof DemoOver))
          onTrouble(`demonstration: ${error instanceof Error ? error.message : String(error)}`);
      });
    },
    stop: async () => {
      await camera.close();
      await seat.close();
      await frames.close();
      await playing;
    },
  };
}

/** Throw after throw until the demonstration is over. */
async function play(
  pack: DicePack,
  world: PlayedDice,
  prepare: (n: number) => Promise<Ready>,
  seed: string,
): Promise<void> {
  const people = new DicePeople({ world, pack, random: randomFrom(`${seed}/people`) });
  for (let n = 1; ; n++) {
    world.next = await prepare(n);
    // A table that would not open its bets is waited for: a visitor may have closed it.
    if ((await people.play(world.next.truth)) === null) await world.wait(5_000_000);
  }
}

/** Throws a Problem for a fault that no picture of these dice can show. */
function requireShowable(wanted: readonly WantedFault[], can: readonly string[]): void {
  const other = wanted.find(({ fault }) => !can.includes(fault));
  if (other !== undefined)
    throw new Problem(
      EXIT.usage,
      `a demonstration cannot show "${other.fault}" at this table; it can: ${can.join(", ")}. tirada sim play plays the scenario`,
    );
}

/** Throws a Problem for a rulebook that has no dice. */
function playable(rulebook: string): DicePack {
  const { pack } = loadPack(rulebook);
  if (pack.family === "dice") return pack;
  throw new Problem(
    EXIT.usage,
    `--rulebook ${rulebook}: the simulated dice table plays ${DICE_TABLES.rulebooks().join(", ")}`,
  );
}

interface OpenThrower {
  readonly config: DiceDeviceConfig;
  readonly line: DeviceLine;
}

/** The line to what throws the dice, and its section of the configuration: a terminal, or the topics of a broker. */
async function openThrower(
  { thrower }: Installed,
  folder: string,
  clock: Clock,
  onTrouble: (line: string) => void,
): Promise<OpenThrower | null> {
  if (thrower === null) return null;
  if (thrower === "shaker-mqtt") {
    const broker = await DemoBroker.open();
    return { config: { device: thrower, id: SHAKER_NAME, url: broker.url, wait: true }, line: broker };
  }
  const path = join(folder, `${THROWER_PORT}-${process.pid}`);
  const line = await DeviceTerminal.open({
    path,
    hostLimit: 4_096,
    healing: { clock, device: "a simulated device", onTrouble },
  });
  return { config: { device: thrower, path, wait: true }, line };
}

function configOf(
  thrower: DiceDeviceConfig | null,
  scenery: Scenery,
  folder: string,
  socket: string,
): Promise<Config> {
  const { rulebook, calibration } = scenery;
  const dice: DiceConfig = {
    eye: {
      device: "tirada-eye",
      camera: cameraOf(scenery, socket),
      calibration,
      wait: true,
      knows: [],
      picturesMegabytes: 64,
    },
    ...(thrower === null ? {} : { thrower }),
    witnessRequired: false,
  };
  return makeDemoConfig({
    rulebook,
    folder,
    log: `tirada.local/demo-${rulebook.replace("/", "-")}`,
    device: { dice },
  });
}

/** Where the camera of a table, which hears at this socket what to show, gives its frames. */
const framesOf = (socket: string): string => `${socket}-frames`;

/** Gives the frames of the camera that hears at this socket what to show. */
export const serveCamera = (socket: string): Promise<ServedCamera> =>
  ServedCamera.open(framesOf(socket), [process.execPath, ...NODE_OPTIONS, CAMERA_PROGRAM, socket]);

/** The camera as the table's configuration names it: a program that gives frames at a socket. */
export function cameraOf({ setup }: Scenery, socket: string): CameraConfig {
  const { width, height } = setup.setting.camera;
  const frames = { source: "socket", path: framesOf(socket), format: "y4m" } as const;
  return { ...frames, width, height, fps: RATE, channel: "luma", controls: {} };
}
