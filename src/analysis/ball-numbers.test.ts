import { expect, it } from "vitest";
import { randomFrom } from "../time/random-source.ts";
import { BallNumbers, COUNTED_BALLS } from "./ball-numbers.ts";

const random = randomFrom("ball numbers");

/** A whole game. `heavy`: a ball that comes before most others. */
function game(heavy: number | null): readonly number[] {
  const left = Array.from({ length: 90 }, (_, at) => at + 1);
  const order: number[] = [];
  while (order.length < 40) {
    const isHeavy = heavy !== null && left.includes(heavy) && random.below(30) === 0;
    const at = isHeavy ? left.indexOf(heavy) : random.below(left.length);
    order.push(...left.splice(at, 1));
  }
  return order;
}

function counted(games: number, heavy: number | null, between: object | null = null): BallNumbers {
  const numbers = new BallNumbers();
  for (let n = 0; n < games; n++) {
    if (n === games / 2 && between !== null) numbers.take({ kind: "key", key: between });
    const isSecond = between !== null && n >= games / 2;
    numbers.take({ kind: "result", result: { order: game(isSecond || between === null ? heavy : null) } });
  }
  return numbers;
}

it("finds a ball that comes early, and of fair ones says what chance gives", () => {
  const [fair, sets] = counted(600, null).sections();
  expect(fair?.chi?.p).toBeGreaterThan(0.01);
  expect(
    fair?.rows.every(([, count, , low, high]) => Number(count) >= Number(low) && Number(count) <= Number(high)),
  ).toBe(true);
  expect(sets?.rows).toMatchObject([[1, 600, 1_499, expect.any(Number), 89, fair?.chi?.p]]);
  const [loaded] = counted(600, 37).sections();
  expect(loaded?.chi?.p).toBeLessThan(0.001);
  expect(loaded?.rows.filter(([, , , , , outside]) => outside !== "").map(([number]) => number)).toEqual([
    "37",
  ]);
});

it("varies as chance does: one fair hall in twenty is below a twentieth", () => {
  const below = Array.from({ length: 200 }, () => counted(60, null).sections()[0]?.chi?.p ?? 0).filter(
    (p) => p < 0.05,
  );
  expect(below.length).toBeGreaterThan(1);
  expect(below.length).toBeLessThan(24);
});

it("tells sets apart, counts no game that ended sooner, and says which balls people named", () => {
  const numbers = counted(400, 12, { key: "change-balls", why: "unsound" });
  numbers.take({
    kind: "result",
    result: { order: Array.from({ length: COUNTED_BALLS - 1 }, (_, at) => at + 1) },
  });
  numbers.take({ kind: "void" });
  numbers.take({ kind: "ball", n: 3, number: 12, by: { name: "Ana", role: "jefe-de-mesa" } });
  numbers.take({ kind: "ball", n: 4, number: 13, by: "reader" });
  const [all, sets] = numbers.sections();
  expect(sets?.rows.map(([set, games]) => [set, games])).toEqual([
    [1, 200],
    [2, 200],
  ]);
  expect(sets?.rows[1]?.[5]).toBeLessThan(0.01);
  expect(all?.rows[11]?.[6]).toBe(1);
  expect(all?.rows[12]?.[6]).toBe(0);
});

it("says nothing of a table without balls", () => {
  expect(new BallNumbers().sections()).toEqual([]);
});
