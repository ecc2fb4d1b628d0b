import type { Server, ServerOptions } from "node:https";
import type { TLSSocket } from "node:tls";
import {
  holderOf,
  isPerson,
  type Authority,
  type FarRole,
  type Holder,
  type Machine,
} from "../../../src/orders/certificate.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { HEADERS_MS, limitConnections, type ConnectionLimits } from "../../net/connections.ts";
import type { Credentials } from "./credentials.ts";

/** TLS 1.3 alone. The other end needs a certificate that the authority signed and has not revoked. */
export function tlsOptions({ cert, key, ca, crl }: Credentials): ServerOptions {
  return {
    cert,
    key,
    ca,
    crl,
    minVersion: "TLSv1.3",
    requestCert: true,
    rejectUnauthorized: true,
    handshakeTimeout: HEADERS_MS,
    headersTimeout: HEADERS_MS,
    connectionsCheckingInterval: HEADERS_MS / 2,
  };
}

/** Ends without an answer, and counts, every connection that asks for a web socket or a tunnel. */
export function refuseStrangers(
  server: Server,
  counters: { connectionsRefused: number },
  limits?: ConnectionLimits,
): void {
  const refuse = (socket: { destroy(): unknown }): void => {
    counters.connectionsRefused++;
    socket.destroy();
  };
  limitConnections(server, limits);
  server.on("upgrade", (_request, socket) => refuse(socket));
  server.on("connect", (_request, socket) => refuse(socket));
}

/**
 * Whose certificate this connection has, checked anew at every request: one that has run out, or was revoked since, is accepted no more.
 * Null: the connection has none that is accepted.
 */
export function holderOn(socket: unknown, authority: Authority, clock: Clock): Holder | null {
  const now = clock.wall();
  const known = accepted.get(socket as TLSSocket);
  if (known?.authority === authority && known.from <= now && now < known.until) return known.holder;
  const certificate = (socket as TLSSocket).getPeerX509Certificate();
  if (certificate === undefined) return null;
  const holder = holderOf(certificate, authority, now);
  if (typeof holder === "string") return null;
  // A list that is read anew makes another authority of it.
  const from = certificate.validFromDate.getTime();
  accepted.set(socket as TLSSocket, { authority, holder, from, until: Math.min(holder.to, authority.list.to) });
  return holder;
}

/** Whom a connection was found to be of, and how long nothing but another list can change that. */
interface Accepted {
  readonly authority: Authority;
  readonly holder: Holder;
  readonly from: number;
  readonly until: number;
}
const accepted = new WeakMap<TLSSocket, Accepted>();

/** The person whose certificate this connection has; null: it has none that is accepted, or a machine's. */
export function personOn(
  socket: unknown,
  authority: Authority,
  clock: Clock,
): (Holder & { readonly as: FarRole }) | null {
  const holder = holderOn(socket, authority, clock);
  return holder !== null && isPerson(holder) ? holder : null;
}

export const isMachine = (holder: Holder | null, as: Machine): holder is Holder => holder?.as === as;
