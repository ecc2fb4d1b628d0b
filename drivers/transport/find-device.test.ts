import { mkdtemp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findDevice } from "./find-device.ts";

const FTDI = "usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0";
const PL2303 = "usb-Prolific_Technology_Inc._USB-Serial_Controller-if00-port0";
let dir: string;
let byIdDir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "find-device-"));
  byIdDir = join(dir, "by-id");
  await mkdir(byIdDir);
  await mkdir(join(dir, "by-path"));
  for (const [name, device] of [
    [FTDI, "ttyUSB0"],
    [PL2303, "ttyUSB1"],
  ] as const) {
    await writeFile(join(dir, device), "");
    await symlink(join(dir, device), join(byIdDir, name));
    await symlink(join(dir, device), join(dir, "by-path", `usb-0:${device}`));
  }
});
afterEach(() => rm(dir, { recursive: true }));

const refusal = (name: string, options = {}): Promise<{ code: string; message: string }> =>
  findDevice(name, { byIdDir, ...options }).then(
    () => ({ code: "taken", message: "" }),
    (error: unknown) => error as { code: string; message: string },
  );

it("finds a whole by-id path and a piece of the name", async () => {
  const expected = { name: join(byIdDir, FTDI), device: join(dir, "ttyUSB0") };
  expect(await findDevice(join(byIdDir, FTDI), { byIdDir })).toEqual(expected);
  expect(await findDevice("A50285BI", { byIdDir })).toEqual(expected);
});

it("refuses a piece that fits two devices, and names them", async () => {
  const { code, message } = await refusal("usb-");
  expect(code).toBe("ambiguous");
  expect(message).toContain(FTDI);
  expect(message).toContain(PL2303);
});

it("takes one device with two names as one", async () => {
  await symlink(join(dir, "ttyUSB0"), join(byIdDir, "usb-FTDI_again"));
  expect((await findDevice("FTDI", { byIdDir })).device).toBe(join(dir, "ttyUSB0"));
});

it("takes an exact name although it is also a piece of another", async () => {
  await writeFile(join(dir, "ttyUSB2"), "");
  await symlink(join(dir, "ttyUSB2"), join(byIdDir, `${FTDI}-b`));
  expect((await findDevice(FTDI, { byIdDir })).device).toBe(join(dir, "ttyUSB0"));
});

it("says what there is when the device is missing", async () => {
  for (const name of ["CP2102", "", join(byIdDir, "usb-none")]) {
    const { code, message } = await refusal(name);
    expect(code).toBe("missing");
    expect(message).toContain(FTDI);
    expect(message).not.toContain("\n");
  }
});

it("refuses numbered names unless told, and lists the stable ones", async () => {
  for (const name of ["/dev/ttyUSB0", "/dev/ttyACM11"]) {
    const { code, message } = await refusal(name);
    expect(code).toBe("unusable");
    expect(message).toContain(join(byIdDir, PL2303));
  }
  expect((await refusal("/dev/ttyUSB99", { allowUnstable: true })).code).toBe("missing");
  expect((await findDevice("/dev/ptmx", { byIdDir })).device).toMatch(/ptmx$/);
});

it("notices two adapters that share one by-id name", async () => {
  await writeFile(join(dir, "ttyUSB7"), "");
  await symlink(join(dir, "ttyUSB7"), join(dir, "by-path", "usb-0:7"));
  const { code, message } = await refusal("Prolific");
  expect(code).toBe("ambiguous");
  expect(message).toContain("usb-0:7");
  expect((await findDevice(join(dir, "by-path", "usb-0:7"), { byIdDir })).device).toBe(join(dir, "ttyUSB7"));
});
