import { EventEmitter } from "node:events";
import { connect } from "node:net";
import type { Server } from "node:http";
import Fastify from "fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import { CONNECTIONS, CONNECTIONS_OF_ADDRESS, HEADERS, limitConnections, refuseRaw } from "./connections.ts";

/** A server that is told of connections, and how many of them it let stand. `asks`: each has asked for something. */
function limited(asks = true) {
  const server = new EventEmitter();
  limitConnections(server as unknown as Server);
  return {
    open: (address: string, does = asks) => {
      const response = new EventEmitter();
      const socket = Object.assign(new EventEmitter(), {
        remoteAddress: address,
        ended: false,
        destroy: () => void (socket.ended = true),
        /** It has had its answer. */
        answer: () => void response.emit("close"),
      });
      server.emit("connection", socket);
      if (does) server.emit("request", { socket }, response);
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

  it("of this machine are limited in all, by whichever of its addresses they come; so are those of one /64", () => {
    const at = limited();
    const here = Array.from({ length: 2 * CONNECTIONS }, (_, n) => at.open(`127.0.${n >> 4}.${n % 16}`));
    expect(here.filter(({ ended }) => !ended)).toHaveLength(CONNECTIONS);
    const far = Array.from({ length: 100 }, (_, n) => at.open(`2001:db8:0:7::${n.toString(16)}`));
    expect(far.filter(({ ended }) => !ended)).toHaveLength(CONNECTIONS_OF_ADDRESS);
    expect(at.open("2001:db8:0:8::1").ended).toBe(false);
  });

  it("that ask nothing give way, the oldest first, to whoever comes; those that asked stay", () => {
    const at = limited(false);
    const page = at.open("127.0.0.1", true);
    const half = Array.from({ length: 10 * CONNECTIONS }, (_, n) => at.open(`127.0.0.${(n % 90) + 1}`));
    const health = at.open("127.0.0.1", true);
    expect([page.ended, health.ended]).toEqual([false, false]);
    expect(half.filter(({ ended }) => !ended).length).toBe(CONNECTIONS - 2);
    expect(half.at(-1)?.ended).toBe(false);
  });

  it("that asked once and are answered give way like those that asked nothing", () => {
    const at = limited();
    const answered = Array.from({ length: CONNECTIONS }, () => at.open("127.0.0.1"));
    expect(at.open("127.0.0.1").ended).toBe(true);
    for (const one of answered) one.answer();
    const page = at.open("127.0.0.1");
    expect([page.ended, answered.filter(({ ended }) => ended)]).toEqual([false, [answered[0]]]);
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
