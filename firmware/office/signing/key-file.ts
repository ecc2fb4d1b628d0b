import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from "node:crypto";
import { canonicalize } from "@tufjs/canonical-json";
import { z } from "zod";
import { parseJson } from "../../../src/load/json.ts";
import { pointFault } from "../../../src/record/keys.ts";
import { readTextFile } from "../../files/read-file.ts";
import { orUsageProblem, usageProblem } from "../../problem.ts";
import { BOX_SHAPE, closeBox, hex, openBox } from "./secret-box.ts";

/**
 * The keys with which releases are signed: Ed25519, each in a file of its own, `NAME.key.json`, that nobody can use without its
 * passphrase, and `NAME.pub.json`, which may be seen by everybody. The private key is a PKCS#8 text of AES-256-GCM under a key that
 * scrypt (RFC 7914) makes of the passphrase.
 */
const FORMAT = "tirada-signing-key/1";
const FILE_MAX_BYTES = 8_192;
const PASSPHRASE_MAX_BYTES = 1_024;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u;

const publicShape = z.strictObject({
  format: z.literal(FORMAT),
  name: z.string().regex(NAME),
  id: hex(32),
  public: hex(32),
});
const privateShape = publicShape.extend(BOX_SHAPE);

export interface PublicKey {
  /** Whose it is. */
  readonly name: string;
  /** Hex SHA-256 of the key as metadata have it: its keyid. */
  readonly id: string;
  /** Hex. */
  readonly public: string;
}

export interface SigningKey extends PublicKey {
  /** Hex signature (Ed25519) over these bytes. */
  sign(bytes: Uint8Array): string;
}

/** The two files of a new key, as texts. */
export function makeKeyFiles(
  name: string,
  passphrase: string,
): { readonly secret: string; readonly open: string; readonly id: string } {
  if (!NAME.test(name)) throw usageProblem(`"${name}" is no name for a key: letters, digits, spaces, . _ -`);
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const raw = rawOf(publicKey);
  const known = { format: FORMAT, name, id: keyId(raw), public: raw } as const;
  const der = privateKey.export({ type: "pkcs8", format: "der" });
  const secret = { ...known, ...closeBox(der, passphrase, known.id) };
  return { secret: textOf(secret), open: textOf(known), id: known.id };
}

const textOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function rawOf(key: KeyObject): string {
  const { x = "" } = key.export({ format: "jwk" });
  return Buffer.from(x, "base64url").toString("hex");
}

/** The name by which metadata know a key: hex SHA-256 of its canonical JSON. */
function keyId(raw: string): string {
  const key = { keytype: "ed25519", scheme: "ed25519", keyval: { public: raw } };
  return createHash("sha256").update(canonicalize(key)).digest("hex");
}

/** Reads `NAME.pub.json`. Throws a Problem when it is none, or of a key that may not be used. */
export function readPublicKey(path: string): PublicKey {
  const { name, id, public: raw } = readShapedFile(path, publicShape, "a public key");
  return requireSound(path, { name, id, public: raw });
}

function requireSound(path: string, key: PublicKey): PublicKey {
  const fault = pointFault(Buffer.from(key.public, "hex"));
  if (fault !== null) throw usageProblem(`${path}: the key ${fault}: do not use it`);
  if (keyId(key.public) !== key.id) throw usageProblem(`${path}: its id is not that of its key`);
  return key;
}

/** Opens `NAME.key.json`. Throws a Problem when it is none, or the passphrase is not its own. */
export function openSigningKey(path: string, passphrase: string): SigningKey {
  const file = readShapedFile(path, privateShape, "a signing key");
  const { name, id, public: raw } = requireSound(path, file);
  let key: KeyObject;
  try {
    const der = openBox(file, passphrase, id);
    key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  } catch (error) {
    throw usageProblem(`${path}: this is not its passphrase, or the file is damaged`, error);
  }
  const opened = signingKeyOf(name, key);
  if (opened.public !== raw) throw usageProblem(`${path}: its two halves are not of one key`);
  return opened;
}

/** A private key (Ed25519) as one that signs metadata. */
export function signingKeyOf(name: string, key: KeyObject): SigningKey {
  const raw = rawOf(createPublicKey(key));
  return {
    name,
    id: keyId(raw),
    public: raw,
    sign: (bytes) => sign(null, bytes, key).toString("hex"),
  };
}

/** What a file says, by its shape. Throws a Problem that names the file as one of `what`. */
export function readShapedFile<T>(
  path: string,
  shape: z.ZodType<T>,
  what: string,
  maxBytes = FILE_MAX_BYTES,
): T {
  const data = parseJson(orUsageProblem(() => readTextFile(path, maxBytes)));
  if (data === undefined) throw usageProblem(`${path}: it is no file of ${what}`);
  const parsed = shape.safeParse(data);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join(".") ?? "";
  throw usageProblem(`${path}: it is no file of ${what} (${where})`);
}

/** The first line of a file with a passphrase. Throws a Problem. */
export function readPassphrase(path: string): string {
  const text = orUsageProblem(() => readTextFile(path, PASSPHRASE_MAX_BYTES));
  return text.split("\n", 1).join("").replace(/\r$/, "");
}
