import { wheelDevice } from "../device.ts";
import { CALIBRATION_NUMBERS, calibrationProblem, learnedOf } from "./calibration/learned.ts";

export const SENSOR_BOARD = wheelDevice({
  name: "sensor-board",
  acceptance: {
    steps: new URL("acceptance.yaml", import.meta.url),
    readSignals: async () => (await import("./edge-signals.ts")).edgeSignals,
  },
  family: "wheel",
  about: "tirada's own sensor board on a wheel without electronics: roulette, bowl or disc, 115200 8N1",
  baudRate: 115_200,
  kinds: ["roulette", "bowl", "disc"],
  options: {},
  learning: {
    numbers: CALIBRATION_NUMBERS,
    problem: (learned, place) => calibrationProblem(learnedOf(learned), place),
  },
  readDecoding: async () => (await import("./decoding.ts")).SENSOR_BOARD_DECODING,
  readSession: async () => {
    const { sensorBoardSession } = await import("./session.ts");
    const { trackerOf } = await import("./tracker/tracker-of.ts");
    return ({ kind, ring, calibration }) => {
      const learned = calibration === null ? null : learnedOf(calibration);
      const setup = { kind, ring, calibration: learned };
      return sensorBoardSession({ setup, board: learned?.board ?? null, tracker: trackerOf(setup) });
    };
  },
});
