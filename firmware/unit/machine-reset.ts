import { join } from "node:path";
import { isThere, readdirSync, readFileSync } from "../files/disk.ts";

/** Why the machine's own watchdog says that it was started last: it hung, was too hot, or had too little power. */
export type MachineReset = "watchdog" | "overheated" | "power-low";

/** What the kernel has of it (`WDIOF_…` of linux/watchdog.h), the gravest first. */
const CAUSES: readonly (readonly [bit: number, cause: MachineReset])[] = [
  [0x0020, "watchdog"],
  [0x0001, "overheated"],
  [0x0010, "power-low"],
];

/** Null: it was started otherwise, or its watchdog does not say. `sys`: where the kernel shows its devices. */
export function machineReset(sys = "/sys"): MachineReset | null {
  try {
    const folder = join(sys, "class/watchdog");
    const status = (isThere(folder) ? readdirSync(folder) : []).reduce(
      (bits, name) => bits | statusIn(join(folder, name, "bootstatus")),
      0,
    );
    return CAUSES.find(([bit]) => (status & bit) !== 0)?.[1] ?? null;
  } catch {
    // No start fails for what a kernel does not show.
    return null;
  }
}

function statusIn(path: string): number {
  const status = isThere(path) ? Number(readFileSync(path, "utf8").trim()) : 0;
  return Number.isSafeInteger(status) ? status : 0;
}
