import { join } from "node:path";
import { isThere, readdirSync } from "../../files/disk.ts";
import type { Finding } from "../doctor/report.ts";
import { machineReset } from "../../unit/machine-reset.ts";
import { MACHINE_PATHS, type MachinePaths } from "../doctor/machine.ts";
import { readSteps, type DeviceSteps } from "./steps-file.ts";
import type { SeenWord } from "./words.ts";

/** The acceptance of a whole unit: its steps, and what is seen of it. */

export const unitSteps = (): DeviceSteps => readSteps(new URL("unit.yaml", import.meta.url), null);

/** The doctor's findings in the words of the steps: `well disk`, `attention temperature`. */
export const wordsOfFindings = (findings: readonly Pick<Finding, "level" | "subject">[]): readonly SeenWord[] =>
  findings.map(({ level, subject }) => ({ word: `${level} ${subject}` }));

/** What the machine's watchdog says of its last start. */
export function wordsOfReset(paths: MachinePaths = MACHINE_PATHS): readonly SeenWord[] {
  const cause = machineReset(paths.sys);
  return cause === null ? [] : [{ word: `machine-reset ${cause}` }];
}

/** Sees when something is plugged into a socket that had nothing since the beginning; each socket counts once. */
export class UsbSockets {
  readonly #paths: MachinePaths;
  readonly #known: Set<string>;

  constructor(paths: MachinePaths = MACHINE_PATHS) {
    this.#paths = paths;
    this.#known = new Set(this.#here());
  }

  /** Words of what is new since the last look. */
  look(): readonly SeenWord[] {
    const fresh = this.#here().filter((socket) => !this.#known.has(socket));
    for (const socket of fresh) this.#known.add(socket);
    return fresh.map((socket) => ({ word: `usb-socket ${socket}` }));
  }

  /** `1-2.3`: the sockets of all buses in which something is. */
  #here(): readonly string[] {
    const folder = join(this.#paths.sys, "bus/usb/devices");
    return isThere(folder) ? readdirSync(folder).filter((name) => /^\d+-[\d.]+$/.test(name)) : [];
  }
}
