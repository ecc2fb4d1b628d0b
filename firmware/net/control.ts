import { createConnection, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import { parseJson } from "../../src/load/json.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import type { Clock } from "../../src/time/clock.ts";
import { chmodSync, rmSync } from "../files/disk.ts";
import { errorText, EXIT, Problem } from "../problem.ts";
import { SocketReader, Talk } from "./talk.ts";

/** A name alone: no path comes to a unit. */
// oxlint-disable-next-line no-control-regex -- control characters are what is kept out
export const FILE_NAME = /^(?!\.\.?$)[^/\u0000-\u001f\u007f]+$/;

/**
 * The way into a running unit for commands on the same machine: a socket in its storage folder, which only the folder's
 * owner can reach. One request and one answer a connection, both one line of JSON. Between them a file may pass, piece by piece: the
 * command opens it, with the rights of who gave the command, and says when it is durable ({@link Talk}).
 */
const fileName = z.string().min(1).max(255).regex(FILE_NAME);
const requestSchema = z.discriminatedUnion("do", [
  z.strictObject({
    do: z.literal("export"),
    from: z.nullable(z.int().min(0)),
    to: z.nullable(z.int().min(0)),
    /** The name of the file that the command writes: the record names it. */
    file: fileName,
  }),
  z.strictObject({
    do: z.literal("case"),
    round: z.nullable(z.int().min(1)),
    from: z.nullable(z.int().min(0)),
    to: z.nullable(z.int().min(0)),
    file: fileName,
  }),
  /** The acta of a game, or without a round that of the newest session. */
  z.strictObject({
    do: z.literal("acta"),
    round: z.nullable(z.int().min(1)),
    /** Null: the newest. */
    edition: z.nullable(z.int().min(1)),
    language: z.enum(LANGUAGES),
    file: fileName,
  }),
  /** A technician did something with root's rights: it waits in a file of root's for its record. */
  z.strictObject({ do: z.literal("acts") }),
  /** What the unit says of itself: see `health.ts`. */
  z.strictObject({ do: z.literal("health") }),
  /** What the unit says of itself, how far its recordings are closed, and the newest lines of its log: see `BundleParts`. */
  z.strictObject({ do: z.literal("bundle") }),
  /** What came over a line and went out, behind a number: see `LineRing`. */
  z.strictObject({
    do: z.literal("lines"),
    port: z.nullable(z.string().max(64)),
    after: z.int().min(0),
  }),
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
export type ActaRequest = Extract<ControlRequest, { do: "acta" }>;
export type FileRequest = ExportRequest | CaseFileRequest | ActaRequest;

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
  clock: Clock,
  handle: RequestServer<ControlRequest>["handle"],
): Promise<Control> =>
  serveRequests({
    clock,
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
  readonly clock: Clock;
  readonly handle: (asked: T, talk: Talk) => Promise<ControlAnswer>;
}

/** Serves requests of one line on a socket. Rejects with a Problem when it cannot be made. */
export async function serveRequests<T>({ path, key, mode, ...served }: RequestServer<T>): Promise<Control> {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw socketProblem(path, key, error as NodeJS.ErrnoException);
  }
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    void serveConnection(socket, served);
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
  { schema, handle, clock }: Pick<RequestServer<T>, "schema" | "handle" | "clock">,
): Promise<void> {
  const talk = new Talk(socket, clock);
  const line = await talk.hear();
  const parsed = line === null ? null : schema.safeParse(parseJson(line));
  const answer: ControlAnswer =
    parsed?.success === true
      ? await handle(parsed.data, talk).catch((error: unknown) => ({ ok: false, why: errorText(error) }))
      : { ok: false, why: "this request is not understood" };
  socket.end(`${JSON.stringify(answer)}\n`);
}

/** Asks the unit that runs on this folder; null when none does. `limit`: a unit that has not answered then gave no answer. */
export const askUnit = (
  folder: string,
  asked: ControlRequest,
  limit?: AbortSignal,
): Promise<ControlAnswer | null> => askSocket(controlPath(folder), asked, limit);

/** Asks whoever listens at a socket that {@link serveRequests} serves; null when nobody does. */
export async function askSocket(
  path: string,
  asked: object,
  limit?: AbortSignal,
): Promise<ControlAnswer | null> {
  const socket = await connect(path, limit);
  if (socket === null) return null;
  socket.write(`${JSON.stringify(asked)}\n`);
  const line = await new SocketReader(socket).line(ANSWER_MAX);
  socket.destroy();
  return line === null ? { ok: false, why: "no answer came" } : (JSON.parse(line) as ControlAnswer);
}

/** A connection to a socket, whose errors only end it; null: nobody serves it. */
export async function connect(path: string, limit?: AbortSignal): Promise<Socket | null> {
  const socket = createConnection({ path, ...(limit && { signal: limit }) });
  const connected = await new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
  });
  if (!connected) return null;
  socket.on("error", () => socket.destroy());
  return socket;
}
