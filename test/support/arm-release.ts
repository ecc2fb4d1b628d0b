import { spawn, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { unpackRelease } from "../../firmware/delivery/releases/unpack.ts";
import { buildRelease } from "../../firmware/delivery/build/build-release.ts";
import { armLibraries } from "./arm-libraries.ts";
import { ROOT } from "./built-release.ts";
import { watch, type Ended, type TableProcess } from "./table-process.ts";
import { NODE_OPTIONS } from "../../firmware/node-options.ts";

/** The release for ARM on a machine of another kind: Debian's qemu-user-static runs its Node, some 20 times slower. */
export interface ArmRelease {
  /** Runs its Node on `args` to its end. */
  node(...args: readonly string[]): Ended;
  /** The same of its command line. */
  run(...args: readonly string[]): Ended;
  /** Starts its command line. */
  start(args: readonly string[]): TableProcess;
}

/** Builds and installs it in a folder, with the libraries of a Debian for ARM. */
export async function armRelease(folder: string): Promise<ArmRelease> {
  const out = join(folder, "out");
  const known = await buildRelease({
    root: ROOT,
    platform: "linux-arm64",
    out,
    noReturn: false,
    packages: null,
  });
  const slot = await unpackRelease(join(folder, "rel"), { from: out, known, platform: null });
  const libraries = join(folder, "libraries");
  mkdirSync(libraries);
  return emulatedRelease(slot, armLibraries(libraries));
}

/** The installed release in `slot`, with the libraries below `root`. */
export function emulatedRelease(slot: string, root: string): ArmRelease {
  const words = (args: readonly string[]): string[] => [
    "-L",
    root,
    join(slot, "runtime/bin/node"),
    ...NODE_OPTIONS,
    ...args,
  ];
  const options = { cwd: slot, env: { ...process.env, NODE_NO_WARNINGS: "1", NODE_OPTIONS: "" } };
  const program = join(slot, "bin/tirada.mjs");
  const node: ArmRelease["node"] = (...args) => {
    const { status, signal, stdout, stderr } = spawnSync("qemu-aarch64-static", words(args), {
      ...options,
      encoding: "utf8",
      maxBuffer: 64 * 1_024 * 1_024,
    });
    return { status, signal, stdout, stderr };
  };
  return {
    node,
    run: (...args) => node(program, ...args),
    start: (args) => watch(spawn("qemu-aarch64-static", words([program, ...args]), options)),
  };
}
