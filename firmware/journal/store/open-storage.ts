import { dirname, join } from "node:path";
import type { Signer } from "../../../src/record/keys.ts";
import { isThere, unlinkSync } from "../../files/disk.ts";
import { lockExclusively, hasNoJournal, openForWriting } from "../../evidence/log/database.ts";
import { createDurably, makePrivate, namesIn, syncFolder } from "../../files/durable.ts";
import { epochPaths, epochsFolderOf, requireNoLink } from "../../evidence/log/epoch-files.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import { FileWatch } from "../../files/file-watch.ts";
import { readStart } from "../../files/files.ts";
import { HEAD_BYTES, headPathOf, makeHeadFile } from "../../evidence/log/head-file.ts";
import {
  credentialPath,
  heldKeys,
  oldKeys,
  removeOldKeys,
  settleKeys,
  type HeldKey,
  type KeyPlace,
} from "../keys/key-files.ts";
import { requireOwnFolder } from "../keys/keys.ts";
import type { WorkerOptions } from "../thread/messages.ts";
import { openStore } from "./open-store.ts";
import { newLog, writeOrCompareLog } from "../../evidence/log/stored-log.ts";
import { Recorder } from "./recorder.ts";
import type { CopyRestored, SecondAtStart } from "../second/begin-second.ts";
import type { NewestSource } from "../second/restore-files.ts";
import type { Store } from "./store.ts";
import { isAnySealed, unsealAll } from "../../evidence/verify/unseal.ts";

/** Everything under a storage folder, open and checked. */
export interface Storage {
  readonly signer: Signer;
  /** Where the key lies that signs. */
  readonly keyPlace: KeyPlace;
  readonly store: Store;
  readonly recorder: Recorder | null;
  /** What was amiss without anything being missing, such as a recording that could not be opened whole: one line each. */
  readonly notes: readonly string[];
  /** The second copy, if the table has one, and what came back from it; null: nothing did. */
  readonly second: SecondAtStart | null;
  readonly restored: CopyRestored | null;
}

const NO_LIMITS = { recordingBytes: null, pictureBytes: null };

/** Files that only a table which has played leaves in its folders. */
const RECORDINGS = /\.(?:jsonl|sealed|damaged)$/;
const PICTURES = /^[0-9a-f]{64}\.png$/;

/**
 * Opens key, journal, head file and recordings, or begins them where nothing of a table is. Throws a JournalError, `missing`
 * where the journal is gone from what belongs to it; then nothing was written. `second`: the second copy that `options` name.
 */
export function openStorage(options: WorkerOptions, second: SecondAtStart | null = null): Storage {
  const { path, keyPath, log, mode, recordings } = options;
  if (mode !== null) requireOwnFolder(keyPath, mode);
  if (second !== null) restoreWhereSecondIsAlone(second, options);
  createWhereNothingIs(options);
  const held = heldKeys(keyPath, log, false);
  second?.requireOwn(held.map(({ signer }) => signer.verifier));
  const headPath = headPathOf(path);
  const { store, watch } = openWithSecond(second, options, held);
  try {
    if (recordings === null) store.requireWhole();
    onDisk("setting the rights of", path, () => makePrivate([path, `${path}-lock`, headPath]));
    const damaged = second?.exchangeDamagedFiles(store) ?? [];
    const restored = second?.restoreFiles(options.second?.kept ?? NO_LIMITS, newestSources(store)) ?? null;
    // What a life before left sealed is opened now: its round is over, the unit gives it up as it starts.
    const { signer } = store;
    const settled = settleKeys(keyPath, held, store.keys);
    const opened = recordings === null ? [] : unsealWithKeys(recordings.dir, held, oldKeys(keyPath, log));
    const notes = [...store.notes, ...damaged, ...settled.notes, ...opened];
    const recorder = recordings === null ? null : new Recorder(recordings, signer, watch);
    recorder?.setNewestSegment(newestSources(store).at(-1)?.segment ?? null);
    if (settled.current.place === "file") watch.add(keyPath, false);
    if (recordings !== null) watch.add(recordings.dir, true);
    return { signer, keyPlace: settled.current.place, store, recorder, notes, second, restored };
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

/** A new disk with the key put back: the journal comes back from the second copy. Without the key nothing is begun beside it. */
function restoreWhereSecondIsAlone(second: SecondAtStart, { path, keyPath, log }: WorkerOptions): void {
  if (!second.isAlone) return;
  if (!isThere(keyPath) && credentialPath() === null)
    throw new JournalError(
      "key",
      `the second copy ${second.second.folder} holds a journal, and of ${dirname(path)} neither journal nor key is there: ` +
        "put the key back, and the journal is restored; or name an empty folder in storage.second.folder",
    );
  second.requireOwn(heldKeys(keyPath, log, false).map(({ signer }) => signer.verifier));
  if (second.canRestore) second.restore("first-missing");
}

interface OpenJournal {
  readonly store: Store;
  readonly watch: FileWatch;
}

/** Opens the journal; what it lost comes back from the second copy first. */
function openWithSecond(
  second: SecondAtStart | null,
  { path, maxPages, mode, prune = null }: WorkerOptions,
  [{ signer }, ...more]: ReturnType<typeof heldKeys>,
): OpenJournal {
  const others = more.map((key) => key.signer);
  const open = (): OpenJournal => {
    const watch = new FileWatch();
    const headPath = headPathOf(path);
    const store = openStore({ path, signer, others, maxPages, mode, mustExist: true, headPath, watch, prune });
    return { store, watch };
  };
  let opened: OpenJournal;
  try {
    opened = open();
  } catch (error) {
    const isDamage = error instanceof JournalError && ["corrupt", "missing"].includes(error.code);
    if (!isDamage || second?.canRestore !== true) throw error;
    second.restore("first-damaged");
    opened = open();
  }
  if (second === null) return opened;
  const asked = <T>(ask: () => T): T => {
    try {
      return ask();
    } catch (error) {
      opened.store.fail(new JournalError("closed", `the journal ${path} was not opened`));
      throw error;
    }
  };
  const reopenAfter = (change: () => void): void => {
    opened.store.fail(new JournalError("closed", `the journal ${path} is restored`));
    change();
    opened = open();
  };
  if (asked(() => second.isAhead())) reopenAfter(() => second.restore("first-behind"));
  const damaged = asked(() => second.damagedEpochs(opened.store));
  if (damaged !== null) reopenAfter(() => second.exchangeEpochs(damaged));
  return opened;
}

/** So many records are looked through for what they came from. */
const SOURCES = 256;

/** What the newest records came from that came from the same recording as the last one, the newest last. */
function newestSources(store: Store): readonly NewestSource[] {
  const found = store.recent(Math.min(SOURCES, store.head.seq)).flatMap(({ fields }) => {
    const { segment, bytes, sha256 } = (fields["src"] ?? {}) as Partial<NewestSource>;
    return typeof segment === "string" ? [{ segment, bytes: Number(bytes), sha256: String(sha256) }] : [];
  });
  return found.filter(({ segment }) => segment === found.at(-1)?.segment);
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
    const isBegun = isThere(marker);
    const dir = recordings?.dir ?? null;
    // What a first start leaves that was cut: the marker, the key, a head without a mark, a journal without records.
    const left = isBegun ? playedTracesOf(path, dir) : tracesOf(path, keyPath, dir);
    if (left !== null && !hasNoJournal(path))
      throw new JournalError(
        "missing",
        `${marker} says that no journal was there yet, and this table has played (${left}): ` +
          `verify ${path}, and remove the marker when it is whole`,
      );
    if (left !== null)
      throw new JournalError(
        "missing",
        `the key and recordings of ${dirname(path)} are here (${left}), the journal ${path} is missing` +
          `${isBegun ? `, and ${marker} says that none was there yet` : ""}: restore it, or begin a new log in an empty folder`,
      );
    if (!isBegun) onDisk("beginning the journal", path, () => createDurably(marker, new Uint8Array(), 0o600));
    const [{ signer }] = heldKeys(keyPath, log, true);
    makeHeadFile(headPathOf(path));
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
  const files = [keyPath, headPathOf(path), `${path}-wal`].filter((file) => isThere(file));
  return files[0] ?? playedTracesOf(path, recordings);
}

/** What only a table leaves there that has played, or null. */
function playedTracesOf(path: string, recordings: string | null): string | null {
  const folder = dirname(path);
  const head = headPathOf(path);
  const isMarked = isThere(head) && readStart(head, HEAD_BYTES).some((byte) => byte !== 0);
  const files = [...(isMarked ? [head] : []), ...[epochsFolderOf(path)].filter((file) => isThere(file))];
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
