import { basename, join } from "node:path";
import { realpathSync } from "../../files/disk.ts";
import { MACHINE_PATHS, type MachinePaths } from "./machine.ts";
import { kernelText, observe } from "./observed.ts";

/** Makers of USB adapters whose port stays there while no byte comes any more, by their USB number (raspberrypi/linux#5211). */
const STOPS: Readonly<Record<string, string>> = { "067b": "PL2303", "1a86": "CH340" };

/** The kind of the adapter behind a serial port, where it is one that is known to stop; null: it is none, or cannot be seen. */
export function stoppingAdapter(path: string, { sys }: MachinePaths = MACHINE_PATHS): string | null {
  const kind = observe(() => {
    const interfaceOf = join(sys, "class", "tty", basename(realpathSync(path)), "device");
    // A converter's own port lies below its interface, a modem's port is its interface.
    const vendor = [join("..", ".."), ".."].map((up) =>
      kernelText(join(realpathSync(interfaceOf), up, "idVendor")),
    );
    return STOPS[vendor.find((one) => one !== null) ?? ""] ?? null;
  });
  return kind.seen ? kind.value : null;
}
