import { defaultValues, unrecordedValues } from "../../drivers/options.ts";
import {
  DICE_OPTIONS,
  DICE_TYPES,
  SHOE_OPTIONS,
  SHOE_TYPES,
  WHEEL_OPTIONS,
  WHEEL_TYPES,
} from "../config/devices.ts";
import type { AnySession } from "../setup/unit-family.ts";
import type { Heard } from "./hear.ts";

/** Devices that say themselves what they are, by their own lines or their answer to who they are. */
const TELLING: readonly string[] = [
  ...["cammegh-ss2", "cammegh-mercury-360", "sensor-board", "tirada-shoe", "tirada-eye"],
  ...["shaker-line", "cage", "cup-switch", "witness-line"],
];
const POCKETS = 37;

/** A device of another kind, as it may be behind a port. */
export interface OtherDevice {
  readonly session: AnySession;
  readonly baudRate: number;
}

/** Every device on a serial line that can be told by what it says, but for one. Their code must have been read. */
export function otherDevices(but: string): readonly OtherDevice[] {
  const is = ({ name }: { readonly name: string }): boolean => TELLING.includes(name) && name !== but;
  const ring = Array.from({ length: POCKETS }, (_, pocket) => String(pocket));
  const wheels = WHEEL_TYPES.filter(is).map((type) => {
    const { baudRate } = type;
    const place = { kind: "roulette", pockets: POCKETS, ring, baud: baudRate, calibration: null } as const;
    return { baudRate, session: type.session({ ...defaultValues(WHEEL_OPTIONS), ...place }) };
  });
  const shoes = SHOE_TYPES.filter(is).map((type) => {
    const { baudRate } = type;
    const place = { decks: [], port: "serial", codes: null } as const;
    return { baudRate, session: type.session({ ...defaultValues(SHOE_OPTIONS), ...place }) };
  });
  const dice = DICE_TYPES.filter(is).map((type) => {
    const { baudRate } = type;
    const place = { faces: "pips", dice: 3, port: "serial" } as const;
    return { baudRate, session: type.session({ ...unrecordedValues(DICE_OPTIONS), ...place }) };
  });
  return [...wheels, ...shoes, ...dice].map(({ baudRate, session }) => ({
    baudRate,
    session: session as unknown as AnySession,
  }));
}

/** Whether what was heard shows that this very kind of device is there. */
export function isOfItsKind({ isAttached, faults, number, device }: Heard): boolean {
  if (faults.get("dice-device-setup")?.["why"] === "another kind of device") return false;
  // Its status lines are those of another Cammegh wheel, which answers no question.
  if (device === "cammegh-ss2" && answersNothing(faults)) return false;
  return isAttached || number !== null;
}

function answersNothing(faults: Heard["faults"]): boolean {
  const problems = faults.get("wheel-setup")?.["problems"];
  return typeof problems === "string" && /\bno answer: [^;]*version/.test(problems);
}
