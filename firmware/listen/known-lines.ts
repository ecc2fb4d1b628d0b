import type { Decoder, LineDecoding } from "../../drivers/decoding.ts";
import { PANEL_BAUD, PANEL_DECODING } from "../../drivers/panel/decoding.ts";
import { BAUDS } from "../../drivers/wheel/device.ts";
import {
  BALLS_PORT,
  EYE_PORT,
  SHOE_PORT,
  THROWER_PORT,
  WHEEL_PORT,
  WITNESS_PORT,
} from "../../src/recording/entry.ts";
import { BALLS_TYPES, DICE_TYPES, SHOE_TYPES, WHEEL_TYPES } from "../table/config/devices.ts";

/** How a line is plugged in. */
export type LineKind = "serial" | "hid" | "keyboard";

/** A line that a driver knows. Devices that speak one line alike stand together. */
export interface KnownLine {
  /** The first one is meant where nothing tells them apart. */
  readonly devices: readonly string[];
  readonly kind: LineKind;
  /** The speed of its port, baud; 0: it is no serial line. */
  readonly baud: number;
  /** Name of its port in recordings; null: its bytes are in none. */
  readonly port: string | null;
  readonly decoding: LineDecoding;
  readonly decoder: Decoder;
}

/** The panel is no device of a table's rulebook. */
const PANEL = "panel";
/** Ports of the devices of dice, by what each is. */
const DICE_PORTS = { eye: EYE_PORT, thrower: THROWER_PORT, witness: WITNESS_PORT } as const;

interface Line extends Omit<KnownLine, "devices" | "decoder" | "decoding"> {
  readonly device: string;
  readonly read: () => Promise<LineDecoding>;
}

function everyLine(): readonly Line[] {
  const wheels = WHEEL_TYPES.map(({ name: device, baudRate: baud, readDecoding: read }): Line => ({
    device,
    kind: "serial",
    baud,
    port: WHEEL_PORT,
    read,
  }));
  const shoes = SHOE_TYPES.flatMap(({ name: device, baudRate, ports, readDecoding }) =>
    ports.map((kind): Line => ({
      device,
      kind,
      baud: kind === "serial" ? baudRate : 0,
      port: SHOE_PORT,
      read: () => readDecoding(kind),
    })),
  );
  const dice = DICE_TYPES.flatMap(
    ({ name: device, kind, baudRate: baud, readDecoding: read }): readonly Line[] =>
      read === null ? [] : [{ device, kind: "serial", baud, port: DICE_PORTS[kind], read }],
  );
  const balls = BALLS_TYPES.map(({ name: device, baudRate: baud, readDecoding: read }): Line => ({
    device,
    kind: "serial",
    baud,
    port: BALLS_PORT,
    read,
  }));
  const panel: Line = {
    device: PANEL,
    kind: "serial",
    baud: PANEL_BAUD,
    port: null,
    read: () => Promise.resolve(PANEL_DECODING),
  };
  return [...wheels, ...shoes, ...dice, ...balls, panel];
}

/** The names by which a device may be asked for. */
export const listenedDevices = (): readonly string[] => [...new Set(everyLine().map(({ device }) => device))];

/** The lines of one device, or of all. */
export async function knownLines(device: string | null = null): Promise<readonly KnownLine[]> {
  const known: KnownLine[] = [];
  for (const { device: name, read, ...line } of everyLine()) {
    if (device !== null && name !== device) continue;
    const decoding = await read();
    for (const decoder of decoding.decoders) {
      const at = known.findIndex((one) => one.decoder === decoder && one.kind === line.kind);
      const same = known[at];
      if (same === undefined) known.push({ ...line, devices: [name], decoding, decoder });
      else known[at] = { ...same, devices: [...same.devices, name] };
    }
  }
  return known;
}

/** Every serial line, those of the device that is expected first: where two may have said the same, it is the one. */
export async function linesExpecting(device: string): Promise<readonly KnownLine[]> {
  const all = await knownLines();
  const isOwn = ({ devices }: KnownLine): boolean => devices.includes(device);
  return [...all.filter(isOwn), ...all.filter((line) => !isOwn(line) && line.kind === "serial")];
}

/** Speeds at which a line may be listened to, those of the devices first, the commonest before. */
export function listenedRates(lines: readonly KnownLine[]): readonly number[] {
  const own = lines.flatMap(({ kind, baud }) => (kind === "serial" ? [baud] : []));
  const often = (baud: number): number => own.filter((one) => one === baud).length;
  return [...new Set(own)].sort((a, b) => often(b) - often(a));
}

/** Every speed that a port of a table can be set to, baud. */
export const EVERY_RATE: readonly number[] = BAUDS;
