/** Who did something, by key and name. */
interface Person {
  /** Hex SHA-256 of the public key. */
  readonly key: string;
  readonly person: string;
}

/** One key is one person, whatever it is called; one name is one person, also with a second certificate. */
export const isSamePerson = (one: Person, other: Person): boolean =>
  one.key === other.key || one.person === other.person;

/** Whether two people did something. */
export const areTwo = (by: readonly Person[]): boolean =>
  by.some((one, at) => by.slice(0, at).some((other) => !isSamePerson(one, other)));

/**
 * What the first two people agreed on of a table that stands no more, as the store's view `retired` has it; null: nobody did. Who changed his mind
 * in between agrees with nobody. `acts`: of one table, the oldest first.
 */
export function agreedRetirement<Act extends Person & { readonly instead: string | null }>(
  acts: readonly Act[],
): Act | null {
  const agreed = acts.find((second, at) =>
    acts
      .slice(0, at)
      .some(
        (first, n) =>
          !isSamePerson(first, second) &&
          first.instead === second.instead &&
          acts.slice(n + 1, at).every((one) => !isSamePerson(one, first) || one.instead === first.instead),
      ),
  );
  return agreed ?? null;
}
