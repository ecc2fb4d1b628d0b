import { Metadata, MetadataKind, Signature, type Root, type TargetFile } from "@tufjs/models";
import * as metadataErrors from "@tufjs/models/dist/error.js";
import { Updater, type BaseFetcher } from "tuf-js";
import * as updaterErrors from "tuf-js/dist/error.js";
import type { TrustedMetadataStore } from "tuf-js/dist/store.js";
import type { WallMs } from "../../../src/time/instant.ts";
import {
  ROOT_MAX_BYTES,
  ROOT_ROTATIONS_MAX,
  SNAPSHOT_MAX_BYTES,
  TARGETS_MAX_BYTES,
  TIMESTAMP_MAX_BYTES,
} from "./limits.ts";

/**
 * The library that carries out The Update Framework (tuf-js), with what it leaves open closed as far as it concerns the library
 * itself: its time is an argument, and what it refuses can be told apart.
 */

export type { Root, TargetFile };
/** What the library refuses with. */
export const { LengthOrHashMismatchError, UnsignedMetadataError } = metadataErrors;
export const { BadVersionError, ExpiredMetadataError } = updaterErrors;
export type TufFetcher = Pick<BaseFetcher, "downloadBytes" | "downloadFile">;
export type Role = `${MetadataKind}`;
export type RootMetadata = Metadata<Root>;
export type AnyMetadata = Parameters<RootMetadata["verifyDelegate"]>[1];

/** Metadata that the library refused: as it came, and with which error. */
export interface RefusedMetadata {
  readonly role: Role;
  readonly bytes: Buffer;
  readonly error: unknown;
}

export interface UpdaterOptions {
  /** Folder with `root.json` and whatever else is trusted; the library writes there. */
  readonly metadataDir: string;
  readonly metadataUrl: string;
  readonly targetUrl: string;
  /** Where targets lie that are given no path of their own. */
  readonly targetDir?: string;
  readonly fetcher: TufFetcher;
  /** What counts as now; null: the machine's clock. */
  readonly now: WallMs | null;
  /** Called with each root that is trusted, before anything else is done with it: may throw. */
  readonly onRoot?: (root: Root) => void;
}

/** What of the library's updater is used, and the two of its fields that it keeps to itself. */
interface Internals {
  readonly trustedSet: Pick<TrustedMetadataStore, keyof TrustedMetadataStore> & { referenceTime: Date };
}

/** An updater of one repository. */
export class TufUpdater {
  readonly #updater: Updater;
  readonly #store: Internals["trustedSet"];
  readonly #onRoot: (root: Root) => void;
  /** What was refused last; null: what came last was trusted. */
  refused: RefusedMetadata | null = null;

  /** Throws when `root.json` in the folder is none that can be trusted. */
  constructor(options: UpdaterOptions) {
    const { metadataDir, metadataUrl, targetUrl, targetDir = metadataDir, fetcher, now, onRoot } = options;
    this.#updater = new Updater({
      metadataDir,
      metadataBaseUrl: metadataUrl,
      targetBaseUrl: targetUrl,
      targetDir,
      fetcher,
      config: {
        maxRootRotations: ROOT_ROTATIONS_MAX,
        rootMaxLength: ROOT_MAX_BYTES,
        timestampMaxLength: TIMESTAMP_MAX_BYTES,
        snapshotMaxLength: SNAPSHOT_MAX_BYTES,
        targetsMaxLength: TARGETS_MAX_BYTES,
      },
    });
    const { trustedSet } = this.#updater as unknown as Internals;
    // The library asks the machine for the time once, as its updater is made, and takes no argument for it.
    if (!(trustedSet.referenceTime instanceof Date))
      throw new Error("this tuf-js keeps its time elsewhere: it is not the one that tirada was built with");
    if (now !== null) trustedSet.referenceTime = new Date(now);
    this.#store = trustedSet;
    this.#onRoot = onRoot ?? (() => undefined);
    this.#onRoot(trustedSet.root.signed);
    this.#watch(trustedSet);
  }

  /** Every root, timestamp, snapshot and targets passes here, whether it comes from the folder or from the repository. */
  #watch(store: Internals["trustedSet"]): void {
    const { updateRoot, updateTimestamp, updateSnapshot, updateDelegatedTargets } = store;
    store.updateRoot = (bytes) =>
      this.#try("root", bytes, () => {
        const root = updateRoot.call(store, bytes);
        this.#onRoot(root.signed);
        return root;
      });
    store.updateTimestamp = (bytes) => this.#try("timestamp", bytes, () => updateTimestamp.call(store, bytes));
    store.updateSnapshot = (bytes, isTrusted) =>
      this.#try("snapshot", bytes, () => updateSnapshot.call(store, bytes, isTrusted));
    store.updateDelegatedTargets = (bytes, role, delegator) =>
      this.#try("targets", bytes, () => updateDelegatedTargets.call(store, bytes, role, delegator));
  }

  #try<T>(role: Role, bytes: Buffer, act: () => T): T {
    try {
      const made = act();
      this.refused = null;
      return made;
    } catch (error) {
      this.refused = { role, bytes, error };
      throw error;
    }
  }

  refresh(): Promise<void> {
    return this.#updater.refresh();
  }

  get root(): RootMetadata {
    return this.#store.root;
  }

  /** The versions that are trusted; 0: none. */
  get versions(): Readonly<Record<Role, number>> {
    const { root, timestamp, snapshot, targets } = this.#store;
    return {
      root: root.signed.version,
      timestamp: timestamp?.signed.version ?? 0,
      snapshot: snapshot?.signed.version ?? 0,
      targets: targets?.signed.version ?? 0,
    };
  }

  /** Fields of the trusted timestamp that the framework does not know. */
  get timestampFields(): Readonly<Record<string, unknown>> {
    return this.#store.timestamp?.signed.unrecognizedFields ?? {};
  }

  /** All targets that the role `targets` itself names, by their path. Delegations are never followed. */
  get targets(): Readonly<Record<string, TargetFile>> {
    return this.#store.targets?.signed.targets ?? {};
  }

  /** The target of this path, in delegated roles too; undefined: none. */
  find(path: string): Promise<TargetFile | undefined> {
    return this.#updater.getTargetInfo(path);
  }

  /** The file, when it is there and as it was signed. */
  async findCached(target: TargetFile, path?: string): Promise<string | undefined> {
    return hashProblem(target) === null ? this.#updater.findCachedTarget(target, path) : undefined;
  }

  /** Fetches a target and writes it, verified. */
  async download(target: TargetFile, path?: string): Promise<string> {
    const problem = hashProblem(target);
    if (problem !== null) throw new LengthOrHashMismatchError(`${target.path}: ${problem}`);
    return this.#updater.downloadTarget(target, path);
  }
}

/** The hashes of targets that are checked, by the names that the framework has for them. */
const HASHES: readonly string[] = ["sha256", "sha384", "sha512"];

/**
 * Why a target's file could not be verified; null: it can. The library finds out when it has the file already open, and then leaves it
 * open to whoever removes it: an error that nobody can catch.
 */
export function hashProblem({ hashes }: TargetFile): string | null {
  const names = Object.keys(hashes);
  const unknown = names.find((name) => !HASHES.includes(name));
  if (unknown !== undefined) return `the hash ${unknown.slice(0, 40)} is not known here`;
  return names.length === 0 ? "it has no hash" : null;
}

/** What the library takes for "there is no such file". */
export const downloadStatusError = (status: number): Error =>
  new updaterErrors.DownloadHTTPError("Failed to download", status);

/** Metadata of a role from their bytes. Throws on all that are none. */
export function parseMetadata(role: Role, bytes: Uint8Array): AnyMetadata {
  const data = JSON.parse(Buffer.from(bytes).toString("utf8")) as Parameters<typeof Metadata.fromJSON>[1];
  switch (role) {
    case "root":
      return Metadata.fromJSON(MetadataKind.Root, data);
    case "timestamp":
      return Metadata.fromJSON(MetadataKind.Timestamp, data);
    case "snapshot":
      return Metadata.fromJSON(MetadataKind.Snapshot, data);
    case "targets":
      return Metadata.fromJSON(MetadataKind.Targets, data);
  }
}

/** A root from the bytes of its file. Throws on all that is none. */
export const rootOf = (bytes: Uint8Array): RootMetadata => parseMetadata("root", bytes) as RootMetadata;

/** The files that metadata of the role `targets` name. */
export const targetsIn = ({ signed }: AnyMetadata): Readonly<Record<string, TargetFile>> =>
  signed.type === MetadataKind.Targets ? signed.targets : {};

/** What was signed, as its own bytes (canonical JSON), and each signature raw under the end of its name. */
export function signedFiles(metadata: AnyMetadata): readonly (readonly [suffix: string, bytes: Buffer])[] {
  let signed: Buffer = Buffer.alloc(0);
  const made = Object.values(metadata.signatures);
  // The library has the bytes for whoever signs, and for nobody else.
  const copy = parseMetadata(metadata.signed.type, Buffer.from(JSON.stringify(metadata.toJSON())));
  copy.sign((bytes) => {
    signed = bytes;
    return new Signature({ keyID: "none", sig: "" });
  });
  return [["", signed], ...made.map(({ keyID, sig }) => [`.${keyID}.sig`, Buffer.from(sig, "hex")] as const)];
}
