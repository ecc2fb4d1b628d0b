import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { hashPin } from "../../firmware/screens/server/client.ts";
import { verifyPath } from "../../firmware/evidence/verify/verify-file.ts";
import { readCapture } from "../../firmware/replay/capture.ts";
import { replay } from "../../firmware/replay/replay.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { runTable, type RunningTable } from "../../firmware/unit/run.ts";
import { setupOf } from "../../firmware/table/setup/config-setup.ts";
import { parseConfig, type Config } from "../../firmware/table/config/config.ts";
import { problemText } from "../../src/rules/yaml.ts";
import type { LifeRecord } from "../../src/table/kernel/record.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { temporaryFolder } from "../support/folder.ts";
import { exportOfUnit } from "../support/unit-export.ts";
import { readJournal } from "../support/journal-reading.ts";
import { until } from "../support/screen-line.ts";

/** What happens to a unit beside its rounds, from the screen's connection to the signed record and back by replay. */

const PIN = "24681357";
let pin = "";
beforeAll(async () => {
  pin = await hashPin(PIN);
});

function configOf(folder: string, ...names: readonly string[]): Config {
  const written = {
    table: { name: "Mesa", log: "tirada.test/life", rulebook: "cl/ruleta-francesa" },
    wheel: { device: "cammegh-ss2", path: "/dev/none", wait: true },
    display: { port: 0 },
    people: names.map((name) => ({ name, role: "jefe-de-mesa", pin })),
    storage: { folder: join(folder, "storage") },
  };
  const reading = parseConfig(JSON.stringify(written), "table.yaml");
  if (!reading.ok) throw new Error(reading.problems.map(problemText).join("; "));
  return reading.config;
}

/** A control page: signs in or out, and gives what it was told. */
async function page(url: string): Promise<{ ask(message: object): Promise<string>; close(): void }> {
  const address = new URL("ws/control", url).href.replace("http", "ws");
  const socket = new WebSocket(address, { headers: { origin: new URL(url).origin } });
  const texts: string[] = [];
  socket.addEventListener("message", ({ data }) => {
    const { type } = JSON.parse(String(data)) as { type: string };
    if (type !== "view" && type !== "pulse" && type !== "notice") texts.push(String(data));
  });
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  let id = 0;
  return {
    ask: async (message) => {
      socket.send(JSON.stringify({ ...message, id: ++id }));
      await until("an answer", () => texts.length >= id);
      return texts[id - 1] ?? "";
    },
    close: () => socket.close(),
  };
}

it("sign-ins, locks, exports and changed settings are signed, replay hash for hash, and hold no PIN", async () => {
  const folder = temporaryFolder();
  const storage = join(folder, "storage");
  const records: BuiltRecord[] = [];
  const start = (config: Config): Promise<RunningTable> =>
    runTable({
      config,
      clock: systemClock(),
      onRecord: (record) => void records.push(record),
      onNotice: () => undefined,
    });
  const reported = (kind: string): LifeRecord["detail"][] =>
    records.flatMap(({ body }) =>
      body.kind === kind && "detail" in body ? [body.detail as LifeRecord["detail"]] : [],
    );
  let running = await start(configOf(folder, "Ana"));
  onTestFinished(() => running.stop("test"));

  const ana = await page(running.url);
  expect(await ana.ask({ type: "sign-in", name: "Ana", pin: PIN })).toContain("signed-in");
  expect(await ana.ask({ type: "sign-out" })).toContain("signed-out");
  for (let times = 0; times < 4; times++) await ana.ask({ type: "sign-in", name: "Ana", pin: "11111" });
  expect(await ana.ask({ type: "sign-in", name: "Ana", pin: "11111" })).toContain("wait 1 min");
  ana.close();
  const what = (): unknown[] => reported("access").map((detail) => detail["what"]);
  await until("the lock", () => what().includes("locked"));
  expect(what()).toEqual(["signed-in", "signed-out", ...Array.from({ length: 5 }, () => "refused"), "locked"]);
  expect(reported("access").at(-1)).toMatchObject({ name: "Ana", address: "127.0.0.1", level: 1, seconds: 60 });
  await until("the fault", () => running.unit.shown.durable.faults.some(({ code }) => code === "pin-locked"));

  const path = join(folder, "shift.tirada-export");
  expect(await exportOfUnit(storage, path)).toMatchObject({
    ok: true,
  });
  await until("the export's record", () => reported("export").length === 1);
  expect(reported("export")[0]).toMatchObject({ from: 0, file: "shift.tirada-export" });

  await running.stop("test");
  running = await start(configOf(folder, "Ana", "Bea"));
  const changed = reported("configuration");
  expect(changed[0]).toMatchObject({ changed: "people" });
  expect(changed.slice(1)).toContainEqual({ key: "people.1.name", was: null, now: "Bea" });
  const again = await page(running.url);
  expect(await again.ask({ type: "sign-in", name: "Ana", pin: PIN }), "kept over the restart").toContain(
    "wait 1 min",
  );
  again.close();
  await running.stop("test");
  running = await start(configOf(folder, "Ana", "Bea"));
  expect(reported("configuration"), "nothing was changed").toHaveLength(changed.length);
  await running.stop("test");

  const journal = readJournal(join(storage, "journal.db"));
  const dir = join(storage, "recordings");
  const setup = setupOf(configOf(folder, "Ana"));
  const replayed = readdirSync(dir)
    .toSorted()
    .flatMap((file) => {
      const capture = readCapture(join(dir, file));
      return [...replay(capture, setup, capture.own!)].map(({ line }) => line);
    });
  expect(replayed).toEqual(journal.map(({ line }) => line));
  expect(verifyPath(join(storage, "journal.db"))).toMatchObject({ ok: true, mode: "live" });
  const text =
    journal.map(({ line }) => line).join("\n") +
    readdirSync(dir)
      .map((file) => readFileSync(join(dir, file), "utf8"))
      .join("\n");
  for (const secret of [PIN, "11111", pin, "scrypt"]) expect(text).not.toContain(secret);
}, 60_000);
