import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { Key } from "@tufjs/models";
import type { WallMs } from "../../../src/time/instant.ts";
import { readTextFile } from "../../files/read-file.ts";
import { orUsageProblem, usageProblem } from "../../problem.ts";
import { parseJson } from "../../../src/load/json.ts";
import { BASE_MAX_BYTES } from "../../delivery/update/limits.ts";
import { BASES, isSafeName, isTableName } from "../../delivery/update/offer.ts";
import type { Role } from "../../delivery/update/tuf-library.ts";
import { hashFile, RepositoryFolder } from "./repository.ts";
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

const MANIFEST = /^release-[0-9a-f]{64}\.json$/;
const MANIFEST_MAX_BYTES = 16 * 1_024 * 1_024;

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

/** A base system: bundles for one kind of machine or several, each a file `tirada_<version>_<kind>.raucb`. */
export interface BaseFiles {
  readonly base: number;
  readonly files: readonly string[];
}

/** Numbers of releases and of bases that nobody runs any more. */
export interface Dropped {
  readonly releases: readonly number[];
  readonly bases: readonly number[];
}

/** The next targets of the image repository: those of now, without what nobody runs, with the files of a release or of a base. */
export function draftTargets(
  at: RepositoryFolder,
  now: WallMs,
  added: ReleaseFiles | BaseFiles | null,
  dropped: Dropped = { releases: [], bases: [] },
): Metadata<Targets> {
  const before = at.newestTargets()?.signed.targets ?? {};
  const kept = Object.entries(before).filter(
    ([, { custom }]) =>
      !dropped.releases.includes(custom["release"] as number) &&
      !dropped.bases.includes(custom["base"] as number),
  );
  if (added !== null && "base" in added) requireHighest(added.base, before);
  const fresh =
    added === null
      ? []
      : added.files.map((path) => ("base" in added ? baseTarget(path, added) : imageTarget(path, added)));
  for (const [name, target] of fresh)
    if (before[name] !== undefined && !before[name].equals(target))
      throw usageProblem(`${name} is published already with other bytes: a release gets another number`);
  requireOneDigest(fresh, before);
  return targetsOf(at.nextVersion("targets"), now, Object.fromEntries([...kept, ...fresh]));
}

/** A changed program is another version: one number never stands for two. Throws a Problem. */
function requireOneDigest(
  fresh: readonly (readonly [string, TargetFile])[],
  before: Readonly<Record<string, TargetFile>>,
): void {
  for (const [, target] of fresh) {
    const { version, platform } = target.custom;
    if (typeof version !== "string" || typeof platform !== "string") continue;
    const other = Object.values(before).find(
      ({ custom, hashes }) =>
        custom["version"] === version &&
        custom["platform"] === platform &&
        hashes["sha256"] !== target.hashes["sha256"],
    );
    if (other !== undefined)
      throw usageProblem(
        `version ${version} for ${platform} is published already as release ${String(other.custom["release"])}, with another digest: a changed program has another version (package.json), built again`,
      );
  }
}

/** Numbers of bases only grow: one that is below another's would be refused by every machine that has that. */
function requireHighest(base: number, before: Readonly<Record<string, TargetFile>>): void {
  const numbers = Object.values(before).flatMap(({ custom }) =>
    typeof custom["base"] === "number" ? [custom["base"]] : [],
  );
  const highest = Math.max(0, ...numbers);
  if (base < highest)
    throw usageProblem(`base ${base}: base ${highest} is published already; the next one has a higher number`);
}

function baseTarget(path: string, { base }: BaseFiles): [string, TargetFile] {
  if (!existsSync(path)) throw usageProblem(`there is no file ${path}`);
  const file = basename(path);
  const [, version, kind] = /^tirada_([A-Za-z0-9.+-]{1,64})_([a-z][a-z0-9]{0,15})\.raucb$/.exec(file) ?? [];
  if (version === undefined || kind === undefined)
    throw usageProblem(`${file}: a base's bundle is named tirada_VERSION_KIND.raucb, as it was made`);
  const name = `${BASES}/${base}/${kind}/${file}`;
  const { length, sha256 } = hashFile(path);
  if (length > BASE_MAX_BYTES)
    throw usageProblem(`${file} has ${length} bytes; a base has ${BASE_MAX_BYTES} at the most`);
  const unrecognizedFields = { custom: { base, kind, version } };
  return [name, new TargetFile({ path: name, length, hashes: { sha256 }, unrecognizedFields })];
}

function imageTarget(path: string, { release, platform }: ReleaseFiles): [string, TargetFile] {
  if (!existsSync(path)) throw usageProblem(`there is no file ${path}`);
  const name = `${release}/${platform}/${basename(path)}`;
  if (!isSafeName(name)) throw usageProblem(`${name}: a name has letters, digits and . _ + - alone`);
  const { length, sha256 } = hashFile(path);
  const unrecognizedFields = { custom: { release, platform, ...versionIn(path) } };
  return [name, new TargetFile({ path: name, length, hashes: { sha256 }, unrecognizedFields })];
}

/** Which tables run what. */
export interface Assignment {
  readonly tables: readonly string[];
  /** Null: nothing; the table keeps what it has. */
  readonly release: number | null;
  readonly platform: string;
}

/** Which machines have which base system. */
export interface BaseAssignment {
  readonly tables: readonly string[];
  /** Null: none; the machine keeps what it has. */
  readonly base: number | null;
  readonly kind: string;
}

/** The director's next targets: the machines of the tables named have the base that the image repository of the same tree has. */
export function draftBaseAssignment(
  tree: string,
  now: WallMs,
  { tables, base, kind }: BaseAssignment,
): Metadata<Targets> {
  const found =
    base === null ? [] : targetsIn(tree, (custom) => custom["base"] === base && custom["kind"] === kind);
  if (base !== null && found.length === 0)
    throw usageProblem(`the image repository has no base ${base} for ${kind}: publish it there first`);
  return nextDirector(tree, now, BASES, tables, found, { base });
}

/** The director's next targets: the tables named run the release that the image repository of the same tree has. */
export function draftAssignment(tree: string, now: WallMs, assigned: Assignment | null): Metadata<Targets> {
  const { tables = [], release = null, platform = "" } = assigned ?? {};
  const files = release === null ? [] : filesOfRelease(tree, release, platform);
  return nextDirector(tree, now, null, tables, files, { release });
}

/** What the director names below the tables' names, or below those in a folder, is replaced by these files of the image repository. */
function nextDirector(
  tree: string,
  now: WallMs,
  below: string | null,
  tables: readonly string[],
  files: readonly (readonly [string, TargetFile])[],
  custom: Readonly<Record<string, number | null>>,
): Metadata<Targets> {
  const director = new RepositoryFolder(tree, "director");
  const before = director.newestTargets()?.signed.targets ?? {};
  for (const table of tables)
    if (!isTableName(table))
      throw usageProblem(
        `${table}: a table's name has letters, digits and . _ + - alone, and is not "${BASES}"`,
      );
  const places = tables.map((table) => (below === null ? `${table}/` : `${below}/${table}/`));
  const kept = Object.entries(before).filter(([name]) => !places.some((place) => name.startsWith(place)));
  const fresh = places.flatMap((place) =>
    files.map(([name, { length, hashes }]): [string, TargetFile] => {
      const path = `${place}${name}`;
      return [path, new TargetFile({ path, length, hashes, unrecognizedFields: { custom } })];
    }),
  );
  return targetsOf(director.nextVersion("targets"), now, Object.fromEntries([...kept, ...fresh]));
}

const targetsIn = (
  tree: string,
  isWanted: (custom: Readonly<Record<string, unknown>>) => boolean,
): [string, TargetFile][] =>
  Object.entries(new RepositoryFolder(tree, "image").newestTargets()?.signed.targets ?? {}).filter(
    ([, { custom }]) => isWanted(custom),
  );

function filesOfRelease(tree: string, release: number, platform: string): [string, TargetFile][] {
  const files = targetsIn(tree, (custom) => custom["release"] === release && custom["platform"] === platform);
  if (files.length === 0)
    throw usageProblem(
      `the image repository has no release ${release} for ${platform}: publish it there first`,
    );
  return files;
}

/** A release's own word for its version, where the file is its manifest. */
function versionIn(path: string): { readonly version?: string } {
  if (!MANIFEST.test(basename(path))) return {};
  const said = orUsageProblem(() => parseJson(readTextFile(path, MANIFEST_MAX_BYTES)));
  const version = typeof said === "object" && said !== null && "version" in said ? said.version : null;
  return typeof version === "string" ? { version } : {};
}
