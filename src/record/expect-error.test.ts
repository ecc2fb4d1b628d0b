import { expect, test } from "vitest";
import { expectError } from "./bytes.ts";

test("an error of the kind is given back, and any other one is thrown on", () => {
  const [expected, other] = [new RangeError("far"), new TypeError("odd")];
  expect(expectError(expected, RangeError)).toBe(expected);
  expect(() => expectError(other, RangeError)).toThrow(other);
  expect(() => expectError("odd", RangeError)).toThrow("odd");
});
