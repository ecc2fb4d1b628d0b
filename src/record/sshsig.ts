import { base64, sameBytes, strictBase64, utf8 } from "./bytes.ts";
import type { Signer, Verifier } from "./keys.ts";

/**
 * SSH signatures as `ssh-keygen -Y sign|verify` writes and reads them (OpenSSH PROTOCOL.sshsig), Ed25519 and
 * SHA-512 only. Its "SSHSIG" preamble keeps these signatures apart from record lines and checkpoints, though
 * the key is the same.
 */
const MAGIC = utf8("SSHSIG");
const BEGIN = "-----BEGIN SSH SIGNATURE-----";
const END = "-----END SSH SIGNATURE-----";
const ALGORITHM = "ssh-ed25519";
/** Ours has 3 lines of 70; no Ed25519 signature with a sane namespace is longer. */
export const MAX_SSHSIG = 4_096;

/** Namespace of exports: `ssh-keygen -Y verify -n tirada-evidence`. */
export const EVIDENCE_NAMESPACE = "tirada-evidence";

/** Namespace of bundles for diagnosis: what is signed there is no evidence. */
export const BUNDLE_NAMESPACE = "tirada-bundle";

/** Namespace of answers to orders (`src/orders/answer.ts`): what is signed there is no evidence either. */
export const ANSWER_NAMESPACE = "tirada-answer";

/** Namespace of actas of games (`src/acta/signed-acta.ts`): `ssh-keygen -Y verify -n tirada-acta`. */
export const ACTA_NAMESPACE = "tirada-acta";

/** Armoured signature over a message of which `sha512` is the digest (64 bytes). */
export function signSsh(sha512: Uint8Array, namespace: string, signer: Signer): string {
  const signature = signer.sign(signedBytes(sha512, namespace));
  const blob = Buffer.concat([
    MAGIC,
    Uint8Array.of(0, 0, 0, 1),
    sshString(publicBlob(signer.verifier)),
    sshString(utf8(namespace)),
    sshString(new Uint8Array(0)),
    sshString(utf8("sha512")),
    sshString(Buffer.concat([sshString(utf8(ALGORITHM)), sshString(signature)])),
  ]);
  const body = base64(blob).replace(/.{1,70}/g, "$&\n");
  return `${BEGIN}\n${body}${END}\n`;
}

/**
 * Null when `armoured` is this key's signature in this namespace over the message with this SHA-512, or what is
 * wrong. One signature has one text: the armour is compared with the one `signSsh` would write.
 */
export function sshSignatureFault(
  armoured: string,
  sha512: Uint8Array,
  namespace: string,
  verifier: Verifier,
): string | null {
  const [, body] = armoured.length > MAX_SSHSIG ? [] : (ARMOUR.exec(armoured) ?? []);
  const blob = body === undefined ? null : strictBase64(body.replaceAll("\n", ""));
  if (blob === null || base64(blob).replace(/.{1,70}/g, "$&\n") !== body) return "it is not an SSH signature";
  const head = Buffer.concat([MAGIC, Uint8Array.of(0, 0, 0, 1), sshString(publicBlob(verifier))]);
  if (!sameBytes(blob.subarray(0, head.length), head))
    return `it was not made with the key of ${verifier.name}`;
  const middle = Buffer.concat([
    sshString(utf8(namespace)),
    sshString(new Uint8Array(0)),
    sshString(utf8("sha512")),
  ]);
  if (!sameBytes(blob.subarray(head.length, head.length + middle.length), middle))
    return `it is not for the namespace ${namespace} with SHA-512`;
  const tail = blob.subarray(head.length + middle.length);
  const signature = tail.subarray(-64);
  if (!sameBytes(tail, sshString(Buffer.concat([sshString(utf8(ALGORITHM)), sshString(signature)]))))
    return "it is not an Ed25519 signature";
  return verifier.verify(signedBytes(sha512, namespace), signature) ? null : "the file is not what was signed";
}

/** The line of an `allowed_signers` file; the principal (`-I`) is the log's name. */
export function allowedSigner(verifier: Verifier, namespace: string): string {
  return `${verifier.name} namespaces="${namespace}" ${ALGORITHM} ${base64(publicBlob(verifier))}\n`;
}

const ARMOUR = new RegExp(`^${BEGIN}\n((?:[A-Za-z0-9+/=]{1,70}\n)+)${END}\n$`);

function publicBlob(verifier: Verifier): Buffer {
  return Buffer.concat([sshString(utf8(ALGORITHM)), sshString(verifier.raw)]);
}

function signedBytes(sha512: Uint8Array, namespace: string): Buffer {
  return Buffer.concat([
    MAGIC,
    sshString(utf8(namespace)),
    sshString(new Uint8Array(0)),
    sshString(utf8("sha512")),
    sshString(sha512),
  ]);
}

/** A `string` of RFC 4251 section 5: four bytes of length, then the bytes. */
function sshString(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
