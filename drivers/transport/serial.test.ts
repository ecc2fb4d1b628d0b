import { mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openPty, type Pty } from "../../hw-sim/lines/pty.ts";
import { fakeClock } from "../../src/time/fake-clock.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import type { Clock } from "../../src/time/clock.ts";
import { frame, FRAMER_START, type FramerState } from "../line-framer.ts";
import type { BytePort, PortEvents, PortLoss } from "../port.ts";
import { CHUNK_LIMIT, openSerial, WRITE_LIMIT } from "./serial.ts";

let dir: string;
let path: string;
let pty: Pty;
let fromHost: string;
let open: BytePort[];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "serial-"));
  path = join(dir, "wheel");
  fromHost = "";
  open = [];
  pty = await openPty({ path, onBytes: (bytes) => (fromHost += Buffer.from(bytes).toString("latin1")) });
});
afterEach(async () => {
  for (const port of open) await port.close();
  await pty.close();
  await rm(dir, { recursive: true });
});

/** Waits for real bytes on a loaded machine; also longer than the port's check for its device. */
function soon(check: () => void): Promise<void> {
  return vi.waitFor(check, 30_000);
}

interface Owner extends PortEvents {
  readonly losses: PortLoss[];
  readonly longest: () => number;
  readonly text: () => string;
}

function owner(): Owner {
  const losses: PortLoss[] = [];
  const chunks: Buffer[] = [];
  return {
    losses,
    longest: () => Math.max(...chunks.map((chunk) => chunk.length)),
    text: () => Buffer.concat(chunks).toString("latin1"),
    onBytes: (bytes) => chunks.push(Buffer.from(bytes)),
    onLost: (loss) => losses.push(loss),
  };
}

async function connect(events: PortEvents, clock: Clock = systemClock(), at = path): Promise<BytePort> {
  const port = await openSerial({ path: at, clock, lockDir: join(dir, "lock") })(events);
  open.push(port);
  return port;
}

it("reads and writes the exact bytes", async () => {
  const host = owner();
  const port = await connect(host);
  const all = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join("");
  await pty.write(all);
  await soon(() => expect(host.text()).toBe(all));
  await port.write(Buffer.from(all, "latin1"));
  await soon(() => expect(fromHost).toBe(all));
  expect(port.name).toBe(path);
});

it("stamps a chunk with the clock it was given", async () => {
  const stamps: number[] = [];
  await connect({ onBytes: (_, at) => stamps.push(at), onLost: () => undefined }, fakeClock(7_000_000));
  await pty.write("*X\r\n");
  await soon(() => expect(stamps[0]).toBe(7_000_000));
});

it("tells an unplugged device once, and nothing can be written afterwards", async () => {
  const host = owner();
  const port = await connect(host);
  await pty.unplug();
  await soon(() =>
    expect(host.losses).toEqual([{ why: "unplugged", detail: `the device disappeared: ${path}` }]),
  );
  await expect(port.write(Buffer.from("*P 1\r\n"))).rejects.toThrow("the device disappeared");
  await pty.replug();
  const next = owner();
  const fresh = await connect(next);
  await pty.write("*P OK\r\n");
  await soon(() => expect(next.text()).toBe("*P OK\r\n"));
  await expect(port.write(Buffer.from("*P 1\r\n"))).rejects.toThrow("the device disappeared");
  await fresh.write(Buffer.from("*X\r\n"));
  await soon(() => expect(fromHost).toBe("*X\r\n"));
  await port.close();
  expect(host.losses).toHaveLength(1);
  expect(host.text()).toBe("");
});

it("tells a device that is unplugged in the middle of a burst", async () => {
  // serialport then reads nothing for ever and never says so; the check for the device ends it.
  const host = owner();
  const port = await connect(host);
  for (let sent = 0; sent < 40; sent++) void pty.write(Buffer.alloc(4_000)).catch(() => undefined);
  await soon(() => expect(host.text().length).toBeGreaterThan(0));
  await pty.unplug();
  await soon(() => expect(host.losses).toMatchObject([{ why: "unplugged" }]));
  await port.close();
  expect(host.losses).toHaveLength(1);
});

it("tells a close once, frees the port, and refuses later writes", async () => {
  const host = owner();
  const port = await connect(host);
  await port.close();
  await port.close();
  expect(host.losses).toEqual([{ why: "closed", detail: `${path} was closed` }]);
  await expect(port.write(Buffer.from("*P 1\r\n"))).rejects.toThrow("is closed");
  expect(await readdir(join(dir, "lock"))).toEqual([]);
  const next = owner();
  await connect(next);
  await pty.write("again");
  await soon(() => expect(next.text()).toBe("again"));
});

it("opens a device only once, by our lock and by the system's", async () => {
  await connect(owner());
  await expect(connect(owner())).rejects.toMatchObject({ code: "busy" });
  const elsewhere = openSerial({ path, clock: systemClock(), lockDir: join(dir, "other-lock") });
  await expect(elsewhere(owner())).rejects.toMatchObject({
    code: "busy",
    message: expect.stringContaining("another program") as string,
  });
  expect(await readdir(join(dir, "other-lock"))).toEqual([]);
});

it("names what is wrong with a missing device, a directory, a file, and a device that is no serial line", async () => {
  const plain = new URL(import.meta.url).pathname;
  for (const [at, code] of [
    [join(dir, "none"), "missing"],
    [dir, "unusable"],
    [plain, "unusable"],
    ["/dev/null", "unusable"],
    ["/dev/ttyUSB0", "unusable"],
  ] as const) {
    const error: unknown = await connect(owner(), systemClock(), at).catch((e: unknown) => e);
    expect(error).toMatchObject({ name: "PortError", code, message: expect.stringContaining(at) as string });
    expect((error as Error).message).not.toContain("\n");
  }
});

it("stays bounded under a megabyte without a line end, and reads the line after it", async () => {
  let state: FramerState = FRAMER_START;
  let lines: string[] = [];
  let overlong = 0;
  let longest = 0;
  let held = 0;
  await connect({
    onBytes: (bytes) => {
      longest = Math.max(longest, bytes.length);
      const framed = frame(state, Buffer.from(bytes).toString("latin1"), 300);
      state = framed.state;
      held = Math.max(held, state.partial.length);
      overlong += framed.overlong;
      lines = [...lines, ...framed.lines.map((line) => line.text)];
    },
    onLost: () => undefined,
  });
  const garbage = Buffer.alloc(8_192, 0xa5);
  for (let sent = 0; sent < 128; sent++) await pty.write(garbage);
  await pty.write("\r\n*X;2;001;  ;0;000;0\r\n");
  await soon(() => expect(lines).toEqual(["*X;2;001;  ;0;000;0"]));
  expect(overlong).toBe(1);
  expect(longest).toBeLessThanOrEqual(CHUNK_LIMIT);
  expect(held).toBeLessThanOrEqual(300);
});

it("refuses to queue more than the limit", async () => {
  const port = await connect(owner());
  const outcomes = await Promise.allSettled([
    port.write(Buffer.alloc(WRITE_LIMIT)),
    port.write(Buffer.alloc(1)),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  await port.write(Buffer.alloc(WRITE_LIMIT));
});

it("an owner that throws loses the port instead of bringing the program down", async () => {
  const losses: PortLoss[] = [];
  const failing: PortEvents = {
    onBytes: () => {
      throw new Error("bad day");
    },
    onLost: (loss) => {
      losses.push(loss);
      throw new Error("worse day");
    },
  };
  await connect(failing);
  await pty.write("x");
  await soon(() => expect(losses).toEqual([{ why: "error", detail: `reading ${path} was given up: bad day` }]));
});

it("notices that another device stands behind the name", async () => {
  const clock = fakeClock();
  const host = owner();
  const link = join(dir, "stable");
  const second = await openPty({ path: join(dir, "second") });
  await symlink(path, link);
  await connect(host, clock, link);
  clock.advance(2_000_000);
  await rm(link);
  clock.advance(2_000_000);
  await pty.write("still here");
  await soon(() => expect(host.text()).toBe("still here"));
  expect(host.losses).toEqual([]);
  await symlink(second.path, link);
  clock.advance(2_000_000);
  await soon(() => expect(host.losses).toMatchObject([{ why: "unplugged" }]));
  await second.close();
});
