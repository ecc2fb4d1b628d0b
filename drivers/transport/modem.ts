import { readFile, readlink, stat } from "node:fs/promises";
import { basename, join } from "node:path";

/** Drivers of the kernel that serve modems and nothing else. */
const MODEM_DRIVERS = ["option1", "option", "sierra", "qcserial", "qcaux", "hso", "ipw", "huawei_cdc_ncm"];
/** USB class codes for communication devices: AT commands by V.250 and their kin (CDC 1.2, table 5). */
const AT_PROTOCOLS = ["01", "02", "03", "04", "05", "06"];

/** What the kernel knows of the other end of a serial port. */
export type PortKind =
  /** It is a modem's. */
  | "modem"
  /** It says that it takes AT commands, as modems do, and as some boards say that are none. */
  | "maybe-modem"
  | "other";

/** What the kernel says that a serial port leads to. `device`: its real path, e.g. `/dev/ttyACM0`. */
export async function portKindOf(device: string, sysDir = "/sys/class/tty"): Promise<PortKind> {
  const folder = join(sysDir, basename(device), "device");
  const driver = basename(await readlink(join(folder, "driver")).catch(() => ""));
  if (MODEM_DRIVERS.includes(driver)) return "modem";
  const protocol = await readFile(join(folder, "bInterfaceProtocol"), "latin1").catch(() => "");
  return driver === "cdc_acm" && AT_PROTOCOLS.includes(protocol.trim()) ? "maybe-modem" : "other";
}

/** Whether the kernel has a terminal of this device: what is none is refused when it is opened. */
export const isTerminal = (device: string, sysDir = "/sys/class/tty"): Promise<boolean> =>
  stat(join(sysDir, basename(device))).then(
    () => true,
    () => false,
  );

/** Lines that modems send by themselves or answer with (V.250; 3GPP TS 27.007). */
const MODEM_LINE = /^(?:RING|NO (?:CARRIER|DIALTONE|ANSWER)|CONNECT(?: \d+)?|\+C[A-Z]{2,5}:.*|\^[A-Z]{3,}:.*)$/;

/** Whether a line is one that a modem says and no device of a table. */
export const isModemLine = (text: string): boolean => MODEM_LINE.test(text);
