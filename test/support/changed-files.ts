import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Lines that git prints; none where there is no repository, or no such commit. */
function git(...args: readonly string[]): string[] {
  try {
    const printed = execFileSync("git", args, {
      cwd: ROOT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return printed.split("\n").filter((line) => line !== "");
  } catch {
    return [];
  }
}

/**
 * Paths, from the root of the project, of files that the working tree changes against the newest commit, new ones among them,
 * and of those that the last `commits` commits changed. Fewer where the history is shorter.
 */
export function changedFiles(commits: number): string[] {
  const known = Math.min(commits, git("rev-list", "--max-count", `${commits + 1}`, "HEAD").length - 1);
  const base = known > 0 ? `HEAD~${known}` : "HEAD";
  const changed = git("diff", "--name-only", "--relative", base);
  const fresh = git("ls-files", "--others", "--exclude-standard");
  return [...new Set([...changed, ...fresh])].sort();
}

/** Paths, from the root of the project, of all files that git tracks; null where there is no repository. */
export function trackedFiles(): readonly string[] | null {
  const tracked = git("-c", "core.quotepath=off", "ls-files");
  return tracked.length === 0 ? null : tracked;
}
