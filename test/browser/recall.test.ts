import type { Page } from "playwright-core";
import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { recallWords } from "../../firmware/unit/evidence/recall-words.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import { idealRules } from "../support/ideal-rules.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { CROUPIER, JEFE, onPage, seen, shot, TABLET, table, until, type Table } from "./harness.ts";
import { lowContrast, misdrawn } from "./measure.ts";
import * as views from "./views.ts";
import { ALL } from "../support/volume.ts";

/** The last rounds: on the control page behind its key, and on the inspector's page. */

const browser = browserOfFile();
let here: Table;

const ANA = { name: "Ana Ruiz", role: "croupier" };
const LEO = { name: "Leo Paz", role: "jefe-de-mesa" };
const PICTURE = "5e".repeat(32);

/** What a wheel's journal holds of five rounds, and of a round of cards and one of dice, as a reader of texts sees them. */
const BODIES: readonly object[] = [
  { kind: "phase", round: 1, phase: "betting" },
  { kind: "phase", round: 1, phase: "ball-in-play" },
  { kind: "phase", round: 1, phase: "no-more-bets" },
  result(1, { pocket: "17", suertes: ["negro", "impar", "falta"] }),
  { kind: "phase", round: 2, phase: "betting" },
  { kind: "fault", device: "wheel", code: "port-gone", round: null, detail: {} },
  { kind: "fault-cleared", device: "wheel", code: "port-gone", round: null, detail: {} },
  { kind: "undecided", round: 2, because: ["port-gone", "device-silent"], seen: {}, mayBeCalled: [] },
  {
    kind: "key",
    round: 2,
    key: { key: "resolve", round: 2, outcome: "stands", announced: "32" },
    by: LEO,
    resolves: { outcome: "stands", pocket: "32" },
  },
  { kind: "phase", round: 3, phase: "betting" },
  {
    kind: "void",
    round: 3,
    reasons: [{ rule: "ball-left-cylinder", cite: "II.1.6", observed: {} }],
    then: [],
    calledBy: "machine",
  },
  { kind: "key", round: 3, key: { key: "confirm-void", round: 3, rule: "ball-left-cylinder" }, by: LEO },
  {
    kind: "deal",
    round: 4,
    what: "dealt",
    cards: [
      { n: 1, to: "punto", up: true, face: "10h", commit: null },
      { n: 2, to: "punto", up: true, face: "As", commit: null },
      { n: 3, to: "banca", up: false, face: null, commit: "ab".repeat(32) },
    ],
  },
  { kind: "key", round: 4, key: { key: "turn", round: 4, hand: "banca" }, by: ANA },
  result(5, { faces: ["1", "2", "4"], total: 7, suertes: [], picture: PICTURE }),
  { kind: "phase", round: 6, phase: "betting" },
  // Comes while somebody types.
  { kind: "phase", round: 6, phase: "ball-in-play" },
];

function result(round: number, of: object): object {
  return { kind: "result", round, result: of, certainty: { level: "certified", because: [] }, deviations: [] };
}

const linesFrom = (from: number, count: number): readonly string[] =>
  BODIES.slice(from, from + count).map((body, at) => {
    const seq = from + at;
    return JSON.stringify({ seq, at: `2026-03-01T20:${String(seq).padStart(2, "0")}:07.120Z`, ...body });
  });

/** A table for all of them, or for one that has read nothing yet. */
async function fresh(): Promise<() => Promise<void>> {
  const mine = (here = await table());
  const rules = idealRules("cl/ruleta-francesa");
  const words = recallWords({ pack: rules.pack, rules });
  here.display.setPack(rules.pack);
  here.display.setRecall({ words, records: (from, count) => Promise.resolve(linesFrom(from, count)) });
  here.display.show({ ...views.BETTING, seq: BODIES.length - 2, languages: [...LANGUAGES] });
  return () => mine.display.close();
}
beforeAll(fresh);
beforeEach(() => {
  here.presses.length = 0;
});

async function open(path: "control" | "inspector", viewport = TABLET): Promise<Page> {
  const page = await browser().newPage({ viewport, hasTouch: true, locale: "es-ES", timezoneId: "UTC" });
  await page.goto(here.at(path));
  return page;
}

async function signIn(page: Page, { name, pin }: typeof CROUPIER | typeof JEFE): Promise<void> {
  await page.tap(`[data-name="${name}"]:enabled`);
  for (const digit of pin) await page.tap(`[data-pad="${digit}"]`);
  await page.tap('[data-pad="Entrar"]:enabled');
  await page.waitForSelector("#sign-out");
}

const chooseRound = async (page: Page, round: number): Promise<void> => {
  await page.tap(`.recalled[data-round="${round}"]`);
  await page.waitForSelector(`.recalled[data-round="${round}"][aria-pressed=true]`);
};

test("a croupier reads the rounds on the control page, and no card that lies face down", async () => {
  const page = await open("control");
  expect(await page.locator("#recall").count()).toBe(0);
  await signIn(page, CROUPIER);
  await page.tap("#recall");
  await page.waitForSelector("dialog[open] .recall");
  expect(await page.locator(".recalled strong").allInnerTexts()).toEqual(["6", "5", "4", "3", "2", "1"]);
  // By the clocks in Chile, where the table stands: the tablet's zone is another one.
  expect(await seen(page, ".recalled[data-round='1'] small")).toBe("17:00:07");
  // A person has decided it since.
  expect(await seen(page, ".recalled[data-round='2']")).toMatch(/^2 32 /);
  await chooseRound(page, 4);
  expect(await seen(page, ".recall ol")).toContain("Cartas repartidas punto 10♥ A♠ banca ▨");
  expect(await page.content()).not.toContain("abab");
  await shot(page, "recall-control");
  await chooseRound(page, 3);
  expect(await seen(page, ".recall ol")).toContain("II.1.6");
  expect((await lowContrast(page, "dialog")).low).toEqual([]);
  expect(
    await page.evaluate(
      "document.querySelector('dialog').scrollWidth <= document.querySelector('dialog').clientWidth",
    ),
  ).toBe(true);
  expect(here.presses).toEqual([]);
  await page.close();
});

test("the jefe de mesa disputes the round that is read, in words that he types or in ready ones; a croupier has no such key", async () => {
  const page = await open("control");
  await signIn(page, CROUPIER);
  await page.tap("#recall");
  await page.waitForSelector("dialog[open] .recall");
  expect(await page.locator(".freeze").count()).toBe(0);
  await page.tap('[data-answer="back"]');
  await page.tap("#sign-out");
  await signIn(page, JEFE);
  // What a round came to can be contested; one that is under way came to nothing yet.
  await page.tap("#recall");
  for (const [round, keys] of [
    [3, 1],
    [6, 0],
    [5, 1],
  ] as const) {
    await chooseRound(page, round);
    expect([round, await page.locator(".contest").count()]).toEqual([round, keys]);
  }
  await page.tap('[data-answer="back"]');
  const dispute = async (): Promise<void> => {
    await page.tap("#recall");
    await chooseRound(page, 3);
    await page.tap(".freeze");
    await page.waitForSelector("#dispute-words");
    expect(await page.locator('dialog [data-answer="yes"]').isDisabled()).toBe(true);
  };
  await dispute();
  await page.tap("#dispute-words");
  // Letter by letter, while the table goes on: what `fill` does nobody does.
  await page.keyboard.type("  La bola ");
  here.display.show({ ...views.BETTING, seq: BODIES.length - 1, round: 11, languages: [...LANGUAGES] });
  await onPage(page, "document.querySelector('#state').textContent.includes('11')");
  await page.keyboard.type(" saltó  ");
  expect(await page.inputValue("#dispute-words")).toBe("  La bola  saltó  ");
  expect(await seen(page, "dialog")).toContain("Todo lo que prueba la tirada se guarda en un expediente");
  expect((await lowContrast(page, "dialog")).low).toEqual([]);
  await shot(page, "recall-freeze");
  await page.tap('dialog [data-answer="yes"]:enabled');
  await until("the key is pressed", () => Promise.resolve(here.presses.length === 1));
  expect(here.presses[0]).toMatchObject({ key: { key: "dispute", round: 3, words: "La bola saltó" } });
  // The unit's own monitor has no letters.
  await dispute();
  await page.tap('[data-reason="freezeBall"]');
  await page.tap('dialog [data-answer="yes"]:enabled');
  await until("the key is pressed", () => Promise.resolve(here.presses.length === 2));
  expect(here.presses[1]).toMatchObject({ key: { key: "dispute", round: 3, words: "La bola" } });
  await page.close();
});

test("the inspector's page has nothing before the sign-in, and no key of the table after it", async () => {
  const page = await open("inspector");
  await page.waitForSelector("[data-name]");
  expect(await page.locator(".recall").count()).toBe(0);
  await signIn(page, JEFE);
  await page.waitForSelector(".recall");
  expect(await page.locator("[data-key]").count()).toBe(0);
  await chooseRound(page, 1);
  expect(await seen(page, ".recall ol")).toContain("17:03:07 17 Certificado negro · impar · menor (falta)");
  await chooseRound(page, 2);
  const second = await seen(page, ".recall ol");
  expect(second).toContain("Leo Paz · jefe de mesa");
  // A fault by its own name, and as the reason of the round in the words of a reason.
  expect(second).toContain("Sin cable con la rueda wheel · port-gone");
  expect(second).toContain("Sin decidir se perdió el cable de la rueda durante la tirada");
  await shot(page, "recall-inspector");
  await chooseRound(page, 5);
  expect(await page.locator(".step a").getAttribute("href")).toBe(`/picture/${PICTURE}`);
  // Asked again, the round that is read stays.
  await page.tap("#again");
  await page.waitForSelector('.recalled[data-round="5"][aria-pressed=true]');
  await page.close();
});

if (ALL)
  test("the inspector's page fits a computer and a telephone in every language", async () => {
    const page = await open("inspector");
    await signIn(page, JEFE);
    for (const language of LANGUAGES) {
      await page.tap(`button[lang=${language}]`);
      await page.waitForSelector(`html[lang=${language}] .recall`);
      await chooseRound(page, 3);
      for (const [name, viewport] of [
        ["", TABLET],
        ["-phone", { width: 390, height: 844 }],
      ] as const) {
        await page.setViewportSize(viewport);
        await until(`${language}${name} is as wide as the screen`, () =>
          page.evaluate<boolean>(`document.documentElement.scrollWidth <= ${viewport.width}`),
        );
        expect((await misdrawn(page, "none")).filter((one) => one !== "scrolls")).toEqual([]);
        await shot(page, `recall-inspector${name}-${language}`);
      }
    }
    await page.close();
  });

if (ALL)
  test("a picture is given out when one of the rounds names it, and no other file", async () => {
    const page = await open("inspector");
    const statusOf = async (path: string): Promise<number> => (await fetch(here.at(path))).status;
    expect(await statusOf(`picture/${PICTURE}`)).toBe(404);
    await signIn(page, JEFE);
    await page.waitForSelector(".recall");
    // It is named now, and is not on this disk.
    expect(await statusOf(`picture/${PICTURE}`)).toBe(404);
    for (const path of ["picture/..%2fjournal.db", `picture/${"00".repeat(32)}`, "picture/journal.db"])
      expect([path, await statusOf(path)]).toEqual([path, 404]);
    await page.close();
  });

if (ALL)
  test("what cannot be read is said, and the sign-in ends it", async () => {
    onTestFinished(await fresh());
    here.display.setRecall({
      words: { rules: {}, calls: {}, codes: {}, faults: {}, suertes: {}, names: {} },
      records: () => Promise.reject(new Error("the disk is gone")),
    });
    const page = await open("inspector");
    await signIn(page, JEFE);
    await until("the refusal is shown", async () =>
      (await seen(page, "#message")).includes("no ha contestado"),
    );
    await page.tap("#sign-out");
    await page.waitForSelector("[data-name]");
    await onPage(page, "document.querySelector('.recall') === null");
    await page.close();
  });
