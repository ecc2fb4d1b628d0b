import { stat } from "node:fs/promises";
import { SerialPort } from "serialport";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_S, type MonoUs } from "../../src/time/instant.ts";
import {
  errorTextOf,
  oneLineOf,
  PortError,
  type BytePort,
  type OpenPort,
  type PortEvents,
  type PortLoss,
} from "../port.ts";
import { findDevice, type FindDeviceOptions } from "./find-device.ts";
import { lockPort, type PortLock } from "./port-lock.ts";

export interface SerialOptions extends FindDeviceOptions {
  /** A stable name or path, see `findDevice`. */
  readonly path: string;
  /** 9600 unless given; always 8 data bits, no parity, 1 stop bit, no flow control (SS2 guide §1). */
  readonly baudRate?: number;
  readonly clock: Clock;
  /** Where the lock files are; `/run/lock` unless given. */
  readonly lockDir?: string;
}

/** No chunk handed on is longer than this, bytes: 4 seconds of line at 9600 baud. */
export const CHUNK_LIMIT = 4_096;
/** Bytes that may wait to be written, all writes together. Devices take short commands: a longer queue means that the device does not read. */
export const WRITE_LIMIT = 4_096;
/** How often the name is checked to still lead to the open device. */
export const PRESENCE_US = US_PER_S;

/**
 * A serial port as a byte port. `onLost` comes exactly once for every port that was opened, also after `close()`
 * (why `closed`). Opening rejects with PortError. The only file that knows the serialport package.
 */
export function openSerial(options: SerialOptions): OpenPort {
  return async (events) => {
    const { name, device } = await findDevice(options.path, options);
    const id = await deviceId(device, name);
    const lock = await lockPort(device, options.lockDir);
    try {
      const serial = await openSerialPort(device, name, options.baudRate ?? 9_600);
      return livePort({ serial, name, device, id, lock, clock: options.clock, events });
    } catch (error) {
      await lock.release();
      throw error;
    }
  };
}

function openSerialPort(device: string, name: string, baudRate: number): Promise<SerialPort> {
  return new Promise((resolve, reject) => {
    const serial = new SerialPort({
      path: device,
      baudRate,
      dataBits: 8,
      parity: "none",
      stopBits: 1,
      rtscts: false,
      xon: false,
      xoff: false,
      lock: true,
      autoOpen: false,
      highWaterMark: CHUNK_LIMIT,
    });
    serial.open((error) => {
      if (error === null) resolve(serial);
      else reject(portError(error, name));
    });
  });
}

interface Opened {
  readonly serial: SerialPort;
  readonly name: string;
  readonly device: string;
  readonly id: string;
  readonly lock: PortLock;
  readonly clock: Clock;
  readonly events: PortEvents;
}

/** Wires an open serial port to its owner. */
function livePort({ serial, name, device, id, lock, clock, events }: Opened): BytePort {
  const waiting = new Set<(loss: PortLoss) => void>();
  let waitingBytes = 0;
  let lost: PortLoss | null = null;
  let presence: Timer | null = null;
  let closed: Promise<void> = Promise.resolve();

  const lose = (loss: PortLoss, at: MonoUs): void => {
    if (lost !== null) return;
    lost = loss;
    presence?.cancel();
    for (const reject of waiting) reject(loss);
    waiting.clear();
    closed = closeSerialPort(serial).then(() => lock.release());
    errorTextOf(() => events.onLost(loss, at));
  };
  serial.on("data", (chunk: Buffer) => {
    const at = clock.now();
    if (lost !== null) return;
    for (let from = 0; from < chunk.length; from += CHUNK_LIMIT) {
      const failure = errorTextOf(() => events.onBytes(chunk.subarray(from, from + CHUNK_LIMIT), at));
      if (failure !== null) lose({ why: "error", detail: `reading ${name} was given up: ${failure}` }, at);
    }
  });
  const gone = (): PortLoss => ({ why: "unplugged", detail: `the device disappeared: ${name}` });
  serial.on("close", () => lose(gone(), clock.now()));
  serial.on("end", () => lose(gone(), clock.now()));
  serial.on("error", (error: Error) =>
    lose({ why: "error", detail: `${name}: ${oneLineOf(error)}` }, clock.now()),
  );
  presence = clock.every(PRESENCE_US, `serial ${name}`, () => {
    // A device that hangs up while a read is under way gives empty reads for ever, and serialport does not report it.
    void isDevicePresent(name, device, id).then((there) => {
      if (!there) lose(gone(), clock.now());
    });
  });

  return {
    name,
    write: (bytes) => {
      if (lost !== null) return Promise.reject(new Error(`${name} is closed: ${lost.detail}`));
      if (waitingBytes + bytes.length > WRITE_LIMIT) {
        const what = `${waitingBytes} bytes wait already, at most ${WRITE_LIMIT} may`;
        return Promise.reject(new Error(`${name} does not take what is written: ${what}; check the cable`));
      }
      waitingBytes += bytes.length;
      return new Promise<void>((resolve, reject) => {
        const failed = (loss: PortLoss): void => reject(new Error(`not written to ${name}: ${loss.detail}`));
        waiting.add(failed);
        serial.write(Buffer.from(bytes), (error) => {
          waitingBytes -= bytes.length;
          waiting.delete(failed);
          if (error) reject(new Error(`not written to ${name}: ${oneLineOf(error)}`));
          else resolve();
        });
      });
    },
    close: async () => {
      lose({ why: "closed", detail: `${name} was closed` }, clock.now());
      await closed;
    },
  };
}

/** Closes the serial port if it still is open; never rejects. */
function closeSerialPort(serial: SerialPort): Promise<void> {
  return new Promise((resolve) => {
    if (serial.isOpen) serial.close(() => resolve());
    else resolve();
    serial.destroy();
  });
}

/** Which device this is, so that another one behind the same name is noticed. Throws PortError when it is no terminal. */
async function deviceId(device: string, name: string): Promise<string> {
  try {
    const found = await stat(device);
    if (found.isCharacterDevice()) return `${found.dev}:${found.ino}:${found.rdev}`;
  } catch (error) {
    throw portError(error, name);
  }
  throw new PortError("unusable", `${name} is not a serial device; give the name of the serial adapter`);
}

/** A name that is being made anew by the system may be away for a moment; then the device itself decides. */
async function isDevicePresent(name: string, device: string, id: string): Promise<boolean> {
  const now = await stat(name)
    .catch(() => stat(device))
    .catch(() => null);
  return now !== null && `${now.dev}:${now.ino}:${now.rdev}` === id;
}

/** serialport's errors can be told apart by their text only. */
function portError(cause: unknown, name: string): PortError {
  const text = oneLineOf(cause);
  const as = (code: PortError["code"], message: string): PortError => new PortError(code, message, { cause });
  if (/no such file|no such device|ENOENT|ENXIO|ENODEV/i.test(text)) {
    return as("missing", `no device at ${name}; check its plug and power`);
  }
  if (/cannot lock|busy|EBUSY|temporarily unavailable/i.test(text)) {
    return as("busy", `${name} is taken by another program; stop that program and try again`);
  }
  if (/permission|EACCES|EPERM|not permitted/i.test(text)) {
    return as(
      "denied",
      `no right to open ${name}; add this program's user to the group that owns it (dialout)`,
    );
  }
  if (/inappropriate ioctl|is a directory|not a tty|ENOTTY|invalid argument/i.test(text)) {
    return as("unusable", `${name} is not a serial device; give the name of the serial adapter`);
  }
  return as("unusable", `${name} cannot be opened (${text}); unplug and replug the adapter`);
}
