import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";
import type { Casino } from "./casino.ts";
import type { StubFloor } from "./stub-floor.ts";

/** A collector over mutual TLS, as decision 52 tells it, before a floor in memory. */
export interface StubCollector {
  readonly url: string;
  /** Common names of the certificates that asked. */
  readonly holders: Set<string>;
  /** Connections since the start. */
  connections: number;
  /** Takes the connection of each question and answers by itself; null: as the floor does. */
  take: ((socket: Socket) => void) | null;
  /** Cuts every connection, and takes none until it is opened again. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/** `as`: what its certificate says that it is. */
export async function stubCollector(
  here: Casino,
  floor: Pick<StubFloor, "answer">,
  as: "collector" | "relay" = "collector",
): Promise<StubCollector> {
  const { cert, key } = await here.issue("floor", { as, hosts: ["127.0.0.1"] });
  let port = 0;
  let server: Server | null = null;
  const open = async (): Promise<void> => {
    const begun = createServer({
      cert,
      key,
      ca: here.ca,
      crl: readFileSync(here.authority.listPath),
      minVersion: "TLSv1.3",
      requestCert: true,
      rejectUnauthorized: true,
    });
    begun.on("secureConnection", (socket: TLSSocket) => {
      stub.connections++;
      socket.on("error", () => undefined);
    });
    begun.on("request", (request, response) => {
      const { CN } = (request.socket as TLSSocket).getPeerCertificate().subject;
      stub.holders.add(String(CN));
      if (stub.take !== null) {
        stub.take(request.socket);
        return;
      }
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("end", () => {
        const what = request.url?.replace("/v1/", "") ?? "";
        const answer = floor.answer({ what, body: Buffer.concat(pieces).toString("utf8") });
        response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
      });
    });
    await new Promise<void>((resolve) => begun.listen(port, "127.0.0.1", resolve));
    ({ port } = begun.address() as AddressInfo);
    server = begun;
  };
  const close = async (): Promise<void> => {
    const open = server;
    server = null;
    if (open === null) return;
    open.closeAllConnections();
    await new Promise((resolve) => open.close(resolve));
  };
  const stub: StubCollector = {
    get url() {
      return `https://127.0.0.1:${port}/`;
    },
    holders: new Set(),
    connections: 0,
    take: null,
    close,
    open,
  };
  await open();
  onTestFinished(close);
  return stub;
}
