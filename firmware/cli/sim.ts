import { InvalidArgumentError, type Command } from "commander";
import { rulebookName } from "../../src/rules/pack.ts";
import { loadPack } from "../rules/load.ts";
import { simulate } from "../sim/run.ts";
import { printable, type Score } from "../sim/summary.ts";
import { PROFILES, type BoardChoice } from "../sim/profiles.ts";
import { EXIT, Problem } from "../unit/problem.ts";

interface Options {
  readonly rounds: number;
  readonly seed: string;
  readonly faults: keyof typeof PROFILES;
  readonly rulebook: string;
  readonly board: BoardChoice;
  readonly json?: boolean;
}

const ROUNDS_MAX = 10_000_000;

export function addSim(program: Command): void {
  program
    .command("sim")
    .argument("<family>", "wheel")
    .description("Plays simulated rounds through the whole pipeline and holds the verdicts against the truth.")
    .option("--rounds <number>", "rounds to play", roundsOption, 1_000)
    .option("--seed <seed>", "the same seed gives the same run, bit for bit", "1")
    .option(
      "--faults <profile>",
      `how dirty the world is: ${Object.keys(PROFILES).join(", ")}`,
      profileOption,
      "default",
    )
    .option("--rulebook <rulebook>", "jurisdiction/game", "cl/ruleta-francesa")
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
  if (family !== "wheel") throw new Problem(EXIT.usage, `no simulated family "${family}"; known: wheel`);
  const pack = packOf(options.rulebook);
  if (pack.family !== family)
    throw new Problem(EXIT.usage, `${options.rulebook} is played with a ${pack.family}, not with a ${family}`);
  const { rounds, seed, rulebook, board } = options;
  const live = process.stderr.isTTY && !options.json;
  const score = await simulate({
    rounds,
    seed,
    rulebook,
    board,
    profile: PROFILES[options.faults],
    ...(live ? { onProgress: (done) => process.stderr.write(`\r${done} of ${rounds} rounds`) } : {}),
  });
  if (live) process.stderr.write("\r\u001b[K");
  const head = {
    kind: "summary",
    family,
    rulebook: rulebookName(pack),
    device: "sensor-board",
    board,
    faults: options.faults,
    seed,
  };
  const summary = { ...head, ...printable(score) };
  process.stdout.write(options.json ? `${JSON.stringify(summary)}\n` : readable(summary, score));
}

function packOf(rulebook: string): ReturnType<typeof loadPack>["pack"] {
  try {
    return loadPack(rulebook).pack;
  } catch (error) {
    throw new Problem(EXIT.usage, error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** For people: the four that must be zero first. */
function readable(summary: Readonly<Record<string, unknown>>, score: Score): string {
  const lines = [
    `${score.rounds} rounds of ${String(summary["rulebook"])}, faults: ${String(summary["faults"])}, seed ${String(summary["seed"])}, ${String(summary["board"])} board`,
    `wrong results ${score.wrongResults} · missed voids ${score.missedVoids} · false voids ${score.falseVoids} · lost records ${score.lostRecords}`,
  ];
  for (const [name, value] of Object.entries(summary)) {
    if (["kind", "family", "rulebook", "device", "board", "faults", "seed", "rounds"].includes(name)) continue;
    lines.push(`  ${name.padEnd(24)} ${JSON.stringify(value)}`);
  }
  return `${lines.join("\n")}\n`;
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
