import { join } from "node:path";
import { chmodSync, rmSync, statfsSync } from "../../files/disk.ts";
import { makeFolder } from "../../files/durable.ts";
import { onDisk } from "../../files/errors.ts";
import {
  FORMAT_NAMES,
  TARGETS,
  MANIFEST_FILE,
  manifestFile,
  targetFile,
  unpackedBytes,
  type KnownManifest,
  type Platform,
  type ReleaseManifest,
} from "../releases/manifest.ts";
import { readManifestFile, requirePlatform } from "../releases/release-folder.ts";
import { slotFolder, unpackRelease } from "../releases/unpack.ts";
import type { Checked } from "../update/client.ts";
import type { OfferedTarget } from "../update/offer.ts";
import { UpdateRefusal } from "../update/refusal.ts";
import { keepSigned } from "../update/signed-target.ts";
import { releasesFolder } from "./slots.ts";

/** Bytes that stay free beside a release: for what the updater writes down itself. */
export const SPACE_LEFT_BYTES = 64 * 1_024 * 1_024;
/** What is fetched lies here until it is unpacked. */
const FETCHED = "fetched";

/** That two people want a release from which there is no way back, and where the evidence was exported before: an order says so. */
export interface NoReturnProof {
  readonly people: readonly [string, string];
  readonly exportSha512: string;
}

export interface PrepareOptions {
  readonly root: string;
  readonly platform: Platform | null;
  /** The release that is confirmed. */
  readonly confirmed: ReleaseManifest;
  readonly proof: NoReturnProof | null;
}

/**
 * Brings the offered release into its slot, whole and compared: room first, then the manifest, then what it needs, then the archives,
 * then the slot. After a cut the next call finds what is there. @throws UpdateRefusal, ReleaseError, JournalError
 */
export async function prepareRelease(options: PrepareOptions, checked: Checked): Promise<KnownManifest> {
  const { root, platform, confirmed, proof } = options;
  const targets = checked.offer?.targets ?? [];
  const manifests = targets.filter(({ file }) => /^release-[0-9a-f]{64}\.json$/.test(file));
  const [first] = manifests;
  if (first === undefined || manifests.length > 1) throw new UpdateRefusal("incomplete", "director");
  const fetched = join(root, FETCHED);
  requireSpace(root, sum(targets));
  const known = readManifestFile(await checked.fetch(first, fetched));
  requirePlatform(known, platform);
  requireWayBack(confirmed, known.manifest, proof);
  const archives = TARGETS.map((name) => {
    const file = targetFile(name, known.manifest.targets[name].sha256);
    const found = targets.find((target) => target.file === file);
    if (found === undefined) throw new UpdateRefusal("incomplete", file);
    return found;
  });
  if (first.file !== manifestFile(known.digest)) throw new UpdateRefusal("incomplete", first.file);
  requireSpace(root, sum(archives) + unpackedBytes(known.manifest));
  for (const archive of archives) await checked.fetch(archive, fetched);
  keepSigned(root, known.digest, await checked.signed());
  await unpackRelease(makeReleases(root), { from: fetched, known, platform });
  onDisk("removing", fetched, () => rmSync(fetched, { recursive: true, force: true }));
  return known;
}

/** The folder of the slots, which everybody may read: the table runs what is in it. */
export function makeReleases(root: string): string {
  const releases = releasesFolder(root);
  return onDisk("making the folder", releases, () => {
    makeFolder(releases);
    chmodSync(releases, 0o755);
    return releases;
  });
}

const sum = (targets: readonly OfferedTarget[]): number => targets.reduce((all, { length }) => all + length, 0);

/** Throws an UpdateRefusal `no-space` unless so many bytes can be written, and some are left. */
export function requireSpace(root: string, bytes: number): void {
  const free = onDisk("asking for the room in", root, () => {
    makeFolder(root);
    const { bavail, bsize } = statfsSync(root);
    return bavail * bsize;
  });
  if (free >= bytes + SPACE_LEFT_BYTES) return;
  const mega = (count: number): string => `${Math.ceil(count / 1_048_576)} MB`;
  throw new UpdateRefusal(
    "no-space",
    root,
    `${mega(bytes + SPACE_LEFT_BYTES)} are needed, ${mega(free)} are free`,
  );
}

/**
 * Throws an UpdateRefusal `no-return` when a release writes what the confirmed one cannot read, or says so itself. Configurations are
 * left out: each release keeps the one that it was confirmed with.
 */
export function requireWayBack(
  confirmed: Pick<ReleaseManifest, "formats">,
  next: Pick<ReleaseManifest, "formats" | "noReturn" | "version">,
  proof: NoReturnProof | null,
): void {
  const unread = FORMAT_NAMES.filter(
    (name) =>
      name !== "configuration" &&
      next.formats[name].writes.some((format) => !confirmed.formats[name].reads.includes(format)),
  );
  if ((unread.length === 0 && !next.noReturn) || proof !== null) return;
  const what = unread.length === 0 ? "it says so itself" : `its formats of ${unread.join(", ")}`;
  throw new UpdateRefusal("no-return", `release ${next.version}`, what);
}

/** The manifest of an installed release. @throws ReleaseError */
export const manifestOf = (root: string, digest: string): KnownManifest =>
  readManifestFile(join(slotFolder(releasesFolder(root), digest), MANIFEST_FILE));
