import { existsSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/**
 * USB devices of the kernel's own making: what a gadget says on its side (`/dev/ttyGS0`, `/dev/hidg0`), the host driver of the same
 * machine hears through a controller that is none (`dummy_hcd`).
 */

const GADGETS = "/sys/kernel/config/usb_gadget";

/** How a gadget names itself, and what it is. */
export interface GadgetOptions {
  readonly manufacturer: string;
  readonly product: string;
  readonly serial: string;
  readonly vendor: string;
  readonly productId: string;
  /** Null: a serial line (CDC ACM). */
  readonly hid: HidFunction | null;
}

export interface HidFunction {
  readonly descriptor: Uint8Array;
  /** Bytes of an input report, its number with it. */
  readonly reportBytes: number;
  /** A keyboard of the boot protocol. */
  readonly isKeyboard: boolean;
}

/** One gadget behind a controller of its own, plugged in or not. */
export class Gadget {
  readonly #folder: string;
  readonly #controller: string;
  readonly #place: string;

  /** Makes it, and plugs nothing in. `at`: from 0, the number of the controller that it hangs on. */
  constructor(at: number, options: GadgetOptions) {
    this.#folder = join(GADGETS, `bench-${at}`);
    this.#controller = `dummy_udc.${at}`;
    const { manufacturer, product, serial, vendor, productId, hid } = options;
    this.#set({ idVendor: vendor, idProduct: productId, bcdUSB: "0x0200" });
    this.#set({ manufacturer, product, serialnumber: serial }, "strings/0x409");
    this.#set({ configuration: "bench" }, "configs/c.1/strings/0x409");
    const name = hid === null ? "acm.0" : "hid.0";
    const place = join(this.#folder, "functions", name);
    mkdirSync(place);
    if (hid !== null) {
      const boot = hid.isKeyboard ? "1" : "0";
      this.#set(
        { subclass: boot, protocol: boot, report_length: String(hid.reportBytes) },
        `functions/${name}`,
      );
      writeFileSync(join(place, "report_desc"), hid.descriptor);
    }
    symlinkSync(place, join(this.#folder, "configs/c.1", name));
    this.#place = place;
  }

  /** The device file of its own side: there while it is plugged in. */
  get path(): string {
    const said = (file: string): string => readFileSync(join(this.#place, file), "utf8").trim();
    if (existsSync(join(this.#place, "port_num"))) return `/dev/ttyGS${said("port_num")}`;
    return `/dev/${basename(readlinkSync(`/sys/dev/char/${said("dev")}`))}`;
  }

  plug(): void {
    this.#set({ UDC: this.#controller });
  }

  unplug(): void {
    this.#set({ UDC: "\n" });
  }

  #set(values: Readonly<Record<string, string>>, below = ""): void {
    const folder = join(this.#folder, below);
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
    for (const [name, value] of Object.entries(values)) writeFileSync(join(folder, name), value);
  }
}

/** Keys of a boot keyboard, USB HID 1.11 appendix B.1: eight bytes, and an output report of lamps. */
export const KEYBOARD: HidFunction = {
  descriptor: Buffer.from(
    "05010906a101050719e029e71500250175019508810295017508810395057501050819012905910295017503910395067508150025650507190029658100c0",
    "hex",
  ),
  reportBytes: 8,
  isKeyboard: true,
};

/** The shoe's report descriptor as docs/devices/tirada-shoe.md prints it. */
export function shoeFunction(manual: string): HidFunction {
  const [, block = ""] = /^```descriptor\n([\s\S]*?)^```$/m.exec(manual) ?? [];
  const descriptor = Buffer.from(block.replaceAll(/;.*$/gm, "").replaceAll(/\s+/g, ""), "hex");
  return { descriptor, reportBytes: 32, isKeyboard: false };
}
