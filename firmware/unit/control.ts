import { createConnection, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import { chmodSync, rmSync } from "../disk/disk.ts";
import { EXIT, Problem } from "../problem.ts";

/**
 * The way into a running unit for commands on the same machine: a socket in its storage folder, which only the folder's
 * owner can reach. One request and one answer a connection, both one line of JSON.
 */
const requestSchema = z.discriminatedUnion("do", [
  z.strictObject({
    do: z.literal("export"),
    from: z.nullable(z.int().min(0)),
    to: z.nullable(z.int().min(0)),
    path: z.string().min(1).max(1_000),
    /** An older export may be written over. */
    replace: z.boolean().default(false),
  }),
  z.strictObject({
    do: z.literal("case"),
    round: z.nullable(z.int().min(1)),
    from: z.nullable(z.int().min(0)),
    to: z.nullable(z.int().min(0)),
    path: z.string().min(1).max(1_000),
    /** An older case file may be written over. */
    replace: z.boolean().default(false),
  }),
  /** What the unit says of itself: see `health.ts`. */
  z.strictObject({ do: z.literal("health") }),
  /** The same, how far its recordings are closed, and the newest lines of its log: see `BundleParts`. */
  z.strictObject({ do: z.literal("bundle") }),
  z.strictObject({
    do: z.literal("sign-bundle"),
    /** Of the bundle's manifest. */
    sha512: z.string().regex(/^[0-9a-f]{128}$/),
  }),
  z.strictObject({
    do: z.literal("confirm"),
    /** A checkpoint that the journal signed, with the cosignature of an inspector below. */
    note: z.string().min(1).max(3_000),
  }),
]);
export type ControlRequest = z.infer<typeof requestSchema>;
export type ExportRequest = Extract<ControlRequest, { do: "export" }>;
export type CaseFileRequest = Extract<ControlRequest, { do: "case" }>;

export type ControlAnswer =
  | { readonly ok: true; readonly lines: readonly string[] }
  | {
      readonly ok: false;
      readonly why: string;
      /** The exit status of a command that asked; a unit of an earlier release does not say it. */
      readonly status?: number;
    };

/** What was answered. Throws a Problem for a refusal, with its status: what was asked for, or the unit's disk. */
export function linesOf(answer: ControlAnswer): readonly string[] {
  if (answer.ok) return answer.lines;
  throw new Problem(answer.status ?? EXIT.storage, answer.why);
}

export const LINE_MAX = 4_096;
/** The longest answer, bytes. */
export const ANSWER_MAX = 4 * 1_048_576;
export const CONNECTIONS_MAX = 4;

export interface Control {
  close(): Promise<void>;
}

export function controlPath(folder: string): string {
  return join(folder, "unit.sock");
}

/** Serves requests until closed. A socket that a killed unit left behind is replaced: the journal's lock says who runs. */
export const serveControl = (
  folder: string,
  handle: (asked: ControlRequest) => Promise<ControlAnswer>,
): Promise<Control> =>
  serveRequests({
    path: controlPath(folder),
    key: "storage.folder",
    mode: 0o600,
    schema: requestSchema,
    handle,
  });

export interface RequestServer<T> {
  readonly path: string;
  /** What names the socket's place in the configuration. */
  readonly key: string;
  /** Who may connect. */
  readonly mode: number;
  readonly schema: z.ZodType<T>;
  readonly handle: (asked: T) => Promise<ControlAnswer>;
}

/** Serves requests of one line on a socket. Rejects with a Problem when it cannot be made. */
export async function serveRequests<T>({
  path,
  key,
  mode,
  schema,
  handle,
}: RequestServer<T>): Promise<Control> {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw socketProblem(path, key, error as NodeJS.ErrnoException);
  }
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    void serveConnection(socket, schema, handle);
  });
  server.maxConnections = CONNECTIONS_MAX;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(socketProblem(path, key, error)));
    server.listen(path, resolve);
  });
  chmodSync(path, mode);
  return { close: () => closeServer(server, open) };
}

/** The system takes socket names of at most 107 bytes (unix(7)). */
function socketProblem(path: string, key: string, error: NodeJS.ErrnoException): Problem {
  const cure =
    Buffer.byteLength(path) > 107
      ? `its name is over 107 bytes: give ${key} a shorter path`
      : `nothing else may stand there: move it away, or check ${key}`;
  return new Problem(EXIT.storage, `cannot make the socket ${path} (${error.code ?? error.message}); ${cure}`, {
    cause: error,
  });
}

/** Ends open connections too: one that asks nothing must not hold up the end. */
function closeServer(server: Server, open: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const socket of open) socket.destroy();
  });
}

async function serveConnection<T>(
  socket: Socket,
  schema: z.ZodType<T>,
  handle: (asked: T) => Promise<ControlAnswer>,
): Promise<void> {
  socket.on("error", () => socket.destroy());
  const line = await firstLine(socket, LINE_MAX);
  const parsed = line === null ? null : schema.safeParse(parseJson(line));
  const answer: ControlAnswer =
    parsed?.success === true
      ? await handle(parsed.data).catch((error: unknown) => ({ ok: false, why: String(error) }))
      : { ok: false, why: "this request is not understood" };
  socket.end(`${JSON.stringify(answer)}\n`);
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** The first line of a connection, or null when it is too long or never ends. */
function firstLine(socket: Socket, most: number): Promise<string | null> {
  return new Promise((resolve) => {
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      text += chunk;
      const end = text.indexOf("\n");
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > most) resolve(null);
    });
    socket.on("end", () => resolve(null));
    socket.on("close", () => resolve(null));
  });
}

/** Asks the unit that runs on this folder; null when none does. `limit`: a unit that has not answered then gave no answer. */
export const askUnit = (
  folder: string,
  asked: ControlRequest,
  limit?: AbortSignal,
): Promise<ControlAnswer | null> => askSocket(controlPath(folder), asked, limit);

/** The same on any socket that {@link serveRequests} serves; null when nobody does. */
export async function askSocket(
  path: string,
  asked: object,
  limit?: AbortSignal,
): Promise<ControlAnswer | null> {
  const socket = createConnection({ path, ...(limit && { signal: limit }) });
  const connected = await new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
  });
  if (!connected) return null;
  socket.on("error", () => socket.destroy());
  socket.write(`${JSON.stringify(asked)}\n`);
  const line = await firstLine(socket, ANSWER_MAX);
  socket.destroy();
  return line === null ? { ok: false, why: "no answer came" } : (JSON.parse(line) as ControlAnswer);
}
