import { KeyError, pointFault } from "../../../src/record/keys.ts";
import type { RefusalCode } from "./refusal.ts";
import {
  BadVersionError,
  ExpiredMetadataError,
  LengthOrHashMismatchError,
  parseMetadata,
  UnsignedMetadataError,
  type AnyMetadata,
  type RefusedMetadata,
  type Role,
  type Root,
} from "./tuf-library.ts";

/** Why metadata were refused: the name of it, and what was seen. */
export interface Explanation {
  readonly code: RefusalCode;
  readonly detail: string;
}

/** Keys that earlier roots named for a role, by role. */
export type FormerKeys = Readonly<Partial<Record<Role, readonly string[]>>>;

/** What a root that names one key twice for a role is refused with. */
export class KeyTwiceError extends Error {
  override readonly name = "KeyTwiceError";
}

const ONLINE: readonly Role[] = ["snapshot", "timestamp"];

/**
 * Throws a KeyTwiceError when a role of this root has one key under two names, which would count as two people; a KeyError for a key
 * that is no sound Ed25519 key in hex, the one way in which tirada writes it.
 */
export function requireSoundKeys(root: Root): void {
  for (const [role, { keyIDs }] of Object.entries(root.roles)) {
    const where = `role ${role} of root version ${root.version}`;
    const publicKeys = keyIDs.map((id) => {
      const { keyType, scheme, keyVal } = root.keys[id] ?? {};
      const hex = keyVal?.["public"] ?? "";
      if (keyType !== "ed25519" || scheme !== "ed25519" || !/^[0-9a-f]{64}$/.test(hex))
        throw new KeyError(`${where} names a key that is no Ed25519 key in hex`);
      const fault = pointFault(Buffer.from(hex, "hex"));
      if (fault !== null) throw new KeyError(`${where} names a key that ${fault}`);
      return hex;
    });
    if (new Set(publicKeys).size < publicKeys.length) throw new KeyTwiceError(`${where} names one key twice`);
  }
}

/** Names the refusal of metadata that the library did not trust under `root`. */
export function explain({ role, bytes, error }: RefusedMetadata, root: Root, former: FormerKeys): Explanation {
  const detail = (error instanceof Error ? error.message : String(error)).split("\n", 1).join("");
  const metadata = parsed(role, bytes);
  if (error instanceof KeyTwiceError) return { code: "key-twice", detail };
  if (/^multiple signatures found for keyid/.test(detail)) return { code: "key-twice", detail };
  if (error instanceof LengthOrHashMismatchError) {
    // What is signed and is not what the rest names belongs to another state; all else is damage.
    const isSigned = metadata !== null && signersOf(role, metadata, root).valid >= thresholdOf(role, root);
    return { code: isSigned ? "mix-and-match" : "changed", detail };
  }
  if (metadata === null) return { code: "malformed", detail };
  if (error instanceof ExpiredMetadataError) return { code: expiryOf(role, detail), detail };
  if (error instanceof UnsignedMetadataError) return { code: whoSigned(role, metadata, root, former), detail };
  if (error instanceof BadVersionError) {
    const isOlder =
      role === "root" ? metadata.signed.version <= root.version : /is less than current version/.test(detail);
    return { code: isOlder ? "replayed" : "mix-and-match", detail };
  }
  return { code: /^Missing file .* in new snapshot/.test(detail) ? "mix-and-match" : "malformed", detail };
}

/** The library checks the expiry of one role while it loads the next: its message names which one expired. */
function expiryOf(role: Role, detail: string): RefusalCode {
  if (/root\.json/.test(detail)) return "expired";
  return role === "targets" && /targets\.json/.test(detail) ? "expired" : "frozen";
}

function parsed(role: Role, bytes: Buffer): AnyMetadata | null {
  try {
    return parseMetadata(role, bytes);
  } catch {
    return null;
  }
}

const thresholdOf = (role: Role, root: Root): number => root.roles[role]?.threshold ?? Infinity;

interface Signers {
  /** Keys of the role whose signatures hold. */
  readonly valid: number;
  /** A signature names a key of the role and does not hold. */
  readonly hasBroken: boolean;
  /** Names of keys that signed and are not the role's. */
  readonly foreign: readonly string[];
}

function signersOf(role: Role, metadata: AnyMetadata, root: Root): Signers {
  const own = root.roles[role]?.keyIDs ?? [];
  const claimed = Object.keys(metadata.signatures);
  const holds = (id: string): boolean => {
    try {
      root.keys[id]?.verifySignature(metadata);
      return root.keys[id] !== undefined;
    } catch {
      return false;
    }
  };
  const mine = claimed.filter((id) => own.includes(id));
  const valid = mine.filter(holds).length;
  return { valid, hasBroken: valid < mine.length, foreign: claimed.filter((id) => !own.includes(id)) };
}

function whoSigned(role: Role, metadata: AnyMetadata, root: Root, former: FormerKeys): RefusalCode {
  if (role === "root") return "under-signed-root";
  const { valid, hasBroken, foreign } = signersOf(role, metadata, root);
  if (foreign.some((id) => former[role]?.includes(id) === true)) return "revoked-key";
  // A snapshot that names these targets came before: the online keys vouch for them.
  const isOnline = (id: string): boolean =>
    ONLINE.some((other) => root.roles[other]?.keyIDs.includes(id) === true);
  if (role === "targets" && foreign.some(isOnline)) return "stolen-online-keys";
  if (foreign.length > 0) return "unknown-key";
  if (role === "targets" && valid === 0 && hasBroken) return "stolen-online-keys";
  return hasBroken ? "forged" : "too-few-signers";
}
