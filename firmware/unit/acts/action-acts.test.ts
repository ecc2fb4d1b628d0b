import { expect, it } from "vitest";
import type { Person } from "../../../src/people/roles.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import type { ActContext } from "../../table/acts/act.ts";
import type { Outcome, TableActions } from "../actions/table-actions.ts";
import { actionAct } from "./action-acts.ts";

const EVA: Person = { role: "tecnico", name: "Eva Mas" };
const { refusals: REFUSALS } = textsOf("acts");

/** What is said of an act that was agreed to, and came to this. */
async function saidOf(outcome: Outcome): Promise<unknown> {
  const actions = { carryOut: () => Promise.resolve(outcome) } as unknown as TableActions;
  const run = actionAct(
    { clock: fakeClock(), actions: () => Promise.resolve(actions) },
    "self-test",
    {},
    undefined,
  );
  const person = { say: () => undefined };
  const context = { by: EVA, person, second: () => Promise.resolve(EVA), commit: () => Promise.resolve() };
  return run(context as unknown as ActContext).then(
    () => null,
    (error: unknown) => (error as { words?: unknown }).words ?? String(error),
  );
}

it("what is refused once it was agreed to has words in every language, as what is refused before", async () => {
  const refused = { outcome: "refused", result: null } as const;
  for (const [why, words] of [
    ["open", REFUSALS.open],
    ["second-same", REFUSALS["second-same"]],
    ["wrong-role", textsOf("control")["not-your-role"]],
  ] as const)
    expect([why, await saidOf({ ...refused, why })]).toEqual([why, words]);
  const own = { outcome: "failed", why: "a port is not served", result: null } as const;
  expect(await saidOf(own)).toMatchObject({ en: own.why, es: own.why });
  expect(await saidOf({ ...own, words: REFUSALS.busy })).toEqual(REFUSALS.busy);
});
