import { copyFileSync, existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { WallMs } from "../../../src/time/instant.ts";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { closeSync, fsyncSync, openSync, readSync } from "../../files/disk.ts";
import { makeFolder, renameDurably, replaceDurably } from "../../files/durable.ts";
import { EXIT, orUsageProblem, Problem, usageProblem } from "../../problem.ts";
import { readRegularFile } from "../../files/read-file.ts";
import { TARGETS_MAX_BYTES } from "../../delivery/update/limits.ts";
import type { Repository } from "../../delivery/update/floor.ts";
import type { Role } from "../../delivery/update/tuf-library.ts";
import type { SigningKey } from "./key-file.ts";
import {
  type AnyMetadata,
  bytesOf,
  isRoot,
  isTargets,
  type Metadata,
  metaFileOf,
  readMetadata,
  type Root,
  signWith,
  snapshotOf,
  type Targets,
  timestampOf,
  validSigners,
} from "./metadata.ts";
import { createHash } from "node:crypto";

/** Versions above this are none that tirada gave: whoever stole the online keys may have left them. */
const VERSION_MAX = 1_000_000_000;
/** A snapshot is signed anew when it would expire within so many days. */
const SNAPSHOT_RENEW_DAYS = 15;
const DAY_MS = 86_400_000;

const refused = (message: string): Problem => new Problem(EXIT.release, message);

/** One repository of a tree, on the machine of those who publish. */
export class RepositoryFolder {
  readonly name: Repository;
  readonly metadata: string;
  readonly targets: string;

  constructor(tree: string, name: Repository) {
    this.name = name;
    this.metadata = join(tree, name, "metadata");
    this.targets = join(tree, name, "targets");
  }

  /** Versions of a role that have a file, in order. */
  versions(role: Exclude<Role, "timestamp">): number[] {
    if (!existsSync(this.metadata)) return [];
    return readdirSync(this.metadata)
      .flatMap((name) => {
        const [, number] = new RegExp(`^([1-9]\\d{0,15})\\.${role}\\.json$`).exec(name) ?? [];
        return number === undefined ? [] : [Number(number)];
      })
      .sort((a, b) => a - b);
  }

  read(name: string): Buffer {
    return orUsageProblem(() => readRegularFile(join(this.metadata, name), TARGETS_MAX_BYTES));
  }

  /** The root in force; null: there is none yet. */
  root(): Metadata<Root> | null {
    const version = this.versions("root").at(-1);
    if (version === undefined) return null;
    const name = `${version}.root.json`;
    const root = readMetadata(this.read(name), name);
    if (!isRoot(root)) throw usageProblem(`${name} in ${this.metadata} is no root`);
    return root;
  }

  requireRoot(): Metadata<Root> {
    const root = this.root();
    if (root === null)
      throw usageProblem(`${this.metadata} has no root: make one with \`tirada release root\`, and publish it`);
    return root;
  }

  /** The newest targets; null: there are none yet. */
  newestTargets(): Metadata<Targets> | null {
    const version = ordinary(this.versions("targets")).at(-1);
    if (version === undefined) return null;
    const name = `${version}.targets.json`;
    const targets = readMetadata(this.read(name), name);
    if (!isTargets(targets)) throw usageProblem(`${name} in ${this.metadata} is no targets`);
    return targets;
  }

  nextVersion(role: "targets" | "snapshot"): number {
    return (ordinary(this.versions(role)).at(-1) ?? 0) + 1;
  }

  /** The next version of the timestamp: after a theft the version that the thief left is not followed. */
  nextTimestamp(): number {
    if (!existsSync(join(this.metadata, "timestamp.json"))) return 1;
    const { version } = readMetadata(this.read("timestamp.json"), "timestamp.json").signed;
    return version < VERSION_MAX ? version + 1 : this.versions("snapshot").length + 1;
  }
}

const ordinary = (versions: readonly number[]): number[] => versions.filter((version) => version < VERSION_MAX);

/** What is published: signed drafts, and the folder where the files of new targets lie. */
export interface Publication {
  readonly drafts: readonly AnyMetadata[];
  readonly files: string | null;
  readonly online: readonly SigningKey[];
  readonly now: WallMs;
}

/**
 * Puts signed drafts into a repository, and a new snapshot and timestamp above them. All is checked before anything is written, and
 * the timestamp is written last: whoever mirrors the tree meanwhile sees the old state or the new one. Throws a Problem.
 */
export function publish(at: RepositoryFolder, { drafts, files, online, now }: Publication): void {
  const roots = drafts.filter(isRoot);
  const newTargets = drafts.filter(isTargets);
  if (roots.length + newTargets.length < drafts.length)
    throw usageProblem("only root and targets are published; snapshot and timestamp are made");
  if (newTargets.length > 1) throw usageProblem("one targets at a time is published");
  const root = chainOf(at, roots);
  const targets = newTargets[0] ?? at.newestTargets();
  if (targets === null) throw usageProblem(`${at.metadata} has no targets yet: publish some with the root`);
  requireSigned(targets, root.signed, "targets");
  if (newTargets.length > 0 && targets.signed.version !== at.nextVersion("targets"))
    throw refused(
      `the draft is version ${targets.signed.version} of targets, and ${at.nextVersion("targets")} is next: make it anew`,
    );
  for (const one of [root, targets]) requireUnexpired(one, now);
  const snapshotKey = onlineKey(online, root.signed, "snapshot");
  const timestampKey = onlineKey(online, root.signed, "timestamp");
  if (at.name === "image" && newTargets[0] !== undefined) copyTargets(at, newTargets[0], files);
  makeFolder(at.metadata);
  for (const one of roots) writeDurably(join(at.metadata, `${one.signed.version}.root.json`), bytesOf(one));
  const targetsName = `${targets.signed.version}.targets.json`;
  if (newTargets.length > 0) writeDurably(join(at.metadata, targetsName), bytesOf(targets));
  const snapshot = snapshotOf(
    at.nextVersion("snapshot"),
    now,
    metaFileOf(targets.signed.version, at.read(targetsName)),
  );
  signWith(snapshot, snapshotKey);
  const snapshotBytes = bytesOf(snapshot);
  writeDurably(join(at.metadata, `${snapshot.signed.version}.snapshot.json`), snapshotBytes);
  writeTimestamp(at, now, timestampKey, metaFileOf(snapshot.signed.version, snapshotBytes));
}

/** Signs the timestamp anew, and the snapshot when it is about to expire. Throws a Problem. */
export function stamp(at: RepositoryFolder, online: readonly SigningKey[], now: WallMs): void {
  const root = at.requireRoot().signed;
  const version = ordinary(at.versions("snapshot")).at(-1);
  const bytes = version === undefined ? null : at.read(`${version}.snapshot.json`);
  const snapshot = bytes === null ? null : readMetadata(bytes, "the snapshot");
  const isShort =
    snapshot === null ||
    validSigners(snapshot, root).length === 0 ||
    Date.parse(snapshot.signed.expires) < now + SNAPSHOT_RENEW_DAYS * DAY_MS;
  if (isShort || bytes === null || version === undefined)
    return publish(at, { drafts: [], files: null, online, now });
  writeTimestamp(at, now, onlineKey(online, root, "timestamp"), metaFileOf(version, bytes));
}

function writeTimestamp(
  at: RepositoryFolder,
  now: WallMs,
  key: SigningKey,
  snapshot: ReturnType<typeof metaFileOf>,
): void {
  const timestamp = timestampOf(at.nextTimestamp(), now, snapshot);
  signWith(timestamp, key);
  writeDurably(join(at.metadata, "timestamp.json"), bytesOf(timestamp));
}

/** The root in force once the drafts are published, each signed by enough keys of the one before and of its own. */
function chainOf(at: RepositoryFolder, roots: readonly Metadata<Root>[]): Metadata<Root> {
  let before = at.root();
  for (const root of [...roots].sort((a, b) => a.signed.version - b.signed.version)) {
    const due = (before?.signed.version ?? 0) + 1;
    if (root.signed.version !== due)
      throw refused(`the draft is version ${root.signed.version} of root, and ${due} is next: make it anew`);
    if (before !== null) requireSigned(root, before.signed, "root before it");
    requireSigned(root, root.signed, "root itself");
    before = root;
  }
  return before ?? at.requireRoot();
}

function requireSigned(metadata: AnyMetadata, root: Root, by: string): void {
  const { type, version } = metadata.signed;
  const due = root.roles[type]?.threshold ?? 0;
  const signed = validSigners(metadata, root).length;
  if (signed < due)
    throw refused(
      `${type} version ${version} has ${signed} of ${due} signatures that the ${by} wants: have it signed by \`tirada release sign\``,
    );
}

function requireUnexpired({ signed: { type, version, expires } }: AnyMetadata, now: WallMs): void {
  if (Date.parse(expires) <= now)
    throw refused(`${type} version ${version} expired on ${expires}: it must be made and signed anew`);
}

function onlineKey(online: readonly SigningKey[], root: Root, role: Role): SigningKey {
  const found = online.find(({ id }) => root.roles[role]?.keyIDs.includes(id) === true);
  if (found === undefined)
    throw refused(
      `none of the online keys is the one that the root names for ${role}: name it with --online-key`,
    );
  return found;
}

function copyTargets(at: RepositoryFolder, { signed }: Metadata<Targets>, files: string | null): void {
  for (const [name, target] of Object.entries(signed.targets)) {
    const sha256 = target.hashes["sha256"] ?? "";
    const slash = name.lastIndexOf("/") + 1;
    const to = join(at.targets, name.slice(0, slash), `${sha256}.${name.slice(slash)}`);
    if (existsSync(to) && statSync(to).size === target.length) continue;
    const from = files === null ? null : join(files, name.slice(slash));
    if (from === null || !existsSync(from))
      throw usageProblem(`the file of target ${name} is nowhere: name its folder with --files`);
    const found = hashFile(from);
    if (found.sha256 !== sha256 || found.length !== target.length)
      throw refused(`${from} is not the file that was signed as ${name}`);
    makeFolder(dirname(to));
    copyFileSync(from, `${to}.new`);
    syncFile(`${to}.new`);
    renameDurably(`${to}.new`, to);
  }
}

function syncFile(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Puts a file in its place: readers see the old one or the new one. */
export const writeDurably = (path: string, bytes: Uint8Array, mode = 0o644): void =>
  replaceDurably(path, bytes, { mode });

/** What a repository says of itself, for people: one line a file in force. */
export function describe(at: RepositoryFolder): string[] {
  const root = at.requireRoot();
  const names = [
    `${root.signed.version}.root.json`,
    ...(["targets", "snapshot"] as const).flatMap((role) =>
      at
        .versions(role)
        .slice(-1)
        .map((version) => `${version}.${role}.json`),
    ),
    ...(existsSync(join(at.metadata, "timestamp.json")) ? ["timestamp.json"] : []),
  ];
  return names.map((name) => describeMetadata(readMetadata(at.read(name), name), root.signed));
}

export function describeMetadata(metadata: AnyMetadata, root: Root): string {
  const { type, version, expires } = metadata.signed;
  const due = root.roles[type]?.threshold ?? 0;
  const by = validSigners(metadata, root).map((id) => id.slice(0, 8));
  const claimed = Object.keys(metadata.signatures).length;
  return `${type} version ${version}, expires ${expires}, ${by.length} of ${due} signatures${by.length === 0 ? "" : ` (${by.join(", ")})`}${claimed > by.length ? `, ${claimed - by.length} that do not count` : ""}, SHA-256 ${sha256Hex(bytesOf(metadata)).slice(0, 16)}`;
}

const PIECE_BYTES = 1_024 * 1_024;

/** Length and hex SHA-256 of a file. */
export function hashFile(path: string): { readonly length: number; readonly sha256: string } {
  const fd = openSync(path, "r");
  try {
    const hash = createHash("sha256");
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    let length = 0;
    for (;;) {
      const count = readSync(fd, piece);
      if (count === 0) return { length, sha256: hash.digest("hex") };
      hash.update(piece.subarray(0, count));
      length += count;
    }
  } finally {
    closeSync(fd);
  }
}
