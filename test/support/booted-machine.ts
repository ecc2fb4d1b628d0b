import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { systemClock } from "../../src/time/system-clock.ts";
import { US_PER_MS } from "../../src/time/instant.ts";
import { ROOT } from "./built-release.ts";

/** A Debian of its own with systemd in namespaces of this kernel (test/kiosk/boot.sh): what its script found is a text. */

const BOOT = fileURLToPath(new URL("../kiosk/boot.sh", import.meta.url));
const LOOK_US = 200 * US_PER_MS;

/** A bare Debian on which the unit's package is installed, made once (test/joining/make-root.sh). */
export const BARE_DEBIAN =
  process.env["TIRADA_JOINING_ROOT"] ?? join(ROOT, "node_modules/.cache/tirada/joining-root");

/** What is missing on this machine, as one line; null: nothing is. `cache`: where its root is kept. */
export function bootMissing(cache: string): string | null {
  const needed = {
    "util-linux": "/usr/bin/unshare",
    iproute2: "/usr/sbin/ip",
    debootstrap: "/usr/sbin/debootstrap",
    dpkg: "/usr/bin/dpkg-deb",
  };
  const missing = Object.entries(needed).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
  if (process.getuid?.() !== 0) return "it takes root";
  if (existsSync(join(cache, "made"))) return null;
  return missing.length === 0 ? null : `these Debian packages are missing: ${missing.join(", ")}`;
}

/**
 * Boots it over `cache`'s root, which stays as it is, with `folder` at /run/bench, until it ends by itself or `mostUs` are over. `meanwhile`
 * is what others do. Gives what its script wrote into results.txt.
 */
export async function bootMachine(
  cache: string,
  folder: string,
  mostUs: number,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const clock = systemClock();
  const machine = spawn(BOOT, [join(cache, "root"), folder], { detached: true, stdio: "ignore" });
  const state = { isOver: false };
  machine.once("close", () => (state.isOver = true));
  const late = clock.after(mostUs, "machine", () => {
    if (machine.pid !== undefined) process.kill(-machine.pid, "SIGKILL");
  });
  while (!state.isOver) {
    await meanwhile();
    await clock.sleep(LOOK_US);
  }
  late.cancel();
  const results = join(folder, "results.txt");
  return existsSync(results) ? readFileSync(results, "utf8") : "the machine said nothing";
}
