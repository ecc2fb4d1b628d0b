import { isThere } from "../../files/disk.ts";
import { replaceDurably } from "../../files/durable.ts";
import { onDisk } from "../../files/errors.ts";
import { readTextFile } from "../../files/read-file.ts";

/** Beside a file that something new takes the place of: what it was before. */
const formerOf = (path: string): string => `${path}.former`;
/** Larger files are none of these. */
const SIZE_MAX = 16_777_216;
const MODE = 0o640;

/** Keeps a file as it is beside itself, before something new takes its place. @returns false: it is not there, and nothing is kept */
export function keepFormer(path: string): boolean {
  return onDisk("keeping the former", path, () => {
    if (!isThere(path)) return false;
    replaceDurably(formerOf(path), readTextFile(path, SIZE_MAX), { mode: MODE });
    return true;
  });
}

/**
 * Puts the former file in its place, and keeps beside it what it takes the place of. @returns its text, which `check` has not refused; null:
 * there is none
 */
export function bringFormerBack(path: string, check: (text: string) => void): string | null {
  return onDisk("bringing back the former", path, () => {
    if (!isThere(formerOf(path))) return null;
    const former = readTextFile(formerOf(path), SIZE_MAX);
    check(former);
    const now = isThere(path) ? readTextFile(path, SIZE_MAX) : null;
    replaceDurably(path, former, { mode: MODE });
    if (now !== null) replaceDurably(formerOf(path), now, { mode: MODE });
    return former;
  });
}
