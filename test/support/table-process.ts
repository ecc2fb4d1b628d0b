import { spawn, type ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { systemClock } from "../../src/time/system-clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { NODE_OPTIONS } from "../../firmware/node-options.ts";

/** The command line as people and service managers run it: a process of its own, bytes on its two outputs. */

export const TIRADA = fileURLToPath(new URL("../../bin/tirada.mjs", import.meta.url));

const COMMAND_US = 40 * US_PER_S;
const clock = systemClock();

export interface Ended {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface TableProcess {
  readonly child: ChildProcess;
  /** Address of the screens; rejects with the standard error when the process ends before it has one. */
  readonly url: Promise<string>;
  readonly ended: Promise<Ended>;
  /** The rest of the first line of output that begins with `start`. */
  line(start: string): Promise<string>;
  /** The first whole line of output with `piece` in it. */
  lineWith(piece: string): Promise<string>;
}

export interface ProcessOptions {
  readonly input?: string;
  /** No file of the process may grow over so many bytes. */
  readonly fileLimit?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Options of Node itself, as the service has them. */
  readonly nodeOptions?: readonly string[];
  /** `runCommand`: what works for longer than 40 s. */
  readonly limitUs?: number;
}

export function startProcess(args: readonly string[], options: ProcessOptions = {}): TableProcess {
  const command = [process.execPath, ...NODE_OPTIONS, ...(options.nodeOptions ?? []), TIRADA, ...args];
  const { fileLimit } = options;
  const [program = "", ...rest] =
    fileLimit === undefined ? command : ["prlimit", `--fsize=${fileLimit}`, ...command];
  return watch(spawn(program, rest, { env: { ...process.env, ...options.env } }), options.input);
}

/** Runs one command to its end; one that goes on and on is killed, so that its test sees `SIGKILL`. */
export async function runCommand(args: readonly string[], options: ProcessOptions = {}): Promise<Ended> {
  const { child, ended } = startProcess(args, options);
  const limit = clock.after(options.limitUs ?? COMMAND_US, "command", () => child.kill("SIGKILL"));
  const end = await ended;
  limit.cancel();
  return end;
}

/** Watches a process that runs the command line, maybe through another program. */
export function watch(child: ChildProcess, input = ""): TableProcess {
  let stdout = "";
  let stderr = "";
  const waiting = new Set<() => void>();
  const look = (): void => {
    for (const one of waiting) one();
  };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    look();
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    look();
  });
  child.stdin?.on("error", () => undefined).end(input);
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (status, signal) => {
      resolve({ status, signal, stdout, stderr });
      look();
    });
  });
  const find = (fits: (line: string) => boolean): Promise<string> =>
    new Promise((resolve, reject) => {
      const one = (): void => {
        const found = `${stdout}${stderr}`.split("\n").slice(0, -1).find(fits);
        if (found !== undefined) resolve(found);
        else if (child.exitCode !== null || child.signalCode !== null)
          reject(new Error(`it ended first: ${stderr}`));
        else return;
        waiting.delete(one);
      };
      waiting.add(one);
      one();
    });
  const line = async (start: string): Promise<string> =>
    (await find((text) => text.startsWith(start))).slice(start.length).trim();
  const url = line("display   ");
  url.catch(() => undefined);
  return { child, url, ended, line, lineWith: (piece) => find((text) => text.includes(piece)) };
}

/** What a test says about a table; the rest is the same for all. */
export interface TableChoice {
  readonly folder: string;
  readonly wheel: string;
  readonly log?: string;
  readonly openAtStart?: boolean;
  readonly wait?: boolean;
  readonly host?: string;
  readonly port?: number;
  /** `<folder>/storage` unless told. */
  readonly storage?: string;
  readonly people?: readonly {
    readonly name: string;
    readonly role: string;
    readonly pin: string;
  }[];
  /** Records of an epoch of the journal, where not as many as usual. */
  readonly epochRecords?: number;
}

/** Writes `<folder>/table.yaml` and gives its path.  */
export function writeConfig(choice: TableChoice): string {
  const path = join(choice.folder, "table.yaml");
  const config = {
    table: {
      name: "Mesa de prueba",
      log: choice.log ?? "tirada.test/table",
      rulebook: "cl/ruleta-francesa",
      openAtStart: choice.openAtStart ?? true,
    },
    // Captured lines answer no questions.
    wheel: {
      device: "cammegh-ss2",
      path: choice.wheel,
      // The captured wheel is played up to 150 times as fast.
      baud: 921_600,
      wait: choice.wait ?? false,
      ask: false,
    },
    display: { host: choice.host ?? "127.0.0.1", port: choice.port ?? 0 },
    people: choice.people ?? [],
    storage: {
      folder: choice.storage ?? join(choice.folder, "storage"),
      ...(choice.epochRecords !== undefined && { epochRecords: choice.epochRecords }),
    },
    test: true,
  };
  // Every JSON text is YAML.
  writeFileSync(path, JSON.stringify(config, null, 2));
  return path;
}
