import { expect, onTestFinished, test } from "vitest";
import { BEN, EVA, actsTable } from "../browser/acts-table.ts";
import { until } from "../browser/harness.ts";
import { fastClock } from "../../hw-sim/lines/fast-clock.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { ActsLine } from "../support/acts-line.ts";
import { TAUGHT_SHOE, TaughtShoe } from "../support/taught-shoe.ts";

/** A shoe's check that is broken off, in the running unit: the table has its shoe back, one line says why, and a record. */

/** A telephone that sleeps is waited for two minutes. */
const SPEED = 20;

test(
  "given up, opened meanwhile, by two at once, without its cable, with a phone that sleeps, a lid that stays shut: the next check goes through",
  { timeout: 120_000 },
  async () => {
    const real = systemClock();
    const clock = fastClock(real, SPEED, { nowUs: real.now(), wallMs: real.wall() });
    const shoe = new TaughtShoe(clock);
    onTestFinished(() => shoe.stop());
    const table = await actsTable(clock, TAUGHT_SHOE, "cl/punto-y-banca", { shoe: shoe.open });
    const isThere = (): boolean => table.now.unit.shown.durable.faults.every(({ device }) => device !== "shoe");
    await until("the shoe is there", isThere, 30_000);
    const eva = await ActsLine.open(table.now.url, EVA);
    onTestFinished(() => eva.close());
    const begin = async (): Promise<void> => {
      await eva.begin("check-shoe");
      await eva.asked("open the lid");
    };
    const lastEnd = (): unknown => table.acts().findLast(({ what }) => what === "ended");

    await begin();
    const ben = await ActsLine.open(table.now.url, BEN);
    await ben.begin("check-shoe");
    expect(ben.refusal).toContain("Eva Mas is at it");
    ben.close();
    expect(table.acts().at(-1)).toMatchObject({ what: "refused", act: "check-shoe", person: BEN.name });
    eva.giveUp();
    expect(await eva.ended()).toMatchObject({ is: "given-up" });
    expect(lastEnd()).toMatchObject({ act: "check-shoe", person: EVA.name, is: "given-up" });

    await begin();
    await table.open();
    expect(await eva.ended()).toMatchObject({ is: "opened" });
    await table.close();

    await begin();
    shoe.plug(false);
    const lost = await eva.ended();
    expect(lost).toMatchObject({ is: "device-lost", why: { en: "the device disappeared" } });
    expect(lastEnd()).toMatchObject({ is: "device-lost", why: "the device disappeared" });
    // Without a shoe nothing begins that could end well.
    await eva.begin("check-shoe");
    if (eva.refusal === null) expect((await eva.ended()).is).toMatch(/device-lost|failed/);
    shoe.plug(true);
    await until("the shoe is there again", isThere, 30_000);

    await begin();
    await until("nobody is there", () => JSON.stringify(lastEnd()).includes('"asleep"'), 60_000);

    // Whoever says that it is open while it is shut: it is seen that it is not.
    await begin();
    await eva.goOn("open the lid");
    expect(await eva.ended()).toMatchObject({ is: "failed" });

    await begin();
    await eva.goOn("open the lid");
    shoe.happens({ e: "lid", which: "lid", open: true });
    await eva.goOn("shut the lid");
    shoe.happens({ e: "lid", which: "lid", open: false });
    expect(await eva.ended()).toMatchObject({ is: "done" });
    expect(table.acts().at(-1)).toMatchObject({ act: "check-shoe", is: "done", lid: "seen" });
    await until("the table has its shoe", isThere, 30_000);
  },
);
