import { START_OF_LOG } from "../../../src/record/epoch.ts";
import { historyFrom, type KeyHistory, type SignedLine } from "../../../src/record/key-history.ts";
import { KeyError, parseVkey, type Signer, type Verifier } from "../../../src/record/keys.ts";
import { logInMode } from "../../../src/record/mode.ts";
import { openForReading, type Database, type NewFile } from "./database.ts";
import { openEpochPath } from "./epoch-files.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import { rotationsIn, storedLog, storedRotations } from "./rows.ts";

/** What the file of a new log holds: the key that begins it. */
export function newLog({ verifier: { name, vkey } }: Signer): NewFile {
  return { log: { name, vkey }, rotations: [], start: START_OF_LOG, snapshot: null, nodes: [] };
}

/** Writes whose log this is into a new journal, or compares its name. */
export function writeOrCompareLog(db: Database, signer: Signer): void {
  const { name, vkey } = signer.verifier;
  const stored = onDisk("reading the journal", db.path, () => storedLog(db));
  if (stored === null) {
    const insert = db.prepare("INSERT INTO log (id, name, vkey) VALUES (1, ?, ?)");
    onDisk("beginning the journal", db.path, () => insert.run(name, vkey));
    return;
  }
  if (stored.name !== name && logInMode(stored.name, "test") === logInMode(name, "test")) {
    const [own, other] = stored.name.length > name.length ? ["live", "test"] : ["test", "live"];
    throw new JournalError(
      "mode",
      `the journal ${db.path} is of the log ${stored.name}, a ${other} table's, and this table is ${own}: ` +
        "begin a new log in an empty folder (storage.folder)",
    );
  }
  if (stored.name !== name)
    throw new JournalError(
      "refused",
      `the journal ${db.path} is of the log ${stored.name}, not ${name}: check the path`,
    );
}

/** The one of these keys that signs the next record. Throws a JournalError `key` when it is none of them. */
export function signerAmong(signers: readonly Signer[], path: string, { vkey }: Verifier): Signer {
  const found = signers.find(({ verifier }) => verifier.vkey === vkey);
  if (found !== undefined) return found;
  const held = signers.map(({ verifier }) => verifier.vkey).join(" and ");
  throw new JournalError("key", `the journal ${path} was signed with ${vkey}, the key file is ${held}`);
}

/** The keys of the log up to where this file begins. Throws a JournalError `corrupt` when they are not in order. */
export function keysBefore(db: Database): KeyHistory {
  return historyIn(
    db,
    onDisk("reading the journal", db.path, () => storedRotations(db)),
  );
}

/** The keys of the log up to the end of this file. Throws a JournalError `corrupt` when they are not in order. */
export function keysUpTo(db: Database): KeyHistory {
  return historyIn(
    db,
    onDisk("reading the journal", db.path, () => [...storedRotations(db), ...rotationsIn(db)]),
  );
}

/** The keys of the journal at `path`, from its newest file. */
export function journalKeys(path: string): KeyHistory {
  const db = openForReading(openEpochPath(path));
  try {
    return keysUpTo(db);
  } finally {
    db.close();
  }
}

function historyIn(db: Database, rotations: readonly SignedLine[]): KeyHistory {
  const history = historyFrom(firstKey(db), rotations);
  if (typeof history === "string") throw corrupt(db, history);
  return history;
}

function firstKey(db: Database): Verifier {
  const stored = onDisk("reading the journal", db.path, () => storedLog(db));
  if (stored === null) throw new JournalError("cannot-open", `the journal ${db.path} was never begun`);
  try {
    const key = parseVkey(stored.vkey);
    if (key.name === stored.name && key.use === "note") return key;
  } catch (error) {
    if (!(error instanceof KeyError)) throw error;
    throw corrupt(db, error.message);
  }
  throw corrupt(db, `its key ${stored.vkey} is none of the log ${stored.name}`);
}

function corrupt({ path }: Database, what: string): JournalError {
  return new JournalError(
    "corrupt",
    `the journal ${path} is not as it was signed: ${what}; copy the folder for the inspector`,
  );
}
