import { defaultValues, unrecordedValues } from "../../../drivers/options.ts";
import {
  DICE_OPTIONS,
  DICE_TYPES,
  SHOE_OPTIONS,
  SHOE_TYPES,
  WHEEL_OPTIONS,
  WHEEL_TYPES,
} from "../../table/config/devices.ts";
import type { AnySession } from "../../table/setup/unit-family.ts";
import type { Heard } from "./hear.ts";

/** Devices that say themselves what they are, by their own lines or their answer to who they are. */
const TELLING: readonly string[] = [
  "cammegh-ss2",
  "cammegh-mercury-360",
  "sensor-board",
  "tirada-shoe",
  "tirada-eye",
  "cage",
  "cup-switch",
];
const PROTOCOLS = ["extended", "advanced", "basic"] as const;
/** Pockets or cells of a wheel that sits on any of its kind. */
const POCKETS = 37;

/** A device as it may be behind a port. */
export interface OtherDevice {
  readonly session: AnySession;
  readonly baudRate: number;
  /** What its port is set to, as the configuration says it; null: there is nothing to choose. */
  readonly protocol: string | null;
}

/** Every device on a serial line that can be told by what it says. Their code must have been read. */
export function tellingDevices(): readonly OtherDevice[] {
  const is = ({ name }: { readonly name: string }): boolean => TELLING.includes(name);
  const wheels = WHEEL_TYPES.filter(is).flatMap((type) => {
    const {
      baudRate,
      cells: pockets = POCKETS,
      kinds: [kind = "roulette"],
    } = type;
    const ring = Array.from({ length: pockets }, (_, pocket) => String(pocket));
    const place = { kind, pockets, ring, baud: baudRate, calibration: null } as const;
    const protocols = Object.hasOwn(type.options, "protocol") ? PROTOCOLS : [null];
    return protocols.map((protocol) => {
      const more = protocol === null ? {} : { protocol };
      return {
        baudRate,
        protocol,
        session: type.session({ ...defaultValues(WHEEL_OPTIONS), ...more, ...place }),
      };
    });
  });
  const shoes = SHOE_TYPES.filter(is).map((type) => {
    const { baudRate } = type;
    const place = { decks: [], port: "serial", codes: null } as const;
    return { baudRate, protocol: null, session: type.session({ ...defaultValues(SHOE_OPTIONS), ...place }) };
  });
  const dice = DICE_TYPES.filter(is).map((type) => {
    const { baudRate } = type;
    const place = { faces: "pips", dice: 3, port: "serial" } as const;
    return { baudRate, protocol: null, session: type.session({ ...unrecordedValues(DICE_OPTIONS), ...place }) };
  });
  return [...wheels, ...shoes, ...dice].map(({ baudRate, protocol, session }) => ({
    baudRate,
    protocol,
    session: session as unknown as AnySession,
  }));
}

/** Whether what was heard shows that this very kind of device is there: it said so itself, or its lines are no other's. */
export function isOfItsKind({ isAttached, faults, number, told }: Heard): boolean {
  if (faults.get("dice-device-setup")?.["why"] === "another kind of device") return false;
  if (faults.has("wheel-other") || told === false) return false;
  return isAttached || number !== null || (told === true && !faults.has("device-garbled"));
}
