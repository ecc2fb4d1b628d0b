import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/**
 * The seed of a run of tests: what `TIRADA_SEED` says, else in a soak the hash of the newest commit, else the version of the release. What
 * lands is tried alike before and after its last commit; what nobody has tried yet is looked for at night.
 */
export function seedOfRun(environment: NodeJS.ProcessEnv = process.env): string {
  const { TIRADA_SEED: asked = "", TIRADA_SOAK: soak } = environment;
  if (asked !== "") return asked;
  return (soak === "1" ? newestCommit() : null) ?? `tirada-${version()}`;
}

/** The commit that is tried, whole, and `-changed` behind it where the tree is not as the commit has it. */
export const treeOfRun = (): string =>
  askGit(["describe", "--always", "--dirty=-changed", "--exclude=*", "--abbrev=40"]) ?? "unknown";

/** Twelve characters of the hash are enough to repeat a run. */
const newestCommit = (): string | null => askGit(["rev-parse", "--short=12", "HEAD"]);

/** Null where there is no repository: a copy of the sources, an archive. */
function askGit(words: readonly string[]): string | null {
  try {
    return execFileSync("git", words, {
      cwd: ROOT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return null;
  }
}

function version(): string {
  const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8")) as { version: string };
  return version;
}
