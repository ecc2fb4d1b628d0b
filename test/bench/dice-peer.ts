import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface, type Interface } from "node:readline";
import { greyOf } from "../../src/vision/colour-image.ts";
import type { GreyImage } from "../../src/vision/grey-image.ts";
import type { DiceFrame } from "./dice-frames.ts";

/** What the OpenCV recipe says of a picture. */
export interface PeerReading {
  readonly cpuMs: number;
  /** Sorted; null: nothing found, or another number of dice than asked for. */
  readonly faces: readonly number[] | null;
}

/** Debian's own Python first: another one on the path lacks python3-opencv. */
const PYTHONS = ["/usr/bin/python3", "python3"] as const;
const SCRIPT = new URL("./dice-opencv.py", import.meta.url).pathname;

/** The recipe in a process of its own, as long as the bench runs. */
export class Peer {
  readonly #child: ReturnType<typeof spawn>;
  readonly #lines: AsyncIterator<string, unknown>;
  readonly #reader: Interface;

  private constructor(program: string) {
    this.#child = spawn(program, [SCRIPT], { stdio: ["pipe", "pipe", "ignore"] });
    if (this.#child.stdout === null) throw new Error(`${program} has no output`);
    this.#reader = createInterface({ input: this.#child.stdout });
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  /** Null: this machine has no python3-opencv. */
  static async open(): Promise<Peer | null> {
    for (const program of PYTHONS) {
      const test = spawn(program, ["-c", "import cv2, numpy"], { stdio: "ignore" });
      const status = await Promise.race([
        once(test, "close").then(([code]) => code as number | null),
        once(test, "error").then(() => null),
      ]);
      if (status === 0) return new Peer(program);
    }
    return null;
  }

  /** `isKnown`: it is given the windows and the number of dice beside their size. */
  async read({ image, known, sides }: DiceFrame, isKnown: boolean): Promise<PeerReading> {
    const { width, height, data } = greyImageOf(image);
    const windows = isKnown
      ? (known?.windows?.map(({ x, y, width: w, height: h }) => [x, y, w, h]) ?? null)
      : null;
    const head = { width, height, die: sides, count: isKnown ? (known?.count ?? null) : null, windows };
    this.#child.stdin?.write(`${JSON.stringify(head)}\n`);
    this.#child.stdin?.write(data);
    const line: IteratorResult<string, unknown> = await this.#lines.next();
    if (line.done === true) throw new Error("the OpenCV peer ended");
    const { cpu_ms, faces } = JSON.parse(line.value) as { cpu_ms: number; faces: number[] | null };
    return { cpuMs: cpu_ms, faces };
  }

  async close(): Promise<void> {
    const gone = once(this.#child, "close");
    this.#child.stdin?.end();
    await gone;
    this.#reader.close();
  }
}

function greyImageOf(image: DiceFrame["image"]): GreyImage {
  return image.data.length === image.width * image.height ? image : greyOf(image, "luma");
}
