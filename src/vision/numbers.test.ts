import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leastSquares, normalEquations, solveLeastSquares, solveLinear } from "./least-squares.ts";
import { dotProduct, meanOf, medianOf, middleValue, vertexOf } from "./numbers.ts";

describe("of many values", () => {
  it("the mean, the upper and the very middle", () => {
    expect(meanOf([1, 2, 6])).toBe(3);
    const many = [9, 100, 1, 4];
    expect([medianOf(many), middleValue(many)]).toEqual([9, 6.5]);
    expect([medianOf([10, 9, 100]), middleValue([10, 9, 100])]).toEqual([10, 10]);
    expect([medianOf([]), middleValue([])]).toEqual([0, 0]);
    expect(many).toEqual([9, 100, 1, 4]);
    expect(dotProduct([1, 2, 3], [4, -5, 6])).toBe(12);
  });

  it("a parabola's vertex, within half a place", () => {
    for (const at of [-0.4, -0.1, 0, 0.3, 0.5])
      for (const bend of [-2, 3]) {
        const [before, here, after] = [-1, 0, 1].map((x) => bend * (x - at) ** 2 + 7);
        expect(vertexOf(before!, here!, after!)).toBeCloseTo(at, 9);
      }
    expect([vertexOf(0, 1, 9), vertexOf(9, 1, 0)]).toEqual([-0.5, 0.5]);
    expect(vertexOf(1, 2, 3)).toBe(0);
  });
});

describe("linear equations", () => {
  const numbers = fc.integer({ min: -9, max: 9 });

  it("are solved whatever their order, where they are determined", () => {
    fc.assert(
      fc.property(
        fc.array(numbers, { minLength: 9, maxLength: 9 }),
        fc.array(numbers, { minLength: 3, maxLength: 3 }),
        (flat, known) => {
          const matrix = [0, 1, 2].map((row) => flat.slice(3 * row, 3 * row + 3));
          const [a, b, c] = matrix as [number[], number[], number[]];
          const determinant =
            a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) -
            a[1]! * (b[0]! * c[2]! - b[2]! * c[0]!) +
            a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!);
          fc.pre(determinant !== 0);
          const solution = solveLinear(
            matrix,
            matrix.map((row) => dotProduct(row, known)),
          )!;
          solution.forEach((value, at) => expect(value).toBeCloseTo(known[at]!, 6));
        },
      ),
      { numRuns: 100 },
    );
    // The first equation says nothing of the first unknown.
    expect(
      solveLinear(
        [
          [0, 1],
          [2, 0],
        ],
        [3, 8],
      ),
    ).toEqual([4, 3]);
  });

  it("that say nothing of an unknown have no solution", () => {
    expect(
      solveLinear(
        [
          [1, 2],
          [2, 4],
        ],
        [1, 2],
      ),
    ).toBeNull();
    expect(solveLinear([[1, 2]], [1, 2])).toBeNull();
    expect(
      solveLeastSquares(
        [
          [1, 1, 1],
          [2, 2, 2],
        ],
        [1, 2, 3],
      ),
    ).toBeNull();
  });

  it("too many of them are met as nearly as can be", () => {
    const [ones, xs] = [
      [1, 1, 1, 1],
      [0, 1, 2, 3],
    ];
    expect(normalEquations([ones, xs], [1, 3, 2, 4])).toEqual({
      normal: [
        [4, 6],
        [6, 14],
      ],
      right: [10, 19],
    });
    const line = solveLeastSquares([ones, xs], [1, 3, 2, 4])!;
    expect(line).toEqual([expect.closeTo(1.3, 9), expect.closeTo(0.8, 9)]);
  });
});

describe("least squares", () => {
  it("find where the errors are smallest, of a line and of what is none", () => {
    const xs = [0, 1, 2, 3, 4, 5];
    const line = leastSquares([0, 0], ([a = 0, b = 0]) => xs.map((x) => a + b * x - (3 - 2 * x)));
    expect(line).toEqual([expect.closeTo(3, 5), expect.closeTo(-2, 5)]);
    const wave = leastSquares([1, 0.8], ([size = 0, speed = 0]) =>
      xs.map((x) => size * Math.sin(speed * x) - 2 * Math.sin(0.7 * x)),
    );
    expect(wave).toEqual([expect.closeTo(2, 4), expect.closeTo(0.7, 4)]);
    // Rosenbrock's valley: along its bottom it bends.
    const valley = leastSquares([-1.2, 1], ([x = 0, y = 0]) => [1 - x, 10 * (y - x * x)]);
    expect(valley).toEqual([expect.closeTo(1, 4), expect.closeTo(1, 4)]);
  });

  it("never leave a place for a worse one, and end", () => {
    let asked = 0;
    const start = [5];
    const found = leastSquares(start, ([x = 0]) => {
      asked++;
      return [x === 5 ? 1 : 2 + x];
    });
    expect(found).toEqual([5]);
    expect(asked).toBeLessThan(200);
    expect(start).toEqual([5]);
    expect(leastSquares([4], () => [1])).toEqual([4]);
  });
});
