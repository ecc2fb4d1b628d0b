import { describe, expect, it } from "vitest";
import type { Entry } from "../../../src/recording/entry.ts";
import { fakeClock, type FakeClock } from "../../../src/time/fake-clock.ts";
import { after, US_PER_S } from "../../../src/time/instant.ts";
import type { AccessEvent } from "../../screens/server/messages.ts";
import { AccessLog, LOCK_FAULT } from "./access-log.ts";
import type { StandingFault } from "../../../src/table/kernel/durable/durable.ts";

const REFUSED: AccessEvent = { what: "refused", name: "Jon", address: "10.0.0.5", why: "wrong-pin" };
const MINUTE_US = 60 * US_PER_S;

function log(faults: readonly StandingFault[] = []): {
  clock: FakeClock;
  fed: Entry[];
  access: AccessLog;
} {
  const clock = fakeClock();
  const fed: Entry[] = [];
  const access = new AccessLog({ clock, feed: (entry) => fed.push(entry), faults, lockedUntil: null });
  return { clock, fed, access };
}

const details = (fed: readonly Entry[]): unknown[] =>
  fed.flatMap((entry) => (entry.k === "event" ? [entry.detail] : []));

describe("refusals", () => {
  it("are recorded one by one, ten at once; the rest are counted and told in one record a minute", () => {
    const { clock, fed, access } = log();
    for (let times = 0; times < 1_000; times++) access.handleEvent(REFUSED);
    expect(fed).toHaveLength(10);
    expect(details(fed)[0]).toEqual(REFUSED);
    clock.advance(MINUTE_US);
    expect(details(fed).at(-1)).toEqual({ what: "counted", refused: 990 });
    access.handleEvent(REFUSED);
    expect(fed).toHaveLength(12);
  });

  it("cannot fill the journal: a day of a hundred a second makes fewer than 3,000 records", () => {
    const { clock, fed, access } = log();
    for (let second = 0; second < 24 * 3_600; second += 10) {
      for (let times = 0; times < 100; times++) access.handleEvent(REFUSED);
      clock.advance(10 * US_PER_S);
    }
    expect(fed.length).toBeLessThan(3_000);
  });

  it("that were only counted are told when the unit stops", () => {
    const { fed, access } = log();
    for (let times = 0; times < 11; times++) access.handleEvent(REFUSED);
    access.stop();
    expect(details(fed).at(-1)).toEqual({ what: "counted", refused: 1 });
  });
});

describe("a lock", () => {
  const lock: AccessEvent = { what: "locked", name: "Jon", address: "10.0.0.5", level: 1, until: MINUTE_US };

  it("is a record with its end, and a fault that stands as long", () => {
    const { clock, fed, access } = log();
    access.handleEvent(lock);
    expect(fed).toEqual([
      {
        k: "event",
        t: 0,
        event: "access",
        detail: { ...lock, seconds: 60, until: "2026-01-01T00:01:00.000Z" },
      },
      { k: "fault", t: 0, ...LOCK_FAULT, detail: {}, stands: true },
    ]);
    clock.advance(MINUTE_US - 1);
    expect(fed).toHaveLength(2);
    clock.advance(US_PER_S);
    expect(fed.at(-1)).toMatchObject({ k: "fault", code: "pin-locked", stands: false });
  });

  it("of the run before is cleared at the start when it is over, and stands when it is not", () => {
    const standing = [{ ...LOCK_FAULT, since: "x" }];
    expect(log(standing).fed).toMatchObject([{ k: "fault", stands: false }]);
    const clock = fakeClock();
    const fed: Entry[] = [];
    const lockedUntil = after(clock.now(), MINUTE_US);
    new AccessLog({ clock, feed: (entry) => fed.push(entry), faults: standing, lockedUntil });
    expect(fed).toEqual([]);
    clock.advance(2 * MINUTE_US);
    expect(fed).toMatchObject([{ k: "fault", stands: false }]);
  });
});
