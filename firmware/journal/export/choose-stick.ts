import { fillText, sameText } from "../../../src/text/every-language.ts";
import { bytesText } from "../../../src/text/bytes-text.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { accessAsync, constants, statfsAsync } from "../../files/disk.ts";
import { readMounts } from "../../files/mounts.ts";
import { findSticks, type StickPart } from "../../files/sticks.ts";

const { stick: WORDS } = textsOf("acts");

/** So much must be free before anything is written, bytes. */
export const STICK_FREE_MIN = 16 * 1_048_576;
/** The label by which a unit mounts a stick by itself (docs/technician/image.md). */
const LABEL = "TIRADA";

/** A stick that is plugged in, as people choose among them. */
export interface StickSeen {
  readonly id: string;
  /** Its maker and model, what it holds, its label. */
  readonly name: string;
  /** Bytes; null: it is not to be used. */
  readonly free: number | null;
  /** Why nothing can be written on it, and what to do; null: it can. */
  readonly why: Text | null;
  readonly part: StickPart;
}

/** The sticks that are plugged in now, each with why it cannot be used. A slow one holds up nobody: a round may run beside it. */
export const seenSticks = (kept: readonly string[]): Promise<readonly StickSeen[]> =>
  Promise.all(findSticks(kept).map(seenStick));

async function seenStick(part: StickPart): Promise<StickSeen> {
  const { id, stick, bytes, label } = part;
  const name = [stick, `${Math.round(bytes / 1e9)} GB`, label].filter((one) => one !== null).join(", ");
  const why = whyNotMounted(part);
  if (why !== null || part.at === null) return { id, name, free: null, why, part };
  try {
    await accessAsync(part.at, constants.W_OK);
    const { bavail, bsize } = await statfsAsync(part.at);
    const free = bavail * bsize;
    const isFull = free < STICK_FREE_MIN;
    const full = fillText(WORDS.full, { stick: name, free: bytesText(free), need: bytesText(STICK_FREE_MIN) });
    return { id, name, free, why: isFull ? full : null, part };
  } catch (error) {
    return { id, name, free: null, why: stickTrouble(error, name) ?? sameText(String(error)), part };
  }
}

function whyNotMounted({ name, stick, fileSystem, label, at, isLocked, isReadOnly }: StickPart): Text | null {
  if (isLocked) return fillText(WORDS.locked, { stick });
  if (at !== null) return isReadOnly ? fillText(WORDS["mounted-read-only"], { stick, at }) : null;
  if (fileSystem === null) return fillText(WORDS["not-formatted"], { stick, label: LABEL, name });
  return fillText(WORDS["not-mounted"], {
    stick,
    label: LABEL,
    name,
    holds: `${fileSystem}, ${label ?? "—"}`,
  });
}

export type ChosenStick =
  | { readonly ok: true; readonly stick: StickSeen }
  | { readonly ok: false; readonly why: Text };

/** The stick that is meant. `wanted` null: the only one that can be used. */
export function chooseStick(seen: readonly StickSeen[], wanted: string | null): ChosenStick {
  const [first] = seen;
  if (first === undefined) return { ok: false, why: fillText(WORDS.none, { label: LABEL }) };
  if (wanted !== null) {
    const found = seen.find(({ id }) => id === wanted);
    if (found === undefined) return { ok: false, why: WORDS.gone };
    return found.why === null ? { ok: true, stick: found } : { ok: false, why: found.why };
  }
  const usable = seen.filter(({ why }) => why === null);
  const [only] = usable;
  if (only === undefined) return { ok: false, why: first.why ?? WORDS.gone };
  if (usable.length === 1) return { ok: true, stick: only };
  const sticks = usable.map(({ id, name }) => `${name} (${id})`).join(" · ");
  return { ok: false, why: fillText(WORDS.several, { sticks }) };
}

/** What the disk of a stick did, and what to do, by the code of the error; null: it is no trouble of a disk. */
export function stickTrouble(error: unknown, stick: string): Text | null {
  interface Coded {
    readonly code?: unknown;
  }
  const { code, cause } = (error ?? {}) as Coded & { readonly cause?: Coded };
  switch (cause === undefined ? code : cause.code) {
    case "ENOSPC":
    case "EDQUOT":
      return fillText(WORDS["filled-up"], { stick });
    case "EFBIG":
      return fillText(WORDS["too-large"], { stick });
    case "EROFS":
      return fillText(WORDS.locked, { stick });
    case "EACCES":
    case "EPERM":
      return fillText(WORDS["no-right"], { stick });
    case "EIO":
    case "ENODEV":
    case "ENXIO":
    case "ENOENT":
    case "ENOTDIR":
    case "EBADF":
    case "ESTALE":
    case "ENOTCONN":
    case "ESHUTDOWN":
      return fillText(WORDS.pulled, { stick });
    default:
      return null;
  }
}

/** Folders below which sticks are mounted. */
const STICK_FOLDERS = ["/media/", "/mnt/", "/run/media/"];

/**
 * Why a path that a person typed is not on the stick that they mean; null: it may be. Where nothing is mounted the folder of a stick is a
 * folder of the machine's own disk, and nobody would carry anything away.
 */
export function whyNoStickAt(path: string): Text | null {
  if (!STICK_FOLDERS.some((folder) => path.startsWith(folder))) return null;
  const isMounted = readMounts().some(
    ({ at }) => STICK_FOLDERS.some((folder) => `${at}/`.startsWith(folder)) && path.startsWith(`${at}/`),
  );
  return isMounted ? null : fillText(WORDS["nothing-there"], { path });
}
