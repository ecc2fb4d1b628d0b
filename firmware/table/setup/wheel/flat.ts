import { WHEEL_BAUD } from "../../../../drivers/wheel/pace.ts";
import { WHEEL_OPTIONS, WHEEL_TYPES } from "../../config/devices.ts";
import { flatOf, readHead, type FlatOptions, type Head } from "../recorded-head.ts";
import type { TableOptions, WheelTableSetup } from "../setup-types.ts";

const CALIBRATION = "calibration.";

/** What a wheel is set to; its ring where it is not the rulebook's own. */
export function flatWheel({ options, pack }: Pick<WheelTableSetup, "options" | "pack">): FlatOptions {
  const { ring, calibration, baud } = options;
  const names = ring.join(" ");
  return {
    ...flatOf(WHEEL_OPTIONS, options),
    ...(names === pack.wheel.pockets.join(" ") ? {} : { ring: names }),
    ...(baud === WHEEL_BAUD ? {} : { baud }),
    ...flatCalibration(calibration),
  };
}

/** `calibration.sensorB` and so on; nothing for a wheel without one. */
export function flatCalibration(
  learned: Readonly<Record<string, number>> | null,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(learned ?? {}).map(([name, value]) => [`${CALIBRATION}${name}`, value]),
  );
}

/** The options of a wheel's recording. */
export function wheelOptionsOf(flat: FlatOptions): TableOptions {
  return readHead(flat, (head) => {
    const calibration = readCalibrationOf(head);
    const [ring, baud] = [head.takeKey("ring"), head.takeKey("baud")];
    return {
      ...head.options(WHEEL_OPTIONS),
      ...(typeof baud === "number" && baud > 0 ? { baud } : {}),
      ...(typeof ring === "string" ? { ring: ring.split(" ") } : {}),
      ...(calibration === null ? {} : { calibration }),
    };
  });
}

/**
 * The calibration in a head: all numbers that one of the devices learns; null when one is missing, since half a calibration is
 * none.
 */
function readCalibrationOf(head: Head): Readonly<Record<string, number>> | null {
  const names = WHEEL_TYPES.flatMap(({ learning }) => learning?.numbers ?? []);
  const values = names.map((name) => [name, head.takeKey(`${CALIBRATION}${name}`)] as const);
  const learned = WHEEL_TYPES.map(({ learning }) => learning?.numbers ?? []).find(
    (numbers) =>
      numbers.length > 0 &&
      numbers.every((name) => values.some(([one, value]) => one === name && typeof value === "number")),
  );
  if (learned === undefined) return null;
  return Object.fromEntries(values.filter(([name]) => learned.includes(name))) as Record<string, number>;
}
