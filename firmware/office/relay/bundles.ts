import type { FastifyReply, FastifyRequest } from "fastify";
import { ROLES_OF_ACTION } from "../../../src/orders/order.ts";
import { BUNDLE_PART_BYTES } from "../../../src/orders/sent-bundle.ts";
import { sendText, type MutualServer } from "../../afar/orders/mutual-server.ts";
import { peopleOnly, tablesOnly, type RelayParts } from "./doors.ts";
import { BOX_NAME } from "./letter-box.ts";

/** The number of a part, from 0. */
const PART = /^\d{1,3}$/;

/** Bundles: a table brings those whose order it has answered here, part by part; whoever may order one fetches them. */
export function addBundles(app: MutualServer, parts: RelayParts): void {
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
  const person = peopleOnly(parts, ROLES_OF_ACTION.bundle);
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
