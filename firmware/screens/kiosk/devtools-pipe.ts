import type { Readable, Writable } from "node:stream";
import { isFields, parseJson, type Fields } from "../../../src/load/json.ts";

/** The longest message of a browser that is taken, bytes. */
export const MESSAGE_MAX = 4_194_304;
/** Questions that may wait for their answers. */
export const WAITING_MAX = 64;
const END = 0;

/** What the browser says without being asked, of itself or of a page. */
export interface DevtoolsEvent {
  readonly method: string;
  readonly params: Fields;
}

/** A browser that was started with `--remote-debugging-pipe`. */
export interface DevtoolsPipe {
  /** Asks the browser, or the page of `session`. Rejected when it is refused, or when the browser has ended. */
  ask(method: string, params?: Fields, session?: string): Promise<Fields>;
}

interface Waiting {
  readonly resolve: (result: Fields) => void;
  readonly reject: (why: Error) => void;
}

/** Speaks the DevTools protocol over two pipes: JSON, each message ended by a byte 0. */
export function devtoolsOver(
  to: Writable,
  from: Readable,
  onEvent: (event: DevtoolsEvent) => void,
): DevtoolsPipe {
  return new Pipe(to, from, onEvent);
}

class Pipe implements DevtoolsPipe {
  readonly #to: Writable;
  readonly #from: Readable;
  readonly #onEvent: (event: DevtoolsEvent) => void;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  #isOpen = true;
  #read: Buffer[] = [];
  #length = 0;

  constructor(to: Writable, from: Readable, onEvent: (event: DevtoolsEvent) => void) {
    this.#to = to;
    this.#from = from;
    this.#onEvent = onEvent;
    from.on("data", (piece: Buffer) => this.#takeBytes(piece));
    for (const stream of [to, from]) {
      stream.on("error", () => this.#end("the browser has ended"));
      stream.on("close", () => this.#end("the browser has ended"));
    }
  }

  ask(method: string, params: Fields = {}, session?: string): Promise<Fields> {
    return new Promise((resolve, reject) => {
      if (!this.#isOpen || this.#waiting.size >= WAITING_MAX)
        return reject(new Error("the browser does not answer"));
      this.#asked += 1;
      this.#waiting.set(this.#asked, { resolve, reject });
      const of = session === undefined ? {} : { sessionId: session };
      this.#to.write(`${JSON.stringify({ id: this.#asked, method, params, ...of })}\0`);
    });
  }

  #takeBytes(piece: Buffer): void {
    let rest = piece;
    for (let at = rest.indexOf(END); at >= 0; at = rest.indexOf(END)) {
      const text = Buffer.concat([...this.#read, rest.subarray(0, at)]).toString("utf8");
      this.#read = [];
      this.#length = 0;
      rest = rest.subarray(at + 1);
      this.#takeMessage(text);
    }
    this.#read.push(rest);
    this.#length += rest.length;
    if (this.#length > MESSAGE_MAX) this.#end("the browser's answer is too long");
  }

  #takeMessage(text: string): void {
    const message = parseJson(text);
    if (!isFields(message)) return this.#end("the browser's answer cannot be read");
    const { id, method, params, result, error } = message;
    if (typeof id !== "number") {
      if (typeof method === "string") this.#onEvent({ method, params: fieldsOf(params) });
      return;
    }
    const one = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) one?.resolve(fieldsOf(result));
    else one?.reject(new Error(`refused: ${JSON.stringify(error)}`));
  }

  #end(why: string): void {
    this.#isOpen = false;
    for (const one of this.#waiting.values()) one.reject(new Error(why));
    this.#waiting.clear();
    this.#from.destroy();
    this.#to.destroy();
  }
}

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
