import { expect, onTestFinished, test } from "vitest";
import { randomFrom } from "../../src/time/random-source.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { temporaryFolder } from "../support/folder.ts";
import { ptyPanel, type PtyPanel } from "../support/panel-on-pty.ts";
import { testTable, toBallInPlay, toBetting, toResult, type TestTable } from "../support/running-table.ts";
import { screenLine, until } from "../support/screen-line.ts";
import { ALL } from "../support/volume.ts";

/** What goes wrong with a panel is a recorded fault, and never stops the table. */

const clock = systemClock();

async function tableWithPanel(): Promise<{ table: TestTable; panel: PtyPanel }> {
  const panel = await ptyPanel(temporaryFolder());
  onTestFinished(() => panel.close());
  const table = await testTable({ panel: panel.path });
  await panel.shows("luz abrir y cerrar", "ámbar");
  return { table, panel };
}

test("not there at the start: told, and the table plays; plugged in; pulled in the middle of a spin: dark at once, recorded, and all lamps back after the replug", async () => {
  const panel = await ptyPanel(temporaryFolder());
  onTestFinished(() => panel.close());
  await panel.unplug();
  const table = await testTable({ panel: panel.path });
  await table.record("fault", ({ device, code }) => device === "panel" && code === "panel-gone");
  const screen = await screenLine(table.now.url);
  const shown = await screen.view((view) => view.device.faults.some(({ code }) => code === "panel-gone"));
  expect(shown.device.faults[0]?.doThis.es).toContain("página de control");
  await toBetting(table);
  const { round } = (await toResult(table)).body;
  const times = (kind: "fault" | "fault-cleared", count: number): Promise<void> =>
    until(
      `${count} times ${kind}`,
      () =>
        table.records.filter(({ body }) => body.kind === kind && body.code === "panel-gone").length === count,
    );
  await panel.replug();
  await times("fault-cleared", 1);
  await toBetting(table);
  await panel.shows("luz abrir y cerrar", "verde");
  await panel.unplug();
  expect(Object.values(panel.model.lit)).not.toContain(true);
  await times("fault", 2);
  await toBallInPlay(table, round);
  await panel.replug();
  await panel.shows("luz no va más", "luz abrir y cerrar", "ámbar");
  await times("fault-cleared", 2);
  // Nobody presses in the very instant of the replug.
  await clock.sleep(300_000);
  await panel.press("no va más");
  await table.record("phase", (one) => one.phase === "no-more-bets" && one.round > round);
});

if (ALL)
  test("a wheel that is lost blinks red; a unit that stops leaves the panel to blink by itself", async () => {
    const { table, panel } = await tableWithPanel();
    await table.wheel.unplug();
    await table.record("fault", ({ code }) => code === "port-gone");
    await panel.shows("luz abrir y cerrar", "rojo");
    await panel.shows("luz abrir y cerrar");
    await panel.shows("luz abrir y cerrar", "rojo");
    await table.stop();
    await panel.shows();
    await panel.shows("rojo");
    await panel.shows();
    await panel.shows("rojo");
  });

if (ALL)
  test("garbage on the panel's line neither presses nor stops anything", async () => {
    const { table, panel } = await tableWithPanel();
    const noise = randomFrom("panel noise");
    table.wheel.play();
    for (let burst = 0; burst < 100; burst++) {
      await panel.write(Uint8Array.from({ length: 400 }, () => noise.below(256))).catch(() => undefined);
      await clock.sleep(2_000);
    }
    panel.seen.length = 0;
    await until("lamps follow again", () => panel.seen.includes("verde on") && panel.seen.includes("ámbar on"));
    await table.record("result");
    expect(table.records.filter(({ body }) => body.kind === "key")).toEqual([]);
  });

if (ALL)
  test("a button that is held for 10 s is a fault, and its release ends it", async () => {
    const { table, panel } = await tableWithPanel();
    panel.model.setSwitch("enterado", true);
    await until("stuck", () =>
      table.records.some(({ body }) => "code" in body && body.code === "panel-stuck-button"),
    );
    panel.model.setSwitch("enterado", false);
    const over = await table.record("fault-cleared", ({ code }) => code === "panel-stuck-button");
    expect(over.body.device).toBe("panel");
  });
