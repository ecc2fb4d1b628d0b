import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fakeClock } from "../../src/time/fake-clock.ts";
import { temporaryFolder } from "../../test/support/folder.ts";
import { PortError } from "../port.ts";
import { QUEUE_MAX, type HidHandle, type HidLibrary } from "./hid.ts";
import { openKeyboard } from "./keyboard.ts";

const REPORT = [0, 0, 4, 0, 0, 0, 0, 0];

/** A scanner at `/dev/hidraw3`, and what the kernel says of its input devices. */
function scanner(inhibited: readonly string[] | null): {
  library: () => Promise<HidLibrary>;
  sysDir: string;
  lockDir: string;
  type: (report: readonly number[]) => void;
} {
  const sysDir = temporaryFolder();
  const input = join(sysDir, "hidraw3", "device", "input");
  for (const [at, text] of (inhibited ?? []).entries()) {
    mkdirSync(join(input, `input${at}`), { recursive: true });
    writeFileSync(join(input, `input${at}`, "inhibited"), text);
  }
  let data: (report: Uint8Array) => void = () => undefined;
  const handle: HidHandle = {
    on: (event: string, act: (value: Uint8Array) => void) => {
      if (event === "data") data = act;
      return handle;
    },
    write: () => Promise.resolve(0),
    close: () => Promise.resolve(),
  };
  const entry = { path: "/dev/hidraw3", serialNumber: "S1", usagePage: 1, usage: 6 };
  const library = { devices: () => Promise.resolve([entry]), open: () => Promise.resolve(handle) };
  return {
    library: () => Promise.resolve(library),
    sysDir,
    lockDir: temporaryFolder(),
    type: (report) => data(Uint8Array.from(report)),
  };
}

it("hands on whole reports and nothing between them", async () => {
  const clock = fakeClock();
  const { type, ...options } = scanner(["1\n"]);
  const bytes: number[] = [];
  const port = await openKeyboard({ ...options, address: "S1", clock })({
    onBytes: (chunk) => bytes.push(...chunk),
    onLost: () => undefined,
  });
  expect(port.name).toBe("hid:S1");
  type(REPORT);
  type([0, 0, 0, 0, 0, 0, 0, 0]);
  clock.advance(1_000);
  expect(bytes).toEqual([...REPORT, 0, 0, 0, 0, 0, 0, 0, 0]);
  await expect(port.write(Uint8Array.of(1))).rejects.toThrow(/only listened to/);
  await port.close();
});

/** An open scanner whose keys go nowhere else, and what its port hands on. */
async function opened() {
  const clock = fakeClock();
  const { type, ...options } = scanner([]);
  const bytes: number[] = [];
  const port = await openKeyboard({ ...options, address: null, clock })({
    onBytes: (chunk) => bytes.push(...chunk),
    onLost: () => undefined,
  });
  return { clock, type, bytes, port };
}

it("takes the number from the reports of a scanner that numbers them", async () => {
  const { clock, type, bytes, port } = await opened();
  type([1, ...REPORT]);
  clock.advance(1_000);
  expect(bytes).toEqual([...REPORT]);
  await port.close();
});

it("reports that were thrown away come as a roll-over, at their place", async () => {
  const { clock, type, bytes, port } = await opened();
  for (let n = 0; n <= QUEUE_MAX; n++) type(REPORT);
  clock.advance(1_000);
  expect(bytes).toHaveLength((QUEUE_MAX + 1) * 8);
  expect(bytes.slice(-8)).toEqual([0, 0, 1, 1, 1, 1, 1, 1]);
  await port.close();
});

it.each([[["0"]], [["1", "0"]], [[""]]])(
  "is refused while its keys go to the console as well: %j",
  async (inhibited) => {
    const { library, sysDir, lockDir } = scanner(inhibited);
    const options = { library, sysDir, lockDir };
    const opening = openKeyboard({ ...options, address: null, clock: fakeClock() })({
      onBytes: () => undefined,
      onLost: () => undefined,
    });
    await expect(opening).rejects.toThrow(PortError);
    await expect(opening).rejects.toThrow(/\/dev\/hidraw3 types into the unit's console.*udev rule/);
  },
);
