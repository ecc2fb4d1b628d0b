import { mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { randomFrom } from "../../src/time/random-source.ts";
import { fakeClock } from "../../src/time/fake-clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { type BytePort, type PortEvents, type PortLoss, PortError } from "../port.ts";
import { parseReportFrames, REPORT_FRAMER_START } from "../report-framer.ts";
import type { HidEntry } from "./find-hid.ts";
import {
  describeHid,
  HID_BACK_OFF_US,
  listHid,
  openHid,
  QUEUE_MAX,
  WRITE_LIMIT,
  type HidHandle,
  type HidLibrary,
} from "./hid.ts";
import { keepPort } from "./port-keeper.ts";

/** A node-hid that has the devices it is given, and handles that can be made to fail. */
class FakeHid implements HidLibrary {
  entries: HidEntry[] = [];
  handles: FakeHandle[] = [];
  refusal: Error | null = null;
  devices(): Promise<readonly HidEntry[]> {
    return Promise.resolve([...this.entries]);
  }
  open(path: string): Promise<HidHandle> {
    if (this.refusal !== null) return Promise.reject(this.refusal);
    const handle = new FakeHandle(path);
    this.handles.push(handle);
    return Promise.resolve(handle);
  }
}

class FakeHandle implements HidHandle {
  readonly path: string;
  readonly written: string[] = [];
  isClosed = false;
  hold: Promise<number> | null = null;
  #acts: Record<string, (value: never) => void> = {};
  constructor(path: string) {
    this.path = path;
  }
  on(event: string, act: (value: never) => void): void {
    this.#acts[event] = act;
  }
  data(...bytes: number[]): void {
    this.#acts["data"]?.(Uint8Array.from(bytes) as never);
  }
  fail(text: string): void {
    this.#acts["error"]?.(new Error(text) as never);
  }
  write(report: Buffer): Promise<number> {
    this.written.push(report.toString("hex"));
    return this.hold ?? Promise.resolve(report.length);
  }
  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }
}

const SHOE: HidEntry = { path: "/dev/hidraw3", serialNumber: "TS-0007", usagePage: 0xff54, usage: 1 };
const KEYBOARD: HidEntry = { path: "/dev/hidraw1", serialNumber: "K", usagePage: 1, usage: 6 };

let lockDir: string;
let hid: FakeHid;
const clock = fakeClock();
beforeEach(async () => {
  lockDir = await mkdtemp(join(tmpdir(), "hid-"));
  hid = new FakeHid();
  hid.entries = [KEYBOARD, SHOE];
});
afterEach(() => rm(lockDir, { recursive: true }));

interface Owner extends PortEvents {
  readonly chunks: string[];
  readonly losses: PortLoss[];
}
const owner = (): Owner => {
  const [chunks, losses]: [string[], PortLoss[]] = [[], []];
  return {
    chunks,
    losses,
    onBytes: (bytes) => chunks.push(Buffer.from(bytes).toString("latin1")),
    onLost: (loss) => losses.push(loss),
  };
};
const options = (address: string | null = null) => ({
  usagePage: 0xff54,
  usage: 1,
  address,
  clock,
  lockDir,
  library: () => Promise.resolve(hid),
});
const open = (events: PortEvents, serial: string | null = null): Promise<BytePort> =>
  openHid(options(serial))(events);
const problem = async (serial: string | null = null): Promise<PortError> => {
  const error: unknown = await open(owner(), serial).catch((one: unknown) => one);
  if (!(error instanceof PortError)) throw new Error("no PortError");
  return error;
};

/** Lets file work and promises end; the port's own time stands still. */
const settled = async (check: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 2_000 && !check(); turn++) await readdir(lockDir);
  expect(check()).toBe(true);
};

/** Where the kernel lists hidraw devices: each in an interface of the USB device in a socket. */
async function inSockets(sockets: Readonly<Record<string, string>>): Promise<string> {
  const sysDir = join(lockDir, "hidraw");
  await mkdir(sysDir);
  for (const [name, place] of Object.entries(sockets)) {
    const [socket = ""] = place.split(":");
    const device = join(lockDir, "usb1", "1-1", socket, place, `0003:0581:0103.${name.slice(6)}`);
    await mkdir(join(device), { recursive: true });
    await mkdir(join(sysDir, name));
    await symlink(device, join(sysDir, name, "device"));
  }
  return sysDir;
}

it("lists the devices of a usage by their serial numbers, each once, and by its socket one without a number of its own", async () => {
  const library = new FakeHid();
  const shoe = { usagePage: 0xff54, usage: 1 };
  library.entries = [
    { ...shoe, path: "/dev/hidraw1", serialNumber: "TS-0002" },
    { ...shoe, path: "/dev/hidraw0", serialNumber: "TS-0001" },
    { ...shoe, path: "/dev/hidraw3", serialNumber: "TS-0001" },
    { ...shoe, path: "/dev/hidraw2", serialNumber: "" },
    { usagePage: 1, usage: 6, path: "/dev/hidraw4", serialNumber: "SCAN" },
  ];
  const listed = (sysDir: string): Promise<readonly string[]> =>
    listHid(shoe, () => Promise.resolve(library), sysDir);
  expect(await listed("/nowhere")).toEqual(["TS-0001", "TS-0002"]);
  const sockets = { hidraw0: "1-1.1:1.0", hidraw1: "1-1.2:1.0", hidraw2: "1-1.3:1.0", hidraw3: "1-1.4:1.0" };
  expect(await listed(await inSockets(sockets))).toEqual(["TS-0002", "usb:1-1.1", "usb:1-1.3", "usb:1-1.4"]);
});

describe("which device", () => {
  it("is known by usage page and usage; its name is its serial number", async () => {
    const port = await open(owner());
    expect([port.name, hid.handles[0]?.path]).toEqual(["hid:TS-0007", "/dev/hidraw3"]);
    await port.close();
  });

  it("a second one is refused with both serial numbers, until it is said which", async () => {
    hid.entries.push({ ...SHOE, path: "/dev/hidraw4", serialNumber: "TS-0008" });
    const error = await problem();
    expect(error.code).toBe("ambiguous");
    expect(error.message).toMatch(/TS-0007 at .* and TS-0008 at .*unplug one of them/);
    const port = await open(owner(), "TS-0008");
    expect(hid.handles[0]?.path).toBe("/dev/hidraw4");
    await port.close();
  });

  it("two of one serial number are refused with both, also when it is said", async () => {
    hid.entries.push({ ...SHOE, path: "/dev/hidraw4" });
    const error = await problem("TS-0007");
    expect(error.code).toBe("ambiguous");
    expect(error.message).toMatch(/TS-0007 at \/dev\/hidraw3 and TS-0007 at \/dev\/hidraw4/);
    expect(hid.handles).toEqual([]);
  });

  it("is told by its socket where it has no number of its own, or another one has the same", async () => {
    hid.entries = [
      { ...SHOE, serialNumber: "" },
      { ...SHOE, path: "/dev/hidraw4" },
      { ...SHOE, path: "/dev/hidraw5" },
    ];
    const sysDir = await inSockets({
      hidraw3: "1-1.2:1.0",
      hidraw4: "1-1.3:1.0",
      hidraw5: "1-1.4.1:1.2",
    });
    for (const [address, path] of [
      ["usb:1-1.2", "/dev/hidraw3"],
      ["usb:1-1.4.1", "/dev/hidraw5"],
    ] as const) {
      hid.handles = [];
      const port = await openHid({ ...options(address), sysDir })(owner());
      expect([port.name, hid.handles.map((one) => one.path)]).toEqual([`hid:${address}`, [path]]);
      await port.close();
    }
    const refused = (address: string): Promise<string> =>
      openHid({ ...options(address), sysDir })(owner()).then(
        () => "opened",
        (error: unknown) => String(error),
      );
    expect(await refused("TS-0007")).toMatch(/or name one by its USB socket \(1-1\.3 or 1-1\.4\.1\)$/);
    expect(await refused("usb:1-2")).toMatch(/no HID device .* and USB socket 1-2; .* in USB socket 1-1\.2/);
  });

  it("with two collections of its usage is one device, and speaks through both", async () => {
    hid.entries = [SHOE, { ...SHOE, path: "/dev/hidraw4" }];
    const sysDir = await inSockets({ hidraw3: "1-1.2:1.0", hidraw4: "1-1.2:1.1" });
    const host = owner();
    const port = await openHid({ ...options("TS-0007"), sysDir })(host);
    hid.handles[1]?.data(7);
    hid.handles[0]?.data(8);
    clock.advance(1);
    expect([port.name, host.chunks]).toEqual(["hid:TS-0007", ["\x01\x07\x01\x08"]]);
    await port.close();
    expect(hid.handles.map(({ isClosed }) => isClosed)).toEqual([true, true]);
    expect((await readdir(lockDir)).filter((name) => name.startsWith("LCK"))).toEqual([]);
  });

  it("none, another one, or one without a serial number: each says what to do", async () => {
    expect(await problem("TS-0009")).toMatchObject({
      code: "missing",
      message: expect.stringContaining("TS-0007") as string,
    });
    hid.entries = [{ ...SHOE, serialNumber: "" }];
    expect((await problem()).code).toBe("unusable");
    hid.entries = [KEYBOARD];
    expect((await problem()).code).toBe("missing");
  });

  it.each([
    ["Permission denied", "denied"],
    ["No such file or directory", "missing"],
    ["Device or resource busy", "busy"],
    ["something else", "unusable"],
  ])("an open that fails with %s is %s, and the lock is given back", async (text, code) => {
    hid.refusal = new Error(`cannot open device: ${text}`);
    expect((await problem()).code).toBe(code);
    expect(await readdir(lockDir)).toEqual([]);
  });

  it("is ours alone: a second program is told who has it", async () => {
    const port = await open(owner());
    const error = await problem();
    expect([error.code, error.message]).toEqual(["busy", expect.stringContaining(String(process.pid))]);
    await port.close();
    await (await open(owner())).close();
  });
});

describe("reports", () => {
  it("are handed on with their lengths, together, whole", async () => {
    const host = owner();
    const port = await open(host);
    hid.handles[0]?.data(3, 1, 2);
    hid.handles[0]?.data(4);
    expect(host.chunks).toEqual([]);
    clock.advance(1);
    expect(host.chunks).toEqual(["\x03\x03\x01\x02\x01\x04"]);
    await port.close();
  });

  it("beyond the queue are thrown away, and the bytes say how many and where", async () => {
    const host = owner();
    const port = await open(host);
    for (let at = 0; at < QUEUE_MAX + 40; at++) hid.handles[0]?.data(1, at & 0xff);
    hid.handles[0]?.data(...Array<number>(65).fill(1));
    clock.advance(1);
    hid.handles[0]?.data(9);
    clock.advance(1);
    const { frames } = parseReportFrames(REPORT_FRAMER_START, host.chunks.join(""), () => true);
    expect(frames).toHaveLength(QUEUE_MAX + 2);
    expect(frames.slice(-2)).toEqual([
      { f: "dropped", reports: 41 },
      { f: "report", bytes: "\x09" },
    ]);
    await port.close();
  });

  it("are written one by one, and only whole; too many are refused", async () => {
    const port = await open(owner());
    await port.write(Uint8Array.from([2, 0x21, 7, 1, 0x22]));
    expect(hid.handles[0]?.written).toEqual(["2107", "22"]);
    await expect(port.write(Uint8Array.from([5, 1]))).rejects.toThrow(/no framed reports/);
    hid.handles[0]!.hold = new Promise(() => undefined);
    const frame = Uint8Array.from([63, ...Array<number>(63).fill(1)]);
    for (let at = 0; at < WRITE_LIMIT / 64; at++) void port.write(frame).catch(() => undefined);
    await expect(port.write(frame)).rejects.toThrow(/does not take what is written/);
    await port.close();
    await expect(port.write(frame)).rejects.toThrow(/closed/);
  });

  it("what was read before a loss comes before it; an owner that throws loses the port", async () => {
    const host = owner();
    const port = await open(host);
    hid.handles[0]?.data(5);
    await port.close();
    expect([host.chunks, host.losses.map(({ why }) => why)]).toEqual([["\x01\x05"], ["closed"]]);
    const losses: PortLoss[] = [];
    await open({
      onBytes: () => {
        throw new TypeError("card is As");
      },
      onLost: (loss) => losses.push(loss),
    });
    hid.handles[1]?.data(5);
    clock.advance(1);
    expect(losses.map(({ why, detail }) => [why, detail])).toEqual([
      ["error", "reading hid:TS-0007 was given up: TypeError"],
    ]);
    expect(hid.handles[1]?.isClosed).toBe(true);
  });
});

describe("losses", () => {
  it("a device that is gone is noticed within a second, once, and the lock is given back", async () => {
    const host = owner();
    await open(host);
    await clock.advanceSettling(3 * US_PER_S);
    expect(host.losses).toEqual([]);
    hid.entries = [KEYBOARD];
    await clock.advanceSettling(US_PER_S);
    await clock.advanceSettling(5 * US_PER_S);
    expect(host.losses.map(({ why }) => why)).toEqual(["unplugged"]);
    expect(hid.handles[0]?.isClosed).toBe(true);
    await settled(() => true);
    expect((await readdir(lockDir)).filter((name) => name.startsWith("LCK")).length).toBeLessThanOrEqual(1);
  });

  it("the first error ends the port: unplugged if the device is gone, else an error", async () => {
    const [one, two] = [owner(), owner()];
    await open(one);
    hid.handles[0]?.fail("could not read from HID device");
    await settled(() => one.losses.length > 0);
    expect(one.losses.map(({ why }) => why)).toEqual(["error"]);
    await settled(() => hid.handles[0]?.isClosed === true);
    await expect.poll(() => readdir(lockDir)).toEqual([]);
    await open(two);
    hid.entries = [];
    hid.handles[1]?.fail("could not read from HID device");
    await settled(() => two.losses.length > 0);
    expect(two.losses.map(({ why }) => why)).toEqual(["unplugged"]);
  });

  it("kept open: a device that is plugged in is found within seconds, each time", async () => {
    const seen: string[] = [];
    hid.entries = [];
    const keeper = keepPort({
      open: openHid(options()),
      clock,
      random: randomFrom("hot-plug"),
      backOffUs: HID_BACK_OFF_US,
      listener: {
        onOpened: (name) => seen.push(`opened ${name}`),
        onBytes: () => undefined,
        onLost: ({ why }) => seen.push(why),
        onMissing: ({ code }) => seen.push(code),
      },
    });
    const turn = async (wanted: number): Promise<void> => {
      for (let tries = 0; tries < 400 && seen.length < wanted; tries++) {
        await clock.advanceSettling(US_PER_S / 4);
        await readdir(lockDir);
      }
    };
    await turn(1);
    hid.entries = [SHOE];
    await turn(2);
    hid.entries = [];
    await turn(4);
    hid.entries = [SHOE];
    await turn(5);
    expect(seen).toEqual(["missing", "opened hid:TS-0007", "unplugged", "missing", "opened hid:TS-0007"]);
    await keeper.stop();
  });
});

describe("what a device says of itself", () => {
  const usage = { usagePage: 0x01, usage: 0x06 };
  const scanner = (path: string, more: Partial<HidEntry>): HidEntry => ({ path, ...usage, ...more });
  const told = async (entries: readonly HidEntry[], address: string | null): Promise<string> => {
    const hid = new FakeHid();
    hid.entries = [...entries];
    return describeHid({ ...usage, address }, () => Promise.resolve(hid), "/nowhere");
  };

  it("is maker, product and number, made printable, of the one that is named", async () => {
    const one = scanner("/dev/hidraw0", {
      manufacturer: "Datalogic\n",
      product: "Gryphon",
      serialNumber: "G-1",
    });
    const other = scanner("/dev/hidraw1", { product: "Scanner", serialNumber: "G-2" });
    expect(await told([one], null)).toBe("Datalogic Gryphon, number G-1");
    expect(await told([one, other], "G-2")).toBe("Scanner, number G-2");
    expect(await told([one, other], null)).toBe("");
    expect(await told([], "G-1")).toBe("");
    expect(await told([scanner("/dev/hidraw0", {})], null)).toBe("");
  });
});
