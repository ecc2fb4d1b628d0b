import type { BoardModel } from "../boards/board-model.ts";
import { emulatedBoard } from "../boards/wheel/emulated.ts";
import { fastBoard } from "../boards/wheel/fast.ts";
import { bowlWheel } from "../models/wheels/bowl/wheel.ts";
import { discWheel } from "../models/wheels/disc/wheel.ts";
import type { CammeghWear } from "../models/wheels/cammegh.ts";
import type { HandWear } from "../models/wheels/hand/wear.ts";
import type { Wear } from "../models/wheels/wear.ts";
import type { ElectronicWheel, PlayedWheelOptions } from "../models/wheels/electronic/played-wheel.ts";
import { handWheel } from "../models/wheels/hand/wheel.ts";
import { playedMercury } from "../models/wheels/mercury-360/played.ts";
import { playedSs2 } from "../models/wheels/ss2/played.ts";
import type { Profile, SensedWheel } from "../models/wheels/sensed/sensed-wheel.ts";
import { type WheelPack, wheelPack } from "../../src/rules/pack.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";
import { electronicDevice, sensedDevice } from "./devices.ts";
import type { BoardChoice, ElectronicDevice, WheelDevice } from "./profiles.ts";
import { SimTable, type SimParts } from "./table.ts";
import type { SimulatedLife } from "./unit.ts";
import "../../firmware/table/setup/every-family.ts";

export interface SimOptions {
  readonly rulebook: string;
  readonly seed: string;
  readonly profile: Profile;
  /** What reads the wheel; a sensor board unless given. */
  readonly device?: WheelDevice;
  /** Of a sensor board. */
  readonly board: BoardChoice;
  readonly quietLine?: boolean;
  /** What of the wheel wears out; left out: nothing does. */
  readonly wear?: Wear | undefined;
  readonly life?: SimulatedLife;
  /** Hears every entry of the unit. */
  readonly follow?: SimParts["follow"];
}

/** Largest error of the board's crystal that the simulator gives it, parts per million. */
const CRYSTAL_PPM = 50;

/** The wheel that a rulebook is played on. */
export function simulatedWheel(pack: WheelPack, seed: string, profile: Profile, wear?: Wear): SensedWheel {
  const options = { seed, ring: pack.wheel.pockets, profile };
  switch (pack.wheel.kind) {
    case "roulette":
      return handWheel(wear === undefined ? options : { ...options, wear: wear as Wear<HandWear> });
    case "bowl":
      return bowlWheel(options);
    case "disc":
      return discWheel(options);
  }
}

/** A board for that wheel, with a crystal of its own. */
export function simulatedBoard(pack: WheelPack, seed: string, choice: BoardChoice): BoardModel {
  const ppm = randomFrom(`${seed}/crystal`).below(2 * CRYSTAL_PPM + 1) - CRYSTAL_PPM;
  const marks = pack.wheel.kind === "bowl" ? 0 : pack.wheel.pockets.length;
  const options = { kind: pack.wheel.kind, marks, board: SIM_BOARD, ppm };
  return choice === "fast" ? fastBoard(options) : emulatedBoard(options);
}

/** The simulated board's number, as its identity tells it. */
export const SIM_BOARD = 0x51_0000_01;

/** What plays each of them, with its people. */
const PLAYED: Readonly<Record<ElectronicDevice, (options: PlayedWheelOptions) => ElectronicWheel>> = {
  "cammegh-ss2": playedSs2,
  "cammegh-mercury-360": playedMercury,
  // The next wheel with electronics: a row above.
};

/** The wheel with electronics that a device of that name is, with the people who play it. */
export function electronicWheel(
  device: ElectronicDevice,
  pack: WheelPack,
  seed: string,
  profile: Profile,
  wear?: Wear,
): ElectronicWheel {
  const options = { seed, ring: pack.wheel.pockets, profile };
  return PLAYED[device](wear === undefined ? options : { ...options, wear: wear as Wear<CammeghWear> });
}

/** A whole simulated table, from its seed. */
export function simulatedTable({
  rulebook,
  seed,
  profile,
  device = "sensor-board",
  board,
  quietLine,
  life,
  wear,
  follow,
}: SimOptions): SimTable {
  const bare = tableSetup(rulebook, device, []);
  const pack = wheelPack(bare.pack);
  const common = {
    seed,
    quietLine: quietLine === true,
    ...(life === undefined ? {} : { life }),
    ...(follow === undefined ? {} : { follow }),
  };
  if (device !== "sensor-board") {
    const wheel = electronicWheel(device, pack, seed, profile, wear);
    return new SimTable({ setup: bare, device: electronicDevice(wheel), ...common });
  }
  const wheel = simulatedWheel(pack, seed, profile, wear);
  const setup = tableSetup(rulebook, device, [], {
    calibration: { ...wheel.calibration, board: SIM_BOARD },
  });
  return new SimTable({
    setup,
    device: sensedDevice(wheel, simulatedBoard(pack, seed, board)),
    ...common,
  });
}
