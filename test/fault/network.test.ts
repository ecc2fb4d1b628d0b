import { existsSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { verifyPath } from "../../firmware/evidence/verify/verify-file.ts";
import { EXIT } from "../../firmware/problem.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { capturedWheel, type CapturedWheel } from "../support/captured-wheel.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { notifySocket, type NotifySocket } from "../support/notify-socket.ts";
import { expectProblem } from "../support/problem.ts";
import { JEFE } from "../support/running-table.ts";
import { screenLine, until } from "../support/screen-line.ts";
import { startProcess, writeConfig, type TableProcess } from "../support/table-process.ts";
import { cheapPinHash } from "../support/pin.ts";
import { ALL, sampleInAll } from "../support/volume.ts";

/** What comes over the network, or is in its way, never stops the table. */

const clock = systemClock();

async function runningTable(): Promise<{
  table: TableProcess;
  folder: string;
  url: string;
  wheel: CapturedWheel;
  manager: NotifySocket;
}> {
  const folder = temporaryFolder();
  const wheel = await capturedWheel(folder, clock, 100);
  const people = [{ ...JEFE, pin: cheapPinHash(JEFE.pin) }];
  const manager = await notifySocket(folder);
  writeFileSync(join(folder, "last-words.json"), "an earlier run's");
  const env = { NOTIFY_SOCKET: manager.path, RUNTIME_DIRECTORY: folder };
  const table = startProcess(["start", "--config", writeConfig({ folder, wheel: wheel.path, people })], {
    env,
  });
  onTestFinished(async () => {
    table.child.kill("SIGKILL");
    await wheel.close();
  });
  return { table, folder, url: await table.url, wheel, manager };
}

test("a port of the screens that is taken, or an address that is not ours, is refused", async () => {
  const other = createServer();
  const port = await new Promise<number>((resolve) => {
    other.listen(0, "127.0.0.1", () => resolve((other.address() as { port: number }).port));
  });
  onTestFinished(() => void other.close());
  const folder = temporaryFolder();
  const config = writeConfig({ folder, wheel: "/dev/none", port });
  expectProblem(await commandHere(["start", "--config", config]), EXIT.display, new RegExp(`${port}`));
  const elsewhere = writeConfig({ folder, wheel: "/dev/none", host: "192.0.2.1" });
  expectProblem(await commandHere(["start", "--config", elsewhere]), EXIT.display, /192\.0\.2\.1/);
});

test("malformed, oversize and binary messages, and bytes that are no HTTP, cost their sender the line and nobody else", async () => {
  const { table, folder, url, wheel, manager } = await runningTable();
  const good = await screenLine(url);
  wheel.play();
  const jefe = await screenLine(url, "control");
  expect(await jefe.signIn(JEFE.name, JEFE.pin)).toBe("signed-in");
  const junk: (string | Uint8Array)[] = [
    "",
    "null",
    "{",
    '{"type":"press"}',
    "x".repeat(4_096),
    "x".repeat(5_000_000),
  ];
  junk.push(
    new Uint8Array(3_000),
    JSON.stringify({ type: "press", id: -1, key: { key: "close-table" } }),
    "[".repeat(4_000),
  );
  for (const kind of ["display", "control"] as const) {
    for (const message of kind === "control" ? junk : sampleInAll(junk, 3, "junk")) {
      const line = await screenLine(url, kind);
      // Megabytes cut the line at once.
      for (let sent = 0; sent < (message.length > 1_000_000 ? 2 : 25); sent++) line.send(message);
      await until("the line is cut", () => line.closed.code !== null);
      expect([1002, 1006, 1008, 1009]).toContain(line.closed.code);
    }
  }
  for (const bytes of [
    "\x16\x03\x01\x00\xff\xff",
    "GET / HTTP/9.9\r\n\r\n",
    `GET /${"a".repeat(100_000)} HTTP/1.1\r\n\r\n`,
  ]) {
    await answerTo(url, bytes);
  }
  for (const path of [
    "certificate/-1",
    "certificate/1e9",
    "certificate/%00",
    "web/../../../etc/passwd",
    "web/%2e%2e%2fclient.ts",
    "ws",
  ]) {
    expect((await fetch(new URL(path, url))).status).toBeGreaterThanOrEqual(400);
  }
  expect(await jefe.press({ key: "last-three-spins" })).toBe("done");
  const { round } = good.views.at(-1)!;
  await good.view((view) => view.round > round + 1 && view.verdict?.kind === "result");
  table.child.kill("SIGTERM");
  expect(await table.ended).toMatchObject({ status: 0, stderr: "" });
  expect(verifyPath(join(folder, "storage", "journal.db")).problems).toEqual([]);
  // It was ready once, fed no watchdog that nobody has, said that it stops, and left no last words.
  expect([manager.count("READY=1"), manager.count("WATCHDOG=1"), manager.words.at(-1)]).toEqual([
    1,
    0,
    "STOPPING=1",
  ]);
  expect(existsSync(join(folder, "last-words.json"))).toBe(false);
}, 120_000);

/** Sends raw bytes and waits for the other side to close. */
function answerTo(url: string, bytes: string): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.end(bytes));
    socket.on("data", () => undefined);
    socket.on("error", () => undefined);
    socket.on("close", () => resolve());
  });
}

if (ALL)
  test("a table that is asked to stop stops, whoever is still connected to it", async () => {
    const { table, folder, url, wheel } = await runningTable();
    wheel.play();
    const screen = await screenLine(url);
    await screen.view((view) => view.round >= 1);
    await screenLine(url, "control");
    const idle = [
      connect(join(folder, "storage", "unit.sock")),
      connect(Number(new URL(url).port), "127.0.0.1"),
    ];
    for (const socket of idle) socket.on("error", () => undefined);
    await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
    table.child.kill("SIGTERM");
    const ended = await Promise.race([table.ended, clock.sleep(15_000_000)]);
    for (const socket of idle) socket.destroy();
    expect(ended).toMatchObject({ status: 0, stderr: "" });
    expect(screen.closed.code).not.toBeNull();
  });
