import { after, type MonoUs } from "../../../src/time/instant.ts";

/**
 * Which tags lie in the reader's field. A pure state machine: a tag is believed when it has been the only one for
 * `TOGETHER_US`; the same tag again, for as long as it lies there, is one reading; two tags at once are no card at all.
 */
export interface Field {
  /** The tag that has just come and is not believed yet. */
  readonly coming: {
    readonly uid: string;
    readonly since: MonoUs;
    readonly last: MonoUs;
    readonly lines: number;
  } | null;
  /** Tags that were believed and still lie there or have just been taken off, the newest last; at most `LYING_MAX`. */
  readonly lying: readonly { readonly uid: string; readonly last: MonoUs }[];
  /** Tags that lie there together; null: one at most. */
  readonly stuck: { readonly uids: readonly string[]; readonly last: MonoUs } | null;
  /** When a damaged line was last reported as an unread card. */
  readonly damagedAt: MonoUs | null;
}

export const FIELD_START: Field = { coming: null, lying: [], stuck: null, damagedAt: null };

/** Two tags within this time lie there together: nobody deals so fast. */
export const TOGETHER_US = 60_000;
export const LYING_MAX = 8;

export interface FieldRules {
  /** A tag without a report for this long has been removed, µs. */
  readonly awayUs: number;
  /** Equal lines that a tag needs to be believed. */
  readonly lines: 1 | 2;
}

export type FieldEvent =
  | { readonly h: "read"; readonly uid: string }
  | { readonly h: "together"; readonly tags: number }
  | { readonly h: "unread" };

export interface FieldStep {
  readonly field: Field;
  readonly happened: FieldEvent | null;
}

/** When the field must be evaluated although no line comes, or null. */
export function fieldDeadline({ coming }: Field, rules: FieldRules): MonoUs | null {
  if (coming === null) return null;
  return after(coming.since, coming.lines >= rules.lines ? TOGETHER_US : rules.awayUs);
}

/** Time went on: a tag that has been alone long enough is believed, one that was not confirmed is not. */
export function advanceTime(before: Field, t: MonoUs, rules: FieldRules): FieldStep {
  const field = dropRemovedTags(before, t, rules);
  const { coming } = field;
  const deadline = fieldDeadline(field, rules);
  if (coming === null || deadline === null || t < deadline) return { field, happened: null };
  const lying = [...field.lying, { uid: coming.uid, last: coming.last }].slice(-LYING_MAX);
  const happened: FieldEvent = coming.lines >= rules.lines ? { h: "read", uid: coming.uid } : { h: "unread" };
  return { field: { ...field, coming: null, lying }, happened };
}

/** Adds a tag that was reported. `advanceTime` has been called for this instant. */
export function addTag(field: Field, uid: string, t: MonoUs): FieldStep {
  const { coming, lying, stuck } = field;
  if (stuck !== null) return addTogether(field, [...stuck.uids, uid], t);
  if (coming !== null) {
    if (coming.uid !== uid) return addTogether(field, [coming.uid, uid], t);
    return { field: { ...field, coming: { ...coming, last: t, lines: coming.lines + 1 } }, happened: null };
  }
  const newest = lying.at(-1);
  if (newest?.uid === uid)
    return { field: { ...field, lying: [...lying.slice(0, -1), { uid, last: t }] }, happened: null };
  // A tag that is reported again after another one has been there all the time.
  if (newest !== undefined && lying.some((tag) => tag.uid === uid))
    return addTogether(field, [newest.uid, uid], t);
  return { field: { ...field, coming: { uid, since: t, last: t, lines: 1 } }, happened: null };
}

/** A line that is no tag's number: two tags that spoke at once, or a tag whose number was damaged on its way. */
export function addDamagedLine(field: Field, t: MonoUs, rules: FieldRules): FieldStep {
  const { coming, lying, stuck, damagedAt } = field;
  if (stuck !== null) return { field: { ...field, stuck: { ...stuck, last: t } }, happened: null };
  const noted = { ...field, damagedAt: t };
  if (coming !== null) {
    const known = [...lying, { uid: coming.uid, last: t }].slice(-LYING_MAX);
    return { field: { ...noted, coming: null, lying: known }, happened: { h: "unread" } };
  }
  // The line comes from the tag that lies there, or from damage that was reported already.
  if (lying.length > 0 || (damagedAt !== null && t - damagedAt < rules.awayUs))
    return { field: noted, happened: null };
  return { field: noted, happened: { h: "unread" } };
}

function addTogether(field: Field, all: readonly string[], t: MonoUs): FieldStep {
  const uids = [...new Set(all)].slice(0, LYING_MAX);
  const before = field.stuck?.uids.length ?? 0;
  return {
    field: { ...field, coming: null, lying: [], stuck: { uids, last: t } },
    happened: uids.length > before ? { h: "together", tags: uids.length } : null,
  };
}

function dropRemovedTags(field: Field, t: MonoUs, { awayUs }: FieldRules): Field {
  const { stuck } = field;
  const lying = field.lying.filter((tag) => t - tag.last < awayUs);
  const apart = stuck !== null && t - stuck.last >= awayUs;
  if (!apart && lying.length === field.lying.length) return field;
  return { ...field, lying, stuck: apart ? null : stuck };
}
