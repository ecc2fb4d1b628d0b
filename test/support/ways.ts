import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The ways of docs/ways.md, taken into a tree as they stand there. A step's blocks are a new file, which its first line names; a change of
 * files that are there, as a diff whose lines are found whole; or a command of a shell.
 */
export interface Way {
  /** `Adding a wheel` */
  readonly title: string;
  readonly steps: readonly Step[];
}
export interface Step {
  readonly number: number;
  readonly text: string;
  readonly blocks: readonly { readonly language: string; readonly text: string }[];
}

export const STEPS_MAX = 10;

export function waysOf(document: string): readonly Way[] {
  return document
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = "", ...lines] = section.split("\n");
      return { title, steps: stepsOf(lines.join("\n")) };
    });
}

function stepsOf(section: string): readonly Step[] {
  return [...section.matchAll(/^(\d+)\. ([^]*?)(?=^\d+\. |^\S|(?![^]))/gm)].map(
    ([, number = "", text = ""]) => ({
      number: Number(number),
      text,
      blocks: [...text.matchAll(/^ {3}```(\w+)\n([^]*?)^ {3}```$/gm)].map(([, language = "", block = ""]) => ({
        language,
        text: block.replaceAll(/^ {3}/gm, ""),
      })),
    }),
  );
}

/** What `<name>` is in a way: of a language its two letters. */
export const nameOf = ({ title }: Way): string =>
  title === "Adding a language"
    ? "xx"
    : `dummy-${(title.replace(/^Adding an? /, "").split(" of ")[0] ?? "").replaceAll(" ", "-")}`;

/** Takes every step of a way into the tree at `root`, for a thing of this name. Throws an Error that names way and step. */
export function layWay(way: Way, root: string, name = nameOf(way)): void {
  const named = (text: string): string =>
    text.replaceAll("<name>", name).replaceAll("<NAME>", name.replaceAll("-", "_").toUpperCase());
  for (const { number, blocks } of way.steps)
    for (const { language, text } of blocks)
      try {
        layBlock(language, named(text), root);
      } catch (error) {
        throw new Error(
          `${way.title}, step ${number}: ${error instanceof Error ? error.message : String(error)}`,
          {
            cause: error,
          },
        );
      }
}

function layBlock(language: string, text: string, root: string): void {
  if (language === "diff") return changeFiles(text, root);
  if (language === "sh") return void execFileSync("bash", ["-euc", text], { cwd: root, stdio: "pipe" });
  const [first = "", ...rest] = text.split("\n");
  const [, file] = /^(?:\/\/|#|<!--) (\S+)(?: -->)?$/.exec(first) ?? [];
  if (file === undefined) throw new Error(`its first line names no file: ${first}`);
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), rest.join("\n"));
}

/** A diff without numbers: each hunk's own lines must stand in the file, together and once. */
function changeFiles(diff: string, root: string): void {
  const [head = "", ...lines] = diff.trimEnd().split("\n");
  const [, pattern] = /^--- (\S+)$/.exec(head) ?? [];
  if (pattern === undefined) throw new Error(`its first line names no file: ${head}`);
  const files = globSync(pattern, { cwd: root }).filter((file) => !file.endsWith("notes-to-translators.json"));
  if (files.length === 0) throw new Error(`there is no ${pattern}`);
  const hunks = lines.join("\n").split(/^@@\n/m);
  for (const file of files) {
    const source = readFileSync(join(root, file), "utf8").split("\n");
    writeFileSync(
      join(root, file),
      hunks.reduce<readonly string[]>((now, hunk) => changeLines(now, hunk, file), source).join("\n"),
    );
  }
}

function changeLines(source: readonly string[], hunk: string, file: string): readonly string[] {
  const lines = hunk.replace(/\n$/, "").split("\n");
  const own = lines.filter((line) => !line.startsWith("+")).map((line) => line.slice(1));
  const isAt = (at: number): boolean =>
    own.every((line, n) =>
      line.endsWith(" …") ? source[at + n]?.startsWith(line.slice(0, -2)) === true : source[at + n] === line,
    );
  const places = source.keys().filter(isAt).toArray();
  const [at] = places;
  if (at === undefined || places.length > 1)
    throw new Error(
      `${file} has ${places.length === 0 ? "no line" : `${places.length} lines`} «${own[0]?.trim() ?? ""}»: write the step as the file is now`,
    );
  let next = at;
  const changed = lines.flatMap((line) => {
    if (line.startsWith("+")) return [line.slice(1)];
    next += 1;
    return line.startsWith("-") ? [] : [source[next - 1] ?? ""];
  });
  return [...source.slice(0, at), ...changed, ...source.slice(next)];
}
