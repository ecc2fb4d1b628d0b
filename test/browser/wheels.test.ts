import { describe, expect, test } from "vitest";
import { LANDSCAPE, PORTRAIT, SECOND_SIZES, seen, shot } from "./harness.ts";
import { digitHeight, misdrawn } from "./measure.ts";
import { BOTH_WAYS, displayLanguagesOfRun, inTurns, scenesOfRun, screensOfFile } from "./screens.ts";
import { evening, WheelTable } from "./wheel-views.ts";
import { ALL } from "../support/volume.ts";

/** Bowls and upright wheels on the screens, in the words of their own rulebooks. */

const CB_BOWL = "es-cb/bola";
const PV_BOWL = "es-pv/bola";
const CB_DISC = "es-cb/rueda-de-la-fortuna";
const PV_DISC = "es-pv/rueda-de-la-fortuna";
const BIG_SIX = "cl/big-six";

const { pages, show } = screensOfFile(BOTH_WAYS);

const drawn = (rulebook: string): WheelTable => evening(rulebook).running("no-more-bets");

describe("boule", () => {
  test("a number has its colour, its suertes and its hole", async () => {
    const page = await show(drawn(CB_BOWL).number("7").view(), "result");
    expect(await seen(page, "#number")).toBe("7");
    expect(await seen(page, ".colour")).toContain("ROJO");
    expect(await page.locator(".colour .shape-red").count()).toBe(1);
    expect(await page.locator(".suerte .main").allInnerTexts()).toEqual(["impar", "pasa"]);
    expect(await seen(page, ".cell .main")).toBe("Hoyo 16 de 18");
    await shot(page, "boule-7-landscape");
    await shot(pages.portrait, "boule-7-portrait");
    await show(drawn(CB_BOWL).number("8").view(), "result");
    expect(await seen(page, ".colour")).toContain("NEGRO");
  });

  test("five is neither red nor black, has a sign of its own, and every simple bet loses", async () => {
    const page = await show(drawn(PV_BOWL).number("5").view(), "result");
    expect(await seen(page, ".colour")).toContain("NI ROJO NI NEGRO");
    expect(await page.locator(".colour .shape-other").count()).toBe(1);
    expect(await page.locator(".suerte").count()).toBe(0);
    expect(await seen(page, ".special-rule")).toContain("pierden todas las suertes sencillas");
    expect(await page.locator(".chip.current .shape-other").count()).toBe(1);
    await shot(page, "boule-5-landscape");
  });

  if (ALL)
    test("the question stands below the running ball, with the one who asks it", async () => {
      const page = await show(evening(PV_BOWL).running("ball-in-play").view(), "ball-in-play");
      expect(await seen(page, ".call-words .main")).toBe("BOLA EN JUEGO");
      expect(await seen(page, ".bets")).toContain("Se admiten apuestas");
      expect(await seen(page, ".next-call")).toContain("croupier «¿Están hechas las apuestas?»");
      expect(await inTurns(page)).toContain("«Egin dituzue apustuak?»");
      await show(drawn(PV_BOWL).view(), "no-more-bets");
      expect(await seen(page, ".call-words .main")).toBe("NO VA MÁS");
      expect(await page.locator(".next-call").count()).toBe(0);
    });

  test("what nobody may call void is left to the jefe de mesa, with its paragraph", async () => {
    const view = drawn(CB_BOWL).undecide("left-to-a-person", "ball-left-bowl").view();
    const page = await show(view, "undecided");
    expect(await page.locator("#number").count()).toBe(0);
    expect(await seen(page, ".grounds")).toContain("La bola sale de la plataforma.");
    expect(await seen(page, ".grounds")).toContain("A.5");
    expect(await page.locator(".step").innerText()).toMatch(/jefe de mesa\s+Mirar la plataforma y resolver/);
    await shot(page, "boule-undecided-landscape");
  });
});

describe("the wheel of fortune", () => {
  test("a value is drawn large, with what it pays", async () => {
    const page = await show(drawn(CB_DISC).number("20").view(), "result");
    expect(await seen(page, "#number")).toBe("20");
    expect(await seen(page, ".pays .main")).toBe("Paga 20 a 1");
    expect(await seen(page, ".suertes")).toContain("serie 20");
    expect(await page.locator(".colour").count()).toBe(0);
    expect(await seen(page, ".series-head")).toContain("Últimos resultados");
    await shot(page, "fortune-20-landscape");
  });

  test("the Joker pays 45 to 1 in País Vasco, and 24 is a tie", async () => {
    const page = await show(drawn(PV_DISC).number("joker").view(), "result");
    expect(await seen(page, "#number")).toBe("Joker");
    expect(await seen(page, ".pays .main")).toBe("Paga 45 a 1");
    expect(await page.locator(".chip.current").getAttribute("aria-label")).toBe("Joker, Certificado");
    await shot(page, "fortune-joker-landscape");
    await shot(pages.portrait, "fortune-joker-portrait");
    await show(drawn(PV_DISC).number("24").view(), "result");
    expect(await seen(page, ".pays-word .main")).toBe("Empate");
    expect(await seen(page, ".pays-means")).toContain("La apuesta se devuelve, sin premio.");
    expect(await page.locator(".icon-push").count()).toBe(1);
    await shot(page, "fortune-24-landscape");
  });

  test("no ball runs, and no number is missing", async () => {
    const page = await show(evening(CB_DISC).running("ball-in-play").view(), "ball-in-play");
    expect(await seen(page, ".call-words .main")).toBe("RUEDA EN MARCHA");
    expect(await page.locator(".icon-disc-turning").count()).toBe(1);
    await shot(page, "fortune-turning-landscape");
    const between = drawn(CB_DISC).undecide("left-to-a-person", "pointer-between-cells").view();
    await show(between, "undecided");
    expect(await seen(page, "#stage")).toContain("Esta tirada no tiene resultado.");
    expect(await seen(page, "#stage")).toContain("La lengüeta se detiene entre dos casillas.");
    await shot(pages.portrait, "fortune-undecided-portrait");
  });
});

describe("Big Six", () => {
  if (ALL)
    test("two designs of 40 are told apart", async () => {
      const page = await show(drawn(BIG_SIX).number("40-a").view(), "result");
      expect(await seen(page, "#number")).toBe("40");
      expect(await seen(page, ".number-mark")).toBe("★");
      expect(await seen(page, ".suertes")).toContain("suerte 40 ★");
      await shot(page, "big-six-40-landscape");
      await show(drawn(BIG_SIX).number("40-b").view(), "result");
      expect(await seen(page, ".number-mark")).toBe("◆");
    });

  test("a void: its cause, who calls it, and that bets may be changed before the disc turns again", async () => {
    const page = await show(drawn(BIG_SIX).annul("disc-fewer-than-min-turns").view(), "void");
    expect(await seen(page, ".verdict-call .main")).toBe("JUGADA ANULADA");
    expect(await seen(page, ".by")).toBe("Lo anuncia: croupier");
    expect(await seen(page, ".reason")).toContain("El disco da menos de 3 vueltas.");
    expect(await seen(page, ".reason")).toContain("II.3.6");
    const steps = await page.locator(".step").allInnerTexts();
    expect(steps[0]).toContain("Preguntar a los jugadores si cambian o agregan apuestas");
    expect(steps[1]).toContain("Volver a girar el disco.");
    await shot(page, "big-six-void-landscape");
    await shot(pages.portrait, "big-six-void-portrait");
  });

  if (ALL)
    test("the last game is announced before it, and not after it", async () => {
      const last = evening(BIG_SIX).lastCall();
      const page = await show(last.view(), "betting");
      expect(await seen(page, ".call-words .main")).toBe("ÚLTIMO JUEGO DE LA MESA");
      await show(last.running("no-more-bets").number("2").betting().view(), "betting");
      expect(await seen(page, ".call-words .main")).toBe("HAGAN JUEGO");
    });
});

const EVERYTHING: [string, () => WheelTable, string][] = [CB_BOWL, PV_BOWL, CB_DISC, PV_DISC, BIG_SIX].flatMap(
  (rulebook): [string, () => WheelTable, string][] => {
    const { rules, wheel } = new WheelTable(rulebook).pack;
    const undecided = rules.filter(({ verdict, when }) => verdict === "person-decides" && "fact" in when);
    return [
      [`${rulebook} betting`, () => evening(rulebook), "betting"],
      [`${rulebook} running`, () => evening(rulebook).running("ball-in-play"), "ball-in-play"],
      [`${rulebook} no more bets`, () => drawn(rulebook), "no-more-bets"],
      ...[...new Set(wheel.pockets)].map((pocket): [string, () => WheelTable, string] => [
        `${rulebook} ${pocket}`,
        () => drawn(rulebook).number(pocket),
        "result",
      ]),
      [
        `${rulebook} not certified`,
        () => drawn(rulebook).result(4, ["device-silent", "single-witness"]),
        "result",
      ],
      ...rules
        .filter(({ verdict }) => verdict === "void")
        .map(({ id }): [string, () => WheelTable, string] => [
          `${rulebook} ${id}`,
          () => drawn(rulebook).annul(id),
          "void",
        ]),
      [
        `${rulebook} undecided`,
        () => drawn(rulebook).undecide("left-to-a-person", ...undecided.map(({ id }) => id)),
        "undecided",
      ],
    ];
  },
);
const TEXTS =
  "#stage .main, .turn, #stage .cite, #stage .hash, #stage .qr, #number, .number-mark, #head *, #foot span, .series-head *";

describe("what can be read from five metres", () => {
  test.each(scenesOfRun(EVERYTHING, "the displays of bowls and discs"))(
    "%s: nothing cut off, good contrast, in both orientations",
    async (name, make, panel) => {
      for (const languages of displayLanguagesOfRun(name)) {
        await show({ ...make().view(), languages }, panel);
        for (const page of Object.values(pages)) expect(await misdrawn(page, TEXTS)).toEqual([]);
      }
    },
  );

  test.each([BIG_SIX, PV_DISC])("%s: every name fits into its mark in the series", async (rulebook) => {
    const page = await show(evening(rulebook).view(), "betting");
    const wide = `[...document.querySelectorAll(".chip-number")]
      .filter((name) => name.offsetWidth > 0.86 * name.parentElement.offsetWidth).map((name) => name.textContent)`;
    expect(await page.evaluate<string[]>(wide)).toEqual([]);
  });

  test.each([
    [CB_BOWL, "5", 0.3],
    [CB_BOWL, "7", 0.3],
    [PV_DISC, "24", 0.3],
    [CB_DISC, "1", 0.3],
    [BIG_SIX, "40-b", 0.3],
    [PV_DISC, "joker", 0.15],
  ])("the result of %s, %s, is as tall as %d of the screen", async (rulebook, pocket, part) => {
    const page = await show(drawn(rulebook).number(pocket).view(), "result");
    expect(await digitHeight(page, "#number")).toBeGreaterThanOrEqual(part * LANDSCAPE.height);
    if (SECOND_SIZES)
      expect(await digitHeight(pages.portrait, "#number")).toBeGreaterThanOrEqual(part * PORTRAIT.width);
  });
});
