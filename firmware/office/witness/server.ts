import Fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import type { Server } from "node:https";
import { cosignCheckpoint } from "../../../src/record/checkpoint.ts";
import { sha256Hex } from "../../../src/record/bytes.ts";
import type { Signer, Verifier } from "../../../src/record/keys.ts";
import { MAX_REQUEST_BYTES, SIZE_TYPE } from "../../../src/record/witness-messages.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { HEADERS, HEADERS_MS, limitConnections, refuseRaw, REQUEST_MS } from "../../net/connections.ts";
import { errorText } from "../../problem.ts";
import type { WitnessDatabase } from "./database.ts";
import { judgeRequest, logsOf, signedBy, type Accepted, type Refused } from "./judge.ts";

export interface WitnessServerParts {
  readonly signer: Signer;
  readonly logs: readonly Verifier[];
  readonly database: WitnessDatabase;
  readonly clock: Clock;
  /** PEM. */
  readonly tls: { readonly cert: string; readonly key: string };
  /** One line for each contradiction that is kept, and for a clock that went back. */
  readonly onNotice: (line: string) => void;
  /** The database takes nothing more. */
  readonly onFailed: (error: Error) => void;
}

export type WitnessApp = FastifyInstance<Server>;

/** By which a log is asked for: the hex SHA-256 of its name, which has slashes. */
export const logId = (origin: string): string => sha256Hex(origin);

const TEXT = "text/plain; charset=utf-8";
const sendText = (reply: FastifyReply, status: number, text: string, type = TEXT): FastifyReply =>
  reply.code(status).type(type).send(text);

/** The web server of a witness (C2SP tlog-witness), not yet listening. */
export function createWitnessServer(parts: WitnessServerParts): WitnessApp {
  const { cert, key } = parts.tls;
  const app = Fastify({
    https: {
      cert,
      key,
      minVersion: "TLSv1.2",
      headersTimeout: HEADERS_MS,
      connectionsCheckingInterval: HEADERS_MS / 2,
    },
    bodyLimit: MAX_REQUEST_BYTES,
    connectionTimeout: 15_000,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: 5_000,
    clientErrorHandler: refuseRaw,
    routerOptions: { maxParamLength: 64 },
    frameworkErrors: (_error, _request, reply) =>
      void sendText(reply as unknown as FastifyReply, 400, "Bad request.\n"),
  });
  limitConnections(app.server);
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(HEADERS);
    done();
  });
  app.setNotFoundHandler((_request, reply) => sendText(reply, 404, "Not found.\n"));
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
    if (status >= 400 && status < 500) return sendText(reply, status, "Bad request.\n");
    parts.onFailed(error instanceof Error ? error : new Error(errorText(error)));
    return sendText(reply, 503, "The witness cannot answer.\n");
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  addCheckpoint(app, parts);
  addReading(app, parts);
  return app;
}

function addCheckpoint(app: WitnessApp, parts: WitnessServerParts): void {
  const logs = logsOf(parts.logs);
  app.post("/add-checkpoint", (request, reply) => {
    const body = typeof request.body === "string" ? request.body : "";
    const judged = judgeRequest(body, logs, parts.database);
    if (judged.status !== 200) return refuse(reply, judged, parts);
    const line = cosign(judged, parts);
    if (line !== null) return sendText(reply, 200, line);
    parts.onNotice(
      `the clock of this witness is behind what it signed of ${judged.checkpoint.origin}: set it right`,
    );
    return sendText(reply, 503, "The clock of this witness went back.\n");
  });
}

/**
 * Signs a checkpoint and keeps it before anybody gets the line; null: the clock is behind the last one. Of one that comes again the time is
 * renewed, and nothing of what the log signed.
 */
function cosign({ checkpoint, key, note }: Accepted, parts: WitnessServerParts): string | null {
  const { signer, database, clock, logs } = parts;
  const { origin, size, root } = checkpoint;
  const time = Math.floor(clock.wall() / 1_000);
  if (time <= 0 || time < (database.latest(origin)?.time ?? 0)) return null;
  const before = database.ofSize(origin, size)?.note;
  const keys = logsOf(logs).get(origin) ?? [];
  const signed = (before === undefined ? null : signedBy(before, keys)?.note) ?? note;
  const cosigned = cosignCheckpoint(signed, signer, time);
  database.storeCosigned({ origin, key: key.vkey }, { size, root, note: cosigned }, time);
  return cosigned.slice(signed.length);
}

function refuse(reply: FastifyReply, judged: Refused, parts: WitnessServerParts): FastifyReply {
  const { status, why, size, proof } = judged;
  if (proof !== null && parts.database.storeProof(proof, Math.floor(parts.clock.wall() / 1_000))) {
    const { kind, refused, cosigned } = proof;
    parts.onNotice(
      `${refused.origin} ${kind}: it signed ${refused.size} records against the ${cosigned.size} that were cosigned; both notes are kept`,
    );
  }
  return status === 409 ? sendText(reply, 409, `${size}\n`, SIZE_TYPE) : sendText(reply, status, `${why}\n`);
}

/** What inspectors read: the state of each log, its newest cosigned checkpoint, and what was refused. */
function addReading(app: WitnessApp, parts: WitnessServerParts): void {
  const { database, signer, logs } = parts;
  const byId = new Map(logs.map(({ name }) => [logId(name), name] as const));
  app.get("/health", () => ({ ok: true, witness: signer.verifier.name, logs: logsOf(logs).size }));
  app.get("/logs", () => ({
    witness: signer.verifier.vkey,
    logs: [...logsOf(logs)].map(([name, keys]) => {
      const latest = database.latest(name);
      const refused = database.proofs(name).map(({ kind }) => kind);
      return {
        log: name,
        vkey: keys.at(-1)?.vkey ?? "",
        id: logId(name),
        size: latest?.size ?? 0,
        time: latest?.time ?? null,
        refused,
      };
    }),
  }));
  const found = (path: string, send: (origin: string, reply: FastifyReply) => unknown): void => {
    app.get(path, (request, reply) => {
      const { id } = request.params as { readonly id: string };
      const origin = byId.get(id);
      return origin === undefined ? sendText(reply, 404, "Not found.\n") : send(origin, reply);
    });
  };
  found("/logs/:id/checkpoint", (origin, reply) => {
    const latest = database.latest(origin);
    return latest === null
      ? sendText(reply, 404, "Nothing was cosigned yet.\n")
      : sendText(reply, 200, latest.note);
  });
  found("/logs/:id/refused", (origin) => ({ log: origin, refused: database.proofs(origin) }));
}
