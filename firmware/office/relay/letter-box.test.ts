import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { formatOrder, lineOfOrder, type OrderLine } from "../../../src/orders/order.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { BundleBox } from "./bundle-box.ts";
import { LetterBox } from "./letter-box.ts";
import { LETTER_AGE_MS, LETTERS_MAX, LETTERS_OF_PERSON_MAX, TABLE_AGE_MS } from "./limits.ts";
import { RenewalBox } from "./renewal-box.ts";

/** Boxes of tables: who has one, what goes into it, when it goes. */

const BOX = "a".repeat(64);
const digest = (n: number): string => n.toString(16).padStart(64, "0");

function letter(person: string): { text: string; person: string } {
  const said: OrderLine = {
    v: 1,
    kind: "order",
    table: "casino-1/table-07",
    action: "self-test",
    arguments: {},
    notBefore: "2026-11-28T03:00:00.000Z",
    notAfter: "2026-11-28T04:00:00.000Z",
    number: 1,
    person,
    certificate: "0".repeat(64),
  };
  const below = { certificate: Buffer.from("x"), signature: Buffer.alloc(64) };
  return { text: formatOrder(lineOfOrder(said), [below]), person };
}

test("an order makes no box: it waits for a table that came itself", () => {
  const folder = temporaryFolder();
  const box = new LetterBox(folder);
  expect(box.put(BOX, digest(1), letter("Ana"))).toBe("unknown-table");
  expect(readdirSync(folder)).toEqual([]);
  expect(box.noteTable(BOX, systemClock().wall())).toBe(true);
  expect(box.put(BOX, digest(1), letter("Ana"))).toBe("waits");
  expect(box.waiting(BOX, 8)).toEqual([letter("Ana").text]);
});

test("one person fills no table's box", () => {
  const box = new LetterBox(temporaryFolder());
  box.noteTable(BOX, systemClock().wall());
  const put = (n: number, person: string): string => box.put(BOX, digest(n), letter(person));
  for (let n = 0; n < LETTERS_OF_PERSON_MAX; n++) expect(put(n, "Ana")).toBe("waits");
  expect(put(100, "Ana")).toBe("too-many");
  expect(put(0, "Ana")).toBe("waits"); // it is there
  for (let n = LETTERS_OF_PERSON_MAX; n < LETTERS_MAX; n++) expect(put(n, `Bea ${n}`)).toBe("waits");
  expect(put(101, "Carla")).toBe("too-many");
});

test("an empty box goes: at once where no table ever came, else when it did not come for long", () => {
  const folder = temporaryFolder();
  const box = new LetterBox(folder);
  const now = systemClock().wall();
  const left = "b".repeat(64);
  mkdirSync(join(folder, left)); // as an earlier release made them for whoever was named
  box.noteTable(BOX, now);
  box.put(BOX, digest(1), letter("Ana"));
  box.tidy(now + 1);
  expect(readdirSync(folder)).toEqual([BOX]);
  box.tidy(now + LETTER_AGE_MS + 60_000);
  expect(box.waiting(BOX, 8)).toEqual([]);
  expect(readdirSync(folder)).toEqual([BOX]);
  expect(box.put(BOX, digest(2), letter("Ana"))).toBe("waits");
  box.tidy(now + TABLE_AGE_MS + 60_000);
  expect(readdirSync(folder)).toEqual([]);
});

test("a box in which a request or a bundle lies stays", () => {
  const folder = temporaryFolder();
  const box = new LetterBox(folder);
  const now = systemClock().wall();
  box.noteTable(BOX, now);
  expect(new RenewalBox(folder).ask(BOX, "a request")).toBe(true);
  expect(new BundleBox(folder).isFull).toBe(false);
  box.tidy(now + TABLE_AGE_MS + 60_000);
  expect(readdirSync(join(folder, BOX))).toContain("renewal.request");
});
