import { spawn, type ChildProcess } from "node:child_process";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_MS } from "../../../src/time/instant.ts";
import { errorText } from "../../problem.ts";
import { isThere, readdirSync, rmSync, writeFileSync } from "../../files/disk.ts";
import type { ScreensConfig } from "./config.ts";
import { connectSway, type SwayLink } from "./sway-link.ts";
import { SWAY, SWAY_OPTIONS, swayConfig } from "./sway.ts";

/** How often, and how many times, its socket is looked for after the start. */
const LOOK_US = 100 * US_PER_MS;
const LOOKS_MOST = 200;
/** What the kernel offers for drawing by graphics. */
const RENDERERS = "/dev/dri";

export interface Compositor {
  readonly link: SwayLink;
  /** Name of its socket for windows, in the runtime folder. */
  readonly wayland: string;
  /** Resolves when it has ended, with how. */
  readonly ended: Promise<string>;
  close(): void;
}

export interface CompositorOptions {
  readonly config: ScreensConfig;
  /** Folder in memory, of this user alone. */
  readonly runtime: string;
  readonly clock: Clock;
  /** Of it the compositor gets what its library reads, `WLR_…`: a service's drop-in has the last word on how it draws and on what. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What is started instead of sway; a test's. */
  readonly program?: string;
  /** What the kernel offers for drawing by graphics: `/dev/dri`, but for a test. */
  readonly renderers?: string;
}

/** True: nothing on this machine draws but the processor. */
export const drawsInSoftware = (folder: string = RENDERERS): boolean =>
  !isThere(folder) || !readdirSync(folder).some((name) => name.startsWith("renderD"));

/**
 * Starts the compositor with this machine's graphics card; where it cannot use that (a card without its firmware, an emulated one), once
 * more with the processor drawing, and tells `say`. Rejects when it ends before it answers either way.
 */
export async function startCompositor(
  options: CompositorOptions,
  say: (line: string) => void,
): Promise<{ readonly compositor: Compositor; readonly isSoftware: boolean }> {
  const isSoftware = drawsInSoftware(options.renderers);
  try {
    return { compositor: await startSway(options, isSoftware), isSoftware };
  } catch (error) {
    if (isSoftware || options.environment["WLR_RENDERER"] !== undefined) throw error;
    say(`the graphics of this machine cannot be used (${errorText(error)}): its processor draws`);
    return { compositor: await startSway(options, true), isSoftware: true };
  }
}

/** Rejects when it ends before it answers; it is gone then. */
async function startSway(options: CompositorOptions, isSoftware: boolean): Promise<Compositor> {
  const { config, runtime } = options;
  for (const name of readdirSync(runtime))
    if (/^(?:wayland-|sway)/.test(name)) rmSync(`${runtime}/${name}`, { force: true });
  writeFileSync(`${runtime}/sway.conf`, swayConfig(config), { mode: 0o600 });
  const child = spawnSway(options, isSoftware);
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (status, signal) => resolve(`status ${status ?? signal}`));
  });
  try {
    await waitForSocket(child, ended, options);
    const link = await connectSway(socketIn(runtime));
    // It answers once it has read its configuration and opened its sockets.
    await link.outputs();
    const wayland = readdirSync(runtime).find((name) => /^wayland-\d+$/.test(name));
    if (wayland === undefined) throw new Error("the compositor has no socket for windows");
    const close = (): void => {
      link.close();
      child.kill("SIGTERM");
    };
    return { link, wayland, ended, close };
  } catch (error) {
    child.kill("SIGKILL");
    await ended;
    throw error;
  }
}

const socketIn = (runtime: string): string => `${runtime}/sway.sock`;

function spawnSway({ runtime, environment, program }: CompositorOptions, isSoftware: boolean): ChildProcess {
  return spawn(program ?? SWAY, [...SWAY_OPTIONS, "--config", `${runtime}/sway.conf`], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      HOME: runtime,
      LANG: "C.UTF-8",
      PATH: "/usr/bin:/bin",
      XDG_RUNTIME_DIR: runtime,
      SWAYSOCK: socketIn(runtime),
      LIBSEAT_BACKEND: "seatd",
      // A table without a keyboard and a mouse is in order.
      WLR_LIBINPUT_NO_DEVICES: "1",
      ...(isSoftware ? { WLR_RENDERER: "pixman" } : {}),
      ...Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith("WLR_"))),
    },
  });
}

async function waitForSocket(
  child: ChildProcess,
  ended: Promise<string>,
  { runtime, clock }: CompositorOptions,
): Promise<void> {
  const isRunning = (): boolean =>
    child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  for (let look = 0; look < LOOKS_MOST && !isThere(socketIn(runtime)); look++) {
    if (!isRunning()) throw new Error(`the compositor ended with ${await ended}`);
    await clock.sleep(LOOK_US);
  }
}
