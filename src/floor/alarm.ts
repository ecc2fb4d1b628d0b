/** An alarm of the floor as Alertmanager tells it. */
export interface FloorAlarm {
  /** What tells it from others: a digest of its labels. */
  readonly fingerprint: string;
  /** The rule. */
  readonly name: string;
  /** The table that it is about; null: it is about a machine of the office, or about all tables. */
  readonly log: string | null;
  readonly labels: Readonly<Record<string, string>>;
  /** Since when, RFC 3339: an alarm that was over and comes again is another one. */
  readonly since: string;
  readonly severity: string;
  /** In the rule's own words, for whoever reads no other language. */
  readonly summary: string;
  readonly doThis: string;
}

/** A person's word that he has heard of an alarm and sees to it, from a row of the store. */
export interface Acknowledgement {
  readonly act: number;
  readonly person: string;
  readonly role: string;
  /** When it was said, ms since 1970. */
  readonly at: number;
  readonly fingerprint: string;
  readonly since: string;
  /** Until when it holds, ms since 1970. */
  readonly until: number;
}

/** A person's word that one of these holds no more. */
export interface TakenBack {
  readonly act: number;
  readonly fingerprint: string;
}

/** An alarm with who has acknowledged it; null: nobody, or it holds no more. */
export type HeardAlarm = FloorAlarm & { readonly by: Acknowledgement | null };

const GRAVENESS = ["critical", "warning", "info"];

/**
 * Alarms with the word of whoever sees to them, those first that nobody has heard of, and of these the gravest. A word holds for the alarm that
 * it was said of, until its end, or until somebody takes it back; of an alarm that was over and came again nobody has heard.
 */
export function heardAlarms(
  alarms: readonly FloorAlarm[],
  said: readonly Acknowledgement[],
  takenBack: readonly TakenBack[],
  now: number,
): readonly HeardAlarm[] {
  const isBack = ({ act, fingerprint }: Acknowledgement): boolean =>
    takenBack.some((one) => one.act === act && one.fingerprint === fingerprint);
  const standing = said
    .filter((one) => one.until > now && !isBack(one))
    .toSorted((a, b) => b.at - a.at || b.act - a.act);
  const graveness = ({ severity }: FloorAlarm): number => {
    const at = GRAVENESS.indexOf(severity);
    return at < 0 ? GRAVENESS.length : at;
  };
  return alarms
    .map((alarm) => ({
      ...alarm,
      by:
        standing.find(({ fingerprint, since }) => fingerprint === alarm.fingerprint && since === alarm.since) ??
        null,
    }))
    .toSorted(
      (a, b) =>
        Number(a.by !== null) - Number(b.by !== null) ||
        graveness(a) - graveness(b) ||
        a.since.localeCompare(b.since) ||
        a.fingerprint.localeCompare(b.fingerprint),
    );
}
