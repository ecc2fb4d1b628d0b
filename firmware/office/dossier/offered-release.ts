import { createHash } from "node:crypto";
import { join } from "node:path";
import { isJoined, ownFiles } from "../../delivery/build/sources.ts";
import type { ArchiveTarget } from "../../delivery/releases/archive.ts";
import { ReleaseError } from "../../delivery/releases/errors.ts";
import { SBOM_FILE, type KnownManifest } from "../../delivery/releases/manifest.ts";
import {
  checkHandedOver,
  manifestsIn,
  readManifestFile,
  targetPath,
} from "../../delivery/releases/release-folder.ts";
import { readTarget } from "../../delivery/releases/read-target.ts";
import { EXIT, Problem, usageProblem } from "../../problem.ts";

/** A release that is submitted: its manifest, and its bill of materials. */
export interface OfferedRelease extends KnownManifest {
  readonly sbom: string;
}

/**
 * The releases that are handed over in a folder, each held against its manifest byte by byte, and against the sources at `root`: a
 * dossier tells of one thing. Throws a Problem: a file differs, or the release was built from other sources.
 */
export async function readReleases(folder: string, root: string): Promise<readonly OfferedRelease[]> {
  try {
    const known = manifestsIn(folder).map((name) => readManifestFile(join(folder, name)));
    if (known.length === 0)
      throw usageProblem(
        `--release ${folder}: no release is handed over there; build one: tirada release build --for linux-x64 --out ${folder}`,
      );
    const all: OfferedRelease[] = [];
    for (const one of known) {
      await checkHandedOver(folder, one);
      requireSources(one, root);
      all.push({ ...one, sbom: await readSbom(folder, one) });
    }
    const platforms = all.map(({ manifest }) => manifest.platform);
    const twice = platforms.find((one, at) => platforms.indexOf(one) !== at);
    if (twice !== undefined)
      throw usageProblem(
        `--release ${folder}: it holds two releases for ${twice}; leave the one that is submitted`,
      );
    return all.toSorted((one, other) => (one.manifest.platform < other.manifest.platform ? -1 : 1));
  } catch (error) {
    throw error instanceof ReleaseError ? new Problem(EXIT.release, error.message, { cause: error }) : error;
  }
}

/** Holds the files that a release takes over as they are (rulebooks, boards, pages, texts) against the sources. */
function requireSources({ manifest, digest }: KnownManifest, root: string): void {
  const built = new Map(manifest.files.map(({ path, sha256 }) => [path, sha256]));
  for (const file of ownFiles(root, manifest.version, manifest.platform)) {
    if (isJoined(file)) continue;
    const here = createHash("sha256").update(file.bytes).digest("hex");
    if (built.get(file.path) === here) continue;
    throw new Problem(
      EXIT.release,
      `release ${manifest.version} for ${manifest.platform} (${digest.slice(0, 16)}) was built from other sources: ${file.path} differs; build it again from this commit`,
    );
  }
}

/** The bill of materials, out of the archive of the program. */
async function readSbom(folder: string, known: KnownManifest): Promise<string> {
  const pieces: Uint8Array[] = [];
  let isSbom = false;
  const keep: ArchiveTarget = {
    begin: ({ path }) => {
      isSbom = path === SBOM_FILE;
    },
    write: (piece) => {
      if (isSbom) pieces.push(Uint8Array.from(piece));
    },
    end: () => undefined,
  };
  await readTarget(targetPath(folder, known, "app"), known.manifest, "app", keep);
  return Buffer.concat(pieces).toString("utf8");
}
