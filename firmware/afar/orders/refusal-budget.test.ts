import { expect, it } from "vitest";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import type { RefusedOrders } from "./messages.ts";
import { PEOPLE_MAX, REFUSED_BURST, RefusalBudget } from "./refusal-budget.ts";

function budget() {
  const clock = fakeClock();
  const told: RefusedOrders[] = [];
  const made = new RefusalBudget(clock, (orders) => told.push(orders));
  const refuse = (person: string | null): boolean =>
    made.handle({ what: "refused", why: "replayed", digest: "d", person });
  return { clock, told, made, refuse };
}

const namesOf = (told: readonly RefusedOrders[]): readonly (string | null)[] =>
  told.flatMap((one) => (one.what === "refused" ? [one.person] : []));

it("an hour of one person's orders is some twenty records, and hides nobody else's", () => {
  const { clock, told, refuse, made } = budget();
  const others = ["ines", "jon", "ben", null];
  for (let n = 0; n < 36_000; n++) {
    refuse("ana");
    if (n % 9_000 === 4_500) for (const other of others) expect([other, refuse(other)]).toEqual([other, true]);
    clock.advance(US_PER_S / 10);
  }
  made.flush();
  expect(namesOf(told).filter((name) => name === "ana")).toHaveLength(REFUSED_BURST + 5);
  for (const other of others) expect(namesOf(told).filter((name) => name === other)).toHaveLength(4);
  const counted = told.flatMap((one) => (one.what === "counted" ? [one.refused] : []));
  expect(counted.length).toBeLessThanOrEqual(7);
  expect(counted.reduce((sum, one) => sum + one, 0) + namesOf(told).length).toBe(36_000 + 4 * others.length);
});

it("names without end fill no memory: they share one budget", () => {
  const { told, refuse } = budget();
  for (let n = 0; n < 10 * PEOPLE_MAX; n++) refuse(`name ${n}`);
  expect(told.length).toBeLessThanOrEqual(PEOPLE_MAX + REFUSED_BURST);
});
