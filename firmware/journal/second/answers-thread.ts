import { parentPort, workerData } from "node:worker_threads";
import { namesIn, syncFolder } from "../../files/durable.ts";
import { epochPaths } from "../../evidence/log/epoch-files.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import { readStart } from "../../files/files.ts";
import { FILE_FOLDERS, folderOf } from "./folders.ts";
import { join } from "node:path";

/** A thread that asks a disk for names and bytes, and to have what it was given on its plates; it answers when the disk did. */
const folder = String(workerData);
const asks = [
  () => namesIn(folder),
  ...FILE_FOLDERS.map((within) => () => namesIn(join(folder, within))),
  () => epochPaths(folderOf(folder).journal).map((path) => readStart(path, 4_096)),
  () => syncFolder(folder),
];
for (const ask of asks)
  try {
    onDisk("opening", folder, ask);
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
  }
parentPort?.postMessage(null);
