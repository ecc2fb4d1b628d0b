import { beforeAll, describe, expect, it } from "vitest";
import { technicianAt } from "../../../test/support/casino.ts";
import { lineBy, orderBy } from "../../../test/support/orders.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { rfc3339, wallMs } from "../../../src/time/instant.ts";
import type { AcceptedOrder } from "./messages.ts";
import { OrderIntake, type IntakeParts, type Taken } from "./order-intake.ts";
import { RefusalBudget } from "./refusal-budget.ts";

/** Which orders are let through to the thread that carries them out, before that one has said a word of them. */

const TABLE = "tirada.example/casino-1/table-07";
const NOW = Date.UTC(2026, 10, 26, 10);
let ana: Awaited<ReturnType<typeof technicianAt>>;
beforeAll(async () => {
  ana = await technicianAt(NOW);
});

const at = (ms: number): string => rfc3339(wallMs(NOW + ms));
const order = (number: number): string =>
  orderBy([ana.held], lineBy(ana.held, TABLE, { number, notBefore: at(0), notAfter: at(3_600_000) }));

function intake() {
  const clock = fakeClock(0, NOW + 60_000);
  const carriedOut: AcceptedOrder[] = [];
  const answers: ((answer: string) => void)[] = [];
  const none = () => Promise.reject(new Error("not asked for here"));
  const parts: IntakeParts = {
    clock,
    table: TABLE,
    authority: () => ana.authority,
    budget: new RefusalBudget(clock, () => undefined),
    counters: { requests: 0, connectionsRefused: 0, requestsRefused: 0, ordersAccepted: 0, ordersRefused: 0 },
    carryOut: (accepted) => {
      carriedOut.push(accepted);
      return new Promise((resolve) => answers.push(resolve));
    },
    refuse: ({ why }) => Promise.resolve(`refused ${why}`),
    diagnose: none,
    makeBundle: none,
    endBundle: () => undefined,
  };
  const made = new OrderIntake(parts);
  return {
    made,
    carriedOut,
    counters: parts.counters,
    /** What the main thread says that it has on record. */
    knows: (numbers: Readonly<Record<string, number>>): void =>
      made.update({ type: "state", numbers, earliest: NOW }),
    answer: (text: string): void => answers.shift()?.(text),
  };
}
const why = (taken: Taken): string => (taken.is === "refused" ? taken.why : taken.is);

describe("the intake of orders", () => {
  it("refuses every one before it was told what is on record", async () => {
    const { made, carriedOut } = intake();
    expect(why(await made.take(order(5)))).toBe("clock-back");
    expect(carriedOut).toEqual([]);
  });

  it("takes a number once: the second one is refused while the first is being carried out", async () => {
    const { made, carriedOut, counters, knows, answer } = intake();
    knows({});
    const first = made.take(order(5));
    expect(await made.take(order(5))).toEqual({ is: "refused", why: "replayed", answer: "refused replayed" });
    expect(why(await made.take(order(4)))).toBe("replayed");
    answer("done");
    expect(await first).toEqual({ is: "answered", answer: "done" });
    expect(carriedOut.map((one) => one.order.number)).toEqual([5]);
    expect(counters).toMatchObject({ ordersAccepted: 1, ordersRefused: 2 });
  });

  it("forgets no number that it took when it is told of an older record, and learns of a newer one", async () => {
    const { made, carriedOut, knows, answer } = intake();
    knows({ ana: 3 });
    const first = made.take(order(5));
    knows({ ana: 3 });
    expect(why(await made.take(order(5)))).toBe("replayed");
    knows({ ana: 8 });
    expect(why(await made.take(order(8)))).toBe("replayed");
    const next = made.take(order(9));
    answer("one");
    answer("two");
    expect([await first, await next].map(why)).toEqual(["answered", "answered"]);
    expect(carriedOut.map((one) => one.order.number)).toEqual([5, 9]);
  });
});
