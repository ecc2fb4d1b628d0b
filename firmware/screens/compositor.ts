import { spawn } from "node:child_process";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_MS } from "../../src/time/instant.ts";
import { isThere, readdirSync, rmSync, writeFileSync } from "../disk/disk.ts";
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
  readonly isSoftware: boolean;
  readonly clock: Clock;
  /** Of it the compositor gets what its library reads, `WLR_…`: a service's drop-in has the last word on how it draws and on what. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** True: nothing on this machine draws but the processor. */
export const drawsInSoftware = (folder: string = RENDERERS): boolean =>
  !isThere(folder) || !readdirSync(folder).some((name) => name.startsWith("renderD"));

/** Starts the compositor. Rejects when it ends before it answers. */
export async function startCompositor(options: CompositorOptions): Promise<Compositor> {
  const { config, runtime, isSoftware, clock, environment } = options;
  const [file, socket] = [`${runtime}/sway.conf`, `${runtime}/sway.sock`];
  for (const name of readdirSync(runtime))
    if (/^(?:wayland-|sway)/.test(name)) rmSync(`${runtime}/${name}`, { force: true });
  writeFileSync(file, swayConfig(config), { mode: 0o600 });
  const child = spawn(SWAY, [...SWAY_OPTIONS, "--config", file], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      HOME: runtime,
      LANG: "C.UTF-8",
      PATH: "/usr/bin:/bin",
      XDG_RUNTIME_DIR: runtime,
      SWAYSOCK: socket,
      LIBSEAT_BACKEND: "seatd",
      // A table without a keyboard and a mouse is in order.
      WLR_LIBINPUT_NO_DEVICES: "1",
      ...(isSoftware ? { WLR_RENDERER: "pixman" } : {}),
      ...Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith("WLR_"))),
    },
  });
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (status, signal) => resolve(`status ${status ?? signal}`));
  });
  const isRunning = (): boolean =>
    child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  for (let look = 0; look < LOOKS_MOST && !isThere(socket); look++) {
    if (!isRunning()) throw new Error(`the compositor ended with ${await ended}`);
    await clock.sleep(LOOK_US);
  }
  const link = await connectSway(socket);
  // It answers once it has read its configuration and opened its sockets.
  await link.outputs();
  const wayland = readdirSync(runtime).find((name) => /^wayland-\d+$/.test(name));
  if (wayland === undefined) throw new Error("the compositor has no socket for windows");
  return {
    link,
    wayland,
    ended,
    close: () => {
      link.close();
      child.kill("SIGTERM");
    },
  };
}
