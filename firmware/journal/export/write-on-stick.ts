import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { fillText } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { lstatAsync, mkdirAsync, rmAsync } from "../../files/disk.ts";
import { syncFolderLater } from "../../files/durable.ts";
import { deviceNumbers } from "../../files/mounts.ts";
import type { StickPart } from "../../files/sticks.ts";
import { EXIT, Problem } from "../../problem.ts";
import { SIGNATURE_ENDING, SIGNERS_ENDING } from "./export.ts";
import { stickTrouble, type StickSeen } from "./choose-stick.ts";

const { stick: WORDS } = textsOf("acts");

/**
 * The folder of a table on a stick, made where it is not there: a file of two tables is found again. Rejects with a Problem where the stick
 * is another one than was looked at, or the folder's name leads away from it.
 */
export async function folderOnStick({ name, part }: StickSeen, log: string): Promise<string> {
  const { at, device } = part;
  try {
    if (at === null || (await isElsewhere(at, device))) throw problem(WORDS.pulled, name);
    const folder = join(at, `tirada-${log.replaceAll(/[^\w-]+/g, "-").slice(0, 60)}`);
    await mkdirAsync(folder).catch(unlessThere);
    await syncFolderLater(at);
    if (await isElsewhere(folder, device)) throw problem(WORDS["leads-away"], name);
    return folder;
  } catch (error) {
    throw asStickProblem(error, name);
  }
}

/** Throws what is no word of a name that is taken. */
function unlessThere(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
}

/** A folder that is none, is a link, or lies on another device. */
async function isElsewhere(folder: string, device: StickPart["device"]): Promise<boolean> {
  const found = await lstatAsync(folder);
  return !found.isDirectory() || deviceNumbers(found.dev) !== device;
}

/** How what was written is known again. */
export interface WrittenDigest<T> {
  readonly algorithm: "sha256" | "sha512";
  readonly of: (written: T) => string;
}

/**
 * Has a file written on a stick, and reads it back from the stick itself. Rejects with a Problem that says what to do, and leaves no file
 * there under its name that did not come out whole.
 */
export async function writeOnStick<T>(
  stick: StickSeen,
  path: string,
  digest: WrittenDigest<T>,
  write: () => Promise<T>,
): Promise<T> {
  const written = await write().catch((error: unknown) => {
    throw asStickProblem(error, stick.name);
  });
  await requireReadBack(stick, path, { algorithm: digest.algorithm, hex: digest.of(written) });
  return written;
}

/** Rejects with a Problem, and takes the file away, where its stick does not have what was written. */
export async function requireReadBack(
  { name, part }: StickSeen,
  path: string,
  { algorithm, hex }: { readonly algorithm: string; readonly hex: string },
): Promise<void> {
  try {
    if (deviceNumbers((await lstatAsync(path)).dev) !== part.device) throw problem(WORDS.pulled, name);
    const found = await digestOnDisk(path, algorithm);
    if (found === null) throw problem(WORDS["not-read-back"], name);
    if (found !== hex) throw problem(WORDS["read-otherwise"], name);
  } catch (error) {
    for (const ending of ["", SIGNATURE_ENDING, SIGNERS_ENDING])
      await rmAsync(`${path}${ending}`, { force: true }).catch(() => undefined);
    throw asStickProblem(error, name);
  }
}

/** Letters that a program may say why it could not read. */
const SAID_MAX = 400;

/**
 * Digest of a file as its disk has it, past what the machine remembers of it: what was only in memory would be gone with the stick. Null:
 * its file system reads nothing so. Rejects with an error that has the disk's code.
 */
async function digestOnDisk(path: string, algorithm: string): Promise<string | null> {
  const reading = spawn("dd", [`if=${path}`, "iflag=direct", "bs=1M", "status=none"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
  });
  const digest = createHash(algorithm);
  let said = "";
  reading.stderr.setEncoding("utf8").on("data", (words: string) => (said = (said + words).slice(-SAID_MAX)));
  const ended = new Promise<number | null>((resolve, reject) => {
    reading.once("error", reject);
    reading.once("close", resolve);
  });
  // It may fail before the pieces have come to their end.
  ended.catch(() => undefined);
  for await (const piece of reading.stdout) digest.update(piece as Buffer);
  if ((await ended) === 0) return digest.digest("hex");
  if (/Invalid argument/.test(said)) return null;
  throw Object.assign(new Error(said.trim()), { code: "EIO" });
}

/** What the disk of a stick did as a Problem; anything else as it is. */
export function asStickProblem(error: unknown, name: string): unknown {
  const words = error instanceof Problem ? null : stickTrouble(error, name);
  return words === null ? error : new Problem(EXIT.usage, words, { cause: error });
}

const problem = (words: Text, stick: string): Problem => new Problem(EXIT.usage, fillText(words, { stick }));
