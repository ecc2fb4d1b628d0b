import type { Heartbeat } from "../../../src/floor/heartbeat.ts";
import type { TableView, TaskView } from "../../../src/table/kernel/view/view.ts";
import type { UnitHealth } from "../../unit/health.ts";
import type { HeartbeatFacts } from "./heartbeats.ts";

/** Of each list of a heartbeat. */
const LIST_MAX = 32;

/** What a table says of itself besides its health and what its screens show. */
export interface OwnFacts extends Pick<
  Heartbeat,
  "start" | "count" | "at" | "phaseSince" | "last" | "rounds" | "disks"
> {
  /** Records that may leave. */
  readonly records: number;
  /** When each task that waits was seen first, ms since 1970. */
  readonly tasksSince: ReadonlyMap<string, number>;
}

/** What tells two tasks apart. */
export const taskName = ({ id, round }: Pick<TaskView, "id" | "round">): string => `${id} ${round ?? ""}`;

/**
 * How a table is, of what the doctor is told (`UnitHealth`) and what the screens show. Both are of durable records and counts: nothing in it
 * depends on a card that lies face down.
 */
export function heartbeatOf(
  health: UnitHealth,
  view: TableView,
  { tasksSince, ...own }: OwnFacts,
): HeartbeatFacts {
  const { second, witness, update = null, clock, clockAheadMs = null } = health;
  const measured = health.drift?.days ?? [];
  return {
    ...own,
    ...(measured.length === 0 ? {} : { measured: measured.slice(0, LIST_MAX) }),
    log: health.log,
    upSeconds: health.upSeconds,
    name: health.name,
    family: health.family,
    rulebook: health.rulebook,
    edition: /@(.*)$/.exec(health.rulebook)?.[1] ?? "",
    devices: health.devices.slice(0, LIST_MAX),
    release: health.release,
    phase: view.phase,
    waits: view.tasks.slice(0, LIST_MAX).map((task) => ({
      round: task.round ?? 0,
      what: task.id,
      role: task.for,
      since: tasksSince.get(taskName(task)) ?? own.at,
    })),
    faults: [
      ...health.faults.map(({ since, ...fault }) => ({ ...fault, since: instantOf(since) })),
      ...wearOf(health),
    ].slice(0, LIST_MAX),
    update:
      update === null ? null : { release: update.version, step: "announced", obstacles: [...update.obstacles] },
    clock: clock === null ? null : { quality: clock, offsetMs: clockAheadMs },
    second:
      second === null
        ? null
        : {
            state: second.lost === null ? (second.behind > 0 ? "behind" : "well") : second.lost.why,
            next: Math.max(0, own.records - second.behind),
          },
    witness:
      witness === null
        ? null
        : {
            state: witness.trouble ?? (witness.minutes > 0 ? "late" : "well"),
            size: witness.size,
            at: witness.time === null ? null : instantOf(witness.time),
          },
  };
}

/** What left its band, each once: whoever is far away looks at it before it is a fault. */
function wearOf({ drift = null, devices }: UnitHealth): Heartbeat["faults"] {
  if (drift === null) return [];
  const measures = new Set(drift.hints.map(({ measure }) => measure));
  const [device = "unit"] = devices;
  const since = instantOf(drift.at);
  return [...measures].map((measure) => ({ device, code: `drift-${measure}`, since, refuses: false }));
}

/** RFC 3339 as ms since 1970; what is no time: 0. */
function instantOf(text: string): number {
  const at = Date.parse(text);
  return Number.isSafeInteger(at) && at > 0 ? at : 0;
}
