import { createHash } from "node:crypto";
import { canonicalize } from "@tufjs/canonical-json";
import { wallMs } from "../../../src/time/instant.ts";
import { newSigner, type Signer } from "./signer.ts";

/**
 * A repository of The Update Framework in memory, which can also be made to say what no honest one would. Its metadata are plain
 * objects, so that every field can be set to anything; a client sees what was published. The cases that are played with it are those
 * of theupdateframework/tuf-conformance (MIT or Apache-2.0), by the names that they have there; the code is ours.
 */

/** When the repositories of the cases are made, 2026-11-26T10:00:00Z. */
export const MADE_AT = wallMs(Date.UTC(2026, 10, 26, 10));
const DAY_MS = 86_400_000;

/** An instant so many days from {@link MADE_AT}. */
export const daysFrom = (days: number): ReturnType<typeof wallMs> => wallMs(MADE_AT + days * DAY_MS);
/** The same as metadata write it. */
export const dayText = (days: number): string => `${new Date(daysFrom(days)).toISOString().slice(0, 19)}Z`;

export interface FileInfo {
  version: number;
  length?: number;
  hashes?: Record<string, string>;
}
export interface TargetInfo {
  length: number;
  hashes: Record<string, string>;
}
export interface RoleKeys {
  keyids: string[];
  threshold: number;
  [more: string]: unknown;
}
export interface Delegation extends RoleKeys {
  name: string;
  terminating: boolean;
  paths?: readonly string[];
  path_hash_prefixes?: readonly string[];
}
export interface Delegations {
  keys: Record<string, unknown>;
  roles?: Delegation[];
  succinct_roles?: RoleKeys & { bit_length: number; name_prefix: string };
}
/** The part of metadata that is signed: any role's, with the fields that the role has. */
export interface Signed {
  _type: string;
  version: number;
  expires: string;
  keys: Record<string, unknown>;
  roles: Record<string, RoleKeys>;
  meta: Record<string, FileInfo>;
  targets: Record<string, TargetInfo>;
  delegations?: Delegations;
  consistent_snapshot: boolean;
  [more: string]: unknown;
}
export const TOP = ["root", "timestamp", "snapshot", "targets"] as const;
/** What is published again when targets have changed, in this order. */
export const TARGETS_CHANGED = ["targets", "snapshot", "timestamp"] as const;

const sha = (algorithm: string, bytes: Uint8Array): string => createHash(algorithm).update(bytes).digest("hex");

export class Repository {
  /** What will be published next, by role. */
  readonly next = new Map<string, Signed>();
  /** What was published, by role; the first is version 1. */
  readonly published = new Map<string, Buffer[]>();
  readonly signers = new Map<string, Signer[]>();
  readonly files = new Map<string, Buffer>();
  /** Whether timestamp and snapshot name length and hash of what they vouch for. */
  hasHashes = false;
  /** Metadata that were asked for: `2.root`, `timestamp`; and targets, as they were asked for. */
  readonly asked: string[] = [];
  readonly askedFiles: string[] = [];

  /** Version 1 of every role, each with a key of its own. */
  constructor() {
    const expires = dayText(30);
    const of = (type: string, fields: object): Signed =>
      ({ _type: type, spec_version: "1.0.31", version: 1, expires, ...fields }) as unknown as Signed;
    const roles = Object.fromEntries(TOP.map((role) => [role, { keyids: [], threshold: 1 }]));
    this.next.set("root", of("root", { consistent_snapshot: true, keys: {}, roles }));
    this.next.set("timestamp", of("timestamp", { meta: { "snapshot.json": { version: 1 } } }));
    this.next.set("snapshot", of("snapshot", { meta: { "targets.json": { version: 1 } } }));
    this.next.set("targets", of("targets", { targets: {} }));
    for (const role of TOP) this.addKey(role);
    this.publish(...TARGETS_CHANGED, "root");
  }

  of(role: string): Signed {
    const signed = this.next.get(role);
    if (signed === undefined) throw new TypeError(`no role ${role}`);
    return signed;
  }

  get root(): Signed {
    return this.of("root");
  }

  /** Bytes of a role's newest or named version. */
  bytes(role: string, version?: number): Buffer {
    const all = this.published.get(role) ?? [];
    const found = version === undefined ? all.at(-1) : all[version - 1];
    if (found === undefined) throw new TypeError(`${role} ${version ?? ""} was not published`);
    return found;
  }

  /** Names a key for a role in the root and signs the role with it from now on. */
  addKey(role: string, signer = newSigner()): Signer {
    this.root.keys[signer.id] = signer.key;
    this.keysOf(role).keyids.push(signer.id);
    this.signWith(role, signer);
    return signer;
  }

  signWith(role: string, ...signers: readonly Signer[]): void {
    this.signers.set(role, [...(this.signers.get(role) ?? []), ...signers]);
  }

  keysOf(role: string): RoleKeys {
    const keys = this.root.roles[role];
    if (keys === undefined) throw new TypeError(`the root names no role ${role}`);
    return keys;
  }

  /** The root names these keys for a role and no others; `signedBy` sign it. */
  setKeys(role: string, keys: readonly Signer[], threshold: number, signedBy: readonly Signer[]): void {
    for (const { id, key } of keys) this.root.keys[id] = key;
    Object.assign(this.keysOf(role), { keyids: keys.map(({ id }) => id), threshold });
    this.signers.set(role, [...signedBy]);
  }

  /** A new key in the place of all that a role had. */
  rotate(role: string): void {
    const signer = newSigner();
    this.setKeys(role, [signer], 1, [signer]);
  }

  /** Signs and publishes roles, each under the next version, and has snapshot and timestamp vouch for them. */
  publish(...roles: readonly string[]): void {
    for (const role of roles) {
      const signed = this.of(role);
      const before = this.published.get(role) ?? [];
      if (before.length > 0) signed.version += 1;
      const bytes = this.#signed(role, signed);
      this.published.set(role, [...before, bytes]);
      const info: FileInfo = { version: signed.version };
      if (this.hasHashes)
        Object.assign(info, { length: bytes.length, hashes: { sha256: sha("sha256", bytes) } });
      if (role === "snapshot") this.of("timestamp").meta["snapshot.json"] = info;
      else if (role !== "root" && role !== "timestamp") this.of("snapshot").meta[`${role}.json`] = info;
    }
  }

  /** Forgets all versions of a role and begins again with this one. */
  beginAgain(role: string, version = 1): void {
    this.published.delete(role);
    this.of(role).version = version;
  }

  #signed(role: string, signed: Signed): Buffer {
    const data = Buffer.from(canonicalize(signed));
    const signatures = (this.signers.get(role) ?? []).map(({ id, sign }) => ({ keyid: id, sig: sign(data) }));
    return Buffer.from(JSON.stringify({ signatures, signed }, null, 1));
  }

  /** Puts a file into the store and into the targets of a role. */
  addFile(role: string, path: string, text: string, hashes: readonly string[] = ["sha256"]): void {
    const bytes = Buffer.from(text);
    const named = Object.fromEntries(hashes.map((algorithm) => [algorithm, sha(algorithm, bytes)]));
    this.of(role).targets[path] = { length: bytes.length, hashes: named };
    this.files.set(path, bytes);
  }

  /** A role delegates to another one, with a key of its own. */
  delegate(from: string, name: string, how: Partial<Delegation> = {}): void {
    const delegations = (this.of(from).delegations ??= { keys: {}, roles: [] });
    const signer = newSigner();
    delegations.keys[signer.id] = signer.key;
    const given = how.path_hash_prefixes === undefined ? { paths: ["*"] } : {};
    const role = { name, keyids: [signer.id], threshold: 1, terminating: false, ...given, ...how };
    delegations.roles = [...(delegations.roles ?? []).filter((one) => one.name !== name), role];
    this.signWith(name, signer);
    if (this.next.has(name)) return;
    const { delegations: _, ...empty } = structuredClone(this.of("targets"));
    this.next.set(name, { ...empty, version: 1, expires: dayText(30), targets: {} });
  }

  /** A role delegates to bins of hashes. Gives their names. */
  delegateToBins(from: string, bits: number, prefix: string): string[] {
    const signer = newSigner();
    const shared = { keyids: [signer.id], threshold: 1 };
    this.of(from).delegations = {
      keys: { [signer.id]: signer.key },
      succinct_roles: { ...shared, bit_length: bits, name_prefix: prefix },
    };
    const digits = Math.ceil(bits / 4);
    const names = Array.from(
      { length: 2 ** bits },
      (_, at) => `${prefix}-${at.toString(16).padStart(digits, "0")}`,
    );
    const { delegations: _, ...empty } = structuredClone(this.of(from));
    for (const name of names) {
      this.next.set(name, { ...empty, version: 1, targets: {} });
      this.signWith(name, signer);
    }
    return names;
  }

  /** What a web server answers to a path below the repository; null: 404. */
  answer(path: string): Buffer | null {
    const [, place = "", rest = ""] = /^\/(metadata|targets)\/(.+)$/.exec(path) ?? [];
    if (place === "targets") return this.#answerFile(rest);
    const name = rest.replace(/\.json$/, "");
    this.asked.push(name);
    const [, version, role = name] = /^(\d+)\.(.+)$/.exec(name) ?? [];
    const all = this.published.get(decodeURIComponent(role)) ?? [];
    return (version === undefined ? all.at(-1) : all[Number(version) - 1]) ?? null;
  }

  #answerFile(asked: string): Buffer | null {
    this.askedFiles.push(asked);
    const [, folder = "", name = ""] = /^(.*\/)?([^/]*)$/.exec(asked) ?? [];
    const isPrefixed = this.root.consistent_snapshot;
    const path = `${folder}${isPrefixed ? name.slice(name.indexOf(".") + 1) : name}`;
    const bytes = this.files.get(path);
    if (bytes === undefined || !isPrefixed) return bytes ?? null;
    const hash = name.slice(0, name.indexOf("."));
    const known = [...this.next.values()]
      .filter((signed) => signed._type === "targets")
      .flatMap(({ targets }) => Object.values(targets[path]?.hashes ?? {}));
    return known.includes(hash) ? bytes : null;
  }
}
