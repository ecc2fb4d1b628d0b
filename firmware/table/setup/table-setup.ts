import type { Coverage } from "../../../src/rules/coverage.ts";
import type { ShoeDeviceName, WheelDeviceName } from "../config/devices.ts";
import { orUsageProblem } from "../../problem.ts";
import { loadPack, type LoadedPack } from "../rules/load.ts";
import { unitFamily } from "./families.ts";
import type {
  AnyOptions,
  ShoeTableOptions,
  ShoeTableSetup,
  TableOptions,
  TableSetup,
  WheelTableSetup,
} from "./setup-types.ts";

export { SHOE_PORT, WHEEL_PORT } from "../../../src/recording/entry.ts";
export type * from "./setup-types.ts";

/**
 * Sets up a table from a rulebook, a device and the house rules. The number of pockets comes from the rulebook, so a table
 * without a double zero can never report one. Throws Problem when one of them is unknown or they do not fit.
 */
export function tableSetup(
  rulebook: string | LoadedPack,
  device: WheelDeviceName,
  houseRules: readonly string[],
  options?: TableOptions,
): WheelTableSetup;
export function tableSetup(
  rulebook: string | LoadedPack,
  device: ShoeDeviceName,
  houseRules: readonly string[],
  options: ShoeTableOptions,
): ShoeTableSetup;
export function tableSetup(
  rulebook: string | LoadedPack,
  device: string,
  houseRules: readonly string[],
  options?: AnyOptions,
): TableSetup;
export function tableSetup(
  rulebook: string | LoadedPack,
  device: string,
  houseRules: readonly string[],
  options: AnyOptions = {},
): TableSetup {
  return orUsageProblem(() => {
    const loaded = loadedOf(rulebook);
    return unitFamily(loaded.pack.family).setup(loaded, device, houseRules, options);
  });
}

/** What a device type can see of a rulebook, without a table. Throws Problem when they do not fit. */
export function coverageFor(
  rulebook: string | LoadedPack,
  device: string,
  houseRules: readonly string[],
  options: TableOptions = {},
): Coverage {
  return orUsageProblem(() => {
    const loaded = loadedOf(rulebook);
    return unitFamily(loaded.pack.family).coverage(loaded, device, houseRules, options);
  });
}

/** What a house says of its table beside the law: see `TableRules`. */
interface HouseTimes {
  readonly lateMinutes?: number | undefined;
  readonly betsSeconds?: number | undefined;
}

/** A table with the times of its house. */
export const withHouseTimes = <S extends TableSetup>(
  setup: S,
  { lateMinutes, betsSeconds }: HouseTimes,
): S => ({
  ...setup,
  rules: {
    ...setup.rules,
    ...(lateMinutes === undefined ? {} : { lateMinutes }),
    ...(betsSeconds === undefined ? {} : { betsSeconds }),
  },
});

/** A rulebook by its name, `cl/craps` or `cl/craps@2023-03`, or one that was read already. */
const loadedOf = (rulebook: string | LoadedPack): LoadedPack =>
  typeof rulebook === "string" ? loadPack(rulebook) : rulebook;
