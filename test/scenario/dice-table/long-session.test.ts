import { describe, expect, it } from "vitest";
import type { DieFace } from "../../../src/dice/faces.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import type { RecordBody } from "../../../src/table/kernel/record.ts";
import { die, PlayedDice } from "../../support/played-dice.ts";
import { seedOfRun } from "../../support/run-seed.ts";

/** Eight hours at a table, a throw every minute and a half or so: who does all that the law asks is never told otherwise. */

const SEED = seedOfRun();
const MINUTE = 60_000_000;
const HOURS = 8;
const FACES: readonly DieFace[] = ["1", "2", "3", "4", "5", "6"];

const minutesOf = (table: PlayedDice): number => table.t / MINUTE;
const deviationsOf = (records: readonly RecordBody[]): readonly string[] =>
  records.flatMap((one) => (one.kind === "result" ? one.deviations.map(({ rule }) => rule) : []));
const incidentsOf = (records: readonly RecordBody[]): readonly string[] =>
  records.flatMap((one) => (one.kind === "throw-incident" ? [one.reason.rule] : []));
const uncertified = (records: readonly RecordBody[]): number =>
  records.filter((one) => one.kind === "result" && one.certainty.level !== "certified").length;

interface Played {
  readonly table: PlayedDice;
  readonly throws: number;
  /** Throws that began while the terna, or the croupier who throws, was in play for more than an hour. */
  readonly late: { readonly terna: number; readonly thrower: number };
}

/**
 * Banca francesa. `every`: the crew changes terna and thrower after so many minutes. `restarts`: the unit is restarted now and then
 * between two throws; it then counts on from what was noted last, and never too much.
 */
function banca(
  seed: string,
  every: { readonly terna: number; readonly thrower: number },
  restarts: boolean,
): Played {
  const random = randomFrom(`${seed}/banca`);
  const table = new PlayedDice("es-cb/banca-francesa").open();
  const changed = { terna: minutesOf(table), thrower: minutesOf(table) };
  const late = { terna: 0, thrower: 0 };
  let throws = 0;
  const end = minutesOf(table) + HOURS * 60;
  while (minutesOf(table) < end) {
    table.wait((60 + random.below(60)) * 1_000_000);
    if (minutesOf(table) - changed.terna >= every.terna) {
      expect(table.press({ key: "change-dice" }).refusal).toBeNull();
      changed.terna = minutesOf(table);
    }
    if (minutesOf(table) - changed.thrower >= every.thrower) {
      expect(table.press({ key: "change-thrower", seat: null }, "jefe-de-mesa").refusal).toBeNull();
      changed.thrower = minutesOf(table);
    }
    const began = minutesOf(table) + 0.51 / 60;
    if (began - changed.terna > 60) late.terna += 1;
    if (began - changed.thrower > 60) late.thrower += 1;
    table.roll([random.pick(FACES), random.pick(FACES), random.pick(FACES)]);
    throws += 1;
    const { verdict, round } = table.durable;
    const category = verdict?.kind === "result" && "faces" in verdict.result ? verdict.result.category : null;
    if (category !== null) table.press({ key: "announce", round });
    table.takeUp();
    if (restarts && random.oneIn(40))
      table.feed({ i: "restarted" }).see({ o: "attached", device: "eye" }).arena("empty");
  }
  return { table, throws, late };
}

describe(`banca francesa for eight hours, seed ${SEED}`, () => {
  it("with terna and croupier changed each hour has no deviation, no incident and nothing left to be done", () => {
    const { table, throws } = banca(SEED, { terna: 57, thrower: 55 }, true);
    expect(throws).toBeGreaterThan(200);
    expect(table.verdicts).toHaveLength(throws);
    expect(deviationsOf(table.records)).toEqual([]);
    expect(incidentsOf(table.records)).toEqual([]);
    expect(uncertified(table.records)).toBe(0);
    expect(table.durable).toMatchObject({ phase: "betting", tasks: [], round: throws + 1 });
  });

  it("with changes that come late has a deviation on each throw in between, and on no other", () => {
    const { table, late } = banca(`${SEED}/late`, { terna: 75, thrower: 68 }, false);
    expect(late.terna).toBeGreaterThan(20);
    const reported = deviationsOf(table.records);
    const count = (rule: string): number => reported.filter((one) => one === rule).length;
    expect({ terna: count("terna-rotation-late"), thrower: count("thrower-relief-late") }).toEqual(late);
    expect(reported).toHaveLength(late.terna + late.thrower);
  });
});

interface Series {
  readonly table: PlayedDice;
  readonly throws: number;
  readonly seats: readonly (number | null)[];
}

/** Craps: the shooter throws until the seven that loses, then the dice pass to the next place. */
function craps(rulebook: string, seed: string): Series {
  const random = randomFrom(`${seed}/${rulebook}`);
  const table = new PlayedDice(rulebook).open();
  const flat = (face: DieFace) => die(face, { half: "far", wall: true, rolled: true });
  const seats: (number | null)[] = [];
  let throws = 0;
  let seat = 1;
  let point: number | null = null;
  table.press({ key: "change-thrower", seat });
  const end = minutesOf(table) + HOURS * 60;
  while (minutesOf(table) < end) {
    table.wait((45 + random.below(60)) * 1_000_000);
    expect(table.press({ key: "no-more-bets" }, "stickman").refusal).toBeNull();
    seats.push(table.durable.dice?.shooter ?? null);
    const faces = [random.pick(FACES), random.pick(FACES)];
    table.roll(faces.map(flat));
    throws += 1;
    const total = faces.reduce((sum, face) => sum + Number(face), 0);
    const isOut = point !== null && total === 7;
    if (point === null) point = [4, 5, 6, 8, 9, 10].includes(total) ? total : null;
    else if (isOut || total === point) point = null;
    expect(table.durable.dice?.craps).toEqual(
      point === null ? { phase: "come-out" } : { phase: "point", point },
    );
    table.takeUp();
    if (!isOut) continue;
    expect(table.durable.dice).toMatchObject({ shooter: null, passing: { from: seat } });
    seat = (seat % 12) + 1;
    expect(table.press({ key: "change-thrower", seat }, "stickman").refusal).toBeNull();
    // Between two series the dice may be changed by anybody.
    if (random.oneIn(4)) expect(table.press({ key: "change-dice" }, "stickman").refusal).toBeNull();
  }
  return { table, throws, seats };
}

describe.each(["es-cb/craps", "es-pv/craps", "cl/craps"])(`%s for eight hours, seed ${SEED}`, (rulebook) => {
  it("has no deviation, no incident, the point of an independent count and a shooter at each throw", () => {
    const { table, throws, seats } = craps(rulebook, SEED);
    expect(throws).toBeGreaterThan(200);
    expect(table.verdicts).toHaveLength(throws);
    expect(deviationsOf(table.records)).toEqual([]);
    expect(incidentsOf(table.records)).toEqual([]);
    expect(uncertified(table.records)).toBe(0);
    expect(seats).not.toContain(null);
    expect(new Set(seats).size).toBeGreaterThan(5);
    expect(table.durable).toMatchObject({ phase: "betting", tasks: [] });
  });
});
