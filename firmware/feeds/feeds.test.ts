import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { openPty } from "../../hw-sim/lines/pty.ts";
import { temporaryFolder } from "../../test/support/folder.ts";
import { until } from "../../test/support/screen-line.ts";
import type { PublishedResult } from "../../src/floor/published-results.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { startFeeds, type RunningFeeds } from "./feeds.ts";
import { KeptPlace } from "./kept-place.ts";
import { NumberDisplay } from "./number-display.ts";
import type { FeedsConfig } from "../table/config/feeds-config.ts";
import { ResultHub, HISTORY_MAX } from "./result-hub.ts";

const TABLE = "tirada.example/casino-1/table-07";
let running: RunningFeeds | null = null;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await running?.stop();
  running = null;
});

const certified = (round: number, pocket: string) => ({
  kind: "result",
  at: "2026-11-29T18:00:00.000Z",
  round,
  result: { pocket },
  certainty: { level: "certified" },
});

/** A hub that was told of so many rounds: the record's number is the round's. */
function played(rounds: number): ResultHub {
  const hub = new ResultHub();
  for (let round = 0; round < rounds; round++)
    hub.addRecord(TABLE, round, "ab".repeat(32), certified(round, "7"));
  return hub;
}

async function begin(
  hub: ResultHub,
  config: FeedsConfig,
): Promise<{ base: string; tcp: number; notices: string[] }> {
  const notices: string[] = [];
  running = await startFeeds(config, {
    hub,
    clock: systemClock(),
    random: randomFrom("feeds"),
    clientId: "feeds-test",
    from: TABLE,
    onNotice: (line) => notices.push(line),
  });
  return { base: `http://127.0.0.1:${running.serverPort}`, tcp: running.tcpPort ?? 0, notices };
}

/** What both descriptions have of what is looked at. */
interface Description {
  readonly openapi?: string;
  readonly asyncapi?: string;
  readonly paths?: object;
  readonly components: { readonly schemas: { readonly Result: { readonly properties: object } } };
}

const HERE = { host: "127.0.0.1", port: 0 };
const SERVER: FeedsConfig = { server: { ...HERE, names: [] }, tcp: HERE };

/** Lines that come over the TCP line, one at a time. */
function linesOf(port: number): () => Promise<PublishedResult> {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  let text = "";
  const chunks = socket.setEncoding("utf8")[Symbol.asyncIterator]() as AsyncIterator<string>;
  return async () => {
    while (!text.includes("\n")) {
      const { value } = (await chunks.next()) as { readonly value: string };
      text += value;
    }
    const [line = "", ...rest] = text.split("\n");
    text = rest.join("\n");
    return JSON.parse(line) as PublishedResult;
  };
}

it("tells the newest result at once and each next one, by line, stream and socket", async () => {
  const hub = played(3);
  const { base, tcp } = await begin(hub, SERVER);
  const nextLine = linesOf(tcp);
  const stream = (await fetch(`${base}/results/stream`)).body!.pipeThrough(new TextDecoderStream()).getReader();
  const socket = new WebSocket(`${base.replace("http", "ws")}/results/socket`);
  const messages: PublishedResult[] = [];
  const three = new Promise<void>((resolve) => {
    socket.onmessage = ({ data }) => {
      messages.push(JSON.parse(String(data)) as PublishedResult);
      if (messages.length === 2) resolve();
    };
  });
  expect((await nextLine()).seq).toBe(2);
  expect((await stream.read()).value).toMatch(/^id: 2\nevent: result\ndata: \{"v":1,/);
  await new Promise<void>((resolve) => {
    socket.onopen = () => resolve();
  });
  hub.addRecord(TABLE, 3, "cd".repeat(32), { kind: "void", at: "2026-11-29T18:01:00.000Z", round: 2 });
  expect(await nextLine()).toMatchObject({ seq: 3, prev: 2, is: "void", stands: null, replaces: 2 });
  expect((await stream.read()).value).toContain('"is":"void"');
  await three;
  expect(messages.map(({ seq }) => seq)).toEqual([2, 3]);
  socket.close();
  await stream.cancel();
});

it("hands out what somebody missed, and says by the number before what is kept no more", async () => {
  const { base } = await begin(played(HISTORY_MAX + 10), SERVER);
  const after = async (seq: number): Promise<PublishedResult[]> =>
    ((await (await fetch(`${base}/results/after/${seq}/${TABLE}`)).json()) as { results: PublishedResult[] })
      .results;
  expect((await after(519)).map(({ seq, prev }) => [seq, prev])).toEqual([
    [520, 519],
    [521, 520],
  ]);
  const [oldest] = await after(-1);
  expect([oldest?.seq, oldest?.prev]).toEqual([10, 9]);
  expect((await fetch(`${base}/results/after/0/other/table`)).status).toBe(404);
  expect((await fetch(`${base}/results/after/x/${TABLE}`)).status).toBe(404);
});

it("cuts off who does not read, and the others are told as before", async () => {
  const hub = played(1);
  const { tcp } = await begin(hub, SERVER);
  const deaf = connect(tcp, "127.0.0.1");
  sockets.push(deaf);
  deaf.pause();
  const gone = new Promise<void>((resolve) => deaf.on("error", () => resolve()).on("close", () => resolve()));
  const next = linesOf(tcp);
  expect((await next()).seq).toBe(0);
  const long = "7".repeat(20_000);
  for (let round = 1; round <= 600; round++) {
    hub.addRecord(TABLE, round, "ab".repeat(32), { ...certified(round, "7"), result: { pocket: "7", long } });
    expect((await next()).seq).toBe(round);
  }
  deaf.resume();
  await gone;
});

it("a winning-number display is sent certified numbers, and who looks at the log is told what it cannot take back", async () => {
  const sent: string[] = [];
  const display = await openPty({
    path: join(temporaryFolder(), "display"),
    onBytes: (bytes) => sent.push(Buffer.from(bytes).toString("latin1")),
  });
  onTestFinished(() => display.close());
  const hub = new ResultHub();
  const numbers = { port: display.path, baudRate: 9_600, format: "bare", end: "lf-cr" } as const;
  const { notices } = await begin(hub, { numbers });
  // What comes before the port is open is not shown late: it is told.
  for (let round = 1; sent.length === 0; round++) {
    hub.addRecord(TABLE, round, "ab".repeat(32), certified(round, "9"));
    await systemClock().sleep(20_000);
  }
  expect(sent.join("")).toMatch(/^(?: 9\n\r)+$/);
  const round = 1_000;
  hub.addRecord(TABLE, round, "ab".repeat(32), certified(round, "00"));
  hub.addRecord(TABLE, round + 1, "ab".repeat(32), { kind: "void", at: "2026-11-29T18:01:00.000Z", round });
  await until("the number", () => sent.join("").endsWith("00\n\r"));
  expect(notices.at(-1)).toMatch(/shows 00, which stands no more \(round 1000\): take it back there$/);
});

it("a winning-number display is given what it missed, in its order, by the next life too", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "display");
  const kept = (): KeptPlace => new KeptPlace(join(folder, "feeds.told"), () => undefined);
  const options = { port: path, baudRate: 9_600, format: "bare", end: "lf" } as const;
  const parts = { clock: systemClock(), random: randomFrom("display"), clientId: "", from: TABLE };
  const sent: string[] = [];
  const lifeOf = (hub: ResultHub): NumberDisplay =>
    new NumberDisplay(options, { ...parts, hub, kept: kept(), onNotice: () => undefined });
  const hub = new ResultHub();
  const first = lifeOf(hub);
  // Its cable is not there yet.
  for (const round of [1, 2, 3]) hub.addRecord(TABLE, round, "ab".repeat(32), certified(round, String(round)));
  const display = await openPty({
    path,
    onBytes: (bytes) => sent.push(Buffer.from(bytes).toString("latin1")),
  });
  onTestFinished(() => display.close());
  await until("what it missed", () => sent.join("") === " 1\n 2\n 3\n");
  await until("that it is kept", () => kept().records === 4);
  await first.stop();
  const later = new ResultHub();
  const second = lifeOf(later);
  for (const round of [1, 2, 3])
    later.recallRecord(TABLE, round, "ab".repeat(32), certified(round, String(round)));
  later.tellRecalled(TABLE);
  for (const round of [4, 5]) later.addRecord(TABLE, round, "ab".repeat(32), certified(round, String(round)));
  await until("the next ones, and none twice", () => sent.join("") === " 1\n 2\n 3\n 4\n 5\n");
  await second.stop();
});

it("who comes to a stream again with the last event of its table is told what it missed", async () => {
  const { base } = await begin(played(6), SERVER);
  const eventsAfter = async (last: string): Promise<string[]> => {
    const response = await fetch(`${base}/results/stream`, { headers: { "last-event-id": last } });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes("id: 5\n")) text += (await reader.read()).value ?? "";
    await reader.cancel();
    return [...text.matchAll(/^id: (\d+)$/gm)].map(([, id = ""]) => id);
  };
  expect(await eventsAfter("2")).toEqual(["3", "4", "5"]);
  expect(await eventsAfter("nonsense")).toEqual(["5"]);
});

it("describes what it serves, in words that others' programs read", async () => {
  const { base } = await begin(played(1), SERVER);
  const [open, async_] = await Promise.all(
    ["openapi", "asyncapi"].map(
      async (name) => (await (await fetch(`${base}/${name}.json`)).json()) as Description,
    ),
  );
  expect([open?.openapi, async_?.asyncapi]).toEqual(["3.1.0", "3.0.0"]);
  const { results } = (await (await fetch(`${base}/results`)).json()) as { results: object[] };
  for (const said of [open!, async_!])
    expect(Object.keys(said.components.schemas.Result.properties).sort()).toEqual(
      Object.keys(results[0]!).sort(),
    );
  for (const path of Object.keys(open!.paths!)) expect(path).toMatch(/^\/results/);
});

it("a feed that cannot begin is told, and the others serve", async () => {
  const { notices, tcp } = await begin(played(1), {
    tcp: HERE,
    server: { host: "192.0.2.1", port: 1, names: [] },
    mqtt: { url: "mqtt://127.0.0.1:1", topic: "t", passwordFile: "/nowhere/password" },
  });
  expect(notices.map((line) => line.split(":", 1)[0])).toEqual(["feeds.server", "feeds.mqtt"]);
  expect((await linesOf(tcp)()).seq).toBe(0);
});
