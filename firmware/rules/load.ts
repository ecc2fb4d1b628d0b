import { existsSync, readdirSync } from "node:fs";
import { readTextFile, type FileError } from "../read-file.ts";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type CaseFile, type CaseReading, parseCases, parsePartCases } from "../../src/rules/cases.ts";
import type { CaseLibrary } from "../../src/rules/case-files.ts";
import type { Inherited, Library, TextFile } from "../../src/rules/extends.ts";
import { didYouMean } from "../../src/rules/nearest.ts";
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
  /** Hex SHA-256 of the RFC 8785 canonical JSON of the pack without its translations. */
  readonly digest: string;
  /** The rulebooks and parts that it extends, and which of their rules it keeps. */
  readonly inherited: readonly Inherited[];
}

/** A rulebook that is not there or not usable, in one line for a technician. */
export class RulebookError extends Error {
  override readonly name = "RulebookError";
}

/** The ids of all installed rulebooks, sorted. */
export function packIds(data: URL = DATA): readonly string[] {
  return jurisdictions(data)
    .flatMap((folder) => yamlNames(new URL(`${folder}/`, data)).map((name) => `${folder}/${name}`))
    .sort();
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
    throw new RulebookError(
      `unknown rulebook "${wanted}"${didYouMean(id, known)}; known are ${known.join(", ") || "none"}`,
    );
  }
  const file = new URL(`${id}.yaml`, data);
  const read = readPack(id, data);
  if (!read.ok) throw new RulebookError(`rulebook "${id}" is not usable: ${firstOf(read.problems)}`);
  const { pack, digest, inherited } = read;
  if (`${pack.jurisdiction}/${pack.game}` !== id) {
    throw new RulebookError(`${fileURLToPath(file)} holds the rulebook ${pack.jurisdiction}/${pack.game}`);
  }
  if (edition !== undefined && edition !== pack.edition) {
    throw new RulebookError(`rulebook "${id}" is installed in edition ${pack.edition}, not ${edition}`);
  }
  return { id, name: rulebookName(pack), pack, digest, inherited };
}

/** Installed rulebooks that this process has read: they do not change under a release. */
const installed = new Map<string, PackReading>();

let installedLibrary: Library | null = null;

/** Reads the file of an id that {@link packIds} knows, with what it extends; says everything that is wrong with it. */
export function readPack(id: string, data: URL = DATA): PackReading {
  const before = data === DATA ? installed.get(id) : undefined;
  if (before !== undefined) return before;
  const file = new URL(`${id}.yaml`, data);
  const library = data === DATA ? (installedLibrary ??= libraryIn(DATA)) : libraryOf(data);
  const read = parsePack(textOf(file), fileURLToPath(file), library);
  if (data === DATA) installed.set(id, read);
  return read;
}

/** The worked cases of an installed rulebook. Throws a {@link RulebookError} if they are missing or not usable. */
export function loadCases(loaded: LoadedPack, data: URL = DATA): CaseFile {
  const file = new URL(`${loaded.id}.cases.yaml`, data);
  if (!existsSync(file))
    throw new RulebookError(`rulebook "${loaded.id}" has no cases: ${fileURLToPath(file)} is missing`);
  return usable(loaded.id, parseCases(textOf(file), fileURLToPath(file), loaded.pack, caseLibraryOf(data)));
}

/**
 * The cases of the parts that a rulebook extends, for the rules that it keeps and does not tell itself. Those of another rulebook come in by the
 * `extends` of the case file. Throws as {@link loadCases} does.
 */
export function loadInheritedCases(loaded: LoadedPack, data: URL = DATA): readonly CaseFile[] {
  const told = new Set(loadCases(loaded, data).cases.map(({ rule }) => rule));
  const library = caseLibraryOf(data);
  return loaded.inherited.flatMap(({ from, rules: all }) => {
    const rules = all.filter((rule) => !told.has(rule));
    if (rules.length === 0 || !from.includes("/parts/")) return [];
    const found = library.cases(from);
    if (found === null)
      throw new RulebookError(`"${from}" has no cases: write ${from}.cases.yaml beside ${from}.yaml`);
    return [usable(loaded.id, parsePartCases(found.text, found.file, from, loaded.pack, rules, library))];
  });
}

function usable(id: string, read: CaseReading): CaseFile {
  if (!read.ok) throw new RulebookError(`the cases of "${id}" are not usable: ${firstOf(read.problems)}`);
  return read.file;
}

/**
 * The files of a folder as packs name each other, and the installed ones for what it does not have. Only files that the
 * folders themselves list are opened.
 */
export function libraryOf(data: URL): Library {
  const own = libraryIn(data);
  if (data === DATA) return own;
  const installed = (installedLibrary ??= libraryIn(DATA));
  return {
    names: () => [...new Set([...own.names(), ...installed.names()])],
    source: (name) => own.source(name) ?? installed.source(name),
    translations: (jurisdiction, language) =>
      own.translations(jurisdiction, language) ?? installed.translations(jurisdiction, language),
  };
}

function libraryIn(data: URL): Library {
  const names = [...packIds(data), ...partNames(data)];
  const fileOf = (name: string): TextFile => {
    const file = new URL(`${name}.yaml`, data);
    return { file: fileURLToPath(file), text: textOf(file) };
  };
  return {
    names: () => names,
    source: (name) => (names.includes(name) ? fileOf(name) : null),
    translations: (jurisdiction, language) => {
      const name = `${jurisdiction}/translations/${language}`;
      return existsSync(new URL(`${name}.yaml`, data)) ? fileOf(name) : null;
    },
  };
}

/** The case files beside the rulebooks and parts, as {@link libraryOf} finds those. */
function caseLibraryOf(data: URL): CaseLibrary {
  const library = libraryOf(data);
  return {
    names: library.names,
    cases: (name) => {
      const beside = library.source(name)?.file.replace(/\.yaml$/, ".cases.yaml");
      if (beside === undefined || !existsSync(beside)) return null;
      return { file: beside, text: textOf(pathToFileURL(beside)) };
    },
  };
}

/** The names of the parts that rulebooks of one jurisdiction have in common: `cl/parts/general`. */
export function partNames(data: URL = DATA): readonly string[] {
  return jurisdictions(data).flatMap((jurisdiction) => {
    const folder = new URL(`${jurisdiction}/parts/`, data);
    return existsSync(folder) ? yamlNames(folder).map((name) => `${jurisdiction}/parts/${name}`) : [];
  });
}

/** `cl`, `es-cb`: the code of a jurisdiction, which names its folder. */
export function isJurisdiction(name: string): boolean {
  return /^[a-z]{2}(-[a-z]{2})?$/.test(name);
}

function jurisdictions(data: URL): readonly string[] {
  const folders = readdirSync(data, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map(({ name }) => name)
    .filter(isJurisdiction)
    .sort();
}

function yamlNames(folder: URL): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".yaml") && !file.endsWith(".cases.yaml"))
    .map((file) => file.slice(0, -".yaml".length))
    .sort();
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
