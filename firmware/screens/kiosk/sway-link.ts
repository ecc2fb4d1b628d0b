import { createConnection, type Socket } from "node:net";

/** sway-ipc(7): this word, the length of what follows, the type of the message. */
const WORD = Buffer.from("i3-ipc");
const HEAD = WORD.length + 8;
/** The longest answer that is taken, bytes. */
export const ANSWER_MAX = 1_048_576;
/** Questions that may wait for their answers. */
const WAITING_MAX = 16;
const RUN_COMMAND = 0;
const GET_OUTPUTS = 3;

/** The compositor's way in for whoever started it. */
export interface SwayLink {
  /** The outputs, as `swaymsg -t get_outputs` prints them. */
  outputs(): Promise<unknown>;
  /** Runs commands, one after the other. Gives the first that was refused, with why; null: none was. */
  run(commands: readonly string[]): Promise<string | null>;
  close(): void;
}

/** Connects to the compositor at its socket. Whatever waits is rejected when the connection ends. */
export function connectSway(path: string): Promise<SwayLink> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    socket.once("error", reject);
    socket.once("connect", () => resolve(linkOver(socket)));
  });
}

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (why: Error) => void;
}

function linkOver(socket: Socket): SwayLink {
  // Answers come in the order of the questions.
  const waiting: Waiting[] = [];
  let read = Buffer.alloc(0);
  const end = (why: string): void => {
    socket.destroy();
    for (const one of waiting.splice(0)) one.reject(new Error(why));
  };
  socket.on("data", (piece) => {
    read = Buffer.concat([read, piece]);
    while (read.length >= HEAD) {
      const length = read.readUInt32LE(WORD.length);
      if (!read.subarray(0, WORD.length).equals(WORD) || length > ANSWER_MAX)
        return end("the compositor's answer cannot be read");
      if (read.length < HEAD + length) return;
      const text = read.subarray(HEAD, HEAD + length).toString("utf8");
      read = read.subarray(HEAD + length);
      answer(waiting.shift(), text);
    }
  });
  socket.on("error", () => end("the compositor does not answer"));
  socket.on("close", () => end("the compositor has ended"));
  const ask = (type: number, text: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (socket.destroyed || waiting.length >= WAITING_MAX)
        return reject(new Error("the compositor does not answer"));
      waiting.push({ resolve, reject });
      socket.write(messageOf(type, text));
    });
  return {
    outputs: () => ask(GET_OUTPUTS, ""),
    run: async (commands) => {
      for (const command of commands) {
        const [said] = resultsIn(await ask(RUN_COMMAND, command));
        if (said?.success !== true) return `${command}: ${said?.error ?? "no answer"}`;
      }
      return null;
    },
    close: () => socket.destroy(),
  };
}

function messageOf(type: number, text: string): Buffer {
  const body = Buffer.from(text, "utf8");
  const head = Buffer.alloc(HEAD);
  WORD.copy(head);
  head.writeUInt32LE(body.length, WORD.length);
  head.writeUInt32LE(type, WORD.length + 4);
  return Buffer.concat([head, body]);
}

function answer(asked: Waiting | undefined, text: string): void {
  try {
    asked?.resolve(JSON.parse(text));
  } catch {
    asked?.reject(new Error("the compositor's answer cannot be read"));
  }
}

function resultsIn(value: unknown): readonly { success?: unknown; error?: string }[] {
  return Array.isArray(value) ? (value as { success?: unknown; error?: string }[]) : [];
}
