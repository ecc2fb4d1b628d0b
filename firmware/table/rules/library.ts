import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { CaseLibrary } from "../../../src/cases/files.ts";
import type { Library, TextFile } from "../../../src/rules/extends.ts";
import { MAX_FILE_BYTES } from "../../../src/rules/yaml.ts";
import { readTextFile, type FileError } from "../../files/read-file.ts";

/** The folder of the installed rulebooks. */
export const DATA = new URL("../../../src/rules/data/", import.meta.url);

/** A rulebook that is not there or not usable, in one line for a technician. */
export class RulebookError extends Error {
  override readonly name = "RulebookError";
}

/** The installed ids, once they were looked for: they do not change under a release. */
let installedIds: readonly string[] | null = null;

/** The ids of all games that have a rulebook, sorted: `cl/ruleta-francesa`. */
export function packIds(data: URL = DATA): readonly string[] {
  if (data.href !== DATA.href) return idsOfAll(data);
  return (installedIds ??= idsOfAll(data));
}

function idsOfAll(data: URL): readonly string[] {
  return jurisdictionsIn(data).flatMap((place) => idsIn(place, data));
}

/** The ids of the parts that rulebooks of one jurisdiction have in common, sorted: `cl/parts/general`. */
export function partIds(data: URL = DATA): readonly string[] {
  return jurisdictionsIn(data).flatMap((place) => idsIn(`${place}/parts`, data));
}

/** The folders under one folder that hold editions. */
function idsIn(place: string, data: URL): readonly string[] {
  return foldersIn(new URL(`${place}/`, data))
    .map((name) => `${place}/${name}`)
    .filter((id) => editionNames(id, data).length > 0)
    .sort();
}

/** The editions of a rulebook or part that {@link packIds} or {@link partIds} knows, by the names of their files, sorted: `2023-03`. */
export function editionNames(id: string, data: URL = DATA): readonly string[] {
  return readdirSync(new URL(`${id}/`, data))
    .flatMap((file) => /^(\d{4}-\d{2})\.yaml$/.exec(file)?.[1] ?? [])
    .sort();
}

/** The file of an edition (`cl/craps@2023-03`), or the file beside it with another ending. */
export function fileOf(name: string, data: URL = DATA, ending = ".yaml"): URL {
  return new URL(`${name.replace("@", "/")}${ending}`, data);
}

/** `cl`, `es-cb`: the code of a jurisdiction, which names its folder. */
export function isJurisdiction(name: string): boolean {
  return /^[a-z]{2}(-[a-z]{2})?$/.test(name);
}

/**
 * The files of a folder as packs name each other, and the installed ones for what it does not have. Only files that the
 * folders themselves list are opened.
 */
export function libraryOf(data: URL): Library {
  const own = libraryIn(data);
  if (data.href === DATA.href) return own;
  const installed = libraryIn(DATA);
  return {
    names: () => [...new Set([...own.names(), ...installed.names()])],
    source: (name) => own.source(name) ?? installed.source(name),
    translations: (jurisdiction, language) =>
      own.translations(jurisdiction, language) ?? installed.translations(jurisdiction, language),
  };
}

let installedLibrary: Library | null = null;

function libraryIn(data: URL): Library {
  if (data.href === DATA.href && installedLibrary !== null) return installedLibrary;
  const names = [...packIds(data), ...partIds(data)].flatMap((id) =>
    editionNames(id, data).map((edition) => `${id}@${edition}`),
  );
  const read = (file: URL): TextFile => ({ file: fileURLToPath(file), text: fileText(file) });
  const library: Library = {
    names: () => names,
    source: (name) => (names.includes(name) ? read(fileOf(name, data)) : null),
    translations: (jurisdiction, language) => {
      const file = new URL(`${jurisdiction}/translations/${language}.yaml`, data);
      return existsSync(file) ? read(file) : null;
    },
  };
  if (data.href === DATA.href) installedLibrary = library;
  return library;
}

/** The case files beside the rulebooks and parts, as {@link libraryOf} finds those. */
export function caseLibraryOf(data: URL): CaseLibrary {
  const library = libraryOf(data);
  return {
    names: library.names,
    cases: (name) => {
      const beside = library.source(name)?.file.replace(/\.yaml$/, ".cases.yaml");
      if (beside === undefined || !existsSync(beside)) return null;
      return { file: beside, text: fileText(pathToFileURL(beside)) };
    },
  };
}

/** The text of a file of rulebooks. Throws a {@link RulebookError}: not there, too large, no text. */
export function fileText(file: URL): string {
  try {
    return readTextFile(fileURLToPath(file), MAX_FILE_BYTES);
  } catch (error) {
    throw new RulebookError((error as FileError).message, { cause: error });
  }
}

function jurisdictionsIn(data: URL): readonly string[] {
  return foldersIn(data).filter(isJurisdiction).sort();
}

function foldersIn(folder: URL): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
}
