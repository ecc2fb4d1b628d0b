import { createHash } from "node:crypto";
import {
  BUNDLE_PART_BYTES,
  lengthOfPart,
  partFault,
  type SentBundle,
} from "../../../src/orders/sent-bundle.ts";
import { closeSync, fsyncSync, ftruncateSync, isThere, openSync, readSync } from "../../files/disk.ts";
import { renameDurably, writeFully } from "../../files/durable.ts";
import { errorText, EXIT, Problem, usageProblem } from "../../problem.ts";

/**
 * Fetches a bundle into a new file, part by part, and holds each against what the table signed. `<out>.part` has those that are here:
 * what was fetched before is not asked for again. Throws a Problem that names the first part that is not right: status 6; those
 * before it stay.
 */
export async function fetchBundle(
  out: string,
  bundle: SentBundle,
  ask: (part: number) => Promise<Uint8Array>,
): Promise<void> {
  if (isThere(out)) throw usageProblem(`${out} is there already: name a new file`);
  const path = `${out}.part`;
  const fd = openPart(path);
  const whole = createHash("sha256");
  try {
    let part = 0;
    for (; part < bundle.parts.length; part++) {
      const bytes = readPart(fd, bundle, part);
      if (partFault(bundle, part, bytes) !== null) break;
      whole.update(bytes);
    }
    ftruncateSync(fd, Math.min(part * BUNDLE_PART_BYTES, bundle.bytes));
    for (; part < bundle.parts.length; part++) {
      const bytes = await ask(part);
      const fault = partFault(bundle, part, bytes);
      if (fault !== null)
        throw new Problem(EXIT.notValid, `part ${part + 1} of ${bundle.parts.length} of the bundle: ${fault}`);
      writeFully(fd, bytes, part * BUNDLE_PART_BYTES);
      whole.update(bytes);
    }
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  if (whole.digest("hex") !== bundle.sha256)
    throw new Problem(
      EXIT.notValid,
      "the bundle: its parts are right, and all of it is not what the table signed",
    );
  renameDurably(path, out);
}

function openPart(path: string): number {
  try {
    return openSync(path, isThere(path) ? "r+" : "wx+", 0o600);
  } catch (error) {
    throw usageProblem(`cannot write ${path}: ${errorText(error)}; name another file`, error);
  }
}

function readPart(fd: number, bundle: SentBundle, part: number): Buffer {
  const bytes = Buffer.alloc(lengthOfPart(bundle, part));
  return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, part * BUNDLE_PART_BYTES));
}
