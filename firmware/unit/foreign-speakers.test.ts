import { expect, it } from "vitest";
import { bytesOfEveryDevice } from "../../test/support/device-bytes.ts";
import { monoUs } from "../../src/time/instant.ts";
import { knownLines } from "../listen/known-lines.ts";
import { LineRing } from "../listen/line-ring.ts";
import { ForeignSpeakers } from "./foreign-speakers.ts";

/** A table that reads an SS2, with what came over its port, and the faults that stand. */
async function lookAt(device: string, codes: readonly string[]) {
  const lines = await knownLines("cammegh-ss2");
  const ring = new LineRing(new Map([["wheel", { device: "cammegh-ss2", lines, isSecret: false }]]));
  const one = bytesOfEveryDevice("foreign").find((each) => each.device === device && each.kind === "serial")!;
  one.sent.slice(0, 300).forEach(({ bytes }, at) => {
    ring.take({ k: "in", t: monoUs(at * 1_000), port: "wheel", bytes }, false, false);
  });
  const faults = codes.map((code) => ({ device: "wheel", code, since: "2026-11-29T02:40:00.000Z" }));
  const unit = {
    lines: ring,
    shown: { durable: { faults } },
    setup: { devices: { device: "cammegh-ss2", ports: ["wheel"] } },
  };
  const speakers = new ForeignSpeakers({ unit } as unknown as ConstructorParameters<typeof ForeignSpeakers>[0]);
  await speakers.look();
  return speakers.found;
}

it("is named where the table's own device is not understood, and nowhere else", async () => {
  expect(await lookAt("sensor-board", ["device-silent", "line-noise"])).toEqual([
    { device: "wheel", is: "sensor-board" },
  ]);
  expect(await lookAt("sensor-board", [])).toEqual([]);
  expect(await lookAt("cammegh-ss2", ["line-noise"])).toEqual([]);
});
