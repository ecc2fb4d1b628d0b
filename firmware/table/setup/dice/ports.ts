import { readTextFile, type FileError } from "../../../files/read-file.ts";
import { openEye } from "../../dice/eye-port.ts";
import { openMqtt } from "../../../../drivers/dice/mqtt/port.ts";
import { BACK_OFF_US } from "../../../../drivers/transport/port-keeper.ts";
import { openSerial } from "../../../../drivers/transport/serial.ts";
import type { Config, DiceConfig, DiceDeviceConfig, EyeConfig } from "../../config/config.ts";
import { sha256Hex } from "../../../../src/record/bytes.ts";
import type { Clock } from "../../../../src/time/clock.ts";
import type { DevicePort } from "../unit-family.ts";
import type { DicePart } from "./thrown-dice.ts";
import { usageProblem } from "../../../problem.ts";

/** The longest password, characters. */
const PASSWORD_MAX = 256;
/** Bytes of a password file; what follows its first line is not read. */
const PASSWORD_FILE_MAX = 4_096;

/** What the ports of dice need of a configuration. */
export type DicePortsConfig = Pick<Config, "table" | "storage"> & { readonly dice: DiceConfig };

/** The devices of dice of a table, by the names that recordings have for their ports. Throws Problem for an unreadable file. */
export function dicePorts(
  config: DicePortsConfig,
  parts: readonly DicePart[],
  clock: Clock,
): ReadonlyMap<string, DevicePort> {
  return new Map(parts.map((part) => [part.port, portOf(config, part, clock)] as const));
}

/** What a device of a dice table is called, for people: its port, its broker, or its camera. */
export function diceNames({ eye, thrower, second, witness }: DiceConfig): string {
  const nameOf = (one: EyeConfig): string => one.path ?? one.camera?.path ?? one.camera?.source ?? "";
  const other = second === undefined ? (witness?.path ?? witness?.url) : nameOf(second);
  return [nameOf(eye), thrower?.path ?? thrower?.url, other].filter((name) => name !== undefined).join(", ");
}

function portOf(config: DicePortsConfig, part: DicePart, clock: Clock): DevicePort {
  const { dice } = config;
  if (part.type.kind === "eye") return eyePort(config, dice.eye, part, clock);
  if (part.type.kind === "witness" && dice.second !== undefined)
    return eyePort(config, dice.second, part, clock);
  const device = part.type.kind === "thrower" ? dice.thrower : dice.witness;
  if (device === undefined) throw new TypeError(`no configuration of the ${part.type.kind}`);
  return linePort(config, part, device, clock);
}

function linePort(config: DicePortsConfig, part: DicePart, device: DiceDeviceConfig, clock: Clock): DevicePort {
  const { path, baud, url, user, passwordFile, wait } = device;
  if (path !== undefined) {
    const baudRate = baud ?? part.type.baudRate;
    return { open: openSerial({ path, baudRate, clock }), wait, backOffUs: BACK_OFF_US };
  }
  const open = openMqtt({
    url: url ?? "",
    clientId: clientId(config.table.log, part.port),
    topics: part.type.topics(part.options),
    ...(user === undefined ? {} : { username: user, password: passwordOf(passwordFile ?? "") }),
    clock,
  });
  return { open, wait, backOffUs: BACK_OFF_US };
}

function eyePort(config: DicePortsConfig, eye: EyeConfig, part: DicePart, clock: Clock): DevicePort {
  const { path, baud, wait, camera, calibration = "", picturesMegabytes } = eye;
  if (camera !== undefined) {
    const { folder: storage, recordingDays: picturesDays = 0 } = config.storage;
    const open = openEye({ camera, calibration, storage, picturesMegabytes, picturesDays, clock });
    return { open, wait, backOffUs: BACK_OFF_US };
  }
  if (path === undefined) throw new TypeError("an eye has a camera or a path");
  const baudRate = baud ?? part.type.baudRate;
  return { open: openSerial({ path, baudRate, clock }), wait, backOffUs: BACK_OFF_US };
}

/** One for each table and device: a broker throws out an older client of the same name. MQTT promises 23 characters. */
function clientId(log: string, port: string): string {
  return `tirada-${sha256Hex(`${log}/${port}`).slice(0, 16)}`;
}

/** The first line of a password file; no message contains it. */
function passwordOf(path: string): string {
  try {
    const [line = ""] = readTextFile(path, PASSWORD_FILE_MAX).split(/\r?\n/);
    if (line !== "" && line.length <= PASSWORD_MAX) return line;
  } catch (error) {
    throw usageProblem(`the password file: ${(error as FileError).message}`, error);
  }
  throw usageProblem(`${path}: its first line must be a password of at most ${PASSWORD_MAX} characters`);
}
