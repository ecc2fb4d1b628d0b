import { main } from "../../firmware/cli/main.ts";
import type { Ended } from "./table-process.ts";

/**
 * Runs a command to its end in this process, with what it writes kept, as `runCommand` does in a process of its own. For commands
 * that end by themselves and leave nothing behind: refusals above all. One at a time.
 */
export async function commandHere(args: readonly string[]): Promise<Ended> {
  const before = process.exitCode;
  const said = { stdout: "", stderr: "" };
  const restore = (["stdout", "stderr"] as const).map((name) =>
    keep(process[name], (text) => (said[name] += text)),
  );
  process.exitCode = undefined;
  try {
    await main(args);
    return { status: Number(statusNow() ?? 0), signal: null, ...said };
  } finally {
    for (const one of restore) one();
    process.exitCode = before;
  }
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
