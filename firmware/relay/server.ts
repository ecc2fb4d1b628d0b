import { resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ANSWER_MAX_BYTES } from "../../src/orders/answer.ts";
import { isPerson, type Holder } from "../../src/orders/certificate.ts";
import { ORDER_MAX_BYTES, parseOrder, ROLES_OF_ACTION, tablesOf } from "../../src/orders/order.ts";
import { BUNDLE_PART_BYTES } from "../../src/orders/sent-bundle.ts";
import { sha256Hex, utf8 } from "../../src/record/bytes.ts";
import type { Clock } from "../../src/time/clock.ts";
import type { Credentials } from "../remote/credentials.ts";
import { createMutualServer, sendText, type MutualServer } from "../remote/mutual-server.ts";
import { holderOn, isMachine } from "../remote/tls.ts";
import type { BundleBox } from "./bundle-box.ts";
import { BOX_NAME, type LetterBox } from "./letter-box.ts";
import { LETTERS_AT_ONCE } from "./limits.ts";

export interface RelayParts {
  readonly credentials: () => Credentials;
  readonly clock: Clock;
  readonly box: LetterBox;
  readonly bundles: BundleBox;
  /** Folder of the repositories; null: there is none. */
  readonly tree: string | null;
  readonly onNotice: (line: string) => void;
  readonly counters: { connectionsRefused: number };
}

/** The number of a part, from 0. */
const PART = /^\d{1,3}$/;

/** By which name a table's box is asked for: its log's name has slashes. */
export const boxOf = (log: string): string => sha256Hex(utf8(log));

/** The relay's server, not yet listening: a mirror of the repositories, and boxes for orders. It signs nothing. */
export async function createRelayServer(parts: RelayParts): Promise<MutualServer> {
  const { credentials, clock, tree, onNotice, counters } = parts;
  const app = createMutualServer({
    ...{ credentials, clock, counters, bodyLimit: ANSWER_MAX_BYTES, onNotice },
    failed: "The relay cannot answer.",
    mayAsk: (holder) => {
      if (holder === null) counters.connectionsRefused++;
      return holder !== null;
    },
  });
  if (tree !== null)
    await app.register(fastifyStatic, {
      root: resolve(tree),
      prefix: "/tree/",
      ...{ index: false, dotfiles: "ignore", etag: false, lastModified: false },
    });
  addOrders(app, parts);
  addTables(app, parts);
  addBundles(app, parts);
  return app;
}

const textOf = (request: FastifyRequest): string => (typeof request.body === "string" ? request.body : "");

/** What people do: bring an order, ask for its answer. */
function addOrders(app: MutualServer, { box, credentials, clock }: RelayParts): void {
  const person = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const holder = holderOn(request.raw.socket, credentials().authority, clock);
    if (holder === null || !isPerson(holder)) await sendText(reply, 403, "For people only.");
  };
  app.post("/letters/:box", { onRequest: person, bodyLimit: ORDER_MAX_BYTES }, (request, reply) => {
    const { box: name } = request.params as { readonly box: string };
    const parsed = parseOrder(textOf(request));
    if (parsed === null || !tablesOf(parsed.said).some((table) => boxOf(table) === name))
      return sendText(reply, 403, "refused: malformed");
    return box.put(name, parsed.digest, textOf(request))
      ? sendText(reply, 200, `waits: ${parsed.digest}`)
      : sendText(reply, 403, "refused: too-many");
  });
  app.get("/answers/:box/:digest", { onRequest: person }, (request, reply) => {
    const { box: name, digest } = request.params as { readonly box: string; readonly digest: string };
    const answer = BOX_NAME.test(name) ? box.answerTo(name, digest) : null;
    return answer === null
      ? sendText(reply, 404, "There is no answer yet.")
      : reply.type("text/plain; charset=utf-8").send(answer);
  });
}

/** Lets tables through, each to its own box. */
function tablesOnly({ credentials, clock }: RelayParts) {
  const unitOn = (request: FastifyRequest): Holder | null => {
    const holder = holderOn(request.raw.socket, credentials().authority, clock);
    return isMachine(holder, "unit") ? holder : null;
  };
  return {
    unit: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      if (unitOn(request) === null) await sendText(reply, 403, "For tables only.");
    },
    own: (request: FastifyRequest): string => boxOf(unitOn(request)?.name ?? ""),
  };
}

/** What a table does with its own box, and no other's: ask for orders, bring answers, say which it does not answer. */
function addTables(app: MutualServer, parts: RelayParts): void {
  const { box, credentials } = parts;
  const { unit, own } = tablesOnly(parts);
  app.get("/letters", { onRequest: unit }, (request) => ({
    letters: box.waiting(own(request), LETTERS_AT_ONCE),
    revoked: credentials().crl,
  }));
  app.post("/answers/:digest", { onRequest: unit }, (request, reply) => {
    const { digest } = request.params as { readonly digest: string };
    if (!BOX_NAME.test(digest)) return sendText(reply, 404, "Not found.");
    if (textOf(request) !== "") box.answer(own(request), digest, textOf(request));
    box.take(own(request), digest);
    return sendText(reply, 200, "kept");
  });
}

/** Bundles: a table brings those whose order it has answered here, part by part; whoever may order one fetches them. */
function addBundles(app: MutualServer, parts: RelayParts): void {
  const { box, bundles, credentials, clock } = parts;
  const { unit, own } = tablesOnly(parts);
  const isAnswered = (request: FastifyRequest, order: string): boolean =>
    box.answerTo(own(request), order) !== null;
  const notAsked = (reply: FastifyReply): FastifyReply =>
    sendText(reply, 404, "No such order was answered here.");
  app.get("/bundles/:order", { onRequest: unit }, (request, reply) => {
    const { order } = request.params as { readonly order: string };
    return isAnswered(request, order)
      ? reply.send({ have: bundles.parts(own(request), order) })
      : notAsked(reply);
  });
  app.post("/bundles/:order/:part", { onRequest: unit, bodyLimit: BUNDLE_PART_BYTES }, (request, reply) => {
    const { order, part } = request.params as { readonly order: string; readonly part: string };
    if (!isAnswered(request, order)) return notAsked(reply);
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    return PART.test(part) && bundles.put(own(request), order, Number(part), bytes)
      ? sendText(reply, 200, "kept")
      : sendText(reply, 403, "refused: too-many");
  });
  const person = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const holder = holderOn(request.raw.socket, credentials().authority, clock);
    if (holder === null || !isPerson(holder) || !ROLES_OF_ACTION.bundle.includes(holder.as))
      await sendText(reply, 403, "Not for this role.");
  };
  app.get("/bundles/:box/:order/:part", { onRequest: person }, (request, reply) => {
    const { box: name, order, part } = request.params as Readonly<Record<"box" | "order" | "part", string>>;
    const isNamed = BOX_NAME.test(name) && BOX_NAME.test(order) && PART.test(part);
    const bytes = isNamed ? bundles.part(name, order, Number(part)) : null;
    if (bytes !== null) return reply.type("application/octet-stream").send(bytes);
    return bundles.isFull
      ? sendText(reply, 507, "The relay has no room for more bundles.")
      : sendText(reply, 404, "This part is not here.");
  });
}
