import { existsSync, readdirSync } from "node:fs";
import { readTextFile, type FileError } from "../read-file.ts";
import { fileURLToPath } from "node:url";
import { type CaseFile, type CaseReading, parseCases, parseFragmentCases } from "../../src/rules/cases.ts";
import { editionFaults, editionText, inOrder, isInForce } from "../../src/rules/editions.ts";
import type { Fragments, Included } from "../../src/rules/fragments.ts";
import { type Pack, rulebookName } from "../../src/rules/pack.ts";
import { type PackReading, parsePack } from "../../src/rules/parse.ts";
import { MAX_FILE_BYTES, type Problem, problemText, readYaml } from "../../src/rules/yaml.ts";
import type { Day } from "../../src/time/day.ts";

/** The folder of the installed rulebooks. */
export const DATA = new URL("../../src/rules/data/", import.meta.url);

/** One edition of a rulebook as it was read from its file. */
export interface LoadedPack {
  /** `cl/ruleta-francesa`, the game, of which there may be several editions. */
  readonly id: string;
  /** `cl/ruleta-francesa@2023-03`, the name in every record. */
  readonly name: string;
  readonly pack: Pack;
  /** Hex SHA-256 of the RFC 8785 canonical JSON of the pack. */
  readonly digest: string;
  /** The fragments that it includes, and which of their rules it keeps. */
  readonly included: readonly Included[];
}

/** A rulebook that is not there or not usable, in one line for a technician. */
export class RulebookError extends Error {
  override readonly name = "RulebookError";
}

/** The ids of all games that have a rulebook, sorted: `cl/ruleta-francesa`. */
export function packIds(data: URL = DATA): readonly string[] {
  const games = foldersIn(data).flatMap((place) =>
    foldersIn(new URL(`${place}/`, data)).map((game) => `${place}/${game}`),
  );
  return games.filter((id) => editionNames(id, data).length > 0).sort();
}

const foldersIn = (folder: URL): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** The editions of a game by the names of their files, sorted. */
function editionNames(id: string, data: URL): readonly string[] {
  return readdirSync(new URL(`${id}/`, data))
    .flatMap((file) => /^(\d{4}-\d{2})\.yaml$/.exec(file)?.[1] ?? [])
    .sort();
}

/** Every edition of every game. Throws a {@link RulebookError} if one of them is not usable. */
export function listPacks(data: URL = DATA): readonly LoadedPack[] {
  return packIds(data).flatMap((id) => loadEditions(id, data));
}

/** The editions of one game in the order in which they came into force. */
const found = new Map<string, readonly LoadedPack[]>();

/**
 * Every edition of one game, in the order in which they came into force. Throws a {@link RulebookError}: unknown game (with the
 * known ones), or the first problem of one of its files, or of what they say of each other. Then no edition is used.
 */
export function loadEditions(id: string, data: URL = DATA): readonly LoadedPack[] {
  const before = data === DATA ? found.get(id) : undefined;
  if (before !== undefined) return before;
  const known = packIds(data);
  // Only names from the folder itself are opened, so no name can lead out of it.
  if (!known.includes(id))
    throw new RulebookError(`unknown rulebook "${id}"; known are ${known.join(", ") || "none"}`);
  const all = editionNames(id, data).map((edition) => editionOf(id, edition, data));
  const faults = editionFaults(all.map(({ pack }) => pack)).map(({ edition, key, message }) => {
    const file = packFile(id, edition, data);
    const yaml = readYaml(textOf(file), fileURLToPath(file));
    return yaml.ok ? [yaml.problemAt([key], message)] : yaml.problems;
  });
  if (faults.length > 0) throw new RulebookError(`rulebook "${id}" is not usable: ${firstOf(faults.flat())}`);
  const sorted = inOrder(all.map((one) => ({ ...one.pack, one }))).map(({ one }) => one);
  if (data === DATA) found.set(id, sorted);
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
  const read = readPack(`${id}@${edition}`, data);
  if (!read.ok) throw new RulebookError(`rulebook "${id}" is not usable: ${firstOf(read.problems)}`);
  const { pack, digest, included } = read;
  if (`${pack.jurisdiction}/${pack.game}@${pack.edition}` !== `${id}@${edition}`)
    throw new RulebookError(
      `${fileURLToPath(packFile(id, edition, data))} holds the rulebook ${rulebookName(pack)}`,
    );
  return { id, name: rulebookName(pack), pack, digest, included };
}

function packFile(id: string, edition: string, data: URL, ending = ".yaml"): URL {
  return new URL(`${id}/${edition}${ending}`, data);
}

/** Installed rulebooks that this process has read: they do not change under a release. */
const installed = new Map<string, PackReading>();

/** Reads the file of one installed edition, `cl/craps@2023-03`, with its fragments; says everything that is wrong with it. */
export function readPack(name: string, data: URL = DATA): PackReading {
  const before = data === DATA ? installed.get(name) : undefined;
  if (before !== undefined) return before;
  const [id = "", edition = ""] = name.split("@", 2);
  const file = packFile(id, edition, data);
  const read = parsePack(textOf(file), fileURLToPath(file), fragmentsOf(new URL("../incidents/", file)));
  if (data === DATA) installed.set(name, read);
  return read;
}

/** The names of the installed editions of a game, `cl/craps@2023-03`, by their files; none for a game that is not known. */
export function editionsOf(id: string, data: URL = DATA): readonly string[] {
  return packIds(data).includes(id) ? editionNames(id, data).map((edition) => `${id}@${edition}`) : [];
}

/** The worked cases of an installed rulebook. Throws a {@link RulebookError} if they are missing or not usable. */
export function loadCases(loaded: LoadedPack, data: URL = DATA): CaseFile {
  const file = packFile(loaded.id, loaded.pack.edition, data, ".cases.yaml");
  if (!existsSync(file))
    throw new RulebookError(`rulebook "${loaded.name}" has no cases: ${fileURLToPath(file)} is missing`);
  return usable(loaded.name, parseCases(textOf(file), fileURLToPath(file), loaded.pack));
}

/** The cases of the fragments that a rulebook includes, for the rules that it keeps. Throws as {@link loadCases} does. */
export function loadFragmentCases(loaded: LoadedPack, data: URL = DATA): readonly CaseFile[] {
  return loaded.included.map(({ fragment, rules }) => {
    const name = `${loaded.pack.jurisdiction}/incidents/${fragment}`;
    const file = new URL(`${name}.cases.yaml`, data);
    if (!existsSync(file))
      throw new RulebookError(`fragment "${name}" has no cases: ${fileURLToPath(file)} is missing`);
    const at = fileURLToPath(file);
    return usable(loaded.name, parseFragmentCases(textOf(file), at, name, loaded.pack, rules));
  });
}

function usable(id: string, read: CaseReading): CaseFile {
  if (!read.ok) throw new RulebookError(`the cases of "${id}" are not usable: ${firstOf(read.problems)}`);
  return read.file;
}

/** The fragments in a folder by their names; only files that the folder itself lists are opened. */
function fragmentsOf(folder: URL): Fragments {
  return (name) => {
    if (!existsSync(folder) || !readdirSync(folder).includes(`${name}.yaml`)) return null;
    const file = new URL(`${name}.yaml`, folder);
    return { file: fileURLToPath(file), text: textOf(file) };
  };
}

function textOf(file: URL): string {
  try {
    return readTextFile(fileURLToPath(file), MAX_FILE_BYTES);
  } catch (error) {
    throw new RulebookError((error as FileError).message, { cause: error });
  }
}

function firstOf(problems: readonly Problem[]): string {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
  return first === undefined ? "no reason given" : `${problemText(first)}${more}`;
}
