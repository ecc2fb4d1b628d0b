import { expect, it } from "vitest";
import type { RecordBody } from "../../../src/table/kernel/record.ts";
import { loadPack } from "../../table/rules/load.ts";
import type { BuiltRecord } from "../../table/pipeline/pipeline.ts";
import { readableLine } from "./contract.ts";

const DIGEST = "0123456789abcdef".repeat(4);
const { pack } = loadPack("cl/ruleta-francesa");
const by = { name: "Ana", role: "croupier" };

it.each([
  { kind: "boot", detail: { release: "0.8.0", manifest: DIGEST, devices: { wheel: { digest: DIGEST } } } },
  { kind: "update", detail: { step: "announced", digest: DIGEST } },
  { kind: "fault", device: "wheel", code: "wheel-setup", round: null, detail: { found: DIGEST } },
  { kind: "shoe", round: 1, event: "loaded", detail: { deck: DIGEST } },
  { kind: "dice-set", round: 1, event: "loaded", detail: { set: DIGEST } },
  { kind: "dispute", round: 1, by, words: DIGEST },
])("the line of a record $kind tells a digest by its beginning", (body) => {
  const record = { seq: 1, at: "2026-03-01T20:00:00.000Z", hash: DIGEST, body: body as unknown as RecordBody };
  const line = readableLine(record as BuiltRecord, pack);
  expect(line).toContain("01234567…");
  expect(line).not.toMatch(/[0-9a-f]{9}/);
});

it("the line of a start has none of the digests of its configuration", () => {
  const names = ["pack", "configuration", "configuration.table", "configuration.people"];
  const detail = { release: "0.8.0", ...Object.fromEntries(names.map((name) => [name, DIGEST])), test: true };
  const body = { kind: "boot", detail } as unknown as RecordBody;
  const record = { seq: 1, at: "2026-03-01T20:00:00.000Z", hash: DIGEST, body } as BuiltRecord;
  expect(readableLine(record, pack)).toBe("20:00:00  boot  release 0.8.0 · test true");
});
