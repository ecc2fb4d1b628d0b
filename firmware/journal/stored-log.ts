import { logInMode } from "../../src/record/mode.ts";
import type { Signer } from "../../src/record/keys.ts";
import type { Database } from "./database.ts";
import { JournalError, onDisk } from "./errors.ts";
import { storedLog } from "./rows.ts";

/** Writes whose log this is into a new journal, or compares it. */
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
  if (stored.vkey !== vkey)
    throw new JournalError(
      "key",
      `the journal ${db.path} was signed with ${stored.vkey}, the key file is ${vkey}`,
    );
}
