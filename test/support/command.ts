import { main } from "../../firmware/cli/main.ts";
import type { Laboratory } from "../../firmware/cli/laboratory.ts";
import { laboratory } from "../../hw-sim/laboratory.ts";
import type { Ended } from "./table-process.ts";

/**
 * Runs a command to its end in this process, with what it writes kept, as `runCommand` does in a process of its own. For commands
 * that end by themselves and leave nothing behind: refusals above all. One at a time. `of`: null as on an installed unit, which has no
 * laboratory.
 */
export async function commandHere(args: readonly string[], of: Laboratory | null = laboratory): Promise<Ended> {
  const before = process.exitCode;
  const said = { stdout: "", stderr: "" };
  const restore = (["stdout", "stderr"] as const).map((name) =>
    keep(process[name], (text) => (said[name] += text)),
  );
  const listeners = EMITTERS.map(listenersOf);
  process.exitCode = undefined;
  try {
    // What is refused needs no thread of the screens that was begun ahead.
    await main(args, of, false);
    return { status: Number(statusNow() ?? 0), signal: null, ...said };
  } finally {
    for (const one of restore) one();
    for (const [at, emitter] of EMITTERS.entries()) takeOff(emitter, listeners[at] ?? new Map());
    process.exitCode = before;
  }
}

/** What a command listens to until its process ends; this process goes on. */
const EMITTERS: readonly NodeJS.EventEmitter[] = [process, process.stdout, process.stderr];
type Listeners = ReadonlyMap<string | symbol, readonly unknown[]>;

const listenersOf = (emitter: NodeJS.EventEmitter): Listeners =>
  new Map(emitter.eventNames().map((name) => [name, emitter.rawListeners(name)]));

function takeOff(emitter: NodeJS.EventEmitter, before: Listeners): void {
  for (const [name, all] of listenersOf(emitter))
    for (const one of all)
      if (before.get(name)?.includes(one) !== true)
        emitter.removeListener(name, one as (...args: unknown[]) => void);
}

const statusNow = (): number | string | null | undefined => process.exitCode;

/** Takes what is written to a stream; the function given back ends that. */
function keep(stream: NodeJS.WriteStream, take: (text: string) => void): () => void {
  const write = stream.write.bind(stream);
  stream.write = (text: string | Uint8Array, encoding?: unknown, done?: unknown): boolean => {
    take(typeof text === "string" ? text : Buffer.from(text).toString("utf8"));
    const after = typeof encoding === "function" ? encoding : done;
    if (typeof after === "function") (after as () => void)();
    return true;
  };
  return () => {
    stream.write = write;
  };
}
