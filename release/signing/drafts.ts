import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { Key } from "@tufjs/models";
import type { WallMs } from "../../src/time/instant.ts";
import { usageProblem } from "../../firmware/problem.ts";
import { isSafeName, isTableName } from "../../firmware/update/offer.ts";
import type { Role } from "../../firmware/update/tuf-library.ts";
import { hashFile } from "./hash-file.ts";
import { readPublicKey } from "./key-file.ts";
import {
  KEYS,
  keysOf,
  rootOf,
  ROLES,
  TargetFile,
  targetsOf,
  toMetadataKey,
  type Metadata,
  type Root,
  type Targets,
} from "./metadata.ts";
import { RepositoryFolder } from "./repository.ts";

/** What people sign: metadata without signatures, made of what the tree says now and of what is to change. */

/** `root=anna.pub.json`: a key for a role. */
export interface RoleKey {
  readonly role: Role;
  readonly of: string;
}

/** Reads `ROLE=TEXT`. Throws a Problem. */
export function parseRoleKey(text: string): RoleKey {
  const [role, ...rest] = text.split("=");
  const known = ROLES.find((one) => one === role);
  const of = rest.join("=");
  if (known === undefined || of === "")
    throw usageProblem(`"${text}": it is written ROLE=FILE, and the roles are ${ROLES.join(", ")}`);
  return { role: known, of };
}

/** The next root: the one in force without `remove` (first digits of keyids) and with `add` (files of public keys). */
export function draftRoot(
  at: RepositoryFolder,
  now: WallMs,
  add: readonly RoleKey[],
  remove: readonly RoleKey[],
): Metadata<Root> {
  const before = at.root();
  const keys: Record<Role, Key[]> =
    before === null ? { root: [], targets: [], snapshot: [], timestamp: [] } : keysOf(before.signed);
  for (const { role, of } of remove) {
    const gone = keys[role].filter(({ keyID }) => keyID.startsWith(of));
    if (gone.length !== 1 || of.length < 8)
      throw usageProblem(`${role}=${of}: name one key of the role by the first 8 digits of its id or more`);
    keys[role] = keys[role].filter((key) => !gone.includes(key));
  }
  for (const { role, of } of add) keys[role].push(toMetadataKey(readPublicKey(of)));
  for (const role of ROLES)
    if (keys[role].length !== KEYS[role])
      throw usageProblem(
        `role ${role} would have ${keys[role].length} keys, and must have ${KEYS[role]}: --key ${role}=FILE adds one, --remove ${role}=ID takes one away`,
      );
  return rootOf((before?.signed.version ?? 0) + 1, now, keys);
}

/** Files that a release brings. */
export interface ReleaseFiles {
  readonly release: number;
  readonly platform: string;
  readonly files: readonly string[];
}

/** Releases that nobody runs any more leave, by number. */
export function draftTargets(
  at: RepositoryFolder,
  now: WallMs,
  added: ReleaseFiles | null,
  dropped: readonly number[],
): Metadata<Targets> {
  const before = at.newestTargets()?.signed.targets ?? {};
  const kept = Object.entries(before).filter(
    ([, { custom }]) => !dropped.includes(custom["release"] as number),
  );
  const fresh = added === null ? [] : added.files.map((path) => imageTarget(path, added));
  for (const [name, target] of fresh)
    if (before[name] !== undefined && !before[name].equals(target))
      throw usageProblem(`${name} is published already with other bytes: a release gets another number`);
  return targetsOf(at.nextVersion("targets"), now, Object.fromEntries([...kept, ...fresh]));
}

function imageTarget(path: string, { release, platform }: ReleaseFiles): [string, TargetFile] {
  if (!existsSync(path)) throw usageProblem(`there is no file ${path}`);
  const name = `${release}/${platform}/${basename(path)}`;
  if (!isSafeName(name)) throw usageProblem(`${name}: a name has letters, digits and . _ + - alone`);
  const { length, sha256 } = hashFile(path);
  const unrecognizedFields = { custom: { release, platform } };
  return [name, new TargetFile({ path: name, length, hashes: { sha256 }, unrecognizedFields })];
}

/** Which tables run what. */
export interface Assignment {
  readonly tables: readonly string[];
  /** Null: nothing; the table keeps what it has. */
  readonly release: number | null;
  readonly platform: string;
}

/** The director's next targets: the tables named run the release that the image repository of the same tree has. */
export function draftAssignment(tree: string, now: WallMs, assigned: Assignment | null): Metadata<Targets> {
  const director = new RepositoryFolder(tree, "director");
  const before = director.newestTargets()?.signed.targets ?? {};
  const { tables = [], release = null, platform = "" } = assigned ?? {};
  for (const table of tables)
    if (!isTableName(table))
      throw usageProblem(`${table}: a table's name has letters, digits and . _ + - alone`);
  const kept = Object.entries(before).filter(([name]) => !tables.some((table) => name.startsWith(`${table}/`)));
  const files = release === null ? [] : filesOfRelease(tree, release, platform);
  const fresh = tables.flatMap((table) =>
    files.map(([name, { length, hashes }]): [string, TargetFile] => {
      const path = `${table}/${name}`;
      const unrecognizedFields = { custom: { release } };
      return [path, new TargetFile({ path, length, hashes, unrecognizedFields })];
    }),
  );
  return targetsOf(director.nextVersion("targets"), now, Object.fromEntries([...kept, ...fresh]));
}

function filesOfRelease(tree: string, release: number, platform: string): [string, TargetFile][] {
  const image = new RepositoryFolder(tree, "image").newestTargets()?.signed.targets ?? {};
  const files = Object.entries(image).filter(
    ([, { custom }]) => custom["release"] === release && custom["platform"] === platform,
  );
  if (files.length === 0)
    throw usageProblem(
      `the image repository has no release ${release} for ${platform}: publish it there first`,
    );
  return files;
}
