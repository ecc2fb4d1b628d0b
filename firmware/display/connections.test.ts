import { EventEmitter } from "node:events";
import { connect } from "node:net";
import type { Server } from "node:http";
import Fastify from "fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import { CONNECTIONS, CONNECTIONS_OF_ADDRESS, HEADERS, limitConnections, refuseRaw } from "./connections.ts";

/** A server that is told of connections, and how many of them it let stand. */
function limited(): { open(address: string): EventEmitter & { ended: boolean } } {
  const server = new EventEmitter();
  limitConnections(server as unknown as Server);
  return {
    open: (address) => {
      const socket = Object.assign(new EventEmitter(), {
        remoteAddress: address,
        ended: false,
        destroy: () => void (socket.ended = true),
      });
      server.emit("connection", socket);
      return socket;
    },
  };
}

describe("connections", () => {
  it("of one address are limited, and a place that is given back can be taken again", () => {
    const at = limited();
    const sockets = Array.from({ length: CONNECTIONS_OF_ADDRESS + 1 }, () => at.open("::ffff:10.0.0.7"));
    expect(sockets.map(({ ended }) => ended).indexOf(true)).toBe(CONNECTIONS_OF_ADDRESS);
    expect(at.open("10.0.0.7").ended).toBe(true);
    expect(at.open("10.0.0.8").ended).toBe(false);
    sockets[0]?.emit("close");
    expect(at.open("10.0.0.7").ended).toBe(false);
  });

  it("of the whole network leave this machine its own", () => {
    const at = limited();
    const each = (n: number): boolean => at.open(`10.0.${n >> 5}.1`).ended;
    const ended = Array.from({ length: CONNECTIONS + 1 }, (_, n) => each(n));
    expect(ended.indexOf(true)).toBe(CONNECTIONS);
    const here = Array.from({ length: CONNECTIONS + 1 }, () => at.open("127.0.0.1").ended);
    expect(here.indexOf(true)).toBe(CONNECTIONS);
  });
});

describe("what Node itself refuses", () => {
  it.each([
    ["400 Bad Request", "nonsense\r\n\r\n"],
    ["431 Request Header Fields Too Large", `GET / HTTP/1.1\r\nhost: x\r\na: ${"x".repeat(40_000)}\r\n\r\n`],
  ])("%s has the headers of every other answer", async (status, bytes) => {
    const app = Fastify({ clientErrorHandler: refuseRaw });
    onTestFinished(() => app.close());
    await app.listen({ host: "127.0.0.1", port: 0 });
    const address = app.server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const socket = connect(address.port, "127.0.0.1");
    let answer = "";
    socket.on("data", (data) => (answer += data.toString("latin1")));
    socket.on("error", () => undefined);
    socket.write(bytes);
    await new Promise((resolve) => socket.once("close", resolve));
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
    for (const [name, value] of Object.entries(HEADERS)) expect(answer).toContain(`${name}: ${value}\r\n`);
  });
});
