import { expect, it } from "vitest";
import { wheelDays } from "./wheel-days.ts";

/** A ring of four pockets, one of them there twice. */
const SHARES = { a: 0.2, b: 0.2, c: 0.2, d: 0.4 };
const LOG = "tirada.example/c/r1";
const OTHER = "tirada.example/c/r2";
const NOTHING = { numbers: [], voids: [], measured: [] };

it("puts together what is known of each day, whoever knows it, and says nothing of too few numbers", () => {
  const of = { log: LOG, day: "2026-11-02" };
  const { limit, wheels } = wheelDays([LOG, OTHER], SHARES, {
    numbers: [
      { ...of, spins: 200, statistic: 30 },
      { log: LOG, day: "2026-11-01", spins: 20, statistic: 30 },
    ],
    voids: [{ log: LOG, day: "2026-11-03", count: 2 }],
    measured: [
      { ...of, measure: "drop-zone", part: "B", value: 410 },
      { ...of, measure: "ball-run", part: "track", value: 17_200 },
      { ...of, measure: "rotor-speed", part: "", value: 241 },
    ],
  });
  // Three degrees of freedom, one day in a hundred.
  expect(limit).toBeCloseTo(11.345, 3);
  expect(wheels.map(({ log, days }) => [log, days.map(({ day }) => day)])).toEqual([
    [LOG, ["2026-11-01", "2026-11-02", "2026-11-03"]],
    [OTHER, []],
  ]);
  const [few, full, none] = wheels[0]!.days;
  expect(few).toMatchObject({ spins: 20, statistic: null, p: null });
  expect(full).toMatchObject({
    spins: 200,
    voids: 0,
    statistic: 30,
    measured: { "drop-zone": 410, "ball-run track": 17_200, "rotor-speed": 241 },
    dropPart: "B",
  });
  expect(full?.p).toBeLessThan(0.001);
  expect(none).toMatchObject({ spins: 0, voids: 2, statistic: null, measured: {}, dropPart: null });
  expect(wheelDays([LOG], { a: 1 }, NOTHING).limit).toBeNull();
});
