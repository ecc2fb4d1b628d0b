import { expect, it } from "vitest";
import { JournalError } from "../files/errors.ts";
import { unitFailure } from "./failure.ts";

const SECRET = { keepsSecrets: true };

const defect = (): Error => new RangeError("no place for the card Kh");

it("a card table's defect is told by kind and place, and what it says stays inside", () => {
  const reported = unitFailure(defect(), SECRET);
  expect(reported.message).toMatch(
    /^a defect of tirada \(RangeError at .*failure\.test\.ts(?:\?\S*)?:\d+:\d+\); start again/,
  );
  expect(`${reported.message}${reported.stack}${String(reported.cause)}`).not.toContain("Kh");
  expect(unitFailure("Kh", SECRET).message).not.toContain("Kh");
});

it("our own words, and a wheel's, come through", () => {
  const full = new JournalError("disk-full", "writing x: no space");
  expect(unitFailure(full, SECRET)).toBe(full);
  const error = defect();
  expect(unitFailure(error, { keepsSecrets: false })).toBe(error);
});
