import { describe, expect, it, onTestFinished } from "vitest";
import { openElectronicDemo, type ElectronicChoice } from "../../hw-sim/demo/electronic.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { runTable } from "../../firmware/unit/run.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { temporaryFolder } from "../support/folder.ts";
import { sampleOfRun } from "../support/volume.ts";
import { until } from "../support/screen-line.ts";

/** `tirada start --table roulette-ss2`, `roulette-mercury-360`: a wheel with electronics, simulated, on a real serial port. */

const LONG_MS = 100_000;

async function play(device: ElectronicChoice["device"]): Promise<readonly BuiltRecord[]> {
  const records: BuiltRecord[] = [];
  const demo = await openElectronicDemo(systemClock(), {
    table: "test",
    rulebook: "cl/ruleta-francesa",
    device,
    speed: 10,
    seed: "scenario",
    folder: temporaryFolder(),
  });
  onTestFinished(() => demo.stop());
  const running = await runTable({
    config: { ...demo.config, display: { host: "127.0.0.1", port: 0 } },
    clock: demo.clock,
    onRecord: (record) => records.push(record),
    onNotice: () => undefined,
    follower: demo.follower,
  });
  onTestFinished(() => running.stop("test"));
  demo.play(running.unit);
  return records;
}

describe("the demonstration of a wheel with electronics", () => {
  /** Each run another one; a soak all. */
  const devices = sampleOfRun(["cammegh-ss2", "cammegh-mercury-360"] as const, 1, "wheels with electronics");

  it.each(devices)(
    "%s plays a certified number",
    async (device) => {
      const records = await play(device);
      await until(
        "a certified number",
        () => records.some(({ body }) => body.kind === "result" && body.certainty.level === "certified"),
        LONG_MS,
      );
      const [boot] = records.filter(({ body }) => body.kind === "boot");
      expect(boot?.body).toMatchObject({ detail: { device } });
    },
    LONG_MS,
  );
});
