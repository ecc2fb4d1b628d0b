import { join } from "node:path";
import { SS2 } from "../../../drivers/wheel/cammegh-ss2/device.ts";
import { SENSOR_BOARD } from "../../../drivers/wheel/sensor-board/device.ts";
import { sha256Hex, utf8 } from "../../../src/record/bytes.ts";
import { WHEEL_PORT } from "../../../src/recording/entry.ts";
import { fillText, sameText } from "../../../src/text/every-language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { EXIT, Problem } from "../../problem.ts";
import { boardImage } from "../boards/board-image.ts";
import { BoardTalk } from "../wheel/board-talk.ts";
import { calibrateBoard } from "../wheel/calibrate.ts";
import { CALIBRATION_FILE, textOfCalibration } from "../wheel/calibration-file.ts";
import type { WheelTableSetup } from "../setup/setup-types.ts";
import type { ActContext, ActTable, FamilyActs, RunAct } from "./act.ts";
import { flashBoard, wheelBoard } from "./flash-acts.ts";
import { inspect } from "./inspection.ts";
import { bringBack, keepFile, tellKept } from "./keep.ts";
import { lentLine } from "./lent-line.ts";

const { tests: TESTS, boards: BOARDS, names: NAMES } = textsOf("acts");

/** What a wheel has for technicians to do: each is inspected by hand, and one without electronics of its own is taught. */
export function wheelActs(setup: WheelTableSetup, table: ActTable): FamilyActs {
  const { name } = setup.device;
  const isTaught = name === SENSOR_BOARD.name;
  return {
    acts: [
      ...(isTaught ? (["calibrate-wheel", "undo-calibration", "flash-board"] as const) : []),
      "inspect-wheel",
    ],
    run: (act, values) => {
      if (act === "inspect-wheel") return inspect(act, values);
      if (act === "flash-board") return flashBoard(table, wheelBoard(table));
      return act === "undo-calibration"
        ? bringBack(table, pathIn(table), digestOf)
        : calibrateWheel(table, setup);
    },
    test: () => (isTaught ? testBoard(table) : name === SS2.name ? askWheel(table) : null),
  };
}

/** Whose calibration a text is, as records name it. */
const digestOf = (text: string): string => sha256Hex(utf8(text)).slice(0, 16);

const pathIn = ({ config }: ActTable): string => join(config.storage.folder, CALIBRATION_FILE);

/** The guided spin on the line that the table has: what was learned takes the place of what was known, which is kept beside it. */
const calibrateWheel =
  (table: ActTable, setup: WheelTableSetup): RunAct =>
  async (context) => {
    const { kind, ring } = setup.options;
    const learned = await withBoard(table, context, (talk) =>
      calibrateBoard(talk, { kind, ring }, context.person),
    );
    const text = textOfCalibration({ kind, learned });
    const detail = { calibration: digestOf(text), ...learned };
    await context.commit(detail);
    const { hasFormer } = await keepFile({ path: pathIn(table), text });
    return tellKept(table, context, hasFormer ? "written" : "written-first", detail);
  };

/** The board's own test: its light shines on every optical sensor. */
const testBoard =
  (table: ActTable): RunAct =>
  async (context) => {
    const { person } = context;
    const answered = await withBoard(table, context, async (talk) => {
      const { board, firmware, boots } = await talk.askIdentity();
      person.say(fillText(TESTS.board, { board, firmware, boots }));
      const { version } = boardImage("wheel").image;
      if (version !== firmware) person.say(fillText(BOARDS.newer, { version, act: NAMES["flash-board"] }));
      return talk.selfTest();
    });
    // What names no sensor has found none in order.
    if (Object.keys(answered).length === 0) throw new Problem(EXIT.device, BOARDS["not-understood"]);
    const lines = Object.entries(answered).map(([sensor, value]) => ({
      sensor,
      value,
      isHoles: "HG".includes(sensor),
    }));
    for (const { sensor, value, isHoles } of lines)
      person.say(
        isHoles
          ? fillText(TESTS.holes, { sensor, n: value.toString(2).replaceAll("0", "").length })
          : fillText(TESTS[value === 0 ? "blind" : "answers"], { sensor }),
      );
    const blind = lines.filter(({ value }) => value === 0).map(({ sensor }) => sensor);
    if (blind.length > 0)
      throw new Problem(EXIT.device, fillText(TESTS["blind-all"], { sensors: blind.join(" ") }));
    return {
      detail: { answered: lines.map(({ sensor, value }) => `${sensor}${value.toString(16)}`).join(" ") },
    };
  };

/** What an SS2 says of itself: questions that change nothing. */
const askWheel =
  (table: ActTable): RunAct =>
  async ({ person, signal }) => {
    const { WheelTalk } = await import("../wheel/talk.ts");
    const line = lentLine(table.unit.lend(WHEEL_PORT), table.clock, signal);
    const talk = await WheelTalk.open(line.open, table.clock);
    try {
      const identity = await talk.identify();
      for (const [name, value] of Object.entries(identity))
        person.say(
          sameText(
            `${name} ${typeof value === "object" ? JSON.stringify(value) : String(value)}`.slice(0, 200),
          ),
        );
      return {};
    } catch (error) {
      throw line.asLoss(error);
    } finally {
      await talk.close();
    }
  };

async function withBoard<Given>(
  { unit, clock }: ActTable,
  { signal }: ActContext,
  use: (talk: BoardTalk) => Promise<Given>,
): Promise<Given> {
  const line = lentLine(unit.lend(WHEEL_PORT), clock, signal);
  const talk = await BoardTalk.open(line.open, clock);
  try {
    return await use(talk);
  } catch (error) {
    throw line.asLoss(error);
  } finally {
    await talk.close();
  }
}
