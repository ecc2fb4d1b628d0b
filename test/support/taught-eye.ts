import { rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { frameBytes, streamHeader } from "../../hw-sim/models/dice/stream.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import type { Timer } from "../../src/time/clock.ts";
import type { GreyImage } from "../../src/vision/grey-image.ts";

const RATE = 10;

/** A camera as a program at a socket that shows one scene after the other, for as long as a test wants. */
export class TaughtEye {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #timer: Timer;
  #scene: readonly GreyImage[];
  #at = 0;

  private constructor(scene: readonly GreyImage[]) {
    this.#scene = scene;
    const [first] = scene;
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => this.#sockets.delete(socket));
      socket.write(streamHeader("y4m", first?.width ?? 0, first?.height ?? 0, RATE));
    });
    this.#timer = systemClock().every(US_PER_S / RATE, "taught eye", () => {
      const image = this.#scene[this.#at++ % this.#scene.length];
      if (image !== undefined) for (const socket of this.#sockets) socket.write(frameBytes("y4m", image));
    });
  }

  static async open(path: string, scene: readonly GreyImage[]): Promise<TaughtEye> {
    rmSync(path, { force: true });
    const eye = new TaughtEye(scene);
    await new Promise<void>((resolve) => eye.#server.listen(path, resolve));
    return eye;
  }

  /** From here on the camera sees this. */
  show(scene: readonly GreyImage[]): void {
    this.#scene = scene;
  }

  async close(): Promise<void> {
    this.#timer.cancel();
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
