/**
 * A lock as the durable table keeps it, so that a restart forgets none: see `access-guard.ts`. Times are labels of the wall
 * clock, since the monotonic one begins anew with the machine.
 */
export interface AccessLock {
  readonly address: string;
  /** Null: the address, whatever the name. */
  readonly name: string | null;
  readonly level: number;
  readonly seconds: number;
  /** RFC 3339, UTC. */
  readonly until: string;
}

/** Locks that the durable table keeps; the oldest give way. */
export const LOCKS_MAX = 32;

/** The part of a record `access` from which the locks are made. */
interface AccessRecord {
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
}

/** The locks after a record `access`. */
export function reduceLocks(before: readonly AccessLock[], { detail }: AccessRecord): readonly AccessLock[] {
  const { what, address, name, level, seconds, until } = detail;
  if (typeof address !== "string") return before;
  const others = before.filter((other) => other.address !== address || other.name !== (name ?? null));
  if (what === "signed-in") return others.length === before.length ? before : others;
  if (
    what !== "locked" ||
    typeof level !== "number" ||
    typeof seconds !== "number" ||
    typeof until !== "string"
  )
    return before;
  const lock = { address, name: typeof name === "string" ? name : null, level, seconds, until };
  return [...others, lock].slice(-LOCKS_MAX);
}

/** The parts of a configuration that are compared with those of the boot before. */
export const SECTIONS = ["table", "devices", "people", "display", "storage"] as const;
export type Section = (typeof SECTIONS)[number];
/** Hex SHA-256 of each. */
export type SectionDigests = Readonly<Record<Section, string>>;

/** The digests that a boot record names; null: it names none, as in format 1. */
export function sectionsOf({ detail }: AccessRecord): SectionDigests | null {
  const digests = SECTIONS.map((section) => [section, detail[`configuration.${section}`]] as const);
  return digests.every(([, digest]) => typeof digest === "string")
    ? (Object.fromEntries(digests) as SectionDigests)
    : null;
}
