import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readCapture } from "../../firmware/replay/capture.ts";
import { replay } from "../../firmware/replay/replay.ts";
import { setupOfHead } from "../../firmware/replay/recorded-setup.ts";
import { temporaryFolder } from "../support/folder.ts";
import { ptyPanel, type PtyPanel } from "../support/panel-on-pty.ts";
import {
  stopRotor,
  testTable,
  toBallInPlay,
  toBetting,
  toResult,
  type TestTable,
} from "../support/running-table.ts";
import { until } from "../support/screen-line.ts";
import { ALL } from "../support/volume.ts";

/** A whole unit with its wheel and the panel's real firmware on pseudo-terminals: people press, lamps answer. */

async function tableWithPanel(openAtStart: boolean): Promise<{ table: TestTable; panel: PtyPanel }> {
  const panel = await ptyPanel(temporaryFolder());
  onTestFinished(() => panel.close());
  const table = await testTable({ openAtStart, panel: panel.path });
  await until("the panel is set up", () => table.notices.some((line) => line.startsWith("panel: connected")));
  return { table, panel };
}

const keys = (table: TestTable): string[] =>
  table.records.flatMap(({ body }) =>
    body.kind === "key" ? [`${body.key.key} by ${body.by.name} ${body.by.role}`] : [],
  );

test("the jefe's key opens the table and calls the machine's void, the croupier closes the bets, the lamps say so, and it replays line for line", async () => {
  const { table, panel } = await tableWithPanel(false);
  await panel.press("abrir y cerrar");
  await until("the buzzer refuses", () => panel.seen.includes("zumbador on"));
  expect(keys(table)).toEqual([]);
  await panel.turn(true);
  await panel.press("abrir y cerrar");
  await panel.turn(false);
  await toBetting(table);
  await panel.shows("luz abrir y cerrar", "verde");
  await toBallInPlay(table);
  await panel.shows("luz no va más", "luz abrir y cerrar", "ámbar");
  await panel.press("no va más");
  await table.record("phase", ({ phase }) => phase === "no-more-bets");
  await panel.shows("luz abrir y cerrar", "ámbar");
  const told = ["open-table by panel jefe-de-mesa", "no-more-bets by panel croupier"];
  expect(keys(table)).toEqual(told);
  // The void that the machine proposes is called with the jefe's key, and with nothing less.
  await toResult(table);
  await toBetting(table);
  await stopRotor(table, await toBallInPlay(table, 1));
  await table.record("void", ({ calledBy }) => calledBy === "machine");
  await panel.shows("luz tirada nula", "luz abrir y cerrar", "rojo");
  await panel.press("tirada nula");
  expect(keys(table)).toEqual(told);
  await panel.turn(true);
  await panel.press("tirada nula");
  const { body } = await table.record("key", ({ key }) => key.key === "confirm-void");
  expect(body.key).toMatchObject({ round: 2 });
  await panel.shows("luz abrir y cerrar", "rojo");
  expect(keys(table)).toEqual([...told, "confirm-void by panel jefe-de-mesa"]);
  await replays(table, panel);
});

/** A recording with a panel's faults and presses replays line for line. */
async function replays(table: TestTable, panel: PtyPanel): Promise<void> {
  await panel.unplug();
  await table.record("fault", ({ code }) => code === "panel-gone");
  await panel.replug();
  await table.record("fault-cleared", ({ code }) => code === "panel-gone");
  await table.stop();
  const [segment] = readdirSync(join(table.folder, "storage", "recordings"));
  const capture = readCapture(join(table.folder, "storage", "recordings", segment ?? ""));
  const setup = setupOfHead(capture.own!, null);
  const again = [...replay(capture, setup, capture.own!)].map(({ line }) => line);
  expect(again.filter((line) => line.includes("panel-gone"))).toHaveLength(2);
  expect(again).toEqual(table.records.map(({ line }) => line));
}

if (ALL)
  test("a void without a proposal is refused and told; the table goes on", async () => {
    const { table, panel } = await tableWithPanel(true);
    await toBetting(table);
    await toBallInPlay(table);
    await panel.turn(true);
    await panel.press("tirada nula");
    await until("the reason is asked for", () => table.notices.some((line) => line.includes("control page")));
    expect(keys(table)).toEqual([]);
  });

if (ALL)
  test("a round that a restart broke off waits for its acknowledgement", async () => {
    const { table, panel } = await tableWithPanel(true);
    await toBetting(table);
    await toBallInPlay(table);
    await table.again();
    await table.record("aborted");
    await panel.shows("luz enterado", "luz abrir y cerrar", "rojo");
    await panel.press("enterado");
    await table.record("key", ({ key }) => key.key === "acknowledge");
    await panel.shows("luz abrir y cerrar", "rojo");
    expect(keys(table)).toEqual(["acknowledge by panel croupier"]);
  });
