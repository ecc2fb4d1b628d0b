import { beforeEach, describe, expect, it } from "vitest";
import { notBack, tableIn } from "../../../src/fleet/progress.ts";
import type { Standing } from "../../../src/fleet/standing.ts";
import { confirmed, MINUTE, NEW, OLD, step } from "../../../src/fleet/told-fleet.test-help.ts";
import type { OrderAnswer } from "../../../src/orders/answer.ts";
import { parseOrder, type OrderLine } from "../../../src/orders/order.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { ASK_LASTS_MS, FleetRun, ORDER_LASTS_MS, type FleetOrder } from "./run.ts";
import { newState, type FleetState } from "./state.ts";
import { answerText, orderText, planOf, stands, TABLES, TestMail } from "./three-tables.test-help.ts";

/** A plan as a laptop carries it out: orders and questions that go out, answers that come in, and what it keeps. */

const [ONE, TWO, THREE] = TABLES;
const START = Date.UTC(2026, 0, 1);
const EVERY_MS = 20_000;

class Laptop {
  readonly mail = new TestMail();
  readonly clock = fakeClock(0, START);
  readonly plan;
  readonly said: string[] = [];
  readonly signed: FleetOrder[] = [];
  /** What is on the disk. */
  kept: FleetState = newState("plan");
  saves = 0;
  isSecondThere = true;
  run: FleetRun;

  constructor(change: object = {}) {
    this.plan = planOf(change);
    this.run = this.begin();
  }

  begin(): FleetRun {
    const sign = (wanted: FleetOrder): string => {
      this.signed.push(wanted);
      return orderText(wanted);
    };
    this.run = new FleetRun(this.kept, {
      plan: this.plan,
      clock: this.clock,
      mail: this.mail,
      sign,
      signByTwo: (wanted) => (this.isSecondThere ? sign(wanted) : null),
      save: (state) => {
        this.kept = state;
        this.saves++;
      },
      everyMs: EVERY_MS,
      say: (line) => this.said.push(line),
    });
    return this.run;
  }

  async look(afterMs = 0): Promise<void> {
    this.clock.advance(afterMs * 1_000);
    await this.run.look();
  }

  /** The newest order of this kind that came to a table. */
  last(action: string, table: string = ONE): { readonly digest: string; readonly said: OrderLine } | null {
    const orders = this.mail.sent.flatMap((one) => (one.table === table ? (parseOrder(one.text) ?? []) : []));
    return orders.findLast(({ said }) => said.action === action) ?? null;
  }

  /** How often a table was sent such an order. */
  times(action: string, table: string = ONE): number {
    return this.mail.sent.filter((one) => one.table === table && parseOrder(one.text)?.said.action === action)
      .length;
  }

  answer(table: string, action: string, change: Partial<OrderAnswer>): void {
    const { digest } = this.last(action, table)!;
    this.mail.answerWith(table, digest, answerText(table, digest, change));
  }

  /** The table says how it stands, in answer to the question that waits for it or the next one. */
  async hearFrom(tables: readonly string[], change: Partial<Standing> = {}): Promise<void> {
    await this.look(EVERY_MS);
    for (const table of tables) this.answer(table, "diagnose", stands(change));
    await this.look();
  }

  /** The first table has been ordered the release. */
  async order(): Promise<void> {
    await this.hearFrom([ONE]);
    expect(this.times("install")).toBe(1);
  }

  /** The step that a table's answer names, of the order that it had. */
  stepOf(name: NonNullable<Standing["step"]>["step"], table: string = ONE): Standing["step"] {
    return { ...step(name)!, order: this.last("install", table)!.digest };
  }

  /** The first table has the release, and the others are to be ordered it by two people. */
  async untilLastWave(): Promise<void> {
    await this.order();
    this.answer(ONE, "install", {});
    await this.hearFrom([ONE], { ...confirmed, step: this.stepOf("confirmed") });
    expect(this.run.standing.wave).toBe(1);
  }
}

let laptop: Laptop;
beforeEach(() => {
  laptop = new Laptop();
});

describe("questions", () => {
  it("go to the tables of the wave of which nothing is known, before anything is ordered", async () => {
    await laptop.look();
    expect(laptop.mail.sent.map(({ table }) => table)).toEqual([ONE]);
    expect(laptop.signed).toEqual([
      { table: ONE, action: "diagnose", arguments: {}, now: START, lastsMs: ASK_LASTS_MS, number: START },
    ]);
    expect(laptop.run.state.letters).toMatchObject([
      { what: "ask", made: START, until: START + ASK_LASTS_MS, unsent: [], waits: [ONE] },
    ]);
  });

  it("are repeated when the last word is old enough, and not while one of them waits", async () => {
    await laptop.order();
    const asked = laptop.times("diagnose");
    await laptop.look(EVERY_MS - 1);
    expect(laptop.times("diagnose")).toBe(asked);
    await laptop.look(1);
    expect(laptop.times("diagnose")).toBe(asked + 1);
    await laptop.look(3 * EVERY_MS);
    expect(laptop.times("diagnose")).toBe(asked + 1);
    laptop.answer(ONE, "diagnose", stands());
    await laptop.look();
    expect(laptop.times("diagnose")).toBe(asked + 1);
    await laptop.look(EVERY_MS);
    expect(laptop.times("diagnose")).toBe(asked + 2);
  });

  it("are repeated when they count no more, and their end is no refusal", async () => {
    await laptop.look();
    await laptop.look(ASK_LASTS_MS);
    expect(laptop.times("diagnose")).toBe(1);
    await laptop.look(1);
    expect(laptop.times("diagnose")).toBe(2);
    expect(laptop.run.state.letters).toHaveLength(1);
    expect(laptop.run.state.progress.stopped).toBeNull();
  });

  it("name many tables as a list, and go to each of them", async () => {
    await laptop.untilLastWave();
    await laptop.look(EVERY_MS);
    // The last wave's two, since nothing is known of them.
    expect(laptop.last("diagnose", TWO)!.said.table).toEqual([TWO, THREE]);
    expect(laptop.last("diagnose", THREE)!.digest).toBe(laptop.last("diagnose", TWO)!.digest);
  });
});

describe("answers", () => {
  it("of a table's standing are known from when they came, by this clock", async () => {
    await laptop.look();
    laptop.answer(ONE, "diagnose", stands({ rounds: 512 }));
    await laptop.look(5_000);
    expect(tableIn(laptop.run.state.progress, ONE).heard).toMatchObject({
      receivedAt: START + 5_000,
      standing: { rounds: 512 },
    });
    expect(laptop.run.reasonOf(ONE)).toBeNull();
  });

  it.each([
    [
      "of another table",
      (digest: string) => answerText(TWO, digest, stands(), TWO),
      /was not made with the key/,
    ],
    ["to another order", () => answerText(ONE, "cd".repeat(32), stands()), /answers another order/],
    ["that are none", () => "hello", /it is no answer/],
  ])("%s count for nothing, and the table's own is waited for", async (_, text, why) => {
    await laptop.look();
    const { digest } = laptop.last("diagnose")!;
    laptop.mail.answerWith(ONE, digest, text(digest));
    await laptop.look();
    expect(laptop.run.reasonOf(ONE)).toMatch(/^an answer that counts for nothing: /);
    expect(laptop.run.reasonOf(ONE)).toMatch(why);
    expect(laptop.times("install")).toBe(0);
    laptop.mail.answerWith(ONE, digest, answerText(ONE, digest, stands()));
    await laptop.look();
    expect([laptop.run.reasonOf(ONE), laptop.times("install")]).toEqual([null, 1]);
  });

  it.each([
    ["without a standing", { result: {} }, "done: an answer without a standing"],
    ["that the table could not give", { outcome: "failed", why: "busy", ...stands() }, "failed: busy"],
  ] as const)("%s say why, and nothing is ordered by them", async (_, answer, why) => {
    await laptop.look();
    laptop.answer(ONE, "diagnose", answer);
    await laptop.look();
    expect([laptop.run.reasonOf(ONE), laptop.times("install")]).toEqual([why, 0]);
  });

  it("that are not there yet are named, each table by itself", async () => {
    await laptop.look();
    await laptop.look();
    expect(laptop.run.reasonOf(ONE)).toBe("the table has not answered at the relay");
    expect(laptop.run.reasonOf(TWO)).toBeNull();
  });
});

describe("orders", () => {
  it("of a wave go to its tables, and are said", async () => {
    await laptop.order();
    expect(laptop.last("install")!.said).toMatchObject({
      table: ONE,
      arguments: { release: 7, export: null },
      notAfter: new Date(laptop.clock.wall() + ORDER_LASTS_MS).toISOString(),
    });
    expect(laptop.said).toEqual(["wave 1: release 7 ordered at 1 tables"]);
    expect(tableIn(laptop.run.state.progress, ONE).ordered?.order).toBe(laptop.last("install")!.digest);
    expect([laptop.times("install", TWO), laptop.times("install", THREE)]).toEqual([0, 0]);
  });

  it("of a base system name it", async () => {
    laptop = new Laptop({ base: 3, release: undefined });
    await laptop.hearFrom([ONE]);
    expect(laptop.last("install-base")!.said).toMatchObject({ arguments: { base: 3 } });
    expect(laptop.said).toEqual(["wave 1: base 3 ordered at 1 tables"]);
  });

  it("have numbers that rise, even in one millisecond", async () => {
    await laptop.untilLastWave();
    laptop.run.return("Ana Soto");
    const numbers = laptop.signed.map(({ number }) => number);
    expect(numbers.length).toBeGreaterThan(4);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
  });

  it("are on the disk before they go out, and a laptop that is killed then sends them once more and signs none anew", async () => {
    await laptop.look();
    laptop.answer(ONE, "diagnose", stands());
    let atSending: FleetState | null = null;
    const put = laptop.mail.put.bind(laptop.mail);
    laptop.mail.put = (table, text) => {
      atSending = laptop.kept;
      return put(table, text);
    };
    await laptop.look();
    const { digest } = laptop.last("install")!;
    expect(atSending).toMatchObject({ letters: [{ what: "install", digest, unsent: [ONE], waits: [ONE] }] });
    const signed = laptop.signed.length;
    laptop.begin();
    await laptop.look();
    expect([laptop.times("install"), laptop.last("install")!.digest, laptop.signed.length]).toEqual([
      2,
      digest,
      signed,
    ]);
  });

  it("wait while the relay takes none, and no answer to them is asked for", async () => {
    await laptop.look();
    laptop.answer(ONE, "diagnose", stands());
    laptop.mail.full.set(ONE, "the relay says 507: full");
    await laptop.look();
    expect([laptop.run.reasonOf(ONE), laptop.times("install")]).toEqual(["the relay says 507: full", 0]);
    laptop.mail.asked.length = 0;
    await laptop.look();
    expect(laptop.mail.asked).toEqual([]);
    laptop.mail.full.clear();
    await laptop.look();
    expect(laptop.times("install")).toBe(1);
    await laptop.look();
    expect([laptop.times("install"), laptop.mail.asked.length]).toEqual([1, 1]);
  });

  it.each([
    ["with a reason", { outcome: "refused", why: "certificate-expired" }, "certificate-expired"],
    ["without one", { outcome: "failed" }, "failed"],
  ] as const)("that a table did not take, %s, stop the plan", async (_, answer, detail) => {
    await laptop.order();
    laptop.answer(ONE, "install", answer);
    await laptop.look();
    expect(laptop.run.state.progress.stopped).toMatchObject({ why: "order-refused", table: ONE, detail });
    expect(laptop.run.reasonOf(ONE)).toBe(
      `${answer.outcome}: ${"why" in answer ? answer.why : "no reason given"}`,
    );
    expect(laptop.said.at(-1)).toBe(`stopped: order-refused at ${ONE}: ${detail}`);
    expect(laptop.kept.progress.stopped).not.toBeNull();
  });

  it("that nobody answered while they counted stop it; an instant earlier they do not", async () => {
    laptop = new Laptop({ stop: { ...laptop.plan.stop, silentMinutes: 1_440 } });
    await laptop.order();
    await laptop.look(ORDER_LASTS_MS);
    expect(laptop.run.state.progress.stopped).toBeNull();
    await laptop.look(1);
    expect(laptop.run.state.progress.stopped).toMatchObject({
      why: "order-refused",
      table: ONE,
      detail: "no answer while the order counted",
    });
  });

  it("that were taken end their letter, and it is asked on", async () => {
    await laptop.order();
    laptop.answer(ONE, "install", {});
    await laptop.look();
    expect(laptop.run.state.letters).toEqual([]);
    await laptop.look(2 * ORDER_LASTS_MS);
    expect(laptop.run.state.progress.stopped?.why).not.toBe("order-refused");
    expect(laptop.run.state.letters).toMatchObject([{ what: "ask", waits: [ONE] }]);
  });
});

describe("a wave of two people", () => {
  it("waits for the second one, and is ordered for an hour when they have signed", async () => {
    await laptop.untilLastWave();
    laptop.isSecondThere = false;
    await laptop.hearFrom([TWO, THREE]);
    expect([laptop.run.waitsForSecond, laptop.times("install", TWO)]).toEqual([1, 0]);
    const { number } = laptop.run.state;
    await laptop.look(MINUTE);
    expect(laptop.run.waitsForSecond).toBe(1);
    laptop.isSecondThere = true;
    await laptop.look();
    expect(laptop.run.waitsForSecond).toBeNull();
    expect(laptop.last("install", TWO)!.said).toMatchObject({
      table: [TWO, THREE],
      notAfter: new Date(laptop.clock.wall() + 60 * MINUTE).toISOString(),
    });
    expect(laptop.last("install", THREE)!.digest).toBe(laptop.last("install", TWO)!.digest);
    expect(laptop.said.at(-1)).toBe("wave 2: release 7 ordered at 2 tables");
    expect(laptop.run.state.number).toBeGreaterThan(number);
  });
});

describe("going back", () => {
  it("orders every table that was ordered, by one order above all before it, and keeps that at once", async () => {
    await laptop.order();
    const saves = laptop.saves;
    expect(laptop.run.return("Ana Soto")).toBe(1);
    expect(laptop.saves).toBe(saves + 1);
    expect(laptop.kept.letters.filter(({ what }) => what !== "ask")).toMatchObject([
      { what: "rollback", unsent: [ONE] },
    ]);
    await laptop.look();
    expect(laptop.last("rollback")!.said).toMatchObject({ table: ONE, arguments: { from: NEW } });
    expect(laptop.last("rollback")!.said.number).toBeGreaterThan(laptop.last("install")!.said.number);
    expect(laptop.run.state.progress.stopped).toMatchObject({ why: "by-hand", detail: "Ana Soto" });
    expect(laptop.times("rollback", TWO)).toBe(0);
  });

  it("has nothing to do where no table was ordered", async () => {
    await laptop.look();
    const { letters } = laptop.run.state;
    expect(laptop.run.return("Ana Soto")).toBe(0);
    expect(laptop.run.state.letters).toBe(letters);
  });

  it("is asked after until each table is back; once more orders those that are not", async () => {
    await laptop.order();
    laptop.run.return("Ana Soto");
    await laptop.look();
    laptop.answer(ONE, "rollback", { outcome: "failed", why: "no earlier release" });
    await laptop.look();
    expect(laptop.said.at(-1)).toBe(`${ONE} did not go back: failed: no earlier release`);
    expect(laptop.run.reasonOf(ONE)).toBe("failed: no earlier release");
    expect(laptop.run.return("Ana Soto")).toBe(1);
    await laptop.look();
    expect(laptop.times("rollback")).toBe(2);
    laptop.answer(ONE, "rollback", { outcome: "refused" });
    await laptop.look();
    expect(laptop.said.at(-1)).toBe(`${ONE} did not go back: refused: no reason given`);
    await laptop.hearFrom([ONE], { step: { ...step("returned")!, digest: OLD } });
    expect(notBack(laptop.plan, laptop.run.state.progress)).toEqual([]);
    expect(laptop.run.return("Ana Soto")).toBe(0);
  });
});

it("a table that was left out is asked no more, unless it is to go back", async () => {
  await laptop.order();
  laptop.answer(ONE, "install", { outcome: "refused", why: "held" });
  await laptop.look();
  laptop.run.hear({ f: "go-on", by: "Ana Soto", without: [ONE], at: laptop.clock.wall() });
  expect(laptop.kept.progress.stopped).toBeNull();
  const asked = laptop.times("diagnose");
  for (let at = 0; at < 4; at++) await laptop.hearFrom([TWO, THREE]);
  expect(laptop.times("diagnose")).toBe(asked);
  expect(laptop.times("install", TWO)).toBe(1);
});

it("what comes to nothing new is not kept again", async () => {
  await laptop.look();
  const { saves } = laptop;
  for (let at = 0; at < 3; at++) await laptop.look(1_000);
  expect(laptop.saves).toBe(saves);
});
