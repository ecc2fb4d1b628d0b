import type { Durable } from "./durable.ts";
import type { LifeRecord } from "../record.ts";

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
  /** The last step of a release: where the last update stands, or how it ended. Absent: there was none. */
  readonly last?: UpdateProgress;
  /** The same of base systems. Absent: there was no step of any. */
  readonly base?: DurableBase;
}

/** What is known of the machine's base system; of the records with a number of a base. */
export interface DurableBase extends Pick<DurableUpdate, "announced" | "last"> {
  /** The base with the highest number that was kept: its number in the repositories, version, digest of its bundle. Absent: none was. */
  readonly kept?: { readonly number: number; readonly version: string; readonly digest: string };
}

/** A step of a release as its record had it. */
export interface UpdateProgress {
  readonly step: Exclude<UpdateStep, "held" | "released">;
  /** The release that it is about; null: the repositories had none, or it was refused before it was known. */
  readonly version: string | null;
  readonly digest: string | null;
  /** The order that brought it; null: none did. */
  readonly order: string | null;
  /** Why, by name or in words; null: as it was wanted. */
  readonly why: string | null;
  /** Time label of its record. */
  readonly at: string;
}

/** The durable table after a step of an update. A release that is announced again keeps its first notice. */
export function reduceUpdate(before: Durable, { detail }: LifeRecord, at: string): Durable {
  const { update = {}, ...rest } = before;
  const { base, ...release } = update;
  const after =
    typeof detail["base"] === "number"
      ? { ...release, base: baseAfter(base ?? {}, detail, detail["base"], at) }
      : {
          ...stateAfter(release, detail),
          ...lastAfter(release, detail, at),
          ...(base === undefined ? {} : { base }),
        };
  return Object.keys(after).length === 0 ? rest : { ...rest, update: after };
}

function baseAfter(before: DurableBase, detail: LifeRecord["detail"], number: number, at: string): DurableBase {
  const { kept } = before;
  const { announced } = stateAfter(before, detail);
  const [version, digest] = [String(detail["version"]), String(detail["digest"])];
  const isHighest = detail["step"] === "confirmed" && number >= (kept?.number ?? 0);
  return {
    ...(announced === undefined ? {} : { announced }),
    ...(isHighest ? { kept: { number, version, digest } } : kept === undefined ? {} : { kept }),
    ...lastAfter(before, detail, at),
  };
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

function lastAfter(
  { last }: Pick<DurableUpdate, "last">,
  detail: LifeRecord["detail"],
  at: string,
): Pick<DurableUpdate, "last"> {
  const step = UPDATE_STEPS.find((one) => one === detail["step"]);
  if (step === undefined || step === "held" || step === "released") return last === undefined ? {} : { last };
  const [version, digest, order, why] = ["version", "digest", "order", "why"].map((name) =>
    textOf(detail[name]),
  );
  return {
    last: {
      step,
      version: version ?? null,
      digest: digest ?? null,
      order: order ?? null,
      why: why ?? null,
      at,
    },
  };
}

function stateAfter(before: DurableUpdate, detail: LifeRecord["detail"]): Omit<DurableUpdate, "last" | "base"> {
  const { announced, held, release } = before;
  const keptHeld = held === undefined ? {} : { held };
  const keptAnnounced = announced === undefined ? {} : { announced };
  const keptRelease = release === undefined ? {} : { release };
  const [version = "", digest = "", until = ""] = ["version", "digest", "until"].map((name) =>
    String(detail[name]),
  );
  switch (detail["step"]) {
    case "announced":
      return announced?.digest === digest
        ? { ...keptRelease, ...keptHeld, ...keptAnnounced }
        : { ...keptRelease, ...keptHeld, announced: { version, digest, until } };
    case "confirmed":
      return { ...keptRelease, ...keptHeld, ...highest(before, detail["release"]) };
    case "withdrawn":
    case "returned":
      return { ...keptRelease, ...keptHeld };
    // What was refused before it was announced takes nothing from what waits.
    case "refused":
      return { ...keptRelease, ...keptHeld, ...(announced?.digest === digest ? {} : keptAnnounced) };
    case "held":
      return { ...keptRelease, ...keptAnnounced, held: true };
    case "released":
      return { ...keptRelease, ...keptAnnounced };
    default:
      return { ...keptRelease, ...keptHeld, ...keptAnnounced };
  }
}

function highest({ release: before }: DurableUpdate, release: unknown): Pick<DurableUpdate, "release"> {
  return typeof release === "number" ? { release: Math.max(release, before ?? 0) } : {};
}
