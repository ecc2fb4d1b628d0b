import { main } from "../../firmware/cli/main.ts";
import type { Ended } from "./table-process.ts";

type Write = typeof process.stdout.write;

/**
 * Runs a command to its end in this process, with what it writes kept, as `runCommand` does in a process of its own. For commands
 * that end by themselves and leave nothing behind: refusals above all. One at a time.
 */
export async function commandHere(args: readonly string[]): Promise<Ended> {
  const before = process.exitCode;
  const said = { stdout: "", stderr: "" };
  const restore = (["stdout", "stderr"] as const).map((name) => {
    const stream = process[name];
    const write = stream.write.bind(stream) as Write;
    stream.write = ((text: string | Uint8Array, encoding?: unknown, done?: unknown) => {
      said[name] += typeof text === "string" ? text : Buffer.from(text).toString("utf8");
      const after = typeof encoding === "function" ? encoding : done;
      if (typeof after === "function") (after as () => void)();
      return true;
    }) as Write;
    return () => {
      stream.write = write;
    };
  });
  process.exitCode = 0;
  try {
    await main(args);
    return { status: Number(process.exitCode), signal: null, ...said };
  } finally {
    for (const one of restore) one();
    process.exitCode = before;
  }
}
