import { describe, expect, it } from "vitest";
import { confirmed, NEW, OLD, standing, step } from "../../../src/fleet/told-fleet.test-help.ts";
import type { Standing } from "../../../src/fleet/standing.ts";
import { parseOrder } from "../../../src/orders/order.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { ASK_LASTS_MS } from "./run.ts";
import { askFleet, countText, statusLines, type TableStatus } from "./status.ts";
import { answerText, orderText, planOf, stands, TABLES, TestMail } from "./three-tables.test-help.ts";

const [ONE, TWO, THREE] = TABLES;
const plan = planOf();

describe("a fleet that is asked", () => {
  function asking(waitMs: number) {
    const clock = fakeClock();
    const mail = new TestMail();
    const now = clock.wall();
    const text = orderText({
      ...({ table: [...TABLES], action: "diagnose", arguments: {} } as const),
      now,
      lastsMs: ASK_LASTS_MS,
      number: 1,
    });
    const { digest } = parseOrder(text)!;
    let status: readonly TableStatus[] | null = null;
    const begin = (): void => {
      const lastHeard = (table: string): number | null => (table === THREE ? now - 60_000 : null);
      const options = { plan, mail, clock, order: { digest, text }, waitMs, lastHeard };
      void askFleet(options).then((found) => (status = found));
    };
    return {
      mail,
      begin,
      now,
      answer: (table: string, ...[change, by]: readonly [object?, string?]) =>
        mail.answerWith(table, digest, answerText(table, digest, change ?? stands(), by)),
      pass: async (seconds: number) => {
        await clock.advanceSettling(seconds * US_PER_S);
        return status;
      },
    };
  }

  it("is waited for until every table has said how it stands, and no longer", async () => {
    const { mail, begin, answer, pass } = asking(60_000);
    answer(ONE, stands({}, { verdict: "attention" }));
    begin();
    expect(await pass(1)).toBeNull();
    expect(mail.sent.map(({ table }) => table)).toEqual(TABLES);
    const text = { en: "Sensor B sees the ball for 0.47 % of a lap" };
    const worn = { code: "drift-pulse-width", level: "attention", text };
    const findings = [worn, { ...worn, code: "drift-none", level: "well" }, { ...worn, code: "disk" }];
    answer(TWO, stands({ rounds: 7 }, { verdict: 3, findings }));
    answer(THREE);
    expect(await pass(2)).toEqual([
      { table: ONE, is: "heard", verdict: "attention", standing: standing() },
      { table: TWO, is: "heard", verdict: null, standing: standing({ rounds: 7 }), wears: [text.en] },
      { table: THREE, is: "heard", verdict: null, standing: standing() },
    ]);
    // Who answered is not asked again.
    expect(mail.asked.filter((one) => one.startsWith(ONE))).toHaveLength(1);
  });

  it("is waited for as long as was said: a table of which nothing is known then is silent, and why", async () => {
    const { mail, begin, answer, pass, now } = asking(10_000);
    mail.full.set(TWO, "the relay says 404: unknown-table");
    answer(ONE, { outcome: "refused", why: "certificate-expired" });
    begin();
    expect(await pass(9.9)).toBeNull();
    expect(await pass(2)).toEqual([
      { table: ONE, is: "silent", since: null, why: "refused: certificate-expired" },
      // Why the question is not there says more than that it is not answered.
      { table: TWO, is: "silent", since: null, why: "the relay says 404: unknown-table" },
      {
        table: THREE,
        is: "silent",
        since: now - 60_000,
        why: "the table has not answered at the relay",
      },
    ]);
  });

  it("is believed only where the answer is the table's own and says how it stands", async () => {
    const { mail, begin, answer, pass } = asking(0);
    answer(ONE, stands(), TWO);
    answer(TWO, { result: { standing: { ...standing(), more: 1 } } });
    answer(THREE, { outcome: "failed", why: "busy", ...stands() });
    begin();
    const status = await pass(0);
    expect(status?.map((one) => one.is === "silent" && one.why)).toEqual([
      `an answer that counts for nothing: it was not made with the key of ${ONE}`,
      "done: its release does not say how it stands: look with tirada order send",
      "failed: busy",
    ]);
    expect(mail.asked).toHaveLength(3);
  });
});

describe("what a fleet comes to", () => {
  const heard = (
    table: string,
    change: Partial<Standing> = {},
    verdict: string | null = "well",
  ): TableStatus => ({
    table,
    is: "heard",
    verdict,
    standing: standing(change),
  });
  const linesOf = (tables: readonly TableStatus[], change: object = {}): readonly string[] =>
    statusLines(planOf(change), tables);

  it("names the plan's release and rulebook, the most frequent first, and who has another one", () => {
    expect(
      linesOf([
        heard(ONE, { release: { version: "1.0.0", manifest: OLD } }),
        heard(TWO, { ...confirmed, rulebook: "cl/punto-y-banca@1" }),
        heard(THREE, { ...confirmed, rulebook: "cl/punto-y-banca@1" }),
      ]),
    ).toEqual([
      "spring: 3 of 3 tables answered",
      `release 2.0.0 (${NEW.slice(0, 16)}, that of the plan): 2 tables`,
      `release 1.0.0 (${OLD.slice(0, 16)}): 1 table: ${ONE}`,
      "rulebook cl/punto-y-banca@1: 2 tables",
      `rulebook cl/ruleta-francesa@2: 1 table: ${ONE}`,
    ]);
  });

  it("says of each table what keeps it: its update, what it waits for, its faults, its doctor, who holds it", () => {
    const waits = {
      version: "2.0.0",
      since: "2026-11-26T00:00:00.000Z",
      obstacles: [{ name: "held", what: "updates are held", since: "2026-11-25T00:00:00.000Z" }],
    };
    const lines = linesOf(
      [
        heard(ONE, {
          step: step("returned", "display"),
          faults: ["disk: storage-short", "unit: x"],
          held: true,
        }),
        heard(TWO, { step: { ...step("announced")!, version: null }, waits }, "attention"),
        heard(THREE, { step: step("confirmed") }, null),
      ],
      { held: [TWO] },
    );
    expect(lines.slice(3)).toEqual([
      `update at ${ONE}: returned 2.0.0 at 2026-11-26T00:00:00.000Z: display`,
      `update at ${TWO}: announced at 2026-11-26T00:00:00.000Z`,
      `waits at ${TWO}: 2.0.0, announced 2026-11-26T00:00:00.000Z: updates are held (since 2026-11-25T00:00:00.000Z)`,
      `faults at ${ONE}: disk: storage-short, unit: x`,
      `doctor at ${TWO}: attention`,
      `held in the plan: ${TWO}`,
      `held by its own people: ${ONE}`,
    ]);
    // A table that is held in the plan and was not asked is not named.
    expect(linesOf([heard(ONE)], { held: [TWO] }).some((line) => line.startsWith("held"))).toBe(false);
  });

  it("says of a base what runs, and whether it is kept and that of the plan", () => {
    const base = (version: string, isTrial: boolean, kept: string | null): Partial<Standing> => ({
      base: {
        runs: { version, slot: "rootfs.0", isTrial },
        kept: kept === null ? null : { number: 3, version: kept, digest: kept === "0.8.0" ? NEW : OLD },
        step: kept === null ? { ...step("refused")!, why: "no space" } : null,
      },
    });
    expect(
      linesOf([
        heard(ONE, base("0.8.0", false, "0.8.0")),
        heard(TWO, base("0.9.0", true, "0.8.0")),
        heard(THREE, base("0.7.0", false, "0.7.0")),
      ]).filter((line) => line.startsWith("base")),
    ).toEqual([
      "base 0.8.0 (number 3, kept, that of the plan): 1 table",
      `base 0.9.0 (on trial): 1 table: ${TWO}`,
      `base 0.7.0 (number 3, kept): 1 table: ${THREE}`,
    ]);
    expect(
      linesOf([
        heard(ONE, base("0.7.0", false, null)),
        heard(TWO, { base: { runs: null, kept: null, step: null } }),
      ]).filter((line) => line.startsWith("base")),
    ).toEqual([
      "base 0.7.0 (kept): 1 table",
      `base at ${ONE}: refused 2.0.0 at 2026-11-26T00:00:00.000Z: no space`,
    ]);
  });

  it("says since when a silent table was not heard, and why; a table that runs from its source has no manifest", () => {
    expect(
      linesOf([
        heard(ONE, { release: { version: "0.9.0", manifest: null } }),
        { table: TWO, is: "silent", why: "the relay does not answer", since: Date.UTC(2026, 0, 1) },
        { table: THREE, is: "silent", why: "the relay does not answer", since: null },
      ]),
    ).toEqual([
      "spring: 1 of 3 tables answered",
      "release 0.9.0 from its source: 1 table",
      "rulebook cl/ruleta-francesa@2: 1 table",
      `no answer since 2026-01-01T00:00:00.000Z of ${TWO}: the relay does not answer`,
      `no answer yet of ${THREE}: the relay does not answer`,
    ]);
  });

  it("names twelve tables in a line, and counts the rest", () => {
    const many = (count: number): string | undefined =>
      linesOf(Array.from({ length: count }, (_, at) => heard(`t${at}`, { held: true }))).find((line) =>
        line.startsWith("held by"),
      );
    const twelve = "held by its own people: t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11";
    expect([many(12), many(14)]).toEqual([twelve, `${twelve} and 2 more (--json has all)`]);
  });

  it("counts one table and many", () => {
    expect([0, 1, 2].map(countText)).toEqual(["0 tables", "1 table", "2 tables"]);
  });
});
