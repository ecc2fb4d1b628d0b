import fc from "fast-check";
import { expect, it } from "vitest";
import { isShakeCommand, orderOf, STATES, stateOf } from "./shake.ts";

it("knows its four states, and nothing like them", () => {
  expect(STATES.map(stateOf)).toEqual([...STATES]);
  for (const text of ["", "s1", "S1 ", " S1", "S", "S3", "S00", "S1\u0000", "toString"])
    expect(stateOf(text)).toBeNull();
});

it.each([
  ["/cycle/?pattern=0&parameter1=10&parameter2=0&amplitude=0.41&duration=9.59", 9_590],
  ["/cycle/?duration=3", 3_000],
  ["/cycle/?duration=120", 120_000],
  ["/cycle/?pattern=0", null],
  ["/cycle/?duration=", null],
  ["/cycle/?duration=-1", null],
  ["/cycle/?duration=1e3", null],
  ["/cycle/?duration=0.0001", null],
  ["/cycle/?duration=121", null],
  ["/cycle/?duration=3&duration=9", null],
])("%s asks for %s ms", (payload, asked) => {
  expect(orderOf(payload)).toEqual({ c: "shake", asked });
});

it("knows a question, and the newer command", () => {
  expect(orderOf("/state")).toEqual({ c: "state" });
  expect(orderOf("/stop")).toBeNull();
  expect(isShakeCommand('{"command":"shake","arg":{"round_id":"7"}}')).toBe(true);
  for (const text of ["", "null", "[]", '"shake"', '{"command":"stop"}', "{"])
    expect(isShakeCommand(text)).toBe(false);
});

it("takes any text without throwing", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const order = orderOf(text);
      if (order?.c === "shake") expect(order.asked === null || order.asked > 0).toBe(true);
      stateOf(text);
      isShakeCommand(text);
    }),
  );
});
