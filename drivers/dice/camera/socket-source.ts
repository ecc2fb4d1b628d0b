import { createConnection } from "node:net";
import type { Clock } from "../../../src/time/clock.ts";
import type { Child, ChildListener } from "./child.ts";

/**
 * Frames of a program that somebody else runs, under a user of its own: it listens at a socket of this machine and writes frames to
 * whoever connects. Nothing is sent to it. When the stream ends, or nobody listens, the camera is gone like any program that ended.
 */
export function readSocket(path: string, clock: Clock, listener: ChildListener): Child {
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
