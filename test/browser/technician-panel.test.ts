import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/time/system-clock.ts";
import { createPanelPlug } from "../support/devices/panel-plug.ts";
import { PanelModel, type Switch } from "../support/devices/panel-model.ts";
import { PANEL_IMAGE } from "../support/panel-image.ts";
import { BEN, EVA, actsTable, ended, goOn, signIn, signInAgain } from "./acts-table.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { shot, until } from "./harness.ts";
import type { Page } from "playwright-core";

/** A panel with its real firmware, gone through by a person at the technician's page in the unit that runs, with its table closed. */

const browser = browserOfFile();
const SWITCHES: readonly (readonly [words: string, part: Switch])[] = [
  ["“No va más”", "no va más"],
  ["“Tirada nula”", "tirada nula"],
  ["“Enterado”", "enterado"],
  ["“Abrir / cerrar mesa”", "abrir y cerrar"],
];

async function panelTable() {
  const clock = systemClock();
  const model = new PanelModel(PANEL_IMAGE);
  const plug = createPanelPlug(model, clock);
  onTestFinished(() => plug.stop());
  const devices = {
    wheel: { device: "cammegh-ss2", path: "/dev/none", wait: true },
    panel: { path: "/dev/none" },
  };
  const table = await actsTable(clock, devices, "cl/ruleta-francesa", { panel: plug.open });
  const faults = (): string[] => table.now.unit.shown.durable.faults.map(({ code }) => code);
  await until("the panel is there", () => !faults().includes("panel-gone"));
  const settle = (ms: number): Promise<void> =>
    new Promise((resolve) => clock.after(ms * 1_000, "hand", () => resolve()));
  const press = async (part: Switch): Promise<void> => {
    model.setSwitch(part, true);
    await settle(60);
    model.setSwitch(part, false);
    await settle(60);
  };
  return { table, model, plug, press, settle };
}

const saidBy = (page: Page): Promise<string> => page.locator("#act .said").innerText();
const isSaid = (page: Page, words: string): Promise<void> =>
  until(`"${words}" is said`, async () => (await saidBy(page)).includes(words), 20_000);

test(
  "a panel is gone through button by button, none of its presses plays, and what is wrong is named",
  { timeout: 120_000 },
  async () => {
    const { table, model, press, settle } = await panelTable();
    const page = await signIn(browser(), table, EVA);
    const isLast = (): Readonly<Record<string, unknown>> => table.acts().at(-1) ?? {};
    const handle = async (): Promise<void> => {
      await page.click("#begin-check-panel");
      await goOn(page, "take your hands off");
    };
    await handle();
    for (const [words, part] of SWITCHES) {
      await isSaid(page, `lit, ${words}`);
      if (part === "enterado") await shot(page, "act-panel-press");
      await press(part);
    }
    await isSaid(page, "Turn the key to");
    model.setSwitch("llave del jefe", true);
    await isSaid(page, "Turn the key back");
    // With the key turned this press would open the table: who goes through the panel opens none.
    await press("abrir y cerrar");
    await settle(300);
    model.setSwitch("llave del jefe", false);
    await goOn(page, "Was it each time");
    await goOn(page, "Are all lamps lit");
    expect(await ended(page)).toBe("Done.");
    await shot(page, "act-panel-done");
    expect(isLast()).toMatchObject({ act: "check-panel", person: EVA.name, is: "done", key: "seen" });
    expect(
      table
        .acts()
        .filter(({ what }) => what === "seen")
        .map(({ switch: name }) => name),
    ).toEqual(["no-more-bets", "void", "acknowledge", "open-close", "jefe-key", "jefe-key"]);
    expect(table.of("key")).toEqual([]);

    // Two plugs swapped: the one that answers is named, and so it stands in the record.
    await handle();
    for (const words of ["lit, “No va más”", "Once more"]) {
      await isSaid(page, words);
      await press("tirada nula");
    }
    expect(await ended(page)).toContain("“Tirada nula” answers where “No va más” was asked for");
    await shot(page, "act-panel-swapped");
    expect(isLast()).toMatchObject({ is: "failed", why: /plugs are swapped/ });

    // Afterwards its presses are the table's again.
    model.setSwitch("llave del jefe", true);
    await settle(100);
    await press("abrir y cerrar");
    await until("the table is open", () => table.now.unit.shown.durable.open);
  },
);

test(
  "what breaks off a panel's check leaves the panel to its table: given up, opened, pulled, phone asleep, two technicians",
  { timeout: 180_000 },
  async () => {
    const { table, plug, press } = await panelTable();
    const page = await signIn(browser(), table, EVA);
    const begin = async (): Promise<void> => {
      await page.click("#begin-check-panel");
      await goOn(page, "take your hands off");
      await isSaid(page, "lit, “No va más”");
    };
    const ends = (): unknown[] =>
      table
        .acts()
        .filter(({ what }) => what === "ended")
        .map(({ is }) => is);
    await begin();
    const other = await signIn(browser(), table, BEN);
    await other.waitForSelector("#act");
    expect(await other.locator("#begin-check-panel").count()).toBe(0);
    await page.click("#act-give-up");
    expect(await ended(page)).toContain("Given up");

    await begin();
    await table.open();
    expect(await ended(page)).toContain("opened meanwhile");
    await table.close();

    await begin();
    plug.unplug();
    expect(await ended(page)).toContain("Check its cable (panel: unplugged)");
    plug.replug();
    await until("the panel is there again", () =>
      table.now.unit.shown.durable.faults.every(({ code }) => code !== "panel-gone"),
    );

    // A telephone that slept comes back in time: the check goes on where it was.
    await begin();
    await page.reload();
    await signInAgain(page, EVA);
    await press("no va más");
    await isSaid(page, "lit, “Tirada nula”");
    await page.click("#act-give-up");
    expect(await ended(page)).toContain("Given up");
    expect(ends()).toEqual(["given-up", "opened", "device-lost", "given-up"]);
    expect(table.acts().some(({ what }) => what === "keeping")).toBe(false);
  },
);
