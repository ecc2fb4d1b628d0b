import { expect, it } from "vitest";
import { wallMs } from "../../../src/time/instant.ts";
import { rootOf, toMetadataKey } from "./metadata.ts";

const NOW = wallMs(Date.parse("2026-11-28T12:00:00Z"));
const key = (id: string, raw = id) =>
  toMetadataKey({ id: id.repeat(64), public: raw.repeat(64) } as Parameters<typeof toMetadataKey>[0]);
const KEYS = {
  root: [key("1"), key("2"), key("3")],
  targets: [key("4"), key("5")],
  snapshot: [key("6")],
  timestamp: [key("7")],
};

it("a root counts people by their keys, whatever the keys are called", () => {
  expect(Object.keys(rootOf(1, NOW, KEYS).signed.keys)).toHaveLength(7);
  const twice = /one key stands there twice/;
  expect(() => rootOf(1, NOW, { ...KEYS, root: [key("1"), key("2"), key("8", "2")] })).toThrow(twice);
  expect(() => rootOf(1, NOW, { ...KEYS, root: [key("a"), key("2"), key("8", "A")] })).toThrow(twice);
  expect(() => rootOf(1, NOW, { ...KEYS, targets: [key("4"), key("8", "4")] })).toThrow(twice);
  expect(() => rootOf(1, NOW, { ...KEYS, timestamp: [key("8", "1")] })).toThrow(/kept offline/);
});
