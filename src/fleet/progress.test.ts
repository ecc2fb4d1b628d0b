import { describe, expect, test } from "vitest";
import { randomFrom } from "../time/random-source.ts";
import { confirmed, Fleet, MINUTE, names, OLD, returned, step } from "./told-fleet.test-help.ts";
import { wavesOf } from "./plan.ts";
import { notBack, tableIn, touchedTables } from "./progress.ts";

const bad = "casino/table-21";

describe("a plan under way", () => {
  test("orders a wave only when each table of the one before has played with the release for long enough", () => {
    const fleet = new Fleet();
    expect(fleet.order()).toEqual(["casino/table-01"]);
    expect(fleet.order()).toEqual([]);
    fleet.report("casino/table-01", confirmed);
    fleet.now += 29 * MINUTE;
    fleet.report("casino/table-01", { ...confirmed, rounds: 510 });
    expect(fleet.standing).toMatchObject({ wave: 0, due: [], soaking: ["casino/table-01"] });
    fleet.now += MINUTE;
    // Its time is over, and one round is missing.
    fleet.report("casino/table-01", { ...confirmed, rounds: 509 });
    expect(fleet.standing).toMatchObject({ wave: 0, due: [], soaking: ["casino/table-01"] });
    fleet.report("casino/table-01", { ...confirmed, rounds: 510 });
    // What was heard of the next table half an hour ago is no word to order by.
    expect(fleet.standing).toMatchObject({ wave: 1, due: [], unheard: [bad] });
    expect(fleet.finishWave()).toEqual([bad]);
    expect(fleet.finishWave()).toHaveLength(37);
    expect(fleet.standing).toEqual({ wave: null, unheard: [], due: [], unconfirmed: [], soaking: [] });
  });

  test("is not begun for a table that runs the release without having confirmed it", () => {
    const fleet = new Fleet();
    fleet.order();
    fleet.report("casino/table-01", { release: confirmed.release, step: step("switched") });
    expect(fleet.standing.unconfirmed).toEqual(["casino/table-01"]);
  });

  test("orders nothing at a table that has the release already", () => {
    const fleet = new Fleet();
    fleet.report("casino/table-01", { release: confirmed.release });
    expect(fleet.standing).toMatchObject({ wave: 0, due: [], unconfirmed: [], soaking: ["casino/table-01"] });
  });

  const inWave2 = (): Fleet => {
    const fleet = new Fleet();
    names.forEach((table) => fleet.report(table, { faults: ["disk: storage-short"] }));
    fleet.order();
    fleet.report("casino/table-01", { ...confirmed, faults: ["disk: storage-short"] });
    fleet.now += 30 * MINUTE;
    fleet.report("casino/table-01", { ...confirmed, faults: ["disk: storage-short"], rounds: 520 });
    fleet.report(bad, { faults: ["disk: storage-short"] });
    expect(fleet.order()).toEqual([bad]);
    return fleet;
  };
  /** So many minutes later the table says that it waits for these. */
  const announced = (fleet: Fleet, obstacles: readonly string[], minutes: number): void => {
    fleet.now += minutes * MINUTE;
    const since = new Date(fleet.now).toISOString();
    const each = obstacles.map((name) => ({ name, what: `${name}, in words`, since }));
    const waits = { version: "2.0.0", since, obstacles: each };
    fleet.report(bad, { step: step("announced"), faults: ["disk: storage-short"], waits });
    fleet.time(0);
  };
  const ask = (fleet: Fleet): void => fleet.hear({ f: "asked", tables: [bad], at: fleet.now });
  const stops: readonly (readonly [string, (fleet: Fleet) => void, string])[] = [
    ["a table that went back", (fleet) => fleet.report(bad, returned), "table-returned"],
    [
      "a table whose people withdrew it",
      (fleet) => fleet.report(bad, { step: step("withdrawn") }),
      "table-returned",
    ],
    [
      "a table that refused it",
      (fleet) => fleet.report(bad, { step: step("refused", "no space") }),
      "table-refused",
    ],
    [
      "a table that took no order",
      (fleet) => fleet.hear({ f: "refused", table: bad, why: "certificate-expired", at: fleet.now }),
      "order-refused",
    ],
    [
      "a table that is silent",
      (fleet) => {
        ask(fleet);
        fleet.time(15.1);
      },
      "table-silent",
    ],
    [
      "a table that answers, and does nothing of its order",
      (fleet) => {
        ask(fleet);
        fleet.now += 10 * MINUTE;
        fleet.report(bad, { faults: ["disk: storage-short"] });
        fleet.time(5.1);
      },
      "order-without-step",
    ],
    [
      "a table that waits for somebody, its notice over",
      (fleet) => {
        announced(fleet, ["notice", "decision-waiting"], 0);
        announced(fleet, ["decision-waiting"], 4_320);
        announced(fleet, ["decision-waiting", "round-open"], 719);
        expect(fleet.progress.stopped).toBeNull();
        announced(fleet, ["decision-waiting"], 2);
        expect(fleet.progress.stopped?.detail).toContain("decision-waiting, in words (since 2026-");
      },
      "table-waits",
    ],
    [
      "a fault that it had not before",
      (fleet) => fleet.report(bad, { ...confirmed, faults: ["disk: storage-short", "unit: display-gone"] }),
      "more-faults",
    ],
    [
      "voids out of their band",
      (fleet) => {
        fleet.report(bad, confirmed);
        fleet.report(bad, { ...confirmed, rounds: 520, voids: 23 });
      },
      "voids-out-of-band",
    ],
    ["a person", (fleet) => fleet.hear({ f: "stop", by: "Ana Soto", at: fleet.now }), "by-hand"],
  ];
  test("a table that waits no more, or whose notice begins anew, has as long again", () => {
    const fleet = inWave2();
    announced(fleet, ["shoe-loaded"], 0);
    announced(fleet, ["notice"], 719);
    announced(fleet, ["shoe-loaded"], 10);
    announced(fleet, ["shoe-loaded"], 719);
    expect(fleet.progress.stopped).toBeNull();
    announced(fleet, ["shoe-loaded"], 2);
    expect(fleet.progress.stopped).toMatchObject({ why: "table-waits", table: bad });
    fleet.hear({ f: "go-on", by: "Ana", without: [], at: fleet.now });
    announced(fleet, ["shoe-loaded"], 719);
    expect(fleet.progress.stopped).toBeNull();
  });

  test("a table of an earlier release, which does not say for what it waits, has its notice besides", () => {
    const fleet = inWave2();
    fleet.report(bad, { step: step("announced"), faults: ["disk: storage-short"] });
    fleet.time(4_320 + 719);
    expect(fleet.progress.stopped).toBeNull();
    fleet.time(2);
    expect(fleet.progress.stopped).toMatchObject({
      why: "table-waits",
      detail: "its release does not say for what",
    });
  });

  test.each(stops)("is stopped by %s, and orders nothing from there on", (_, happen, why) => {
    const fleet = inWave2();
    happen(fleet);
    expect(fleet.progress.stopped).toMatchObject({ why });
    fleet.now += 600 * MINUTE;
    for (const table of names) fleet.report(table, { ...confirmed, rounds: 2_000 });
    expect(fleet.order()).toEqual([]);
    expect(touchedTables(fleet.plan, fleet.progress)).toEqual(["casino/table-01", bad]);
  });

  test.each([
    ["the same faults as before", { ...confirmed, faults: ["disk: storage-short"] }],
    ["as many voids as the band takes", { ...confirmed, rounds: 520, voids: 22 }],
    ["too few rounds to say", { ...confirmed, rounds: 519, voids: 39 }],
    ["a return of another order", { step: { ...step("returned")!, order: "02".repeat(32) } }],
  ])("is not stopped by %s", (_, change) => {
    const fleet = inWave2();
    fleet.report(bad, { ...("release" in change ? confirmed : {}), faults: ["disk: storage-short"] });
    fleet.report(bad, change);
    expect(fleet.progress.stopped).toBeNull();
  });

  test("a laptop that did nothing for a night blames no table for it", () => {
    const fleet = inWave2();
    ask(fleet);
    fleet.now += 600 * MINUTE;
    fleet.hear({ f: "resumed", at: fleet.now });
    fleet.time(14);
    expect(fleet.progress.stopped).toBeNull();
    fleet.time(2);
    expect(fleet.progress.stopped).toMatchObject({ why: "table-silent", table: bad });
  });

  test("goes on without a table that went back, when a person says so", () => {
    const fleet = inWave2();
    fleet.report(bad, returned);
    fleet.goOn();
    fleet.report(bad, returned);
    expect(fleet.progress.stopped).toBeNull();
    expect(fleet.order()).toHaveLength(37);
  });

  test("orders anew what was refused, unless the table is left out", () => {
    const fleet = inWave2();
    fleet.hear({ f: "refused", table: bad, why: "certificate-expired", at: fleet.now });
    fleet.goOn();
    expect(fleet.order()).toEqual([bad]);
    fleet.hear({ f: "refused", table: bad, why: "certificate-expired", at: fleet.now });
    fleet.goOn([bad]);
    expect(tableIn(fleet.progress, bad).leftOut).toBe("by-hand");
    expect(fleet.order()).toHaveLength(37);
  });

  test("goes on with a table whose new fault is known, and stops at the next one", () => {
    const fleet = inWave2();
    fleet.report(bad, { ...confirmed, faults: ["unit: display-gone"] });
    fleet.goOn();
    fleet.report(bad, { ...confirmed, faults: ["unit: display-gone"] });
    expect(fleet.progress.stopped).toBeNull();
    fleet.report(bad, { ...confirmed, faults: ["unit: display-gone", "unit: clock-unsynced"] });
    expect(fleet.progress.stopped).toMatchObject({ why: "more-faults", detail: "unit: clock-unsynced" });
  });

  test("goes back: a table is back when it says so after the order, and nothing goes on meanwhile", () => {
    const fleet = inWave2();
    fleet.report(bad, confirmed);
    fleet.hear({ f: "return", by: "Ana Soto", order: "03".repeat(32), at: fleet.now });
    fleet.goOn();
    expect(fleet.order()).toEqual([]);
    expect(notBack(fleet.plan, fleet.progress)).toEqual(["casino/table-01", bad]);
    fleet.now += MINUTE;
    fleet.report("casino/table-01", { step: { ...step("confirmed")!, digest: OLD } });
    fleet.report(bad, { step: { ...step("switched")!, digest: OLD } });
    expect(notBack(fleet.plan, fleet.progress)).toEqual([bad]);
    fleet.report(bad, { step: { ...step("confirmed")!, digest: OLD } });
    expect(notBack(fleet.plan, fleet.progress)).toEqual([]);
  });
});

test("whatever tables say, and in whatever order: no wave begins before the one before it has soaked", () => {
  const random = randomFrom("fleets");
  let begun = 0;
  for (let run = 0; run < 20; run++) {
    const fleet = new Fleet();
    const waves = wavesOf(fleet.plan);
    for (let at = 0; at < 250 && fleet.progress.stopped === null; at++) {
      fleet.now += random.below(5 * MINUTE);
      const table = random.pick(names);
      const has = random.below(3) > 0;
      fleet.report(table, {
        ...(has ? confirmed : {}),
        ...(random.below(600) === 0 ? returned : {}),
        // So slowly that now the minutes and now the rounds are what is waited for.
        rounds: 500 + Math.floor((fleet.now - Date.UTC(2026, 10, 26)) / (3 * MINUTE)),
      });
      const before = fleet.progress;
      for (const due of fleet.order()) {
        begun++;
        const wave = waves.findIndex((tables) => tables.includes(due));
        for (const earlier of waves.slice(0, wave).flat()) {
          const { confirmed: first, heard } = before.tables[earlier] ?? {};
          expect((heard?.standing.rounds ?? 0) - (first?.standing.rounds ?? Infinity)).toBeGreaterThanOrEqual(
            10,
          );
          expect(
            (heard?.receivedAt ?? 0) <= fleet.now && fleet.now - (first?.receivedAt ?? Infinity),
          ).toBeGreaterThanOrEqual(30 * MINUTE);
        }
      }
    }
  }
  expect(begun).toBeGreaterThan(20);
});
