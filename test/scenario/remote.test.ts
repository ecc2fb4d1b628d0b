import { connect as connectPlain, createServer } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import type { Worker } from "node:worker_threads";
import { expect, test, onTestFinished } from "vitest";
import { randomFrom } from "../../src/time/random-source.ts";
import { askFar, casino, type Casino, type Held } from "../support/casino.ts";
import { testTable, toResult, type TestTable } from "../support/running-table.ts";
import { seedOfRun } from "../support/run-seed.ts";
import { until } from "../support/screen-line.ts";
import { ALL } from "../support/volume.ts";

/** The technician's server of a table, as people and strangers meet it from outside. */

interface Place {
  readonly table: TestTable;
  readonly here: Casino;
  readonly url: string;
  readonly port: number;
}

async function farTable(here: Casino): Promise<Place> {
  const table = await testTable({
    remote: async (log) => here.remote(await here.issue(log, { as: "unit", hosts: ["127.0.0.1"] })),
  });
  const port = await farPort(table);
  return { table, here, port, url: `https://127.0.0.1:${port}` };
}

async function farPort({ notices }: TestTable): Promise<number> {
  const said = (): string | undefined => notices.findLast((line) => line.startsWith("remote: https on port"));
  await until("the server", () => said() !== undefined);
  return Number(/\d+$/.exec(said()!)![0]);
}

/** What a socket gives out until it ends; null: it did not end within its time. */
function bytesOf(socket: TLSSocket | ReturnType<typeof connectPlain>): Promise<number> {
  let bytes = 0;
  return new Promise((resolve) => {
    socket.on("data", (piece: Buffer) => (bytes += piece.length));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(bytes));
  });
}

test("serves each role what is its own, and nobody else a byte", async () => {
  const [here, other] = await Promise.all([casino(), casino("casino-2")]);
  const [ana, ines, jon, gone, revoked, unit, foreign] = await Promise.all([
    here.issue("Ana", { as: "tecnico" }),
    here.issue("Ines", { as: "inspector" }),
    here.issue("Jon", { as: "jefe-de-mesa" }),
    here.issue("Gone", { as: "tecnico", hoursAgo: 9 }),
    here.issue("Revoked", { as: "tecnico" }),
    here.issue("another/table", { as: "unit", hosts: ["127.0.0.1"] }),
    other.issue("Ana", { as: "tecnico" }),
  ]);
  await here.revoke(revoked);
  const { url, port, table } = await farTable(here);
  const status = async (who: Held, path: string) => (await askFar(`${url}${path}`, here, who)).status;
  for (const path of ["/", "/view", "/data", "/doctor", "/events", "/web/technician-far.ts"]) {
    expect([path, await status(ana, path)]).toEqual([path, 200]);
    expect([path, await status(ines, path)]).toEqual([path, 200]);
  }
  const forJon = ["/view", "/data", "/doctor", "/events"].map((path) => status(jon, path));
  expect(await Promise.all(forJon)).toEqual([200, 403, 403, 403]);
  const { view } = JSON.parse((await askFar(`${url}/view`, here, jon)).body) as { view: { log: string } };
  expect(view.log).toBe(`${table.config.table.log}/test`);
  // Who looked, and at what, is a record each.
  const events = (await askFar(`${url}/events`, here, ana)).body;
  const readers = (JSON.parse(events) as { readonly records: readonly string[] }).records.flatMap((line) => {
    const { kind, detail } = JSON.parse(line) as { kind: string; detail?: Record<string, unknown> };
    return kind === "access" && detail?.["what"] === "read-begun" ? [[detail["name"], detail["role"]]] : [];
  });
  expect(readers).toEqual([
    ["Ana", "tecnico"],
    ["Ines", "inspector"],
    ["Jon", "jefe-de-mesa"],
  ]);

  // Not one byte: neither before the certificate is asked for nor after.
  const tls = (who: Held | null) =>
    connect({
      host: "127.0.0.1",
      port,
      ca: here.ca,
      ...(who === null ? {} : { cert: who.cert, key: who.key }),
    });
  for (const who of [null, gone, foreign, revoked]) {
    const socket = tls(who);
    socket.on("secureConnect", () => socket.write("GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"));
    expect([who?.name, await bytesOf(socket)]).toEqual([who?.name, 0]);
  }
  // A machine is nobody who looks.
  await expect(askFar(`${url}/health`, here, unit)).rejects.toThrow();
  const counted = JSON.parse((await askFar(`${url}/health`, here, ana)).body) as {
    counters: Record<string, number>;
  };
  expect(counted.counters["connectionsRefused"]).toBe(4);
  expect(counted.counters["requestsRefused"]).toBe(4);

  // Plain HTTP, web sockets and whatever is no TLS: the connection's end, and everybody else is served meanwhile.
  const random = randomFrom(`${seedOfRun()}/tls`);
  const served = (async () => {
    for (let i = 0; i < 20; i++) expect((await askFar(`${url}/view`, here, ana)).status).toBe(200);
  })();
  const plain = (bytes: Buffer | string) => {
    const socket = connectPlain(port, "127.0.0.1");
    // Whoever sends nothing more is not waited for.
    socket.end(bytes);
    return bytesOf(socket);
  };
  const hello = Buffer.from("16030100c8010000c40303", "hex");
  const fuzzed = Array.from({ length: 60 }, () => {
    const noise = Buffer.from(Array.from({ length: random.below(300) }, () => random.below(256)));
    return plain(random.below(2) === 0 ? noise : Buffer.concat([hello, noise]));
  });
  const http = await plain("GET /health HTTP/1.1\r\nhost: x\r\n\r\n");
  // TLS may say in one alert (7 bytes) that it understood nothing; no byte of a page.
  expect(http).toBeLessThanOrEqual(7);
  for (const bytes of await Promise.all(fuzzed)) expect(bytes).toBeLessThanOrEqual(7);
  const socket = connect({ host: "127.0.0.1", port, ca: here.ca, cert: ana.cert, key: ana.key });
  socket.write(
    "GET /ws HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
  );
  expect(await bytesOf(socket)).toBe(0);
  const old = connect({
    host: "127.0.0.1",
    port,
    ca: here.ca,
    cert: ana.cert,
    key: ana.key,
    maxVersion: "TLSv1.2",
  });
  expect(await bytesOf(old)).toBe(0);
  await served;
});

if (ALL)
  test("a port that is taken and a thread that dies are faults until it serves, and cost no round", async () => {
    const workers: Worker[] = [];
    const seen = (worker: Worker): void => void workers.push(worker);
    process.on("worker", seen);
    onTestFinished(() => void process.off("worker", seen));
    const blocker = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => blocker.once("listening", resolve));
    const { port } = blocker.address() as { port: number };
    const here = await casino();
    const table = await testTable({
      remote: async (log) =>
        here.remote(await here.issue(log, { as: "unit", hosts: ["127.0.0.1"] }), {
          server: { host: "127.0.0.1", port },
        }),
    });
    await table.record("fault", ({ code }) => code === "remote-stopped");
    expect(table.notices.join("\n")).toMatch(/remote: port \d+ on 127.0.0.1 is already in use/);
    await new Promise((resolve) => blocker.close(resolve));
    await table.record("fault-cleared", ({ code }) => code === "remote-stopped");
    expect(await farPort(table)).toBe(port);
    const ana = await here.issue("Ana", { as: "tecnico" });
    const ask = async () => (await askFar(`https://127.0.0.1:${port}/view`, here, ana)).status;
    expect(await ask()).toBe(200);

    const before = table.records.length;
    await workers.findLast((worker) => worker.threadName === "remote")!.terminate();
    await toResult(table);
    const later = (kind: string) =>
      table.records
        .slice(before)
        .some(({ body }) => body.kind === kind && "code" in body && body.code === "remote-stopped");
    await until("the fault and its end", () => later("fault") && later("fault-cleared"));
    expect(await ask()).toBe(200);
  });
