import { nextDay, type Day } from "../time/day.ts";

/** When one edition of a game's rulebook is the law. */
export interface Edition {
  readonly edition: string;
  /** First day in force, `YYYY-MM-DD`. */
  readonly inForce: Day;
  /** Last day in force; absent: until further notice. */
  readonly until?: Day;
}

/** A contradiction between two editions of one game; it is reported at `key` of the later edition. */
export interface EditionFault {
  readonly edition: string;
  readonly key: "inForce";
  readonly message: string;
}

/** Editions in the order in which they came into force. */
export function sortEditions<T extends Edition>(editions: readonly T[]): readonly T[] {
  return editions.toSorted((a, b) =>
    a.inForce === b.inForce ? compare(a.edition, b.edition) : compare(a.inForce, b.inForce),
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Days on which two editions would be in force, and days between two editions on which none would be. */
export function editionFaults(editions: readonly Edition[]): readonly EditionFault[] {
  const sorted = sortEditions(editions);
  return sorted.slice(1).flatMap((later, at): readonly EditionFault[] => {
    const earlier = sorted[at];
    if (earlier === undefined) return [];
    const { edition, inForce } = later;
    const dayBefore = nextDay(inForce, -1);
    if (earlier.until === undefined || earlier.until >= inForce) {
      const message = `edition ${earlier.edition} is in force on ${inForce} too: write until: "${dayBefore}" in ${earlier.edition}, or mend inForce here`;
      return [{ edition, key: "inForce", message }];
    }
    if (earlier.until === dayBefore) return [];
    const message = `no edition is in force from ${nextDay(earlier.until)} to ${dayBefore}: mend until in ${earlier.edition}, or inForce here`;
    return [{ edition, key: "inForce", message }];
  });
}

/** Whether an edition is the law on that day. */
export function isInForce({ inForce, until }: Edition, day: Day): boolean {
  return inForce <= day && (until === undefined || day <= until);
}

/** `2010-02 (from 2010-02-19 to 2027-06-30)`, for messages. */
export function editionText({ edition, inForce, until }: Edition): string {
  return `${edition} (from ${inForce}${until === undefined ? "" : ` to ${until}`})`;
}
