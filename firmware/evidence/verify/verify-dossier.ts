import { createHash } from "node:crypto";
import { join } from "node:path";
import { sameBytes } from "../../../src/record/bytes.ts";
import { parseVkey, type Verifier } from "../../../src/record/keys.ts";
import { MAX_SSHSIG, sshSignatureFault } from "../../../src/record/sshsig.ts";
import { isThere, lstatSync, readdirSync } from "../../files/disk.ts";
import { JournalError } from "../../files/errors.ts";
import { readSmall } from "../../files/files.ts";
import { givenTrust, type VerifyOptions } from "./verify-file.ts";

/**
 * A laboratory's dossier: a folder whose every file stands in one list (`sha256sum -c` reads it), and the list's signature by the maker
 * (SSH signature; `ssh-keygen -Y verify` reads it).
 */

/** Namespace of the signature: what is signed there is no evidence of a table. */
export const DOSSIER_NAMESPACE = "tirada-dossier";
export const LIST_FILE = "SHA256SUMS";
export const SIGNATURE_FILE = `${LIST_FILE}.sig`;
/** The maker's key on one line, as `tirada accept --new-key` prints it. */
export const SIGNER_FILE = "signer.pub";

/** A list, and a file in it, are no larger, bytes; a folder has no more files. */
const LIST_BYTES_MAX = 4 * 1_024 * 1_024;
const FILE_BYTES_MAX = 64 * 1_024 * 1_024;
const FILES_MAX = 20_000;
const VKEY_BYTES_MAX = 1_024;

const LINE = /^([0-9a-f]{64}) {2}((?:[\w@+.-]+\/)*[\w@+.-]+)$/;

/** What a dossier comes to. */
export interface VerifiedDossier {
  readonly files: number;
  readonly signer: string;
  /** Why it is not valid; empty: it is. */
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

/** Whether a path is the folder of a dossier. */
export const isDossier = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true &&
  isThere(join(path, LIST_FILE)) &&
  isThere(join(path, "es/index.html"));

/** Verifies a dossier: the signature of its list, every file in the list, and that no other is there. Throws a JournalError of one line. */
export function verifyDossier(folder: string, options: VerifyOptions): VerifiedDossier {
  const trust = givenTrust(options);
  const list = readSmall(join(folder, LIST_FILE), LIST_BYTES_MAX);
  const named = namedFiles(list.toString("utf8"), join(folder, LIST_FILE));
  if (!isThere(join(folder, SIGNATURE_FILE)))
    return {
      files: named.size,
      signer: "nobody",
      problems: [`${SIGNATURE_FILE} is not there: nobody signed this folder; ask the maker for the signed one`],
      notes: [],
    };
  const own = parseVkey(readSmall(join(folder, SIGNER_FILE), VKEY_BYTES_MAX).toString("utf8").trim());
  const armoured = readSmall(join(folder, SIGNATURE_FILE), MAX_SSHSIG).toString("utf8");
  const sha512 = createHash("sha512").update(list).digest();
  const fault = sshSignatureFault(armoured, sha512, DOSSIER_NAMESPACE, own);
  const isKnown =
    trust?.some(({ verifier, revokedFrom }) => revokedFrom === null && isSame(verifier, own)) ?? true;
  return {
    files: named.size,
    signer: own.name,
    problems: [
      ...(fault === null ? [] : [`the signature: ${fault}`]),
      ...(isKnown ? [] : [`${own.name} is none of the people whose keys were given, or the key was revoked`]),
      ...differencesIn(folder, named),
    ],
    notes: trust === null ? ["key taken from the folder itself: who signed is not proven; give --keys"] : [],
  };
}

const isSame = (one: Verifier, other: Verifier): boolean =>
  one.name === other.name && sameBytes(one.raw, other.raw);

/** The files of the list with their hashes. Throws a JournalError: a line is none of a list. */
function namedFiles(text: string, where: string): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  const lines = text.split("\n");
  if (lines.pop() !== "" || lines.length > FILES_MAX)
    throw new JournalError(
      "corrupt",
      `${where}: it is cut off, or too long; ask the maker for the folder again`,
    );
  for (const [at, line] of lines.entries()) {
    const [, hash = "", path = ""] = LINE.exec(line) ?? [];
    if (path === "" || path.split("/").includes("..") || named.has(path))
      throw new JournalError("corrupt", `${where}: line ${at + 1} names no file of this folder`);
    named.set(path, hash);
  }
  return named;
}

/** What differs between the list and the folder, a line each. */
function differencesIn(folder: string, named: ReadonlyMap<string, string>): readonly string[] {
  const there = new Set(filesBelow(folder, ""));
  const beside = [LIST_FILE, SIGNATURE_FILE];
  return [
    ...[...named].flatMap(([path, hash]) => {
      if (!there.has(path)) return [`${path} is missing`];
      const found = createHash("sha256")
        .update(readSmall(join(folder, path), FILE_BYTES_MAX))
        .digest("hex");
      return found === hash ? [] : [`${path} is not as the list has it`];
    }),
    ...[...there]
      .filter((path) => !named.has(path) && !beside.includes(path))
      .map((path) => `${path} is not in the list`),
  ];
}

/** Every file, link and whatever else lies below a folder, by its path in it. */
function filesBelow(root: string, below: string): readonly string[] {
  return readdirSync(join(root, below)).flatMap((name) => {
    const path = below === "" ? name : `${below}/${name}`;
    return lstatSync(join(root, path)).isDirectory() ? filesBelow(root, path) : [path];
  });
}
