import { Option, type Command as Program } from "commander";
import { openSerial } from "../../../drivers/transport/serial.ts";
import {
  isParameterLetter,
  PARAMETERS,
  type ParameterLetter,
} from "../../../drivers/wheel/cammegh-ss2/commands/parameters.ts";
import type { QueueOutcome } from "../../../drivers/wheel/cammegh-ss2/commands/queue-state.ts";
import { selfTestText } from "../../../drivers/wheel/cammegh-ss2/commands/self-test.ts";
import { SETTINGS } from "../../../drivers/wheel/sensor-board/lines.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { EXIT, Problem, usageProblem } from "../../problem.ts";
import { WheelTalk } from "../../table/wheel/talk.ts";
import {
  boardGet,
  boardIdentity,
  boardSelfTest,
  boardSet,
  calibrateWheel,
  checkSetting,
  printCalibration,
  SENSOR_BOARD,
  useAndClose,
  withBoard,
} from "./wheel-board.ts";
import { printLine } from "../common.ts";

/** The technician's commands for a wheel. The unit must be stopped: a port has one owner. */
export function addWheel(wheel: Program): void {
  const command = (name: string, about: string) =>
    wheel
      .command(name)
      .description(about)
      .requiredOption("--device <path>", "the wheel's port, e.g. /dev/serial/by-id/…")
      .addOption(new Option("--type <device>", "what is behind it").choices(TYPES).default(TYPES[0]));

  command(
    "identify",
    "SS2: version, mode, pockets and parameters, with warnings. Board: number, firmware, kind, marks, resets.",
  ).action((options) =>
    isBoard(options)
      ? withBoard(options.device, boardIdentity)
      : withWheel(options, async (to) => printJson(await to.identify())),
  );
  command("get", "Reads one parameter or setting, or all.")
    .argument("[name]", NAMES)
    .action((name, options) =>
      isBoard(options)
        ? withBoard(options.device, (to) => boardGet(to, name))
        : withWheel(options, (to) => getParameter(to, name)),
    );
  command("set", "Writes a parameter or setting: limits, write, read back. SS2: s and m in tenths of rpm.")
    .argument("<name>", NAMES)
    .argument("<values...>", "SS2: whole numbers; board: as its specification writes them")
    .option("--yes", "I have read the parameter's danger and want it all the same")
    .action((name, values, options) => {
      if (!isBoard(options))
        return withWheel(options, (to) => setParameter(to, name, values, options.yes === true));
      const value = checkSetting(name, values);
      return withBoard(options.device, (to) => boardSet(to, name, value));
    });
  command("mode", "SS2: reads the mode bits (*o), or writes their sum; the wheel must be idle (state 6).")
    .argument("[sum]", "sum of the mode bits, e.g. 1159")
    .action((sum, options) => {
      if (isBoard(options)) throw usageProblem("a sensor board has no mode");
      return withWheel(options, (to) => readOrSetMode(to, sum));
    });
  command(
    "self-test",
    "SS2: runs *F, idle (state 6), up to five minutes. Board: asks every optical sensor with the test light.",
  ).action((options) =>
    isBoard(options)
      ? withBoard(options.device, boardSelfTest)
      : withWheel(options, async (to) => {
          await to.wheelState();
          printOutcome(await to.ask({ c: "self-test" }));
        }),
  );
  addCalibration(wheel);
}

function addCalibration(wheel: Program): void {
  wheel
    .command("calibrate")
    .description(
      "Sensor board: a guided spin that teaches the unit this wheel. Writes calibration.json at its end.",
    )
    .option("--config <file>", "configuration of the table: port, rulebook, ring and storage folder")
    .option("--device <path>", "without --config: the board's port")
    .option("--rulebook <rulebook>", "without --config: jurisdiction/game")
    .option("--storage <folder>", "without --config: the table's storage folder")
    .option("--replace", "put the new calibration in the place of the one that is there")
    .action(calibrateWheel);
  wheel
    .command("calibration")
    .description("Sensor board: prints the calibration in the table's storage folder.")
    .option("--config <file>", "configuration of the table")
    .option("--storage <folder>", "without --config: the table's storage folder")
    .action(printCalibration);
}

interface Port {
  readonly device: string;
  readonly type: (typeof TYPES)[number];
}

const TYPES = ["cammegh-ss2", SENSOR_BOARD] as const;
const NAMES = `SS2: one of ${Object.keys(PARAMETERS).join(" ")}; board: ${SETTINGS.join(", ")}`;

const isBoard = ({ type }: Port): boolean => type === SENSOR_BOARD;

async function withWheel({ device }: Port, use: (talk: WheelTalk) => Promise<void>): Promise<void> {
  const clock = systemClock();
  await useAndClose(() => WheelTalk.open(openSerial({ path: device, clock }), clock), use);
}

function printJson(value: unknown): void {
  printLine(JSON.stringify(value, null, 2));
}

async function getParameter(to: WheelTalk, letter: string | undefined): Promise<void> {
  const letters =
    letter === undefined ? (Object.keys(PARAMETERS) as ParameterLetter[]) : [parameterNamed(letter)];
  for (const one of letters) printOutcome(await to.ask({ c: "read-parameter", letter: one }));
}

async function setParameter(
  to: WheelTalk,
  letter: string,
  values: readonly string[],
  confirmed: boolean,
): Promise<void> {
  const numbers = values.map(Number);
  if (numbers.some((value) => !Number.isSafeInteger(value))) {
    throw usageProblem(`values must be whole numbers: ${values.join(" ")}; nothing was sent`);
  }
  const { end, say } = await to.set({ letter: parameterNamed(letter), values: numbers, confirmed });
  const ours = end === "out-of-limits" || end === "needs-confirmation" || end === "no-such-parameter";
  if (end !== "set") throw new Problem(ours ? EXIT.usage : EXIT.device, say);
  printLine(say);
}

async function readOrSetMode(to: WheelTalk, sum: string | undefined): Promise<void> {
  if (sum !== undefined) {
    const bits = Number(sum);
    if (!Number.isSafeInteger(bits) || bits < 0)
      throw usageProblem(`mode ${sum}: must be a whole number; nothing was sent`);
    await to.wheelState();
    printOutcome(await to.ask({ c: "set-mode", bits }));
  }
  printOutcome(await to.ask({ c: "read-mode" }));
}

function parameterNamed(letter: string): ParameterLetter {
  if (isParameterLetter(letter)) return letter;
  throw usageProblem(`*T has no parameter "${letter}"; known: ${Object.keys(PARAMETERS).join(" ")}`);
}

/** Prints one answer for people. Throws Problem with the reason that there is none. */
function printOutcome(done: QueueOutcome): void {
  if (done.ended !== "answered") throw new Problem(EXIT.device, failureText(done));
  for (const reply of done.replies)
    printLine(`${JSON.stringify(reply)}${reply.r === "self-test" ? `  ${selfTestText(reply.code)}` : ""}`);
}

function failureText(done: Exclude<QueueOutcome, { readonly ended: "answered" }>): string {
  switch (done.ended) {
    case "not-sent":
      return done.say;
    case "timed-out":
      return `the wheel did not answer ${done.attempts} times; check cable, speed and that it is a SlingShot 2`;
    case "refused-by-wheel":
      return "the wheel refused the command; it may have to be idle (state 6)";
    case "lost":
      return `the port was lost: ${done.why}`;
    case "another-host":
      return "another program writes to the wheel; stop it first";
    case "unconfirmed":
      return "the wheel did not answer the change; read it back before the wheel plays";
  }
}
