import { expect, it } from "vitest";
import type { DriftHint, DriftReport } from "../../../src/analysis/drift/drift-report.ts";
import { heartbeatShape } from "../../../src/floor/heartbeat.ts";
import { wellBeat } from "../../../test/support/memory-floor.ts";
import { heartbeatOf } from "./heartbeat-of.ts";

/** What a heartbeat says of a table, of which only what is looked at here is made up. */
const AT = "2026-11-30T03:00:00.000Z";
const silent = { device: "sensor-board", code: "device-silent", since: AT, refuses: true };

function faultsOf(drift: DriftReport | null | undefined, faults: readonly (typeof silent)[] = [silent]) {
  const { log, start, count, at, last, phaseSince, rounds, disks, records } = wellBeat("tirada.example/c/r1");
  const health = {
    log,
    name: "R1",
    devices: ["sensor-board"],
    rulebook: "cl/ruleta-francesa@2",
    faults,
    drift,
  };
  const rest = { release: { version: "0", manifest: null }, family: "wheel", upSeconds: 1, clock: null };
  const view = { phase: "betting", tasks: [] };
  const own = { start, count, at, last, phaseSince, rounds, disks, records, tasksSince: new Map() };
  const facts = heartbeatOf({ ...health, ...rest, second: null, witness: null } as never, view as never, own);
  const sent = { v: 1, ...facts, days: { certificate: 90, list: 6 }, published: 0, temperature: null };
  return heartbeatShape.parse(sent).faults;
}

const hint = (measure: DriftHint["measure"], part: string): DriftHint => ({
  measure,
  part,
  unit: "lap",
  value: 47,
  low: 79,
  high: 108,
});
const report = (...hints: readonly DriftHint[]): DriftReport => ({
  format: "tirada-drift/1",
  at: AT,
  rounds: 160,
  since: AT,
  hints,
  days: [],
});

it("says what left its band behind the faults, each once, in the form that a floor of before takes", () => {
  const hints = [hint("pulse-width", "A"), hint("pulse-width", "B"), hint("curtain", "X")];
  const worn = (code: string) => ({ device: "sensor-board", code, since: Date.parse(AT), refuses: false });
  expect(faultsOf(report(...hints))).toEqual([
    { ...silent, since: Date.parse(AT) },
    worn("drift-pulse-width"),
    worn("drift-curtain"),
  ]);
  for (const nothing of [report(), null, undefined]) expect(faultsOf(nothing)).toHaveLength(1);
  // Where there are more faults than a heartbeat has room for, they come first.
  expect(
    faultsOf(
      report(...hints),
      Array.from({ length: 40 }, () => silent),
    ).every(({ refuses }) => refuses),
  ).toBe(true);
});
