import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/time/system-clock.ts";
import { TAUGHT_SHOE, TaughtShoe } from "../support/taught-shoe.ts";
import { EVA, actsTable, ended, goOn, signIn } from "./acts-table.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { shot, until } from "./harness.ts";

/** A shoe checked by a person at the technician's page: its sensors, its lid; then a round that the table certifies. */

const browser = browserOfFile();
test(
  "a shoe is checked in the running unit, and its next round is certified",
  { timeout: 180_000 },
  async () => {
    const clock = systemClock();
    const shoe = new TaughtShoe(clock);
    onTestFinished(() => shoe.stop());
    const table = await actsTable(clock, TAUGHT_SHOE, "cl/punto-y-banca", { shoe: shoe.open });
    const page = await signIn(browser(), table, EVA);
    await page.click("#begin-check-shoe");
    const lid = (open: boolean): void => shoe.happens({ e: "lid", which: "lid", open });
    await goOn(page, "open the lid");
    lid(true);
    await goOn(page, "shut the lid");
    lid(false);
    expect(await ended(page)).toContain("Done");
    await shot(page, "act-shoe-done");
    expect(table.acts().map(({ what }) => what)).toEqual(["began", "answered", "answered", "ended"]);
    expect(table.acts().at(-1)).toMatchObject({ act: "check-shoe", is: "done", lid: "seen" });
    // The receipt of the decks that go into it.
    await page.click("#begin-check-cards");
    await page.fill("#act-decks-measured", "8");
    for (const item of ["decks", "complete", "backs", "edges", "boxes"]) await page.check(`#${item}-good`);
    await shot(page, "act-check-cards");
    await page.click("#inspection-send");
    await until("that it is refused without a maker", async () =>
      (await page.locator("main").innerText()).includes("maker, model and lot"),
    );
    expect(table.acts().at(-1)).toMatchObject({ act: "check-cards", what: "refused" });
    await page.fill("#act-remarks", "Fournier 818, lote 2611-A");
    await page.click("#inspection-send");
    await until(
      "the receipt",
      () => table.acts().at(-1)?.["act"] === "check-cards" && table.acts().at(-1)?.["what"] === "ended",
    );
    expect(table.acts().at(-1)).toMatchObject({
      decksThousandths: 8_000,
      isGood: true,
      remarks: "Fournier 818, lote 2611-A",
    });
    // What it is asked for stands in no fault: the table's own questions go on behind it.
    expect(table.of("fault").filter((body) => body.code === "shoe-refused")).toEqual([]);

    await table.open();
    shoe.happens({ e: "stage", stage: "loading" });
    const phase = (): string => table.now.unit.shown.durable.phase;
    await until("the shoe is being loaded", () => phase() === "preparing");
    shoe.happens({ e: "stage", stage: "ready" });
    await until("bets are open", () => phase() === "betting");
    await table.now.unit.press({ key: "no-more-bets" }, { role: "croupier", name: "Bea" });
    for (const face of ["9h", "Kd", "9s", "6c"] as const)
      shoe.happens({ e: "pass", cards: [{ face, back: "red", deck: 1, id: null }] });
    await until("the verdict", () => phase() === "result");
    expect(table.of("result")[0]?.certainty.level).toBe("certified");
  },
);
