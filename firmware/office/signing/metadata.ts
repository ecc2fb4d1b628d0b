import { canonicalize } from "@tufjs/canonical-json";
import {
  Key,
  Metadata,
  MetaFile,
  MetadataKind,
  Root,
  Signature,
  Snapshot,
  TargetFile,
  Targets,
  Timestamp,
} from "@tufjs/models";
import { Role as RootRole } from "@tufjs/models/dist/role.js";
import { sha256Hex } from "../../../src/record/bytes.ts";
import type { WallMs } from "../../../src/time/instant.ts";
import { parseMetadata, type Role } from "../../delivery/update/tuf-library.ts";
import { usageProblem } from "../../problem.ts";
import type { PublicKey, SigningKey } from "./key-file.ts";

/** The metadata of a repository as they are made and signed (The Update Framework, by @tufjs/models). */
export { Metadata, MetaFile, Root, Snapshot, TargetFile, Targets, Timestamp };
export type AnyMetadata = Metadata<Root> | Metadata<Targets> | Metadata<Snapshot> | Metadata<Timestamp>;

export const ROLES = ["root", "targets", "snapshot", "timestamp"] as const satisfies readonly Role[];
/** Those whose keys are on no machine with a network. */
export const OFFLINE = ["root", "targets"] as const;

/** How many must sign, and how many days a signature holds. */
export const THRESHOLD: Readonly<Record<Role, number>> = { root: 2, targets: 2, snapshot: 1, timestamp: 1 };
/** How many keys a role has: one root key may be lost. */
export const KEYS: Readonly<Record<Role, number>> = { root: 3, targets: 2, snapshot: 1, timestamp: 1 };
export const DAYS: Readonly<Record<Role, number>> = { root: 365, targets: 90, snapshot: 30, timestamp: 7 };

const DAY_MS = 86_400_000;

/** `2027-02-24T10:00:00Z`: whole seconds, as the framework has it. */
export const secondsText = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** When what is signed now expires. */
export const expiryOf = (role: Role, now: WallMs): string => secondsText(now + DAYS[role] * DAY_MS);

export const toMetadataKey = ({ id, public: raw }: PublicKey): Key =>
  new Key({ keyID: id, keyType: "ed25519", scheme: "ed25519", keyVal: { public: raw } });

/** Two people are two keys, not two ids of one. */
const materialOf = ({ keyVal }: Key): string => String(keyVal["public"]).toLowerCase();

/** A root that names these keys. Throws a Problem when a role has too few, or one key twice. */
export function rootOf(
  version: number,
  now: WallMs,
  keys: Readonly<Record<Role, readonly Key[]>>,
): Metadata<Root> {
  for (const role of ROLES) {
    const ids = new Set(keys[role].map(materialOf));
    if (ids.size < keys[role].length) throw usageProblem(`role ${role}: one key stands there twice`);
    if (ids.size !== KEYS[role])
      throw usageProblem(`role ${role} has ${ids.size} keys; it must have ${KEYS[role]}`);
  }
  const offline = new Set(OFFLINE.flatMap((role) => keys[role].map(materialOf)));
  for (const role of ["snapshot", "timestamp"] as const)
    if (keys[role].some((key) => offline.has(materialOf(key))))
      throw usageProblem(`role ${role}: a key that is kept offline cannot be an online one`);
  const roles = Object.fromEntries(
    ROLES.map((role) => [
      role,
      new RootRole({ keyIDs: keys[role].map(({ keyID }) => keyID), threshold: THRESHOLD[role] }),
    ]),
  );
  const all = Object.fromEntries(ROLES.flatMap((role) => keys[role].map((key) => [key.keyID, key])));
  return new Metadata(
    new Root({
      version,
      specVersion: "1.0.31",
      expires: expiryOf("root", now),
      keys: all,
      roles,
      consistentSnapshot: true,
    }),
  );
}

/** The keys that a root names for each role. */
export function keysOf(root: Root): Record<Role, Key[]> {
  const of = (role: Role): Key[] =>
    (root.roles[role]?.keyIDs ?? []).flatMap((id) => {
      const key = root.keys[id];
      return key === undefined ? [] : [key];
    });
  return { root: of("root"), targets: of("targets"), snapshot: of("snapshot"), timestamp: of("timestamp") };
}

export function targetsOf(
  version: number,
  now: WallMs,
  targets: Readonly<Record<string, TargetFile>>,
): Metadata<Targets> {
  return new Metadata(
    new Targets({ version, specVersion: "1.0.31", expires: expiryOf("targets", now), targets: { ...targets } }),
  );
}

export function snapshotOf(version: number, now: WallMs, targets: MetaFile): Metadata<Snapshot> {
  return new Metadata(
    new Snapshot({
      version,
      specVersion: "1.0.31",
      expires: expiryOf("snapshot", now),
      meta: { "targets.json": targets },
    }),
  );
}

/** It says when it was stamped: a stick may not be older than a week, however long its timestamp lasts. */
export function timestampOf(version: number, now: WallMs, snapshotMeta: MetaFile): Metadata<Timestamp> {
  return new Metadata(
    new Timestamp({
      version,
      specVersion: "1.0.31",
      expires: expiryOf("timestamp", now),
      snapshotMeta,
      unrecognizedFields: { stamped: secondsText(now) },
    }),
  );
}

/** What names a file of metadata: version, length, SHA-256. */
export const metaFileOf = (version: number, bytes: Uint8Array): MetaFile =>
  new MetaFile({ version, length: bytes.length, hashes: { sha256: sha256Hex(bytes) } });

export const bytesOf = (metadata: AnyMetadata): Buffer =>
  Buffer.from(`${JSON.stringify(metadata.toJSON(), null, 1)}\n`);

/** Adds the signature of one key, in the place of an earlier one of the same key. */
export function signWith(metadata: AnyMetadata, key: SigningKey): void {
  metadata.sign((bytes) => new Signature({ keyID: key.id, sig: key.sign(bytes) }));
}

/** What is signed: the canonical JSON. */
export const signedBytes = (metadata: AnyMetadata): Buffer =>
  Buffer.from(canonicalize(metadata.signed.toJSON()));

/** Metadata of whatever role from the bytes of a file. Throws a Problem when they are none. */
export function readMetadata(bytes: Uint8Array, where: string): AnyMetadata {
  let role: unknown;
  try {
    const { signed } = JSON.parse(Buffer.from(bytes).toString("utf8")) as { signed?: { _type?: unknown } };
    role = signed?._type;
    const known = ROLES.find((one) => one === role);
    if (known !== undefined) return parseMetadata(known, bytes) as AnyMetadata;
  } catch (error) {
    throw usageProblem(`${where}: it is no metadata of a repository (${(error as Error).message})`, error);
  }
  throw usageProblem(`${where}: it is no metadata of a repository`);
}

/** How many of the keys that `root` names for the role have signed. */
export function validSigners(metadata: AnyMetadata, root: Root): readonly string[] {
  const ids = root.roles[metadata.signed.type]?.keyIDs ?? [];
  return ids.filter((id) => {
    try {
      root.keys[id]?.verifySignature(metadata);
      return root.keys[id] !== undefined;
    } catch {
      return false;
    }
  });
}

export const isRoot = (metadata: AnyMetadata): metadata is Metadata<Root> =>
  metadata.signed.type === MetadataKind.Root;
export const isTargets = (metadata: AnyMetadata): metadata is Metadata<Targets> =>
  metadata.signed.type === MetadataKind.Targets;
