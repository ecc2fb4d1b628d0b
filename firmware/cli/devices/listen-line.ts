import { realpath, stat } from "node:fs/promises";
import { TIRADA_SHOE } from "../../../drivers/shoe/tirada-shoe/device.ts";
import { findDevice } from "../../../drivers/transport/find-device.ts";
import type { HidUsage } from "../../../drivers/transport/find-hid.ts";
import { describeHid, openHid } from "../../../drivers/transport/hid.ts";
import { KEYBOARD_USAGE, openKeyboard } from "../../../drivers/transport/keyboard.ts";
import { openSerial } from "../../../drivers/transport/serial.ts";
import { PortError, type OpenPort } from "../../../drivers/port.ts";
import { isTerminal } from "../../../drivers/transport/modem.ts";
import { holdersOf, holdersText } from "../../../drivers/transport/port-holders.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { hearEntries } from "../../listen/hear-file.ts";
import { EVERY_RATE, knownLines, listenedRates, type KnownLine } from "../../listen/known-lines.ts";
import { requireQuestion } from "../../listen/questions.ts";
import { rowLine, rowObject, verdictLines, verdictObject } from "../../listen/row-text.ts";
import { EXIT, Problem, usageProblem } from "../../problem.ts";
import { CaptureError, readCapture, type Capture } from "../../replay/capture.ts";
import { TextLogError } from "../../table/recording/text-log.ts";
import { printLine, printLines } from "../common.ts";
import type { ListenOptions } from "./listen.ts";
import { listenToSource, type LineSource } from "./listen-source.ts";
import { listenToTable, TABLE_PORTS } from "./listen-table.ts";

/** A port that is plugged in as a HID device or a keyboard: `hid`, `hid:TS-0007`, `keyboard:usb:1-1.2`. */
const HID_NAME = /^(hid|keyboard)(?::(.+))?$/;

/** What each kind of name leads to. */
export async function listenTo(port: string, options: ListenOptions): Promise<void> {
  const clock = systemClock();
  if (TABLE_PORTS.includes(port)) return listenToTable(port, options, clock);
  const lines = await knownLines(options.as ?? null);
  if (options.send !== undefined) requireQuestion(options.send, lines);
  const [, kind, address = null] = HID_NAME.exec(port) ?? [];
  if (kind === "hid" || kind === "keyboard")
    return listenToSource(hidSource(kind, address, lines, clock), options, clock);
  if ((await stat(port).catch(() => null))?.isFile() === true) listenToFile(port, lines, options);
  else await listenToSource(await serialSource(port, lines, options, clock), options, clock);
}

/** Says what every port of a capture is. */
function listenToFile(path: string, lines: readonly KnownLine[], options: ListenOptions): void {
  if (options.send !== undefined || options.out !== undefined || options.baud !== undefined)
    throw usageProblem(`${path} is a capture: it is only read, without --send, --out and --baud`);
  const { entries, notes, own, listened } = captureAt(path);
  for (const note of notes) process.stderr.write(`tirada: ${path}: ${note}\n`);
  const since = entries[0]?.t;
  const heard = hearEntries(entries, lines, { showsFaces: options.faces === true }, (port, row) => {
    if (options.json) printLine(JSON.stringify({ ...rowObject(row), port }));
    else printLine(rowLine(row, since ?? row.t, options.bytes === true));
  });
  for (const { port, listener } of heard) {
    const { identified } = listener;
    const said = listened?.baud ?? own?.options["baud"];
    // A file has no speed but what its head or its device says.
    const baud = typeof said === "number" && said > 0 ? said : (identified.line?.baud ?? 0);
    const rate = baud > 0 ? `${baud} baud` : "";
    if (options.json)
      printLine(
        JSON.stringify({ ...verdictObject(identified, baud > 0 ? baud : null), port, ...listener.counts }),
      );
    else printLines(verdictLines(identified, rate).map((line) => `${port}: ${line}`));
  }
  if (heard.every(({ listener }) => listener.identified.line === null)) throw nothingFound(path);
}

function captureAt(path: string): Capture {
  try {
    return readCapture(path);
  } catch (error) {
    if (error instanceof CaptureError || error instanceof TextLogError)
      throw usageProblem(error.message, error);
    throw error;
  }
}

const nothingFound = (where: string): Problem =>
  new Problem(EXIT.device, `${where}: none: no line that a driver knows was heard`);

function hidSource(
  kind: "hid" | "keyboard",
  address: string | null,
  lines: readonly KnownLine[],
  clock: Clock,
): LineSource {
  const fitting = lines.filter((line) => line.kind === kind);
  const usage = kind === "keyboard" ? KEYBOARD_USAGE : shoeUsage();
  const open: OpenPort =
    kind === "keyboard" ? openKeyboard({ address, clock }) : openHid({ ...usage, address, clock });
  return {
    name: address === null ? kind : `${kind}:${address}`,
    lines: fitting,
    rates: [],
    hasRate: false,
    open: () => open,
    identity: () => describeHid({ ...usage, address }),
    device: null,
  };
}

/** What the reports of a shoe are called. */
function shoeUsage(): HidUsage {
  if (TIRADA_SHOE.usage === undefined) throw new TypeError("a shoe has reports");
  return TIRADA_SHOE.usage;
}

/** Throws a Problem for a port that is none, or that another program has. */
async function serialSource(
  port: string,
  lines: readonly KnownLine[],
  { baud, as }: ListenOptions,
  clock: Clock,
): Promise<LineSource> {
  const fitting = lines.filter(({ kind }) => kind === "serial");
  const found = await findDevice(port, { allowUnstable: true }).catch((error: unknown) => {
    if (error instanceof PortError) throw usageProblem(error.message, error);
    throw error;
  });
  const device = await realpath(found.device).catch(() => found.device);
  await requireFree(device);
  return {
    name: found.name,
    device,
    hasRate: !isPseudoTerminal(device),
    lines: fitting,
    rates: baud === undefined ? ratesFor(device, fitting, as) : [baud],
    open: (rate) => openSerial({ path: port, allowUnstable: true, baudRate: rate, clock }),
  };
}

/** Speeds that are tried: those of the devices first. A pseudo-terminal has none. */
function ratesFor(device: string, lines: readonly KnownLine[], as: string | undefined): readonly number[] {
  const own = listenedRates(lines);
  if (isPseudoTerminal(device)) return own.slice(0, 1);
  return as === undefined ? [...own, ...EVERY_RATE.filter((rate) => !own.includes(rate))] : own;
}

const isPseudoTerminal = (device: string): boolean => device.startsWith("/dev/pts/");

/** Another program that reads the port would take every other byte. */
async function requireFree(device: string): Promise<void> {
  // What plays a device on a pseudo-terminal has it open; another reader is told by its lock.
  if (isPseudoTerminal(device) || !(await isTerminal(device))) return;
  const holders = await holdersOf(device);
  if (holders.length === 0) return;
  const isOurs = holders.some(({ program }) => program.startsWith("tirada"));
  const cure = isOurs
    ? "a table that runs is listened to by the name of its port: tirada listen wheel --config FILE"
    : "stop that program and try again";
  throw new Problem(EXIT.device, `${device} is open in ${holdersText(holders)}; ${cure}`);
}
