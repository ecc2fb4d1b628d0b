import type { Command } from "commander";
import { diceOptionsOf, optionsOf, shoeOptionsOf } from "../device-options.ts";
import type { SegmentHead } from "../../src/recording/entry.ts";
import type { Codes } from "../shoe-devices.ts";
import { ownNotes } from "../replay/own-notes.ts";
import { readCapture, CaptureError, type Capture } from "../replay/capture.ts";
import { freshHead, replay } from "../replay/replay.ts";
import { TextLogError } from "../recording/text-log.ts";
import { RELEASE } from "../release.ts";
import { EXIT, Problem } from "../unit/problem.ts";
import { readCodes } from "../unit/setup-of.ts";
import { tableSetup, type TableSetup } from "../unit/table-setup.ts";
import { DICE_TYPES, SHOE_TYPES } from "../devices.ts";
import { protocolOption, type Protocol } from "./options.ts";
import { contractLine, readableLine } from "./contract.ts";

interface Options {
  readonly device: string;
  readonly rulebook: string;
  readonly houseRule: readonly string[];
  readonly protocol: Protocol;
  readonly codes?: string;
  readonly json?: boolean;
  readonly lines?: boolean;
}

export function addReplay(program: Command): void {
  program
    .command("replay")
    .argument("<capture>", "a recording of tirada, or a text log of a wheel; may be gzip-compressed")
    .description("Feeds a capture through the very pipeline of the unit, in simulated time.")
    .requiredOption("--device <device>", "device type, e.g. cammegh-ss2")
    .requiredOption("--rulebook <rulebook>", "jurisdiction/game, e.g. cl/ruleta-francesa")
    .option("--house-rule <rule...>", "readings of the law that the house has adopted", [])
    .option(
      "--protocol <protocol>",
      "Mercury 360: basic, advanced or extended",
      protocolOption,
      "extended" as const,
    )
    .option("--codes <file>", "card readers: the table of codes that the recording was made with")
    .option("--json", "one JSON object a line")
    .option("--lines", "the evidence lines themselves, as they would be signed")
    .action((path: string, options: Options) => run(path, options));
}

async function run(path: string, options: Options): Promise<void> {
  const capture = load(path);
  const setup = setupFor(capture, options);
  const head = capture.own ?? freshHead(setup, RELEASE, options.houseRule);
  for (const note of [...capture.notes, ...ownNotes(path, capture)])
    process.stderr.write(`tirada: ${path}: ${note}\n`);
  for (const record of replay(capture, setup, head)) {
    const line = options.lines
      ? record.line
      : options.json
        ? contractLine(record, setup.rulebook, setup.pack)
        : readableLine(record, setup.pack);
    if (line !== null) await print(line);
  }
}

/** Writes a line and waits for a slow reader, so that output never piles up in memory. */
async function print(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await new Promise((resolve) => process.stdout.once("drain", resolve));
}

function load(path: string): Capture {
  try {
    return readCapture(path);
  } catch (error) {
    if (error instanceof CaptureError || error instanceof TextLogError)
      throw new Problem(EXIT.usage, error.message, { cause: error });
    throw error;
  }
}

/** A recording names its table of codes by its digest: another table would read other cards. */
function codesFor(own: SegmentHead, options: Options): Codes | null {
  const { codes } = options;
  const sha256 = own.options["codes"];
  if (typeof sha256 !== "string") return null;
  if (codes === undefined)
    throw new Problem(EXIT.usage, "this recording was made with a table of codes: say --codes FILE");
  const read = readCodes(codes, firstOf(options));
  if (read.sha256 === sha256) return read;
  throw new Problem(
    EXIT.usage,
    `${codes} is not the table of codes that this recording was made with (${sha256})`,
  );
}

/** Devices of a table are named together: the one that gives the cards, or the eye, first. */
const firstOf = ({ device }: Options): string => device.split("+", 1)[0] ?? device;
const isCards = (options: Options): boolean => SHOE_TYPES.some(({ name }) => name === firstOf(options));
const isDice = (options: Options): boolean => DICE_TYPES.some(({ name }) => name === firstOf(options));

/** A recording of tirada says itself how it was judged; asking for anything else would give other results. */
function setupFor(capture: Capture, options: Options): TableSetup {
  const { own } = capture;
  const isShoe = isCards(options);
  if (own === null) {
    if (isShoe || isDice(options))
      throw new Problem(EXIT.usage, "a card or dice table is replayed from a recording of tirada only");
    return tableSetup(options.rulebook, options.device, options.houseRule, { protocol: options.protocol });
  }
  const set = isDice(options)
    ? diceOptionsOf(own.options)
    : isShoe
      ? shoeOptionsOf(own.options, codesFor(own, options))
      : optionsOf(own.options);
  const setup = tableSetup(options.rulebook, options.device, own.houseRules, set);
  if (own.device !== options.device || own.rulebook !== setup.rulebook) {
    throw new Problem(
      EXIT.usage,
      `this recording was made with ${own.device} under ${own.rulebook}; say --device ${own.device} --rulebook ${own.rulebook.split("@")[0] ?? ""}`,
    );
  }
  return setup;
}
