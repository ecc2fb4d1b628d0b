import { createConnection } from "node:net";
import { startThread, type Thread } from "../../../firmware/threads/thread.ts";
import { streamHeader } from "../../models/dice/stream.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import {
  FRAMES_WAITING_MAX,
  lineReader,
  RATE,
  type Order,
  type Ready,
  type Scenery,
  type Wanted,
} from "./messages.ts";
import { Reel } from "./reel.ts";
import type { Drawn } from "./renderer.ts";

/**
 * `node program.ts SOCKET`: the camera of a demonstrated dice table. Writes YUV4MPEG2 in grey to its standard output, as ffmpeg
 * would, of the scene that it is given over the socket. Ends when the socket or the reader of its frames ends.
 */

const PERIOD_US = US_PER_S / RATE;
/** Orders that wait for their pictures. */
const ORDERS_MAX = 32;
/** Time for the reader to read the last frames. */
const ENDING_US = 2 * US_PER_S;

const [path = ""] = process.argv.slice(2);
const clock = systemClock();
const { stdout } = process;
const socket = createConnection(path);
let ending = false;

function end(status: number, why = ""): never {
  if (why !== "") process.stderr.write(`${why}\n`);
  process.exit(status);
}

/** Ends after the frame that is being written: to a reader, half a frame is damage. */
function endOfFrames(): void {
  ending = true;
  stdout.end(() => end(0));
  clock.after(ENDING_US, "reader that does not read", () => end(0));
}

/** Writes one frame each tenth of a second, counted from the first: a late frame does not make the next one late. */
function startStream(reel: Reel, { setting }: Scenery["setup"]): void {
  const { width, height } = setting.camera;
  const startUs = clock.now();
  let due = 0;
  stdout.write(streamHeader("y4m", width, height, RATE));
  const tick = (): void => {
    if (ending) return;
    const frame = reel.next();
    if (stdout.writableLength < FRAMES_WAITING_MAX * frame.length) stdout.write(frame);
    due = Math.max(due + 1, Math.floor((clock.now() - startUs) / PERIOD_US));
    clock.after(Math.max(0, startUs + due * PERIOD_US - clock.now()), "frame", tick);
  };
  tick();
}

type ShownOrder = Exclude<Order, { do: "set-up" | "prepare" }>;

/** The camera, once it knows its scene. */
class Camera {
  readonly #scenery: Scenery;
  readonly #lies: number | null;
  readonly #drawing: Thread<Wanted | null, Drawn>;
  #empty: Drawn | null = null;
  #reel: Reel | null = null;
  /** What people do while pictures are drawn waits for them, in order: dice that they take up must not lie there for ever. */
  readonly #orders: ShownOrder[] = [];

  constructor(scenery: Scenery, lies: Wanted | null) {
    this.#scenery = scenery;
    this.#lies = lies?.n ?? null;
    this.#drawing = startThread<Wanted | null, Drawn>({
      url: new URL("./renderer.ts", import.meta.url),
      name: "renderer",
      data: scenery,
    }).listen({ onMessage: (drawn) => this.#addDrawn(drawn), onEnd: (why) => end(1, why) });
    this.prepare(null);
    if (lies !== null) this.prepare(lies);
  }

  prepare(wanted: Wanted | null): void {
    this.#drawing.post(wanted);
  }

  do(order: ShownOrder): void {
    if (order.do === "unplug") end(1, "unplugged");
    if (this.#orders.push(order) > ORDERS_MAX) end(1, `${order.do}: too many orders wait for pictures`);
    this.#runOrders();
  }

  #runOrders(): void {
    const reel = this.#reel;
    for (let order = this.#orders[0]; reel !== null && order !== undefined; order = this.#orders[0]) {
      if (order.do === "settle") reel.settle();
      else if (order.do === "touch") reel.touch();
      else if (order.do === "take-up") reel.takeUp();
      else if (order.do === "throw" && !reel.throw(order.n, order.after, order.shaken)) return;
      this.#orders.shift();
    }
  }

  /** Drawings come in the order of the requests: the empty arena, then the dice that lie there, then later throws. */
  #addDrawn(drawn: Drawn): void {
    const { n, truth, moving } = drawn;
    if (this.#reel !== null && n !== null && truth !== null) {
      this.#reel.keep(drawn);
      const ready: Ready = { is: "ready", n, truth, pictures: moving.length };
      socket.write(`${JSON.stringify(ready)}\n`);
      this.#runOrders();
      return;
    }
    this.#empty ??= drawn;
    if (n !== this.#lies) return;
    this.#reel = new Reel(this.#empty, n === null ? null : drawn);
    this.#runOrders();
    startStream(this.#reel, this.#scenery.setup);
  }
}

let camera: Camera | null = null;

function parseOrder(line: string): Order {
  try {
    return JSON.parse(line) as Order;
  } catch {
    return end(1, "a message that is none");
  }
}

function handleLine(line: string): void {
  const order = parseOrder(line);
  if (order.do === "set-up") camera ??= new Camera(order.scenery, order.lies);
  else if (order.do === "prepare") camera?.prepare(order.wanted);
  else camera?.do(order);
}

socket.setEncoding("latin1");
socket.on("data", lineReader(handleLine, () => end(1, "a message without an end")) as (text: unknown) => void);
socket.on("error", (error) => end(1, `no table at ${path}: ${error.message}`));
socket.on("close", endOfFrames);
stdout.on("error", () => end(0));
// Whoever presses Ctrl-C ends the unit: its eye ends this, as a camera's program that has no terminal.
process.on("SIGINT", () => undefined);
