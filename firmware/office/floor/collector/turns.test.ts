import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

test("so many work at a time, in the order in which they came, whatever becomes of those before", async () => {
  const turns = new Turns(2);
  const begun: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<number>());
  const all = ends.map(({ promise }, n) =>
    turns.take(() => {
      begun.push(n);
      return promise;
    }),
  );
  const settled = Promise.allSettled(all);
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  ends[1]?.reject(new Error("lost"));
  await expect(all[1]).rejects.toThrow("lost");
  expect(begun).toEqual([0, 1, 2]);
  for (const [n, { resolve }] of ends.entries()) resolve(n);
  expect((await settled).map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
  ]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  expect(await turns.take(() => Promise.resolve(7))).toBe(7);
});
