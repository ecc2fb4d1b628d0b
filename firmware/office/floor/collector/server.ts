import type { X509Certificate } from "node:crypto";
import type { TLSSocket } from "node:tls";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ENROLMENT_BYTES_MAX, readEnrolment } from "../../../../src/floor/enrolment.ts";
import { HEARTBEAT_BYTES_MAX, readHeartbeat } from "../../../../src/floor/heartbeat.ts";
import { BODY_BYTES_MAX } from "../../../../src/floor/sent-lines.ts";
import { newStanding, type ArrivalAnswer, type ArrivalRefusal } from "../../../../src/floor/standing.ts";
import { canonical } from "../../../../src/record/canonical.ts";
import { checkLogName } from "../../../../src/record/chain.ts";
import type { Holder } from "../../../../src/orders/certificate.ts";
import { OF_LOG } from "../../../afar/floor/collectors.ts";
import { US_PER_S } from "../../../../src/time/instant.ts";
import type { Credentials } from "../../../afar/orders/credentials.ts";
import { createMutualServer, sendText, type MutualServer } from "../../../afar/orders/mutual-server.ts";
import { holderOn } from "../../../afar/orders/tls.ts";
import { METRICS_TYPE } from "../../../table/log/metrics.ts";
import { countersText } from "../alarms/server-figures.ts";
import type { Bringer } from "../store/floor-store.ts";
import type { CollectorConfig } from "./config.ts";
import { readVouchedKeys } from "./vouched-keys.ts";
import { answerBy, askStanding, collectLines, refuseBytes, type CollectParts } from "./collect.ts";
import {
  ANSWER_US,
  KEEP_CONNECTION_MS,
  LONG_BATCH_BYTES,
  LONG_BATCHES_AT_ONCE,
  REFUSAL_US,
  REFUSALS_WAITING,
  REQUEST_COMES_MS,
  TABLES,
  TABLES_OF_ADDRESS,
  UNDER_WAY_MAX,
} from "./limits.ts";
import type { Shares } from "./shares.ts";
import { Turns } from "./turns.ts";

export interface CollectorCounters {
  connectionsRefused: number;
  requests: number;
  refused: number;
  /** Requests beyond a certificate's share. */
  tooMany: number;
  /** Requests that the store did not answer. */
  away: number;
  /** Commits whose waiting for another node somebody ended: no request that was under way then is answered. */
  cutShort: number;
}

export interface CollectorParts extends CollectParts {
  readonly credentials: () => Credentials;
  readonly counters: CollectorCounters;
  readonly shares: Shares;
  /** The store gave no answer in time. */
  readonly onLate: () => void;
  /** Of a group: casinos whose collectors speak for their tables. */
  readonly casinos: NonNullable<CollectorConfig["casinos"]>;
  readonly onNotice: (line: string) => void;
}

/** What each refusal is answered with: nothing of the log is taken, or nothing from one line on. */
const STATUS: Readonly<Partial<Record<ArrivalRefusal, number>>> = {
  "not-enrolled": 403,
  "other-log": 403,
  fork: 403,
  retired: 403,
  "too-many": 429,
};

/** The collector's server, not yet listening. */
export function createCollectorServer(parts: CollectorParts): MutualServer {
  const { credentials, clock, counters, onNotice } = parts;
  const app = createMutualServer({
    credentials,
    clock,
    counters,
    bodyLimit: BODY_BYTES_MAX,
    connections: { ofAddress: TABLES_OF_ADDRESS, all: TABLES },
    requestMs: REQUEST_COMES_MS,
    keepMs: KEEP_CONNECTION_MS,
    onNotice: (line) => {
      counters.away++;
      onNotice(line);
    },
    failed: "The store does not answer; come again later.",
    mayAsk: (holder) => {
      if (holder === null) counters.connectionsRefused++;
      return holder !== null;
    },
  });
  // As it came, so that what is refused can be kept so.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  const door = tablesOnly(parts);
  const counted = (): Readonly<Record<string, number>> => ({ records: parts.store.added, ...counters });
  app.get("/health", () => ({ ok: true, ...counted() }));
  app.get("/metrics", async (_request, reply) =>
    reply.type(METRICS_TYPE).send(await countersText("collector", counted())),
  );
  app.get("/v1/standing", { onRequest: door.onRequest }, (request, reply) =>
    door.answer(request, reply, ({ log }) => askStanding(parts, log)),
  );
  app.post("/v1/lines", { onRequest: door.onRequest }, (request, reply) =>
    door.answer(request, reply, (bringer) => {
      const bytes = bytesOf(request);
      const text = textIn(bytes);
      return text === null ? refuseBytes(parts, bringer, bytes) : collectLines(parts, bringer, text);
    }),
  );
  app.post("/v1/heartbeat", { onRequest: door.onRequest, bodyLimit: HEARTBEAT_BYTES_MAX }, (request, reply) =>
    door.answer(request, reply, (bringer) => takeHeartbeat(parts, bringer, request)),
  );
  app.post("/v1/enrolment", { onRequest: door.onRequest, bodyLimit: ENROLMENT_BYTES_MAX }, (request, reply) =>
    door.answer(request, reply, (bringer) => takeEnrolment(parts, bringer, request)),
  );
  return app;
}

const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** Null: it is no UTF-8. */
function textIn(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** What is no text says nothing that counts. */
const textOf = (request: FastifyRequest): string => textIn(bytesOf(request)) ?? "";

/** Who speaks of which log: a table of its own, and in a group a casino's collector of those of the casino. */
export interface Speaker extends Bringer {
  /** The casino's collector; null: it is the table. */
  readonly casino: string | null;
}

function speakerOf(holder: Holder | null, of: unknown, { casinos }: CollectorParts): Speaker | null {
  if (holder === null) return null;
  const { name, as, serial } = holder;
  if (as === "unit") return { log: name, serial, casino: null };
  if (as !== "collector" || typeof of !== "string" || !isLogName(of)) return null;
  const isOfCasino = casinos.some((one) => one.name === name && of.startsWith(one.logs));
  return isOfCasino ? { log: of, serial, casino: name } : null;
}

function isLogName(name: string): boolean {
  try {
    return checkLogName(name) === name;
  } catch {
    return false;
  }
}

/** Lets tables in, each to its own log and within its share. */
function tablesOnly(parts: CollectorParts) {
  const { credentials, clock, counters, shares } = parts;
  const speakerOn = (request: FastifyRequest): Speaker | null =>
    speakerOf(holderOn(request.raw.socket, credentials().authority, clock), request.headers[OF_LOG], parts);
  const waiting = new Map<string, number>();
  const turns = new Turns(LONG_BATCHES_AT_ONCE);
  let underWay = 0;
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const holder = speakerOn(request);
      if (holder === null) return void (await sendText(reply, 403, "For tables only."));
      counters.requests++;
      if (shares.take(holder.serial)) return;
      counters.tooMany++;
      const others = waiting.get(holder.serial) ?? 0;
      if (others >= REFUSALS_WAITING) {
        reply.hijack();
        request.raw.socket.destroy();
        return;
      }
      // Who waits for its answer asks no faster.
      waiting.set(holder.serial, others + 1);
      await clock.sleep(REFUSAL_US);
      const left = (waiting.get(holder.serial) ?? 1) - 1;
      if (left === 0) waiting.delete(holder.serial);
      else waiting.set(holder.serial, left);
      await sendAnswer(reply, { standing: newStanding(holder.log), refused: { why: "too-many", seq: null } });
    },
    answer: async (
      request: FastifyRequest,
      reply: FastifyReply,
      act: (speaker: Speaker) => Promise<ArrivalAnswer>,
    ): Promise<FastifyReply> => {
      const speaker = speakerOn(request);
      if (speaker === null) return sendText(reply, 403, "For tables only.");
      if (underWay >= UNDER_WAY_MAX) return sendText(reply, 503, "Too much is under way; come again later.");
      underWay++;
      const { cutShort } = counters;
      try {
        const work = (): Promise<ArrivalAnswer> => inTime(parts, act(speaker));
        const isLong = bytesOf(request).length > LONG_BATCH_BYTES;
        const answer = await (isLong ? turns.take(work) : work());
        if (counters.cutShort !== cutShort) throw new Error("a commit did not wait for another node");
        if (answer.refused !== null) counters.refused++;
        return await sendAnswer(reply, answer);
      } finally {
        underWay--;
      }
    },
  };
}

/** A database that is frozen breaks no connection: who waits for it is told in time, and it is asked anew over others. */
async function inTime<T>({ clock, onLate }: CollectorParts, act: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const limit = clock.after(ANSWER_US, "answer of the store", () => {
    late.reject(new Error(`the store gave no answer for ${ANSWER_US / US_PER_S} s`));
    onLate();
  });
  // What comes after all is nobody's any more.
  act.catch(() => undefined);
  try {
    return await Promise.race([act, late.promise]);
  } finally {
    limit.cancel();
  }
}

const sendAnswer = (reply: FastifyReply, answer: ArrivalAnswer): FastifyReply =>
  reply
    .code(answer.refused === null ? 200 : (STATUS[answer.refused.why] ?? 409))
    .type("application/json; charset=utf-8")
    .send(`${canonical(answer)}\n`);

/** A heartbeat counts for its own table alone; of what it says nothing is evidence. */
async function takeHeartbeat(
  parts: CollectorParts,
  bringer: Bringer,
  request: FastifyRequest,
): Promise<ArrivalAnswer> {
  const text = textOf(request);
  const heartbeat = readHeartbeat(text, certificateOn(request));
  if (typeof heartbeat === "string")
    return refusedHere(bringer, heartbeat.startsWith("it is not signed") ? "unsigned" : "malformed");
  if (heartbeat.log !== bringer.log) return refusedHere(bringer, "other-log");
  return answerBy(bringer.log, await parts.store.beat(bringer, heartbeat, text));
}

/** A request to join waits for two people; who asks again asks nothing new. */
async function takeEnrolment(
  parts: CollectorParts,
  bringer: Speaker,
  request: FastifyRequest,
): Promise<ArrivalAnswer> {
  const body = textOf(request);
  if (bringer.casino !== null) return takeVouched(parts, bringer, bringer.casino, body);
  const enrolment = readEnrolment(body, { certificate: certificateOn(request), log: bringer.log });
  if (typeof enrolment === "string") return refusedHere(bringer, enrolment);
  const kept = await parts.store.ask(bringer, { ...enrolment, body });
  if (kept === "confirmed") return askStanding(parts, bringer.log);
  return refusedHere(bringer, kept === "waits" ? "not-enrolled" : "fork");
}

/** A casino's collector says which keys two people confirmed there. */
async function takeVouched(
  parts: CollectorParts,
  bringer: Bringer,
  casino: string,
  body: string,
): Promise<ArrivalAnswer> {
  const keys = readVouchedKeys(body, bringer.log);
  if (keys === null) return refusedHere(bringer, "malformed");
  const kept = await parts.store.vouch(bringer, casino, { keys, code: "", body });
  return kept === "confirmed" ? askStanding(parts, bringer.log) : refusedHere(bringer, "fork");
}

const refusedHere = ({ log }: Bringer, why: ArrivalRefusal): ArrivalAnswer => ({
  standing: newStanding(log),
  refused: { why, seq: null },
});

/** Who was let in has one; it stays the same while the connection lasts. */
function certificateOn(request: FastifyRequest): X509Certificate {
  const socket = request.raw.socket as TLSSocket;
  const certificate = certificates.get(socket) ?? socket.getPeerX509Certificate();
  if (certificate === undefined) throw new Error("the connection has no certificate");
  certificates.set(socket, certificate);
  return certificate;
}
const certificates = new WeakMap<TLSSocket, X509Certificate>();
