import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ReleaseId } from "../src/record/chain.ts";
import type { Day } from "../src/time/day.ts";

const ROOT = new URL("../", import.meta.url);
const UNKNOWN = "0".repeat(64);

const own = JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8")) as {
  readonly version: string;
  /** The platform that it was built for: only a release says so. */
  readonly release?: string;
};

/** The day on which this version was made, as CHANGELOG.md says: no day before it can be today. */
export const MADE_ON: Day = "2026-11-29";

/** The version of the program that runs. */
export const RELEASE: string = own.version;

/** Where the release that runs is installed; null: the program runs from its source. */
export const INSTALLED_AT: string | null = own.release === undefined ? null : fileURLToPath(ROOT);

/** Where a file of the release that runs lies, by its path in the release. */
export const pathInRelease = (path: string): string => fileURLToPath(new URL(path, ROOT));

/**
 * What runs, as every record names it: version, and digest of the release's manifest. A program that runs from its source has no
 * manifest. A release whose manifest cannot be read is none that anybody knows: it has a digest of zeros, and no table starts with it.
 */
export const RELEASE_ID: ReleaseId = {
  version: RELEASE,
  manifest: INSTALLED_AT === null ? null : digestOf(new URL("release.json", ROOT)),
};

function digestOf(manifest: URL): string {
  try {
    return createHash("sha256").update(readFileSync(manifest)).digest("hex");
  } catch {
    return UNKNOWN;
  }
}

/** A release in words: `0.7.0 (9ab76ee7f1248015)`, `0.7.0 (from its source)`. */
export const releaseText = ({ version, manifest }: ReleaseId): string =>
  `${version} (${manifest === null ? "from its source" : manifest.slice(0, 16)})`;
