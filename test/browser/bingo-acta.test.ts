import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { recallWords } from "../../firmware/unit/evidence/recall-words.ts";
import { BALLS_ACTAS } from "../../src/acta/draw-acta.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import { ROWS } from "../support/bingo-hall.ts";
import { bingoDesks, type BingoDesks } from "./bingo-desks.ts";
import { onPage, shot } from "./harness.ts";

/** Games of bingo by touch, with a wrong call, a line and two bingos, and their actas: opened, written in, opened again. */

let at: BingoDesks;
beforeAll(async () => {
  at = await bingoDesks();
  const { here, hall } = at;
  const { pack, rules, rulebook } = hall.setup;
  const fieldsOf = (seq: number): Readonly<Record<string, unknown>> => ({
    seq,
    at: new Date(Date.UTC(2026, 2, 1, 19, 0, seq)).toISOString(),
    log: "tirada.test/hall",
    rulebook,
    ...hall.records[seq]?.body,
  });
  const words = recallWords({ pack, rules });
  here.display.setPack(pack);
  here.display.setRecall({
    words,
    records: (from, count) =>
      Promise.resolve(
        Array.from({ length: Math.max(0, Math.min(count, hall.records.length - from)) }, (_, n) =>
          JSON.stringify(fieldsOf(from + n)),
        ),
      ),
    acta: (round, language) => {
      const draft = BALLS_ACTAS.begin(null);
      for (const seq of hall.records.keys())
        draft.addRecord({ seq, hash: "0".repeat(64), fields: fieldsOf(seq) });
      const made = draft.draw({ round, language, zone: "Europe/Madrid" }, () => ({
        pack: loadPack(rulebook).pack,
        words,
      }));
      return Promise.resolve(
        made === null ? null : { name: `acta-${round}.pdf`, type: "application/pdf", body: made.pdf },
      );
    },
  });
});
afterAll(() => at.close());

const key = (name: string): string => `[data-key="${name}"]:enabled`;
const YES = 'dialog [data-answer="yes"]:enabled';

async function press(
  page: Page,
  name: string,
  answer: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await page.tap(key(name));
  await answer();
  await onPage(page, `document.getElementById("message").className === "done"`);
  await page.evaluate(`document.getElementById("message").className = ""`);
  await at.show();
}
const yes = (page: Page) => (): Promise<void> => page.tap(YES);
const fill = (page: Page, fields: Readonly<Record<string, string>>) => async (): Promise<void> => {
  for (const [name, text] of Object.entries(fields)) await page.fill(`dialog input[name="${name}"]`, text);
  await page.tap(YES);
};
const call = (page: Page, claim: string, card: string): Promise<void> =>
  press(page, "call-card", async () => {
    await page.tap(`dialog [data-claim="${claim}"]`);
    for (const digit of card) await page.tap(`dialog [data-pad="${digit}"]`);
    await page.tap(YES);
  });

/** The acta of the game that is chosen among the earlier ones, as the page's browser fetches it. */
async function openActa(page: Page): Promise<string> {
  await page.tap("#recall");
  await page.tap('dialog [data-answer="acta"]');
  await page.waitForSelector("dialog .acta-open");
  const address = await page.getAttribute("dialog .acta-open", "href");
  const answer = await page.request.get(at.here.at(address?.slice(1) ?? ""));
  expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "application/pdf"]);
  await page.keyboard.press("Escape");
  return (await answer.body()).toString("latin1");
}

test.each(LANGUAGES)("a game with a wrong call, a line, two bingos and its acta, in %s", async (language) => {
  const { hall, jefe, locutor } = at;
  await at.speak(language);
  if (!hall.durable.open) {
    await press(jefe, "open-table");
    await press(jefe, "balls-counted", () => jefe.tap('dialog [data-count="90"]'));
  }
  await press(locutor, "sell-cards", fill(locutor, { series: "A", size: "6000", price: "2,00" }));
  await press(
    jefe,
    "cards-sold",
    fill(jefe, {
      from: "1",
      to: "200",
      line: "40,00",
      bingo: "204,00",
      takings: "400,00",
      others: "300,00",
      until: "50",
    }),
  );
  await press(jefe, "start-game");
  const [first, second, third] = ROWS;
  hall.draw(1, ...first.slice(0, -1));
  await at.show();
  await press(locutor, "interrupt");
  // A ball comes while the card is read.
  hall.draw(first[4]);
  await at.show();
  await call(locutor, "line", "0012");
  expect(hall.panel).toMatchObject({ heldBack: 1, checked: { holds: false, lacks: [73] } });
  await shot(jefe, `acta-wrong-call-${language}`);
  await press(jefe, "resume-game");
  await call(locutor, "line", "0012");
  await press(jefe, "resume-game", yes(jefe));
  hall.draw(...second, ...third);
  await at.show();
  await call(locutor, "bingo", "0012");
  await call(locutor, "bingo", "0013");
  await press(jefe, "end-game", yes(jefe));
  await shot(jefe, `acta-over-${language}`);
  expect(hall.bodies.at(-1)).toMatchObject({ result: { bingo: [{ card: 12 }, { card: 13 }] } });

  const before = await openActa(locutor);
  expect(before).toContain("(300,00)");
  await press(jefe, "write-acta", async () => {
    await jefe.tap('dialog [data-about="paid-bingo"]');
    await jefe.waitForSelector('dialog input[name="says"]');
    await shot(jefe, `acta-write-${language}`);
    await fill(jefe, { says: "102,00 + 102,00" })();
  });
  const after = await openActa(jefe);
  expect([before, after].map((pdf) => pdf.includes("(102,00 + 102,00)"))).toEqual([false, true]);
  await jefe.tap("#recall");
  await shot(jefe, `acta-recall-${language}`);
  await jefe.keyboard.press("Escape");
  expect((await jefe.request.get(at.here.at("control/acta/nobody-was-told"))).status()).toBe(404);
  hall.reader.refill(hall.t);
  hall.play(400_000);
  await at.show();
});
