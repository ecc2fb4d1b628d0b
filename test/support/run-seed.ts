import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Where there is no repository: a copy of the sources, an archive. */
const WITHOUT_GIT = "tirada";

/**
 * The seed of a run of tests: what `TIRADA_SEED` says, else the hash of the newest commit, else always the same. Twelve
 * characters of a hash are enough to repeat a run.
 */
export function seedOfRun(asked = process.env["TIRADA_SEED"]): string {
  if (asked !== undefined && asked !== "") return asked;
  try {
    const cwd = fileURLToPath(new URL("../../", import.meta.url));
    return execFileSync("git", ["rev-parse", "--short=12", "HEAD"], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return WITHOUT_GIT;
  }
}
