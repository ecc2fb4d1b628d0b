import { join } from "node:path";
import { rfc3339, type WallMs } from "../../../src/time/instant.ts";
import { closeSync, fsyncSync, openSync, rmSync } from "../../files/disk.ts";
import { makeFolder, renameDurably } from "../../files/durable.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import { explain, requireSoundKeys, type FormerKeys } from "./explain.ts";
import { TreeFetcher } from "./fetcher.ts";
import { higherFloor, NO_FLOOR, REPOSITORIES, type Floor, type FloorStore, type Repository } from "./floor.ts";
import { ROOT_MAX_BYTES, STAMP_AHEAD_MINUTES, STICK_MAX_DAYS } from "./limits.ts";
import { baseOfferOf, offerOf, type Offer, type OfferedBase, type OfferedTarget } from "./offer.ts";
import { UpdateRefusal } from "./refusal.ts";
import type { SignedTarget } from "./signed-target.ts";
import type { Tree } from "./tree.ts";
import {
  keepTrusted,
  makeWorkFolder,
  openTrusted,
  readWorkFolder,
  type Trusted,
  type TrustedFiles,
} from "./trusted-folder.ts";
import { LengthOrHashMismatchError, rootOf, TufUpdater, type Role, type Root } from "./tuf-library.ts";

export interface UpdateClientOptions {
  /** Where the trusted metadata lie: the client's own. */
  readonly folder: string;
  /** The roots that came with the unit. */
  readonly factoryRoots: Readonly<Record<Repository, Buffer>>;
  /** Name of the table, as the director repository has it. */
  readonly table: string;
  readonly floor: FloorStore;
}

/** Where an update comes from, and when. */
export interface UpdateRequest {
  readonly tree: Tree;
  readonly now: WallMs;
  readonly known: KnownTimes;
  /** Number of the latest release that the table's journal says was confirmed; null: none, or no table answers. */
  readonly confirmedRelease: number | null;
}

/** What the repositories say, once all of it is trusted. */
export interface Checked {
  /** The release that this table is to run; null: the director names none. */
  readonly offer: Offer | null;
  readonly versions: Readonly<Record<Repository, Readonly<Record<Role, number>>>>;
  /** What had to be put right on the way, one line each. */
  readonly notes: readonly string[];
  /** The base system that this table's machine is to have; null: the director names none. Throws an UpdateRefusal. */
  base(): OfferedBase | null;
  /** What those who sign releases say of the offer, with every root from the unit's own on. Throws an UpdateRefusal. */
  signed(): Promise<SignedTarget>;
  /** Fetches a target of the offer into a folder, whole and verified, or finds it there. Returns its path. */
  fetch(target: OfferedTarget, folder: string): Promise<string>;
}

interface Refreshed {
  readonly updater: TufUpdater;
  readonly fetcher: TreeFetcher;
  readonly formerKeys: FormerKeys;
}

/**
 * Asks both repositories of a tree what this table is to run. Nothing is trusted before all of it is: a refusal of anything leaves
 * metadata and floor as they were. Throws an UpdateRefusal, or a JournalError when the disk fails.
 */
export async function checkForUpdate(options: UpdateClientOptions, request: UpdateRequest): Promise<Checked> {
  const { folder, floor: floors } = options;
  requireClockForward(request.now, request.known);
  const trusted = openTrusted(folder);
  const floor = floors.read();
  if (floor === null && trusted.generation > 0) throw new UpdateRefusal("floor-lost", folder);
  requireFloorKept(floor ?? NO_FLOOR, request.confirmedRelease);
  const files = trusted.files ?? factoryFiles(options);
  const work = makeWorkFolder(folder, files);
  const image = await refresh("image", request, work, files);
  const director = await refresh("director", request, work, files);
  const versions = { image: image.updater.versions, director: director.updater.versions };
  requireFreshStick(request, { image, director });
  requireAboveFloor(versions, floor ?? NO_FLOOR);
  const offer = offerOf(options.table, image.updater.targets, director.updater.targets);
  if (offer !== null && floor !== null && offer.release < floor.release)
    throw new UpdateRefusal(
      "below-floor",
      `release ${offer.release}`,
      `release ${floor.release} was installed here`,
    );
  const kept = readWorkFolder(work, {
    image: JSON.stringify(image.formerKeys),
    director: JSON.stringify(director.formerKeys),
  });
  // The floor first: a cut behind it leaves the older metadata, which lead to these again.
  floors.raise({ ...NO_FLOOR, versions });
  keepTrusted(folder, trusted.generation + 1, kept);
  return {
    offer,
    versions,
    notes: notesOf(trusted),
    signed: () =>
      signedTargetOf(image, request.tree, {
        from: rootOf(options.factoryRoots.image).signed.version,
        targets: kept.image["targets.json"] ?? Buffer.alloc(0),
      }),
    base: () => baseOfferOf(options.table, image.updater.targets, director.updater.targets),
    fetch: (target, into) => fetchTarget(image, target, into),
  };
}

/** To be called when a release is confirmed: nothing with a lower number is offered from here on. */
export function raiseReleaseFloor(floors: FloorStore, release: number): void {
  floors.raise(higherFloor(floors.read() ?? NO_FLOOR, { ...NO_FLOOR, release }));
}

/** To be called when a base system is kept: none with a lower number is offered from here on. */
export function raiseBaseFloor(floors: FloorStore, base: number): void {
  floors.raise(higherFloor(floors.read() ?? NO_FLOOR, { ...NO_FLOOR, base }));
}

function factoryFiles({ factoryRoots }: UpdateClientOptions): TrustedFiles {
  return { image: { "root.json": factoryRoots.image }, director: { "root.json": factoryRoots.director } };
}

function notesOf({ damage }: Trusted): readonly string[] {
  return damage === null
    ? []
    : [`the trusted metadata were damaged and are fetched anew from the factory root: ${damage}`];
}

async function refresh(
  repository: Repository,
  { tree, now }: UpdateRequest,
  work: string,
  files: TrustedFiles,
): Promise<Refreshed> {
  const what = `${tree.name}: ${repository}`;
  const fetcher = new TreeFetcher(tree, join(work, `${repository}.part`));
  let formerKeys = formerKeysIn(files[repository]["former-keys.json"]);
  const onRoot = (root: Root): void => {
    requireSoundKeys(root);
    formerKeys = withKeysOf(formerKeys, root);
  };
  const updater = openUpdater(what, {
    metadataDir: join(work, repository),
    metadataUrl: `${tree.url}/${repository}/metadata`,
    targetUrl: `${tree.url}/${repository}/targets`,
    fetcher,
    now,
    onRoot,
  });
  try {
    await updater.refresh();
  } catch (error) {
    throw refusalOf(what, error, updater, fetcher, formerKeys);
  }
  return { updater, fetcher, formerKeys };
}

/** The root in the folder is the factory's, or one that was trusted and whose sum holds: all but a defect of the factory's opens. */
function openUpdater(what: string, options: ConstructorParameters<typeof TufUpdater>[0]): TufUpdater {
  try {
    return new TufUpdater(options);
  } catch (error) {
    throw new UpdateRefusal("malformed", `${what}: root.json of this unit`, textOf(error), error);
  }
}

function refusalOf(
  what: string,
  error: unknown,
  updater: TufUpdater,
  fetcher: TreeFetcher,
  formerKeys: FormerKeys,
): unknown {
  if (fetcher.failure !== null) return fetcher.failure;
  const { refused } = updater;
  if (refused !== null) {
    const { code, detail } = explain(refused, updater.root.signed, formerKeys);
    return new UpdateRefusal(code, `${what}/metadata: ${refused.role}`, detail, error);
  }
  if (error instanceof JournalError) return error;
  return new JournalError("io", `writing the metadata of ${what}: ${textOf(error)}; see the journal`, {
    cause: error,
  });
}

function formerKeysIn(bytes: Buffer | undefined): FormerKeys {
  return bytes === undefined ? {} : (JSON.parse(bytes.toString("utf8")) as FormerKeys);
}

function withKeysOf(former: FormerKeys, root: Root): FormerKeys {
  const entries = Object.entries(root.roles).map(([role, { keyIDs }]) => [
    role,
    [...new Set([...(former[role as Role] ?? []), ...keyIDs])],
  ]);
  return Object.fromEntries(entries) as FormerKeys;
}

/** A stick that was stamped long ago is refused though its timestamp were to last longer; so is one from the future. */
function requireFreshStick(
  { tree, now }: UpdateRequest,
  refreshed: Readonly<Record<Repository, Refreshed>>,
): void {
  if (!tree.isStick) return;
  for (const repository of REPOSITORIES) {
    const what = `${tree.name}: ${repository}/metadata/timestamp.json`;
    const { stamped } = refreshed[repository].updater.timestampFields;
    const at = typeof stamped === "string" ? Date.parse(stamped) : NaN;
    if (!Number.isFinite(at)) throw new UpdateRefusal("stick-too-old", what, "it does not say when");
    if (at < now - STICK_MAX_DAYS * 86_400_000)
      throw new UpdateRefusal("stick-too-old", what, `at ${rfc3339(at as WallMs)}`);
    if (at > now + STAMP_AHEAD_MINUTES * 60_000)
      throw new UpdateRefusal("clock-back", what, `it was stamped at ${rfc3339(at as WallMs)}`);
  }
}

/** The floor is a file, and a file can be put back: the journal is signed, and says what was confirmed here. */
function requireFloorKept({ release }: Floor, confirmed: number | null): void {
  if (confirmed !== null && release < confirmed)
    throw new UpdateRefusal("floor-back", `floor ${release}`, `release ${confirmed} was confirmed`);
}

function requireAboveFloor(versions: Floor["versions"], floor: Floor): void {
  for (const repository of REPOSITORIES)
    for (const role of ["root", "targets"] as const) {
      const [version, least] = [versions[repository][role], floor.versions[repository][role]];
      if (version < least)
        throw new UpdateRefusal(
          "below-floor",
          `${repository}: ${role} version ${version}`,
          `version ${least} was trusted here`,
        );
    }
}

/** The roots between the unit's own and the one that is trusted now lie in the tree: whoever missed them goes through them. */
async function signedTargetOf(
  { updater, fetcher }: Refreshed,
  { url, name }: Tree,
  { from, targets }: { readonly from: number; readonly targets: Buffer },
): Promise<SignedTarget> {
  const roots: Buffer[] = [];
  for (let version = from + 1; version <= updater.versions.root; version++) {
    const file = `image/metadata/${version}.root.json`;
    try {
      roots.push(await fetcher.downloadBytes(`${url}/${file}`, ROOT_MAX_BYTES));
    } catch (error) {
      throw fetcher.failure ?? new UpdateRefusal("missing", `${name}: ${file}`, null, error);
    }
  }
  return { roots, targets };
}

async function fetchTarget(
  { updater, fetcher }: Refreshed,
  { name, file, sha256 }: OfferedTarget,
  folder: string,
): Promise<string> {
  onDisk("making the folder", folder, () => makeFolder(folder));
  const path = join(folder, file);
  const fresh = `${path}.new`;
  const target = updater.targets[name];
  if (target === undefined) throw new UpdateRefusal("not-in-image", name);
  if ((await updater.findCached(target, path)) !== undefined) return path;
  try {
    fetcher.partPath = fresh;
    fetcher.isKept = true;
    await updater.download(target, fresh);
  } catch (error) {
    rmSync(fresh, { force: true });
    if (fetcher.failure !== null) throw fetcher.failure;
    if (error instanceof JournalError) throw error;
    if (error instanceof LengthOrHashMismatchError)
      throw new UpdateRefusal("changed", name, `its SHA-256 is not ${sha256}`, error);
    throw new JournalError("io", `writing ${path}: ${textOf(error)}; free space, or see the journal`, {
      cause: error,
    });
  }
  return onDisk("keeping the file of a release", path, () => {
    const fd = openSync(fresh, "r");
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameDurably(fresh, path);
    return path;
  });
}

const textOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n", 1).join("");

/**
 * What is known of the time besides the clock: when the release that runs was built, the last time that a witness signed, and the
 * time of the last result. Metadata that have expired would count again on a clock that is set back.
 */
export interface KnownTimes {
  readonly built: WallMs;
  readonly witnessed: WallMs | null;
  readonly result: WallMs | null;
}

/** Throws an UpdateRefusal `clock-back` while `now` is before one of the known times. */
function requireClockForward(now: WallMs, { built, witnessed, result }: KnownTimes): void {
  const known: readonly (readonly [string, WallMs | null])[] = [
    ["the release was built", built],
    ["the witness signed last", witnessed],
    ["the last result was signed", result],
  ];
  for (const [what, at] of known)
    if (at !== null && now < at)
      throw new UpdateRefusal("clock-back", "clock", `it says ${rfc3339(now)}; ${what} at ${rfc3339(at)}`);
}
