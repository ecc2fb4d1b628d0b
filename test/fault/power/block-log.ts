import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/**
 * Reader of the log of dm-log-writes (Linux, Documentation/admin-guide/device-mapper/log-writes.rst and drivers/md/dm-log-writes.c):
 * a first sector with magic, version, number of entries and size of a sector; then for each entry one sector with its place,
 * length, flags and length of data, little-endian, and behind it the blocks themselves. Writes that no flush made durable yet stand
 * directly before the flush that did.
 */

export const SECTOR = 512;
const MAGIC = 0x6a736677736872n;
const VERSION = 1n;
const FLUSH = 1;
const FUA = 2;
const DISCARD = 4;
const MARK = 8;
/** What a log may say of one write; more is no log. */
const SECTORS_MAX = 1 << 20;

export interface LogEntry {
  /** Where on the disk, in sectors of 512 bytes. */
  readonly sector: number;
  readonly data: Buffer;
  /** All writes before it are durable. */
  readonly isFlush: boolean;
  /** It is itself durable as soon as it is done. */
  readonly isDurable: boolean;
}

/** The entries of a log, in their order. Throws for a file that is none, and for one with discarded blocks, of which ext4 makes none here. */
export function readBlockLog(path: string): LogEntry[] {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const read = (at: number, length: number): Buffer => {
      const bytes = Buffer.alloc(length);
      if (at + length > size || readSync(file, bytes, 0, length, at) !== length)
        throw new Error(`${path} ends at byte ${size}, and an entry reaches to ${at + length}`);
      return bytes;
    };
    const first = read(0, SECTOR);
    if (first.readBigUInt64LE(0) !== MAGIC || first.readBigUInt64LE(8) !== VERSION)
      throw new Error(`${path} is no log of dm-log-writes of version 1`);
    if (first.readUInt32LE(24) !== SECTOR) throw new Error(`${path} has sectors of another size`);
    const count = Number(first.readBigUInt64LE(16));
    const entries: LogEntry[] = [];
    for (let n = 0, at = SECTOR; n < count; n++) {
      const head = read(at, SECTOR);
      const sectors = Number(head.readBigUInt64LE(8));
      const flags = Number(head.readBigUInt64LE(16));
      at += SECTOR;
      if (sectors > SECTORS_MAX) throw new Error(`${path}: entry ${n} has ${sectors} sectors`);
      if ((flags & DISCARD) !== 0) throw new Error(`${path}: entry ${n} discards blocks`);
      // A mark of the tool's own has its words in the entry itself.
      const data = (flags & MARK) !== 0 ? Buffer.alloc(0) : read(at, sectors * SECTOR);
      at += data.length;
      entries.push({
        sector: Number(head.readBigUInt64LE(0)),
        data,
        isFlush: (flags & FLUSH) !== 0,
        isDurable: (flags & FUA) !== 0,
      });
    }
    return entries;
  } finally {
    closeSync(file);
  }
}
