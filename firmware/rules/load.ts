import { existsSync, readdirSync } from "node:fs";
import { readTextFile, type FileError } from "../read-file.ts";
import { fileURLToPath } from "node:url";
import { type CaseFile, type CaseReading, parseCases, parseFragmentCases } from "../../src/rules/cases.ts";
import type { Fragments, Included } from "../../src/rules/fragments.ts";
import { type Pack, rulebookName } from "../../src/rules/pack.ts";
import { type PackReading, parsePack } from "../../src/rules/parse.ts";
import { MAX_FILE_BYTES, type Problem, problemText } from "../../src/rules/yaml.ts";

/** The folder of the installed rulebooks. */
export const DATA = new URL("../../src/rules/data/", import.meta.url);

/** A rulebook as it was read from its file. */
export interface LoadedPack {
  /** `cl/ruleta-francesa`, the name in a table's configuration. */
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

/** The ids of all installed rulebooks, sorted. */
export function packIds(data: URL = DATA): readonly string[] {
  const folders = readdirSync(data, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const ids = folders.flatMap((folder) =>
    readdirSync(new URL(`${folder.name}/`, data))
      .filter((file) => file.endsWith(".yaml") && !file.endsWith(".cases.yaml"))
      .map((file) => `${folder.name}/${file.slice(0, -".yaml".length)}`),
  );
  return ids.sort();
}

/** All installed rulebooks. Throws a {@link RulebookError} if one of them is not usable. */
export function listPacks(data: URL = DATA): readonly LoadedPack[] {
  return packIds(data).map((id) => loadPack(id, data));
}

/**
 * Reads one rulebook by its id, `cl/ruleta-francesa`, or by id and edition, `cl/ruleta-francesa@2023-03`.
 * Throws a {@link RulebookError}: unknown rulebook (with the known ones), other edition, or the file's first problem.
 */
export function loadPack(wanted: string, data: URL = DATA): LoadedPack {
  const [id = "", edition] = wanted.split("@", 2);
  const known = packIds(data);
  // Only names from the folder itself are opened, so no name can lead out of it.
  if (!known.includes(id)) {
    throw new RulebookError(`unknown rulebook "${wanted}"; known are ${known.join(", ") || "none"}`);
  }
  const file = new URL(`${id}.yaml`, data);
  const read = readPack(id, data);
  if (!read.ok) throw new RulebookError(`rulebook "${id}" is not usable: ${firstOf(read.problems)}`);
  const { pack, digest, included } = read;
  if (`${pack.jurisdiction}/${pack.game}` !== id) {
    throw new RulebookError(`${fileURLToPath(file)} holds the rulebook ${pack.jurisdiction}/${pack.game}`);
  }
  if (edition !== undefined && edition !== pack.edition) {
    throw new RulebookError(`rulebook "${id}" is installed in edition ${pack.edition}, not ${edition}`);
  }
  return { id, name: rulebookName(pack), pack, digest, included };
}

/** Installed rulebooks that this process has read: they do not change under a release. */
const installed = new Map<string, PackReading>();

/** Reads the file of an id that {@link packIds} knows, with its fragments; says everything that is wrong with it. */
export function readPack(id: string, data: URL = DATA): PackReading {
  const before = data === DATA ? installed.get(id) : undefined;
  if (before !== undefined) return before;
  const file = new URL(`${id}.yaml`, data);
  const read = parsePack(textOf(file), fileURLToPath(file), fragmentsOf(new URL("incidents/", file)));
  if (data === DATA) installed.set(id, read);
  return read;
}

/** The worked cases of an installed rulebook. Throws a {@link RulebookError} if they are missing or not usable. */
export function loadCases(loaded: LoadedPack, data: URL = DATA): CaseFile {
  const file = new URL(`${loaded.id}.cases.yaml`, data);
  if (!existsSync(file))
    throw new RulebookError(`rulebook "${loaded.id}" has no cases: ${fileURLToPath(file)} is missing`);
  return usable(loaded.id, parseCases(textOf(file), fileURLToPath(file), loaded.pack));
}

/** The cases of the fragments that a rulebook includes, for the rules that it keeps. Throws as {@link loadCases} does. */
export function loadFragmentCases(loaded: LoadedPack, data: URL = DATA): readonly CaseFile[] {
  return loaded.included.map(({ fragment, rules }) => {
    const name = `${loaded.pack.jurisdiction}/incidents/${fragment}`;
    const file = new URL(`${name}.cases.yaml`, data);
    if (!existsSync(file))
      throw new RulebookError(`fragment "${name}" has no cases: ${fileURLToPath(file)} is missing`);
    const at = fileURLToPath(file);
    return usable(loaded.id, parseFragmentCases(textOf(file), at, name, loaded.pack, rules));
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
