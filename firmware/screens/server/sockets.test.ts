import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import type { ToScreen } from "../../../src/table/kernel/view/view.ts";
import { AskedServer, host, own, UPGRADE } from "./asked-server.test-help.ts";
import { PLACES } from "./hub.ts";
import { IGNORED_LIMIT, isSameOrigin } from "./server.ts";

/** Pages that stay connected, and pages that are added. */

let asked: AskedServer;
beforeEach(() => {
  asked = new AskedServer();
});

describe("the connection of a screen", () => {
  /** A page at a real port: its messages, and how it ended. */
  async function connected(path: string) {
    const app = await asked.served();
    await app.listen({ host: "127.0.0.1", port: 0 });
    const at = `127.0.0.1:${(app.server.address() as { port: number }).port}`;
    const socket = new WebSocket(`ws://${at}${path}`, { headers: { origin: `http://${at}` } });
    const said: ToScreen[] = [];
    let ended: number | null = null;
    socket.addEventListener("message", ({ data }) => said.push(JSON.parse(String(data)) as ToScreen));
    socket.addEventListener("close", ({ code }) => (ended = code));
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", reject);
    });
    onTestFinished(() => socket.close());
    return { socket, said, end: () => ended };
  }

  it("is taken from this unit's own pages alone, and counted", async () => {
    const { socket, end } = await connected("/ws");
    await expect.poll(() => asked.hub.places().display.here).toBe(1);
    socket.close();
    await expect.poll(() => asked.hub.connected()).toBe(0);
    expect(end()).not.toBe(1006);
    for (const path of ["/ws", "/ws/control"]) {
      const { statusCode, body } = await asked.get(path, { ...UPGRADE, origin: "http://evil.example" });
      expect([path, statusCode, body]).toEqual([path, 403, "Only this unit's own pages may connect.\n"]);
    }
    expect(asked.hub.counters).toMatchObject({ screensConnected: 1, screensRefused: 2 });
    expect(asked.logged.join("")).toContain("connection from a foreign page refused");
  });

  it("is refused where all places are taken, of its own kind", async () => {
    const socket = {
      bufferedAmount: 0,
      send: () => undefined,
      close: () => undefined,
      terminate: () => undefined,
      ping: () => undefined,
    };
    for (let at = 0; at < PLACES.control; at++) asked.hub.add("control", socket, "127.0.0.1");
    const { statusCode, body } = await asked.get("/ws/control", { ...UPGRADE, ...own });
    expect([statusCode, body]).toEqual([503, "Too many screens are connected.\n"]);
    expect((await connected("/ws")).end()).toBeNull();
    expect(asked.hub.counters.screensRefused).toBe(1);
  });

  it("of a display only reads: who keeps talking on it is shown out", async () => {
    const { socket, end } = await connected("/ws");
    for (let at = 1; at < IGNORED_LIMIT; at++) socket.send("{}");
    await expect.poll(() => asked.hub.counters.messagesIgnored).toBe(IGNORED_LIMIT - 1);
    expect(end()).toBeNull();
    socket.send("{}");
    await expect.poll(end).toBe(1008);
    await expect.poll(() => asked.hub.connected()).toBe(0);
  });

  it("of a control page has its messages read, and a frame over the limit ends that one alone", async () => {
    const { socket, said, end } = await connected("/ws/control");
    socket.send('{"type":"sign-in","name":"Ana","pin":"1234"}');
    await expect.poll(() => said.length).toBeGreaterThan(0);
    socket.send("x".repeat(200_000));
    await expect.poll(end).toBe(1009);
    await expect.poll(() => asked.hub.connected()).toBe(0);
  });
});

it("a page of this unit is one of the same name, port and protocol of the web", () => {
  for (const [origin, at, is] of [
    ["http://127.0.0.1:8470", "127.0.0.1:8470", true],
    ["https://mesa-7", "MESA-7", true],
    ["http://127.0.0.1", "127.0.0.1:8470", false],
    ["http://evil.example", "127.0.0.1", false],
    ["ftp://127.0.0.1", "127.0.0.1", false],
    ["null", "127.0.0.1", false],
    [undefined, "127.0.0.1", false],
    ["http://127.0.0.1", undefined, false],
  ] as const)
    expect([origin, at, isSameOrigin(origin, at)]).toEqual([origin, at, is]);
});

it("pages that are added are served below their own name, to this unit's own pages, as long as there is room", async () => {
  const files = temporaryFolder();
  writeFileSync(join(files, "practice.html"), "<html>practice</html>");
  let hasRoom = false;
  asked.parts.added = {
    name: "practice",
    files,
    hasFrames: false,
    desk: { hasRoom: () => hasRoom, add: () => ({}) },
  } as never;
  const app = await asked.served();
  expect((await app.inject({ url: "/practice", headers: { host } })).body).toBe("<html>practice</html>");
  expect((await app.inject({ url: "/practice/web/practice.html", headers: { host } })).statusCode).toBe(200);
  const socket = async (headers: object) => {
    const { statusCode, body } = await app.inject({
      url: "/practice/socket",
      headers: { ...UPGRADE, ...headers } as Record<string, string>,
    });
    return [statusCode, body];
  };
  expect(await socket({ host })).toEqual([403, "Only this unit's own pages.\n"]);
  expect(await socket(own)).toEqual([503, "Too many practice pages are open.\n"]);
  hasRoom = true;
  expect((await socket(own))[0]).not.toBe(503);
});
