import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startTableFeeds } from "../../firmware/feeds/start.ts";
import { logOf, type Config } from "../../firmware/table/config/config.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { keepChange, planChange } from "../../firmware/unit/actions/configure.ts";
import type { ActionParts } from "../../firmware/unit/actions/action-parts.ts";
import { readConfigOfStart } from "../../firmware/unit/configuration/ordered-configuration.ts";
import { runTable, type RunningTable } from "../../firmware/unit/run.ts";
import { verifyPath } from "../../firmware/evidence/verify/verify-file.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { capturedWheel } from "../support/captured-wheel.ts";
import { temporaryFolder } from "../support/folder.ts";
import { cheapPinHash } from "../support/pin.ts";
import { toResult, type TestTable } from "../support/running-table.ts";
import { until } from "../support/screen-line.ts";
import { writeConfig } from "../support/table-process.ts";

/** A table that counts, put into test mode between two of its rounds: the round that is a test is told as one, and is in no evidence of the table's. */

const EVA = { name: "Eva Mas", role: "tecnico" } as const;
const JON = { name: "Jon Etxeberria", role: "jefe-de-mesa" } as const;
const clock = systemClock();

interface Told {
  readonly table: string;
  readonly mode: string;
  readonly round: number;
}

/** One start of the table with its feed, until one result was told. */
async function played(
  config: Config,
  wheel: TestTable["wheel"],
): Promise<{ told: Told; change: (on: boolean) => Promise<string> }> {
  const records: BuiltRecord[] = [];
  const notices: string[] = [];
  const now: RunningTable = await runTable({
    config,
    clock,
    onRecord: (record) => void records.push(record),
    onNotice: () => undefined,
  });
  onTestFinished(() => now.stop("test"));
  const feeds = startTableFeeds({
    config,
    feeds: { tcp: { host: "127.0.0.1", port: 0 } },
    clock,
    onNotice: (line) => void notices.push(line),
  });
  onTestFinished(() => feeds.stop());
  const port = (): number =>
    Number(notices.flatMap((line) => /listens on port (\d+)$/.exec(line)?.[1] ?? [])[0] ?? 0);
  await until("the feed", () => port() > 0);
  let said = "";
  const socket = connect(port(), "127.0.0.1").setEncoding("utf8");
  socket.on("data", (text: string) => (said += text));
  onTestFinished(() => void socket.destroy());
  await toResult({ wheel, records } as unknown as TestTable);
  feeds.handleRecord(records.at(-1)?.seq ?? 0);
  const isResult = (line: string): boolean => /"is":"result"/.test(line);
  await until("the result", () => said.split("\n").some(isResult));
  const told = JSON.parse(said.split("\n").find(isResult) ?? "{}") as Told;
  const change = async (on: boolean): Promise<string> => {
    const parts = { config, clock, unit: now.unit, restartWhenIdle: () => false } as unknown as ActionParts;
    const planning = await planChange(parts, { action: "test-mode", arguments: { on } });
    if (!planning.ok) return planning.why.en;
    const wanted = {
      id: (on ? "ab" : "cd").repeat(32),
      way: "table",
      people: [EVA, JON],
      until: clock.wall() + 60_000,
    } as const;
    const { counts } = await keepChange(parts, planning.planned, wanted);
    await feeds.stop();
    await now.stop("test mode");
    return counts;
  };
  return { told, change };
}

test("a round in test mode is told as a test, and the table's own evidence goes on as if it had not been", async () => {
  const folder = temporaryFolder();
  const wheel = await capturedWheel(folder, clock, 100);
  onTestFinished(() => wheel.close());
  const path = writeConfig({ folder, wheel: wheel.path });
  const people = [EVA, JON].map((one, at) => ({ ...one, pin: cheapPinHash(`830${at}19`) }));
  const file = JSON.parse(readFileSync(path, "utf8")) as object;
  writeFileSync(path, JSON.stringify({ ...file, test: false, people }, null, 1));
  const storage = join(folder, "storage");
  const evidence = () => {
    const { ok, records, mode } = verifyPath(join(storage, "journal.db"), {});
    return { ok, records, mode };
  };

  const live = await readConfigOfStart(path);
  const first = await played(live, wheel);
  expect([first.told.mode, await first.change(true)]).toEqual(["live", "from the next start on"]);
  const before = evidence();
  expect(before).toMatchObject({ ok: true, mode: "live" });

  const trial = await readConfigOfStart(path);
  expect([trial.test, logOf(trial)]).toEqual([true, `${logOf(live)}/test`]);
  const second = await played(trial, wheel);
  expect(second.told.mode).toBe("test");
  await second.change(false);
  // Its round is in the evidence of the test, and not a line of it in the table's.
  expect(evidence()).toEqual(before);
  const tested = verifyPath(join(storage, "test-mode", "journal.db"), {});
  expect([tested.ok, tested.mode]).toEqual([true, "test"]);

  const third = await played(await readConfigOfStart(path), wheel);
  expect([third.told.mode, third.told.round]).toEqual(["live", first.told.round + 1]);
});
