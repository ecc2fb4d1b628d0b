import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type BytePort, type OpenPort, type PortEvents, PortError } from "../port.ts";
import { parseReportFrames, REPORT_FRAMER_START } from "../report-framer.ts";
import { openHid, type HidOptions } from "./hid.ts";
import { HIDRAW_DIR } from "./usb-socket.ts";

/** Generic desktop, keyboard: USB HID usage tables 1.5, pages 01 and 06. */
export const KEYBOARD_USAGE = { usagePage: 0x01, usage: 0x06 } as const;

export type KeyboardOptions = Omit<HidOptions, "usagePage" | "usage">;

/** Of a boot keyboard (USB HID 1.11, appendix B). */
const REPORT_BYTES = 8;
/** A keyboard reports with this code that too many keys were pressed (USB HID 1.11, appendix C): what was typed is not known. */
const ROLL_OVER = Uint8Array.from([0, 0, 1, 1, 1, 1, 1, 1]);

/**
 * A scanner that types, as a byte port: its raw reports of eight bytes one after the other, nothing between them
 * (docs/devices/card-barcode.md). It is opened only when the kernel hands its keys to nobody else: each input device of it
 * must be inhibited (`/sys/class/input/input*` + `/inhibited`, Linux 5.11 and newer), which a udev rule does. Otherwise
 * every code would be typed into the unit's console, so opening rejects with PortError `unusable`. Reports that had to be
 * thrown away come as one roll-over report at their place.
 */
export function openKeyboard(options: KeyboardOptions): OpenPort {
  const { sysDir = HIDRAW_DIR } = options;
  const open = openHid({ ...options, ...KEYBOARD_USAGE, ready: (path) => requireInhibited(path, sysDir) });
  return async (events) => listenOnly(await open(withoutFrames(events)));
}

/** The bytes of whole reports without their lengths. */
function withoutFrames(events: PortEvents): PortEvents {
  let state = REPORT_FRAMER_START;
  return {
    onLost: (loss, at) => events.onLost(loss, at),
    onBytes: (bytes, at) => {
      const framed = parseReportFrames(state, Buffer.from(bytes).toString("latin1"), () => true);
      state = framed.state;
      const reports = framed.frames.map((one) =>
        one.f === "report" ? withoutNumber(Buffer.from(one.bytes, "latin1")) : ROLL_OVER,
      );
      if (reports.length > 0) events.onBytes(Buffer.concat(reports), at);
    },
  };
}

/** A scanner that numbers its reports puts the number before each (USB HID 1.11, 6.2.2.7). */
const withoutNumber = (report: Uint8Array): Uint8Array =>
  report.length === REPORT_BYTES + 1 ? report.subarray(1) : report;

/** Nothing is written to a scanner, not even its lamps. */
function listenOnly(port: BytePort): BytePort {
  return {
    name: port.name,
    write: () => Promise.reject(new Error(`${port.name} is only listened to`)),
    close: () => port.close(),
  };
}

async function requireInhibited(path: string, sysDir: string): Promise<void> {
  const folder = join(sysDir, basename(path), "device", "input");
  const inputs = await readdir(folder).catch((): string[] => []);
  for (const input of inputs) {
    const text = await readFile(join(folder, input, "inhibited"), "latin1").catch(() => "");
    if (text.trim() !== "1")
      throw new PortError(
        "unusable",
        `the scanner at ${path} types into the unit's console as well; add the udev rule that inhibits it (docs/devices/card-barcode.md)`,
      );
  }
}
