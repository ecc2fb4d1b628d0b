import { X509Certificate } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { holderOf, type FarRole, type Holder } from "../../../src/orders/certificate.ts";
import { CERTIFICATE_MAX, RENEWAL_MAX_BYTES } from "../../../src/orders/renewal.ts";
import { sendText, type MutualServer } from "../../afar/orders/mutual-server.ts";
import { boxOf } from "./box-name.ts";
import { peopleOnly, tablesOnly, textOf, type RelayParts } from "./doors.ts";
import { BOX_NAME } from "./letter-box.ts";

const WHO_BRINGS: readonly FarRole[] = ["tecnico"];

/** Certificates of tables that end: a table leaves its request, people bring it to the authority and the certificate back. */
export function addRenewals(app: MutualServer, parts: RelayParts): void {
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
    const holder = holderIn(textOf(request), credentials().authority, clock.wall());
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

/** What is no certificate of this casino is kept for nobody. */
function holderIn(pem: string, ...counts: [Parameters<typeof holderOf>[1], number]): Holder | string {
  try {
    return holderOf(new X509Certificate(pem), ...counts);
  } catch {
    return "malformed";
  }
}
