import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DeviceRules, rulesText, usbNumbersOf, type RuledDevice } from "./device-rules.ts";
import type { Slot } from "./draft.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "device-rules-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A USB device as the kernel shows it, with a device of a class behind it. */
function plug(
  at: string,
  [vendor, product, serial]: readonly [string, string, string | null],
  name: string,
): void {
  const usb = join(folder, "devices/usb1", at);
  const [kind = "", device = ""] = name.split("/");
  const inside = join(usb, `${at}:1.0`, name);
  mkdirSync(inside, { recursive: true });
  writeFileSync(join(usb, "idVendor"), `${vendor}\n`);
  writeFileSync(join(usb, "idProduct"), `${product}\n`);
  if (serial !== null) writeFileSync(join(usb, "serial"), `${serial}\n`);
  mkdirSync(join(folder, "class", kind), { recursive: true });
  symlinkSync(inside, join(folder, "class", kind, device));
}

describe("the USB numbers of a device", () => {
  it("are those of the device that its line, its reports or its pictures come from", () => {
    plug("1-1", ["0403", "6001", "FT-77"], "tty/ttyUSB0");
    plug("1-2", ["1d6b", "0105", "S-0001"], "hidraw/hidraw0");
    plug("1-3", ["046d", "0825", "C.1"], "video4linux/video0");
    mkdirSync(join(folder, "by-id"));
    writeFileSync(join(folder, "ttyUSB0"), "");
    symlinkSync("../ttyUSB0", join(folder, "by-id/usb-FTDI"));
    expect(usbNumbersOf("serial", join(folder, "by-id/usb-FTDI"), folder)).toEqual({
      vendor: "0403",
      product: "6001",
      serial: "FT-77",
    });
    expect(usbNumbersOf("hid", "S-0001", folder)).toEqual({
      vendor: "1d6b",
      product: "0105",
      serial: "S-0001",
    });
    expect(usbNumbersOf("camera", "/dev/video0", folder)?.serial).toBe("C.1");
    expect(usbNumbersOf("mqtt", "mqtt://127.0.0.1", folder)).toBeNull();
  });

  it("are none without a serial number, with one that a rule would read as a pattern, and where two devices have it", () => {
    plug("1-1", ["0403", "6001", null], "tty/ttyUSB0");
    plug("1-2", ["0403", "6001", 'A*"'], "tty/ttyUSB1");
    plug("1-3", ["1d6b", "0105", "S-0001"], "hidraw/hidraw0");
    plug("1-4", ["1d6b", "0106", "S-0001"], "hidraw/hidraw1");
    for (const name of ["ttyUSB0", "ttyUSB1", "ttyUSB2"])
      expect(usbNumbersOf("serial", `/dev/${name}`, folder)).toBeNull();
    expect(usbNumbersOf("hid", "S-0001", folder)).toBeNull();
  });
});

it("tells one without a number of its own by the socket in which it is", () => {
  plug("1-5", ["0581", "0103", null], "hidraw/hidraw0");
  mkdirSync(join(folder, "bus/usb/devices"), { recursive: true });
  symlinkSync(join(folder, "devices/usb1/1-5"), join(folder, "bus/usb/devices/1-5"));
  const usb = usbNumbersOf("keyboard", "usb:1-5", folder);
  expect(usb).toEqual({ vendor: "0581", product: "0103", serial: "", socket: "1-5" });
  expect(usbNumbersOf("keyboard", "usb:1-6", folder)).toBeNull();
  const is = 'ATTRS{idVendor}=="0581", ATTRS{idProduct}=="0103", KERNELS=="1-5"';
  expect(rulesText([{ name: "shoe", kind: "keyboard", usb: usb! }])).toContain(
    `SUBSYSTEM=="input", KERNEL=="input*", ${is}, ATTR{inhibited}="1"`,
  );
});

it("names each device, gives the rights that it needs, and takes a scanner's keys from everybody else", () => {
  const usb = { vendor: "1d6b", product: "0105", serial: "S-1" };
  const devices: RuledDevice[] = [
    { name: "wheel", kind: "serial", usb },
    { name: "shoe", kind: "hid", usb },
    { name: "shoe", kind: "keyboard", usb },
    { name: "eye", kind: "camera", usb },
  ];
  const is = 'ATTRS{idVendor}=="1d6b", ATTRS{idProduct}=="0105", ATTRS{serial}=="S-1"';
  const raw = `KERNEL=="hidraw*", ${is}, GROUP="dialout", MODE="0660", SYMLINK+="tirada/shoe"`;
  expect(rulesText(devices).trim().split("\n").slice(1)).toEqual([
    `SUBSYSTEM=="tty", ${is}, SYMLINK+="tirada/wheel"`,
    raw,
    raw,
    `SUBSYSTEM=="input", KERNEL=="input*", ${is}, ATTR{inhibited}="1"`,
    `SUBSYSTEM=="video4linux", ATTR{index}=="0", ${is}, SYMLINK+="tirada/eye"`,
  ]);
});

describe("the rules of a setup", () => {
  const slot = (given: string | null): Slot => ({
    name: "shoe",
    path: ["shoe"],
    device: "card-barcode",
    kinds: ["keyboard"],
    given,
  });
  const rulesAt = (path: string | null, isOurs: boolean, told: string[]): DeviceRules =>
    new DeviceRules({
      path,
      isOurs: () => isOurs,
      willMake: () => told.push("made"),
      onKept: () => told.push("kept"),
      sys: folder,
      apply: () => told.push("applied"),
    });

  beforeEach(() => plug("1-1", ["1d6b", "0106", "B-1"], "hidraw/hidraw0"));

  it("inhibit a scanner that the answers name, and no keyboard that they do not", () => {
    const path = join(folder, "71-tirada-table.rules");
    const told: string[] = [];
    rulesAt(path, false, told).grant(slot(null), "keyboard", ["B-1"]);
    expect([existsSync(path), told]).toEqual([false, []]);
    rulesAt(path, false, told).grant(slot("B-1"), "keyboard", ["B-1"]);
    expect(readFileSync(path, "utf8")).toContain('ATTR{inhibited}="1"');
    expect(told).toEqual(["made", "applied"]);
  });

  it("leave a file of somebody else as it is, and nobody but root writes one", () => {
    const path = join(folder, "71-tirada-table.rules");
    writeFileSync(path, "# mine\n");
    const told: string[] = [];
    const candidate = { address: "B-1", kind: "keyboard", is: "right", says: "" } as const;
    const rules = rulesAt(path, false, told);
    rules.grant(slot("B-1"), "keyboard", ["B-1"]);
    rules.keep(slot("B-1"), candidate);
    expect([readFileSync(path, "utf8"), told]).toEqual(["# mine\n", ["kept"]]);
    rmSync(path);
    rulesAt(null, false, told).keep(slot("B-1"), candidate);
    expect(existsSync(path)).toBe(false);
    rulesAt(path, true, told).keep(slot("B-1"), candidate);
    expect(readFileSync(path, "utf8")).toContain('SYMLINK+="tirada/shoe"');
  });
});
