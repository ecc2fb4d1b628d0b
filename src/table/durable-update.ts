import type { Durable } from "./durable.ts";
import type { LifeRecord } from "./record.ts";

/** The steps of an update that records name (`step` of a record `update`). */
export const UPDATE_STEPS = [
  /** The release is there and will be switched to when its notice is over. */
  "announced",
  /** Nothing comes of what was announced. */
  "withdrawn",
  /** The table ends, and starts with the release on trial. */
  "switched",
  /** It passed its trial. */
  "confirmed",
  /** It did not, and the release before is back. */
  "returned",
  /** It was not installed. */
  "refused",
  /** Nothing is switched until it is released. */
  "held",
  "released",
] as const;
export type UpdateStep = (typeof UPDATE_STEPS)[number];

/** What is known of an update; a fold over the records. */
export interface DurableUpdate {
  /** Somebody wants no update at this table. Absent: nobody does. */
  readonly held?: true;
  /** A release that waits: version, digest of its manifest, and when its notice is over (RFC 3339). Absent: none does. */
  readonly announced?: { readonly version: string; readonly digest: string; readonly until: string };
  /** The highest number in the repositories of a release that was confirmed. Absent: none was that has a number. */
  readonly release?: number;
}

/** The durable table after a step of an update. A release that is announced again keeps its first notice. */
export function reduceUpdate(before: Durable, { detail }: LifeRecord): Durable {
  const { update = {}, ...rest } = before;
  const after = updateAfter(update, detail);
  return Object.keys(after).length === 0 ? rest : { ...rest, update: after };
}

function updateAfter(before: DurableUpdate, detail: LifeRecord["detail"]): DurableUpdate {
  const { announced, held, ...rest } = before;
  const keptHeld = held === undefined ? {} : { held };
  const keptAnnounced = announced === undefined ? {} : { announced };
  const [version = "", digest = "", until = ""] = ["version", "digest", "until"].map((name) =>
    String(detail[name]),
  );
  switch (detail["step"]) {
    case "announced":
      return announced?.digest === digest
        ? before
        : { ...rest, ...keptHeld, announced: { version, digest, until } };
    case "confirmed":
      return { ...rest, ...keptHeld, ...highest(rest, detail["release"]) };
    case "withdrawn":
    case "returned":
    case "refused":
      return { ...rest, ...keptHeld };
    case "held":
      return { ...rest, ...keptAnnounced, held: true };
    case "released":
      return { ...rest, ...keptAnnounced };
    default:
      return before;
  }
}

function highest({ release: before }: DurableUpdate, release: unknown): Pick<DurableUpdate, "release"> {
  return typeof release === "number" ? { release: Math.max(release, before ?? 0) } : {};
}
