import { Counter, Gauge, Registry } from "prom-client";

/** What figures are made of. Nothing of it depends on a card that lies face down: faults and counts as the screens show them. */
export interface MetricsInput {
  readonly release: string;
  readonly mode: "live" | "test";
  readonly upSeconds: number;
  readonly faults: readonly { readonly device: string; readonly code: string; readonly refuses: boolean }[];
  readonly records: number;
  readonly epoch: number;
  /** Null: the table keeps no second copy. */
  readonly second: { readonly lost: unknown; readonly behind: number } | null;
  /** Null: the table has no witness. */
  readonly witness: { readonly size: number; readonly minutes: number } | null;
  /** Null, or left out: the table publishes to no floor. */
  readonly floor?: { readonly trouble: string | null; readonly behind: number } | null;
  /** Bytes, in steps. */
  readonly memory: number;
  /** Of the unit and its devices, by name. */
  readonly counters: Readonly<Record<string, number>>;
  /** Of the screens; null: not known here. */
  readonly screens: Readonly<Record<string, number>> | null;
}

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/**
 * The figures in Prometheus' text format. Labels are names of devices, codes of faults and names of counters, all from catalogues:
 * never a number, a face, a person or an address.
 */
export function metricsText(input: MetricsInput): Promise<string> {
  const register = new Registry();
  const registers = [register];
  const gauge = (name: string, help: string, value: number): void =>
    new Gauge({ name: `tirada_${name}`, help, registers }).set(value);
  const counter = (name: string, help: string, value: number): void =>
    new Counter({ name: `tirada_${name}_total`, help, registers }).inc(value);

  new Gauge({
    name: "tirada_info",
    help: "The release, and whether records count.",
    labelNames: ["release", "mode"],
    registers,
  })
    .labels(input.release, input.mode)
    .set(1);
  gauge("up_seconds", "Since the unit started.", input.upSeconds);
  gauge(
    "can_certify",
    "0 while a fault is active under which nothing is certified.",
    input.faults.some(({ refuses }) => refuses) ? 0 : 1,
  );
  const faults = new Gauge({
    name: "tirada_fault",
    help: "1 for each active fault.",
    labelNames: ["device", "code"],
    registers,
  });
  for (const { device, code } of input.faults) faults.labels(device, code).set(1);
  counter("records", "Records of the log.", input.records);
  gauge("epoch", "The open epoch of the journal.", input.epoch);
  gauge("memory_bytes", "Resident memory of the process, in steps of 16 MiB.", input.memory);
  if (input.second !== null) {
    gauge("second_copy_lost", "1 while the second copy is lost.", input.second.lost === null ? 0 : 1);
    gauge("second_copy_behind_records", "Records that the second copy has not.", input.second.behind);
  }
  if (input.witness !== null) {
    gauge("witnessed_records", "Records under a checkpoint that the witness cosigned.", input.witness.size);
    gauge(
      "witness_waiting_minutes",
      "How long records have been waiting for the witness.",
      input.witness.minutes,
    );
  }
  if (input.floor != null) {
    gauge("floor_behind_records", "Records that the casino's floor has not.", input.floor.behind);
    gauge("floor_trouble", "1 while the floor takes no records.", input.floor.trouble === null ? 0 : 1);
  }
  eachCounter("unit", input.counters, registers);
  if (input.screens !== null) eachCounter("screens", input.screens, registers);
  return register.metrics();
}

function eachCounter(part: string, counters: Readonly<Record<string, number>>, registers: Registry[]): void {
  const counted = new Gauge({
    name: `tirada_${part}_events`,
    help: `What the ${part === "unit" ? "unit and its devices" : "screens"} counted since the start.`,
    labelNames: ["what"],
    registers,
  });
  for (const [what, value] of Object.entries(counters)) counted.labels(what).set(value);
}
