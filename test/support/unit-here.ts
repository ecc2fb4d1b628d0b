import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { ClockPaths } from "../../firmware/table/clock/clock-meter.ts";
import type { Journal, OpenEpoch } from "../../firmware/journal/thread/client.ts";
import { JournalError } from "../../firmware/files/errors.ts";
import { openStorage, type Storage } from "../../firmware/journal/store/open-storage.ts";
import { verifyEpoch } from "../../firmware/evidence/verify/verify-epoch.ts";
import { SecondAtStart } from "../../firmware/journal/second/begin-second.ts";
import type { FindPlace } from "../../firmware/journal/second/devices.ts";
import { SecondCopy, type ClosedFile } from "../../firmware/journal/second/second-copy.ts";
import type { CommitRequest } from "../../firmware/journal/thread/messages.ts";
import { keyPathOf } from "../../firmware/journal/keys/keys.ts";
import { RELEASE_ID } from "../../firmware/release.ts";
import type { TableSetup } from "../../firmware/table/setup/table-setup.ts";
import type { UnitParts } from "../../firmware/unit/parts.ts";
import { Unit } from "../../firmware/unit/unit.ts";
import { unrecordedValues } from "../../drivers/options.ts";
import type { Config } from "../../firmware/table/config/config.ts";
import { WHEEL_OPTIONS } from "../../firmware/table/config/devices.ts";
import { logInMode, type Mode } from "../../src/record/mode.ts";
import { fakeClock, type FakeClock } from "../../src/time/fake-clock.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import { monoUs, US_PER_MS } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";

const TABLE = "tirada.test/storage";
export const LOG = logInMode(TABLE, "test");
/** The log of a table in this mode. */
export const logHere = (mode: Mode, table = TABLE): string => logInMode(table, mode);

/** A whole unit on a storage folder, in this very thread and in simulated time. */
export interface UnitHere {
  readonly unit: Unit;
  readonly storage: Storage;
  /** Hashes of the records of which anybody was told, by their number. */
  readonly told: readonly string[];
  readonly kinds: readonly string[];
  /** The records of this life, as they became durable. */
  readonly bodies: readonly RecordBody[];
  readonly notices: readonly string[];
  /** What the unit does once a second with its journal; the disk has a moment. */
  look(): Promise<void>;
  /** Ends without another word, as far as a process can do that to itself. */
  kill(): void;
}

/** The time of the unit, and where it finds a clock with a battery; without paths it has none. */
export interface UnitHereClock {
  readonly clock?: FakeClock;
  readonly clockPaths?: ClockPaths;
  /** Records of an epoch, where not as many as usual. */
  readonly epochRecords?: number;
  /** A test, unless it is to be a table that counts. */
  readonly mode?: Mode;
  /** Name of its log, before the mark of a test. */
  readonly table?: string;
  /** Folder of the second copy, and where folders lie. */
  readonly second?: SecondHere;
  /** Keeps its ports; left out: there is nothing at them. */
  readonly keep?: UnitParts["keep"];
}

export interface SecondHere {
  readonly folder: string;
  readonly find?: FindPlace;
}

const nothing = (): Promise<void> => Promise.resolve();

/** Any two folders lie on disks of their own. */
export const APART: FindPlace = (folder) => ({ fileSystem: folder.length, disks: [folder] });

/** Opens the folder as the unit does. Rejects as it does. */
export async function unitHere(
  folder: string,
  setup: TableSetup,
  release = RELEASE_ID,
  {
    clock = fakeClock(1_000),
    clockPaths,
    epochRecords,
    second,
    mode = "test",
    table = TABLE,
    keep = () => ({ write: nothing, reopen: nothing, isServed: () => true, stop: nothing }),
  }: UnitHereClock = {},
): Promise<UnitHere> {
  const dir = join(folder, "recordings");
  mkdirSync(dir, { recursive: true });
  if (second !== undefined) mkdirSync(second.folder, { recursive: true });
  const kept = { recordingBytes: null, pictureBytes: null };
  const path = join(folder, "journal.db");
  const secondOptions = second === undefined ? null : { folder: second.folder, required: true, kept };
  const find = second?.find ?? APART;
  const storage = openStorage(
    {
      path,
      keyPath: keyPathOf(folder, logHere(mode, table)),
      log: logHere(mode, table),
      mode,
      maxPages: null,
      recordings: { dir, keepBytes: 1_000_000_000 },
      second: secondOptions,
    },
    secondOptions === null ? null : new SecondAtStart(path, secondOptions, find),
  );
  let follow: FollowHere;
  try {
    follow = followHere(storage, find);
  } catch (error) {
    storage.store.fail(new JournalError("closed", "the second copy failed"));
    throw error;
  }
  const kill = (): void => {
    follow.close();
    storage.recorder?.close();
    storage.store.fail(new JournalError("closed", "killed"));
  };
  const reported: string[] = [];
  const kinds: string[] = [];
  const bodies: RecordBody[] = [];
  const notices: string[] = [];
  let secrets = storage.store.head.seq * 1_000;
  const failures: Error[] = [];
  try {
    const unit = await Unit.start({
      config: {
        ...configHere(folder, mode, table),
        ...(clockPaths && { clock: { service: "none", rtc: true } }),
        ...(epochRecords !== undefined && { storage: { ...configHere(folder).storage, epochRecords } }),
      },
      clockPaths,
      setup,
      journal: journalHere(storage, follow),
      clock,
      release,
      secrets: () => String(++secrets).padStart(64, "0"),
      events: {
        onRecord: ({ seq, hash, body }) =>
          void ((reported[seq] = hash), (kinds[seq] = body.kind), bodies.push(body)),
        onNotice: (line) => void notices.push(line),
        onFailed: (error) => void failures.push(error),
      },
      keep,
    });
    if (failures[0] !== undefined) throw failures[0];
    const look = async (): Promise<void> => {
      await unit.lookAtJournal();
      if (storage.store.epochs.isClosing) await systemClock().sleep(US_PER_MS);
    };
    return { unit, storage, told: reported, kinds, bodies, notices, look, kill };
  } catch (error) {
    kill();
    throw error;
  }
}

/** Reads all closed epochs again, as the background does within a day. Throws what that finds. */
export function rereadAll({ storage: { store } }: UnitHere): void {
  for (let epoch = 0; epoch < store.epochs.closedCount; epoch++)
    store.acceptReread(epoch, verifyEpoch(store.epochs.rereadTask(epoch)));
}

interface FollowHere {
  follow(): void;
  close(): void;
}

/** The thread of the second copy without the thread. */
function followHere({ second, store, signer, recorder }: Storage, find: FindPlace): FollowHere {
  if (second === null || second.loss !== null) return { follow: () => undefined, close: () => undefined };
  const closedFrom = (from: number): readonly ClosedFile[] => store.epochs.closings.slice(from);
  const prunable = (): number => store.epochs.pruned?.epochs ?? 0;
  const { verifier } = signer;
  const copy = SecondCopy.open({ first: second.first, second: second.second, verifier, find });
  copy.catchUp({ openEpoch: store.start.epoch, closed: closedFrom(0), prunable: prunable() });
  let closed = store.epochs.closedCount;
  let isClosed = false;
  const changed = new Set<string>();
  const gone = new Set<string>();
  recorder?.follow({
    noteChanged: (name) => void changed.add(`recordings/${name}`),
    noteGone: (name) => void gone.add(`recordings/${name}`),
  });
  return {
    follow: () => {
      if (store.ended || isClosed) return;
      copy.follow({
        openEpoch: store.start.epoch,
        closed: closedFrom(closed),
        prunable: prunable(),
        changed: [...changed],
        gone: [...gone],
      });
      closed = store.epochs.closedCount;
      for (const names of [changed, gone]) names.clear();
    },
    close: () => {
      if (!isClosed) copy.close();
      isClosed = true;
    },
  };
}

const NOTHING_LOOKED_AT = { disk: null, oldest: null, read: null };

/** The journal's thread without the thread: each request is served at once. */
function journalHere({ store, recorder, notes, signer, restored }: Storage, follow: FollowHere): Journal {
  const { headState, missing, snapshot } = store;
  let newest = snapshot;
  let epoch: OpenEpoch = { number: store.start.epoch, from: store.start.before.size };
  const later = <T>(act: () => T): Promise<T> => new Promise((resolve) => resolve(act()));
  const served: Partial<Record<keyof Journal, unknown>> = {
    vkey: signer.verifier.vkey,
    keyPlace: "file",
    notes,
    headState,
    missing,
    second: null,
    looked: NOTHING_LOOKED_AT,
    copyRestored: restored,
    failed: new Promise(() => undefined),
    head: () => store.head,
    snapshot: () => newest,
    recent: (count: number) => later(() => store.recent(count)),
    records: (from: number, count: number) => later(() => store.records(from, count)),
    segments: () => later(() => recorder?.segments() ?? []),
    checkpoint: () =>
      later(() => {
        const closing = store.advanceEpochs();
        follow.follow();
        return {
          checkpoint: store.signCheckpointNow(),
          closing,
          isClosing: store.epochs.isClosing,
          ...NOTHING_LOOKED_AT,
          second: null,
        };
      }),
    commit: (record: CommitRequest) =>
      later(() => {
        if (record.recording === undefined) recorder?.sync();
        else recorder?.syncTo(record.recording);
        const done = store.commit(record);
        newest = store.snapshot;
        store.tidy(false);
        follow.follow();
        return { ...done, inBoth: true };
      }),
    recordingOpen: (segment: string, head: string, ask: { seal?: string | null; epoch?: OpenEpoch } = {}) => {
      epoch = ask.epoch ?? epoch;
      return later(() => {
        if (epoch.number !== store.start.epoch) store.beginEpoch(epoch.number);
        recorder?.open(segment, head, ask.seal ?? null);
        follow.follow();
      });
    },
    recordingAppend: (text: string, at: number, seal: string | null) =>
      recorder?.append(text, monoUs(at), seal),
    close: () =>
      later(() => {
        recorder?.close();
        store.signCheckpointNow();
        follow.follow();
        store.close();
        follow.close();
      }),
  };
  Object.defineProperties(served, {
    epoch: { get: () => epoch },
    isClosing: { get: () => store.epochs.isClosing },
  });
  return served as unknown as Journal;
}

/** Only what a boot record digests of it, and where it is stored, is looked at. */
export function configHere(folder: string, mode: Mode = "test", log = TABLE): Config {
  return {
    table: { name: "Mesa", log, rulebook: "x/x", houseRules: [], languages: ["es"], openAtStart: true },
    wheel: {
      device: "cammegh-ss2",
      path: "/dev/none",
      baud: 9_600,
      wait: true,
      ...unrecordedValues(WHEEL_OPTIONS),
    },
    display: { host: "127.0.0.1", port: 0 },
    people: [],
    storage: { folder, segmentMegabytes: 1, recordingMegabytes: 16 },
    test: mode === "test",
  };
}
