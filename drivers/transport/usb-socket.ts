import { realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import type { HidEntry } from "./find-hid.ts";

/** Where the kernel lists its hidraw devices. */
export const HIDRAW_DIR = "/sys/class/hidraw";

/** An interface of a USB device in the kernel's tree: `1-1.2:1.0`, behind its socket. */
const INTERFACE = /^(\d+-\d+(?:\.\d+)*):\d+\.\d+$/;

/** The entries with the USB sockets of their devices; one that is not on USB has none. */
export function withSockets(entries: readonly HidEntry[], sysDir: string): Promise<readonly HidEntry[]> {
  return Promise.all(
    entries.map(async (entry) => {
      if (entry.path === undefined) return entry;
      const device = await realpath(join(sysDir, basename(entry.path), "device")).catch(() => "");
      const [socket] = device.split("/").flatMap((name) => INTERFACE.exec(name)?.[1] ?? []);
      return { ...entry, socket };
    }),
  );
}
