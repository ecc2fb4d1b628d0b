import type { OpenPort } from "../../drivers/port.ts";
import { HID_BACK_OFF_US, openHid } from "../../drivers/transport/hid.ts";
import { openKeyboard } from "../../drivers/transport/keyboard.ts";
import { BACK_OFF_US, type KeeperListener } from "../../drivers/transport/port-keeper.ts";
import { openSerial } from "../../drivers/transport/serial.ts";
import {
  isCardTable,
  isDiceTable,
  type CardTableConfig,
  type Config,
  type ShoeConfig,
  type WheelTableConfig,
} from "../config/config.ts";
import type { Clock } from "../../src/time/clock.ts";
import { deviceNamed, findDevice } from "../config/devices.ts";
import { diceNames, dicePorts } from "./dice-port.ts";
import { firstDiceConfig } from "../setup/first-dice.ts";
import { EXIT, Problem } from "../problem.ts";
import { portOf } from "./setup-of.ts";
import type { TableSetup } from "../setup/table-setup.ts";

/** How one of a table's devices is reached. */
export interface DevicePort {
  readonly open: OpenPort;
  /** Without it a device that cannot be opened at the start ends the start. */
  readonly wait: boolean;
  /** Waits between tries to open it, µs. */
  readonly backOffUs: readonly number[];
}

/** What the port of a configuration's device is called, for people: its path, or the serial number of a USB device. */
export function portName(config: Config): string {
  if (isDiceTable(config)) return diceNames(config.dice);
  if (!isCardTable(config)) return config.wheel.path;
  const dice = firstDiceConfig(config.shoe);
  const shoe = config.shoe.path ?? `hid:${config.shoe.serial ?? ""}`;
  return dice === null ? shoe : `${shoe}, ${diceNames(dice)}`;
}

/** The device of a wheel or card table; its configuration was checked against its rulebook. */
export function devicePort(config: WheelTableConfig | CardTableConfig, clock: Clock): DevicePort {
  if (isCardTable(config)) return shoePort(config.shoe, clock);
  const { path, baud, wait } = config.wheel;
  return { open: openSerial({ path, baudRate: baud, clock }), wait, backOffUs: BACK_OFF_US };
}

/** The devices of a table, by the names that recordings have for their ports. */
export function devicePorts(config: Config, setup: TableSetup, clock: Clock): ReadonlyMap<string, DevicePort> {
  if (!isDiceTable(config)) {
    const dice = isCardTable(config) ? firstDiceConfig(config.shoe) : null;
    const parts = setup.family === "shoe" ? (setup.dice?.parts ?? []) : [];
    const beside = dice === null ? [] : dicePorts({ ...config, dice }, parts, clock);
    return new Map([[setup.port, devicePort(config, clock)], ...beside]);
  }
  if (setup.family !== "dice") throw new TypeError("a dice table was set up as another one");
  return dicePorts(config, setup.parts, clock);
}

function shoePort(shoe: ShoeConfig, clock: Clock): DevicePort {
  const { path, serial = null, baud, device, wait } = shoe;
  if (path !== undefined) {
    const baudRate = baud ?? deviceNamed(device).baudRate;
    return { open: openSerial({ path, baudRate, clock }), wait, backOffUs: BACK_OFF_US };
  }
  const found = findDevice(device);
  const usage = found?.family === "shoe" ? found.usage : undefined;
  if (portOf(shoe) === "keyboard")
    return { open: openKeyboard({ serial, clock }), wait, backOffUs: HID_BACK_OFF_US };
  if (usage === undefined)
    throw new Problem(
      EXIT.usage,
      `${device} is no USB HID device: say path, the stable name of its serial port`,
    );
  const open = openHid({ ...usage, serial, clock });
  return { open, wait, backOffUs: HID_BACK_OFF_US };
}

/**
 * Without `wait` a device that cannot be opened at the start ends the start; later losses are always waited out. `word`:
 * what the device is, for people.
 */
export function atFirst(
  listener: KeeperListener,
  { wait, word }: { readonly wait: boolean; readonly word: string },
  fail: (problem: Problem) => void,
): KeeperListener {
  let opened = wait;
  return {
    ...listener,
    onOpened: (name, tries, at) => {
      opened = true;
      listener.onOpened(name, tries, at);
    },
    onMissing: (missing, at) => {
      if (opened) listener.onMissing(missing, at);
      else fail(new Problem(EXIT.device, `${word}: ${missing.detail}`));
    },
  };
}
