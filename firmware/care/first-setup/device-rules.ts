import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { socketOfAddress } from "../../../drivers/transport/find-hid.ts";
import { isThere } from "../../files/disk.ts";
import type { Slot, SlotKind } from "./draft.ts";
import type { Candidate } from "./find-devices.ts";
import { writeProblem } from "./progress.ts";
import { asRoot, replaceAsRoot } from "./table-user.ts";

/** The rules of udev for the USB devices of one table: names of their own, rights for its user, and a scanner's keys for nobody else. */

/** Where they go: behind those of the package. */
export const RULES_FILE = "/etc/udev/rules.d/71-tirada-table.rules";
const RULES_MODE = 0o644;
/** The table's user is in it (firmware/delivery/packaging/systemd/tirada.service). */
const GROUP = "dialout";
/** Text that udev takes literally in a rule. Any other character may be part of a pattern. */
const PLAIN = /^[\w.:-]{1,64}$/;

/** A device of the table, as a rule tells it. */
export interface RuledDevice {
  /** As recordings name its port: `wheel`, `shoe`. */
  readonly name: string;
  readonly kind: SlotKind;
  readonly usb: UsbNumbers;
}

/** What tells one USB device from all others: maker and product in hex, and its serial number; for a device without one, its socket. */
export interface UsbNumbers {
  readonly vendor: string;
  readonly product: string;
  readonly serial: string;
  readonly socket?: string;
}

/**
 * The numbers of the USB device at an address: of a serial line or a camera its path, of a HID device its serial number. Null: it is no USB
 * device, it has no number of its own, or it cannot be told from another one. `sys`: where the kernel shows its devices.
 */
export function usbNumbersOf(kind: SlotKind, address: string, sys = "/sys"): UsbNumbers | null {
  switch (kind) {
    case "serial":
    case "panel":
      return numbersAt(classOf(sys, "tty", address));
    case "camera":
      return numbersAt(classOf(sys, "video4linux", address));
    case "hid":
    case "keyboard": {
      const folder = join(sys, "class", "hidraw");
      const names = existsSync(folder) ? readdirSync(folder) : [];
      const socket = socketOfAddress(address);
      if (socket !== null) return numbersInSocket(sys, socket);
      const all = names.map((name) => numbersAt(join(folder, name)));
      const found = new Map(
        all.flatMap((one) => (one?.serial === address ? [[`${one.vendor}:${one.product}`, one]] : [])),
      );
      const [numbers = null] = found.values();
      return found.size === 1 ? numbers : null;
    }
    case "mqtt":
      return null;
  }
}

function classOf(sys: string, name: string, address: string): string {
  const device = existsSync(address) ? realpathSync(address) : address;
  return join(sys, "class", name, basename(device));
}

/** Of the USB device that a device of the kernel belongs to. */
function numbersAt(folder: string): UsbNumbers | null {
  if (!existsSync(folder)) return null;
  for (let at = realpathSync(folder); at !== dirname(at); at = dirname(at)) {
    if (!existsSync(join(at, "idVendor"))) continue;
    const numbers = numbersIn(at);
    const { vendor, product, serial } = numbers;
    return [vendor, product, serial].every((text) => PLAIN.test(text)) ? numbers : null;
  }
  return null;
}

/** Of the device in a socket, whatever its own number is. */
function numbersInSocket(sys: string, socket: string): UsbNumbers | null {
  const { vendor, product } = numbersIn(join(sys, "bus", "usb", "devices", socket));
  return [vendor, product].every((text) => PLAIN.test(text)) ? { vendor, product, serial: "", socket } : null;
}

/** A file that is not there is an empty text. */
function numbersIn(device: string): UsbNumbers {
  const read = (file: string): string => {
    const path = join(device, file);
    return existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  };
  return { vendor: read("idVendor"), product: read("idProduct"), serial: read("serial") };
}

/** The file of rules for these devices. */
export function rulesText(devices: readonly RuledDevice[]): string {
  const lines = devices.flatMap(({ name, kind, usb: { vendor, product, serial, socket } }) => {
    const own = socket === undefined ? `ATTRS{serial}=="${serial}"` : `KERNELS=="${socket}"`;
    const is = `ATTRS{idVendor}=="${vendor}", ATTRS{idProduct}=="${product}", ${own}`;
    const named = `SYMLINK+="tirada/${name}"`;
    const raw = `KERNEL=="hidraw*", ${is}, GROUP="${GROUP}", MODE="0660", ${named}`;
    switch (kind) {
      case "hid":
        return [raw];
      case "keyboard":
        // Its keys go to no other program: they would be typed into the console.
        return [raw, `SUBSYSTEM=="input", KERNEL=="input*", ${is}, ATTR{inhibited}="1"`];
      case "camera":
        return [`SUBSYSTEM=="video4linux", ATTR{index}=="0", ${is}, ${named}`];
      case "serial":
      case "panel":
        return [`SUBSYSTEM=="tty", ${is}, ${named}`];
      case "mqtt":
        return [];
    }
  });
  return `# The USB devices of this table, by maker, product and serial number; written by tirada setup, taken back by its --undo.\n${lines.join("\n")}\n`;
}

/** Has udev read its rules anew and apply them to the devices that are plugged in. Does nothing where there is no udev. */
function applyRules(): void {
  try {
    execFileSync("udevadm", ["control", "--reload"], { stdio: "ignore" });
    const kinds = ["tty", "hidraw", "input", "video4linux"].map((name) => `--subsystem-match=${name}`);
    execFileSync("udevadm", ["trigger", "--action=change", "--settle", ...kinds], { stdio: "ignore" });
  } catch {
    // Without udev, or where it fails, the rules apply to each device the next time it is plugged in.
  }
}

export interface DeviceRulesOptions {
  /** Where they go; null: nothing is written, as nobody but root may. */
  readonly path: string | null;
  /** Whether this setup wrote the file that is there. */
  readonly isOurs: () => boolean;
  /** Before the file is written, the first time. */
  readonly willMake: (path: string) => void;
  /** Says that a file of somebody else stays as it is. */
  readonly onKept: (path: string) => void;
  /** Where the kernel shows its devices; `/sys` unless given. */
  readonly sys?: string;
  /** Has udev read the rules; asks it unless given. */
  readonly apply?: () => void;
}

/** The rules of the table that is being set up, as far as its devices are known. */
export class DeviceRules {
  readonly #options: DeviceRulesOptions;
  #found: readonly RuledDevice[] = [];
  #isTold = false;

  constructor(options: DeviceRulesOptions) {
    this.#options = options;
  }

  /**
   * Before devices are opened that nobody but root may open: every shoe by its usage, a scanner only where the answers name it by its
   * number, since any keyboard may be one. A scanner's keys are then no other program's.
   */
  grant({ name, given }: Slot, kind: SlotKind, addresses: readonly string[]): void {
    if (kind !== "hid" && (kind !== "keyboard" || given === null)) return;
    this.#write([...this.#found, ...addresses.flatMap((address) => this.#ruled(name, kind, address))]);
  }

  /** A device that was found. */
  keep({ name }: Slot, { kind, address }: Candidate): void {
    this.#found = [...this.#found, ...this.#ruled(name, kind, address)];
    this.#write(this.#found);
  }

  #ruled(name: string, kind: SlotKind, address: string): readonly RuledDevice[] {
    const usb = usbNumbersOf(kind, address, this.#options.sys);
    return usb === null ? [] : [{ name, kind, usb }];
  }

  #write(devices: readonly RuledDevice[]): void {
    const { path, isOurs, willMake, onKept } = this.#options;
    if (path === null || devices.length === 0) return;
    if (isThere(path) && !isOurs()) {
      if (!this.#isTold) onKept(path);
      this.#isTold = true;
      return;
    }
    willMake(path);
    try {
      replaceAsRoot(path, rulesText(devices), RULES_MODE);
    } catch (error) {
      throw writeProblem(path, error);
    }
    asRoot(this.#options.apply ?? applyRules);
  }
}
