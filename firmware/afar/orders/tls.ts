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
import { HEADERS_MS, limitConnections } from "../../net/connections.ts";
import type { Credentials } from "./credentials.ts";

/** TLS 1.3 alone, and nobody without a certificate of the authority that is not on its list. */
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

/** The ways in that are none: each connection is ended without a word, and counted. */
export function refuseStrangers(server: Server, counters: { connectionsRefused: number }): void {
  const refuse = (socket: { destroy(): unknown }): void => {
    counters.connectionsRefused++;
    socket.destroy();
  };
  limitConnections(server);
  server.on("tlsClientError", (_error, socket) => refuse(socket));
  // A web socket is no way in here.
  server.on("upgrade", (_request, socket) => refuse(socket));
  server.on("connect", (_request, socket) => refuse(socket));
}

/** Who asks on this connection now; null: nobody whose certificate counts. A connection outlives neither certificate nor list. */
export function holderOn(socket: unknown, authority: Authority, clock: Clock): Holder | null {
  const certificate = (socket as TLSSocket).getPeerX509Certificate();
  if (certificate === undefined) return null;
  const holder = holderOf(certificate, authority, clock.wall());
  return typeof holder === "string" ? null : holder;
}

/** A person on this connection; null: nobody, or a machine. */
export function personOn(
  socket: unknown,
  authority: Authority,
  clock: Clock,
): (Holder & { readonly as: FarRole }) | null {
  const holder = holderOn(socket, authority, clock);
  return holder !== null && isPerson(holder) ? holder : null;
}

export const isMachine = (holder: Holder | null, as: Machine): holder is Holder => holder?.as === as;
