import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { benchPages } from "../../hw-sim/bench/pages.ts";
import { startDisplay, type Display } from "../../firmware/screens/server/client.ts";
import { openSensorsDemo, type SensorsChoice } from "../../hw-sim/demo/sensors.ts";
import { DEMO_TABLES } from "../../hw-sim/demo/tables.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { runTable } from "../../firmware/unit/run.ts";
import type { BenchFrame, BenchHello, FromPage, ToPage } from "../../hw-sim/bench/page-messages.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { expectProblem } from "../support/problem.ts";
import { until } from "../support/screen-line.ts";
import { sampleOfRun, ALL } from "../support/volume.ts";

/** `tirada start --table …`: a simulated wheel under a sensor board, on a real serial port, and the bench beside it. */

const clock = systemClock();
const LONG_MS = 100_000;

interface Playing {
  readonly url: string;
  readonly records: BuiltRecord[];
  readonly notices: string[];
}

async function play(table: string, change: Partial<SensorsChoice> = {}): Promise<Playing> {
  const notices: string[] = [];
  const records: BuiltRecord[] = [];
  const rulebook = DEMO_TABLES[table]!.rulebook;
  const choice = {
    table,
    rulebook,
    speed: 4,
    board: "fast",
    seed: "scenario",
    folder: temporaryFolder(),
  } as const;
  const demo = await openSensorsDemo(clock, { ...choice, ...change }, (line) => notices.push(line));
  onTestFinished(() => demo.stop());
  const running = await runTable({
    config: { ...demo.config, display: { host: "127.0.0.1", port: 0 } },
    clock: demo.clock,
    onRecord: (record) => records.push(record),
    onNotice: (line) => notices.push(line),
    follower: demo.follower,
  });
  onTestFinished(() => running.stop("test"));
  demo.play(running.unit);
  return { url: running.url, records, notices };
}

interface BenchLine {
  readonly hello: BenchHello;
  readonly frames: BenchFrame[];
  readonly answers: Exclude<ToPage, BenchHello | BenchFrame>[];
  ask(order: FromPage): void;
}

/** The bench page's socket, as the page opens it. */
async function benchLine(url: string): Promise<BenchLine> {
  const address = new URL("bench/socket", url).href.replace("http", "ws");
  const socket = new WebSocket(address, { headers: { origin: new URL(url).origin } });
  onTestFinished(() => socket.close());
  let hello: BenchHello | null = null;
  const frames: BenchFrame[] = [];
  const answers: BenchLine["answers"] = [];
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as ToPage;
    if (message.type === "hello") hello = message;
    else if (message.type === "frame") frames.push(message);
    else answers.push(message);
  });
  await until("the bench's first words", () => hello !== null && frames.length > 0);
  return { hello: hello!, frames, answers, ask: (order) => socket.send(JSON.stringify(order)) };
}

describe("the demonstration of sensors", () => {
  /** Each run another one; a soak all. */
  const simulated = Object.keys(DEMO_TABLES).filter((table) => DEMO_TABLES[table]?.device === "sensor-board");

  if (ALL)
    it.each(sampleOfRun(simulated, 1, "sensors"))(
      "%s plays a certified number",
      async (table) => {
        const { records, notices } = await play(table);
        // A machine that is busy with other things may starve the line for a second, or bring its bytes late: that is told, and that spin is
        // certified by nobody.
        const isCertified = ({ body }: (typeof records)[number]): boolean =>
          body.kind === "result" && body.certainty.level === "certified";
        await until("a certified number", () => records.some(isCertified), LONG_MS);
        const troubles = records.flatMap(({ body }) => (body.kind === "fault" ? [body.code] : []));
        expect(troubles.filter((code) => !["device-silent", "clock-doubt"].includes(code))).toEqual([]);
        expect(notices.filter((line) => !line.startsWith("wheel: connected to"))).toEqual([]);
      },
      LONG_MS,
    );

  it(
    "an injected fault is judged, and the bench says how soon",
    async () => {
      const { url, records } = await play("roulette-sensors");
      const bench = await benchLine(url);
      expect(bench.hello.faults.map(({ fault }) => fault)).toContain("ball-with-rotor");
      bench.ask({ id: 1, order: "inject", fault: "no-such-fault" });
      bench.ask({ id: 2, order: "inject", fault: "ball-with-rotor" });
      await until("two answers", () => bench.answers.length === 2);
      expect(bench.answers).toEqual([
        { type: "refused", id: 1, why: "unknown-fault" },
        { type: "done", id: 2 },
      ]);
      await until("tirada nula", () => records.some(({ body }) => body.kind === "void"), LONG_MS);
      const row = () => bench.frames.at(-1)!.injected[0]!;
      await until("the truth of the spin", () => row().truth !== null, LONG_MS);
      expect(row()).toMatchObject({ fault: "ball-with-rotor", verdict: { kind: "void" } });
      expect(row().latencyUs).toBeGreaterThan(0);
    },
    LONG_MS,
  );

  if (ALL)
    it(
      "what the bench draws as sensed is what the unit has: edges in order, and the session's own observations",
      async () => {
        const { url, records } = await play("roulette-sensors");
        const bench = await benchLine(url);
        await until("a number", () => records.some(({ body }) => body.kind === "result"), LONG_MS);
        const shown = bench.frames.flatMap(({ seen }) => seen);
        await until("the number on the bench", () =>
          bench.frames.some(({ seen }) => seen.some(({ o }) => o === "number")),
        );
        const edges = bench.frames.flatMap((frame) => frame.edges);
        expect(new Set(edges.map(([, channel]) => channel))).toEqual(new Set("ABCQRIPX"));
        expect(edges.every(([t], i) => i === 0 || t >= edges[i - 1]![0])).toBe(true);
        expect(shown.map(({ o }) => o)).toContain("ball-on-track");
        expect(bench.frames.flatMap(({ pictures }) => pictures).length).toBeGreaterThan(100);
      },
      LONG_MS,
    );

  if (ALL)
    it(
      "a cable that is pulled is a lost port, and the wheel goes on when it is back",
      async () => {
        const { url, notices } = await play("big-six", { speed: 1 });
        const bench = await benchLine(url);
        await until("the open port", () => bench.frames.at(-1)?.table.link === "open");
        bench.ask({ id: 1, order: "cable", plugged: false });
        await until("the loss", () => bench.frames.at(-1)?.table.link === "gone");
        await until("its fault", () => bench.frames.at(-1)?.table.faults.includes("port-gone") === true);
        bench.ask({ id: 2, order: "cable", plugged: true });
        await until("the port again", () => bench.frames.at(-1)?.table.link === "open");
        await until("its lines", () => (bench.frames.at(-1)?.figures.bytesPerS ?? 0) > 0);
        expect(notices.filter((line) => line.startsWith("wheel: connected to")).length).toBe(2);
      },
      LONG_MS,
    );
});

describe("a table that counts has no bench", () => {
  const get = (display: Display, path: string, headers: Record<string, string> = {}): Promise<number> =>
    new Promise((resolve) => {
      const asked = request(new URL(path, display.url), { headers, agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      asked.on("upgrade", (answer, socket) => {
        socket.destroy();
        resolve(answer.statusCode ?? 0);
      });
      // A socket that nobody serves is hung up on.
      asked.on("error", () => resolve(0)).end();
    });
  const upgrade = (origin: string): Record<string, string> => ({
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    origin,
  });
  const screens = async (channel: string | null): Promise<Display> => {
    const display = await startDisplay({
      port: 0,
      people: [],
      clock,
      log: () => undefined,
      added: channel === null ? null : benchPages(channel),
    });
    onTestFinished(() => display.close());
    return display;
  };

  it("neither its page, nor its files, nor its socket", async () => {
    const display = await screens(null);
    const { origin } = new URL(display.url);
    for (const path of ["bench", "bench/web/bench.html", "bench/web/bench.ts", "bench/web/words.ts"])
      expect([path, await get(display, path)]).toEqual([path, 404]);
    expect([0, 404]).toContain(await get(display, "bench/socket", upgrade(origin)));
    expect(await get(display, "bench/socket")).toBe(404);
    expect(await get(display, "technician")).toBe(200);
  });

  it("where there is one, only its own page may open the socket", async () => {
    const display = await screens("a-channel-of-this-test");
    const { origin } = new URL(display.url);
    expect(await get(display, "bench")).toBe(200);
    expect(await get(display, "bench/socket", upgrade(origin))).toBe(101);
    expect(await get(display, "bench/socket", upgrade("http://elsewhere.example"))).toBe(403);
  });

  it("a configuration without test: true refuses one", async () => {
    const folder = temporaryFolder();
    const choice = {
      table: "big-six",
      rulebook: "cl/big-six",
      speed: 1,
      board: "fast",
      seed: "1",
      folder,
    } as const;
    const demo = await openSensorsDemo(clock, choice, () => undefined);
    onTestFinished(() => demo.stop());
    const running = runTable({
      config: { ...demo.config, test: false, storage: { ...demo.config.storage, folder: join(folder, "x") } },
      clock,
      onRecord: () => undefined,
      onNotice: () => undefined,
      follower: demo.follower,
    });
    await expect(running).rejects.toThrow("only for a table with test: true");
  });
});

describe("tirada start --table", () => {
  it.each([
    [["--table", "poker"], `--table poker: no such table; known: ${Object.keys(DEMO_TABLES).join(", ")}`],
    [
      ["--table", "boule", "--device", "/dev/null"],
      "--table is a demonstration: leave out --config and --device",
    ],
    [["--table", "boule", "--speed", "5"], "--speed 5: at most 4 with the fast board"],
    [
      ["--table", "boule", "--board", "emulated", "--speed", "2"],
      "--speed 2: at most 1 with the emulated board",
    ],
    [["--table", "roulette-ss2", "--speed", "11"], "--speed 11: at most 10 with a simulated cammegh-ss2"],
    [
      ["--table", "roulette-mercury-360", "--board", "emulated"],
      "--board emulated: --table roulette-mercury-360 has no board",
    ],
    [["--table", "boule", "--board", "real"], "--board real: must be fast or emulated"],
    [["--table", "boule", "--rulebook", "cl/nothing"], "cl/nothing"],
  ])("%j is refused in one line", async (args, line) => {
    expectProblem(await commandHere(["start", ...args]), 2, line);
  });
});
