import type { Command } from "commander";
import { KeyError, parseVkey } from "../../src/record/keys.ts";
import { markOf, modeOfLog } from "../../src/record/mode.ts";
import {
  MAX_TRUST_BYTES,
  parseTrust,
  trustLine,
  withKey,
  withRevoked,
  type TrustedKey,
} from "../../src/record/trust.ts";
import { isThere } from "../files/disk.ts";
import { replaceDurably } from "../files/durable.ts";
import { onDisk } from "../files/errors.ts";
import { readSmall } from "../files/files.ts";
import { usageProblem } from "../problem.ts";
import { asProblem } from "../unit/failure.ts";
import { printLine, wholeNumber } from "./common.ts";

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

function readable(act: () => void): void {
  try {
    act();
  } catch (error) {
    throw error instanceof KeyError ? usageProblem(error.message, error) : asProblem(error);
  }
}
