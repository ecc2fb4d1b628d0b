/**
 * The private key in the file that a person's browser has its certificate from (PKCS#12, as `openssl pkcs12 -export` makes it, or a key in PEM
 * under a passphrase): found and opened in the browser, and given to nobody. Keys are P-256; what encrypts them is PBES2 with PBKDF2 and AES.
 */

/** One value of an ASN.1 encoding (DER). */
interface Value {
  readonly tag: number;
  readonly content: Uint8Array;
}

const [SEQUENCE, OCTETS, INTEGER, OID] = [0x30, 0x04, 0x02, 0x06];
const CONSTRUCTED = 0x20;
const PBES2 = "2a864886f70d01050d";
/** What PBKDF2 hashes with; without a word it is SHA-1. */
const HASHES: Readonly<Record<string, string>> = { "2a864886f70d0209": "SHA-256", "2a864886f70d0207": "SHA-1" };
/** AES in CBC, and how many bits its key has. */
const CIPHERS: Readonly<Record<string, number>> = { "60864801650304012a": 256, "608648016503040102": 128 };
/** Deeper nests nothing that is a file of a key. */
const DEPTH_MAX = 24;

const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The values that follow one another; null: the bytes are no DER. */
function valuesIn(bytes: Uint8Array): readonly Value[] | null {
  const values: Value[] = [];
  let at = 0;
  while (at < bytes.length) {
    const [tag = 0, first = 0] = bytes.subarray(at, at + 2);
    at += 2;
    let length = first;
    if (first >= 0x80) {
      const count = first - 0x80;
      if (count === 0 || count > 4) return null;
      length = bytes.subarray(at, at + count).reduce((sum, byte) => sum * 256 + byte, 0);
      at += count;
    }
    if (at + length > bytes.length) return null;
    values.push({ tag, content: bytes.subarray(at, at + length) });
    at += length;
  }
  return values;
}

const childrenOf = ({ content }: Value): readonly Value[] => valuesIn(content) ?? [];

/** Every encrypted key in some bytes: what encrypts it and the encrypted bytes, however deep they lie. */
function* encryptedKeys(bytes: Uint8Array, depth = 0): Generator<readonly [Value, Uint8Array]> {
  if (depth > DEPTH_MAX) return;
  for (const value of valuesIn(bytes) ?? []) {
    const [algorithm, data, ...more] = value.tag === SEQUENCE ? childrenOf(value) : [];
    const [kind] = algorithm?.tag === SEQUENCE ? childrenOf(algorithm) : [];
    if (
      algorithm !== undefined &&
      data?.tag === OCTETS &&
      more.length === 0 &&
      kind?.tag === OID &&
      hex(kind.content) === PBES2
    )
      yield [algorithm, data.content];
    else if (value.tag === OCTETS || (value.tag & CONSTRUCTED) !== 0)
      yield* encryptedKeys(value.content, depth + 1);
  }
}

/** Decrypts a key; null: the password is another one, or it is encrypted in another way. */
async function decrypted(algorithm: Value, data: Uint8Array, password: string): Promise<Uint8Array | null> {
  const [derivation, cipher] = childrenOf(childrenOf(algorithm)[1] ?? algorithm);
  const [, parameters] = derivation === undefined ? [] : childrenOf(derivation);
  const [salt, rounds, ...rest] = parameters === undefined ? [] : childrenOf(parameters);
  const [name, iv] = cipher === undefined ? [] : childrenOf(cipher);
  const prf = rest.find(({ tag }) => tag === SEQUENCE);
  const hash = prf === undefined ? "SHA-1" : HASHES[hex(childrenOf(prf)[0]?.content ?? new Uint8Array(0))];
  const length = CIPHERS[hex(name?.content ?? new Uint8Array(0))];
  if (
    salt === undefined ||
    rounds?.tag !== INTEGER ||
    iv === undefined ||
    hash === undefined ||
    length === undefined
  )
    return null;
  const iterations = Number(`0x${hex(rounds.content)}`);
  const { subtle } = crypto;
  const secret = await subtle.importKey("raw", new TextEncoder().encode(password), "PBKDF2", false, [
    "deriveKey",
  ]);
  const from = { name: "PBKDF2", salt: Uint8Array.from(salt.content), iterations, hash };
  const key = await subtle.deriveKey(from, secret, { name: "AES-CBC", length }, false, ["decrypt"]);
  try {
    const open = await subtle.decrypt(
      { name: "AES-CBC", iv: Uint8Array.from(iv.content) },
      key,
      Uint8Array.from(data),
    );
    return new Uint8Array(open);
  } catch {
    return null;
  }
}

const CURVE = { name: "ECDSA", namedCurve: "P-256" };

/** A key that signs and cannot be taken out, and its print: hex SHA-256 of the public key, as the floor names people. */
export interface SigningKey {
  readonly key: CryptoKey;
  readonly print: string;
}

/** Opens the file of a key; null: it is none, or the password is another one. */
export async function openKeyFile(file: Uint8Array, password: string): Promise<SigningKey | null> {
  const text = new TextDecoder("latin1").decode(file);
  const [, body] = /-----BEGIN ENCRYPTED PRIVATE KEY-----([^-]+)-----END/.exec(text) ?? [];
  const bytes =
    body === undefined ? file : Uint8Array.from(atob(body.replace(/\s/g, "")), (one) => one.charCodeAt(0));
  for (const [algorithm, data] of encryptedKeys(bytes)) {
    const opened = await decrypted(algorithm, data, password);
    const key = opened === null ? null : await imported(opened);
    if (key !== null) return key;
  }
  return null;
}

async function imported(pkcs8: Uint8Array): Promise<SigningKey | null> {
  const { subtle } = crypto;
  const bytes = Uint8Array.from(pkcs8);
  try {
    const whole = await subtle.exportKey("jwk", await subtle.importKey("pkcs8", bytes, CURVE, true, ["sign"]));
    const { kty = "", crv = "", x = "", y = "" } = whole;
    const open = await subtle.importKey("jwk", { kty, crv, x, y }, CURVE, true, ["verify"]);
    const print = hex(new Uint8Array(await subtle.digest("SHA-256", await subtle.exportKey("spki", open))));
    return { key: await subtle.importKey("pkcs8", bytes, CURVE, false, ["sign"]), print };
  } catch {
    return null;
  }
}
