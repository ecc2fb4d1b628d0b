import { join } from "node:path";
import { lstatSync, readdirSync } from "../../files/disk.ts";
import { readRegularFile, type FileError } from "../../files/read-file.ts";
import { ReleaseError } from "./errors.ts";
import {
  MANIFEST_BYTES_MAX,
  manifestFile,
  PLATFORMS,
  readManifest,
  targetFile,
  TARGETS,
  type KnownManifest,
  type Platform,
  type TargetName,
} from "./manifest.ts";
import { readTarget, requireTargetFile } from "./read-target.ts";

const MANIFEST_NAME = /^release-([0-9a-f]{64})\.json$/;

/** A manifest's file, with its name held against its bytes where the name says a hash. @throws ReleaseError */
export function readManifestFile(path: string): KnownManifest {
  let text: string;
  try {
    text = readRegularFile(path, MANIFEST_BYTES_MAX).toString("utf8");
  } catch (error) {
    const { code, message } = error as FileError;
    throw new ReleaseError(code === null ? "manifest" : "missing", message, { cause: error });
  }
  const known = readManifest(text, path);
  const [, named] = MANIFEST_NAME.exec(path.slice(path.lastIndexOf("/") + 1)) ?? [];
  if (named !== undefined && named !== known.digest)
    throw new ReleaseError(
      "manifest",
      `${path}: its name is not the hash of its bytes; take the release again`,
    );
  return known;
}

/** The releases in a folder of releases that are not installed, by the names of their manifests' files, sorted. */
export function manifestsIn(folder: string): readonly string[] {
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ReleaseError("missing", `cannot read ${folder}: ${code ?? "unreadable"}`, { cause: error });
  }
  return names.filter((name) => MANIFEST_NAME.test(name)).sort();
}

/** The platform of this machine; null: tirada has no release for it. */
export function platformHere(): Platform | null {
  const here = `${process.platform}-${process.arch}`;
  return PLATFORMS.find((one) => one === here) ?? null;
}

/** Throws a ReleaseError `other-platform` unless the release is for the platform: `null` takes any. */
export function requirePlatform({ manifest, digest }: KnownManifest, platform: Platform | null): void {
  if (platform === null || manifest.platform === platform) return;
  throw new ReleaseError(
    "other-platform",
    `release ${manifest.version} (${digest.slice(0, 16)}) is for ${manifest.platform}, and this is ${platform}: take the one for ${platform}`,
  );
}

/** The path of a target beside its manifest. */
export const targetPath = (folder: string, { manifest }: KnownManifest, name: TargetName): string =>
  join(folder, targetFile(name, manifest.targets[name].sha256));

/**
 * Checks a release that is not installed: its targets by length and hash, then every file in them against the manifest. Nothing is
 * unpacked. `platform`: what it must be for; null: any. @throws ReleaseError
 */
export async function checkHandedOver(
  folder: string,
  known: KnownManifest,
  platform: Platform | null = null,
): Promise<void> {
  requirePlatform(known, platform);
  for (const name of TARGETS) requireTargetFile(targetPath(folder, known, name), known.manifest.targets[name]);
  for (const name of TARGETS) await readTarget(targetPath(folder, known, name), known.manifest, name);
}

/** Whether a folder holds an installed release, or one that is handed over in archives. @throws ReleaseError `missing`: neither */
export function kindOfFolder(folder: string, installed: string): "installed" | "handed-over" {
  if (lstatSync(join(folder, installed), { throwIfNoEntry: false }) !== undefined) return "installed";
  if (manifestsIn(folder).length > 0) return "handed-over";
  throw new ReleaseError(
    "missing",
    `${folder} holds no release: neither ${installed} nor ${manifestFile("<hash>")} is there`,
  );
}
