import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { RATE } from "../../../hw-sim/demo/camera/messages.ts";
import { setUpTable } from "../../../hw-sim/demo/camera/set-up.ts";
import { logInMode } from "../../../src/record/mode.ts";
import { writeFilm } from "./film.ts";

/** Who starts a table, and where. */
export interface Place {
  /** Its storage folder. */
  readonly storage: string;
  /** The folder of its own files, as whoever starts it names it. */
  readonly files: string;
  readonly port: number;
  /** The folder of its second copy, for a table that has one. */
  readonly second: string;
}

/** A table of one family that plays by itself: whatever starts it, in the guest or here. */
export interface PlayedTable {
  readonly log: string;
  /** Somebody may sign in and press keys. */
  readonly isPressed: boolean;
  /** It shows a result only when a second disk has it, too. */
  readonly hasSecond: boolean;
  /** Arguments of `tirada`. */
  args(place: Place): readonly string[];
}

/** Each family, made in a folder for the files of its own. */
export const TABLES: Readonly<Record<string, (folder: string) => Promise<PlayedTable>>> = {
  "a wheel": () => Promise.resolve(demo("roulette", "tirada.local/demo", 100, true)),
  // Cards lie face down: what is recorded of them is sealed until they are turned.
  cards: () => Promise.resolve(demo("punto-y-banca", "tirada.local/demo-cl-punto-y-banca", 6, false)),
  dice: (folder) => diceTable(folder, false),
  "dice with a second copy": (folder) => diceTable(folder, true),
};

/** A table of the demonstrations, so many times as fast as people play. */
function demo(table: string, log: string, speed: number, isPressed: boolean): PlayedTable {
  const chosen = ["start", "--table", table, "--speed", String(speed)];
  const args: PlayedTable["args"] = ({ storage, port }) => [
    ...chosen,
    "--storage",
    storage,
    "--display-port",
    String(port),
  ];
  return { log: logInMode(log, "test"), isPressed, hasSecond: false, args };
}

const DICE_RULEBOOK = "es-cb/craps";
const DICE_LOG = "tirada.test/dice";
/** Throws of the film; it begins anew when it is over. */
const DICE_THROWS = 3;

/** Craps under a camera whose film is drawn before. */
async function diceTable(folder: string, hasSecond: boolean): Promise<PlayedTable> {
  const calibration = join(folder, "eye.json");
  const setup = await setUpTable(DICE_RULEBOOK, calibration);
  const choice = { rulebook: DICE_RULEBOOK, calibration, setup, throws: DICE_THROWS, seed: "film" };
  writeFilm(join(folder, "film.y4m"), choice);
  const { width, height } = setup.setting.camera;
  const args: PlayedTable["args"] = ({ storage, files, port, second }) => {
    const film = { source: "file", path: join(files, "film.y4m"), width, height, fps: RATE, format: "y4m" };
    const eye = { device: "tirada-eye", camera: film, calibration: join(files, "eye.json"), wait: true };
    const copied = hasSecond ? { second: { folder: second, required: true } } : {};
    const config = {
      table: { name: "Mesa de dados", log: DICE_LOG, rulebook: DICE_RULEBOOK, openAtStart: true },
      dice: { eye },
      display: { host: "127.0.0.1", port },
      people: [],
      storage: { folder: storage, epochRecords: 64, ...copied },
      test: true,
    };
    const name = `table-${port}.yaml`;
    // Every JSON text is YAML.
    writeFileSync(join(folder, name), JSON.stringify(config));
    return ["start", "--config", join(files, name)];
  };
  return { log: logInMode(DICE_LOG, "test"), isPressed: false, hasSecond, args };
}
