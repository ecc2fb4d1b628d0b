import * as fs from "node:fs";
import { DatabaseSync, type DatabaseSyncOptions, type StatementSync } from "node:sqlite";

export { constants, type Stats } from "node:fs";

/** A prepared statement, as far as the journal uses it. */
export type Statement = Pick<StatementSync, "all" | "get" | "iterate" | "run">;

/** An open SQLite file, as far as the journal uses it. */
export interface OpenDatabase extends Pick<DatabaseSync, "close" | "exec"> {
  prepare(sql: string): Statement;
}

/** An open file whose calls do not hold up the thread. */
export type AsyncFile = Pick<fs.promises.FileHandle, "close" | "read" | "sync" | "write" | "writeFile">;

type FileCalls = Pick<
  typeof fs,
  | "accessSync"
  | "chmodSync"
  | "chownSync"
  | "closeSync"
  | "copyFileSync"
  | "fdatasyncSync"
  | "fstatSync"
  | "fsyncSync"
  | "ftruncateSync"
  | "linkSync"
  | "lstatSync"
  | "mkdirSync"
  | "mkdtempSync"
  | "openSync"
  | "readFileSync"
  | "readSync"
  | "readdirSync"
  | "readlinkSync"
  | "realpathSync"
  | "renameSync"
  | "rmSync"
  | "rmdirSync"
  | "statSync"
  | "statfsSync"
  | "symlinkSync"
  | "unlinkSync"
  | "utimesSync"
  | "writeFileSync"
  | "writeSync"
>;

/**
 * All that journal, recordings, pictures, key and calibration ask of a disk. The calls are those of `node:fs` under their own names,
 * those of `node:fs/promises` with `Async` behind, and SQLite's files. Errors are those of Node: `code` or `errcode`.
 */
export interface Disk extends FileCalls {
  openAsync(path: string, flags: string, mode?: number): Promise<AsyncFile>;
  renameAsync(from: string, to: string): Promise<void>;
  rmAsync(path: string, options: fs.RmOptions): Promise<void>;
  accessAsync(path: string, mode: number): Promise<void>;
  lstatAsync(path: string): Promise<fs.Stats>;
  mkdirAsync(path: string): Promise<void>;
  statfsAsync(path: string): Promise<Pick<fs.StatsFs, "bavail" | "bsize">>;
  openDatabase(location: string | URL, options?: DatabaseSyncOptions): OpenDatabase;
}

/** The disk of the machine: each call goes to the file system or to SQLite as it is. */
export const realDisk: Disk = {
  ...fs,
  openAsync: (path, flags, mode) => fs.promises.open(path, flags, mode),
  renameAsync: (from, to) => fs.promises.rename(from, to),
  rmAsync: (path, options) => fs.promises.rm(path, options),
  accessAsync: (path, mode) => fs.promises.access(path, mode),
  lstatAsync: (path) => fs.promises.lstat(path),
  mkdirAsync: (path) => fs.promises.mkdir(path),
  statfsAsync: (path) => fs.promises.statfs(path),
  openDatabase: (location, options = {}) => new DatabaseSync(location, options),
};

let disk: Disk = realDisk;

/** Gives this thread another disk, before anything is open: tests alone do that. Without one it has the machine's. */
export function setDisk(other: Disk = realDisk): void {
  disk = other;
}

/** The call of this name on the disk that the thread has when it is called. */
function onDiskOfThread<Name extends keyof Disk>(name: Name): Disk[Name] {
  const call = (...given: readonly unknown[]): unknown =>
    (disk[name] as (...given: readonly unknown[]) => unknown)(...given);
  return call as Disk[Name];
}

export const accessSync = onDiskOfThread("accessSync");
export const chmodSync = onDiskOfThread("chmodSync");
export const chownSync = onDiskOfThread("chownSync");
export const closeSync = onDiskOfThread("closeSync");
export const copyFileSync = onDiskOfThread("copyFileSync");
export const fdatasyncSync = onDiskOfThread("fdatasyncSync");
export const fstatSync = onDiskOfThread("fstatSync");
export const fsyncSync = onDiskOfThread("fsyncSync");
export const ftruncateSync = onDiskOfThread("ftruncateSync");
export const linkSync = onDiskOfThread("linkSync");
export const lstatSync = onDiskOfThread("lstatSync");
export const mkdirSync = onDiskOfThread("mkdirSync");
export const mkdtempSync = onDiskOfThread("mkdtempSync");
export const openSync = onDiskOfThread("openSync");
export const readFileSync = onDiskOfThread("readFileSync");
export const readSync = onDiskOfThread("readSync");
export const readdirSync = onDiskOfThread("readdirSync");
export const readlinkSync = onDiskOfThread("readlinkSync");
export const realpathSync = onDiskOfThread("realpathSync");
export const renameSync = onDiskOfThread("renameSync");
export const rmSync = onDiskOfThread("rmSync");
export const rmdirSync = onDiskOfThread("rmdirSync");
export const statSync = onDiskOfThread("statSync");
export const statfsSync = onDiskOfThread("statfsSync");
export const symlinkSync = onDiskOfThread("symlinkSync");
export const unlinkSync = onDiskOfThread("unlinkSync");
export const utimesSync = onDiskOfThread("utimesSync");
export const writeFileSync = onDiskOfThread("writeFileSync");
export const writeSync = onDiskOfThread("writeSync");
export const openAsync = onDiskOfThread("openAsync");
export const renameAsync = onDiskOfThread("renameAsync");
export const rmAsync = onDiskOfThread("rmAsync");
export const accessAsync = onDiskOfThread("accessAsync");
export const lstatAsync = onDiskOfThread("lstatAsync");
export const mkdirAsync = onDiskOfThread("mkdirAsync");
export const statfsAsync = onDiskOfThread("statfsAsync");
export const openDatabase = onDiskOfThread("openDatabase");

/** Whether something has this name. A disk that fails throws; `existsSync` would say that nothing is there. */
export function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
