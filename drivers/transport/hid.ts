import type { HIDAsync } from "node-hid";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_S, type MonoUs } from "../../src/time/instant.ts";
import { oneLineOf, PortError, type BytePort, type OpenPort, type PortEvents, type PortLoss } from "../port.ts";
import { encodeDroppedFrame, encodeReportFrame, REPORT_MAX } from "../report-framer.ts";
import {
  addressesOf,
  findHid,
  isStillThere,
  socketOfAddress,
  type FindHidOptions,
  type FoundHid,
  type HidAddress,
  type HidEntry,
  type HidUsage,
} from "./find-hid.ts";
import { HIDRAW_DIR, withSockets } from "./usb-socket.ts";
import { lockPort, type PortLock } from "./port-lock.ts";

/** The part of node-hid that is used; tests give a fake one. */
export interface HidLibrary {
  devices(): Promise<readonly HidEntry[]>;
  open(path: string): Promise<HidHandle>;
}

export interface HidHandle {
  on(event: "data", act: (report: Uint8Array) => void): unknown;
  on(event: "error", act: (error: unknown) => void): unknown;
  write(report: Buffer): Promise<number>;
  close(): Promise<void>;
}

export interface HidOptions extends FindHidOptions {
  readonly clock: Clock;
  /** Where the lock files are; `/run/lock` unless given. */
  readonly lockDir?: string;
  /** Where the kernel lists its hidraw devices; `/sys/class/hidraw` unless given. */
  readonly sysDir?: string;
  /** Asked before the device at this path is opened; rejects with a PortError when it may not be. */
  readonly ready?: (path: string) => Promise<void>;
  /** node-hid with its hidraw backend unless given. */
  readonly library?: () => Promise<HidLibrary>;
}

/** Reports that may wait to be handed on. A shoe sends some dozens a second: more means that the unit stood still. */
export const QUEUE_MAX = 256;
/** No chunk handed on is longer than this, bytes. */
export const CHUNK_LIMIT = 4_096;
/** Bytes that may wait to be written, all writes together. */
export const WRITE_LIMIT = 1_024;
/** How often the presence of the open device is checked; `HID_BACK_OFF_US` holds before it is open. */
export const PRESENCE_US = US_PER_S;
/** Waits for `keepPort`: no event reports a device that is plugged in, so it is looked for every second. */
export const HID_BACK_OFF_US: readonly number[] = [US_PER_S];

/**
 * A HID device as a byte port; its reports are framed as `drivers/report-framer.ts` says, both ways. `onLost` comes exactly
 * once for every port that was opened, also after `close()`. Opening rejects with PortError.
 *
 * node-hid reads on a thread of its own and queues without a limit; this port's queue has one, and reports beyond it are
 * dropped, and their number is put into the byte stream, so that it is in the recording too. The only file that knows node-hid.
 */
export function openHid(options: HidOptions): OpenPort {
  return async (events) => {
    const library = await (options.library ?? loadHidraw)();
    const entries = await withSockets(await library.devices(), options.sysDir ?? HIDRAW_DIR);
    const found = findHid(entries, options);
    const locks: PortLock[] = [];
    const handles: HidHandle[] = [];
    try {
      for (const path of found.paths) {
        locks.push(await lockPort(path, options.lockDir));
        await options.ready?.(path);
        const opening = library.open(path).catch((error: unknown) => {
          throw portError(error, found.name, path);
        });
        handles.push(await opening);
      }
      return new HidPort({ ...options, library, found, handles, locks, events }).start();
    } catch (error) {
      await Promise.all(handles.map((one) => one.close().catch(() => undefined)));
      await Promise.all(locks.map((one) => one.release()));
      throw error;
    }
  };
}

/** The devices of a usage that are plugged in now, by their addresses. Rejects with PortError. */
export async function listHid(
  usage: HidUsage,
  library: () => Promise<HidLibrary> = loadHidraw,
  sysDir = HIDRAW_DIR,
): Promise<readonly HidAddress[]> {
  return addressesOf(await withSockets(await (await library()).devices(), sysDir), usage);
}

/**
 * What the one device of a usage that an address names says of itself, for people: maker, product, number, USB socket. Empty where
 * there is none, or more than one.
 */
export async function describeHid(
  { address, ...usage }: FindHidOptions,
  library: () => Promise<HidLibrary> = loadHidraw,
  sysDir = HIDRAW_DIR,
): Promise<string> {
  const entries = await withSockets(await (await library()).devices(), sysDir);
  const wanted = address === null ? null : socketOfAddress(address);
  const fitting = entries.filter(
    (one) =>
      one.usagePage === usage.usagePage &&
      one.usage === usage.usage &&
      (address === null || (wanted === null ? one.serialNumber === address : one.socket === wanted)),
  );
  const [first] = fitting;
  if (
    first === undefined ||
    new Set(fitting.map(({ serialNumber, socket }) => `${serialNumber} ${socket}`)).size > 1
  )
    return "";
  const { manufacturer = "", product = "", serialNumber = "", socket = "" } = first;
  const parts = [
    `${manufacturer} ${product}`,
    serialNumber === "" ? "" : `number ${serialNumber}`,
    socket === "" ? "" : `USB socket ${socket}`,
  ];
  // A device names itself: what it says is made printable and is cut.
  const printable = parts.map((part) =>
    part
      .replace(/[^ -~]/g, "")
      .trim()
      .slice(0, 80),
  );
  return printable.filter((part) => part !== "").join(", ");
}

interface Opened extends FindHidOptions {
  readonly clock: Clock;
  readonly library: HidLibrary;
  readonly found: FoundHid;
  /** Of each of its collections; what is written goes to the first. */
  readonly handles: readonly HidHandle[];
  readonly locks: readonly PortLock[];
  readonly events: PortEvents;
}

class HidPort implements BytePort {
  readonly name: string;
  readonly #opened: Opened;
  #lost: PortLoss | null = null;
  /** Frames that wait, at most `QUEUE_MAX` reports. */
  #waiting: Uint8Array[] = [];
  #dropped = 0;
  #readAt: MonoUs;
  #drain: Timer | null = null;
  #presence: Timer | null = null;
  #looking = false;
  #writing: Promise<void> = Promise.resolve();
  #writingBytes = 0;
  #closed: Promise<void> = Promise.resolve();

  constructor(opened: Opened) {
    this.#opened = opened;
    this.#readAt = opened.clock.now();
    this.name = opened.found.name;
  }

  start(): this {
    const { handles, clock } = this.#opened;
    for (const handle of handles) {
      handle.on("error", (error) => void this.#failed(error));
      handle.on("data", (report) => this.#read(report));
    }
    this.#presence = clock.every(PRESENCE_US, this.name, () => void this.#look());
    return this;
  }

  write(bytes: Uint8Array): Promise<void> {
    if (this.#lost !== null) return Promise.reject(new Error(`${this.name} is closed: ${this.#lost.detail}`));
    if (this.#writingBytes + bytes.length > WRITE_LIMIT) {
      const what = `${this.#writingBytes} bytes wait already, at most ${WRITE_LIMIT} may`;
      return Promise.reject(new Error(`${this.name} does not take what is written: ${what}; check the cable`));
    }
    const reports = reportsIn(bytes);
    if (reports === null)
      return Promise.reject(new Error(`not written to ${this.name}: the bytes are no framed reports`));
    this.#writingBytes += bytes.length;
    const done = this.#writing.then(() => this.#send(reports));
    this.#writing = done.catch(() => undefined).then(() => void (this.#writingBytes -= bytes.length));
    return done;
  }

  async close(): Promise<void> {
    this.#lose({ why: "closed", detail: `${this.name} was closed` });
    await this.#closed;
  }

  async #send(reports: readonly Buffer[]): Promise<void> {
    for (const report of reports) {
      if (this.#lost !== null) throw new Error(`not written to ${this.name}: ${this.#lost.detail}`);
      await this.#opened.handles[0]?.write(report).catch((error: unknown) => {
        throw new Error(`not written to ${this.name}: ${oneLineOf(error)}`);
      });
    }
  }

  #read(report: Uint8Array): void {
    const at = this.#opened.clock.now();
    if (this.#lost !== null) return;
    this.#readAt = at;
    if (report.length === 0 || report.length > REPORT_MAX || this.#waiting.length >= QUEUE_MAX) this.#dropped++;
    else {
      // The number of dropped reports comes before the reports after them.
      if (this.#dropped > 0) this.#waiting.push(this.#takeDropped());
      this.#waiting.push(encodeReportFrame(report));
    }
    this.#drain ??= this.#opened.clock.after(0, `${this.name} reports`, () => this.#handOn());
  }

  #takeDropped(): Uint8Array {
    const frame = encodeDroppedFrame(this.#dropped);
    this.#dropped = 0;
    return frame;
  }

  /** Everything that waits, as chunks of whole frames. */
  #handOn(): void {
    this.#drain = null;
    if (this.#dropped > 0) this.#waiting.push(this.#takeDropped());
    const frames = this.#waiting;
    this.#waiting = [];
    for (let from = 0; from < frames.length;) {
      let [until, bytes] = [from, 0];
      for (; until < frames.length && bytes + (frames[until]?.length ?? 0) <= CHUNK_LIMIT; until++)
        bytes += frames[until]?.length ?? 0;
      const chunk = Buffer.concat(frames.slice(from, until));
      from = until;
      if (this.#lost !== null) return;
      const failure = errorKindOf(() => this.#opened.events.onBytes(chunk, this.#readAt));
      if (failure !== null)
        this.#lose({ why: "error", detail: `reading ${this.name} was given up: ${failure}` });
    }
  }

  /** node-hid reads no more after its first error. */
  async #failed(error: unknown): Promise<void> {
    if (this.#lost !== null) return;
    const { library, found } = this.#opened;
    const entries = await library.devices().catch(() => []);
    const there = isStillThere(entries, this.#opened, found);
    this.#lose(there ? { why: "error", detail: `${this.name}: ${oneLineOf(error)}` } : this.#gone());
  }

  async #look(): Promise<void> {
    if (this.#looking || this.#lost !== null) return;
    this.#looking = true;
    const { library, found } = this.#opened;
    // A failed enumeration says nothing about the device; its own reads do.
    const entries = await library.devices().catch(() => null);
    this.#looking = false;
    if (entries !== null && !isStillThere(entries, this.#opened, found)) this.#lose(this.#gone());
  }

  #gone(): PortLoss {
    return { why: "unplugged", detail: `the device disappeared: ${this.name}` };
  }

  #lose(loss: PortLoss): void {
    if (this.#lost !== null) return;
    const { handles, locks, events, clock } = this.#opened;
    // What was read before the loss is passed on before the loss is reported.
    this.#drain?.cancel();
    this.#handOn();
    if (this.#isLost()) return;
    this.#lost = loss;
    this.#presence?.cancel();
    this.#closed = Promise.all(handles.map((one) => one.close().catch(() => undefined)))
      .then(() => Promise.all(locks.map((one) => one.release())))
      .then(() => undefined);
    errorKindOf(() => events.onLost(loss, clock.now()));
  }

  /** Handing on may itself end in a loss. */
  #isLost(): boolean {
    return this.#lost !== null;
  }
}

/** The reports in framed bytes, or null when they are no frames. */
function reportsIn(bytes: Uint8Array): Buffer[] | null {
  const reports: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes[at] ?? 0;
    if (length === 0 || length > REPORT_MAX || at + 1 + length > bytes.length) return null;
    reports.push(Buffer.from(bytes.subarray(at + 1, at + 1 + length)));
    at += 1 + length;
  }
  return reports;
}

/** node-hid, loaded when a device is first wanted: a table without one needs neither it nor its libraries. */
async function loadHidraw(): Promise<HidLibrary> {
  try {
    const { devicesAsync, HIDAsync: Handle, setDriverType } = await import("node-hid");
    setDriverType("hidraw");
    // The binding is loaded by the first call.
    await devicesAsync();
    return { devices: () => devicesAsync(), open: (path): Promise<HIDAsync> => Handle.open(path) };
  } catch (cause) {
    const cure =
      "install the Debian packages libusb-1.0-0 and libudev1: its hidraw backend is linked with both";
    throw new PortError("unusable", `node-hid cannot be loaded (${oneLineOf(cause)}); ${cure}`, { cause });
  }
}

/** hidapi's errors can be distinguished by their text only. */
function portError(cause: unknown, name: string, path: string): PortError {
  const text = oneLineOf(cause);
  if (/no such (?:file|device)|ENOENT|ENODEV|ENXIO/i.test(text))
    return new PortError("missing", `no device at ${name} (${path}); check its plug and power`, { cause });
  if (/permission|EACCES|EPERM|not permitted/i.test(text)) {
    const cure =
      "add a udev rule that gives it to the group of this program's user (docs/devices/tirada-shoe.md)";
    return new PortError("denied", `no right to open ${name} (${path}); ${cure}`, { cause });
  }
  if (/busy|EBUSY/i.test(text))
    return new PortError("busy", `${name} (${path}) is taken by another program; stop that program`, { cause });
  return new PortError("unusable", `${name} (${path}) cannot be opened (${text}); unplug and replug it`, {
    cause,
  });
}

/**
 * Runs the owner's code; its exception comes back as its kind alone and never leaves an event handler: its text may quote the
 * bytes, and those are cards.
 */
function errorKindOf(act: () => void): string | null {
  try {
    act();
    return null;
  } catch (error) {
    return error instanceof Error ? error.name : "an exception";
  }
}
