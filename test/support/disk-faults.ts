import type { Disk } from "../../firmware/files/disk.ts";

/** The ways in which a disk can fail. At which calls each can be, is {@link FAULT_CALLS}. */
export const DISK_FAULTS = [
  "io-once",
  "io-for-ever",
  "full",
  "read-only",
  "short-write",
  "lying-sync",
  "stale-read",
  "slow",
  "vanished",
  "power-cut",
] as const;
export type DiskFault = (typeof DISK_FAULTS)[number];

export interface DiskPlan {
  readonly fault: DiskFault;
  /** Calls that go well before; the first one after them at which such a fault can be is hit. */
  readonly after: number;
  /** Decides what the kind leaves open: the error's number, before or after the effect, which file. */
  readonly seed: string;
  /** While this says so nothing fails. */
  readonly waits?: () => boolean;
}

/** A slow call takes so long. */
export const SLOW_US = 30_000_000;

/** What is not synced though the disk says so: everything, SQLite's files, or the files below a path. */
export const LIES = ["all", "sqlite", "recordings", "pictures", "head"] as const;
export type LieOf = (typeof LIES)[number];
/** How the paths below the storage folder begin. SQLite syncs by itself. */
export const LYING_PATHS: Readonly<Record<LieOf, string>> = {
  all: "",
  sqlite: "(none)",
  recordings: "recordings/",
  pictures: "pictures/",
  head: "journal.head",
};

/** What a call does: `look` asks for no bytes, `free` gives space back. */
export type CallKind = "look" | "read" | "write" | "free" | "sync" | "close";

export const CALL_KINDS = {
  accessSync: "look",
  chmodSync: "write",
  chownSync: "write",
  closeSync: "close",
  fdatasyncSync: "sync",
  fstatSync: "look",
  fsyncSync: "sync",
  ftruncateSync: "free",
  linkSync: "write",
  lstatSync: "look",
  mkdirSync: "write",
  openSync: "read",
  readFileSync: "read",
  readSync: "read",
  readdirSync: "look",
  readlinkSync: "look",
  realpathSync: "look",
  renameSync: "write",
  rmSync: "free",
  statSync: "look",
  statfsSync: "look",
  symlinkSync: "write",
  unlinkSync: "free",
  writeFileSync: "write",
  writeSync: "write",
} as const satisfies Partial<Record<keyof Disk, CallKind>>;
export type FileCall = keyof typeof CALL_KINDS;

/** Calls at which a fault of each kind can be. */
export const FAULT_CALLS: Readonly<Record<DiskFault, readonly CallKind[]>> = {
  "io-once": ["look", "read", "write", "free", "sync", "close"],
  "io-for-ever": ["look", "read", "write", "free", "sync", "close"],
  full: ["write", "sync"],
  "read-only": ["write", "free"],
  "short-write": ["write"],
  "lying-sync": ["sync"],
  "stale-read": ["look", "read"],
  slow: ["look", "read", "write", "free", "sync", "close"],
  vanished: ["look", "read", "write", "free", "sync", "close"],
  "power-cut": ["look", "read", "write", "free", "sync", "close"],
};
/** Faults that stay. */
export const LASTING_FAULTS: readonly DiskFault[] = [
  "io-for-ever",
  "full",
  "read-only",
  "lying-sync",
  "power-cut",
];

/** SQLite's result codes with their words, as node:sqlite gives them. */
export const SQLITE_ERRORS = {
  // Read, short read, write, fsync, fstat, and without a word more.
  EIO: { codes: [10, 266, 522, 778, 1034, 1802], text: "disk I/O error" },
  ENOSPC: { codes: [13], text: "database or disk is full" },
  EROFS: { codes: [8, 520, 1032], text: "attempt to write a readonly database" },
} as const;
export type Errno = keyof typeof SQLITE_ERRORS;

export const WRITING_SQL =
  /^\s*(?:INSERT|UPDATE|DELETE|CREATE|COMMIT|PRAGMA (?:journal_mode =|wal_checkpoint|application_id))/i;
