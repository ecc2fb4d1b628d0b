import { join } from "node:path";
import { isThere, readdirSync } from "../../files/disk.ts";
import { kernelText, observe, type Observed } from "./observed.ts";
import { MACHINE_PATHS, type MachinePaths } from "./machine.ts";

/** What the service `tirada-screens` needs, by Debian's packages. */
const NEEDED: Readonly<Record<string, string>> = {
  sway: "/usr/bin/sway",
  seatd: "/usr/sbin/seatd",
  chromium: "/usr/lib/chromium/chromium",
};

/** Whether this machine could show the table's pages on monitors of its own. */
export interface OwnScreens {
  /** Packages that are not installed. */
  readonly missing: readonly string[];
  /** Outputs on which the kernel sees a monitor. */
  readonly monitors: Observed<readonly string[]>;
}

/** `needed`: files by the packages that bring them; tests give their own. */
export function lookAtOwnScreens(
  paths: MachinePaths = MACHINE_PATHS,
  needed: Readonly<Record<string, string>> = NEEDED,
): OwnScreens {
  return {
    missing: Object.entries(needed).flatMap(([name, path]) => (isThere(path) ? [] : [name])),
    monitors: observe(() => monitorsIn(join(paths.sys, "class/drm"))),
  };
}

/** Connectors such as `card0-HDMI-A-1`; null: this machine has no graphics. */
function monitorsIn(folder: string): readonly string[] | null {
  if (!isThere(folder)) return null;
  const connectors = readdirSync(folder).filter((name) => /^card\d+-./.test(name));
  return connectors
    .filter((name) => kernelText(join(folder, name, "status")) === "connected")
    .map((name) => name.replace(/^card\d+-/, ""))
    .toSorted();
}
