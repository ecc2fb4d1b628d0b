import { fileURLToPath } from "node:url";
import { editionFaults, editionText, sortEditions, isInForce } from "../../../src/rules/editions.ts";
import type { Inherited } from "../../../src/rules/extends.ts";
import { didYouMean } from "../../../src/rules/nearest.ts";
import { type Pack, rulebookName } from "../../../src/rules/pack.ts";
import { type PackReading, parsePack } from "../../../src/rules/parse.ts";
import { type Problem, problemText, readYaml } from "../../../src/rules/yaml.ts";
import type { Day } from "../../../src/time/day.ts";
import { DATA, editionNames, fileOf, libraryOf, packIds, RulebookError, fileText } from "./library.ts";

/** One edition of a rulebook as it was read from its file. */
export interface LoadedPack {
  /** `cl/ruleta-francesa`, the game, of which there may be several editions. */
  readonly id: string;
  /** `cl/ruleta-francesa@2023-03`, the name in every record. */
  readonly name: string;
  readonly pack: Pack;
  /** Hex SHA-256 of the RFC 8785 canonical JSON of the pack without its translations. */
  readonly digest: string;
  /** The rulebooks and parts that it extends, and which of their rules it keeps. */
  readonly inherited: readonly Inherited[];
}

/** Every edition of every game. Throws a {@link RulebookError} if one of them is not usable. */
export function listPacks(data: URL = DATA): readonly LoadedPack[] {
  return packIds(data).flatMap((id) => loadEditions(id, data));
}

/** The editions of installed games that this process has read: they do not change under a release. */
const loadedEditions = new Map<string, readonly LoadedPack[]>();

/**
 * Every edition of one game, in the order in which they came into force. Throws a {@link RulebookError}: unknown game (with the
 * known ones), or the first problem of one of its files or between them. Then no edition is used.
 */
export function loadEditions(id: string, data: URL = DATA): readonly LoadedPack[] {
  const before = data === DATA ? loadedEditions.get(id) : undefined;
  if (before !== undefined) return before;
  const known = packIds(data);
  // Only names from the folder itself are opened, so no name can lead out of it.
  if (!known.includes(id))
    throw new RulebookError(
      `unknown rulebook "${id}"${didYouMean(id, known)}; known are ${known.join(", ") || "none"}`,
    );
  const all = editionNames(id, data).map((edition) => editionOf(id, edition, data));
  const faults = editionFaults(all.map(({ pack }) => pack)).map(({ edition, key, message }) => {
    const file = fileOf(`${id}@${edition}`, data);
    const yaml = readYaml(fileText(file), fileURLToPath(file));
    return yaml.ok ? [yaml.problemAt([key], message)] : yaml.problems;
  });
  if (faults.length > 0)
    throw new RulebookError(`rulebook "${id}" is not usable: ${firstProblemText(faults.flat())}`);
  const sorted = sortEditions(all.map((one) => ({ ...one.pack, one }))).map(({ one }) => one);
  if (data === DATA) loadedEditions.set(id, sorted);
  return sorted;
}

/**
 * Reads one rulebook: `cl/ruleta-francesa@2023-03` is that edition; `cl/ruleta-francesa` the one that is in force on `day`
 * (`YYYY-MM-DD`), or without a day the newest. Throws a {@link RulebookError}: as {@link loadEditions} does, an edition that is not
 * there, or none in force on that day.
 */
export function loadPack(wanted: string, data: URL = DATA, day: Day | null = null): LoadedPack {
  const [id = "", edition] = wanted.split("@", 2);
  const all = loadEditions(id, data);
  const listed = all.map(({ pack }) => editionText(pack)).join(", ");
  if (edition !== undefined) {
    const pinned = all.find(({ pack }) => pack.edition === edition);
    if (pinned !== undefined) return pinned;
    throw new RulebookError(`rulebook "${id}" is not installed in edition ${edition}; installed: ${listed}`);
  }
  const chosen = day === null ? all.at(-1) : all.find(({ pack }) => isInForce(pack, day));
  if (chosen !== undefined) return chosen;
  throw new RulebookError(
    `no edition of rulebook "${id}" is in force on ${day ?? "any day"}; installed: ${listed}; is the clock of this machine right?`,
  );
}

function editionOf(id: string, edition: string, data: URL): LoadedPack {
  const name = `${id}@${edition}`;
  const read = readPack(name, data);
  if (!read.ok) throw new RulebookError(`rulebook "${id}" is not usable: ${firstProblemText(read.problems)}`);
  const { pack, digest, inherited } = read;
  if (rulebookName(pack) !== name)
    throw new RulebookError(`${fileURLToPath(fileOf(name, data))} holds the rulebook ${rulebookName(pack)}`);
  return { id, name, pack, digest, inherited };
}

/** Installed rulebooks that this process has read: they do not change under a release. */
const readPacks = new Map<string, PackReading>();

/** Reads the file of one installed edition, `cl/craps@2023-03`, with what it extends; with every problem in it. */
export function readPack(name: string, data: URL = DATA): PackReading {
  const before = data === DATA ? readPacks.get(name) : undefined;
  if (before !== undefined) return before;
  const file = fileOf(name, data);
  const read = parsePack(fileText(file), fileURLToPath(file), libraryOf(data));
  if (data === DATA) readPacks.set(name, read);
  return read;
}

/** The names of the installed editions of a game, `cl/craps@2023-03`, by their files; none for a game that is not known. */
export function editionsOf(id: string, data: URL = DATA): readonly string[] {
  return packIds(data).includes(id) ? editionNames(id, data).map((edition) => `${id}@${edition}`) : [];
}

/** The first problem in words, and how many more there are. */
export function firstProblemText(problems: readonly Problem[]): string {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
  return first === undefined ? "no reason given" : `${problemText(first)}${more}`;
}
