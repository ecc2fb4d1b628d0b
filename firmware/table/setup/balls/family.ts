import type { BallDevice, BallSession } from "../../../../drivers/balls/device.ts";
import { packedTags, readTagSet, TAG_SET_MAX } from "../../../../drivers/balls/rfid/tag-set.ts";
import { optionsOf, unrecordedValues } from "../../../../drivers/options.ts";
import { BACK_OFF_US } from "../../../../drivers/transport/port-keeper.ts";
import { openSerial } from "../../../../drivers/transport/serial.ts";
import { BALLS_PORT } from "../../../../src/recording/entry.ts";
import type { Coverage } from "../../../../src/rules/coverage.ts";
import type { BallsPack } from "../../../../src/rules/balls-game.ts";
import { readRegularFile } from "../../../files/read-file.ts";
import { orUsageProblem } from "../../../problem.ts";
import { NO_ACTS } from "../../acts/act.ts";
import type { BallsTableConfig } from "../../config/config.ts";
import { EXTRACTORS, type Extractor } from "../../config/balls-config.ts";
import { BALLS_OPTIONS, BALLS_TYPES, deviceNamed, type BallsOptions } from "../../config/devices.ts";
import { ballsTableDevices } from "../../pipeline/devices/balls.ts";
import type { PipelineSetup } from "../../pipeline/pipeline-setup.ts";
import type { LoadedPack } from "../../rules/load.ts";
import { prepareRules } from "../ready.ts";
import { flatOf, readHead, type FlatOptions } from "../recorded-head.ts";
import type { UnitFamily } from "../unit-family.ts";
import { filedCards, withFiledCards, type FiledCards } from "./card-files.ts";

declare module "../setup-types.ts" {
  interface FamilySetups {
    readonly balls: BallsTableSetup;
  }
}

/** A table of balls that is ready to run. */
export interface BallsTableSetup extends PipelineSetup {
  readonly family: "balls";
  readonly pack: BallsPack;
  readonly coverage: Coverage;
  readonly session: BallSession;
  readonly device: BallDevice;
  readonly options: BallsTableOptions;
  /** The cards of the hall, of which a start reads the files; of a simulated table or a recording none. */
  readonly cards: () => FiledCards;
}

/** What the configuration or a recording says of reader and machine. */
export type BallsTableOptions = Partial<BallsOptions> & { readonly extractor?: Extractor };

/** Tables of balls: one reader on one serial port. */
export const BALLS_UNIT: UnitFamily = {
  name: "balls",
  setup: (loaded, device, houseRules, options) =>
    ballsSetup(loaded, device, houseRules, options as BallsTableOptions),
  coverage: ({ pack, id }, device, houseRules) => {
    readerNamed(id, device);
    return prepareRules(pack, {}, houseRules).coverage;
  },
  devices: ({ balls }: BallsTableConfig) => balls.device,
  problem: () => null,
  configured: ({ table, balls }: BallsTableConfig, loaded) => ({
    ...ballsSetup(loaded, balls.device, table.houseRules, {
      ...optionsOf(balls, BALLS_OPTIONS),
      extractor: balls.extractor,
      ...(balls.set === undefined ? {} : { tags: packedTags(tagsOfFile(balls.set)) }),
    }),
    cards: filedCards(balls.cards ?? []),
  }),
  portName: ({ balls }: BallsTableConfig) => balls.path,
  ports({ balls: { path, baud, wait, device } }: BallsTableConfig, { port }: BallsTableSetup, clock) {
    const baudRate = baud ?? BALLS_TYPES.find(({ name }) => name === device)?.baudRate ?? 115_200;
    return new Map([[port, { open: openSerial({ path, baudRate, clock }), wait, backOffUs: BACK_OFF_US }]]);
  },
  sessions: ({ port, session }: BallsTableSetup) => new Map([[port, session]]),
  flat: (setup: BallsTableSetup) => flatBalls(setup),
  recorded: (flat) => recordedBalls(flat) as ReturnType<UnitFamily["recorded"]>,
  codes: () => null,
  dice: () => null,
  acts: () => Promise.resolve(NO_ACTS),
  completeKey: ({ cards }: BallsTableSetup, key) => withFiledCards(cards(), key),
  replaysTextLogs: false,
  bootDetail: (setup: BallsTableSetup) => ({
    ...flatBalls(setup),
    ...Object.fromEntries([...setup.cards()].map(([name, { sha256 }]) => [`cards.${name}`, sha256])),
  }),
};

function ballsSetup(
  { pack: given, id }: LoadedPack,
  name: string,
  houseRules: readonly string[],
  options: BallsTableOptions,
): BallsTableSetup {
  const { extractor = "pneumatic" } = options;
  const pack = inMachine(given as BallsPack, extractor);
  const device = readerNamed(id, name);
  const all = { ...unrecordedValues(BALLS_OPTIONS), ...options };
  const session = device.session(all);
  return {
    family: "balls",
    ...prepareRules(pack, session.abilities, houseRules),
    session,
    devices: ballsTableDevices(session, BALLS_PORT),
    port: BALLS_PORT,
    readsAhead: false,
    pack,
    device,
    options: { ...all, extractor },
    cards: filedCards([]),
  };
}

/** The law as far as it is about this machine: what it asks of another one is not asked here, and on no screen. */
function inMachine(pack: BallsPack, extractor: Extractor): BallsPack {
  const { setGames } = pack.balls;
  return setGames?.of === undefined || setGames.of === extractor
    ? pack
    : { ...pack, balls: { ...pack.balls, setGames: null } };
}

/** The tags of a set, from its file. Throws Problem, which names file and line. */
const tagsOfFile = (path: string): readonly string[] =>
  orUsageProblem(() => {
    const read = readTagSet(readRegularFile(path, TAG_SET_MAX).toString("utf8"));
    if (read.ok) return read.tags;
    throw new RangeError(
      `balls.set: ${read.problems.map(({ line, message }) => `${path}:${line}: ${message}`).join("; ")}`,
    );
  });

function readerNamed(rulebook: string, name: string): BallDevice {
  const type = deviceNamed(name);
  if (type.family === "balls") return type;
  const able = BALLS_TYPES.map((one) => one.name).join(", ");
  throw new RangeError(`${name} is a ${type.family} device; ${rulebook} needs a reader of balls: ${able}`);
}

const flatBalls = ({ options }: Pick<BallsTableSetup, "options">): FlatOptions => ({
  ...flatOf(BALLS_OPTIONS, options),
  extractor: options.extractor ?? "pneumatic",
});

/** What a recording does not say nobody takes for granted: by it a set of balls is worn out or is not. */
const recordedBalls = (flat: FlatOptions): BallsTableOptions =>
  readHead(flat, (head) => {
    const said = head.takeKey("extractor");
    const extractor = EXTRACTORS.find((one) => one === said);
    if (extractor === undefined)
      throw new RangeError(
        `the recording's option extractor is ${JSON.stringify(said ?? null)}: it must be one of ${EXTRACTORS.join(", ")}; the recording is damaged`,
      );
    return { ...head.options(BALLS_OPTIONS), extractor };
  });
