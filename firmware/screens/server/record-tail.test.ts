import { beforeEach, expect, it } from "vitest";
import { RECORDS_ASKED } from "./recall-desk.ts";
import { RecordTail } from "./record-tail.ts";

/** A journal that grows, is exchanged for another one or does not answer, as somebody reads it who asks now and then. */

let newest: number | null;
let isReadable: boolean;
let asked: [from: number, count: number][];
let taken: number[];
let forgotten: number;
beforeEach(() => {
  [newest, isReadable, asked, taken, forgotten] = [null, true, [], [], 0];
});

function tail(most: number, begin?: (from: number, newest: number) => Promise<number | null>): RecordTail {
  return new RecordTail({
    newest: () => newest,
    most,
    read: (from, count) => {
      asked.push([from, count]);
      const there = Math.min(count, (newest ?? -1) - from + 1);
      return Promise.resolve(isReadable ? Array.from({ length: there }, (_, at) => `${from + at}`) : null);
    },
    take: (line) => taken.push(Number(line)),
    forget: () => {
      forgotten++;
      taken = [];
    },
    ...(begin === undefined ? {} : { begin }),
  });
}
const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

it("reads nothing before there is anything, then every record once, in its order", async () => {
  const journal = tail(1_000);
  expect([await journal.readNew(), journal.last, asked]).toEqual([false, -1, []]);
  newest = 0;
  expect([await journal.readNew(), taken, journal.last]).toEqual([true, [0], 0]);
  newest = 7;
  expect([await journal.readNew(), taken, journal.last]).toEqual([true, numbers(0, 7), 7]);
  expect([await journal.readNew(), asked]).toEqual([
    true,
    [
      [0, 1],
      [1, 7],
    ],
  ]);
  expect(forgotten).toBe(1);
});

it("reads page by page, and whoever asks meanwhile waits for the same reading", async () => {
  newest = 2 * RECORDS_ASKED + 4;
  const journal = tail(100_000);
  expect(await Promise.all([journal.readNew(), journal.readNew()])).toEqual([true, true]);
  expect(taken).toEqual(numbers(0, newest));
  expect(asked).toEqual([
    [0, RECORDS_ASKED],
    [RECORDS_ASKED, RECORDS_ASKED],
    [2 * RECORDS_ASKED, 5],
  ]);
});

it("begins with the newest where there are more than it looks through, and anew where it stood still for so many", async () => {
  newest = 99;
  const journal = tail(10);
  await journal.readNew();
  expect([taken, forgotten]).toEqual([numbers(90, 99), 1]);
  newest = 108;
  await journal.readNew();
  expect([taken, forgotten]).toEqual([numbers(90, 108), 1]);
  newest = 119;
  await journal.readNew();
  expect([taken, forgotten]).toEqual([numbers(110, 119), 2]);
});

it("begins anew in a journal that is shorter than what it had taken", async () => {
  newest = 20;
  const journal = tail(100);
  await journal.readNew();
  newest = 19;
  await journal.readNew();
  expect([taken, forgotten, journal.last]).toEqual([numbers(0, 19), 2, 19]);
});

it("keeps what it took where the journal does not answer, and goes on there", async () => {
  newest = 5;
  const journal = tail(100);
  await journal.readNew();
  [newest, isReadable] = [9, false];
  expect([await journal.readNew(), taken]).toEqual([false, numbers(0, 5)]);
  isReadable = true;
  expect([await journal.readNew(), taken, forgotten]).toEqual([true, numbers(0, 9), 1]);
  // A journal that has fewer records than it says ends no reading as if all were read.
  newest = 12;
  const short = new RecordTail({
    newest: () => newest,
    most: 100,
    read: (from) => Promise.resolve(from < 6 ? ["x"] : []),
    take: () => undefined,
    forget: () => undefined,
  });
  expect([await short.readNew(), short.last]).toEqual([false, 5]);
});

it("begins where it is told to, and reads nothing where nobody can tell", async () => {
  newest = 50;
  const asking: [number, number][] = [];
  let first: number | null = null;
  const journal = tail(20, (from, to) => {
    asking.push([from, to]);
    return Promise.resolve(first);
  });
  expect([await journal.readNew(), taken]).toEqual([false, []]);
  first = 44;
  expect([await journal.readNew(), taken]).toEqual([true, numbers(44, 50)]);
  newest = 52;
  await journal.readNew();
  expect([taken, asking]).toEqual([
    numbers(44, 52),
    [
      [31, 50],
      [31, 50],
    ],
  ]);
});
