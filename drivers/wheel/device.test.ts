import { expect, it } from "vitest";
import { unfitReason } from "./device.ts";

const disc = (cells: number) =>
  ({ kind: "disc", pockets: Array.from({ length: cells }, (_, at) => `${at}`) }) as const;

it("a device that is built into a wheel fits none with other cells", () => {
  const built = { name: "wheel-54", kinds: ["disc"], cells: 54 } as const;
  expect(unfitReason(built, disc(54))).toBeNull();
  expect(unfitReason(built, disc(64))).toBe("wheel-54 has a wheel of 54, and this one has 64");
  expect(unfitReason(built, { ...disc(54), kind: "bowl" })).toBe("wheel-54 cannot be used on a bowl");
});

it("a device that is put beside a wheel fits all of its kinds", () => {
  expect(unfitReason({ name: "board", kinds: ["disc", "bowl"] }, disc(64))).toBeNull();
});
