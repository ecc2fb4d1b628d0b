import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  SMALL_FILES,
  writeSmallRelease,
  type SmallFile,
} from "../../firmware/delivery/releases/small-release.fixture.ts";
import { unpackRelease } from "../../firmware/delivery/releases/unpack.ts";
import { makeReleases } from "../../firmware/delivery/updater/prepare.ts";
import { temporaryFolder } from "./folder.ts";

/** The services' launcher, which points to the release that starts. */
export const LAUNCH = new URL("../../firmware/delivery/packaging/launch", import.meta.url).pathname;

/** Puts a small release that says this word into a slot of its own, and gives its digest. */
export async function installSmall(root: string, word: string): Promise<string> {
  const files: readonly SmallFile[] = SMALL_FILES.map((file) =>
    file.path.endsWith("a.yaml") ? { ...file, text: `a: ${word}\n` } : file,
  );
  const handed = temporaryFolder();
  const known = writeSmallRelease(handed, { files });
  await unpackRelease(makeReleases(root), { known, from: handed, platform: "linux-x64" });
  return known.digest;
}

/** A shell that is there for all launches of this process, and ends with it: a folder is asked with, a line is the answer. */
interface Shell {
  readonly ask: number;
  readonly answer: number;
}
/** `none`: this machine has no folder in which one could be asked. */
let shell: Shell | "none" | null = null;

/** One answer is a line of at most so many bytes. */
const ANSWER_BYTES = 4_096;

/**
 * Runs the launcher for a folder of releases, as the service manager does before the table, to its end, and gives what it says. It is
 * started by a small process: this one has hundreds of megabytes, and a start from it takes several times as long as the launcher.
 *
 * @throws Error when the launcher fails
 */
export function launch(root: string): string {
  shell ??= startShell();
  if (shell === "none") return execFileSync("sh", [LAUNCH, root], { encoding: "utf8" }).trim();
  const { ask, answer } = shell;
  writeSync(ask, `${root}\n`);
  const bytes = Buffer.alloc(ANSWER_BYTES);
  let said = "";
  while (!said.endsWith("\n")) {
    const count = readSync(answer, bytes);
    if (count === 0) throw new Error("the shell that starts the launcher is gone");
    said += bytes.toString("utf8", 0, count);
  }
  const [, status = "", words = ""] = /^(\d+) ?(.*)\n$/.exec(said) ?? [];
  if (status !== "0") throw new Error(`the launcher ended with status ${status}: ${words}`);
  return words;
}

const SERVE = `exec <"$2" >"$3"
while IFS= read -r root; do
  said=$(sh "$1" "$root" 2>&1)
  echo $? $said
done`;

function startShell(): Shell | "none" {
  const folder = folderOfShell();
  if (folder === null) return "none";
  const [ask, answer] = [join(folder, "ask"), join(folder, "answer")];
  execFileSync("mkfifo", [ask, answer]);
  spawn("sh", ["-c", SERVE, "sh", LAUNCH, ask, answer], { stdio: "ignore" }).unref();
  const opened = { ask: openSync(ask, "w"), answer: openSync(answer, "r") };
  rmSync(folder, { recursive: true });
  return opened;
}

/** Null: nothing can be written where temporary files belong, as in a machine of which the power is cut. */
function folderOfShell(): string | null {
  try {
    return mkdtempSync(join(tmpdir(), "tirada-"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EROFS") return null;
    throw error;
  }
}
