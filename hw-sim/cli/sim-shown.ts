import { rulebookName, type Pack } from "../../src/rules/pack.ts";
import { packIds } from "../../firmware/rules/library.ts";
import { loadPack } from "../../firmware/rules/load.ts";
import { EXIT, Problem } from "../../firmware/problem.ts";

/** What the simulations of all families share on the command line. */

export interface SimChoice {
  readonly rounds: number;
  readonly seed: string;
  readonly faults: string;
  readonly rulebook?: string;
  readonly game?: string;
  readonly json?: boolean;
}

/** What each family plays when no rulebook is named. */
export const USUAL_RULEBOOKS: Readonly<Record<Pack["family"], string>> = {
  wheel: "cl/ruleta-francesa",
  shoe: "es-cb/punto-y-banca",
  dice: "es-cb/sic-bo",
};

/** `--rulebook jur/game`, `--game jur/game`, `--game game` when only one jurisdiction has it; none: the family's usual one. */
export function rulebookOf({ rulebook, game }: SimChoice, family: Pack["family"]): string {
  const known = packIds().filter((id) => packOf(id).family === family);
  if (rulebook !== undefined && game !== undefined && !rulebook.endsWith(`/${game}`) && rulebook !== game)
    throw new Problem(EXIT.usage, `--rulebook ${rulebook} and --game ${game} are two games: give one of them`);
  const wanted = rulebook ?? game ?? USUAL_RULEBOOKS[family];
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
export async function runWatched<T>(
  { rounds, json }: SimChoice,
  play: (watched: { onProgress?: (done: number) => void }) => Promise<T>,
): Promise<T> {
  const isLive = process.stderr.isTTY && json !== true;
  const score = await play(
    isLive ? { onProgress: (done) => process.stderr.write(`\r${done} of ${rounds} rounds`) } : {},
  );
  if (isLive) process.stderr.write("\r\u001b[K");
  return score;
}

export function headOf(
  { faults, seed }: SimChoice,
  pack: Pack,
  device: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  return { kind: "summary", family: pack.family, rulebook: rulebookName(pack), ...device, faults, seed };
}

export function packOf(rulebook: string): Pack {
  try {
    return loadPack(rulebook).pack;
  } catch (error) {
    throw new Problem(EXIT.usage, error instanceof Error ? error.message : String(error), { cause: error });
  }
}

export function summaryText(summary: Readonly<Record<string, unknown>>, first: readonly string[]): string {
  const inHead = ["kind", "family", "rulebook", "device", "board", "faults", "seed", "rounds"];
  const rest = Object.entries(summary).filter(([name]) => !inHead.includes(name));
  return `${[...first, ...rest.map(([name, value]) => `  ${name.padEnd(24)} ${JSON.stringify(value)}`)].join("\n")}\n`;
}
