import type { TLSSocket } from "node:tls";
import { z } from "zod";
import { readAnswer } from "../../../../src/orders/answer.ts";
import { judgeOrder } from "../../../../src/orders/judge.ts";
import { ORDER_MAX_BYTES, parseOrder, type OrderAction } from "../../../../src/orders/order.ts";
import { historyFrom } from "../../../../src/record/key-history.ts";
import { MAX_LOG_NAME } from "../../../../src/record/chain.ts";
import { parseVkey, type Verifier } from "../../../../src/record/keys.ts";
import { sendText, type MutualServer } from "../../../afar/orders/mutual-server.ts";
import type { FleetMail } from "../../fleet/mail.ts";
import { ACTS, jsonOf } from "./acts.ts";
import type { Lists } from "./lists.ts";
import type { PageStore } from "./page-store.ts";
import { actorOn, whoMay, type Doors } from "./people.ts";
import { queryOf } from "./tables.ts";

/** What is ordered from the page: what one person may, and what has no file of its own. The others are made with `tirada order`. */
export const PAGE_ORDERS: readonly OrderAction[] = [
  ...(["check", "self-test", "diagnose"] as const),
  ...(["restart-screens", "hold"] as const),
];

export interface OrdersParts extends Doors {
  readonly store: PageStore;
  readonly lists: Lists;
  /** Null: the floor has no relay. */
  readonly mail: FleetMail | null;
  readonly onNotice: (line: string) => void;
}

const asked = z.strictObject({
  log: z.string().min(1).max(MAX_LOG_NAME),
  /** As `tirada order make` writes one. */
  order: z.string().min(1).max(ORDER_MAX_BYTES),
});
const DIGEST = /^[0-9a-f]{64}$/;

/** Orders to tables, signed in the browser by the person whose certificate it shows: kept as acts, left at the relay, and judged by the table alone. */
export function addOrders(app: MutualServer, parts: OrdersParts): void {
  const { store, lists, mail, credentials, clock, onNotice } = parts;
  const look = { onRequest: whoMay("look", parts) };
  app.post("/orders", look, async (request, reply) => {
    const actor = actorOn(request, parts);
    const said = asked.safeParse(jsonOf(request));
    if (actor === null || !said.success) return sendText(reply, 400, "invalid");
    const { log, order } = said.data;
    if (mail === null || !lists.knows(log)) return sendText(reply, 404, "unknown");
    const context = { table: log, now: clock.wall(), earliest: 0, numbers: {} };
    const judged = judgeOrder(order, { ...context, authority: credentials().authority });
    const certificate = (request.raw.socket as TLSSocket).getPeerX509Certificate()?.raw;
    const [own] = parseOrder(order)?.signatures ?? [];
    // Nobody brings another one's order.
    if (!judged.ok || certificate === undefined || own === undefined || !certificate.equals(own.certificate))
      return sendText(reply, 409, judged.ok || judged.why !== "wrong-role" ? "unsigned" : "wrong-role");
    const { action } = judged.order;
    if (!PAGE_ORDERS.includes(action)) return sendText(reply, 400, "invalid");
    const { digest } = judged;
    const { person, role, key, serial } = actor;
    const by = { person, role, key, serial };
    const about = { log, enrolment: null, fork: null, signed: null };
    await store.addAct({ ...by, ...about, does: ACTS.order, detail: { action, digest } });
    const why = await mail.put(log, order);
    if (why === null) return reply.send({ digest });
    onNotice(`order ${action} to ${log}: ${why}`);
    return sendText(reply, 502, "relay");
  });
  app.get("/orders/answer", look, async (request, reply) => {
    const { log = "", digest = "" } = queryOf(request);
    if (mail === null || !lists.knows(log) || !DIGEST.test(digest)) return sendText(reply, 404, "unknown");
    const answered = await mail.answer(log, digest);
    if ("none" in answered) return reply.send({ answer: null });
    const verifier = await verifierOf(store, log);
    const answer =
      verifier === null ? "its key is not known here" : readAnswer(answered.text, verifier, digest);
    if (typeof answer !== "string") return reply.send({ answer });
    onNotice(`answer of ${log}: ${answer}`);
    return sendText(reply, 502, "unsigned");
  });
}

/** The key with which a table signs now; null: the store has none of it. */
async function verifierOf(store: PageStore, log: string): Promise<Verifier | null> {
  const keys = await store.keys(log);
  const history = keys === null ? null : historyFrom(parseVkey(keys.first), keys.rotations);
  return history === null || typeof history === "string" ? null : history.current;
}
