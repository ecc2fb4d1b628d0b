import { describe, expect, it } from "vitest";
import { bytesOfEveryDevice } from "../../test/support/device-bytes.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { monoUs } from "../../src/time/instant.ts";
import { knownLines } from "./known-lines.ts";
import { ANSWER_ITEMS_MAX, LineRing, RING_BYTES_MAX, RING_ITEMS_MAX, RING_US } from "./line-ring.ts";

const WHEEL = { device: "cammegh-ss2", lines: await knownLines("cammegh-ss2"), isSecret: false };
const SHOE = { device: "tirada-shoe", lines: await knownLines("tirada-shoe"), isSecret: true };
const ring = (): LineRing => new LineRing(new Map([["wheel", WHEEL]]));
const heard = (us: number, bytes = `*X;2;013;17;0;251;0\r\n`, port = "wheel"): Entry => ({
  k: "in",
  t: monoUs(us),
  port,
  bytes,
});
const numbers = (one: { readonly items: readonly { readonly n: number }[] }): readonly number[] =>
  one.items.map(({ n }) => n);

describe("the last ten minutes of a table's lines", () => {
  it("are given on behind a number, and older ones are gone", () => {
    const one = ring();
    for (let at = 0; at < 5; at++) one.take(heard(at), false, false);
    one.take({ k: "tick", t: monoUs(9) }, false, false);
    one.take(heard(9, "x", "panel"), false, false);
    const first = one.read(0, null, false);
    expect([numbers(first), first.upTo, first.gone, first.ports]).toEqual([
      [1, 2, 3, 4, 5],
      5,
      0,
      { wheel: "cammegh-ss2" },
    ]);
    expect(numbers(one.read(3, "wheel", false))).toEqual([4, 5]);
    expect(one.read(5, "wheel", false)).toMatchObject({ items: [], upTo: 5, hasMore: false });
    one.take(heard(RING_US + 3), false, false);
    expect(one.read(0, null, false)).toMatchObject({ gone: 3, upTo: 6 });
    expect(numbers(one.read(0, null, false))).toEqual([4, 5, 6]);
  });

  it("have a limit in bytes and pieces, and each answer one too", () => {
    const one = ring();
    for (let at = 0; at < 3_000; at++) one.take(heard(at, "n".repeat(1_000)), false, false);
    let [items, bytes] = [0, 0];
    for (let after = 0; ;) {
      const answer = one.read(after, null, false);
      expect(answer.items.length).toBeLessThanOrEqual(ANSWER_ITEMS_MAX);
      items += answer.items.length;
      bytes += answer.items.reduce(
        (sum, item) => sum + ("entry" in item && item.entry.k === "in" ? item.entry.bytes.length : 0),
        0,
      );
      after = answer.upTo;
      if (!answer.hasMore) break;
    }
    expect(bytes).toBeLessThanOrEqual(RING_BYTES_MAX);
    expect(bytes).toBeGreaterThan(RING_BYTES_MAX / 2);
    for (let at = 0; at < RING_ITEMS_MAX * 2; at++) one.take(heard(3_000 + at, ""), false, false);
    let count = 0;
    for (let after = 0, more = true; more;) {
      const answer = one.read(after, null, false);
      count += answer.items.length;
      [after, more] = [answer.upTo, answer.hasMore];
    }
    expect(count).toBeLessThanOrEqual(RING_ITEMS_MAX);
    expect(items).toBeGreaterThan(900);
  });
});

describe("an answer", () => {
  it("is what a whole reading has behind its number, of every port, also where the oldest are gone and a round runs", () => {
    const panel = { device: "panel", lines: [], isSecret: false };
    const one = new LineRing(
      new Map([
        ["wheel", WHEEL],
        ["panel", panel],
      ]),
    );
    for (let at = 0; at < 90; at++)
      one.take(heard(at * (RING_US / 60), `${at}`, at % 3 === 0 ? "panel" : "wheel"), at >= 80, at >= 80);
    const whole = one.read(0, null, true);
    const oldest = whole.items[0]?.n ?? 0;
    expect([oldest > 1, whole.gone, whole.items.at(-1)?.n, whole.withheld]).toEqual([true, oldest - 1, 80, 10]);
    for (const port of [null, "wheel", "panel"])
      for (let after = 0; after < 95; after++) {
        const fits = (item: { n: number; port: string }) =>
          item.n > after && (port === null || item.port === port);
        const answer = one.read(after, port, true);
        expect([port, after, answer.items]).toEqual([port, after, whole.items.filter(fits)]);
        expect([answer.upTo, answer.hasMore]).toEqual([Math.max(after, 80), false]);
      }
  });
});

describe("a round that runs", () => {
  it("is given to nobody before its verdict is durable", () => {
    const one = ring();
    one.take(heard(1), false, false);
    one.take(heard(2), true, false);
    // The launch is not durable yet; it is withheld all the same.
    expect(one.read(0, null, false)).toMatchObject({ withheld: 1, upTo: 1 });
    one.take(heard(3), true, true);
    expect([numbers(one.read(0, null, true)), one.read(0, null, true).withheld]).toEqual([[1], 2]);
    // The verdict was come to, and is not signed yet.
    one.take(heard(4), false, true);
    expect(one.read(0, null, true)).toMatchObject({ withheld: 3, upTo: 1 });
    expect(numbers(one.read(1, null, false))).toEqual([2, 3, 4]);
  });

  it("withholds itself and not the rounds before it, though nobody asked between them", () => {
    const one = ring();
    one.take(heard(1), true, false);
    one.take(heard(2), false, true);
    one.take(heard(3), false, false);
    one.take(heard(4), true, false);
    expect(numbers(one.read(0, null, true))).toEqual([1, 2, 3]);
  });
});

describe("a reader of cards", () => {
  it("is kept without faces, without the bytes that have one, and without how many there were", () => {
    const one = new LineRing(new Map([["shoe", SHOE]]));
    const { sent } = bytesOfEveryDevice("ring").find(
      ({ device, kind }) => device === "tirada-shoe" && kind === "serial",
    ) ?? { sent: [] };
    one.take({ k: "open", t: monoUs(0), port: "shoe", name: "/dev/shoe" }, false, false);
    for (const { us, bytes } of sent) one.take(heard(us, bytes, "shoe"), false, false);
    one.take(heard(99_000_000, "C 0042 00ABCDEF 0001 01\r\n", "shoe"), false, false);
    const { items } = one.read(0, null, false);
    expect(items[0]).toMatchObject({ entry: { k: "open" } });
    const rows = items.flatMap((item) => ("row" in item ? [item.row] : []));
    expect(rows).toHaveLength(items.length - 1);
    const cards = rows.filter(({ decoded }) => decoded?.message === "card");
    expect(cards.length).toBeGreaterThan(5);
    expect(cards.every(({ bytes }) => bytes === null)).toBe(true);
    expect(rows.at(-1)).toMatchObject({ bytes: null, isDamaged: true });
    const kept = JSON.stringify(items);
    const lines = sent.filter(({ bytes }) => bytes.startsWith("C "));
    expect(lines.length).toBeGreaterThan(5);
    for (const { bytes } of lines) expect(kept).not.toContain(bytes.slice(15, 40));
    expect(kept).not.toContain("ABCDEF");
  });
});
