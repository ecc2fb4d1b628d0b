import { isAbsolute, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "../../files/disk.ts";
import { NotInTree, TreeError, type Tree } from "./tree.ts";

const PIECE_BYTES = 64 * 1_024;
/** Devices that are gone say so in many ways; a name that is not there says it in these. */
const NO_SUCH_FILE = ["ENOENT", "ENOTDIR"];
const NO_RIGHT = ["EACCES", "EPERM"];

/** The tree in a folder, or on a stick that somebody put in. Throws a TreeError when there is no such folder, or none that this user may read. */
export function folderTree(folder: string, isStick: boolean): Tree {
  const begun = idOf(folder);
  if (begun === null) throw new TreeError("missing", `there is no folder ${folder}`);
  const readFile = (address: string, maxBytes: number, take: (piece: Uint8Array) => void): void => {
    const path = pathBelow(folder, address);
    // What is mounted there is another thing than at the beginning: the folder under the stick's mount.
    if (idOf(folder) !== begun) throw new TreeError("pulled", `${folder} is another one than before`);
    readPieces(path, maxBytes, take, () => idOf(folder) === begun);
  };
  return {
    url: pathToFileURL(folder).href.replace(/\/+$/, ""),
    name: folder,
    isStick,
    // What is thrown is a rejection.
    read: (address, maxBytes, take) =>
      new Promise((resolve) => {
        readFile(address, maxBytes, take);
        resolve();
      }),
  };
}

/** Which folder of which device it is; null: none. Throws a TreeError where this user may not look. */
function idOf(folder: string): string | null {
  try {
    const { dev, ino } = statSync(folder);
    return `${dev}:${ino}`;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (NO_RIGHT.includes(code)) throw new TreeError("not-readable", code, error);
    return null;
  }
}

function pathBelow(folder: string, address: string): string {
  let path: string;
  try {
    path = fileURLToPath(address);
  } catch (error) {
    throw new TreeError("unsafe-name", "it is no path", error);
  }
  const below = relative(folder, path);
  if (below === "" || below.startsWith("..") || isAbsolute(below))
    throw new TreeError("unsafe-name", "it leads out of the folder");
  return path;
}

function readPieces(
  path: string,
  maxBytes: number,
  take: (piece: Uint8Array) => void,
  isStillThere: () => boolean,
): void {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY | constants.O_NOFOLLOW);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unreadable";
    if (NO_RIGHT.includes(code)) throw new TreeError("not-readable", code, error);
    if (NO_SUCH_FILE.includes(code) && isStillThere()) throw new NotInTree(404);
    if (code === "ELOOP") throw new TreeError("unsafe-name", "it is a link", error);
    throw new TreeError("pulled", code, error);
  }
  try {
    readOpen(fd, maxBytes, take);
  } finally {
    closeQuietly(fd);
  }
}

function readOpen(fd: number, maxBytes: number, take: (piece: Uint8Array) => void): void {
  const stat = onStick(() => fstatSync(fd));
  if (!stat.isFile()) throw new TreeError("unsafe-name", "it is no file");
  if (stat.size > maxBytes) throw new TreeError("longer-than-signed", `it has ${stat.size} bytes`);
  const piece = Buffer.alloc(PIECE_BYTES);
  let bytes = 0;
  for (;;) {
    const count = onStick(() => readSync(fd, piece));
    if (count === 0) break;
    bytes += count;
    if (bytes > maxBytes) throw new TreeError("longer-than-signed", `more than ${maxBytes} bytes`);
    take(Uint8Array.prototype.slice.call(piece, 0, count));
  }
  if (bytes < stat.size) throw new TreeError("pulled", `after ${bytes} of ${stat.size} bytes`);
}

function onStick<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new TreeError("pulled", (error as NodeJS.ErrnoException).code ?? "unreadable", error);
  }
}

/** The file was only read: what closing says of a device that is gone changes nothing. */
function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // The descriptor is free whatever was said.
  }
}
