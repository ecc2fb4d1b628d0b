import { generateKeyPairSync } from "node:crypto";
import { dirname, join } from "node:path";
import { KeyError, privatePem, signerFromPem, type KeyUse, type Signer } from "../../../src/record/keys.ts";
import { modeOfLog, type Mode } from "../../../src/record/mode.ts";
import { closeSync, constants, fstatSync, isThere, openSync, readSync } from "../../files/disk.ts";
import { createDurably } from "../../files/durable.ts";
import { JournalError, journalError } from "../../files/errors.ts";

const MAX_KEY_FILE = 4_096;

/** The key file of a table, by its mode, so that one is not taken for the other. */
export const KEY_FILES: Readonly<Record<Mode, string>> = { live: "table.key.pem", test: "test.key.pem" };
/** The explanatory text (RFC 7468 section 2) before the key. A live table's key made by releases up to 0.6.2 has none. */
const PREAMBLES: Readonly<Record<Mode, string>> = { live: "tirada table key", test: "tirada test key" };
const WITNESS_PREAMBLE = "tirada witness key";
const INSPECTOR_PREAMBLE = "tirada inspector key";
const WORKSHOP_PREAMBLE = "tirada workshop key";
const APPROVAL_PREAMBLE = "tirada approval key";
const OTHER: Readonly<Record<Mode, Mode>> = { live: "test", test: "live" };
const BEGIN = "-----BEGIN ";
/** Rights that a key file may not give. What systemd lays down for a service has a right of its group, by an access list. */
const OPEN_TO = 0o077;
const CREDENTIAL_OPEN_TO = 0o037;

/** The key file in a table's folder, by the log's name. */
export function keyPathOf(folder: string, log: string): string {
  return join(folder, KEY_FILES[modeOfLog(log)]);
}

/** Throws a JournalError `mode` when the folder of this key file holds the key of a table of the other mode. */
export function requireOwnFolder(path: string, mode: Mode): void {
  const other = join(dirname(path), KEY_FILES[OTHER[mode]]);
  if (!isThere(other)) return;
  const what =
    mode === "live"
      ? "the key of a test table, and this table is live: give it a folder of its own (storage.folder)"
      : "the key of a live table, or of a test of a release up to 0.6.2, and this table is a test: " +
        "a new log must be begun in an empty folder (storage.folder)";
  throw new JournalError("mode", `${other} is ${what}`);
}

/** A key file: whose it is, what its key signs, and how it begins. */
interface KeyFile {
  readonly path: string;
  readonly name: string;
  readonly use: KeyUse;
  readonly preamble: string;
  /** Throws a JournalError unless the file's text is that of such a key. */
  readonly requireOwn: (text: string) => void;
  /** What to do where the file is missing and may not be made. */
  readonly missing: string;
}

/**
 * The table's signing key: Ed25519, PKCS#8 PEM, readable by its owner alone, of the mode that the log's name says. Loaded if the file is there,
 * created (mode 0600, whole or not at all) if it is not and `create` allows it. Throws a JournalError `key`, or `mode` for a key
 * of the other mode.
 */
export function loadOrCreateKey(path: string, log: string, create: boolean): Signer {
  const mode = modeOfLog(log);
  const missing = "is missing, but the journal exists: restore the key, or start a new log";
  const requireOwn = (text: string): void => requireMode(path, text, mode);
  return loadOrCreate({ path, name: log, use: "note", preamble: PREAMBLES[mode], requireOwn, missing }, create);
}

/** The table's key in a file, or null where there is no such file. Throws a JournalError as above. */
export function loadKeyIfThere(path: string, log: string, isCredential = false): Signer | null {
  const mode = modeOfLog(log);
  const requireOwn = (text: string): void => requireMode(path, text, mode);
  const file = { path, name: log, use: "note", preamble: PREAMBLES[mode], requireOwn, missing: "" } as const;
  return loadKey(file, isCredential ? CREDENTIAL_OPEN_TO : OPEN_TO);
}

/** The key of a witness, in the same way: `name` is the witness's. Throws a JournalError `key`. */
export function loadOrCreateWitnessKey(path: string, name: string, create: boolean): Signer {
  const missing = "is missing, but the witness's database exists: restore the key, or see docs/witness.md";
  return loadOrCreateCosigner({ path, name, preamble: WITNESS_PREAMBLE, missing }, create);
}

/** The key of an inspector, with which receipts are signed, in the same way. Throws a JournalError `key`. */
export function loadOrCreateInspectorKey(path: string, name: string, create: boolean): Signer {
  const missing = "is missing: name the key that signed before, or a new one";
  return loadOrCreateCosigner({ path, name, preamble: INSPECTOR_PREAMBLE, missing }, create);
}

/** The key of a person of the workshop, with which acceptances are signed, in the same way. Throws a JournalError `key`. */
export function loadOrCreateWorkshopKey(path: string, name: string, create: boolean): Signer {
  const missing = "is missing: tirada accept --new-key makes one";
  const requireOwn = requirePreamble(path, WORKSHOP_PREAMBLE);
  return loadOrCreate({ path, name, use: "note", preamble: WORKSHOP_PREAMBLE, requireOwn, missing }, create);
}

/** The key of who approves releases, in the same way. Throws a JournalError `key`. */
export function loadOrCreateApprovalKey(path: string, name: string, create: boolean): Signer {
  const missing = "is missing: name the key that signed before, or a new one";
  const requireOwn = requirePreamble(path, APPROVAL_PREAMBLE);
  return loadOrCreate({ path, name, use: "note", preamble: APPROVAL_PREAMBLE, requireOwn, missing }, create);
}

/** Throws a JournalError unless a key file begins with these words. */
const requirePreamble =
  (path: string, preamble: string) =>
  (text: string): void => {
    if (preambleOf(text) !== preamble)
      throw new JournalError(
        "key",
        `the signing key ${path} does not begin with "${preamble}": it is another one's`,
      );
  };

function loadOrCreateCosigner(
  file: Pick<KeyFile, "path" | "name" | "preamble" | "missing">,
  create: boolean,
): Signer {
  const requireOwn = requirePreamble(file.path, file.preamble);
  return loadOrCreate({ ...file, use: "cosignature", requireOwn }, create);
}

function loadOrCreate(file: KeyFile, create: boolean): Signer {
  const { path } = file;
  const found = loadKey(file);
  if (found !== null) return found;
  if (!create) throw new JournalError("key", `the signing key ${path} ${file.missing}`);
  const { privateKey } = generateKeyPairSync("ed25519");
  try {
    createDurably(path, Buffer.from(`${file.preamble}\n${privatePem(privateKey)}`), 0o600);
  } catch (error) {
    throw journalError(error, "creating the signing key", path);
  }
  const made = loadKey(file);
  if (made === null) throw new JournalError("key", `the signing key ${path} vanished while it was created`);
  return made;
}

/** Null when there is no such file. */
function loadKey({ path, name, use, requireOwn }: KeyFile, openTo = OPEN_TO): Signer | null {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw journalError(error, "opening the signing key", path);
  }
  try {
    const { mode, uid, size } = fstatSync(fd);
    if ((mode & constants.S_IFMT) !== constants.S_IFREG)
      throw new JournalError("key", `the signing key ${path} is not a file`);
    if ((mode & openTo) !== 0)
      throw new JournalError(
        "key",
        `the signing key ${path} is open to others (mode ${(mode & 0o777).toString(8).padStart(4, "0")}): ` +
          "treat it as known to them and make a new one; a key file has mode 0600",
      );
    if (uid !== 0 && uid !== process.geteuid?.())
      throw new JournalError(
        "key",
        `the signing key ${path} belongs to user ${uid}: leave it so, and give the command as that user or as root (sudo)`,
      );
    if (size > MAX_KEY_FILE)
      throw new JournalError("key", `the signing key ${path} is ${size} bytes: not a PEM key`);
    const bytes = Buffer.alloc(MAX_KEY_FILE);
    const text = bytes.toString("latin1", 0, readSync(fd, bytes));
    requireOwn(text);
    return signerFromPem(name, text.slice(Math.max(0, text.indexOf(BEGIN))), use);
  } catch (error) {
    if (error instanceof KeyError) throw new JournalError("key", `${path}: ${error.message}`, { cause: error });
    throw journalError(error, "reading the signing key", path);
  } finally {
    closeSync(fd);
  }
}

const preambleOf = (text: string): string => text.slice(0, Math.max(0, text.indexOf(BEGIN))).trim();

/** Throws a JournalError `mode` unless the text before the key names one of this mode. */
function requireMode(path: string, text: string, mode: Mode): void {
  const preamble = preambleOf(text);
  if (preamble === PREAMBLES[mode] || (mode === "live" && preamble === "")) return;
  const what =
    preamble === PREAMBLES[OTHER[mode]] || preamble === ""
      ? `is the key of a ${OTHER[mode]} table, and this one is ${mode}: a table's folder and key are its own`
      : `begins with "${preamble.split("\n", 1).join("").slice(0, 40)}" and not with "${PREAMBLES[mode]}": it is no key of such a table`;
  throw new JournalError("mode", `the signing key ${path} ${what}`);
}
