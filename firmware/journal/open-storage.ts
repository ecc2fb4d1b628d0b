import { dirname, join } from "node:path";
import { KEY_ROTATED } from "../../src/record/key-history.ts";
import type { Signer } from "../../src/record/keys.ts";
import { isThere, unlinkSync } from "../disk/disk.ts";
import { lockExclusively, hasNoJournal, openForWriting } from "./database.ts";
import { createDurably, makePrivate, namesIn, syncFolder } from "./durable.ts";
import { epochPaths, epochsFolderOf, requireNoLink } from "./epoch-files.ts";
import { JournalError, onDisk } from "./errors.ts";
import { FileWatch } from "./file-watch.ts";
import { HeadFile, headPathOf } from "./head-file.ts";
import { heldKeys, oldKeys, removeOldKeys, settleKeys, type HeldKey, type KeyPlace } from "./key-files.ts";
import { requireOwnFolder } from "./keys.ts";
import type { WorkerOptions } from "./messages.ts";
import { openStore } from "./open-store.ts";
import { newLog, writeOrCompareLog } from "./stored-log.ts";
import { Recorder } from "./recorder.ts";
import type { Store } from "./store.ts";
import { isAnySealed, unsealAll } from "./unseal.ts";

/** Everything under a storage folder, open and checked. */
export interface Storage {
  readonly signer: Signer;
  /** Where the key lies that signs. */
  readonly keyPlace: KeyPlace;
  readonly store: Store;
  readonly recorder: Recorder | null;
  /** What was amiss without anything being missing, such as a recording that could not be opened whole: one line each. */
  readonly notes: readonly string[];
}

/** Files that only a table which has played leaves in its folders. */
const RECORDINGS = /\.(?:jsonl|sealed|damaged)$/;
const PICTURES = /^[0-9a-f]{64}\.png$/;

/**
 * Opens key, journal, head file and recordings, or begins them where nothing of a table is. Throws a JournalError, `missing`
 * where the journal is gone from what belongs to it; then nothing was written.
 */
export function openStorage(options: WorkerOptions): Storage {
  const { path, keyPath, log, mode, maxPages, recordings, prune = null } = options;
  if (mode !== null) requireOwnFolder(keyPath, mode);
  createWhereNothingIs(options);
  const held = heldKeys(keyPath, log, false);
  const [{ signer: first }, ...others] = held;
  const headPath = headPathOf(path);
  const watch = new FileWatch();
  const store = openStore({
    path,
    signer: first,
    others: others.map(({ signer }) => signer),
    maxPages,
    mode,
    mustExist: true,
    headPath,
    watch,
    prune,
  });
  try {
    if (recordings === null) store.requireWhole();
    onDisk("setting the rights of", path, () => makePrivate([path, `${path}-lock`, headPath]));
    // What a life before left sealed is opened now: its round is over, the unit gives it up as it starts.
    const { signer } = store;
    const settled = settleKeys(keyPath, held, store.keys);
    const opened = recordings === null ? [] : unsealWithKeys(recordings.dir, held, oldKeys(keyPath, log));
    const notes = [...store.notes, ...settled.notes, ...opened];
    const recorder = recordings === null ? null : new Recorder(recordings, signer, watch);
    recorder?.setNewestSegment(newestSegment(store));
    if (settled.current.place === "file") watch.add(keyPath, false);
    if (recordings !== null) watch.add(recordings.dir, true);
    return { signer, keyPlace: settled.current.place, store, recorder, notes };
  } catch (error) {
    store.fail(new JournalError("closed", `the journal ${path} was not opened`));
    throw error;
  }
}

/** Opens what was left sealed, with the key that signs and those before it; they go once nothing is sealed with them. */
function unsealWithKeys(dir: string, held: readonly HeldKey[], old: readonly HeldKey[]): string[] {
  const notes = unsealAll(
    dir,
    [...held, ...old].map(({ signer }) => signer),
  );
  return isAnySealed(dir) ? notes : [...notes, ...removeOldKeys(old)];
}

/** The recording that the newest record came from; a rotation of the key came from none. */
function newestSegment(store: Store): string | null {
  for (let seq = store.head.seq - 1; seq >= 0; seq--) {
    const [record] = store.records(seq, 1);
    const { segment } = (record?.fields["src"] ?? {}) as { readonly segment?: unknown };
    if (typeof segment === "string") return segment;
    if (record?.fields["kind"] !== KEY_ROTATED) return null;
  }
  return null;
}

/**
 * Key, head file and journal come into being together: an empty file beside the journal says that they are being made, so that
 * a first start which was cut can be done again, and a journal that is missing later never passes for a new one.
 */
function createWhereNothingIs({ path, keyPath, log, maxPages, recordings }: WorkerOptions): void {
  const marker = `${path}-new`;
  if (!hasNoJournal(path) && !isThere(marker))
    return requireNoLink([...epochPaths(path), epochsFolderOf(path), headPathOf(path)]);
  const hold = lockExclusively(path);
  try {
    if (!isThere(marker)) {
      const left = tracesOf(path, keyPath, recordings?.dir ?? null);
      if (left !== null)
        throw new JournalError(
          "missing",
          `the key and recordings of ${dirname(path)} are here (${left}), the journal ${path} is missing: ` +
            "restore it, or begin a new log in an empty folder",
        );
      onDisk("beginning the journal", path, () => createDurably(marker, new Uint8Array(), 0o600));
    }
    const [{ signer }] = heldKeys(keyPath, log, true);
    new HeadFile(headPathOf(path), signer).close();
    const { db } = openForWriting(path, maxPages, newLog(signer));
    try {
      writeOrCompareLog(db, signer);
    } finally {
      db.close();
    }
    onDisk("beginning the journal", path, () => {
      syncFolder(dirname(path));
      unlinkSync(marker);
      syncFolder(dirname(path));
    });
  } finally {
    hold.release();
  }
}

/** What a table left beside its journal, or null. */
function tracesOf(path: string, keyPath: string, recordings: string | null): string | null {
  const folder = dirname(path);
  const files = [keyPath, headPathOf(path), `${path}-wal`, epochsFolderOf(path)].filter((file) =>
    isThere(file),
  );
  const within = (dir: string, names: RegExp): string[] =>
    isThere(dir)
      ? namesIn(dir)
          .filter((name) => names.test(name))
          .map((name) => join(dir, name))
      : [];
  return (
    files[0] ??
    (recordings === null ? undefined : within(recordings, RECORDINGS)[0]) ??
    within(join(folder, "pictures"), PICTURES)[0] ??
    null
  );
}
