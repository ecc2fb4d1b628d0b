import { basename, dirname } from "node:path";
import { realDisk, type Disk } from "../../firmware/files/disk.ts";

/** Folders in a storage folder. */
const WITHIN = ["recordings", "pictures", "cases", "journal.epochs"];
/** What makes files for whoever asks: the name is the asker's. */
const HELPERS = ["files/disk", "files/durable", "files/errors", "evidence/log/database"];
/** Its files make copies under one name for one another. */
const SECOND = "journal/second";
const FRAME = /\/firmware\/([\w/-]+)\.ts:/;

/** A disk that notes which part of the firmware gives files their names. */
export class NamesMade {
  readonly disk: Disk;
  /** Names within a storage folder, and who made a file of this name. */
  readonly makers = new Map<string, Set<string>>();

  constructor() {
    this.disk = {
      ...realDisk,
      openSync: (path, flags, mode) => {
        if (/[wxa]/.test(String(flags))) this.#note(String(path));
        return realDisk.openSync(path, flags, mode);
      },
      openAsync: (path, flags, mode) => {
        if (/[wxa]/.test(flags)) this.#note(path);
        return realDisk.openAsync(path, flags, mode);
      },
      linkSync: (from, to) => {
        this.#note(String(to));
        realDisk.linkSync(from, to);
      },
      renameSync: (from, to) => {
        this.#note(String(to));
        realDisk.renameSync(from, to);
      },
      renameAsync: (from, to) => {
        this.#note(to);
        return realDisk.renameAsync(from, to);
      },
    };
  }

  #note(path: string): void {
    const within = basename(dirname(path));
    const name = WITHIN.includes(within) ? `${within}/${basename(path)}` : basename(path);
    const makers = this.makers.get(name) ?? new Set();
    this.makers.set(name, makers.add(makerNow()));
  }
}

/** Who asked the disk: the nearest file of the firmware that is no helper. */
function makerNow(): string {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 40;
  const { stack = "" } = new Error("who asks");
  Error.stackTraceLimit = before;
  const files = stack.split("\n").flatMap((line) => FRAME.exec(line)?.[1] ?? []);
  const file = files.find((one) => !HELPERS.includes(one)) ?? "nobody";
  return file.startsWith(`${SECOND}/`) ? SECOND : file;
}
