import { X509Certificate } from "node:crypto";
import { resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ANSWER_MAX_BYTES } from "../../../src/orders/answer.ts";
import { holderOf, type FarRole, type Holder } from "../../../src/orders/certificate.ts";
import { judgeOrder, type OrderRefusal } from "../../../src/orders/judge.ts";
import { ORDER_MAX_BYTES, parseOrder, tablesOf, rolesOfAction } from "../../../src/orders/order.ts";
import { CERTIFICATE_MAX, RENEWAL_MAX_BYTES } from "../../../src/orders/renewal.ts";
import { BUNDLE_PART_BYTES } from "../../../src/orders/sent-bundle.ts";
import { createMutualServer, sendText, type MutualServer } from "../../afar/orders/mutual-server.ts";
import { METRICS_TYPE } from "../../table/log/metrics.ts";
import { countersText } from "../floor/alarms/server-figures.ts";
import { peopleAndPages, peopleOnly, tablesOnly, textOf, type RelayParts } from "./doors.ts";
import { boxOf, BOX_NAME } from "./letter-box.ts";
import { LETTERS_AT_ONCE } from "./limits.ts";

/** The relay's server, not yet listening: a mirror of the repositories, and boxes for orders. It signs nothing. */
export async function createRelayServer(parts: RelayParts): Promise<MutualServer> {
  const { credentials, clock, tree, onNotice, counters } = parts;
  const app = createMutualServer({
    credentials,
    clock,
    counters,
    bodyLimit: ANSWER_MAX_BYTES,
    onNotice,
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
      index: false,
      dotfiles: "ignore",
      etag: false,
      lastModified: false,
    });
  // For whoever watches it, under any certificate of the casino that counts.
  app.get("/health", () => ({ ok: true, tree: tree !== null, ...counters }));
  app.get("/metrics", async (_request, reply) =>
    reply.type(METRICS_TYPE).send(await countersText("relay", counters)),
  );
  addOrders(app, parts);
  addTables(app, parts);
  addBundles(app, parts);
  addRenewals(app, parts);
  return app;
}

/** What people do: bring an order, ask for its answer. */
function addOrders(app: MutualServer, parts: RelayParts): void {
  const { box } = parts;
  const person = peopleAndPages(parts);
  app.post("/letters/:box", { onRequest: person, bodyLimit: ORDER_MAX_BYTES }, (request, reply) => {
    const { box: name } = request.params as { readonly box: string };
    const judged = judgeLetter(textOf(request), name, parts);
    if (typeof judged === "string") return sendText(reply, 403, `refused: ${judged}`);
    const put = box.put(name, judged.digest, { text: textOf(request), person: judged.person });
    return put === "waits"
      ? sendText(reply, 200, `waits: ${judged.digest}`)
      : sendText(reply, 403, `refused: ${put}`);
  });
  app.get("/answers/:box/:digest", { onRequest: person }, (request, reply) => {
    const { box: name, digest } = request.params as { readonly box: string; readonly digest: string };
    const answer = BOX_NAME.test(name) ? box.answerTo(name, digest) : null;
    return answer === null
      ? sendText(reply, 404, "There is no answer yet.")
      : reply.type("text/plain; charset=utf-8").send(answer);
  });
}

/**
 * Who gave an order, or why it is kept for nobody: it is judged as the table will judge it, as far as that needs nothing that the table alone
 * knows. An order for later waits.
 */
function judgeLetter(
  text: string,
  name: string,
  { credentials, clock }: RelayParts,
): { readonly digest: string; readonly person: string } | OrderRefusal {
  const parsed = parseOrder(text);
  const table = parsed === null ? undefined : tablesOf(parsed.said).find((one) => boxOf(one) === name);
  if (parsed === null || table === undefined) return "malformed";
  const { digest, said } = parsed;
  const { authority } = credentials();
  const judged = judgeOrder(text, { authority, table, now: clock.wall(), earliest: 0, numbers: {} });
  return judged.ok || judged.why === "early" ? { digest, person: said.person } : judged.why;
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

/** The number of a part, from 0. */
const PART = /^\d{1,3}$/;

/** Bundles: a table brings those whose order it has answered here, part by part; whoever may order one fetches them. */
function addBundles(app: MutualServer, parts: RelayParts): void {
  const { box, bundles } = parts;
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
  const person = peopleOnly(parts, rolesOfAction("bundle"));
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

const WHO_BRINGS: readonly FarRole[] = ["tecnico"];

/** Certificates of tables that end: a table leaves its request, people bring it to the authority and the certificate back. */
function addRenewals(app: MutualServer, parts: RelayParts): void {
  const { renewals, credentials, clock } = parts;
  const { unit, own } = tablesOnly(parts);
  app.post("/renewal", { onRequest: unit, bodyLimit: RENEWAL_MAX_BYTES }, (request, reply) =>
    renewals.ask(own(request), textOf(request))
      ? reply.send({ certificate: renewals.certificate(own(request)) })
      : sendText(reply, 403, "refused: too-many"),
  );
  const person = peopleOnly(parts, WHO_BRINGS);
  app.get("/renewals", { onRequest: person }, () => ({ waiting: renewals.waiting() }));
  app.get("/renewals/:box", { onRequest: person }, (request, reply) => {
    const text = renewals.request(boxIn(request));
    return text === null
      ? sendText(reply, 404, "No request waits there.")
      : reply.type("text/plain; charset=utf-8").send(text);
  });
  app.post("/renewals/:box", { onRequest: person, bodyLimit: CERTIFICATE_MAX }, (request, reply) => {
    const box = boxIn(request);
    const holder = holderOfPem(textOf(request), credentials().authority, clock.wall());
    if (typeof holder === "string") return sendText(reply, 403, `refused: ${holder}`);
    if (holder.as !== "unit" || boxOf(holder.name) !== box) return sendText(reply, 403, "refused: other-name");
    return renewals.deliver(box, textOf(request))
      ? sendText(reply, 200, "kept")
      : sendText(reply, 404, "No request waits there.");
  });
}

function boxIn(request: FastifyRequest): string {
  const { box } = request.params as { readonly box: string };
  return BOX_NAME.test(box) ? box : "";
}

/** Whose certificate it is, or why it counts for nothing. */
function holderOfPem(pem: string, authority: Parameters<typeof holderOf>[1], now: number): Holder | string {
  try {
    return holderOf(new X509Certificate(pem), authority, now);
  } catch {
    return "malformed";
  }
}
