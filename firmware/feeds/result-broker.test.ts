import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { connectAsync, type MqttClient } from "mqtt";
import { expect, it, onTestFinished } from "vitest";
import type { PublishedResult } from "../../src/floor/published-results.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { temporaryFolder } from "../../test/support/folder.ts";
import { publishResults } from "./result-broker.ts";
import { ResultHub } from "./result-hub.ts";

/** Against Debian's mosquitto: a broker that others made. */

const TABLE = "tirada.example/casino-1/table-07";
const clock = systemClock();

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return address !== null && typeof address === "object" ? address.port : 0;
}

async function startBroker(port: number): Promise<() => Promise<void>> {
  const config = join(temporaryFolder(), "mosquitto.conf");
  writeFileSync(config, `listener ${port} 127.0.0.1\nallow_anonymous true\n`);
  const broker = spawn("/usr/sbin/mosquitto", ["-c", config], { stdio: "ignore" });
  const stop = async (): Promise<void> => {
    if (broker.exitCode !== null || broker.signalCode !== null) return;
    broker.kill("SIGKILL");
    await once(broker, "exit");
  };
  onTestFinished(stop);
  for (;;) {
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 0 }).catch(() => null);
    if (client !== null) return client.endAsync().then(() => stop);
    await clock.sleep(50_000);
  }
}

async function listenTo(port: number): Promise<{ client: MqttClient; heard: [string, string][] }> {
  const heard: [string, string][] = [];
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { protocolVersion: 5 });
  client.on("message", (topic, payload) => heard.push([topic, payload.toString("utf8")]));
  await client.subscribeAsync("casino/#", { qos: 1 });
  return { client, heard };
}

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await clock.sleep(20_000);
};
const verdict = (round: number) => ({
  kind: "result",
  at: "2026-11-29T18:00:00.000Z",
  round,
  result: { pocket: "7" },
  certainty: { level: "certified" },
});
const add = (hub: ResultHub, round: number): boolean =>
  hub.addRecord(TABLE, round, "ab".repeat(32), verdict(round));
const seqs = (heard: readonly [string, string][]): number[] =>
  heard
    .filter(([topic]) => topic.endsWith("/result"))
    .map(([, text]) => (JSON.parse(text) as PublishedResult).seq);

it("a broker is told each result once, keeps the newest, and what it missed comes in its order", async () => {
  const port = await freePort();
  const stop = await startBroker(port);
  const hub = new ResultHub();
  add(hub, 1);
  add(hub, 2);
  const options = { url: `mqtt://127.0.0.1:${port}`, topic: "casino", from: TABLE, clientId: "table-07" };
  const broker = publishResults(hub, options, () => undefined);
  const first = await listenTo(port);
  await until(() => seqs(first.heard).includes(2));
  add(hub, 3);
  await until(() => seqs(first.heard).includes(3));
  expect(seqs(first.heard)).toEqual([2, 3]);
  expect(first.heard.some(([topic, text]) => topic === `casino/${TABLE}/state` && text === "online")).toBe(
    true,
  );
  await first.client.endAsync();
  // Who comes later has the newest at once.
  const late = await listenTo(port);
  await until(() => seqs(late.heard).length === 1);
  expect(seqs(late.heard)).toEqual([3]);
  await late.client.endAsync(true);
  await stop();
  for (const round of [4, 5, 6]) add(hub, round);
  await until(() => broker.trouble !== null);
  await startBroker(port);
  const again = await listenTo(port);
  await until(() => seqs(again.heard).includes(6));
  expect(seqs(again.heard).slice(-3)).toEqual([4, 5, 6]);
  await broker.stop();
  // Another life, which has read back what there was: what it retains says what the broker was told.
  const later = new ResultHub();
  for (const round of [1, 2, 3, 4, 5, 6, 7, 8]) add(later, round);
  const next = publishResults(later, options, () => undefined);
  await until(() => seqs(again.heard).includes(8));
  expect(seqs(again.heard).filter((seq) => seq > 5)).toEqual([6, 7, 8]);
  await next.stop();
  // And one whose journal is another one begins with its newest.
  const other = new ResultHub();
  for (const round of [5, 6, 7, 8, 9]) other.addRecord(TABLE, round, "cd".repeat(32), verdict(round));
  const third = publishResults(other, options, () => undefined);
  await until(() => seqs(again.heard).includes(9));
  expect(seqs(again.heard).slice(-2)).toEqual([8, 9]);
  await third.stop();
  await until(() =>
    again.heard.some(([topic, text]) => topic === `casino/${TABLE}/state` && text === "offline"),
  );
  await again.client.endAsync();
});
