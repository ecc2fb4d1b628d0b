import { mercury360Session } from "../drivers/wheel/cammegh-mercury-360/session.ts";
import { ss2Session } from "../drivers/wheel/cammegh-ss2/session.ts";
import type { WheelSession } from "../drivers/wheel/session.ts";

/** What a table's configuration says of its wheel, as far as its session needs it. */
export interface DeviceOptions {
  /** 37 or 38; follows from the rulebook's own layout. */
  readonly pockets: number;
  /** SS2: largest step that the wheel makes on purpose after no-more-bets (`*T m`), tenths of rpm. */
  readonly rotorVariationRpm10: number;
  /** SS2: ask the wheel what it is after each connection. */
  readonly ask: boolean;
  /** Mercury 360: the output protocol of its port. */
  readonly protocol: "basic" | "advanced" | "extended";
  /** Mercury 360: its game mode (`*G0`), which says what its flags mean; null when nobody has looked it up. */
  readonly gameMode: number | null;
}

/** A device type that tirada can be installed on. */
export interface DeviceType {
  readonly name: string;
  readonly family: "wheel";
  readonly about: string;
  readonly baudRate: number;
  session(options: DeviceOptions): WheelSession;
}

/** `*T m` as captured on a live wheel (2.0 rpm); the factory's own value is 1.5 rpm. */
export const ROTOR_VARIATION_RPM10 = 20;

export const DEVICE_DEFAULTS: Omit<DeviceOptions, "pockets"> = {
  rotorVariationRpm10: ROTOR_VARIATION_RPM10,
  ask: false,
  protocol: "extended",
  gameMode: null,
};

/** Every device type, by the name that the command line and the configuration use. */
export const DEVICES: Readonly<Record<string, DeviceType>> = {
  "cammegh-ss2": {
    name: "cammegh-ss2",
    family: "wheel",
    about: "Cammegh SlingShot 2, automatic wheel, RS-232 9600 8N1, port A",
    baudRate: 9600,
    session: (options) => ss2Session(options),
  },
  "cammegh-mercury-360": {
    name: "cammegh-mercury-360",
    family: "wheel",
    about: "Cammegh Mercury 360, dealer-spun wheel with in-rim reader, BOB serial port 9600 8N1",
    baudRate: 9600,
    session: ({ protocol, pockets, gameMode }) =>
      mercury360Session({
        protocol,
        pockets: pockets === 38 ? 38 : 37,
        ...(gameMode === null ? {} : { gameMode }),
      }),
  },
};

/** The device type, or an error that lists the known ones. */
export function deviceType(name: string): DeviceType {
  const found = Object.hasOwn(DEVICES, name) ? DEVICES[name] : undefined;
  if (found === undefined)
    throw new RangeError(`no device "${name}"; known: ${Object.keys(DEVICES).join(", ")}`);
  return found;
}
