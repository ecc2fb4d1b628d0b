import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { OWN_PAGES } from "../../firmware/screens/server/own-pages.ts";
import { DisplayError, startDisplay } from "../../firmware/screens/server/client.ts";
import { clock, CROUPIER, JEFE, table, until, type Table } from "./harness.ts";
import { BETTING } from "./views.ts";
import { ALL } from "../support/volume.ts";

let here: Table;
/** A table for the tests of a group, or for each where it counts or is left with a lock. */
async function fresh(): Promise<() => Promise<void>> {
  const mine = (here = await table());
  mine.display.show(BETTING);
  return () => mine.display.close();
}
/** The lines that a test opened: no place of the table is left taken. */
const opened: WebSocket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.close();
  here.presses.length = 0;
});

interface Line {
  readonly got: { type: string; id?: number; why?: { es: string }; view?: { seq: number } }[];
  readonly closed: { code: number | null };
  send(data: string | Uint8Array): void;
  close(): void;
}

/** A plain web socket, such as every program in the house could open. */
async function line(path: string, headers: Record<string, string> = {}): Promise<Line> {
  const url = here.at(path).replace("http", "ws");
  const socket = new WebSocket(url, { headers });
  opened.push(socket);
  const talk: Line = {
    got: [],
    closed: { code: null },
    send: (data) => socket.send(data),
    close: () => socket.close(),
  };
  socket.addEventListener("message", ({ data }) =>
    talk.got.push(JSON.parse(String(data)) as Line["got"][number]),
  );
  socket.addEventListener("close", ({ code }) => (talk.closed.code = code));
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error("refused")));
  });
  return talk;
}

const own = (): Record<string, string> => ({ origin: new URL(here.display.url).origin });
const control = (): Promise<Line> => line("ws/control", own());
const health = async (): Promise<{ ok: boolean; screens: number; counters: Record<string, number> }> =>
  (await (await fetch(here.at("health"))).json()) as never;
const last = (on: Line): Line["got"][number] | undefined =>
  on.got.filter(({ type }) => type !== "pulse" && type !== "view").at(-1);
const answered = (on: Line, count: number): Promise<void> =>
  until(
    `${count} answers`,
    () => on.got.filter(({ type }) => type !== "pulse" && type !== "view").length >= count,
  );

async function signedIn(who: { name: string; pin: string }): Promise<Line> {
  const on = await control();
  on.send(JSON.stringify({ type: "sign-in", id: 1, name: who.name, pin: who.pin }));
  await answered(on, 1);
  expect(last(on)).toMatchObject({ type: "signed-in", name: who.name });
  return on;
}

describe("the control connection", () => {
  beforeAll(fresh);

  test("malformed messages are refused, the fifth closes that connection and nothing else", async () => {
    const other = await signedIn(JEFE);
    const bad = await control();
    const messages = [
      "",
      "nonsense",
      "[1]",
      JSON.stringify({ type: "press", id: 1, key: { key: "void", round: 1.5, rule: "x" } }),
    ];
    for (const message of messages) bad.send(message);
    await answered(bad, 4);
    expect(last(bad)).toMatchObject({
      type: "refused",
      id: 1,
      why: { es: "La unidad no entiende este mensaje." },
    });
    expect(bad.closed.code).toBeNull();
    bad.send(new Uint8Array([1, 2, 3]));
    await until("closed", () => bad.closed.code !== null);
    expect(bad.closed.code).toBe(1008);
    expect((await health()).counters["messagesMalformed"]).toBe(5);
    expect(here.log.filter((entry) => entry.includes("malformed message"))).toHaveLength(1);
    other.send(JSON.stringify({ type: "press", id: 2, key: { key: "open-table" } }));
    await answered(other, 2);
    expect(last(other)).toMatchObject({ type: "done", id: 2 });
  });

  test("an oversize message closes only its own connection", async () => {
    const other = await signedIn(JEFE);
    const bad = await control();
    bad.send("x".repeat(5_000));
    await until("closed", () => bad.closed.code !== null);
    expect(bad.closed.code).toBe(1009);
    expect(other.closed.code).toBeNull();
    expect((await health()).ok).toBe(true);
  });

  test("only this unit's own pages: foreign, missing and null origins are refused", async () => {
    await expect(line("ws/control", { origin: "http://evil.example" })).rejects.toThrow("refused");
    await expect(line("ws/control", { origin: "null" })).rejects.toThrow("refused");
    await expect(line("ws/control")).rejects.toThrow("refused");
    await expect(line("ws/control", { origin: "http://127.0.0.1:1" })).rejects.toThrow("refused");
    await expect(line("ws", { origin: "http://evil.example" })).rejects.toThrow("refused");
    await expect(line("ws")).rejects.toThrow("refused");
    expect((await health()).counters["screensRefused"]).toBe(6);
    expect(here.log.some((entry) => entry.includes("evil.example"))).toBe(true);
  });

  test("nobody presses without signing in, and nobody presses another role's key", async () => {
    const on = await control();
    on.send(JSON.stringify({ type: "press", id: 1, key: { key: "acknowledge", what: "x" } }));
    await answered(on, 1);
    expect(last(on)).toMatchObject({ type: "refused", id: 1, why: { es: "Identifíquese primero." } });
    const croupier = await signedIn(CROUPIER);
    croupier.send(JSON.stringify({ type: "press", id: 2, key: { key: "close-table" } }));
    await answered(croupier, 2);
    expect(last(croupier)).toMatchObject({
      type: "refused",
      id: 2,
      why: { es: "Esta tecla no corresponde a su puesto." },
    });
    expect(here.presses).toEqual([]);
  });

  test("numbers count up: a message that comes again is not acted on again", async () => {
    const on = await signedIn(JEFE);
    const press = JSON.stringify({ type: "press", id: 2, key: { key: "open-table" } });
    on.send(press);
    await answered(on, 2);
    on.send(press);
    await answered(on, 3);
    expect(last(on)).toMatchObject({ type: "refused", id: 2 });
    expect(here.presses).toHaveLength(1);
  });
});

if (ALL)
  describe("a control connection that is too much", () => {
    beforeEach(fresh);

    test("a handler that fails is a refusal, not a crash", async () => {
      here.display.onPress(() => Promise.reject(new Error("disk full")));
      const on = await signedIn(JEFE);
      on.send(JSON.stringify({ type: "press", id: 2, key: { key: "open-table" } }));
      await answered(on, 2);
      expect(last(on)).toMatchObject({
        type: "refused",
        id: 2,
        why: { es: "La unidad no ha podido cumplir la orden: avise al técnico." },
      });
      expect(here.log.some((entry) => entry.includes("disk full"))).toBe(true);
    });

    test("a flood of messages closes the connection", async () => {
      const on = await control();
      for (let id = 1; id <= 60; id++) on.send(JSON.stringify({ type: "sign-out", id }));
      await until("closed", () => on.closed.code !== null);
      expect(on.closed.code).toBe(1008);
    });
  });

describe("read-only screens", () => {
  beforeEach(fresh);

  test("what they send is ignored, counted, and the twentieth closes", async () => {
    const on = await line("ws", own());
    await until("catch-up", () =>
      on.got.some(({ type, view }) => type === "view" && view?.seq === BETTING.seq),
    );
    for (let times = 0; times < 19; times++)
      on.send(JSON.stringify({ type: "press", id: times + 1, key: { key: "open-table" } }));
    await until("counted", async () => (await health()).counters["messagesIgnored"] === 19);
    expect(on.closed.code).toBeNull();
    on.send("one more");
    await until("closed", () => on.closed.code !== null);
    expect(on.closed.code).toBe(1008);
    expect(here.presses).toEqual([]);
  });

  if (ALL)
    test("displays leave room for the croupier's tablet, and each kind has its own places", async () => {
      const displays = await Promise.all(Array.from({ length: 24 }, () => line("ws", own())));
      await expect(line("ws", own())).rejects.toThrow("refused");
      await Promise.all(Array.from({ length: 16 }, control));
      await expect(control()).rejects.toThrow("refused");
      expect((await health()).screens).toBe(40);
      displays[0]!.close();
      await until("one left", async () => (await health()).screens === 39);
      await expect(control()).rejects.toThrow("refused");
      await line("ws", own());
    });

  if (ALL)
    test("a screen that reads nothing is dropped; the others go on", async () => {
      const good = await line("ws", own());
      const { hostname, port } = new URL(here.display.url);
      const deaf = connect(Number(port), hostname);
      deaf.write(
        `GET /ws HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nOrigin: http://${hostname}:${port}\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      );
      deaf.on("error", () => undefined);
      await until("connected", async () => (await health()).screens === 2);
      deaf.pause();
      // Larger than the kernel keeps for one connection, so that it has to wait in the server.
      const huge = "x".repeat(8_000_000);
      for (let seq = 2000; seq < 2010; seq++) {
        here.display.show({ ...BETTING, seq, law: huge });
        await until("taken", async () => ((await health()) as unknown as { seq: number }).seq === seq);
      }
      await until("dropped", async () => (await health()).counters["screensDropped"] === 1, 20_000);
      const { counters } = await health();
      expect(counters["viewsMerged"]).toBeGreaterThan(0);
      here.display.show({ ...BETTING, seq: 2011 });
      await until("the other one goes on", () => good.got.some(({ view }) => view?.seq === 2011));
      deaf.destroy();
    });
});

describe("over HTTP", () => {
  beforeAll(fresh);

  test("every page brings its policy and is never stored", async () => {
    for (const path of [
      "/",
      ...Object.keys(OWN_PAGES),
      "web/display.ts",
      "web/page.ts",
      "lib/preact.js",
      "src/people/keys.ts",
      "web/base.css",
      "web/sans-bold.woff2",
      "health",
      "control/people",
      "nowhere",
    ]) {
      const { headers, status } = await fetch(here.at(path));
      expect(status).toBe(path === "nowhere" ? 404 : 200);
      expect(headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self'");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
    expect(await (await fetch(here.at("control/people"))).text()).not.toContain("scrypt");
  });

  test("pages load nothing from outside", () => {
    const web = new URL("../../firmware/screens/pages/", import.meta.url);
    expect(
      readdirSync(fileURLToPath(web), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.(ts|css|html|svg|woff2)$|^tsconfig\.json$/.test(entry.name))
        .map(({ name }) => name),
    ).toEqual([]);
  });

  test("nothing outside the pages' own folder can be read", async () => {
    for (const path of [
      "web/../server.ts",
      "web/%2e%2e/server.ts",
      "web/..%2fserver.ts",
      "web/",
      "web/tsconfig.json",
      "src/people/key-schema.ts",
      "src/people/",
      "server.ts",
    ]) {
      expect((await fetch(here.at(path))).status).toBeGreaterThanOrEqual(400);
    }
  });

  test("a foreign host name is refused: the address may not be reached through another name", async () => {
    const { hostname, port } = new URL(here.display.url);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"),
      );
      socket.once("data", (data) => {
        resolve(String(data));
        socket.destroy();
      });
    });
    expect(answer).toMatch(/^HTTP\/1\.1 421 /);
  });

  if (ALL)
    test("certificates are asked of the table and served as files", async () => {
      const files = { mode: "live", json: '{"seq":1288}', proof: "tlog-proof\n" } as const;
      here.display.onCertificate((seq) => {
        if (seq === 13) return Promise.reject(new Error("unreadable"));
        return Promise.resolve(seq === 1288 ? files : null);
      });
      const json = await fetch(here.at("certificate/1288"));
      expect(await json.text()).toBe('{"seq":1288}');
      expect(json.headers.get("content-disposition")).toBe('attachment; filename="result-1288.json"');
      const proof = await fetch(here.at("certificate/1288/proof"));
      expect(await proof.text()).toBe("tlog-proof\n");
      for (const path of ["certificate/1", "certificate/13", "certificate/x", "certificate/-1"]) {
        expect((await fetch(here.at(path))).status).toBe(404);
      }
    });
});

if (ALL)
  describe("the server's thread", () => {
    beforeEach(fresh);

    test("a port in use is one clear line that says what to do", async () => {
      const port = Number(new URL(here.display.url).port);
      const error = await startDisplay({ port, people: [], clock }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(DisplayError);
      expect(error).toMatchObject({
        code: "port-in-use",
        message: `display: port ${port} on 127.0.0.1 is already in use by another program; stop it or choose another port (display.port in the configuration, or --display-port)`,
      });
    });

    test("a PIN hash that cannot be used, a name twice, an address of another machine", async () => {
      const bad = { name: "Ana", role: "croupier", pinHash: "1234" } as const;
      await expect(startDisplay({ port: 0, people: [bad], clock })).rejects.toMatchObject({ code: "people" });
      await expect(startDisplay({ port: 0, host: "192.0.2.1", people: [], clock })).rejects.toMatchObject({
        code: "address-not-available",
      });
    });
  });
