import { isThere } from "../../files/disk.ts";
import { onDisk } from "../../files/errors.ts";
import { readTextFile } from "../../files/read-file.ts";
import { ReleaseError } from "../releases/errors.ts";
import { requireInstalled, slotFolder } from "../releases/unpack.ts";
import { signedDifference } from "../update/signed-target.ts";
import { manifestOf } from "./prepare.ts";
import { releasesFolder } from "./slots.ts";

/**
 * Digests of the releases that packages laid down here, one a line, which root alone writes (`firmware/delivery/packaging/name-packaged`).
 * Where it is not there, nobody has said yet that a release must be signed: a machine whose package is of before.
 */
export const PACKAGED = "/etc/tirada/packaged-releases";
const PACKAGED_MAX_BYTES = 65_536;

export interface HeldParts {
  /** Folder of the updater. */
  readonly root: string;
  /** The root of the image repository that came with the unit. */
  readonly unitRoot: Buffer;
  readonly packaged?: string;
}

/** Why a release is neither one that a package laid down nor one that was signed; null: it is. Throws a JournalError when the disk fails. */
export function unsignedDifference(
  { root, unitRoot, packaged = PACKAGED }: HeldParts,
  rel: string,
): string | null {
  const lines = onDisk("reading", packaged, () =>
    isThere(packaged) ? readTextFile(packaged, PACKAGED_MAX_BYTES).split("\n") : null,
  );
  if (lines === null || lines.some((line) => line.split(" ", 1)[0] === rel)) return null;
  return signedDifference(root, rel, unitRoot);
}

/** Every file of an installed release against its manifest, and the manifest against what was signed. Null: no difference. */
export function slotDifference(parts: HeldParts, rel: string): string | null {
  try {
    requireInstalled(slotFolder(releasesFolder(parts.root), rel), manifestOf(parts.root, rel));
  } catch (error) {
    if (error instanceof ReleaseError) return error.message;
    throw error;
  }
  return unsignedDifference(parts, rel);
}
