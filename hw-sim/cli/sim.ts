import { InvalidArgumentError, Option, type Command } from "commander";
import { simulateWheel, simulateCards } from "../sim/run.ts";
import { runDice } from "./sim-dice.ts";
import { printable, type Score } from "../sim/summary.ts";
import { MUST_BE_ZERO, type CardScore } from "../sim/shoe/summary.ts";
import { printableScore } from "../sim/tally.ts";
import { canPlay } from "../sim/shoe/table.ts";
import { headOf, summaryText, packOf, rulebookOf, runWatched, USUAL_RULEBOOKS } from "./sim-shown.ts";
import { PROFILES, SHOE_PROFILES, type BoardChoice } from "../sim/profiles.ts";
import { EXIT, Problem } from "../../firmware/problem.ts";

interface Options {
  readonly rounds: number;
  readonly seed: string;
  readonly faults: keyof typeof PROFILES;
  readonly rulebook?: string;
  readonly game?: string;
  readonly board: BoardChoice;
  readonly profile?: "fast" | "rendered";
  readonly json?: boolean;
}

const ROUNDS_MAX = 10_000_000;

/** `tirada sim`. */
export function addSim(command: Command): void {
  command
    .argument("<family>", "wheel, shoe or dice")
    .option("--rounds <number>", "rounds to play", roundsOption, 1_000)
    .option("--seed <seed>", "the same seed gives the same run, bit for bit", "1")
    .option(
      "--faults <profile>",
      `how dirty the world is: ${Object.keys(PROFILES).join(", ")} (or none)`,
      profileOption,
      "default",
    )
    .option(
      "--rulebook <rulebook>",
      `jurisdiction/game (unless told: ${Object.values(USUAL_RULEBOOKS).join(", ")})`,
    )
    .option("--game <game>", "shoe, dice: the game's name, with or without its jurisdiction")
    .option(
      "--board <board>",
      "fast, or emulated: the real firmware image under an emulator",
      boardOption,
      "fast",
    )
    .addOption(
      new Option(
        "--profile <profile>",
        "dice: rendered through the readers (a second a throw), or fast; rendered unless told",
      ).choices(["fast", "rendered"]),
    )
    .option("--json", "the summary as one JSON object")
    .action((family: string, options: Options) => run(family, options));
}

async function run(family: string, options: Options): Promise<void> {
  if (family === "shoe") return runCards(options);
  if (family === "dice") return runDice(options);
  if (family !== "wheel")
    throw new Problem(EXIT.usage, `no simulated family "${family}"; known: wheel, shoe, dice`);
  if (options.game !== undefined)
    throw new Problem(EXIT.usage, "--game is for sim shoe and sim dice; a wheel takes --rulebook");
  const rulebook = options.rulebook ?? USUAL_RULEBOOKS.wheel;
  const pack = packOf(rulebook);
  if (pack.family !== family)
    throw new Problem(EXIT.usage, `${rulebook} is played with a ${pack.family}, not with a ${family}`);
  const { rounds, seed, board } = options;
  const profile = PROFILES[options.faults];
  const score = await runWatched(options, (watched) =>
    simulateWheel({ rounds, seed, rulebook, board, profile, ...watched }),
  );
  const head = headOf(options, pack, { device: "sensor-board", board });
  const summary = { ...head, ...printable(score) };
  process.stdout.write(options.json ? `${JSON.stringify(summary)}\n` : readable(summary, score));
}

async function runCards(options: Options): Promise<void> {
  const rulebook = rulebookOf(options, "shoe");
  const pack = packOf(rulebook);
  if (pack.family !== "shoe")
    throw new Problem(EXIT.usage, `${rulebook} is played with a ${pack.family}, not with a shoe`);
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
    simulateCards({ rounds, seed, rulebook, profile, ...watched }),
  );
  const summary = { ...headOf(options, pack, { device: "tirada-shoe" }), ...printableScore(score) };
  process.stdout.write(options.json ? `${JSON.stringify(summary)}\n` : readableCards(summary, score));
}

/** For people: the four that must be zero first. */
function readable(summary: Readonly<Record<string, unknown>>, score: Score): string {
  return summaryText(summary, [
    `${score.rounds} rounds of ${String(summary["rulebook"])}, faults: ${String(summary["faults"])}, seed ${String(summary["seed"])}, ${String(summary["board"])} board`,
    `wrong results ${score.wrongResults} · missed voids ${score.missedVoids} · false voids ${score.falseVoids} · lost records ${score.lostRecords}`,
  ]);
}

/** For people: what must be zero and is not, before all else. */
function readableCards(summary: Readonly<Record<string, unknown>>, score: CardScore): string {
  const wrong = MUST_BE_ZERO.filter((name) => score[name] > 0).map((name) => `${name} ${score[name]}`);
  return summaryText(summary, [
    `${score.rounds} rounds of ${String(summary["rulebook"])}, faults: ${String(summary["faults"])}, seed ${String(summary["seed"])}`,
    wrong.length === 0 ? "nothing wrong" : wrong.join(" · "),
  ]);
}

function roundsOption(text: string): number {
  const rounds = Number(text);
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > ROUNDS_MAX)
    throw new InvalidArgumentError(`must be a whole number from 1 to ${ROUNDS_MAX}`);
  return rounds;
}

function profileOption(text: string): keyof typeof PROFILES {
  if (text === "none") return "clean";
  const found = (Object.keys(PROFILES) as (keyof typeof PROFILES)[]).find((one) => one === text);
  if (found === undefined) throw new InvalidArgumentError(`known: ${Object.keys(PROFILES).join(", ")}`);
  return found;
}

function boardOption(text: string): BoardChoice {
  if (text === "fast" || text === "emulated") return text;
  throw new InvalidArgumentError("known: fast, emulated");
}
