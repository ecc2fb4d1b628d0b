import { rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { EXIT, Problem } from "../../../firmware/problem.ts";
import { DemoOver } from "../over.ts";
import { lineReader, type Order, type Ready, type Scenery, type Wanted } from "./messages.ts";

export interface PlayedCameraParts {
  /** Of the socket at which the camera's program hears what to show. */
  readonly path: string;
  readonly scenery: Scenery;
}

interface Asked {
  readonly n: number;
  readonly resolve: (ready: Ready) => void;
  readonly reject: (over: DemoOver) => void;
}

/** Cameras of one table at a time, while one takes the other's place. */
const CONNECTIONS_MAX = 2;

/**
 * What people show to the camera of their table. Its program is started by the eye, and comes here to ask; when it is started anew
 * it is told again what lies there.
 */
export class PlayedCamera {
  readonly #parts: PlayedCameraParts;
  readonly #server: Server;
  #socket: Socket | null = null;
  #lies: Wanted | null = null;
  /** The throw that was asked for last, until it is thrown. */
  #next: Wanted | null = null;
  #asked: Asked | null = null;
  #isOver = false;

  private constructor(parts: PlayedCameraParts) {
    this.#parts = parts;
    this.#server = createServer((socket) => this.#came(socket));
    this.#server.maxConnections = CONNECTIONS_MAX;
  }

  /** Rejects with a Problem when the socket cannot be made. */
  static async open(parts: PlayedCameraParts): Promise<PlayedCamera> {
    const camera = new PlayedCamera(parts);
    const { path } = parts;
    rmSync(path, { force: true });
    await new Promise<void>((resolve, reject) => {
      camera.#server.once("error", (error: NodeJS.ErrnoException) =>
        reject(
          new Problem(
            EXIT.storage,
            `cannot make the socket ${path} (${error.code ?? error.message}); give --storage a shorter path in a writable folder`,
          ),
        ),
      );
      camera.#server.listen(path, resolve);
    });
    return camera;
  }

  /** Resolves when the pictures of this throw are made, with what goes wrong in a scenario. One at a time. Rejects when the demonstration is over. */
  prepare(n: number, fault: string | null = null): Promise<Ready> {
    return new Promise((resolve, reject) => {
      if (this.#isOver) return reject(new DemoOver("the demonstration ends"));
      this.#asked = { n, resolve, reject };
      this.#next = { n, fault };
      this.#tell({ do: "prepare", wanted: this.#next });
    });
  }

  /** Pictures until it begins, and of shaking; `shaken` null: on and on. */
  throw(n: number, after: number, shaken: number | null): void {
    this.#lies = this.#next ?? { n, fault: null };
    this.#next = null;
    this.#tell({ do: "throw", n, after, shaken });
  }

  settle(): void {
    this.#tell({ do: "settle" });
  }

  /** A hand over dice that lie, for half a second. */
  touch(): void {
    this.#tell({ do: "touch" });
  }

  takeUp(): void {
    this.#lies = null;
    this.#tell({ do: "take-up" });
  }

  /** Pulls its cable: its program ends. Whoever started it starts it anew. */
  unplug(): void {
    this.#tell({ do: "unplug" });
  }

  async close(): Promise<void> {
    this.#isOver = true;
    this.#asked?.reject(new DemoOver("the demonstration ends"));
    this.#asked = null;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#socket?.destroy();
    await closed;
  }

  #came(socket: Socket): void {
    this.#socket?.destroy();
    this.#socket = socket;
    socket.setEncoding("latin1");
    const hear = lineReader(
      (line) => {
        if (!this.#heard(line)) socket.destroy();
      },
      () => socket.destroy(),
    );
    socket.on("data", (text) => hear(String(text)));
    // It ended: the eye says so, and starts another one.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      if (this.#socket === socket) this.#socket = null;
    });
    this.#tell({ do: "set-up", scenery: this.#parts.scenery, lies: this.#lies });
    if (this.#next !== null) this.#tell({ do: "prepare", wanted: this.#next });
  }

  #tell(order: Order): void {
    this.#socket?.write(`${JSON.stringify(order)}\n`);
  }

  /** False: this is no camera's word. */
  #heard(line: string): boolean {
    try {
      const ready = JSON.parse(line) as Ready;
      if (ready.n !== this.#asked?.n) return true;
      this.#asked.resolve(ready);
      this.#asked = null;
      return true;
    } catch {
      return false;
    }
  }
}
