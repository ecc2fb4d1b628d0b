import { spawn, type ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";

/**
 * A camera as `camera.source: socket` finds it: who connects gets the frames of a program of its own, which ends with the connection.
 */
export class ServedCamera {
  readonly #server: Server;
  readonly #running = new Set<ChildProcess>();
  readonly #sockets = new Set<Socket>();

  private constructor(command: readonly [string, ...string[]]) {
    this.#server = createServer((socket) => this.#serve(socket, command));
  }

  /** Rejects when the socket cannot be made. */
  static async open(path: string, command: readonly [string, ...string[]]): Promise<ServedCamera> {
    const served = new ServedCamera(command);
    rmSync(path, { force: true });
    await new Promise<void>((resolve, reject) => {
      served.#server.once("error", reject);
      served.#server.listen(path, resolve);
    });
    return served;
  }

  /** Ends all streams. Resolves when nobody can connect any more. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      for (const child of this.#running) child.kill("SIGTERM");
      for (const socket of this.#sockets) socket.destroy();
    });
  }

  #serve(socket: Socket, [program, ...args]: readonly [string, ...string[]]): void {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
    this.#running.add(child);
    this.#sockets.add(socket);
    child.stdout.pipe(socket);
    child.on("error", () => socket.destroy());
    child.on("close", () => {
      this.#running.delete(child);
      socket.end();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#sockets.delete(socket);
      child.kill("SIGTERM");
    });
  }
}
