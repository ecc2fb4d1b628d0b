import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

/**
 * The walls of the house. A room is a folder whose `README.md` has the list "What others may use"; a file belongs to the room that is
 * nearest above it. Files of other rooms may import the files of that list, and no others. Tests speak from outside and may import
 * anything.
 */

/** One file that needs another. */
export interface Import {
  readonly file: string;
  /** A path from the root, or a package's name. */
  readonly from: string;
  readonly typeOnly: boolean;
  /** Read when a command is called or a thread is started, not with the file. */
  readonly isLater: boolean;
}

/** What a file of ours imports, also later: what it reads when a command is called, and the threads that it starts. */
export function importsOf(root: string, file: string): readonly Import[] {
  const text = readFileSync(join(root, file), "utf8");
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^"';]*?from\s+"([^"]+)"|import\("([^"]+)"\)|new URL\("(\.[^"]+\.ts)"|(?:^|\n)import "([^"]+)"/g,
  );
  return [...found].map(([, type, named, dynamic, url, bare]) => {
    const fixed = named ?? bare;
    const from = fixed ?? dynamic ?? url ?? "";
    return {
      file,
      from: from.startsWith(".") ? relative(root, join(root, dirname(file), from)) : from,
      typeOnly: type !== undefined,
      isLater: fixed === undefined,
    };
  });
}

export interface Room {
  /** Its folder, from the root. */
  readonly folder: string;
  /** What others may use: paths from the root, each with what it is for. */
  readonly face: ReadonlyMap<string, string>;
}

const HEADING = "## What others may use";
const ROW = /^- `([^`]+)`(?:: (.*))?$/;

export function readRooms(root: string): readonly Room[] {
  return globSync("{src,drivers,firmware,hw-sim}/**/README.md", { cwd: root }).flatMap((page) => {
    const [, list] = splitPage(readFileSync(join(root, page), "utf8"));
    const folder = dirname(page);
    const rows = list.flatMap((line) => {
      const [, name = "", words = ""] = ROW.exec(line) ?? [];
      return name === "" ? [] : [[`${folder}/${name}`, words] as const];
    });
    return list.length === 0 ? [] : [{ folder, face: new Map(rows) }];
  });
}

/** The room of a file, or null where no folder above it is one. */
export function roomOf(file: string, rooms: readonly Room[]): Room | null {
  const above = rooms.filter(({ folder }) => file.startsWith(`${folder}/`));
  return above.toSorted((one, other) => other.folder.length - one.folder.length)[0] ?? null;
}

/** What is wrong with the walls, each defect with its rule and what to do. */
export function wallDefects(imports: readonly Import[], rooms: readonly Room[]): readonly string[] {
  const used = usedFromOutside(imports, rooms);
  const past = [...used].flatMap(([from, files]) => {
    const room = roomOf(from, rooms);
    return room === null || room.face.has(from) ? [] : files.map((file) => pastTheFace(file, from, room));
  });
  const unused = rooms.flatMap(({ folder, face }) =>
    [...face]
      .filter(([file]) => !used.has(file))
      .map(
        ([file]) =>
          `${folder}/README.md lists ${file}, which no other room imports: a face is as small as its use. Take the row away`,
      ),
  );
  const wordless = rooms.flatMap(({ folder, face }) =>
    [...face]
      .filter(([, words]) => words === "")
      .map(([file]) => `${folder}/README.md lists ${file} without a word: say behind it what it is for`),
  );
  return [...past, ...unused, ...wordless];
}

const pastTheFace = (file: string, from: string, { folder, face }: Room): string =>
  `${file} imports ${from} past the face of ${folder}: a room is entered by the files that its README.md lists ` +
  `(${[...face.keys()].map((one) => one.slice(folder.length + 1)).join(", ")}). ` +
  `Use one of these, or move what is needed there; where it is the room's own business to offer, add the row`;

/** What files of other rooms import: each with those that do. */
function usedFromOutside(
  imports: readonly Import[],
  rooms: readonly Room[],
): ReadonlyMap<string, readonly string[]> {
  const known = new Map<string, Room | null>();
  const ofFile = (file: string): Room | null => {
    const room = known.get(file) ?? roomOf(file, rooms);
    known.set(file, room);
    return room;
  };
  const through = imports.filter(({ file, from }) => ofFile(from) !== null && ofFile(file) !== ofFile(from));
  const files = Map.groupBy(through, ({ from }) => from);
  return new Map([...files].map(([from, users]) => [from, users.map(({ file }) => file)]));
}

/**
 * Writes the lists anew: what no other room imports goes, what one does comes, to be given its words; a row keeps them, also where its file
 * has moved.
 */
export function writeFaces(root: string, imports: readonly Import[], rooms: readonly Room[]): void {
  const used = usedFromOutside(imports, rooms);
  const gone = rooms.flatMap(({ face }) => [...face].filter(([file]) => !existsSync(join(root, file))));
  const rows = new Set(rooms.flatMap(({ face }) => [...face.keys()]));
  const come = [...used.keys()].filter((file) => roomOf(file, rooms) !== null && !rows.has(file));
  const goneOf = (name: string) => gone.filter(([file]) => basename(file) === name);
  const comeOf = (name: string) => come.filter((file) => basename(file) === name);
  /** The words of a file that has moved: one file of its name is gone, and one has come. */
  const movedWords = (name: string): string =>
    goneOf(name).length === 1 && comeOf(name).length === 1 ? (goneOf(name)[0]?.[1] ?? "") : "";
  for (const { folder, face } of rooms) {
    const files = [...used.keys()].filter((file) => roomOf(file, rooms)?.folder === folder).sort();
    const lines = files.map((file) => {
      const words = face.get(file) ?? movedWords(basename(file));
      return `- \`${file.slice(folder.length + 1)}\`${words === "" ? "" : `: ${words}`}`;
    });
    const page = join(root, folder, "README.md");
    const [before, , after] = splitPage(readFileSync(page, "utf8"));
    writeFileSync(page, [...before, HEADING, "", ...lines, ...after].join("\n"));
  }
}

/** A page before its list, the lines of the list with its heading, and what follows. */
function splitPage(text: string): readonly [readonly string[], readonly string[], readonly string[]] {
  const lines = text.split("\n");
  const begin = lines.indexOf(HEADING);
  if (begin < 0) return [lines, [], []];
  const length = lines.slice(begin + 1).findIndex((line) => line !== "" && !ROW.test(line));
  const end = length < 0 ? lines.length : begin + 1 + length;
  const after = lines.slice(end);
  return [lines.slice(0, begin), lines.slice(begin, end), ["", ...after]];
}

/** Where a file asks of which family a table is: what tells families apart belongs to the family's own object. */
export function familyDefects(file: string, text: string): readonly string[] {
  const name = `"(?:wheel|shoe|dice|balls)"`;
  const asked = new RegExp(
    [
      `\\bfamily [!=]==? ${name}`,
      `${name} [!=]==? [\\w.]*family\\b`,
      `switch \\([^)]*\\bfamily\\)`,
      `\\.includes\\([\\w.]*\\bfamily\\)`,
    ].join("|"),
  );
  return text
    .split("\n")
    .flatMap((line, at) =>
      asked.test(line)
        ? [
            `${file}:${at + 1} asks for the name of a family: only a family's own folder (firmware/table/setup/<family>) may. ` +
              `Give the family's object (src/table/family.ts, a device's definition) the value or function that differs, and ask that`,
          ]
        : [],
    );
}

/** Imports of pages that a browser cannot follow, above all threads and what Node brings. */
export function pageDefects(
  imports: readonly Import[],
  pages: RegExp,
  shared: readonly string[],
): readonly string[] {
  const mayServe = (path: string): boolean => pages.test(path) || shared.includes(path);
  return imports
    .filter(
      ({ file, from, typeOnly }) =>
        mayServe(file) &&
        !typeOnly &&
        !mayServe(from) &&
        !(pages.test(file) && ["preact", "uplot"].includes(from)),
    )
    .map(
      ({ file, from }) =>
        `${file} imports ${from}: a page runs in a browser and takes values of pages and of SHARED_MODULES ` +
        `(firmware/screens/server/page-modules.ts) alone, nothing of a thread. Import its types (import type), ` +
        `have the view or an answer of the server carry the value, or move it to src and name it there`,
    );
}
