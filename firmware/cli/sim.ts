import { InvalidArgumentError, type Command } from "commander";
import { rulebookName, type Pack } from "../../src/rules/pack.ts";
import { loadPack, packIds } from "../rules/load.ts";
import { simulate, simulateCards } from "../sim/run.ts";
import { printable, type Score } from "../sim/summary.ts";
import { MUST_BE_ZERO, printableCards, type CardScore } from "../sim/shoe/summary.ts";
import { canPlay } from "../sim/shoe/table.ts";
import { PROFILES, SHOE_PROFILES, type BoardChoice } from "../sim/profiles.ts";
import { EXIT, Problem } from "../unit/problem.ts";

interface Options {
  readonly rounds: number;
  readonly seed: string;
  readonly faults: keyof typeof PROFILES;
  readonly rulebook?: string;
  readonly game?: string;
  readonly board: BoardChoice;
  readonly json?: boolean;
}

const ROUNDS_MAX = 10_000_000;
const USUAL_WHEEL = "cl/ruleta-francesa";

export function addSim(program: Command): void {
  program
    .command("sim")
    .argument("<family>", "wheel or shoe")
    .description("Plays simulated rounds through the whole pipeline and holds the verdicts against the truth.")
    .option("--rounds <number>", "rounds to play", roundsOption, 1_000)
    .option("--seed <seed>", "the same seed gives the same run, bit for bit", "1")
    .option(
      "--faults <profile>",
      `how dirty the world is: ${Object.keys(PROFILES).join(", ")}`,
      profileOption,
      "default",
    )
    .option("--rulebook <rulebook>", `jurisdiction/game (wheel: ${USUAL_WHEEL} unless told)`)
    .option("--game <game>", "shoe: the game's name, with or without its jurisdiction")
    .option(
      "--board <board>",
      "fast, or emulated: the real firmware image under an emulator",
      boardOption,
      "fast",
    )
    .option("--json", "the summary as one JSON object")
    .action((family: string, options: Options) => run(family, options));
}

async function run(family: string, options: Options): Promise<void> {
  if (family === "shoe") return runCards(options);
  if (family !== "wheel") throw new Problem(EXIT.usage, `no simulated family "${family}"; known: wheel, shoe`);
  if (options.game !== undefined)
    throw new Problem(EXIT.usage, "--game is for sim shoe; a wheel takes --rulebook");
  const rulebook = options.rulebook ?? USUAL_WHEEL;
  const pack = packOf(rulebook);
  if (pack.family !== family)
    throw new Problem(EXIT.usage, `${rulebook} is played with a ${pack.family}, not with a ${family}`);
  const { rounds, seed, board } = options;
  const profile = PROFILES[options.faults];
  const score = await shown(options, (watched) =>
    simulate({ rounds, seed, rulebook, board, profile, ...watched }),
  );
  const head = headOf(options, pack, { device: "sensor-board", board });
  const summary = { ...head, ...printable(score) };
  process.stdout.write(options.json ? `${JSON.stringify(summary)}\n` : readable(summary, score));
}

async function runCards(options: Options): Promise<void> {
  const rulebook = cardRulebook(options);
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
  const score = await shown(options, (watched) =>
    simulateCards({ rounds, seed, rulebook, profile, ...watched }),
  );
  const summary = { ...headOf(options, pack, { device: "tirada-shoe" }), ...printableCards(score) };
  process.stdout.write(options.json ? `${JSON.stringify(summary)}\n` : readableCards(summary, score));
}

/** `--rulebook jur/game`, `--game jur/game`, or `--game game` when only one jurisdiction has it. */
function cardRulebook({ rulebook, game }: Options): string {
  const known = packIds().filter((id) => packOf(id).family === "shoe");
  if (rulebook !== undefined && game !== undefined && !rulebook.endsWith(`/${game}`) && rulebook !== game)
    throw new Problem(EXIT.usage, `--rulebook ${rulebook} and --game ${game} are two games: give one of them`);
  const wanted = rulebook ?? game;
  if (wanted === undefined) throw new Problem(EXIT.usage, `--game is missing; known: ${known.join(", ")}`);
  const [id = wanted] = wanted.split("@", 1);
  if (id.includes("/")) return wanted;
  const found = known.filter((one) => one.endsWith(`/${id}`));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new Problem(
    EXIT.usage,
    found.length === 0
      ? `no game "${wanted}"; known: ${known.join(", ")}`
      : `"${wanted}" is a game of several jurisdictions: ${found.join(", ")}`,
  );
}

/** The rounds that are done are shown while it runs, on a terminal only. */
async function shown<T>(
  { rounds, json }: Options,
  play: (watched: { onProgress?: (done: number) => void }) => Promise<T>,
): Promise<T> {
  const isLive = process.stderr.isTTY && json !== true;
  const score = await play(
    isLive ? { onProgress: (done) => process.stderr.write(`\r${done} of ${rounds} rounds`) } : {},
  );
  if (isLive) process.stderr.write("\r\u001b[K");
  return score;
}

function headOf(
  { faults, seed }: Options,
  pack: Pack,
  device: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  return { kind: "summary", family: pack.family, rulebook: rulebookName(pack), ...device, faults, seed };
}

function packOf(rulebook: string): Pack {
  try {
    return loadPack(rulebook).pack;
  } catch (error) {
    throw new Problem(EXIT.usage, error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** For people: the four that must be zero first. */
function readable(summary: Readonly<Record<string, unknown>>, score: Score): string {
  return lines(summary, [
    `${score.rounds} rounds of ${String(summary["rulebook"])}, faults: ${String(summary["faults"])}, seed ${String(summary["seed"])}, ${String(summary["board"])} board`,
    `wrong results ${score.wrongResults} · missed voids ${score.missedVoids} · false voids ${score.falseVoids} · lost records ${score.lostRecords}`,
  ]);
}

/** For people: what must be zero and is not, before all else. */
function readableCards(summary: Readonly<Record<string, unknown>>, score: CardScore): string {
  const wrong = MUST_BE_ZERO.filter((name) => score[name] > 0).map((name) => `${name} ${score[name]}`);
  return lines(summary, [
    `${score.rounds} rounds of ${String(summary["rulebook"])}, faults: ${String(summary["faults"])}, seed ${String(summary["seed"])}`,
    wrong.length === 0 ? "nothing wrong" : wrong.join(" · "),
  ]);
}

function lines(summary: Readonly<Record<string, unknown>>, first: readonly string[]): string {
  const inHead = ["kind", "family", "rulebook", "device", "board", "faults", "seed", "rounds"];
  const rest = Object.entries(summary).filter(([name]) => !inHead.includes(name));
  return `${[...first, ...rest.map(([name, value]) => `  ${name.padEnd(24)} ${JSON.stringify(value)}`)].join("\n")}\n`;
}

function roundsOption(text: string): number {
  const rounds = Number(text);
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > ROUNDS_MAX)
    throw new InvalidArgumentError(`must be a whole number from 1 to ${ROUNDS_MAX}`);
  return rounds;
}

function profileOption(text: string): keyof typeof PROFILES {
  const found = (Object.keys(PROFILES) as (keyof typeof PROFILES)[]).find((one) => one === text);
  if (found === undefined) throw new InvalidArgumentError(`known: ${Object.keys(PROFILES).join(", ")}`);
  return found;
}

function boardOption(text: string): BoardChoice {
  if (text === "fast" || text === "emulated") return text;
  throw new InvalidArgumentError("known: fast, emulated");
}
