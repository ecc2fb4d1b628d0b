import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { askUnit, linesOf } from "../../firmware/net/control.ts";
import type { TableLines } from "../../firmware/listen/row.ts";
import { runTable } from "../../firmware/unit/run.ts";
import { parseConfig } from "../../firmware/table/config/config.ts";
import type { PortEvents } from "../../drivers/port.ts";
import { problemText } from "../../src/rules/yaml.ts";
import { toBytes } from "../../src/recording/codec.ts";
import { monoUs } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { until } from "../support/screen-line.ts";

/** A table that runs is listened to beside it; a round of it is shown when it has its verdict. */

const clock = systemClock();

it("mirrors a running table, and withholds the round that runs", async () => {
  const folder = temporaryFolder();
  const storage = join(folder, "storage");
  const written = {
    table: { name: "Mesa", log: "tirada.test/lines", rulebook: "cl/ruleta-francesa", openAtStart: true },
    wheel: { device: "cammegh-ss2", path: "/dev/none", wait: true, ask: false },
    display: { port: 0 },
    people: [],
    storage: { folder: storage },
  };
  const file = join(folder, "table.yaml");
  writeFileSync(file, JSON.stringify(written));
  const reading = parseConfig(JSON.stringify(written), "table.yaml");
  if (!reading.ok) throw new Error(reading.problems.map(problemText).join("; "));
  let events: PortEvents | null = null;
  const table = await runTable({
    config: reading.config,
    clock,
    onRecord: () => undefined,
    onNotice: () => undefined,
    opens: {
      wheel: (given) => {
        events = given;
        return Promise.resolve({
          name: "wheel in memory",
          write: () => Promise.resolve(),
          close: () => Promise.resolve(),
        });
      },
    },
  });
  onTestFinished(() => table.stop("test"));
  await until("the port", () => events !== null);
  let us: number = clock.now();
  const say = (line: string): void => {
    us += 501_000;
    events?.onBytes(toBytes(`${line}\r\n`), monoUs(us));
  };
  const lines = async (after = 0): Promise<TableLines> =>
    JSON.parse(
      linesOf((await askUnit(storage, { do: "lines", port: "wheel", after })) ?? { ok: false, why: "" }).join(
        "",
      ),
    ) as TableLines;
  const phase = (): string => table.unit.shown.durable.phase;
  for (let at = 0; at < 6; at++) say("*X;2;013;17;0;250;0");
  await until("open bets", () => phase() === "betting");
  const listen = (...args: readonly string[]) =>
    commandHere(["listen", "wheel", "--config", file, "--for", "1", ...args]);
  const heard = await listen();
  expect([heard.status, heard.stderr]).toEqual([0, ""]);
  expect(heard.stdout).toMatch(/\*X;2;013;17;0;250;0 +status: state 2, game 13/);
  expect(heard.stdout.trimEnd().split("\n").at(-1)).toMatch(/^sure: cammegh-ss2/);
  const before = (await lines()).upTo;
  say("*X;3;013;17;0;250;0");
  say("*X;3;013;17;0;251;0");
  for (let at = 0; at < 3; at++) say("*X;4;013;17;0;251;0");
  await until("a round that runs", () => ["ball-in-play", "no-more-bets"].includes(phase()));
  const running = await lines(before);
  expect(running.withheld).toBeGreaterThan(0);
  expect(JSON.stringify(running)).not.toContain("*X;4");
  const during = await listen("--json");
  expect(during.stdout).toContain('"kind":"withheld"');
  expect(during.stdout).not.toContain("*X;4");
  say("32");
  for (let at = 0; at < 3; at++) say("*X;5;013;32;0;251;0");
  await until("a verdict", () => phase() === "result");
  const after = await lines(before);
  expect(after.withheld).toBe(0);
  expect(JSON.stringify(after)).toContain("*X;5;013;32");
  for (const [args, said] of [
    [["--send", "read-version"], /the table runs and has this port/],
    [["--out", join(folder, "c.jsonl")], /the table runs and has this port/],
    [["--as", "sensor-board"], /is set up by/],
  ] as const) {
    const refused = await listen(...args);
    expect([refused.status, refused.stderr]).toMatchObject([2, expect.stringMatching(said)]);
  }
  const other = await commandHere(["listen", "shoe", "--config", file, "--for", "1"]);
  expect([other.status, other.stderr]).toMatchObject([
    2,
    expect.stringContaining("the table has no line shoe; it has wheel"),
  ]);
});
