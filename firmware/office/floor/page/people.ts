import type { TLSSocket } from "node:tls";
import type { FastifyReply, FastifyRequest } from "fastify";
import { publicKeyId, type FarRole } from "../../../../src/orders/certificate.ts";
import type { Clock } from "../../../../src/time/clock.ts";
import type { Credentials } from "../../../afar/orders/credentials.ts";
import { sendText } from "../../../afar/orders/mutual-server.ts";
import { personOn } from "../../../afar/orders/tls.ts";
import type { Actor } from "./page-store.ts";

/**
 * Who may do what on the floor's page. Everybody whom the authority certified as a person may look. There is no role of its own for whoever
 * has the floor: a jefe de mesa of the house draws its rooms as a technician does, and decides nothing of keys. Keys are the business of
 * technicians and inspectors, two of them each time.
 */
export const MAY = {
  look: ["tecnico", "inspector", "jefe-de-mesa"],
  draw: ["tecnico", "jefe-de-mesa"],
  /** Confirm the key of a table, retire a table, say which unit is the table. */
  keys: ["tecnico", "inspector"],
  /** Say that they see to an alarm, and take that back. */
  alarms: ["tecnico", "jefe-de-mesa"],
} as const satisfies Readonly<Record<string, readonly FarRole[]>>;
export type May = keyof typeof MAY;

export interface Doors {
  readonly credentials: () => Credentials;
  readonly clock: Clock;
}

/** The person of a connection, with the key of their certificate; null: it has none that is accepted. */
export function actorOn(
  request: Pick<FastifyRequest, "raw">,
  { credentials, clock }: Doors,
): (Actor & { readonly role: FarRole }) | null {
  const { socket } = request.raw;
  const holder = personOn(socket, credentials().authority, clock);
  const certificate = (socket as TLSSocket).getPeerX509Certificate();
  if (holder === null || certificate === undefined) return null;
  const key = publicKeyId(certificate.publicKey);
  return { person: holder.name, role: holder.as, key, serial: holder.serial };
}

/** Lets people through who may do this. What changes something is asked for by the page itself and by no other site. */
export const whoMay =
  (may: May, doors: Doors) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const actor = actorOn(request, doors);
    if (actor === null || !(MAY[may] as readonly FarRole[]).includes(actor.role)) {
      await sendText(reply, 403, "Not for this role.");
      return;
    }
    const { origin, host } = request.headers;
    if (request.method !== "GET" && origin !== `https://${host}`)
      await sendText(reply, 403, "Not from another page.");
  };
