/** Who may sign in at this table, as the unit says, and by which zone its hours count. */
import type { Person } from "../../../../src/people/roles.ts";
import { useTableZone } from "../table-hours.ts";

const isPerson = (value: unknown): value is Person =>
  typeof value === "object" && value !== null && "name" in value && "role" in value;
/** What the unit answers to the question who may sign in here; `zone` null: it does not know yet what it plays. */
const isPeopleAnswer = (
  value: unknown,
): value is { readonly people: readonly Person[]; readonly zone: string | null } =>
  typeof value === "object" &&
  value !== null &&
  "people" in value &&
  Array.isArray(value.people) &&
  value.people.every(isPerson) &&
  "zone" in value &&
  (value.zone === null || typeof value.zone === "string");

let known: readonly Person[] = [];

export const knownPeople = (): readonly Person[] => known;

/** Asks who they are; `then`: they are known. */
export function askPeople(then: () => void): void {
  fetch("/control/people")
    .then((answer) => answer.json())
    .then((answer: unknown) => {
      if (!isPeopleAnswer(answer)) return;
      known = answer.people;
      if (answer.zone !== null) useTableZone(answer.zone);
      then();
    })
    .catch(() => {
      // Without the unit no names are known; the next connection asks again.
    });
}
