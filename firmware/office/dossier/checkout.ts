import { execFileSync } from "node:child_process";
import { rfc3339, wallMs } from "../../../src/time/instant.ts";
import { errorText, usageProblem } from "../../problem.ts";

/** The sources of which a dossier tells: one commit, and nothing beside it. */
export interface Checkout {
  /** The folder, with a slash at its end. */
  readonly root: string;
  /** Hex. */
  readonly commit: string;
  /** When it was made, UTC: 2026-11-29T23:53:00Z. */
  readonly at: string;
}

/** A version that was released before, and its commit. */
export interface Before {
  readonly version: string;
  readonly commit: string;
}

const OUTPUT_MAX = 64 * 1_024 * 1_024;

/** What git says of the checkout at `root`. Throws a usage Problem. */
export function askGit(root: string, words: readonly string[]): string {
  try {
    return execFileSync("git", ["-c", "core.quotePath=false", ...words], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: OUTPUT_MAX,
    });
  } catch (error) {
    throw usageProblem(
      `git ${words[0] ?? ""} does not answer in ${root} (${errorText(error).split("\n")[1] ?? "is git installed?"}): a dossier is made in a checkout of the sources`,
      error,
    );
  }
}

/** The checkout at `root`. Throws a Problem: it is none, or a file of it is not as its commit has it. */
export function readCheckout(root: string): Checkout {
  const changed = askGit(root, ["status", "--porcelain"]).split("\n").filter(Boolean);
  const [first] = changed;
  if (first !== undefined)
    throw usageProblem(
      `the checkout is not as its commit has it: ${first.slice(3)}${changed.length > 1 ? ` and ${changed.length - 1} more` : ""}; commit or remove what is new, and begin again`,
    );
  const [commit = "", seconds = ""] = askGit(root, ["log", "-1", "--format=%H %ct"]).trim().split(" ");
  return { root, commit, at: rfc3339(wallMs(Number(seconds) * 1_000)) };
}

/** The commit of a version that has a tag. Throws a Problem: there is none. */
export function readBefore(root: string, version: string): Before {
  const tags = askGit(root, ["tag", "--list", "v*"]).split("\n").filter(Boolean);
  if (!tags.includes(`v${version}`))
    throw usageProblem(
      `--since ${version}: this checkout has no tag v${version}; known: ${tags.map((tag) => tag.slice(1)).join(", ") || "none (git fetch --tags)"}`,
    );
  return { version, commit: askGit(root, ["rev-list", "-1", `v${version}`]).trim() };
}
