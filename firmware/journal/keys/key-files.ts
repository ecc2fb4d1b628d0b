import { dirname, join } from "node:path";
import type { KeyHistory } from "../../../src/record/key-history.ts";
import type { Signer } from "../../../src/record/keys.ts";
import { isThere, unlinkSync } from "../../files/disk.ts";
import { namesIn, renameDurably, syncFolder } from "../../files/durable.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import { loadKeyIfThere, loadOrCreateKey } from "./keys.ts";

/**
 * Where the keys of a table lie. `table.key.pem`: the key that signs; or that one is a credential of the service manager, which keeps
 * it encrypted. `table.key.next.pem`: a key that takes over, until the record is there that says so and the files have moved.
 * `table.key.1.pem` and so on: keys that gave way, until no recording is sealed with them.
 */
export type KeyPlace = "file" | "credential";

/** Name of the credential: `LoadCredentialEncrypted=tirada-key`. */
export const CREDENTIAL = "tirada-key";

/** A key of the table, and where it lies. */
export interface HeldKey {
  readonly signer: Signer;
  readonly place: KeyPlace;
  readonly path: string;
}

export const nextKeyPathOf = (keyPath: string): string => keyPath.replace(/\.pem$/, ".next.pem");
const oldKeyPathOf = (keyPath: string, number: number): string => keyPath.replace(/\.pem$/, `.${number}.pem`);

/** The file of the credential, or null where the service manager gives none. */
export function credentialPath(): string | null {
  const folder = process.env["CREDENTIALS_DIRECTORY"];
  const path = folder === undefined || folder === "" ? null : join(folder, CREDENTIAL);
  return path !== null && isThere(path) ? path : null;
}

/**
 * The keys that may be the table's own: credential, file, next one. With `create` a key is made where there is none. Throws a
 * JournalError when there is none, or one of them is not as it must be.
 */
export function heldKeys(keyPath: string, log: string, create: boolean): readonly [HeldKey, ...HeldKey[]] {
  const path = credentialPath();
  const credential = path === null ? null : loadKeyIfThere(path, log, true);
  const nextPath = nextKeyPathOf(keyPath);
  const next = create ? null : loadKeyIfThere(nextPath, log);
  // A rotation that was cut may have moved the old key away and the next one not yet to its place.
  const mayBeAway = credential !== null || next !== null;
  const own = mayBeAway ? loadKeyIfThere(keyPath, log) : loadOrCreateKey(keyPath, log, create);
  const held: HeldKey[] = [];
  if (credential !== null) held.push({ signer: credential, place: "credential", path: path ?? "" });
  if (own !== null) held.push({ signer: own, place: "file", path: keyPath });
  if (next !== null) held.push({ signer: next, place: "file", path: nextPath });
  const [first, ...others] = held;
  if (first === undefined) throw new JournalError("key", `the signing key ${keyPath} is missing`);
  return [first, ...others];
}

/** What the files are once they have moved: the key that signs, and what is to be said of the others. */
export interface SettledKeys {
  readonly current: HeldKey;
  readonly notes: readonly string[];
}

/**
 * Moves the files of a rotation that is recorded to where they belong: the old key becomes `table.key.<n>.pem`, the new one
 * `table.key.pem`. It may be cut at any point and done again. A next key that no record names stays where it is.
 */
export function settleKeys(keyPath: string, held: readonly HeldKey[], keys: KeyHistory): SettledKeys {
  const { vkey } = keys.current;
  const found = held.find(({ signer }) => signer.verifier.vkey === vkey);
  if (found === undefined) throw new JournalError("key", `none of the keys beside ${keyPath} is ${vkey}`);
  const nextPath = nextKeyPathOf(keyPath);
  const credential = held.find(({ place }) => place === "credential");
  const notes: string[] = [];
  if (credential !== undefined && credential !== found)
    notes.push(
      `the credential ${CREDENTIAL} holds an earlier key: encrypt ${keyPath} anew as the credential, then remove the file`,
    );
  if (found.place === "credential" && held.some(({ path }) => path === keyPath))
    notes.push(`${keyPath} is a key in plain beside the credential ${CREDENTIAL}: remove the file`);
  if (found.path === nextPath)
    onDisk("moving the key to", keyPath, () => {
      if (isThere(keyPath)) renameDurably(keyPath, oldKeyPathOf(keyPath, keys.periods.length - 1));
      renameDurably(nextPath, keyPath);
    });
  else if (held.some(({ path }) => path === nextPath))
    notes.push(
      `${nextPath} is a new key that no record names, a rotation that was cut: the table goes on with its key; tirada key rotate goes on with the new one`,
    );
  return { current: found.path === nextPath ? { ...found, path: keyPath } : found, notes };
}

/** The keys that gave way and are kept still, with their files. Throws a JournalError when one is not as it must be. */
export function oldKeys(keyPath: string, log: string): HeldKey[] {
  const folder = dirname(keyPath);
  const start = keyPath.slice(folder.length + 1, -"pem".length);
  return namesIn(folder)
    .filter((name) => name.startsWith(start) && /^[1-9]\d*\.pem$/.test(name.slice(start.length)))
    .flatMap((name) => {
      const path = join(folder, name);
      const signer = loadKeyIfThere(path, log);
      return signer === null ? [] : [{ signer, place: "file" as const, path }];
    });
}

/** Removes keys that gave way, once no recording needs them. Returns one line for each. */
export function removeOldKeys(old: readonly HeldKey[]): string[] {
  return old.map(({ path }) => {
    onDisk("removing the old key", path, () => {
      unlinkSync(path);
      syncFolder(dirname(path));
    });
    return `the old key ${path} was removed: no recording is sealed with it`;
  });
}
