import { resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import { ANSWER_MAX_BYTES } from "../../../src/orders/answer.ts";
import { judgeOrder, type OrderRefusal } from "../../../src/orders/judge.ts";
import { ORDER_MAX_BYTES, parseOrder, tablesOf } from "../../../src/orders/order.ts";
import { createMutualServer, sendText, type MutualServer } from "../../afar/orders/mutual-server.ts";
import { addBundles } from "./bundles.ts";
import { boxOf } from "./box-name.ts";
import { peopleOnly, tablesOnly, textOf, type RelayParts } from "./doors.ts";
import { BOX_NAME } from "./letter-box.ts";
import { LETTERS_AT_ONCE } from "./limits.ts";
import { addRenewals } from "./renewals.ts";

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
  addOrders(app, parts);
  addTables(app, parts);
  addBundles(app, parts);
  addRenewals(app, parts);
  return app;
}

/** What people do: bring an order, ask for its answer. */
function addOrders(app: MutualServer, parts: RelayParts): void {
  const { box } = parts;
  const person = peopleOnly(parts);
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
