import { problemWords } from "../../../../src/rules/problem-words.ts";
import { optionsOf, unrecordedValues } from "../../../../drivers/options.ts";
import { BACK_OFF_US } from "../../../../drivers/transport/port-keeper.ts";
import { openSerial } from "../../../../drivers/transport/serial.ts";
import { unfitReason, type WheelDevice, type WheelPlace } from "../../../../drivers/wheel/device.ts";
import { WHEEL_BAUD } from "../../../../drivers/wheel/pace.ts";
import { WHEEL_PORT } from "../../../../src/recording/entry.ts";
import type { WheelPack } from "../../../../src/rules/pack.ts";
import { ringProblems } from "../../../../src/rules/ring.ts";
import type { Clock } from "../../../../src/time/clock.ts";
import type { WheelTableConfig } from "../../config/config.ts";
import { deviceNamed, WHEEL_OPTIONS, WHEEL_TYPES } from "../../config/devices.ts";
import { usageProblem } from "../../../problem.ts";
import type { LoadedPack } from "../../rules/load.ts";
import { wheelTableDevices } from "../../pipeline/devices/wheel.ts";
import { CALIBRATION_FILE, readCalibration } from "../../wheel/calibration-file.ts";
import { prepareRules } from "../ready.ts";
import type { TableOptions, WheelTableSetup } from "../setup-types.ts";
import type { ConfigProblem, UnitFamily } from "../unit-family.ts";
import { flatCalibration, flatWheel, wheelOptionsOf } from "./flat.ts";

/** Tables of a wheel: one device on one serial port. */
export const WHEEL_UNIT: UnitFamily = {
  name: "wheel",
  setup: wheelSetup,
  coverage: (...asked) => wheelSetup(...asked).coverage,
  devices: ({ wheel }: WheelTableConfig) => wheel.device,
  problem: wheelProblem,
  configured: configuredWheel,
  portName: ({ wheel }: WheelTableConfig) => wheel.path,
  ports({ wheel: { path, baud, wait } }: WheelTableConfig, { port }: WheelTableSetup, clock: Clock) {
    return new Map([
      [port, { open: openSerial({ path, baudRate: baud, clock }), wait, backOffUs: BACK_OFF_US }],
    ]);
  },
  sessions: ({ port, session }: WheelTableSetup) => new Map([[port, session]]),
  flat: (setup: WheelTableSetup) => flatWheel(setup),
  recorded: wheelOptionsOf,
  codes: () => null,
  dice: () => null,
  acts: async (setup: WheelTableSetup, table) =>
    (await import("../../acts/wheel-acts.ts")).wheelActs(setup, table),
  replaysTextLogs: true,
  bootDetail: ({ options }: WheelTableSetup) => flatCalibration(options.calibration),
};

function wheelSetup(
  { pack: given, id }: LoadedPack,
  device: string,
  houseRules: readonly string[],
  options: TableOptions,
): WheelTableSetup {
  const pack = given as WheelPack;
  const type = fittingDevice(id, pack, device);
  const { kind, pockets: names } = pack.wheel;
  const ring = options.ring ?? names;
  const problems = ring === names ? [] : ringProblems(pack, ring);
  if (problems.length > 0) throw new RangeError(`wheel.ring: ${problems.join("; ")}`);
  const calibration = options.calibration ?? null;
  checkCalibration(type, calibration, { kind, ring });
  const unsaid = { ...unrecordedValues(WHEEL_OPTIONS), baud: WHEEL_BAUD };
  const all = { ...unsaid, ...options, calibration, pockets: names.length, kind, ring };
  const session = type.session(all);
  return {
    family: "wheel",
    ...prepareRules(pack, session.abilities, houseRules),
    session,
    devices: wheelTableDevices({ session, port: WHEEL_PORT }),
    port: WHEEL_PORT,
    readsAhead: false,
    pack,
    device: type,
    options: all,
  };
}

/** The device of this name, when the rulebook can be played on it. */
function fittingDevice(rulebook: string, pack: WheelPack, name: string): WheelDevice {
  const type = deviceNamed(name);
  const able = ableDevices(pack);
  if (type.family !== "wheel")
    throw new RangeError(
      `${name} is a ${type.family} device; ${rulebook} needs a wheel device: ${able.join(", ")}`,
    );
  const unfit = unfitReason(type, pack.wheel);
  if (unfit !== null)
    throw new RangeError(`${unfit}, which ${rulebook} is played on; wheel.device must be ${able.join(", ")}`);
  return type;
}

/** Names of the devices that can be used on the wheel of a rulebook. */
const ableDevices = ({ wheel }: WheelPack): readonly string[] =>
  WHEEL_TYPES.filter((type) => unfitReason(type, wheel) === null).map(({ name }) => name);

/** What was learned of a wheel must be of this one; a device that needs no guided spin has none. */
function checkCalibration(
  { learning }: WheelDevice,
  learned: WheelPlace["calibration"],
  wheel: Pick<WheelPlace, "kind" | "ring">,
): void {
  const problem = learned === null ? null : (learning?.problem(learned, wheel) ?? null);
  if (problem !== null)
    throw new RangeError(`calibration of the wheel: ${problem}; learn it anew with tirada wheel calibrate`);
}

/** A device that needs a calibration and has none is not refused: the table runs, certifies nothing and says why. */
function configuredWheel({ table, wheel, storage }: WheelTableConfig, loaded: LoadedPack): WheelTableSetup {
  const device = WHEEL_TYPES.find(({ name }) => name === wheel.device);
  const stored = (device?.learning ?? null) !== null ? readCalibration(storage.folder) : null;
  const setup = wheelSetup(loaded, wheel.device, table.houseRules, {
    ...optionsOf(wheel, WHEEL_OPTIONS),
    baud: wheel.baud,
    ring: wheel.ring,
    calibration: stored === null ? null : { ...stored.learned },
  });
  if (stored !== null && stored.kind !== setup.options.kind)
    throw usageProblem(
      `${storage.folder}/${CALIBRATION_FILE} was learned on a ${stored.kind}, and ${table.rulebook} is played on a ${setup.options.kind}; learn it anew with tirada wheel calibrate --replace`,
    );
  return setup;
}

/** What is wrong with the wheel beside the rulebook; null: nothing. */
function wheelProblem(config: WheelTableConfig, pack: WheelPack): ConfigProblem | null {
  const type = WHEEL_TYPES.find(({ name }) => name === config.wheel.device);
  const unfit = type === undefined ? null : unfitReason(type, pack.wheel);
  if (unfit === null) return ringProblem(config, pack);
  const path = ["wheel", "device"];
  return { path, message: `wheel.device: ${unfit}; it must be ${ableDevices(pack).join(", ")}` };
}

function ringProblem({ wheel, test }: WheelTableConfig, pack: WheelPack): ConfigProblem | null {
  const path = ["wheel", "ring"];
  if (wheel.ring === undefined) {
    // Only the counts of a bowl or a disc are law; the order of a pack's ring is not that of a real wheel.
    if (pack.wheel.basis !== "inferred" || test) return null;
    return { path, message: problemWords("ring-missing") };
  }
  const problems = ringProblems(pack, wheel.ring);
  return problems.length === 0 ? null : { path, message: `wheel.ring: ${problems.join("; ")}` };
}
