import { join } from "node:path";
import { readdirSync, isThere } from "../../files/disk.ts";
import { kernelNumber, kernelText, observe, type Observed } from "./observed.ts";

/** Where the kernel shows what the machine measures; tests give other folders. */
export interface MachinePaths {
  readonly sys: string;
  readonly proc: string;
}

export const MACHINE_PATHS: MachinePaths = { sys: "/sys", proc: "/proc" };

/** What the machine says of itself, whatever runs on it. */
export interface Machine {
  /** Of the hottest sensor, °C. */
  readonly temperature: Observed<number>;
  /** Whether the supply's voltage is too low, or was since the machine started. */
  readonly isVoltageLow: Observed<boolean>;
  readonly memory: Observed<MachineMemory>;
  /** How often USB devices came anew since the machine started, beside the first time of those that are there. */
  readonly usbAgain: Observed<number>;
}

/** In bytes. */
export interface MachineMemory {
  readonly free: number;
  readonly total: number;
}

export function lookAtMachine(paths: MachinePaths = MACHINE_PATHS): Machine {
  return {
    temperature: observe(() => {
      const hottest = hottestOf(paths);
      return hottest === null ? null : Math.round(hottest / 1_000);
    }),
    isVoltageLow: observe(() => isVoltageLow(paths)),
    memory: observe(() => memoryOf(paths)),
    usbAgain: observe(() => usbAgain(paths)),
  };
}

const namesIn = (folder: string): readonly string[] => (isThere(folder) ? readdirSync(folder).toSorted() : []);

/** Folders of a class of devices. */
const classOf = ({ sys }: MachinePaths, name: string): readonly string[] =>
  namesIn(join(sys, "class", name)).map((one) => join(sys, "class", name, one));

/** Of the hottest sensor, tenths of a degree Celsius; null: the machine does not say. */
export function temperatureOf(paths: MachinePaths = MACHINE_PATHS): number | null {
  const hottest = observe(() => hottestOf(paths));
  return hottest.seen ? Math.round(hottest.value / 100) : null;
}

/** Of the zones of the processor and of the chips that measure (hwmon), in thousandths of a degree; null: none says it. */
function hottestOf(paths: MachinePaths): number | null {
  const zones = classOf(paths, "thermal").map((zone) => kernelNumber(join(zone, "temp")));
  const chips = classOf(paths, "hwmon").flatMap((chip) =>
    namesIn(chip)
      .filter((name) => /^temp\d+_input$/.test(name))
      .map((name) => kernelNumber(join(chip, name))),
  );
  const measured = [...zones, ...chips].filter((one) => one !== null && one > -50_000 && one < 200_000);
  return measured.length === 0 ? null : Math.max(...measured.map(Number));
}

/** Bits of a Raspberry Pi's `get_throttled`: the voltage is too low now, or was. */
const LOW_NOW = 1 << 0;
const LOW_ONCE = 1 << 16;

/** A Raspberry Pi's firmware: as a chip `rpi_volt` with an alarm, or as a word of bits. */
function isVoltageLow(paths: MachinePaths): boolean | null {
  const bits = kernelText(join(paths.sys, "devices/platform/soc/soc:firmware/get_throttled"));
  const alarms = classOf(paths, "hwmon")
    .filter((chip) => kernelText(join(chip, "name")) === "rpi_volt")
    .map((chip) => kernelNumber(join(chip, "in0_lcrit_alarm")))
    .filter((one) => one !== null);
  const word = bits !== null && /^(?:0x)?[0-9a-f]{1,8}$/i.test(bits) ? Number.parseInt(bits, 16) : null;
  if (word === null && alarms.length === 0) return null;
  return ((word ?? 0) & (LOW_NOW | LOW_ONCE)) !== 0 || alarms.includes(1);
}

function memoryOf({ proc }: MachinePaths): MachineMemory | null {
  const text = kernelText(join(proc, "meminfo")) ?? "";
  const free = kibOf(text, "MemAvailable");
  const total = kibOf(text, "MemTotal");
  return free === null || total === null ? null : { free, total };
}

/** How much of a process lies in the swap, bytes. */
export function swapOf(pid: number, { proc }: MachinePaths = MACHINE_PATHS): Observed<number> {
  return observe(() => kibOf(kernelText(join(proc, String(pid), "status")) ?? "", "VmSwap"));
}

/** `MemTotal:    8045028 kB` in bytes; null: there is no such line. */
function kibOf(text: string, name: string): number | null {
  const [, kib] = new RegExp(`^${name}:\\s*(\\d{1,12}) kB$`, "m").exec(text) ?? [];
  return kib === undefined ? null : Number(kib) * 1_024;
}

/** Each time a device comes to a bus it gets the bus's next number: what the newest number is above those that are there came anew. */
function usbAgain({ sys }: MachinePaths): number | null {
  const folder = join(sys, "bus/usb/devices");
  const buses = new Map<number, { newest: number; count: number }>();
  for (const name of namesIn(folder)) {
    const bus = kernelNumber(join(folder, name, "busnum"));
    const number = kernelNumber(join(folder, name, "devnum"));
    if (bus === null || number === null) continue;
    const before = buses.get(bus) ?? { newest: 0, count: 0 };
    buses.set(bus, { newest: Math.max(before.newest, number), count: before.count + 1 });
  }
  if (buses.size === 0) return null;
  return [...buses.values()].reduce((sum, { newest, count }) => sum + newest - count, 0);
}
