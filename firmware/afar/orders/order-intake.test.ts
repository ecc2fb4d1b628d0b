import { beforeAll, describe, expect, it } from "vitest";
import { technicianAt } from "../../../test/support/casino.ts";
import { lineBy, orderBy } from "../../../test/support/orders.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { parseOrder, type OrderLine } from "../../../src/orders/order.ts";
import type { SentBundle } from "../../../src/orders/sent-bundle.ts";
import { rfc3339, wallMs } from "../../../src/time/instant.ts";
import type { AcceptedOrder } from "./messages.ts";
import { OrderIntake, type IntakeParts, type Taken } from "./order-intake.ts";
import { REFUSED_BURST, RefusalBudget } from "./refusal-budget.ts";

/** Which orders are let through to the thread that carries them out, before that one has said a word of them. */

const TABLE = "tirada.example/casino-1/table-07";
const NOW = Date.UTC(2026, 10, 26, 10);
let ana: Awaited<ReturnType<typeof technicianAt>>;
beforeAll(async () => {
  ana = await technicianAt(NOW);
});

const at = (ms: number): string => rfc3339(wallMs(NOW + ms));
const order = (number: number, change: Partial<OrderLine> = {}): string =>
  orderBy(
    [ana.held],
    lineBy(ana.held, TABLE, { number, notBefore: at(0), notAfter: at(3_600_000), ...change }),
  );

function intake(change: Partial<IntakeParts> = {}) {
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
    letIn: () => undefined,
    makeBundle: none,
    endBundle: () => undefined,
    ...change,
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

  it("lets nobody in before the table has the order on record and has said that it is done", async () => {
    const letIn: unknown[] = [];
    const { made, knows, answer } = intake({ letIn: (...visit) => void letIn.push(visit) });
    knows({});
    const visit = { action: "visit", arguments: { who: "Eva Paz" }, reason: "the wheel is silent" };
    for (const [number, outcome] of [
      [5, "failed"],
      [6, "done"],
    ] as const) {
      const taken = made.take(order(number, visit));
      expect(letIn).toEqual([]);
      answer(`${JSON.stringify({ outcome })}\n`);
      await taken;
    }
    expect(letIn).toEqual([
      ["Eva Paz", "ana", { order: expect.stringMatching(/^[0-9a-f]{64}$/) as string, until: NOW + 3_600_000 }],
    ]);
  });

  it("answers no refusal that is only counted, nor what is no order: signing is not free", async () => {
    const { made, knows, counters } = intake();
    knows({});
    for (let n = 0; n < REFUSED_BURST - 1; n++)
      expect(await made.take("hello")).toEqual({ is: "refused", why: "malformed", answer: null });
    const foreign = order(5, { table: "another/table" });
    const taken = [await made.take(foreign), await made.take(foreign)];
    expect(taken.map((one) => one.is === "refused" && one.why)).toEqual(["other-table", "other-table"]);
    for (let n = 0; n < REFUSED_BURST; n++) await made.take(foreign);
    expect(await made.take(foreign)).toEqual({ is: "refused", why: "other-table", answer: null });
    expect(counters.ordersRefused).toBe(2 * REFUSED_BURST + 2);
  });

  it("has what the doctor found go with the order, and that he found nothing", async () => {
    const diagnoses: (() => Promise<unknown>)[] = [
      () => Promise.resolve({ verdict: "well" }),
      () => Promise.reject(new Error("no disk")),
    ];
    const { made, knows, carriedOut, answer } = intake({ diagnose: () => diagnoses.shift()!() });
    knows({});
    for (const number of [5, 6]) {
      const taking = made.take(order(number, { action: "diagnose" }));
      await expect.poll(() => carriedOut.length).toBe(number - 4);
      answer("done");
      expect(await taking).toEqual({ is: "answered", answer: "done" });
    }
    const taking = made.take(order(7));
    answer("done");
    await taking;
    expect(carriedOut.map(({ report }) => report)).toEqual([{ verdict: "well" }, { failed: "no disk" }, null]);
  });

  it("lets a bundle be fetched only once its order is recorded and answered as done", async () => {
    const bundle = { bytes: 1 } as SentBundle;
    const recipient = `age1${"q".repeat(58)}`;
    const ended: [string, SentBundle | null][] = [];
    const making = { made: bundle } as { made: SentBundle } | { failed: string };
    const answers: (string | null)[] = [
      '{"outcome":"done"}\nsignature',
      '{"outcome":"failed"}\n',
      null,
      "unasked",
    ];
    const { made, knows } = intake({
      carryOut: ({ report }) => {
        expect([report, ended.length]).toEqual([making, 4 - answers.length]);
        return Promise.resolve(answers.shift() ?? null);
      },
      makeBundle: (_, to) => Promise.resolve(to === recipient ? making : { failed: "another recipient" }),
      endBundle: (of, what) => ended.push([of, what]),
    });
    knows({});
    const orders = [5, 6, 7].map((number) => order(number, { action: "bundle", arguments: { recipient } }));
    const taken = [];
    for (const text of orders) taken.push(why(await made.take(text)));
    expect(taken).toEqual(["answered", "answered", "silent"]);
    expect(ended).toEqual([
      [parseOrder(orders[0]!)!.digest, bundle],
      [parseOrder(orders[1]!)!.digest, null],
      [parseOrder(orders[2]!)!.digest, null],
    ]);
  });
});
