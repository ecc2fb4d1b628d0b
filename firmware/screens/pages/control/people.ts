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
let isAskedAgain = false;

export const knownPeople = (): readonly Person[] => known;

/** So long after an answer of a unit that does not know yet what it plays it is asked again, ms. */
const AGAIN_MS = 2_000;

/** Asks who they are; `then`: they are known. */
export function askPeople(then: () => void): void {
  fetch("/control/people")
    .then((answer) => answer.json())
    .then((answer: unknown) => {
      if (!isPeopleAnswer(answer)) return;
      known = answer.people;
      if (answer.zone === null) askAgain();
      else useTableZone(answer.zone);
      then();
    })
    .catch(() => {
      // Without the unit no names are known; the next connection asks again.
    });
}

/** Who they are is known by now; where the table stands is what is asked for. */
function askAgain(): void {
  if (isAskedAgain) return;
  isAskedAgain = true;
  setTimeout(() => {
    isAskedAgain = false;
    askPeople(() => undefined);
  }, AGAIN_MS);
}
