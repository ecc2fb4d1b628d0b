import { open, stat } from "node:fs/promises";
import { createConnection } from "node:net";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import type { Child, ChildListener } from "./child.ts";

interface FileOptions {
  readonly path: string;
  readonly fps: number;
  readonly clock: Clock;
  /** Of one read: well below a frame, so that frames come one by one. */
  readonly bytes: number;
  /** Bare frames: bytes of one; null: frames have heads. */
  readonly frameBytes: number | null;
}

/**
 * Plays the recorded frames of a file at the pace of a camera; `onBytes` returns how many frames the bytes completed. At the file's end, or
 * when it cannot be read, the camera is gone, and begins anew like any program that ended.
 */
export function playFrameFile(
  { path, fps, clock, bytes, frameBytes }: FileOptions,
  listener: ChildListener<number>,
): Child {
  let isOver = false;
  const playFile = async (): Promise<void> => {
    const file = await open(path, "r");
    try {
      const chunk = new Uint8Array(bytes);
      const { size } = await file.stat();
      // Somewhere in it bytes are missing or too many, and every frame from there on is shifted.
      if (frameBytes !== null && size % frameBytes !== 0) {
        listener.onEnd(
          `${path} has ${size} bytes, which are no whole frames of ${frameBytes}`,
          clock.now(),
          null,
        );
        isOver = true;
      }
      while (!isOver) {
        const { bytesRead } = await file.read(chunk, 0, bytes);
        if (bytesRead === 0) break;
        const frames = listener.onBytes(chunk.slice(0, bytesRead), clock.now());
        if (frames > 0) await clock.sleep((frames * US_PER_S) / fps);
      }
    } finally {
      await file.close();
    }
  };
  const play = async (): Promise<void> => {
    let detail = "the recorded frames are at their end";
    try {
      // Opening a pipe would wait for its writer, and a device has no end.
      if ((await stat(path)).isFile()) await playFile();
      else detail = `cannot read ${path}: it is no file`;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? "unreadable";
      detail = `cannot read ${path}: ${code === "ENOENT" ? "there is no such file" : code}`;
    }
    if (!isOver) listener.onEnd(detail, clock.now(), null);
  };
  const done = play();
  return {
    stop: async () => {
      isOver = true;
      await done;
    },
  };
}

/**
 * Reads frames of a program that somebody else runs, under a user of its own: it listens at a socket of this machine and writes frames to
 * whoever connects. Nothing is sent to it. When the stream ends, or nobody listens, the camera is gone like any program that ended.
 */
export function readFrameSocket(path: string, clock: Clock, listener: ChildListener): Child {
  const socket = createConnection({ path });
  let why = `the program at ${path} ended the stream`;
  let isOver = false;
  const whenGone = new Promise<void>((resolve) => {
    socket.on("close", () => {
      if (!isOver) listener.onEnd(why, clock.now(), null);
      isOver = true;
      resolve();
    });
  });
  socket.on("data", (bytes: Buffer) => {
    if (!isOver) listener.onBytes(bytes, clock.now());
  });
  socket.on("error", (error: NodeJS.ErrnoException) => (why = reasonOf(path, error.code)));
  return {
    stop: async () => {
      isOver = true;
      socket.destroy();
      await whenGone;
    },
  };
}

function reasonOf(path: string, code = "error"): string {
  if (code === "ENOENT" || code === "ECONNREFUSED") return `no camera program listens at ${path}`;
  if (code === "EACCES") return `the table's user may not connect to ${path}`;
  return `cannot read the camera program at ${path}: ${code}`;
}
