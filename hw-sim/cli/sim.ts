import { Option, type Command } from "commander";
import { oneOf, type OptionsOf, wholeNumber } from "../../firmware/cli/common.ts";
import { EXIT, Problem } from "../../firmware/problem.ts";
import { packIds } from "../../firmware/table/rules/library.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";
import "../../firmware/table/setup/every-family.ts";
import { tableLines } from "../../src/text/table-lines.ts";
import { rulebookName, type FamilyPacks, type Pack } from "../../src/rules/pack.ts";
import { BALLS_PROFILES } from "../people/balls/faults.ts";
import { DICE_PROFILES } from "../people/dice/make-throw.ts";
import { PROFILES, SHOE_PROFILES, WHEEL_DEVICES, type BoardChoice } from "../sim/profiles.ts";
import { simulate } from "../sim/run.ts";
import { BALLS_MUST_BE_ZERO, CARDS_MUST_BE_ZERO, DICE_MUST_BE_ZERO } from "../sim/scores.ts";
import { canPlay } from "../sim/shoe/table.ts";
import { printableScore } from "../sim/tally.ts";

type SimOptions = OptionsOf<typeof declareSim>;

/** What each family plays when no rulebook is named. */
const USUAL_RULEBOOKS = {
  wheel: "cl/ruleta-francesa",
  shoe: "es-cb/punto-y-banca",
  dice: "es-cb/sic-bo",
  balls: "es-cb/bingo",
};

const ROUNDS_MAX = 10_000_000;

/** `tirada sim`. */
export function addSim(command: Command): void {
  declareSim(command).action(async (family, options) => {
    process.stdout.write(await runFamily(family, options));
  });
}

const declareSim = (command: Command) =>
  command
    .argument(
      "<family>",
      "wheel, shoe, dice or balls; floor, play, line, faults, cut: a casino's floor, scenarios, one on a pseudo-terminal, the catalogue of faults, a recording cut into a scenario, see tirada sim floor --help",
    )
    .option("--rounds <number>", "rounds to play", wholeNumber("--rounds", 1, ROUNDS_MAX), 1_000)
    .option("--seed <seed>", "the same seed gives the same run, bit for bit", "1")
    .option(
      "--faults <profile>",
      `how dirty the world is: ${Object.keys(PROFILES).join(", ")} (or none)`,
      profileOption,
      "default" as keyof typeof PROFILES,
    )
    .option(
      "--rulebook <rulebook>",
      `jurisdiction/game (unless told: ${Object.values(USUAL_RULEBOOKS).join(", ")})`,
    )
    .option("--game <game>", "shoe, dice, balls: the game's name, with or without its jurisdiction")
    .addOption(
      new Option(
        "--device <device>",
        "wheel: what reads it, or a wheel with electronics of its own; sensor-board unless told",
      ).choices(WHEEL_DEVICES),
    )
    .option(
      "--board <board>",
      "fast, or emulated: the real firmware image under an emulator",
      oneOf(["fast", "emulated"]),
      "fast" as BoardChoice,
    )
    .addOption(
      new Option(
        "--profile <profile>",
        "dice: rendered through the readers (a second a throw), or fast; rendered unless told",
      ).choices(["fast", "rendered"]),
    )
    .option("--json", "the summary as one JSON object");

async function runFamily(family: string, options: SimOptions): Promise<string> {
  if (family === "wheel") return runWheel(options);
  if (family === "shoe") return runCards(options);
  if (family === "dice") return runDice(options);
  if (family === "balls") return runBalls(options);
  throw new Problem(EXIT.usage, `no simulated family "${family}"; known: wheel, shoe, dice, balls`);
}

async function runWheel(options: SimOptions): Promise<string> {
  if (options.game !== undefined)
    throw new Problem(EXIT.usage, "--game is for sim shoe and sim dice; a wheel takes --rulebook");
  const { rulebook = USUAL_RULEBOOKS.wheel, rounds, seed, device = "sensor-board", board } = options;
  const pack = packOfFamily(rulebook, "wheel", "a wheel");
  const hasBoard = device === "sensor-board";
  if (!hasBoard && board === "emulated")
    throw new Problem(EXIT.usage, `--board emulated: a ${device} has electronics of its own, and no board`);
  // A device that cannot read this wheel is refused before anything is played.
  tableSetup(rulebook, device, []);
  const profile = PROFILES[options.faults];
  const score = await runWatched(options, (watched) =>
    simulate("wheel", { rounds, seed, rulebook, device, board, profile, ...watched }),
  );
  const readBy = hasBoard ? `${board} board` : device;
  return summaryText(options, pack, hasBoard ? { device, board } : { device }, score, [
    `${score.rounds} rounds of ${rulebookName(pack)}, faults: ${options.faults}, seed ${seed}, ${readBy}`,
    `wrong results ${score.wrongResults} · missed voids ${score.missedVoids} · false voids ${score.falseVoids} · lost records ${score.lostRecords}`,
  ]);
}

async function runCards(options: SimOptions): Promise<string> {
  const rulebook = rulebookOf(options, "shoe");
  const pack = packOfFamily(rulebook, "shoe", "a shoe");
  if (pack.cards.reader === "none")
    throw new Problem(
      EXIT.usage,
      `${rulebook} is dealt by hand and no machine reads it: there is nothing to simulate`,
    );
  if (!canPlay(pack))
    throw new Problem(EXIT.usage, `the simulator has no reading of its own of ${rulebook} to hold it against`);
  const { rounds, seed } = options;
  const profile = SHOE_PROFILES[options.faults];
  const score = await runWatched(options, (watched) =>
    simulate("shoe", { rounds, seed, rulebook, profile, ...watched }),
  );
  return summaryText(options, pack, { device: "tirada-shoe" }, score, [
    `${score.rounds} rounds of ${rulebookName(pack)}, faults: ${options.faults}, seed ${seed}`,
    mistakesIn(score, CARDS_MUST_BE_ZERO),
  ]);
}

async function runDice(options: SimOptions): Promise<string> {
  const rulebook = rulebookOf(options, "dice");
  const pack = packOfFamily(rulebook, "dice", "dice");
  const { rounds, seed, profile = "rendered" } = options;
  const faults = DICE_PROFILES[options.faults];
  const score = await runWatched(options, (watched) =>
    simulate("dice", { rounds, seed, rulebook, faults, profile, ...watched }),
  );
  return summaryText(options, pack, { device: "tirada-eye", profile }, score, [
    `${score.rounds} throws of ${rulebookName(pack)}, faults: ${options.faults}, seed ${seed}`,
    mistakesIn(score, DICE_MUST_BE_ZERO),
  ]);
}

async function runBalls(options: SimOptions): Promise<string> {
  const rulebook = rulebookOf(options, "balls");
  const pack = packOfFamily(rulebook, "balls", "balls");
  const { rounds, seed } = options;
  const profile = BALLS_PROFILES[options.faults];
  const score = await runWatched(options, (watched) =>
    simulate("balls", { rounds, seed, rulebook, profile, ...watched }),
  );
  return summaryText(options, pack, { device: "ball-reader-line" }, score, [
    `${score.rounds} games of ${rulebookName(pack)}, faults: ${options.faults}, seed ${seed}`,
    mistakesIn(score, BALLS_MUST_BE_ZERO),
  ]);
}

/** For people: what must be zero and is not. */
function mistakesIn<Counter extends string>(
  score: Readonly<Record<Counter, number>>,
  mustBeZero: readonly Counter[],
): string {
  const wrong = mustBeZero.filter((name) => score[name] > 0).map((name) => `${name} ${score[name]}`);
  return wrong.length === 0 ? "nothing wrong" : wrong.join(" · ");
}

/** `--rulebook jur/game`, `--game jur/game`, `--game game` when only one jurisdiction has it; none: the family's usual one. */
function rulebookOf({ rulebook, game }: SimOptions, family: keyof typeof USUAL_RULEBOOKS): string {
  const isPlayed = (id: string): boolean => packOf(id).family === family;
  if (rulebook !== undefined && game !== undefined && !rulebook.endsWith(`/${game}`) && rulebook !== game)
    throw new Problem(EXIT.usage, `--rulebook ${rulebook} and --game ${game} are two games: give one of them`);
  const wanted = rulebook ?? game ?? USUAL_RULEBOOKS[family];
  const [id = wanted] = wanted.split("@", 1);
  if (id.includes("/")) return wanted;
  // Only rulebooks of that name are read: all of them take seconds.
  const found = packIds().filter((one) => one.endsWith(`/${id}`) && isPlayed(one));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new Problem(
    EXIT.usage,
    found.length === 0
      ? `no game "${wanted}"; known: ${packIds().filter(isPlayed).join(", ")}`
      : `"${wanted}" is a game of several jurisdictions: ${found.join(", ")}`,
  );
}

/** The rounds that are done are shown while it runs, on a terminal only. */
async function runWatched<T>(
  { rounds, json }: SimOptions,
  play: (watched: { onProgress?: (done: number) => void }) => Promise<T>,
): Promise<T> {
  const isLive = process.stderr.isTTY && json !== true;
  const score = await play(
    isLive ? { onProgress: (done) => process.stderr.write(`\r${done} of ${rounds} rounds`) } : {},
  );
  if (isLive) process.stderr.write("\r\u001b[K");
  return score;
}

function packOf(rulebook: string): Pack {
  try {
    return loadPack(rulebook).pack;
  } catch (error) {
    throw new Problem(EXIT.usage, error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** `played`: what the family is played with, `a shoe`. Throws a Problem where the rulebook is of another family. */
function packOfFamily<F extends Pack["family"]>(rulebook: string, family: F, played: string): FamilyPacks[F] {
  const pack = packOf(rulebook);
  if (pack.family === family) return pack as FamilyPacks[F];
  throw new Problem(EXIT.usage, `${rulebook} is played with a ${pack.family}, not with ${played}`);
}

/** The whole summary: as one JSON object, or `first` and then a line each for people. */
function summaryText(
  { faults, seed, json }: SimOptions,
  pack: Pack,
  device: Readonly<Record<string, string>>,
  score: object,
  first: readonly string[],
): string {
  const head = { kind: "summary", family: pack.family, rulebook: rulebookName(pack), ...device, faults, seed };
  const summary = { ...head, ...printableScore(score) };
  if (json === true) return `${JSON.stringify(summary)}\n`;
  const inFirst = ["kind", "family", "rulebook", "device", "board", "faults", "seed", "rounds"];
  const rest = Object.entries(summary).filter(([name]) => !inFirst.includes(name));
  const rows = rest.map(([name, value]) => [name, JSON.stringify(value)]);
  return `${[...first, ...tableLines(rows, [{ width: 24 }], " ").map((line) => `  ${line}`)].join("\n")}\n`;
}

function profileOption(text: string): keyof typeof PROFILES {
  if (text === "none") return "clean";
  return oneOf(Object.keys(PROFILES) as (keyof typeof PROFILES)[])(text);
}
