import { describe, expect, it } from "vitest";
import { more, runSeed, volume } from "../../test/support/volume.ts";
import { randomFrom } from "../time/random-source.ts";
import { wallMs, type WallMs } from "../time/instant.ts";
import { dayIn } from "../time/day.ts";
import type { Edition } from "./editions.ts";
import { dayOfStart, lawNow, nearestEdition, type DayProof } from "./law-day.ts";

const [OLD, NEW]: readonly [Edition, Edition] = [
  { edition: "2023-03", inForce: "2023-03-14", until: "2027-06-30" },
  { edition: "2027-07", inForce: "2027-07-01" },
];
const EDITIONS = [OLD, NEW];
const ZONE = "America/Santiago";
const at = (text: string): WallMs => wallMs(Date.parse(text));
const proof = (wall: string, change: Partial<DayProof> = {}): DayProof => ({
  wall: at(wall),
  isVouched: false,
  newest: null,
  newestVouched: null,
  made: "2026-11-28",
  dayOf: (one) => dayIn(ZONE, one),
  ...change,
});
const used = (edition: string, isPinned = false) => ({ edition, isPinned });
const VOUCHED = { isVouched: true };

describe("the edition that counts", () => {
  it("is proven by a clock that is vouched for", () => {
    expect(lawNow(EDITIONS, used("2023-03"), proof("2027-06-30T12:00:00Z", VOUCHED))).toEqual({ is: "right" });
    expect(lawNow(EDITIONS, used("2023-03"), proof("2027-07-01T12:00:00Z", VOUCHED))).toEqual({
      is: "other",
      edition: "2027-07",
    });
    expect(lawNow(EDITIONS, used("2027-07"), proof("2027-06-30T12:00:00Z", VOUCHED))).toEqual({
      is: "other",
      edition: "2023-03",
    });
  });

  it("changes at midnight where the table stands", () => {
    // In Santiago it is UTC-4 in winter.
    expect(lawNow(EDITIONS, used("2023-03"), proof("2027-07-01T03:59:59Z", VOUCHED)).is).toBe("right");
    expect(lawNow(EDITIONS, used("2023-03"), proof("2027-07-01T04:00:00Z", VOUCHED)).is).toBe("other");
  });

  it("is not proven by a clock alone where another one could be the law", () => {
    for (const wall of ["1970-01-01T00:00:00Z", "2026-12-01T00:00:00Z", "2027-08-01T00:00:00Z"])
      for (const edition of ["2023-03", "2027-07"])
        expect([wall, edition, lawNow(EDITIONS, used(edition), proof(wall)).is]).toEqual([
          wall,
          edition,
          "unproven",
        ]);
    // Where there is one alone, whatever the day, nothing hangs on the clock.
    const only = [{ edition: "2023-03", inForce: "2023-03-14" }];
    for (const wall of ["1970-01-01T00:00:00Z", "2099-01-01T00:00:00Z"])
      expect(lawNow(only, used("2023-03"), proof(wall)).is).toBe("right");
    // And the earlier one is over for ever once a record says so whose time was vouched for.
    const after = { newest: at("2027-08-01T00:00:00Z"), newestVouched: at("2027-08-01T00:00:00Z") };
    expect(lawNow(EDITIONS, used("2027-07"), proof("2026-03-01T00:00:00Z", after)).is).toBe("right");
    expect(lawNow(EDITIONS, used("2023-03"), proof("2026-03-01T00:00:00Z", after)).is).toBe("unproven");
  });

  it("is not proven by a clock that contradicts what was vouched for before", () => {
    const after = { ...VOUCHED, newest: at("2027-08-01T00:00:00Z"), newestVouched: at("2027-08-01T00:00:00Z") };
    for (const edition of ["2023-03", "2027-07"])
      expect(lawNow(EDITIONS, used(edition), proof("2026-12-01T00:00:00Z", after)).is).toBe("unproven");
    // A record of which nobody vouched for the time contradicts nothing.
    const wild = { ...VOUCHED, newest: at("2096-08-01T00:00:00Z") };
    expect(lawNow(EDITIONS, used("2023-03"), proof("2026-12-01T00:00:00Z", wild)).is).toBe("right");
  });

  it("that somebody wrote down counts by that word while its days last", () => {
    expect(lawNow(EDITIONS, used("2023-03", true), proof("2027-06-01T12:00:00Z")).is).toBe("right");
    expect(lawNow(EDITIONS, used("2023-03", true), proof("2027-07-01T12:00:00Z")).is).toBe("other");
    expect(lawNow(EDITIONS, used("2027-07", true), proof("2027-06-01T12:00:00Z")).is).toBe("other");
    expect(lawNow(EDITIONS, used("2019-01", true), proof("2027-06-01T12:00:00Z")).is).toBe("other");
  });

  it("at a start is that of the latest of clock, newest record and the program's own day", () => {
    const day = (wall: string, newest: string | null): string =>
      dayOfStart(proof(wall, { newest: newest === null ? null : at(newest) }));
    expect(day("1970-01-01T00:00:00Z", null)).toBe("2026-11-28");
    expect(day("2026-03-01T00:00:00Z", "2027-08-01T12:00:00Z")).toBe("2027-08-01");
    expect(day("2027-09-01T12:00:00Z", "2027-08-01T12:00:00Z")).toBe("2027-09-01");
    expect(nearestEdition(EDITIONS, "2019-01-01")?.edition).toBe("2023-03");
    expect(nearestEdition([{ ...NEW, until: "2028-01-01" }], "2030-01-01")?.edition).toBe("2027-07");
  });
});

/** What a machine's clock may go through while time passes as it does. */
it("no verdict of hundreds of histories of clocks is given under an edition of another day", () => {
  const random = randomFrom(runSeed("clock histories"));
  const pick = (count: number): number => random.below(count);
  const DAY = 86_400_000;
  let [given, withheld, changed] = [0, 0, 0];
  const histories = volume(more(400, 1_000), 20_000);
  for (let history = 0; history < histories; history++) {
    // Around the midnight of the change, and months away from it.
    let now = at("2027-07-01T04:00:00Z") - DAY * [1, 3, 30, 200][pick(4)]! + pick(2 * DAY);
    let offset = 0;
    let isVouched = false;
    let newest: WallMs | null = null;
    let newestVouched: WallMs | null = null;
    const read = (): DayProof => ({
      ...proof("2026-12-01T00:00:00Z"),
      wall: wallMs(Math.max(0, now + offset)),
      isVouched,
      newest,
      newestVouched,
    });
    const start = (): string => nearestEdition(EDITIONS, dayOfStart(read()))!.edition;
    let edition = start();
    for (let step = 0; step < 60; step++) {
      now += pick(4) === 0 ? pick(5 * DAY) : pick(3_600_000);
      const happens = pick(12);
      if (happens === 0) [offset, isVouched] = [-now, false];
      else if (happens === 1) [offset, isVouched] = [(pick(20) - 10) * 365 * DAY, false];
      else if (happens === 2) [offset, isVouched] = [pick(4 * DAY) - 2 * DAY, false];
      else if (happens === 3) isVouched = false;
      else if (happens <= 6) [offset, isVouched] = [0, true];
      else if (happens === 7) edition = start();
      const choice = lawNow(EDITIONS, used(edition), read());
      if (choice.is === "right") {
        given++;
        expect(edition).toBe(dayIn(ZONE, wallMs(now)) >= NEW.inForce ? "2027-07" : "2023-03");
      } else withheld++;
      // That it is so is a record, and whatever else is signed.
      const { wall } = read();
      newest = wallMs(Math.max(newest ?? 0, wall));
      if (isVouched) newestVouched = wallMs(Math.max(newestVouched ?? 0, wall));
      if (choice.is !== "other") continue;
      // Between rounds the table starts anew, once, and not for ever.
      edition = start();
      changed++;
      expect(lawNow(EDITIONS, used(edition), read())).toEqual({ is: "right" });
    }
  }
  expect([given > 10 * histories, withheld > histories, changed > histories / 20]).toEqual([true, true, true]);
});
