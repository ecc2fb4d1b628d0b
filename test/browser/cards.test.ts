import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { CardTable } from "./card-table.ts";
import { SCENES, sceneView, type Scene } from "./card-views.ts";
import { LANDSCAPE, seen, shot, stage, table } from "./harness.ts";
import { BOTH_WAYS, inTurns, screensOfFile } from "./screens.ts";
import { GONE } from "./view-parts.ts";
import { ALL } from "../support/volume.ts";

/** Card tables on the table display, in the words of their own rulebooks. */

const { open, pages, show } = screensOfFile(BOTH_WAYS);
const scene = (name: Scene): Promise<Page> => show(sceneView(name));

const faces = (page: Page, hand: string): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('[data-hand="${hand}"] .playing-card')].map((card) => card.dataset.face ?? card.className.split(" ")[1])`,
  );

describe("punto y banca", () => {
  test("the cards as they are turned, their counts, and the croupier's next duty", async () => {
    const page = await scene("punto-y-banca-deal");
    expect(await seen(page, ".duty-words .main")).toBe("Carta para punto");
    expect(await inTurns(page)).toContain("Card to punto");
    expect(await faces(page, "punto")).toEqual(["2h", "3s"]);
    expect(await faces(page, "banca")).toEqual(["Kd", "4c"]);
    expect(await seen(page, '[data-hand="punto"] .hand-total')).toBe("5");
    expect(await seen(page, '[data-hand="banca"] .hand-total')).toBe("4");
    expect(await page.locator(".hand.due").getAttribute("data-hand")).toBe("punto");
    expect(await seen(page, ".shoe-line")).toBe("342 en el sabot 4 en la mesa 70 descarte");
    expect(await seen(page, ".cards-call .bets")).toContain("No más apuestas");
    await shot(page, "cards-punto-y-banca-deal");
  });

  test("who won stands in large, with the winner's hand, the certificate and the bead", async () => {
    const page = await scene("punto-y-banca-punto");
    expect(await seen(page, ".headline .main")).toBe("PUNTO GANA");
    expect(await seen(page, '[data-hand="punto"] .hand-result')).toBe("Gana");
    expect(await page.locator(".hand.won").count()).toBe(1);
    expect(await seen(page, ".certificate")).toContain("Certificado");
    expect(await seen(page, ".chip.current")).toBe("P");
    expect(await page.locator(".chip.current").getAttribute("aria-label")).toBe(
      "Jugada 20, punto gana, Certificado",
    );
    expect(await seen(page, ".series-head")).toContain("Últimos resultados");
    await shot(page, "cards-punto-y-banca-result");
    await shot(pages.portrait, "cards-punto-y-banca-result-portrait");
  });

  test("a tie; and the beads of an evening differ in letter and outline", async () => {
    const page = await scene("punto-y-banca-tie");
    expect(await seen(page, ".headline .main")).toBe("EMPATE");
    expect(await page.locator(".hand.won").count()).toBe(0);
    expect(await page.locator(".chip .shape-punto").count()).toBeGreaterThan(3);
    expect(await page.locator(".chip .shape-banca").count()).toBeGreaterThan(3);
    expect(await page.locator(".chip .shape-tie").count()).toBeGreaterThan(1);
    expect(await page.locator('.chip[data-mark="void"]').count()).toBe(1);
    expect(await page.locator('.chip[data-mark="undecided"]').count()).toBe(1);
  });

  if (ALL)
    test("the four suits have four outlines, not only two colours", async () => {
      const page = await scene("punto-y-banca-deal");
      const outlines = await page.evaluate<string[]>(
        `[...document.querySelectorAll(".playing-card")].map((card) => [...card.querySelectorAll("g:first-of-type path")].map((path) => path.getAttribute("d")).join())`,
      );
      expect(new Set(outlines).size).toBe(4);
      expect(await page.locator('[data-face="Kd"]').getAttribute("aria-label")).toBe("rey de diamantes");
    });

  test("before the first card: the call, and to whom it goes", async () => {
    const page = await scene("called");
    expect(await seen(page, ".call-words .main")).toBe("NO MÁS APUESTAS");
    expect(await seen(page, ".shoe-words .main")).toBe("Carta para punto");
    expect(await page.locator(".playing-card").count()).toBe(0);
  });
});

test("pai gow: the low hand lies apart from the high one, and both are named", async () => {
  const page = await scene("pai-gow-set");
  expect(await faces(page, "seat-1")).toEqual(["Jc", "Jd", "9s", "7d", "2d", "card-gap", "As", "Kc"]);
  for (const hand of ["seat-1", "bank"])
    expect(await seen(page, `[data-hand="${hand}"] .hand-set`)).toBe(
      "mano alta Pareja mano baja Carta más alta",
    );
  // Apart: no card of the one covers a card of the other, and all lie on the cloth.
  const [last, first, box] = await page.evaluate<number[]>(`(() => {
    const at = (face) => document.querySelector(\`[data-hand="seat-1"] [data-face="\${face}"]\`).getBoundingClientRect();
    const box = document.querySelector('[data-hand="seat-1"]').getBoundingClientRect();
    return [at("2d").right, at("As").left, box.right - at("Kc").right];
  })()`);
  expect(last).toBeLessThan(first!);
  expect(box).toBeGreaterThanOrEqual(0);
  await shot(page, "cards-pai-gow-set");
});

describe("hands that lie face down", () => {
  test("show their backs and nothing else, until they are turned", async () => {
    const page = await scene("midi-hidden");
    expect(await faces(page, "punto")).toEqual(["card-back", "card-back"]);
    expect(await seen(page, ".duty-words .main")).toBe("Descubrir punto");
    expect(await page.locator(".hand-total").count()).toBe(0);
    expect(await page.content()).not.toMatch(/data-face|\b(2h|Kd|3s|4c)\b|corazones|diamantes|tréboles|picas/);
    await shot(page, "cards-midi-hidden");
    await scene("midi-one-up");
    expect(await faces(page, "punto")).toEqual(["2h", "3s"]);
    expect(await faces(page, "banca")).toEqual(["card-back", "card-back"]);
  });

  test("chemin de fer: the punto is asked", async () => {
    const page = await scene("chemin-choice");
    expect(await seen(page, ".duty-words .main")).toBe("Punto: ¿carta o se planta?");
  });
});

describe("tables with places", () => {
  test("black-jack: a split hand stands beside its first, a soft total has both counts", async () => {
    const page = await scene("black-jack-split");
    const hands = await page.evaluate<string[]>(
      `[...document.querySelectorAll(".hand")].map((hand) => hand.dataset.hand)`,
    );
    expect(hands).toEqual(["bank", "seat-1", "seat-2", "seat-3", "seat-3.2", "seat-5", "seat-7"]);
    expect(await seen(page, '[data-hand="seat-5"] .hand-total')).toBe("7/17");
    expect(await seen(page, '[data-hand="seat-3.2"] .hand-total')).toBe("8");
    await scene("black-jack-result");
    expect(await seen(page, ".headline .main")).toBe("BANCA: 17");
    expect(await seen(page, '[data-hand="seat-2"] .hand-result')).toBe("Pierde");
    expect(await seen(page, '[data-hand="seat-5"] .hand-result')).toBe("Empate");
    expect(await seen(page, ".chip.current")).toBe("17");
    expect(await seen(page, ".series-head")).toContain("Últimas manos de la banca");
    await shot(page, "cards-black-jack");
  });

  test("poker: combinations, who folded, and whether the bank opens", async () => {
    const page = await scene("poker-result");
    expect(await seen(page, ".headline .main")).toBe("BANCA: DOBLE PAREJA");
    expect(await seen(page, ".qualifies .main")).toBe("La banca juega");
    expect(await seen(page, '[data-hand="seat-1"] .hand-category')).toBe("Póker");
    expect(await seen(page, '[data-hand="seat-3"] .hand-result')).toBe("Abandonó");
    expect(await faces(page, "seat-3")).toEqual(Array(5).fill("card-back"));
    await shot(page, "cards-poker");
  });

  if (ALL)
    test("two cloths and a bank, the bank between them", async () => {
      const page = await scene("two-cloths-result");
      const hands = await page.evaluate<string[]>(
        `[...document.querySelectorAll(".hand")].map((hand) => hand.dataset.hand)`,
      );
      expect(hands).toEqual(["cloth-1", "banca", "cloth-2"]);
      expect(await page.locator(".hand.won").count()).toBe(2);
    });

  test("treinta y cuarenta: the black row above the red one, and both results", async () => {
    const page = await scene("treinta-long");
    expect(await seen(page, ".headline .main")).toBe("NEGRO GANA · INVERSO");
    const tops = await page.evaluate<number[]>(
      `[...document.querySelectorAll(".hand")].map((hand) => hand.getBoundingClientRect().top)`,
    );
    expect(tops[0]).toBeLessThan(tops[1] ?? 0);
    await shot(page, "cards-treinta");
  });
});

describe("what is not as usual", () => {
  test("a void: why, its paragraph, what to do, and the cards that lie there", async () => {
    const page = await scene("void");
    expect(await seen(page, ".verdict-call .main")).toBe("PASE ANULADO");
    expect(await seen(page, ".reason")).toContain("Una carta cae accidentalmente por la ranura del descarte.");
    expect(await seen(page, ".reason")).toContain("III.2.7");
    expect(await page.locator(".step").innerText()).toMatch(/croupier\s+Anular el pase entero/);
    expect(await faces(page, "punto")).toEqual(["2h", "3s"]);
    await shot(page, "cards-void");
  });

  test("undecided: no winner, in the words of a card table", async () => {
    const page = await scene("undecided");
    expect(await seen(page, "#stage")).toContain("El sabot calló durante la jugada");
    expect(await seen(page, "#stage")).toContain("Esta jugada no tiene resultado.");
    expect(await page.locator(".hand-result, .hand.won").count()).toBe(0);
  });

  test("an incident and its resolution step by step, while the round goes on", async () => {
    const page = await scene("incident");
    expect(await seen(page, ".incident-text .main")).toContain("se equivoca en la distribución");
    expect(await seen(page, ".incident .cite")).toBe("III.2.7");
    expect(await seen(page, ".incident-verdict .main")).toBe("Se corrige y la jugada sigue");
    expect(await page.locator(".incident .step").count()).toBe(2);
    expect(await seen(page, ".duty-words .main")).toBe("Carta para punto");
    await shot(page, "cards-incident");
  });

  test("an extra card annuls the next round, and that one is shown as annulled", async () => {
    const page = await scene("next-void");
    expect(await seen(page, ".shoe-flag")).toBe("La próxima jugada queda anulada");
    expect(await seen(page, ".headline .main")).toBe("PUNTO GANA");
    await scene("annulled-next");
    expect(await seen(page, ".verdict-call .main")).toBe("SE ANULA EL PASE SIGUIENTE");
    expect(await seen(page, ".confirmation")).toContain("Falta la confirmación del jefe de mesa");
  });

  test("an unread card is one, and a card that people named is marked and never certified", async () => {
    const page = await scene("unread");
    expect(await faces(page, "punto")).toEqual(["2h", "card-unread"]);
    expect(await seen(page, ".shoe-flag")).toBe("Se comprueba una carta");
    expect(await seen(page, ".cards-call")).toContain("JUEGO DETENIDO");
    expect(await page.locator(".duty, .hand.due").count()).toBe(0);
    await scene("manual");
    expect(await page.locator('[data-hand="punto"] .card-manual').getAttribute("aria-label")).toBe(
      "7 de diamantes, dicha por dos personas",
    );
    expect(await seen(page, ".shoe-line")).toContain("Dicha por dos personas");
    expect(await seen(page, ".certificate")).toContain("NO CERTIFICADO");
    expect(await page.locator(".icon-certified").count()).toBe(0);
  });

  test("a shoe that is unplugged in mid-hand orders no card: the cards stay, the game stands still", async () => {
    const page = await scene("punto-y-banca-deal");
    expect(await seen(page, ".duty-words .main")).toContain("Carta para");
    await show({
      ...sceneView("punto-y-banca-deal"),
      device: { health: "port-gone", faults: [] },
      stopped: "device",
    });
    expect(await seen(page, ".cards-call")).toMatch(/JUEGO DETENIDO .*Vale lo que anuncie el croupier\./);
    expect(await page.locator(".duty, .hand.due").count()).toBe(0);
    expect(await faces(page, "punto")).toHaveLength(2);
  });

  if (ALL)
    test("what a round had come to before it was annulled is struck out", async () => {
      const page = await show(SCENES["punto-y-banca-banca"]().declare("card-lost-in-discard-slot").view());
      expect(await seen(page, ".verdict-call .main")).toBe("PASE ANULADO");
      expect(await seen(page, ".annulled s")).toBe("Banca gana");
      expect(await page.locator(".chip-annulled").first().getAttribute("aria-label")).toContain("anulado");
    });

  test("the cut card brings the law's own call; a new shoe says what is to be done", async () => {
    const page = await scene("cut-card");
    expect(await seen(page, ".shoe-flag")).toBe("Carta de corte · Último pase del juego");
    await scene("preparing");
    expect(await seen(page, ".call-words .main")).toBe("PREPARANDO EL SABOT");
    expect(await seen(page, ".shoe-words .main")).toBe("Quemar cartas");
    await scene("waiting");
    expect(await seen(page, ".shoe-words .main")).toBe("Sin sabot: cargue y mezcle");
    await scene("warning");
    // What the machine warns of is for the croupier, on the tablet.
    expect(await seen(page, "#stage")).toMatch(/JUEGO DETENIDO .*Vale lo que anuncie el croupier\./);
    expect(await seen(page, "body")).not.toMatch(/barajas|ajena/);
  });

  test("with the device in trouble no result stands", async () => {
    const page = await show(sceneView("punto-y-banca-punto", { device: GONE }));
    await stage(page, "trouble");
    expect(await page.locator(".playing-card, .headline").count()).toBe(0);
    expect(await seen(page, "#stage")).toContain("El resultado no se muestra mientras dure la avería.");
  });

  if (ALL)
    test("without the table the cards are gone", async () => {
      const own = await table();
      const page = await open(own, LANDSCAPE);
      own.display.show(sceneView("punto-y-banca-deal"));
      await stage(page, "no-more-bets");
      expect(await page.locator(".playing-card").count()).toBe(4);
      await own.display.close();
      await stage(page, "disconnected");
      expect(await page.locator(".playing-card").count()).toBe(0);
      expect(await seen(page, "#stage")).toContain("no muestra cartas ni resultado");
      await page.close();
    });
});

describe("a rule that the text is silent about", () => {
  test("is called an interpretation beside its paragraph, and one that is stated is not", async () => {
    const dealt = new CardTable("es-ga/poker-sin-descarte", [1, 2]).shoe().noMoreBets().cards("2h 3h");
    const page = await show(dealt.declare("irregular-distribution").view());
    expect(await seen(page, ".reason .cite")).toMatch(/ · interpretación$/);
    await shot(page, "cards-interpretation");
    expect(await seen(await scene("void"), ".reason .cite")).not.toContain("interpretación");
  });
});

describe("the dice of pai gow", () => {
  test("faces, total, whom they name, how it is counted and where that is written", async () => {
    for (const name of ["first-dice", "first-dice-dealing"] as const) {
      const page = await scene(name);
      expect(await page.locator(".first-throw .die").count()).toBe(3);
      expect(await seen(page, ".first-total")).toBe("11");
      expect(await seen(page, ".first-words .main")).toBe("Plaza 3");
      expect(await seen(page, ".first-count")).toBe("Primera mano · cuenta 4");
      expect(await seen(page, ".first-rule")).toContain("agujas del reloj");
      // Which way to count is a reading of the house: the law's text is silent.
      expect(await seen(page, ".first-dice .cite")).toMatch(/^A\.14\.3.* · interpretación$/);
      await shot(page, `cards-${name}`);
    }
  });

  test("dice that decide nothing name nobody", async () => {
    const page = await scene("first-dice-open");
    expect(await page.locator(".first-throw").count()).toBe(0);
    expect(await seen(page, ".first-dice")).toContain("inclinado");
    await shot(page, "cards-first-dice-open");
    await scene("first-dice-twice");
    expect(await seen(page, ".first-total")).toBe("8");
    expect(await page.locator(".first-words").count()).toBe(0);
    expect(await seen(page, ".first-dice")).toContain("otra vez");
  });

  test("faces that do not make their total are no throw, and name nobody", async () => {
    const view = sceneView("first-dice");
    const firstDice = { ...view.cards?.firstDice, total: 12 };
    const page = await show({ ...view, cards: { ...view.cards, firstDice } } as TableView);
    expect(await page.locator(".first-throw, .first-words").count()).toBe(0);
    expect(await seen(page, ".first-dice")).toContain("ilegibles");
  });
});
