import { Option, type Command } from "commander";
import { BOARD_KINDS } from "../../../drivers/boot-section/image.ts";
import { openSerial } from "../../../drivers/transport/serial.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { keptAct } from "../../afar/join/kept-act.ts";
import { actAsTableUser } from "../../care/first-setup/table-user.ts";
import { OWN_CONFIG } from "../../care/root-helper/keep-act.ts";
import { isThere } from "../../files/disk.ts";
import { EXIT, Problem, usageProblem } from "../../problem.ts";
import { actOnBoard, type BoardAct, type BoardReport } from "../../table/boards/board-acts.ts";
import { boardImage, KINDS_OF_BOARDS, type KnownImage } from "../../table/boards/board-image.ts";
import { printFound, wholeNumber, type OptionsOf } from "../common.ts";

/** Digits of a digest that people compare. */
const DIGEST_SHOWN = 16;

/** The technician's commands for the firmware of a board, over its own cable. */

const withPort = (command: Command) =>
  command
    .addOption(new Option("--kind <kind>", "which board it is").choices(KINDS_OF_BOARDS).makeOptionMandatory())
    .requiredOption("--device <path>", "its port, e.g. /dev/serial/by-id/…, while the unit is stopped")
    .option("--baud <rate>", "speed of its line, where it is not the board's own", wholeNumber("--baud", 1_200))
    .option("--json", "what was found as one JSON object");
const withImage = (command: Command) =>
  withPort(command).option("--image <file>", "another image than that of this release, Intel HEX");
type BoardOptions = OptionsOf<typeof withImage>;

const ABOUT: Readonly<Record<BoardAct, string>> = {
  identify: "Says which boot section and which image a board has, and whether it runs or waits.",
  verify: "Holds every page of a board against the image of this release.",
  flash:
    "Brings the image of this release to a board, page by page; what was broken off goes on where it stopped.",
};

/** `tirada board identify`, `verify` and `flash`. */
export function addBoard(board: Command): void {
  withPort(board.command("identify").description(ABOUT.identify)).action((options) => act("identify", options));
  for (const name of ["verify", "flash"] as const)
    withImage(board.command(name).description(ABOUT[name])).action((options) => act(name, options));
}

async function act(name: BoardAct, options: BoardOptions): Promise<void> {
  const { kind } = options;
  const known = boardImage(kind, options.image ?? null);
  if (known.image.kind !== kind)
    throw usageProblem(
      `${options.image ?? "the image"} is for a ${known.image.kind} board, not a ${kind} board: nothing was sent`,
    );
  const clock = systemClock();
  const baudRate = options.baud ?? BOARD_KINDS[kind].baudRate;
  const acted = (): Promise<BoardReport> =>
    actOnBoard(name, {
      open: openSerial({ path: options.device, baudRate, clock }),
      clock,
      kind,
      baudRate,
      known,
      onPage: (page, of) => showProgress(page + 1, of),
    });
  const report = name === "flash" ? await recorded(options, known, clock, acted) : await acted();
  printFound(options, report, () => reportLines(report, known.image.version));
  if (report.differing !== null && report.differing > 0)
    throw new Problem(
      EXIT.notValid,
      `${report.differing} pages are not those of ${known.image.version}: bring it with tirada board flash`,
    );
}

/** At the machine of a table, what root flashes is a record of it, which the unit makes when it starts again. */
function recorded(
  { kind, device }: BoardOptions,
  { image, digest }: KnownImage,
  clock: Clock,
  act: () => Promise<BoardReport>,
): Promise<BoardReport> {
  if (!isThere(OWN_CONFIG)) return act();
  if (process.getuid?.() === 0) actAsTableUser(null);
  else process.stderr.write("tirada: the table gets no record of it: only root's are kept (sudo)\n");
  const words = `${kind} ${device} ${image.version} ${digest.slice(0, DIGEST_SHOWN)}`;
  return keptAct("board-flash", OWN_CONFIG, clock, act, words);
}

/** On a terminal alone: a log wants the end and nothing else. */
function showProgress(page: number, of: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\rpage ${page} of ${of}${page === of ? "\n" : ""}`);
}

const STATES = {
  none: "no image that was flashed to its end",
  torn: "an image of which a page is damaged",
  other: "another board's image",
  valid: "image",
} as const;

function* reportLines(
  { kind, boot, before, written, differing, runs }: BoardReport,
  wanted: string,
): Generator<string> {
  const had = before.image === "valid" ? `image ${before.version}` : STATES[before.image];
  yield `${kind} board, boot section ${boot}: ${had}`;
  if (written !== null) yield `image ${wanted} is there, read back and marked; ${written} pages were written`;
  if (differing === 0) yield `every page is that of ${wanted}`;
  yield runs === null ? "it waits in its boot section" : `it runs ${runs}`;
}
