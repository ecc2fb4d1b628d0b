import { generateKeyPairSync } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Key } from "@tufjs/models";
import type { Repository } from "../../firmware/delivery/update/floor.ts";
import type { Role } from "../../firmware/delivery/update/tuf-library.ts";
import { draftAssignment, draftBaseAssignment, draftTargets } from "../../firmware/office/signing/drafts.ts";
import { signingKeyOf, type SigningKey } from "../../firmware/office/signing/key-file.ts";
import {
  bytesOf,
  metaFileOf,
  rootOf,
  secondsText,
  signWith,
  snapshotOf,
  timestampOf,
  toMetadataKey,
  type AnyMetadata,
  type Metadata,
  type Root,
  type Targets,
} from "../../firmware/office/signing/metadata.ts";
import { publish, RepositoryFolder, stamp } from "../../firmware/office/signing/repository.ts";
import { wallMs, type WallMs } from "../../src/time/instant.ts";
import { temporaryFolder } from "./folder.ts";

/** Keys of one repository: three people for the root, two for the targets, two machines. */
export type RoleKeys = Record<Role, SigningKey[]>;

export const TABLE = "table-07";
/** When the trees of tests are made, 2026-11-26T10:00:00Z. */
export const MADE_AT = wallMs(Date.UTC(2026, 10, 26, 10));
export const DAY_MS = 86_400_000;
export const PLATFORM = "linux-x64";

export const newKey = (name: string): SigningKey =>
  signingKeyOf(name, generateKeyPairSync("ed25519").privateKey);

export function newKeys(): RoleKeys {
  return {
    root: ["anna", "ben", "carla"].map(newKey),
    targets: ["dev", "compliance"].map(newKey),
    snapshot: [newKey("snapshot")],
    timestamp: [newKey("timestamp")],
  };
}

/** A tree of both repositories with all of its keys, as its makers have it. */
export class ReleaseTree {
  readonly folder: string;
  readonly keys: Record<Repository, RoleKeys>;
  now: WallMs = MADE_AT;
  /** The roots that a unit comes with. */
  readonly factoryRoots: Record<Repository, Buffer>;

  /** First roots, release 1, and the table runs it. */
  constructor(
    folder = temporaryFolder(),
    keys = { image: newKeys(), director: newKeys() },
    now: WallMs = MADE_AT,
  ) {
    this.folder = folder;
    this.now = now;
    this.keys = keys;
    const first = { image: this.root("image", 1), director: this.root("director", 1) };
    this.factoryRoots = { image: bytesOf(first.image), director: bytesOf(first.director) };
    this.release(1, { "app-1.tar": "the first app", "release-1.json": "{}" }, [first.image]);
    this.assign(1, [first.director]);
  }

  /** A tree that was made elsewhere, as a unit sees it: nobody has its keys. */
  static seen(folder: string, factoryRoots: Record<Repository, Buffer>): ReleaseTree {
    const tree = Object.create(ReleaseTree.prototype) as ReleaseTree;
    return Object.assign(tree, { folder, factoryRoots, now: MADE_AT });
  }

  at(repository: Repository): RepositoryFolder {
    return new RepositoryFolder(this.folder, repository);
  }

  path(repository: Repository, name: string): string {
    return join(this.folder, repository, "metadata", name);
  }

  /** A root that names the keys of today, signed by them and by `others`. */
  root(repository: Repository, version: number, others: readonly SigningKey[] = []): Metadata<Root> {
    const keys = this.keys[repository];
    const of = (role: Role): Key[] => keys[role].map(toMetadataKey);
    const root = rootOf(version, this.now, {
      root: of("root"),
      targets: of("targets"),
      snapshot: of("snapshot"),
      timestamp: of("timestamp"),
    });
    return signedBy(root, [...keys.root, ...others]);
  }

  online(repository: Repository): readonly SigningKey[] {
    return [...this.keys[repository].snapshot, ...this.keys[repository].timestamp];
  }

  publish(repository: Repository, drafts: readonly AnyMetadata[], files: string | null = null): void {
    publish(this.at(repository), { drafts, files, online: this.online(repository), now: this.now });
  }

  /** Publishes the files of a release in the image repository. */
  release(
    release: number,
    files: Readonly<Record<string, string | Uint8Array>>,
    roots: readonly Metadata<Root>[] = [],
  ): void {
    const folder = join(this.folder, "handed-over");
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const paths = Object.keys(files).map((name) => join(folder, name));
    const added = { release, platform: PLATFORM, files: paths };
    const draft = draftTargets(this.at("image"), this.now, added);
    this.publish("image", [...roots, signedBy(draft, this.keys.image.targets)], folder);
  }

  /** The table is to run a release of the image repository. */
  assign(release: number | null, roots: readonly Metadata<Root>[] = [], tables = [TABLE]): void {
    const draft = draftAssignment(this.folder, this.now, { tables, release, platform: PLATFORM });
    this.publish("director", [...roots, signedBy(draft, this.keys.director.targets)]);
  }

  /** Publishes bundles of a base system, by kind, and has the table's machine have the one for `kind`. Null: none is assigned. */
  base(
    base: number,
    version: string,
    bundles: Readonly<Record<string, string | Uint8Array>>,
    kind: string | null = "pc",
  ): void {
    const folder = join(this.folder, "handed-over");
    mkdirSync(folder, { recursive: true });
    const files = Object.entries(bundles).map(([name, bytes]) => {
      const path = join(folder, `tirada_${version}_${name}.raucb`);
      writeFileSync(path, bytes);
      return path;
    });
    const draft = draftTargets(this.at("image"), this.now, { base, files });
    this.publish("image", [signedBy(draft, this.keys.image.targets)], folder);
    if (kind !== null) this.assignBase(base, kind);
  }

  /** The table's machine is to have a base of the image repository; null: what it has. */
  assignBase(base: number | null, kind = "pc"): void {
    const draft = draftBaseAssignment(this.folder, this.now, { tables: [TABLE], base, kind });
    this.publish("director", [signedBy(draft, this.keys.director.targets)]);
  }

  stamp(): void {
    for (const repository of ["image", "director"] as const)
      stamp(this.at(repository), this.online(repository), this.now);
  }

  /** Replaces the keys of a role by new ones, with a root that old and new keys sign. */
  rotate(repository: Repository, role: Role, renewed: readonly SigningKey[]): void {
    const before = [...this.keys[repository].root];
    this.keys[repository][role] = [...renewed];
    const version = (this.at(repository).versions("root").at(-1) ?? 0) + 1;
    const root = this.root(repository, version, before);
    const targets = this.at(repository).newestTargets();
    if (role !== "targets" || targets === null) return this.publish(repository, [root]);
    const again =
      repository === "image"
        ? draftTargets(this.at("image"), this.now, null)
        : draftAssignment(this.folder, this.now, null);
    this.publish(repository, [root, signedBy(again, renewed)]);
  }

  /** A copy of the tree as it is now: what somebody kept. */
  copy(folder = temporaryFolder()): ReleaseTree {
    cpSync(this.folder, folder, { recursive: true });
    const copied = Object.create(ReleaseTree.prototype) as ReleaseTree;
    return Object.assign(copied, {
      folder,
      keys: { image: { ...this.keys.image }, director: { ...this.keys.director } },
      now: this.now,
      factoryRoots: this.factoryRoots,
    });
  }

  /** What whoever has the online keys can do: any targets at all, under a snapshot and a timestamp that vouch for them. */
  vouchFor(repository: Repository, targets: Metadata<Targets>, timestampVersion?: number): void {
    this.vouchForBytes(repository, targets.signed.version, bytesOf(targets), timestampVersion);
  }

  /** The same for bytes that are of this version. */
  vouchForBytes(repository: Repository, targets: number, bytes: Buffer, timestampVersion?: number): void {
    const at = this.at(repository);
    writeFileSync(this.path(repository, `${targets}.targets.json`), bytes);
    const version = at.nextVersion("snapshot");
    const snapshot = signedBy(
      snapshotOf(version, this.now, metaFileOf(targets, bytes)),
      this.keys[repository].snapshot,
    );
    writeFileSync(this.path(repository, `${version}.snapshot.json`), bytesOf(snapshot));
    const stamped = timestampOf(
      timestampVersion ?? at.nextTimestamp(),
      this.now,
      metaFileOf(version, bytesOf(snapshot)),
    );
    writeFileSync(
      this.path(repository, "timestamp.json"),
      bytesOf(signedBy(stamped, this.keys[repository].timestamp)),
    );
  }

  /** Stamps a timestamp that lasts so many days. */
  longStamp(repository: Repository, days: number): void {
    const at = this.at(repository);
    const version = at.versions("snapshot").at(-1) ?? 0;
    const meta = metaFileOf(version, this.read(repository, `${version}.snapshot.json`));
    const stamped = timestampOf(at.nextTimestamp(), this.now, meta);
    Object.assign(stamped.signed, { expires: secondsText(this.now + days * DAY_MS) });
    writeFileSync(
      this.path(repository, "timestamp.json"),
      bytesOf(signedBy(stamped, this.keys[repository].timestamp)),
    );
  }

  later(days: number): WallMs {
    return wallMs(this.now + Math.round(days * DAY_MS));
  }

  /** The next targets of the image repository as they would be published, unsigned. */
  nextTargets(): Metadata<Targets> {
    return draftTargets(this.at("image"), this.now, null);
  }

  read(repository: Repository, name: string): Buffer {
    return readFileSync(this.path(repository, name));
  }
}

export function signedBy<T extends AnyMetadata>(metadata: T, keys: readonly SigningKey[]): T {
  for (const key of keys) signWith(metadata, key);
  return metadata;
}
