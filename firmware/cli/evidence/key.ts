import { join } from "node:path";
import type { Command } from "commander";
import { fingerprintText, KeyError, parseVkey } from "../../../src/record/keys.ts";
import { markOf, modeOfLog } from "../../../src/record/mode.ts";
import { tableLines } from "../../../src/text/table-lines.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { qrText } from "../../screens/server/qr.ts";
import { asOwnerOf } from "../../files/as-owner.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import { CREDENTIAL, type HeldKey, heldKeys } from "../../journal/keys/key-files.ts";
import { keyPathOf } from "../../journal/keys/keys.ts";
import { journalPath } from "../../evidence/log/record-lines.ts";
import { rotateKey } from "../../journal/keys/rotate-key.ts";
import { journalKeys } from "../../evidence/log/stored-log.ts";
import { usageProblem } from "../../problem.ts";
import { RELEASE_ID } from "../../release.ts";
import { asProblem } from "../../unit/failure.ts";
import { printLine, printLines, wholeNumber } from "../common.ts";
import { CONFIG_OPTION, namedTable, STORAGE_OPTION } from "../table-config.ts";
import {
  MAX_TRUST_BYTES,
  parseTrust,
  type TrustedKey,
  trustLine,
  withKey,
  withRevoked,
} from "../../../src/record/trust.ts";
import { isThere } from "../../files/disk.ts";
import { replaceDurably } from "../../files/durable.ts";
import { readSmall } from "../../files/files.ts";

/** `tirada key show`. */
export function addKeyShow(command: Command): void {
  command
    .option(...CONFIG_OPTION)
    .option(...STORAGE_OPTION)
    .option("--qr", "the vkey as a QR code too")
    .action((options) =>
      readable(async () => {
        const { folder } = await namedTable(options);
        const keys = journalKeys(join(folder, "journal.db"));
        const { verifier, from } = keys.periods.at(-1) ?? keys.periods[0];
        printMark(keys.log);
        const rest = await asOwnerOf(folder, () => Promise.resolve(restText(folder, keys.log, verifier.vkey)));
        const rows = [
          ["log", keys.log],
          ["vkey", verifier.vkey],
          ["fingerprint", fingerprintText(verifier)],
          ["signs", `from record ${from} on, as key ${keys.periods.length} of the log`],
          ["at rest", rest],
        ];
        printLines(tableLines(rows));
        if (options.qr === true) printLine(qrText(verifier.vkey));
      }),
    );
}

/** `tirada key rotate`. */
export function addKeyRotate(command: Command): void {
  command
    .option(...CONFIG_OPTION)
    .option(...STORAGE_OPTION)
    .option("--stolen", "the old key may be known to others: nothing counts any more that it alone vouches for")
    .action((options) =>
      readable(async () => {
        const { folder } = await namedTable(options);
        const path = join(folder, "journal.db");
        const { log } = journalKeys(path);
        printMark(log);
        const asked = {
          path,
          keyPath: keyPathOf(folder, log),
          log,
          rel: RELEASE_ID,
          wall: systemClock().wall(),
          reason: options.stolen === true ? ("stolen" as const) : ("planned" as const),
        };
        const rotated = await asOwnerOf(folder, () => Promise.resolve(rotateKey(asked)));
        const { seq, oldVkey, newVkey, notes } = rotated;
        printLine(`record ${seq}: the key of ${log} gave way`);
        printLines([`old key  ${oldVkey}`, `new key  ${newVkey}`, ...notes.map((note) => `note: ${note}`)]);
        printLine(
          `now hand the new key to the inspector, who enrols it since record ${seq + 1}, and add it to the logs of the witness`,
        );
      }),
    );
}

/** `tirada key list`. */
export function addKeyList(command: Command): void {
  command
    .argument("<journal>", "a journal (journal.db) or its storage folder, also of a running unit")
    .option("--json", "one JSON object")
    .action((file, { json = false }) =>
      readable(() => {
        const keys = journalKeys(journalPath(file));
        if (json)
          return printLine(JSON.stringify({ mode: modeOfLog(keys.log), log: keys.log, keys: keys.stated() }));
        printMark(keys.log);
        for (const [at, { verifier, from }] of keys.periods.entries()) {
          const next = keys.joints[at];
          const until = next === undefined ? "on" : `to ${next.seq}`;
          const why = next === undefined ? "" : `, gave way: ${next.reason}`;
          printLine(`key ${at + 1}  from record ${from} ${until}${why}`);
          printLine(`       ${verifier.vkey}`);
        }
      }),
    );
}

/** What is a test says so first. */
function printMark(log: string): void {
  if (modeOfLog(log) === "test") printLine(`${markOf("test")}a test table, nothing that it signs counts`);
}

/** Where the key lies that signs. */
function restText(folder: string, log: string, vkey: string): string {
  const held = heldOrNull(folder, log)?.find(({ signer }) => signer.verifier.vkey === vkey);
  if (held === undefined)
    return `not in ${folder}: a credential of the table's service (the technician's page says so), or lost`;
  return held.place === "credential"
    ? `the credential ${CREDENTIAL} of the service manager, ${held.path}`
    : `${held.path}, in plain, readable by its owner alone (mode 0600)`;
}

/** Null: no key is in the folder. */
function heldOrNull(folder: string, log: string): readonly HeldKey[] | null {
  try {
    return heldKeys(keyPathOf(folder, log), log, false);
  } catch (error) {
    if (error instanceof JournalError && error.code === "key" && error.message.includes("is missing"))
      return null;
    throw error;
  }
}

/** What goes wrong is one line with its exit status. */
async function readable(act: () => Promise<void> | void): Promise<void> {
  try {
    await act();
  } catch (error) {
    throw error instanceof KeyError ? usageProblem(error.message, error) : asProblem(error);
  }
}

/** `tirada key enrol`. */
export function addKeyEnrol(command: Command): void {
  command
    .argument("<vkey>", "the table's verification key, as its technician's page and `tirada key show` have it")
    .requiredOption("--keys <file>", "the inspector's file of keys; made if it is not there")
    .option(
      "--since <n>",
      "first record that the key signs, where the table had another key before",
      wholeNumber("--since"),
    )
    .option("--test", "it is the key of a test table, whose records do not count")
    .action((vkey, { keys, since = null, test = false }) =>
      readable(() => {
        const key = { verifier: parseVkey(vkey), since, revokedFrom: null };
        enrolKey(keys, key, test);
      }),
    );
}

/** `tirada key revoke`. */
export function addKeyRevoke(command: Command): void {
  command
    .argument("<vkey>", "a key that is enrolled")
    .requiredOption("--keys <file>", "the inspector's file of keys")
    .requiredOption(
      "--from <n>",
      "first record of which the key's signature counts for nothing",
      wholeNumber("--from"),
    )
    .action((vkey, { keys, from }) => readable(() => revokeKey(vkey, keys, from)));
}

function enrolKey(path: string, key: TrustedKey, test: boolean): void {
  const text = isThere(path) ? readKeys(path) : "";
  withKey(parseTrust(text), key, test);
  replaceKeys(path, `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${trustLine(key)}\n`);
  const { since, verifier } = key;
  const { name } = verifier;
  const mark = markOf(modeOfLog(name));
  printLine(`${mark}${name} is enrolled in ${path}${since === null ? "" : `, since record ${since}`}`);
}

/** Changes the one line of that key; all others, with what is noted there, stay as they are. */
function revokeKey(vkey: string, path: string, from: number): void {
  const text = readKeys(path);
  const revoked = withRevoked(parseTrust(text), vkey, from).find(({ verifier }) => verifier.vkey === vkey);
  if (revoked === undefined) throw new KeyError(`${vkey} is not among the keys of ${path}`);
  const lines = text.split("\n");
  replaceKeys(
    path,
    lines.map((line) => (line.trim().split(" ")[0] === vkey ? trustLine(revoked) : line)).join("\n"),
  );
  printLine(`${vkey} counts for nothing from record ${from} on; what came before needs another voucher`);
}

const readKeys = (path: string): string => readSmall(path, MAX_TRUST_BYTES).toString("utf8");

const replaceKeys = (path: string, text: string): void =>
  onDisk("writing", path, () => replaceDurably(path, text, { mode: 0o600 }));
