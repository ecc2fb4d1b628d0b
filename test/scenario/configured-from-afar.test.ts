import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startRemote } from "../../firmware/afar/orders/start.ts";
import {
  readConfigInForce,
  readConfigOfStart,
} from "../../firmware/unit/configuration/ordered-configuration.ts";
import { runTable } from "../../firmware/unit/run.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { logInMode } from "../../src/record/mode.ts";
import { askFar, casino } from "../support/casino.ts";
import { readJournal } from "../support/journal-reading.ts";
import { notifySocket } from "../support/notify-socket.ts";
import { lineBy, orderBy } from "../support/orders.ts";
import { screenLine, until } from "../support/screen-line.ts";
import { startProcess, writeConfig, type TableProcess } from "../support/table-process.ts";

/** A table under a service manager, whose configuration two people change from afar. */

const LOG = "tirada.test/table";
const [OLD, NEW] = ["Mesa de prueba", "Mesa nueva"];

it("ends by itself between rounds, starts with the ordered configuration, and goes back when it does not stay with it", async () => {
  const here = await casino();
  const { folder } = here;
  const log = logInMode(LOG, "test");
  const unit = await here.issue(log, { as: "unit", hosts: ["127.0.0.1"] });
  const [ana, jon] = [
    await here.issue("Ana", { as: "tecnico" }),
    await here.issue("Jon", { as: "jefe-de-mesa" }),
  ];
  const path = writeConfig({ folder, wheel: "/dev/serial/by-id/usb-none", wait: true, openAtStart: false });
  const file = JSON.parse(readFileSync(path, "utf8")) as object;
  const text = JSON.stringify({ format: 2, ...file, remote: here.remote(unit) });
  writeFileSync(path, text);
  const socket = await notifySocket(folder);

  /** A start as the service manager does it, and the name on its screens. */
  const start = async (): Promise<{ readonly table: TableProcess; readonly name: string }> => {
    const table = startProcess(["start", "--config", path], { env: { NOTIFY_SOCKET: socket.path } });
    onTestFinished(() => void table.child.kill("SIGKILL"));
    const screen = await screenLine(await table.url);
    const { table: name } = await screen.view();
    screen.close();
    return { table, name };
  };

  const first = await start();
  expect(first.name).toBe(OLD);
  const [port] = /\d+$/.exec(await first.table.lineWith("remote: https on port")) ?? [];
  const configuration = text.replace(OLD, NEW);
  const said = lineBy(ana, log, { action: "configure", arguments: { configuration, newLog: false } });
  const { body } = await askFar(`https://127.0.0.1:${port}/orders`, here, ana, orderBy([ana, jon], said));
  expect(body).toContain('"result":{"changes":1,"counts":"from the next start on","restarts":true}');
  // Nothing is played: nobody has to end it.
  expect(await first.table.ended).toMatchObject({ status: 0, signal: null });
  expect(readFileSync(path, "utf8")).toBe(text);

  // Two starts are what a trial has.
  for (const _ of [1, 2]) {
    const { table, name } = await start();
    expect(name).toBe(NEW);
    table.child.kill("SIGKILL");
    await table.ended;
  }
  const last = await start();
  expect(last.name).toBe(OLD);
  last.table.child.kill("SIGTERM");
  await last.table.ended;
  const orders = readJournal(join(folder, "storage", "journal.db")).flatMap(({ body }) =>
    body.kind === "order" ? [body.detail] : [],
  );
  expect(orders).toMatchObject([
    { what: "accepted", action: "configure", person: "Ana", second: "Jon" },
    { what: "configuration-change", key: "table.name", was: OLD, now: NEW },
    { what: "done" },
    { what: "configuration-returned", why: "the table did not stay with it" },
  ]);
}, 240_000);

it("waits at a table that counts for the jefe de mesa's key, and each key that it changes is a record", async () => {
  const here = await casino();
  const { folder } = here;
  const unit = await here.issue(LOG, { as: "unit", hosts: ["127.0.0.1"] });
  const [ana, jon] = [
    await here.issue("Ana", { as: "tecnico" }),
    await here.issue("Jon", { as: "jefe-de-mesa" }),
  ];
  const path = writeConfig({ folder, wheel: "/dev/serial/by-id/usb-none", wait: true, openAtStart: false });
  const file = JSON.parse(readFileSync(path, "utf8")) as object;
  const text = JSON.stringify({ format: 2, ...file, test: false, remote: here.remote(unit) });
  writeFileSync(path, text);
  const [records, notices]: [Readonly<Record<string, unknown>>[], string[]] = [[], []];
  const table = await runTable({
    config: await readConfigOfStart(path),
    clock: systemClock(),
    startRemote,
    onRecord: ({ body }) => body.kind === "order" && void records.push(body.detail),
    onNotice: (line) => notices.push(line),
  });
  onTestFinished(() => table.stop("test"));
  const served = (): string | undefined => notices.find((line) => line.startsWith("remote: https on port"));
  await until("the server", () => served() !== undefined);
  const [port] = /\d+$/.exec(served() ?? "") ?? [];
  const order = (configuration: string): Promise<{ body: string }> => {
    const said = lineBy(ana, LOG, { action: "configure", arguments: { configuration, newLog: false } });
    return askFar(`https://127.0.0.1:${port}/orders`, here, ana, orderBy([ana, jon], said));
  };
  expect((await order(text.replace('"authority":"', '"authority":"/tmp'))).body).toContain(
    "remote.authority: no order changes this",
  );
  expect((await order(text.replace(OLD, NEW))).body).toContain(
    '"counts":"once the jefe de mesa has accepted it at the table"',
  );
  expect((await readConfigInForce(path)).table.name).toBe(OLD);
  const [task] = table.unit.shown.durable.tasks;
  const press = (role: "croupier" | "jefe-de-mesa") =>
    table.unit.press({ key: "acknowledge", what: task?.id ?? "" }, { name: "Eva", role });
  expect(await press("croupier")).toMatchObject({ ok: false });
  expect(await press("jefe-de-mesa")).toEqual({ ok: true });
  await until("it counts", () => records.at(-1)?.["what"] === "configuration-confirmed", 60_000);
  expect((await readConfigInForce(path)).table.name).toBe(NEW);
  expect(records).toMatchObject([
    { what: "accepted" },
    { what: "failed" },
    { what: "accepted", arguments: expect.stringMatching(/"sha256":"[0-9a-f]{64}"/) as string },
    { what: "configuration-change", key: "table.name", was: OLD, now: NEW },
    { what: "configuration-waits" },
    { what: "done" },
    { what: "configuration-confirmed" },
  ]);
}, 240_000);
