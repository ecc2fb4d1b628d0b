import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startTableFeeds } from "../../firmware/feeds/start.ts";
import { logOf } from "../../firmware/table/config/config.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { testTable, toResult } from "../support/running-table.ts";
import { until } from "../support/screen-line.ts";

/** A table that plays, and the programs of examples/feeds as the house's other systems. */

const EXAMPLES = new URL("../../examples/feeds/", import.meta.url).pathname;

/** What a program prints. It ends with the test. */
function follow(program: string, ...words: string[]): () => string {
  const child = spawn(process.execPath, [join(EXAMPLES, program), ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return () => said;
}

test("other systems are told what a table certified, by each way, and the table plays on without them", async () => {
  const clock = systemClock();
  const table = await testTable();
  const HERE = { host: "127.0.0.1", port: 0 };
  const notices: string[] = [];
  const feeds = startTableFeeds({
    config: table.config,
    feeds: { server: { ...HERE, names: [] }, tcp: HERE },
    clock,
    onNotice: (line) => notices.push(line),
  });
  onTestFinished(() => feeds.stop());
  const portOf = (name: string): string | undefined =>
    notices.flatMap((line) => new RegExp(`^feeds\\.${name}: listens on port (\\d+)$`).exec(line)?.[1] ?? [])[0];
  await until("the feeds", () => portOf("server") !== undefined && portOf("tcp") !== undefined);
  const base = `127.0.0.1:${portOf("server")}`;
  const said = [
    follow("follow-line.mjs", "127.0.0.1", portOf("tcp") ?? ""),
    follow("follow-stream.mjs", `http://${base}`),
    follow("follow-socket.mjs", `ws://${base}`),
  ];
  await toResult(table);
  const { body } = await table.record("result");
  const { pocket } = body.result as { readonly pocket: string };
  feeds.handleRecord(table.records.at(-1)!.seq);
  const line = `${logOf(table.config)} round ${body.round}: ${pocket} (${body.certainty.level})\n`;
  await until("what they say", () => said.every((one) => one().endsWith(line)));
  expect(notices.filter((one) => !one.includes("listens"))).toEqual([]);
});
