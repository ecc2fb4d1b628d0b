import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** The commands of docs/inspector.md, taken out of it as they stand there. */

export const MANUAL = readFileSync(new URL("../../docs/inspector.md", import.meta.url), "utf8");
/** The Go program that it prints. */
export const [, MANUAL_PROGRAM = ""] = /^```go\n([\s\S]*?)^```$/m.exec(MANUAL) ?? [];
/** Debian's Go and its library. */
export const isGoInstalled =
  existsSync("/usr/bin/go") && existsSync("/usr/share/gocode/src/golang.org/x/mod/sumdb/tlog");

export interface ManualCommand {
  readonly text: string;
}

export interface ManualSection {
  readonly title: string;
  readonly commands: readonly ManualCommand[];
}

/** The sections of a document with the commands of their blocks, in order. */
export function sectionsOf(document: string): readonly ManualSection[] {
  return document
    .split(/^## /m)
    .slice(1)
    .map((text) => ({
      title: text.slice(0, text.indexOf("\n")),
      commands: [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, language, block = ""]) =>
        language === "" ? commandsOf(block) : [],
      ),
    }));
}

/** A command begins with `$ ` and goes on over indented lines until a shell finds it whole. */
function commandsOf(block: string): ManualCommand[] {
  const commands: ManualCommand[] = [];
  let open: string | null = null;
  const lines = block.split("\n");
  for (const [at, line] of lines.entries()) {
    if (line.startsWith("$ ")) open = line.slice(2);
    else if (open !== null && /^ {2}/.test(line)) open += `\n${line}`;
    else open = null;
    // Output is indented now and then too: only a shell knows whether a command goes on.
    const mayGoOn = /^ {2}/.test(lines[at + 1] ?? "");
    if (open === null || (mayGoOn && !isWhole(open))) continue;
    commands.push({ text: open });
    open = null;
  }
  return commands;
}

const isWhole = (text: string): boolean =>
  !text.endsWith("\\") && spawnSync("bash", ["-n"], { input: `${text}\n` }).stderr.length === 0;
