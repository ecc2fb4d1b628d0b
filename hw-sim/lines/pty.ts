import { spawn, type ChildProcess } from "node:child_process";
import { open, rm, type FileHandle } from "node:fs/promises";
import { constants } from "node:fs";

/**
 * A pseudo-terminal that stands for a device on a serial line: what is written here can be read by whoever opens
 * `path`, and the other way round. Made by a `socat` child, which ends with our process, however that ends.
 */
export interface Pty {
  /** The stable name: a link that is made anew at each replug. */
  readonly path: string;
  /** Device to host. Resolves when socat took the bytes; rejects while unplugged or when nobody reads. */
  write(bytes: Uint8Array | string): Promise<void>;
  /** Takes the device away, as pulling a USB plug does: the terminal hangs up and the name disappears. */
  unplug(): Promise<void>;
  /** Puts it back: a new terminal behind the same name. */
  replug(): Promise<void>;
  /** Unplugs for good. Never rejects: a link that the disk does not let go of leads nowhere. */
  close(): Promise<void>;
}

export interface PtyOptions {
  /** Where the link goes. An old link there is replaced. */
  readonly path: string;
  /** Host to device. */
  readonly onBytes?: (bytes: Uint8Array) => void;
  /** The program, for tests of its absence. */
  readonly socat?: string;
}

/** Bytes that may wait for a host that does not read. A real device would lose them. */
const WAITING_LIMIT = 256 * 1024;
/** The most characters of socat's own error text that are kept. */
const SAID_LIMIT = 2_000;

interface Plugged {
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
  /** Our own hold on the terminal, so that it lives on when the host closes and opens it again. */
  readonly hold: FileHandle;
}

/** Makes a pseudo-terminal. Rejects in one line when socat is missing or fails. */
export async function openPty(options: PtyOptions): Promise<Pty> {
  let plugged: Plugged | null = await plug(options);
  const unplug = async (): Promise<void> => {
    const old = plugged;
    plugged = null;
    if (old === null) return;
    old.child.kill("SIGKILL");
    await old.ended;
    await old.hold.close();
    await rm(options.path, { force: true });
  };
  return {
    path: options.path,
    write: (bytes) => send(plugged, bytes, options.path),
    unplug,
    replug: async () => {
      await unplug();
      plugged = await plug(options);
    },
    close: () => unplug().catch(() => undefined),
  };
}

function send(plugged: Plugged | null, bytes: Uint8Array | string, path: string): Promise<void> {
  const stdin = plugged?.child.stdin;
  if (!stdin?.writable) return Promise.reject(new Error(`${path} is unplugged`));
  const data = typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes;
  if (stdin.writableLength + data.length > WAITING_LIMIT) {
    return Promise.reject(new Error(`nobody reads ${path}: ${stdin.writableLength} bytes wait`));
  }
  return new Promise((resolve, reject) => {
    stdin.write(data, (error) =>
      error ? reject(new Error(`not written to ${path}: ${error.message}`)) : resolve(),
    );
  });
}

async function plug(options: PtyOptions): Promise<Plugged> {
  const { path, onBytes, socat = "socat" } = options;
  await rm(path, { force: true });
  // A socat that waits for a host to read would not notice that its standard input has closed: the kernel ends it.
  const program = ["--pdeathsig", "KILL", socat, "-d", "-d", `PTY,link=${path},raw,echo=0`, "STDIO"];
  const child = spawn("setpriv", program, { stdio: ["pipe", "pipe", "pipe"] });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  // Writing to a child that has just died is an unplugged device, told by the write itself.
  child.stdin.on("error", () => undefined);
  child.stdout.on("data", (chunk: Buffer) => onBytes?.(chunk));
  await new Promise<void>((resolve, reject) => {
    let text = "";
    child.stderr.on("data", (chunk: Buffer) => {
      text = (text + chunk.toString("latin1")).slice(-SAID_LIMIT);
      if (text.includes("starting data transfer loop")) resolve();
    });
    child.once("error", (error: NodeJS.ErrnoException) => {
      const missing = "setpriv is not installed; install the package util-linux";
      reject(new Error(error.code === "ENOENT" ? missing : `setpriv cannot be started: ${error.message}`));
    });
    child.once("close", () => {
      const missing = /failed to execute .*No such file/.test(text);
      const ended = `${socat} ended: ${text.trim().split("\n").at(-1) ?? ""}`;
      reject(
        new Error(
          missing ? `${socat} is not installed; install the package socat (apt-get install socat)` : ended,
        ),
      );
    });
  });
  const hold = await open(path, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
  return { child, ended, hold };
}
