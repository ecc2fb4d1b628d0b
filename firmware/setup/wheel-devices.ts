import { mercury360Session } from "../../drivers/wheel/cammegh-mercury-360/session.ts";
import { ss2Session } from "../../drivers/wheel/cammegh-ss2/session.ts";
import type { LearnedCalibration } from "../../drivers/wheel/sensor-board/calibration/learned.ts";
import { WHEEL_BAUD } from "../../drivers/wheel/pace.ts";
import { sensorBoardSession } from "../../drivers/wheel/sensor-board/session.ts";
import { trackerOf } from "../../drivers/wheel/sensor-board/tracker/tracker-of.ts";
import type { WheelSession } from "../../drivers/wheel/session.ts";
import type { WheelKind } from "../../src/rules/pack.ts";

/** What a table's configuration says of its wheel, as far as its session needs it. */
export interface DeviceOptions {
  /** 37 or 38; follows from the rulebook's own layout. */
  readonly pockets: number;
  /** SS2: largest step that the wheel makes on purpose after no-more-bets (`*T m`), tenths of rpm. */
  readonly rotorVariationRpm10: number;
  /** Speed of its port; SS2, Mercury 360: what comes faster than this can carry counts once. */
  readonly baud: number;
  /** SS2: ask the wheel what it is after each connection. */
  readonly ask: boolean;
  /** Mercury 360: the output protocol of its port. */
  readonly protocol: "basic" | "advanced" | "extended";
  /** Mercury 360: its game mode (`*G0`), which says what its flags mean; null when nobody has looked it up. */
  readonly gameMode: number | null;
  /** What the rulebook is played on. */
  readonly kind: WheelKind;
  /** Sensor board: names clockwise, as they are on this very wheel. */
  readonly ring: readonly string[];
  /** Sensor board: what a guided spin taught; null: nothing yet. */
  readonly calibration: LearnedCalibration | null;
}

/** A wheel, or a board beside one, that tirada can be installed on. */
export interface WheelDeviceType {
  readonly name: string;
  readonly family: "wheel";
  readonly about: string;
  readonly baudRate: number;
  /** Wheels that it can sit on. */
  readonly kinds: readonly WheelKind[];
  session(options: DeviceOptions): WheelSession;
}

/** `*T m` as captured on a live wheel (2.0 rpm); the factory's own value is 1.5 rpm. */
export const ROTOR_VARIATION_RPM10 = 20;

export const DEVICE_DEFAULTS: Omit<DeviceOptions, "pockets"> = {
  rotorVariationRpm10: ROTOR_VARIATION_RPM10,
  baud: WHEEL_BAUD,
  ask: false,
  protocol: "extended",
  gameMode: null,
  kind: "roulette",
  ring: [],
  calibration: null,
};

export const WHEEL_DEVICES = {
  "cammegh-ss2": {
    name: "cammegh-ss2",
    family: "wheel",
    about: "Cammegh SlingShot 2, automatic wheel, RS-232 9600 8N1, port A",
    baudRate: WHEEL_BAUD,
    kinds: ["roulette"],
    session: (options) => ss2Session(options),
  },
  "cammegh-mercury-360": {
    name: "cammegh-mercury-360",
    family: "wheel",
    about: "Cammegh Mercury 360, dealer-spun wheel with in-rim reader, BOB serial port 9600 8N1",
    baudRate: WHEEL_BAUD,
    kinds: ["roulette"],
    session: ({ protocol, pockets, gameMode, baud }) =>
      mercury360Session({
        protocol,
        baud,
        pockets: pockets === 38 ? 38 : 37,
        ...(gameMode === null ? {} : { gameMode }),
      }),
  },
  "sensor-board": {
    name: "sensor-board",
    family: "wheel",
    about: "tirada's own sensor board on a wheel without electronics: roulette, bowl or disc, 115200 8N1",
    baudRate: 115_200,
    kinds: ["roulette", "bowl", "disc"],
    session: ({ kind, ring, calibration }) => {
      const rig = { kind, ring, calibration };
      return sensorBoardSession({ rig, board: calibration?.board ?? null, tracker: trackerOf(rig) });
    },
  },
} as const satisfies Record<string, WheelDeviceType>;

export type WheelDeviceName = keyof typeof WHEEL_DEVICES;
