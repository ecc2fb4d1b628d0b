import { dirname, join } from "node:path";
import { decryptWith, identitiesIn } from "../bundle/age.ts";
import { BUNDLE_BYTES_MAX, openBundle, type OpenedBundle } from "../bundle/format.ts";
import { isThere, mkdirSync, writeFileSync } from "../../files/disk.ts";
import { errorText, EXIT, Problem, usageProblem } from "../../problem.ts";
import { readRegularFile, readTextFile } from "../../files/read-file.ts";

const KEY_FILE_MAX = 16_384;
/** Encryption adds some bytes to each 64 KiB. */
const FILE_MAX = BUNDLE_BYTES_MAX + 1_048_576;

/** Opens a bundle with a person's key file and checks all of it. Throws a Problem: status 2 for the files, 6 for what is not valid. */
export async function readBundle(path: string, keyPath: string): Promise<OpenedBundle> {
  const { identities, sealed } = filesOf(path, keyPath);
  if (identities.length === 0) throw usageProblem(`${keyPath} holds no key of age: a line AGE-SECRET-KEY-1…`);
  const invalid = (why: string, cause: unknown): Problem =>
    new Problem(EXIT.notValid, `${path}: ${why}`, { cause });
  const tar = await decryptWith(identities, sealed).catch((error: unknown) => {
    throw invalid(`it is not for this key, or damaged (${errorText(error)})`, error);
  });
  try {
    return openBundle(tar);
  } catch (error) {
    throw invalid(errorText(error), error);
  }
}

function filesOf(
  path: string,
  keyPath: string,
): { readonly identities: readonly string[]; readonly sealed: Buffer } {
  try {
    return {
      identities: identitiesIn(readTextFile(keyPath, KEY_FILE_MAX)),
      sealed: readRegularFile(path, FILE_MAX),
    };
  } catch (error) {
    throw usageProblem(errorText(error), error);
  }
}

/** Lays the files of a bundle into a new folder. */
export function unpackBundle({ files }: OpenedBundle, folder: string): void {
  if (isThere(folder)) throw usageProblem(`${folder} is there already: name a new folder`);
  for (const { name, bytes } of files) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, bytes, { flag: "wx", mode: 0o600 });
  }
}
