import { Counter, Gauge, Registry } from "prom-client";
import type { Freshness } from "../../../../src/floor/freshness.ts";
import { isWear, type Heartbeat } from "../../../../src/floor/heartbeat.ts";
import type { LogStanding } from "../../../../src/floor/picture-types.ts";
import type { WheelBias } from "../../../../src/floor/wheel-bias.ts";
import { modeOfLog } from "../../../../src/record/mode.ts";

/** A table as the floor knows it now. */
export interface TableGlance {
  readonly log: string;
  readonly standing: LogStanding;
  readonly freshness: Freshness;
  /** Null: none came. */
  readonly heartbeat: Heartbeat | null;
  /** Records that the table has and the store has not. */
  readonly behind: number;
}

export interface FloorFigures {
  /** By the wall clock of this machine, ms since 1970. */
  readonly now: number;
  readonly tables: readonly TableGlance[];
  /** Numbers with two contents about which two people have not decided yet. */
  readonly forks: readonly { readonly log: string }[];
  /** When a line was put aside last, ms since 1970, by log. */
  readonly quarantined: ReadonlyMap<string, number>;
  readonly wheels: readonly WheelBias[];
}

/**
 * The floor's figures in Prometheus' text format: one series a table, by its log and what it calls itself. Nothing in it depends on a card
 * that lies face down: it is what heartbeats say, and counts of the store.
 */
export function floorText(figures: FloorFigures): Promise<string> {
  const register = new Registry();
  const registers = [register];
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ): Gauge<"log" | Label> =>
    new Gauge({ name: `tirada_floor_${name}`, help, labelNames: ["log", ...labelNames], registers });
  const heard = gauge("table_heard", "1 while the table says in time how it is.", ["name", "mode"]);
  const forked = gauge("table_forked", "1 while the table has two histories.");
  const forks = new Map(figures.forks.map(({ log }) => [log, 1]));
  for (const { log, standing, freshness, heartbeat } of figures.tables) {
    if (standing === "retired" || standing === "waiting") continue;
    heard.labels(log, heartbeat?.name ?? "", modeOfLog(log)).set(freshness === "gone" ? 0 : 1);
    forked.labels(log).set(standing === "forked" || forks.has(log) ? 1 : 0);
  }
  const quarantined = gauge("quarantined_seconds", "Since a line of this log was put aside last.");
  for (const [log, at] of figures.quarantined) quarantined.labels(log).set(secondsSince(figures.now, at));
  const bias = gauge("wheel_bias_p", "How often chance alone would give the worst of so many wheels as much.");
  for (const { log, amongAll } of figures.wheels) if (amongAll !== null) bias.labels(log).set(amongAll);
  addHeartbeats(figures, registers, gauge);
  return register.metrics();
}

type MakeGauge = <Label extends string>(
  name: string,
  help: string,
  labels?: readonly Label[],
) => Gauge<"log" | Label>;

const secondsSince = (now: number, at: number): number => Math.max(0, Math.round((now - at) / 1_000));

/** What tables say of themselves: of those that are heard alone. What a silent one said last says nothing of now. */
function addHeartbeats({ tables, now }: FloorFigures, registers: Registry[], gauge: MakeGauge): void {
  const certifies = gauge("can_certify", "0 while a fault stands under which nothing is certified.");
  const fault = gauge("fault", "1 for each fault that stands.", ["device", "code"]);
  const wear = gauge("wears_out", "1 for each figure of the table that left its band.", ["code"]);
  const waits = gauge("waits_seconds", "Since when the oldest decision waits for this role.", ["role"]);
  const behind = gauge("behind_records", "Records that the table has and the store has not.");
  const witness = gauge("not_witnessed", "1 while records wait for the witness longer than they should.");
  const disk = gauge("disk_used_permille", "In use of a disk of the table.", ["folder"]);
  const left = gauge("disk_left_days", "Until a disk of the table is full, at its pace.", ["folder"]);
  const second = gauge("second_copy_lost", "1 while the second copy is lost.");
  const certificate = gauge("certificate_days", "Whole days that the unit's certificate still counts.");
  const list = gauge("list_days", "Whole days that the unit's revocation list still counts.");
  const temperature = gauge("temperature_celsius", "Of the table's machine.");
  const clock = gauge("clock_offset_ms", "By which the table's clock is off, where its machine knows.");
  const update = gauge("update_waits", "1 while a release waits for something.", ["obstacle"]);
  const release = gauge("release", "1: the release that the table runs.", ["release"]);
  const rounds = new Counter({
    name: "tirada_floor_rounds_total",
    help: "Rounds by their end, since the table's unit began.",
    labelNames: ["log", "end"],
    registers,
  });
  for (const { log, standing, freshness, heartbeat, behind: records } of tables) {
    if (heartbeat === null || freshness === "gone" || standing === "retired") continue;
    certifies.labels(log).set(heartbeat.faults.some(({ refuses }) => refuses) ? 0 : 1);
    for (const { device, code } of heartbeat.faults)
      if (isWear(code)) wear.labels(log, code).set(1);
      else fault.labels(log, device, code).set(1);
    for (const [role, of] of Map.groupBy(heartbeat.waits, (one) => one.role))
      waits.labels(log, role).set(secondsSince(now, Math.min(...of.map(({ since }) => since))));
    behind.labels(log).set(records);
    const { witness: cosigned, second: copy, days } = heartbeat;
    if (cosigned !== null) witness.labels(log).set(cosigned.state === "well" ? 0 : 1);
    for (const one of heartbeat.disks) {
      disk.labels(log, one.folder).set(one.usedPm);
      if (one.days !== null) left.labels(log, one.folder).set(one.days);
    }
    if (copy !== null) second.labels(log).set(["well", "behind"].includes(copy.state) ? 0 : 1);
    certificate.labels(log).set(days.certificate);
    list.labels(log).set(days.list);
    if (heartbeat.temperature !== null) temperature.labels(log).set(heartbeat.temperature / 10);
    if (heartbeat.clock?.offsetMs != null) clock.labels(log).set(heartbeat.clock.offsetMs);
    for (const obstacle of heartbeat.update?.obstacles ?? []) update.labels(log, obstacle).set(1);
    release.labels(log, heartbeat.release.version).set(1);
    for (const [end, count] of Object.entries(heartbeat.rounds)) rounds.labels(log, end).inc(count);
  }
}
