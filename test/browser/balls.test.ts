import { describe, expect, test } from "vitest";
import { Hall, LOCUTOR, ROWS } from "../support/bingo-hall.ts";
import { seen } from "./harness.ts";
import { overlaps } from "./measure.ts";
import { BOTH_WAYS, phase, screensOfFile } from "./screens.ts";
import { certificate } from "./view-parts.ts";

/** The panel of the ninety numbers: what came, in which order, the card that was called, and the end of the game. */

const on = screensOfFile(BOTH_WAYS);

describe("the display of a hall of bingo", () => {
  test("shows each ball, the last one large, and the card that was called", async () => {
    const hall = new Hall().begin().draw(1, 4, 16, 30, 57, 73).must({ key: "interrupt" }, LOCUTOR).call("line");
    const page = await on.show(hall.view, "dealing");
    expect(await page.locator(".ball-panel .panel-ball").count()).toBe(90);
    expect(await overlaps(page, ".panel-ball")).toEqual([]);
    // On a screen that moves what moves, too.
    await page.emulateMedia({ reducedMotion: "no-preference" });
    const TURNING =
      "[...document.querySelectorAll('.panel-ball')].filter((one) => one.getAnimations().length > 0).length";
    expect(await page.evaluate(TURNING)).toBe(0);
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await page.locator(".ball-came, .ball-last").allInnerTexts()).toEqual([
      "1",
      "4",
      "16",
      "30",
      "57",
      "73",
    ]);
    expect(await page.locator(".ball-last").innerText()).toBe("73");
    expect(await seen(page, ".last-number")).toBe("73");
    expect(await seen(page, ".balls-count .main")).toBe("6 de 90 bolas");
    expect(await seen(page, ".before-numbers")).toBe("57 · 30 · 16 · 4 · 1");
    expect(await seen(page, ".checked-card .main")).toBe("Línea · cartón A 12");
    expect(await seen(page, ".checked-ball .main")).toBe("con la bola 73");
  });

  test("shows no number that nobody vouches for, and says what is waited for", async () => {
    const hall = new Hall().begin().draw(8);
    hall.reader.draw(hall.t, 7, { doubt: 1 });
    const page = await on.show(hall.play(400_000).view, "dealing");
    expect(await page.locator(".ball-came, .ball-last").allInnerTexts()).toEqual(["8"]);
    expect(await page.locator(".last-number").count()).toBe(0);
    expect(await seen(page, ".balls-wait .main")).toMatch(/^La bola se leyó mal/);
  });

  test("shows the sale, and a game that is over with its winners and its certificate", async () => {
    const hall = new Hall()
      .begin()
      .draw(1, ...ROWS.flat())
      .call("bingo")
      .must({ key: "end-game" });
    const page = await on.show(hall.shown(certificate(9)), "result");
    expect(await seen(page, ".ball-winner .main")).toBe("Bingo: A 12");
    expect(await seen(page, ".certificate .hash")).toBe("160c ce3b");
    hall.must({ key: "sell-cards", series: "A", size: 100, price: "2,00" }, LOCUTOR);
    await on.show(hall.view, "betting");
    expect(await phase(page)).toBe("betting");
    expect(await seen(page, ".bets-words .main")).toBe("Venta abierta");
  });
});
