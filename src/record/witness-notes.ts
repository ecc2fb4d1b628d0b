import type { OpenedCheckpoint, Witnessed } from "./checkpoint.ts";
import type { Report } from "./report.ts";

const MINUTE_MS = 60_000;

/** A record's number, and the time that it carries; null: none that can be read. */
interface Labelled {
  readonly seq: number;
  readonly atMs: number | null;
}

/** Who cosigned a run of records, how far, and since when the newest ones wait for it. Plain data. */
export interface WitnessTotals {
  /** The largest tree that each given witness cosigned. */
  readonly witnessed: Report["witnessed"];
  /** Of names whose keys were not given: the largest checkpoint that carries them. */
  readonly unchecked: readonly { readonly name: string; readonly size: number }[];
  /** The first record that no cosigned checkpoint covers; null: all are covered, or there are none. */
  readonly waiting: Labelled | null;
  readonly newest: Labelled | null;
  /** Records in which the table itself says that the witness refused its log, and why; at most {@link REFUSED_MAX}. */
  readonly refused: readonly { readonly seq: number; readonly kind: string }[];
}

/** Such records that are named; the first ones. */
const REFUSED_MAX = 16;
/** Why, where the log has two histories: the witness cosigned another one than this. */
const TWO_HISTORIES: readonly string[] = ["forked", "ahead"];

/** Follows a run of records and its checkpoints. */
export class WitnessCount {
  readonly #witnessed = new Map<string, Witnessed & { readonly size: number }>();
  readonly #unchecked = new Map<string, number>();
  readonly #refused: { readonly seq: number; readonly kind: string }[] = [];
  #waiting: Labelled | null = null;
  #newest: Labelled | null = null;

  /** One record, in order, with what it says; undefined: it cannot be read. */
  record(seq: number, fields: Readonly<Record<string, unknown>> | undefined): void {
    const at = fields?.["at"];
    const kind = fields === undefined ? null : refusalIn(fields);
    if (kind !== null && this.#refused.length < REFUSED_MAX) this.#refused.push({ seq, kind });
    const ms = typeof at === "string" ? Date.parse(at) : NaN;
    this.#newest = { seq, atMs: Number.isNaN(ms) ? null : ms };
    this.#waiting ??= this.#newest;
  }

  /** A checkpoint that covers all records so far. */
  checkpoint({ size, witnessed, unchecked }: OpenedCheckpoint): void {
    for (const one of witnessed) this.#witnessed.set(one.name, { ...one, size });
    for (const name of unchecked) this.#unchecked.set(name, size);
    if (witnessed.length > 0) this.#waiting = null;
  }

  totals(): WitnessTotals {
    return {
      witnessed: [...this.#witnessed.values()].map(({ name, size, time }) => ({ name, size, time })),
      unchecked: [...this.#unchecked].map(([name, size]) => ({ name, size })),
      waiting: this.#waiting,
      newest: this.#newest,
      refused: [...this.#refused],
    };
  }
}

/** Why a witness refused the log, in the record of that fault (`log-refused`); null: it is another record. */
function refusalIn({ kind, code, detail }: Readonly<Record<string, unknown>>): string | null {
  if (kind !== "fault" || code !== "log-refused") return null;
  const why = ((detail ?? {}) as Readonly<Record<string, unknown>>)["kind"];
  return typeof why === "string" ? why : "";
}

/** The totals of runs that follow one another. */
export function joinWitnesses(all: readonly WitnessTotals[]): WitnessTotals {
  let waiting: Labelled | null = null;
  for (const one of all) waiting = one.witnessed.length > 0 ? one.waiting : (waiting ?? one.waiting);
  const newestOf = <T extends { readonly name: string }>(rows: readonly T[]): T[] => [
    ...new Map(rows.map((row) => [row.name, row])).values(),
  ];
  return {
    witnessed: newestOf(all.flatMap(({ witnessed }) => witnessed)),
    unchecked: newestOf(all.flatMap(({ unchecked }) => unchecked)),
    waiting,
    newest: all.findLast(({ newest }) => newest !== null)?.newest ?? null,
    refused: all.flatMap(({ refused }) => refused).slice(0, REFUSED_MAX),
  };
}

/**
 * What the records themselves hold against the log: that its witness had cosigned another history. `vkeys`: of the witnesses whose keys were
 * given; without one it is a note alone, since nobody asked about a witness.
 */
export function refusedFaults(
  { refused }: WitnessTotals,
  vkeys: readonly string[],
): readonly { readonly seq: number; readonly what: string }[] {
  if (vkeys.length === 0) return [];
  return refused.flatMap(({ seq, kind }) =>
    TWO_HISTORIES.includes(kind) ? [{ seq, what: historyText(kind) }] : [],
  );
}

const historyText = (kind: string): string =>
  kind === "ahead"
    ? "the table recorded that its witness knows more records than it had: newer ones were taken away (log-refused, ahead)"
    : "the table recorded that its witness had cosigned another history of this log (log-refused, forked)";

/** What the reader must know of it; nothing for a log that has no witness. `names`: of the witnesses whose keys were given. */
export function witnessNotes(totals: WitnessTotals, names: readonly string[]): string[] {
  const checked = names.map((name) => {
    const found = totals.witnessed.find((one) => one.name === name);
    return found === undefined
      ? `not witnessed by ${name}: none of its cosignatures is here`
      : `witnessed by ${name}: records up to ${found.size - 1}, at ${timeText(found.time)} by its clock`;
  });
  const others = totals.unchecked.map(
    ({ name, size }) =>
      `cosigned in the name of ${name} up to record ${size - 1}: not checked, give its key with --witness`,
  );
  return [
    ...checked,
    ...(names.length === 0 ? [] : waitingText(totals)),
    ...others,
    ...totals.refused.flatMap((one) => refusedText(one, names.length > 0)),
  ];
}

/** What is a problem where a witness's key was given is no note as well. */
function refusedText({ seq, kind }: WitnessTotals["refused"][number], isAsked: boolean): string[] {
  if (TWO_HISTORIES.includes(kind)) return isAsked ? [] : [`record ${seq}: ${historyText(kind)}`];
  return [
    `record ${seq}: the table recorded that its witness did not take its log (log-refused${kind === "" ? "" : `, ${kind}`})`,
  ];
}

function waitingText({ waiting, newest }: WitnessTotals): string[] {
  if (waiting === null || newest === null) return [];
  const waitedMs = waiting.atMs === null || newest.atMs === null ? 0 : newest.atMs - waiting.atMs;
  const minutes = Math.floor(waitedMs / MINUTE_MS);
  const long = minutes < 1 ? "yet" : `for ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  const since = waiting.atMs === null ? "" : `, the first of them of ${new Date(waiting.atMs).toISOString()}`;
  return [`not witnessed ${long}: records ${waiting.seq}–${newest.seq}${since}`];
}

/** RFC 3339 of seconds since 1970; a time beyond what a calendar holds as it is. */
function timeText(seconds: number): string {
  return seconds < 1e11 ? new Date(seconds * 1_000).toISOString() : `second ${seconds}`;
}
