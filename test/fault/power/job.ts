/** What every job says to what is loaded before its player. */
export interface HookedJob {
  /** Where marks are kept: at this byte of the storage's disk, or in a file of the host. */
  readonly marksAt: number | null;
  /** Lines of sources that are others in the guest. */
  readonly substitutions: readonly Substitution[];
}

/** What is done in the guest, and where: written by the host as `job.json` into the folder that both see. */
export interface Job extends HookedJob {
  /** In this order. */
  readonly lives: readonly Life[];
  /** The screens' address. */
  readonly url: string;
  /** Calibrations to be written before the table starts: each takes the place of the one before. */
  readonly calibrations: number;
  /** Somebody signs in and presses a harmless key again and again. */
  readonly isPressed: boolean;
  /** Writes begin to fail after so many records of the last life; null: they never do. */
  readonly failAfter: number | null;
}

/** One run of a unit. */
export interface Life {
  /** Arguments of `tirada`. */
  readonly args: readonly string[];
  /** It is ended by SIGTERM when it has shown so many. */
  readonly records: number;
  /** Before it all evidence on the first disk is gone, but for key and calibration. */
  readonly isFirstLost: boolean;
}

/** Another text in the place of one that stands in a source file exactly once. */
export interface Substitution {
  /** Path from the root of the project. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Where guest and host meet, as the guest knows it. */
export const JOB_FOLDER = "/run/job";
export const STORAGE_FOLDER = "/run/storage/table";
export const UPDATER_FOLDER = "/run/storage/updater";
export const SECOND_FOLDER = "/run/second/table";
/** The storage's disk in the guest. */
export const STORAGE_DISK = "/dev/dm-0";
export const JOB_FILE = "job.json";
/** Marks of a job that keeps them in a file. */
export const MARKS_FILE = "marks.jsonl";
/** How each life ended, one line each. */
export const ENDS_FILE = "ends.jsonl";

/** How a life ended. */
export interface LifeEnd {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stderr: string;
}

/** Name of the function of a guest's process that marks a record as committed. */
export const COMMITTED = "tirada.test.committed";

/** Where the unit learns that a record is durable, before it shows it: a guest marks it there. */
export const MARK_COMMITS: Substitution = {
  file: "firmware/unit/evidence/evidence.ts",
  from: "const { durable, seq } = record;",
  to: `const { durable, seq } = record; globalThis[Symbol.for("${COMMITTED}")]?.(seq, hash);`,
};

/** Both disks of a guest are parts of one, so that one log has the writes to both in their order. */
export const ONE_DISK: Substitution = {
  file: "firmware/journal/second/devices.ts",
  from: "if (one.fileSystem !== other.fileSystem && shared === undefined) return;",
  to: "if (one.fileSystem !== other.fileSystem) return;",
};

/** The demonstrations' tables with the shortest epochs that a configuration allows. */
export const SHORT_EPOCHS: Substitution = {
  file: "hw-sim/demo/demo.ts",
  from: "storage: { folder, segmentMegabytes: 8, recordingMegabytes: 64 },",
  to: "storage: { folder, segmentMegabytes: 8, recordingMegabytes: 64, epochRecords: 64 },",
};
