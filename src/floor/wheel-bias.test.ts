import { expect, it } from "vitest";
import { randomFrom } from "../time/random-source.ts";
import { BIAS_RISK, wheelBiases } from "./wheel-bias.ts";

const RING = Array.from({ length: 37 }, (_, pocket) => String(pocket));

/** `spins` of a wheel on which one pocket comes `times` as often as it should. */
function spun(log: string, spins: number, times = 1) {
  const random = randomFrom(`wheel bias ${log}`);
  const counts: Record<string, number> = {};
  for (let spin = 0; spin < spins; spin++) {
    const pocket = random.below(1_000) < ((times - 1) * 1_000) / 37 ? "17" : String(random.below(37));
    counts[pocket] = (counts[pocket] ?? 0) + 1;
  }
  return { log, counts };
}

it("names the one wheel that chance does not explain, before all others", () => {
  const wheels = [...Array.from({ length: 40 }, (_, n) => spun(`r${n}`, 4_000)), spun("worn", 4_000, 2)];
  const [first, second] = wheelBiases(wheels, RING);
  expect(first?.log).toBe("worn");
  expect(first?.amongAll).toBeLessThan(1e-6);
  expect(first?.outside.map(({ pocket }) => pocket)).toContain("17");
  expect(second?.amongAll).toBeGreaterThan(BIAS_RISK);
});

it("of many good wheels the worst is not named", () => {
  const floors = Array.from({ length: 8 }, (_, floor) =>
    wheelBiases(
      Array.from({ length: 60 }, (_1, n) => spun(`${floor}/${n}`, 2_000)),
      RING,
    ),
  );
  expect(floors.filter(([worst]) => (worst?.amongAll ?? 1) < BIAS_RISK)).toEqual([]);
});

it("says nothing of a few spins, and counts a name that is there twice as such", () => {
  expect(wheelBiases([{ log: "new", counts: { 17: 20 } }], RING)).toMatchObject([
    { spins: 20, amongAll: null, outside: [] },
  ]);
  expect(wheelBiases([{ log: "idle", counts: {} }], RING)).toMatchObject([{ spins: 0, chi: null }]);
  const bowl = ["5", "5", "1", "2"];
  const [even] = wheelBiases([{ log: "bola", counts: { 5: 200, 1: 100, 2: 100 } }], bowl);
  expect(even?.chi?.statistic).toBe(0);
});
