import { join } from "node:path";
import { lstatSync, readdirSync, readlinkSync, rmSync, symlinkSync } from "../../files/disk.ts";
import { makeFolder, renameDurably, replaceDurably, syncFolder } from "../../files/durable.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import { readTextFile } from "../../files/read-file.ts";
import { pruneSigned } from "../update/signed-target.ts";

/**
 * Where the releases of a table lie:
 *
 * - `rel/<digest>`: a slot for each release, whole or not there (`firmware/delivery/releases/unpack.ts`);
 * - `signed/<digest>`: what those who sign releases have said of it (`firmware/delivery/update/signed-target.ts`);
 * - `current`: a link to the slot that the next start of the table runs;
 * - `confirmed`: a link to the slot that has passed its trial last; the updater itself runs from there;
 * - `former`: a link to the slot that was confirmed before it;
 * - `trial`: while it is there, the release in it is on trial, and has so many starts left;
 * - `returned`: why the launcher went back to the confirmed slot, until the updater has told the table.
 *
 * Each changes in one rename and is durable when the call returns. The launcher (`firmware/delivery/packaging/launch`) reads and writes the same
 * names.
 */
export type SlotLink = "current" | "confirmed" | "former";

export const RELEASES = "rel";
const TRIAL = "trial";
const RETURNED = "returned";

/** Starts that a release on trial has before the launcher goes back. */
export const TRIAL_STARTS = 2;

const DIGEST = /^[0-9a-f]{64}$/;
const FILE_MAX_BYTES = 1_024;

/** A release on trial. */
export interface Trial {
  readonly rel: string;
  /** Starts that it has left. */
  readonly tries: number;
}

/** What lies in the folder. A link that leads to no slot counts as none. */
export interface Slots {
  readonly current: string | null;
  readonly confirmed: string | null;
  readonly former: string | null;
  readonly trial: Trial | null;
  /** The launcher went back from this release. */
  readonly returned: { readonly rel: string; readonly why: string } | null;
  /** Digests of the slots that are there, sorted. */
  readonly installed: readonly string[];
}

/** Folder of the slots. */
export const releasesFolder = (root: string): string => join(root, RELEASES);

/** Reads what lies in the folder. Throws a JournalError when the disk fails, or when `trial` is none. */
export function readSlots(root: string): Slots {
  return onDisk("reading the slots in", root, () => {
    const installed = namesIn(releasesFolder(root)).filter((name) => DIGEST.test(name));
    const link = (name: SlotLink): string | null => {
      const digest = digestBehind(join(root, name));
      return digest !== null && installed.includes(digest) ? digest : null;
    };
    return {
      current: link("current"),
      confirmed: link("confirmed"),
      former: link("former"),
      trial: readTrial(root),
      returned: readReturned(root),
      installed,
    };
  });
}

function namesIn(folder: string): readonly string[] {
  return lstatSync(folder, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(folder).sort();
}

function digestBehind(path: string): string | null {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return null;
  const [, digest] = /^rel\/([0-9a-f]{64})$/.exec(readlinkSync(path)) ?? [];
  return digest ?? null;
}

function linesOf(path: string): readonly string[] | null {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
  return readTextFile(path, FILE_MAX_BYTES).split("\n");
}

function readTrial(root: string): Trial | null {
  const lines = linesOf(join(root, TRIAL));
  if (lines === null) return null;
  const [, rel] = /^rel ([0-9a-f]{64})$/.exec(lines[0] ?? "") ?? [];
  const [, tries] = /^tries (\d)$/.exec(lines[1] ?? "") ?? [];
  if (rel !== undefined && tries !== undefined) return { rel, tries: Number(tries) };
  throw new JournalError(
    "corrupt",
    `${join(root, TRIAL)} is damaged; the next start of the table goes back to the confirmed release`,
  );
}

function readReturned(root: string): Slots["returned"] {
  const lines = linesOf(join(root, RETURNED));
  if (lines === null) return null;
  const [, rel = ""] = /^rel ([0-9a-f]{64})$/.exec(lines[0] ?? "") ?? [];
  const [, why = "unknown"] = /^why ([a-z-]{1,40})$/.exec(lines[1] ?? "") ?? [];
  return { rel, why };
}

/** Puts a release on trial: from the next start that runs it on, its starts count. */
export function writeTrial(root: string, { rel, tries }: Trial): void {
  replaceFile(root, TRIAL, `rel ${rel}\ntries ${tries}\n`);
}

/** The release on trial is given up; from here on it is gone back, however often that is cut. */
export function writeReturned(root: string, rel: string, why: string): void {
  replaceFile(root, RETURNED, `rel ${rel}\nwhy ${why}\n`);
}

/** The trial is over, whatever came of it. */
export function removeTrial(root: string): void {
  removeFile(root, TRIAL);
}

/** The table knows why the launcher went back. */
export function removeReturned(root: string): void {
  removeFile(root, RETURNED);
}

/** Lets a link lead to a slot, in one step. */
export function pointTo(root: string, link: SlotLink, digest: string): void {
  onDisk("switching the release in", root, () => {
    const fresh = join(root, `${link}.new`);
    rmSync(fresh, { force: true });
    symlinkSync(`${RELEASES}/${digest}`, fresh);
    renameDurably(fresh, join(root, link));
  });
}

/** Replaces a small file of the folder: the old one or the new one, whenever the power goes. */
export function replaceFile(root: string, name: string, text: string): void {
  onDisk("writing", join(root, name), () => {
    makeFolder(root);
    replaceDurably(join(root, name), text, { mode: 0o644 });
  });
}

export function removeFile(root: string, name: string): void {
  onDisk("removing", join(root, name), () => {
    rmSync(join(root, name), { force: true });
    syncFolder(root);
  });
}

/**
 * Removes the slots that nothing needs: all but the current, the confirmed and the former one, the one on trial and those in `keep`.
 * A slot loses its name before its files go, so none is ever there in parts.
 */
export function pruneSlots(root: string, keep: readonly string[] = []): readonly string[] {
  const { current, confirmed, former, trial, installed } = readSlots(root);
  const needed = [current, confirmed, former, trial?.rel ?? null, ...keep];
  return onDisk("removing old releases in", root, () => {
    const releases = releasesFolder(root);
    for (const name of namesIn(releases))
      if (name.startsWith(".old-")) rmSync(join(releases, name), { recursive: true, force: true });
    const old = installed.filter((digest) => !needed.includes(digest));
    for (const digest of old) {
      const away = join(releases, `.old-${digest}`);
      renameDurably(join(releases, digest), away);
      rmSync(away, { recursive: true, force: true });
    }
    pruneSigned(
      root,
      installed.filter((digest) => needed.includes(digest)),
    );
    return old;
  });
}
