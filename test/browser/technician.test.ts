import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TechnicianData } from "../../firmware/screens/server/messages.ts";
import { sameText } from "../../src/text/every-language.ts";
import type { Language } from "../../src/text/language.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { sceneView } from "./dice-views.ts";
import { clock, inNewLog, seen, shot, TABLET, table, until, type Table } from "./harness.ts";
import { lowContrast, misdrawn } from "./measure.ts";
import { covered, coverageOfRulebook, EVIDENCE_WORDS, unitWith } from "./technician-unit.ts";
import * as views from "./views.ts";
import { ALL, sampleInAll } from "../support/volume.ts";

/** The technician's page: what the table can observe, how its device does, what it counted. */

const browser = browserOfFile();
const PHONE = { width: 390, height: 844 };
let here: Table;
let page: Page;

beforeAll(async () => {
  here = await table();
  page = await browser().newPage({ viewport: TABLET });
  return async () => {
    await page.close();
    await here.display.close();
  };
});
beforeEach(() => page.setViewportSize(TABLET));

const lookInside = (): Promise<void> => page.locator("#places a[href='#inside']").click();

test("coverage, faults and counters can be read", async () => {
  here.display.setTechnician(
    unitWith([
      covered("ball-same-direction-as-rotor", "judged", "measured", "the wheel reports both"),
      covered("ball-left-cylinder", "not-observable", "none", "the wheel has no camera"),
    ]),
  );
  here.display.show(inNewLog(views.PORT_GONE));
  await page.goto(here.at("technician"));
  await until("the trouble is shown", async () =>
    (await seen(page, "#health")).includes("Dispositivo desenchufado"),
  );
  expect(await seen(page, "#health")).toContain("port-gone");
  await lookInside();
  await page.waitForSelector("#coverage summary");
  expect(await page.locator("#places a[href='#now'] .icon").count()).toBe(1);
  // The rules are folded away behind a line that counts them.
  expect(await seen(page, "#coverage")).toBe(
    "Cobertura de las reglas 1 se juzgan, 0 se acotan, 0 las declara una persona, 1 no se pueden observar",
  );
  await page.locator("#coverage summary").click();
  expect(await seen(page, "#coverage")).toContain(
    "regla ball-left-cylinder ball-left-cylinder no se puede observar no se puede saber: nota: the wheel has no camera II.1.6",
  );
  // What somebody has opened stays open while the page goes on.
  here.display.show(inNewLog({ ...views.PORT_GONE, languages: ["gl"] }));
  await page.waitForSelector("html[lang=gl]");
  expect(await page.locator("#coverage tbody tr").count()).toBe(2);
  expect(await page.locator("#coverage details").getAttribute("open")).not.toBeNull();
  expect((await lowContrast(page, "body")).low).toEqual([]);
  await shot(page, "technician");
});

test("what is marked to copy it stays marked while the page goes on", async () => {
  here.display.setTechnician(unitWith([]));
  here.display.show(inNewLog(views.result("32")));
  await page.goto(here.at("technician"));
  await page.getByText("AbCd").first().waitFor();
  await page.evaluate(
    "getSelection().selectAllChildren([...document.querySelectorAll('body *')].findLast((one) => one.textContent.includes('mesa-4+0a1b2c3d+AbCd')))",
  );
  expect(await page.evaluate("String(getSelection())")).toContain("mesa-4+0a1b2c3d+AbCd");
  here.display.setTechnician({ ...unitWith([]), counters: { framesDamaged: 812 } });
  here.display.show(inNewLog(views.result("17")));
  await until("the page goes on", async () => (await page.content()).includes("812"));
  expect(await page.evaluate("String(getSelection())")).toContain("mesa-4+0a1b2c3d+AbCd");
});

test("counters, levels and parts of the unit read in the page's language", async () => {
  const counters = { bytesIn: 4711, portLosses: 2, keysRefused: 3 };
  const data = unitWith([covered("ball-left-cylinder", "judged", "measured", "seen")]);
  here.display.setTechnician({ ...data, counters });
  here.display.show(inNewLog(views.BETTING));
  await page.goto(here.at("technician"));
  await page.waitForSelector("#unit dt");
  expect(await seen(page, "#unit")).toContain("versión 0.1.0");
  expect(await seen(page, "#unit")).toContain("clave de verificación (credencial de systemd)");
  await page.locator("#normal-figures summary").click();
  await page.locator("#other-figures summary").click();
  const figures = await seen(page, "#figures");
  for (const words of ["pérdidas del puerto 2 hasta 3", "bytes recibidos 4711", "teclas rechazadas 3"])
    expect(figures).toContain(words);
  // Every counter has words of its own: none is left as the code that it is kept under.
  expect(figures).not.toMatch(/[a-z][A-Z]/);
  here.display.show(inNewLog({ ...views.BETTING, languages: ["eu"] }));
  await page.waitForSelector("html[lang=eu]");
  expect(await seen(page, "#figures")).toContain("jasotako byteak 4711");
});

test("the figure that is bad stands first, with what is normal", async () => {
  here.display.setTechnician({ ...unitWith([]), counters: { bytesIn: 4711, clockSteps: 0, portLosses: 9 } });
  here.display.show(inNewLog(views.BETTING));
  await page.goto(here.at("technician"));
  await page.waitForSelector("#figures tbody");
  expect(await page.locator("#figures tbody tr").first().innerText()).toMatch(
    /^pérdidas del puerto\s+⚠ 9\s+hasta 3 · fuera de lo normal$/,
  );
  expect(await page.locator("#figures tr.bad").count()).toBe(1);
  here.display.setTechnician({ ...unitWith([]), counters: { portLosses: 3 } });
  await until("all are normal", async () =>
    (await seen(page, "#figures")).includes("Todas las cifras son normales."),
  );
});

test("the language that somebody chose stays, in words and title, on the next page too", async () => {
  here.display.setTechnician(unitWith([]));
  here.display.show(inNewLog(views.BETTING));
  await page.goto(here.at("technician"));
  expect(await page.title()).toBe("tirada · técnico");
  await page.locator("#head button[lang=eu]").click();
  await page.waitForSelector("html[lang=eu]");
  expect(await page.title()).toBe("tirada · teknikaria");
  await page.reload();
  await page.waitForSelector("html[lang=eu]");
  await page.locator("#head a[href^='/analysis']").click();
  await page.waitForSelector("html[lang=eu]");
  expect(await page.title()).toBe("tirada · analisia");
});

test("a key is copied by one touch, or marked whole where a page may not copy", async () => {
  here.display.setTechnician(unitWith([]));
  here.display.show(inNewLog(views.BETTING));
  const context = await browser().newContext({ viewport: PHONE, hasTouch: true });
  const phone = await context.newPage();
  await phone.goto(here.at("technician"));
  await phone.locator(".copy").tap();
  await until("it is said", async () => /Copiada|Marcada/.test(await seen(phone, "#unit")));
  // A machine's own address counts as safe: the browser may still not let a page copy.
  expect(await phone.evaluate("String(getSelection())")).toBe("mesa-4+0a1b2c3d+AbCd");
  await context.close();
});

const OVER: readonly object[] = [
  { kind: "fault", device: "wheel", code: "port-gone", round: null },
  { kind: "fault-cleared", device: "wheel", code: "port-gone", round: null },
];

test("a fault that is over is told: what, how long ago, for how long and by whom", async () => {
  const now = clock.wall();
  const lines = OVER.map((one, seq) =>
    JSON.stringify({ seq, at: new Date(now - (10 - 6 * seq) * 60_000).toISOString(), mono: seq, ...one }),
  );
  const faults = { "port-gone": { ...sameText("Cable desenchufado"), en: "Cable unplugged" } };
  const words = { rules: {}, calls: {}, codes: {}, suertes: {}, names: {}, faults };
  const past = await table();
  past.display.setRecall({ words, records: (from, count) => Promise.resolve(lines.slice(from, from + count)) });
  past.display.setTechnician(unitWith([]));
  past.display.show({ ...inNewLog(views.BETTING), seq: 1 });
  await page.goto(past.at("technician"));
  await page.waitForSelector("#past li");
  // Soon after midnight it began on another day.
  expect(await seen(page, "#past ol")).toMatch(
    /^Cable desenchufado hace 4 min · duró 6 min · terminó sola: cesó la causa wheel · port-gone · (?:\d\d? \S+ )?\d\d:\d\d \(\d\d:\d\d UTC\)$/,
  );
  await page.locator("#head button[lang=en]").click();
  await until("it is told in English", async () =>
    (await seen(page, "#past")).includes("Cable unplugged 4 min ago · lasted 6 min · ended by itself"),
  );
  await past.display.close();
});

if (ALL)
  test("the witness: how far it has come, since when and why it has not", async () => {
    const data = unitWith([]);
    const witness = { name: "casino/witness", size: 12, time: "2026-11-24T14:32:01.000Z", minutes: 0 };
    const fine = { ...witness, trouble: null, why: null };
    const silent = { ...witness, minutes: 7, trouble: "silent", why: "ECONNREFUSED" } as const;
    for (const [state, es, gl] of [
      [
        fine,
        "testigo casino/witness: 12 registros, 24 nov 15:32 (14:32 UTC) calidad del reloj sincronizado",
        "12 rexistros",
      ],
      [
        silent,
        "testigo sin testigo desde hace 7 minutos · casino/witness: 12 registros, 24 nov 15:32 (14:32 UTC) · no contesta (ECONNREFUSED)",
        "sen testemuña desde hai 7 minutos",
      ],
      [{ ...silent, minutes: 1 }, "sin testigo desde hace un minuto · ", "sen testemuña desde hai un minuto"],
      [{ ...fine, size: 0, time: null }, "casino/witness: nada firmado todavía", "aínda non asinou nada"],
    ] as const) {
      here.display.setTechnician({ ...data, witness: state });
      for (const [language, words] of [
        ["es", es],
        ["gl", gl],
      ] as const) {
        here.display.show(inNewLog({ ...views.BETTING, languages: [language] }));
        await page.goto(here.at("technician"));
        await page.waitForSelector(`html[lang=${language}]`);
        await until(words, async () => (await seen(page, "#evidence")).includes(words));
      }
    }
  });

describe("the casino's floor", () => {
  const joining = { code: "ACDEFHJK", print: "3f2a 90c1 4b7d 22e8 0a5c" };
  const floor = {
    collector: "https://floor:8474/",
    has: 42,
    behind: 0,
    answered: "2026-11-24T14:32:01.000Z",
    trouble: null,
    why: null,
    since: null,
    joining: null,
  };

  test("how far it is, what stands in between since when, and what two people compare", async () => {
    const since = "2026-11-24T13:00:00.000Z";
    for (const [state, words] of [
      [floor, "sala https://floor:8474/: tiene los 42 registros, 24 nov 15:32 (14:32 UTC)"],
      [
        { ...floor, behind: 7, trouble: "silent", why: "ECONNREFUSED", since } as const,
        "sala no contesta (ECONNREFUSED) · desde 24 nov 14:00 (13:00 UTC) · https://floor:8474/: faltan 7 registros",
      ],
      [
        { ...floor, has: null, answered: null, trouble: "not-enrolled", why: "", since, joining } as const,
        "dos personas confirman esta mesa en la página de la sala: código ACDEFHJK, huella 3f2a 90c1 4b7d 22e8 0a5c · no conoce todavía esta mesa",
      ],
    ] as const) {
      here.display.setTechnician({ ...unitWith([]), floor: state });
      here.display.show(inNewLog({ ...views.BETTING, languages: ["es"] }));
      await page.goto(here.at("technician"));
      await until(words, async () => (await seen(page, "#evidence")).includes(words));
    }
    await shot(page, "technician-joins-floor");
  });

  test("the display's foot and the control page say the code until the floor takes it", async () => {
    const words = "Alta en la sala: código ACDEFHJK · huella 3f2a 90c1 4b7d 22e8 0a5c";
    here.display.show(inNewLog({ ...views.BETTING, languages: ["es"], joining }));
    await page.goto(here.at(""));
    await until(words, async () => (await seen(page, "#foot")).includes(words));
    await shot(page, "display-joins-floor");
    await page.goto(here.at("control"));
    await until(words, async () => (await seen(page, "body")).includes(words));
    here.display.show(inNewLog({ ...views.BETTING, languages: ["es"] }));
    await until("nothing of it", async () => !(await seen(page, "body")).includes("código"));
  });
});

describe("the evidence: its disks, how much there is, and what waits", () => {
  const lost = { why: "io", detail: "writing /mnt/b/tirada/journal.db: input/output error" } as const;
  const second = { folder: "/mnt/b/tirada", required: true, behind: 0, lost: null, since: null, disk: null };
  const data = unitWith([]);
  const storage = {
    ...data.storage,
    second: { folder: "/mnt/b/tirada", free: 3_200_000_000, usedPm: 951, shortPm: 800, days: 12 },
    reading: { epoch: 2, seconds: 245, by: ["sqlite3 (4711)", "cp (4712)"], isBySecond: true },
  };
  const full: TechnicianData = {
    ...data,
    second: { ...second, behind: 48, lost, since: "2026-11-26T18:00:00.000Z" },
    storage,
  };

  test.each(
    sampleInAll(
      Object.entries(EVIDENCE_WORDS) as [Language, readonly string[]][],
      1,
      "languages of the evidence",
    ),
  )("in %s", async (language, words) => {
    here.display.setTechnician(full);
    here.display.show(inNewLog({ ...views.BETTING, languages: [language] }));
    await page.goto(here.at("technician"));
    await page.waitForSelector(`html[lang=${language}]`);
    for (const one of words) await until(one, async () => (await seen(page, "#evidence")).includes(one));
  });

  if (ALL)
    test("what is not known is not said, and what nobody sees is said as that", async () => {
      here.display.show(inNewLog(views.BETTING));
      for (const [change, there, notThere] of [
        [
          { first: null, second: null, oldest: null, clock: null, reading: null },
          "épocas del diario 3",
          "primera",
        ],
        [{ first: { ...storage.second, days: null } }, "el ritmo aún no se conoce", "al ritmo actual"],
        [{ first: { ...storage.second, days: "many" }, second: null }, "más de un año", "disco de la segunda"],
        [
          { reading: { ...storage.reading, by: [], isBySecond: false } },
          "un programa que desde aquí no se ve",
          "sqlite3",
        ],
        [{ reading: { ...storage.reading, by: [] } }, "la lee la segunda copia", "no se ve"],
      ] as const) {
        here.display.setTechnician({ ...data, storage: { ...data.storage, ...change } });
        await page.goto(here.at("technician"));
        await until(there, async () => (await seen(page, "#evidence")).includes(there));
        expect(await seen(page, "#evidence")).not.toContain(notThere);
      }
    });

  test.each(sampleInAll([390, 768, 1_280, 1_920], 1, "widths of the evidence"))(
    "fits a page of %i pixels, and can be read there",
    async (width) => {
      await page.setViewportSize({ width, height: 4_000 });
      here.display.setTechnician({ ...full, coverage: coverageOfRulebook("cl/ruleta-francesa") });
      here.display.show(inNewLog({ ...views.BETTING, languages: ["eu"] }));
      await page.goto(here.at("technician"));
      await page.waitForSelector("#unit dt");
      for (const place of ["evidence", "coverage"]) {
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
        expect((await misdrawn(page, ".place:not([hidden]) *")).filter((one) => one !== "scrolls")).toEqual([]);
        await shot(page, `technician-${place}-${width}`);
        await lookInside();
        await page.waitForSelector("#coverage summary");
      }
    },
  );
});

if (ALL)
  test("on a phone the page does not run off its side, and its head takes few lines", async () => {
    await page.setViewportSize(PHONE);
    here.display.setTechnician(unitWith(coverageOfRulebook("cl/ruleta-francesa")));
    here.display.show(inNewLog({ ...views.BETTING, test: true }));
    await page.goto(here.at("technician"));
    await page.waitForSelector("#unit dt");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    expect((await page.locator("header").boundingBox())?.height).toBeLessThan(220);
    await shot(page, "technician-phone");
  });

describe("the coverage of a dice table", () => {
  const NO_RULES: Readonly<Record<Language, string>> = {
    es: "Cobertura de las reglas Este reglamento no nombra ninguna causa que anule: no hay nada que observar.",
    eu: "Arauen estaldura Araudi honek ez du baliogabetzen duen arrazoirik aipatzen: ez dago ezer behatzeko.",
    gl: "Cobertura das regras Este regulamento non nomea ningunha causa que anule: non hai nada que observar.",
    en: "Coverage of the rules This rulebook names no cause that annuls: there is nothing to observe.",
  };

  if (ALL)
    test("a rulebook without a rule says in each language that there is nothing to observe, and draws no table", async () => {
      here.display.setTechnician(unitWith(coverageOfRulebook("es-cb/sic-bo")));
      await page.goto(here.at("technician"));
      await lookInside();
      for (const [language, text] of Object.entries(NO_RULES) as [Language, string][]) {
        here.display.show(inNewLog(sceneView("betting", { languages: [language] })));
        await page.waitForSelector(`html[lang=${language}]`);
        await page.waitForSelector("#coverage p");
        expect(await seen(page, "#coverage")).toBe(text);
        expect(await page.locator("#coverage table").count()).toBe(0);
        // The page is as long as what the unit says of itself.
        expect(
          (await misdrawn(page, "#coverage *")).filter((one) => !/^(?:scrolls$|outside )/.test(one)),
        ).toEqual([]);
        await shot(page, `technician-no-rules-${language}`);
      }
    });

  test("one with rules has a line for each, and no such sentence", async () => {
    const coverage = coverageOfRulebook("es-cb/banca-francesa");
    here.display.setTechnician(unitWith(coverage));
    here.display.show(inNewLog(sceneView("duty")));
    await page.goto(here.at("technician"));
    await lookInside();
    await page.locator("#coverage summary").click();
    expect(coverage.length).toBeGreaterThan(0);
    expect(await page.locator("#coverage tbody .code").allInnerTexts()).toEqual(
      coverage.map(({ rule }) => rule),
    );
    expect(await page.locator("#coverage p").count()).toBe(0);
  });
});
