import { readdir, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { PortError } from "../port.ts";

export const BY_ID_DIR = "/dev/serial/by-id";

export interface FindDeviceOptions {
  /** Where the stable names are; injectable for tests. */
  readonly byIdDir?: string;
  /** Names by socket, used to notice two adapters of one name; unless told, `by-path` beside `by-id`. */
  readonly byPathDir?: string;
  /** Takes names such as `/dev/ttyUSB0` that change from boot to boot. For a workbench only. */
  readonly allowUnstable?: boolean;
}

export interface FoundDevice {
  /** The stable name, for people and records. */
  readonly name: string;
  /** The real device that the name points at now. */
  readonly device: string;
}

/** Numbered in order of plugging in: the same adapter can be another number after the next start. */
const UNSTABLE = /^\/dev\/tty(?:USB|ACM)\d+$/;

/**
 * Finds the serial device behind a stable name: a path (`/dev/serial/by-id/…`, `/dev/serial/by-path/…`, an on-board
 * `/dev/ttyAMA0`, a pseudo-terminal, a link of our own), or a piece of a by-id name that fits one device only.
 * Throws PortError `missing`, `ambiguous` or `unusable`, with the names to choose from.
 */
export async function findDevice(name: string, options: FindDeviceOptions = {}): Promise<FoundDevice> {
  const byIdDir = options.byIdDir ?? BY_ID_DIR;
  if (!name.startsWith("/")) return findMatch(name, byIdDir, options);
  if (UNSTABLE.test(name) && options.allowUnstable !== true) {
    const what = `${name} is a name that changes when devices are plugged in another order`;
    throw new PortError("unusable", `${what}; use a name of its own: ${await candidatesText(byIdDir)}`);
  }
  const device = await realPathOf(name);
  if (device === null) {
    throw new PortError(
      "missing",
      `no device at ${name}; check its plug and power. There is ${await candidatesText(byIdDir)}`,
    );
  }
  if (dirname(name) === byIdDir) await refuseTwins(name, device, byIdDir, options);
  return { name, device };
}

async function findMatch(piece: string, byIdDir: string, options: FindDeviceOptions): Promise<FoundDevice> {
  const found: FoundDevice[] = [];
  for (const entry of piece === "" ? [] : await entriesOf(byIdDir)) {
    if (!entry.includes(piece)) continue;
    const name = join(byIdDir, entry);
    const device = await realPathOf(name);
    if (device !== null) found.push({ name, device });
  }
  const chosen = found.find(({ name }) => basename(name) === piece) ?? found[0];
  if (chosen === undefined) {
    const what = `no serial device has "${piece}" in its name; check its plug and power`;
    throw new PortError("missing", `${what}. There is ${await candidatesText(byIdDir)}`);
  }
  const rivals = found.filter(({ device }) => device !== chosen.device);
  if (rivals.length > 0 && basename(chosen.name) !== piece) {
    const names = found.map(({ name }) => name).join(", ");
    throw new PortError("ambiguous", `"${piece}" fits more than one device: ${names}; give more of the name`);
  }
  await refuseTwins(chosen.name, chosen.device, byIdDir, options);
  return chosen;
}

/**
 * Adapters without a serial number of their own share one by-id name, and the link points at whichever came last. The
 * others show as sockets in by-path that no by-id name points at.
 */
async function refuseTwins(
  name: string,
  device: string,
  byIdDir: string,
  options: FindDeviceOptions,
): Promise<void> {
  const byPathDir = options.byPathDir ?? join(dirname(byIdDir), "by-path");
  const named = new Set<string | null>();
  for (const entry of await entriesOf(byIdDir)) named.add(await realPathOf(join(byIdDir, entry)));
  for (const entry of await entriesOf(byPathDir)) {
    const socket = join(byPathDir, entry);
    const other = await realPathOf(socket);
    if (other === null || other === device || named.has(other) || !/^tty(?:USB|ACM)\d+$/.test(basename(other)))
      continue;
    const what = `two devices may share the name ${name}: ${socket} has none of its own`;
    throw new PortError("ambiguous", `${what}; unplug one of them, or use names from ${byPathDir}`);
  }
}

async function entriesOf(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch((): string[] => []);
  return names.sort();
}

async function realPathOf(path: string): Promise<string | null> {
  return realpath(path).catch(() => null);
}

async function candidatesText(byIdDir: string): Promise<string> {
  const names = await entriesOf(byIdDir);
  return names.length === 0 ? `none in ${byIdDir}` : names.map((name) => join(byIdDir, name)).join(", ");
}
