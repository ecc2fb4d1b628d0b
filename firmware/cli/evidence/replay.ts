import type { Command } from "commander";
import type { SegmentHead } from "../../../src/recording/entry.ts";
import type { ListenedHead } from "../../../src/recording/listened.ts";
import type { Codes } from "../../../drivers/shoe/device.ts";
import { ownNotes } from "../../replay/own-notes.ts";
import { readCapture, CaptureError, type Capture } from "../../replay/capture.ts";
import { recordedOptions, setupOfHead } from "../../replay/recorded-setup.ts";
import { newTableHead, replay } from "../../replay/replay.ts";
import { TextLogError } from "../../table/recording/text-log.ts";
import { RELEASE } from "../../release.ts";
import { usageProblem } from "../../problem.ts";
import { readCodes } from "../../table/setup/shoe/codes.ts";
import { tableSetup, type TableSetup } from "../../table/setup/table-setup.ts";
import { DEVICES, lookUpDevice } from "../../table/config/devices.ts";
import { unitFamily } from "../../table/setup/families.ts";
import { contractLine, readableLine } from "./contract.ts";
import { HOUSE_RULE_OPTION, type OptionsOf, PROTOCOL_OPTION, PROTOCOLS } from "../common.ts";
import "../../table/setup/every-family.ts";

/** `tirada replay`. */
export function addReplay(command: Command): void {
  declareReplay(command).action(replayCapture);
}

const declareReplay = (command: Command) =>
  command
    .argument(
      "<capture>",
      "a recording of tirada, a capture of `tirada listen`, or a text log of a wheel; may be gzip-compressed",
    )
    .option(
      "--device <device>",
      `of a text log, which names none: ${DEVICES.map(({ name }) => name).join(", ")}`,
    )
    .option(
      "--rulebook <rulebook>",
      "jurisdiction/game, e.g. cl/ruleta-francesa; with @edition: judged by that one (a recording: the edition that it names)",
    )
    .option(...HOUSE_RULE_OPTION, [])
    .option(...PROTOCOL_OPTION)
    .option("--codes <file>", "card readers: the table of codes that the recording was made with")
    .option("--json", "one JSON object a line")
    .option("--lines", "the evidence lines themselves, as they would be signed");

type ReplayOptions = OptionsOf<typeof declareReplay>;

async function replayCapture(path: string, options: ReplayOptions): Promise<void> {
  const capture = loadCapture(path);
  const setup = setupFor(capture, options);
  const head = capture.own ?? newTableHead(setup, RELEASE, options.houseRule);
  const judged =
    head.rulebook === setup.rulebook ? [] : [`made under ${head.rulebook}, judged here by ${setup.rulebook}`];
  for (const note of [...capture.notes, ...ownNotes(path, capture), ...judged])
    process.stderr.write(`tirada: ${path}: ${note}\n`);
  for (const record of replay(capture, setup, head)) {
    const line = options.lines
      ? record.line
      : options.json
        ? contractLine(record, setup.rulebook, setup.pack)
        : readableLine(record, setup.pack);
    if (line !== null) await printPaced(line);
  }
}

/** Writes a line and waits for a slow reader, so that output never piles up in memory. */
async function printPaced(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await new Promise((resolve) => process.stdout.once("drain", resolve));
}

function loadCapture(path: string): Capture {
  try {
    return readCapture(path);
  } catch (error) {
    if (error instanceof CaptureError || error instanceof TextLogError)
      throw usageProblem(error.message, error);
    throw error;
  }
}

/** A recording names its table of codes by its digest: another table would read other cards. */
function codesFor(own: SegmentHead, options: ReplayOptions): Codes | null {
  const { codes } = options;
  const sha256 = own.options["codes"];
  if (typeof sha256 !== "string") return null;
  if (codes === undefined)
    throw usageProblem("this recording was made with a table of codes: say --codes FILE");
  const read = readCodes(codes, firstOf(own.device));
  if (read.sha256 === sha256) return read;
  throw usageProblem(`${codes} is not the table of codes that this recording was made with (${sha256})`);
}

/** Devices of a table are named together: the one that gives the cards, or the eye, first. */
const firstOf = (device: string): string => device.split("+", 1)[0] ?? device;
/** A recording of tirada says itself how it was judged: only another edition of its own rulebook may judge it. */
function setupFor(capture: Capture, options: ReplayOptions): TableSetup {
  const { own, listened } = capture;
  if (listened !== undefined) return setupOfListened(listened, options);
  const named = options.device ?? own?.device;
  if (named === undefined)
    throw usageProblem("a text log names no device: say --device, e.g. --device cammegh-ss2");
  const device = lookUpDevice(firstOf(named));
  const family = device === null ? null : unitFamily(device.family);
  if (own === null) {
    if (family !== null && !family.replaysTextLogs)
      throw usageProblem("a card or dice table is replayed from a recording of tirada only");
    if (options.rulebook === undefined)
      throw usageProblem("a text log names no rulebook: say --rulebook, e.g. cl/ruleta-francesa");
    return tableSetup(options.rulebook, named, options.houseRule, { protocol: options.protocol });
  }
  const { rulebook = own.rulebook } = options;
  const [game = ""] = own.rulebook.split("@", 1);
  if (own.device !== named || rulebook.split("@", 1)[0] !== game)
    throw usageProblem(
      `this recording was made with ${own.device} under ${own.rulebook}; say --device ${own.device} --rulebook ${game}`,
    );
  const edition = rulebook.includes("@") ? rulebook : own.rulebook;
  return setupOfHead(own, codesFor(own, options), edition);
}

/** What somebody listened to is replayed at the table that the port was of, or at one that is named. */
function setupOfListened(listened: ListenedHead, { device, rulebook, ...options }: ReplayOptions): TableSetup {
  const { table } = listened;
  if (table !== null && device === undefined) {
    const recorded = recordedOptions(table.device, table.options, null);
    return tableSetup(rulebook ?? table.rulebook, table.device, table.houseRules, recorded);
  }
  const named = device ?? listened.device;
  if (named === null) throw usageProblem("this capture names no device, since none was found: say --device");
  if (rulebook === undefined)
    throw usageProblem("this capture names no rulebook: say --rulebook, e.g. cl/ruleta-francesa");
  const protocol = PROTOCOLS.find((one) => one === listened.protocol) ?? options.protocol;
  const { baud } = listened;
  return tableSetup(rulebook, named, options.houseRule, { protocol, ...(baud > 0 ? { baud } : {}) });
}
