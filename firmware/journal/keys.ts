import { generateKeyPairSync } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { KeyError, privatePem, signerFromPem } from "../../src/record/keys.ts";
import type { Signer } from "../../src/record/keys.ts";
import { createDurably } from "./durable.ts";
import { JournalError, journalError } from "./errors.ts";

const MAX_KEY_FILE = 4_096;

/**
 * The table's signing key: Ed25519, PKCS#8 PEM, readable by its owner alone. Loaded if the file is there,
 * created (mode 0600, whole or not at all) if it is not and `create` allows it. Throws a JournalError `key`.
 */
export function loadOrCreateKey(path: string, log: string, create: boolean): Signer {
  const found = loadKey(path, log);
  if (found !== null) return found;
  if (!create)
    throw new JournalError(
      "key",
      `the signing key ${path} is missing, but the journal exists: restore the key, or start a new log`,
    );
  const { privateKey } = generateKeyPairSync("ed25519");
  try {
    createDurably(path, Buffer.from(privatePem(privateKey)), 0o600);
  } catch (error) {
    throw journalError(error, "creating the signing key", path);
  }
  const made = loadKey(path, log);
  if (made === null) throw new JournalError("key", `the signing key ${path} vanished while it was created`);
  return made;
}

/** Null when there is no such file. */
function loadKey(path: string, log: string): Signer | null {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw journalError(error, "opening the signing key", path);
  }
  try {
    const { mode, uid, size } = fstatSync(fd);
    if ((mode & constants.S_IFMT) !== constants.S_IFREG)
      throw new JournalError("key", `the signing key ${path} is not a file`);
    if ((mode & 0o077) !== 0)
      throw new JournalError(
        "key",
        `the signing key ${path} is open to others (mode ${(mode & 0o777).toString(8).padStart(4, "0")}): ` +
          "treat it as known to them and make a new one; a key file has mode 0600",
      );
    if (uid !== 0 && uid !== process.getuid?.())
      throw new JournalError(
        "key",
        `the signing key ${path} belongs to user ${uid}: give it to the table's user`,
      );
    if (size > MAX_KEY_FILE)
      throw new JournalError("key", `the signing key ${path} is ${size} bytes: not a PEM key`);
    const bytes = Buffer.alloc(MAX_KEY_FILE);
    return signerFromPem(log, bytes.toString("latin1", 0, readSync(fd, bytes)));
  } catch (error) {
    if (error instanceof KeyError) throw new JournalError("key", `${path}: ${error.message}`, { cause: error });
    throw journalError(error, "reading the signing key", path);
  } finally {
    closeSync(fd);
  }
}
