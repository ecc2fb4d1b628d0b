import { describe, expect, it } from "vitest";
import { after, monoUs, US_PER_S, wallMs, type MonoUs } from "../time/instant.ts";
import {
  AccessGuard,
  addressOf,
  FORGOTTEN_US,
  HERE_WITHIN_US,
  isLoopback,
  activeLocks,
  originOf,
  WRONG_HERE,
  WRONG_OF_NAME,
} from "./access.ts";

const MINUTE_US = 60 * US_PER_S;
const START = monoUs(1_000_000);
const A = "10.0.0.5";

/** Five wrong PINs of one name from one address; returns the minutes of the lock. */
function lockOut(guard: AccessGuard, now: MonoUs, name = "Ana", address = A): number {
  const locks = Array.from({ length: 5 }, () => guard.noteWrongPin(address, name, now)).flat();
  const lock = locks.find((one) => one.name === name);
  return lock === undefined ? 0 : (lock.until - now) / MINUTE_US;
}

describe("waits", () => {
  it("double with each lock in a row, up to an hour", () => {
    const guard = new AccessGuard([], START);
    let now = START;
    const minutes: number[] = [];
    for (let times = 0; times < 8; times++) {
      minutes.push(lockOut(guard, now));
      now = after(now, 61 * MINUTE_US);
    }
    expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it("begin anew after a right PIN, and after a day without a wrong one", () => {
    const guard = new AccessGuard([], START);
    expect([lockOut(guard, START), lockOut(guard, START)]).toEqual([1, 2]);
    guard.noteRightPin(A, "Ana", START);
    expect(lockOut(guard, START)).toBe(1);
    expect(lockOut(guard, after(START, FORGOTTEN_US + 1))).toBe(1);
  });

  it("go on after a restart from where they were, and no longer than they were given", () => {
    const stored = [{ address: A, name: "Ana", level: 3, seconds: 240, until: "2026-01-01T00:04:00.000Z" }];
    const wall = wallMs(Date.parse("2026-01-01T00:01:00.000Z"));
    expect(activeLocks(stored, START, wall)[0]?.until).toBe(after(START, 3 * MINUTE_US));
    const guard = new AccessGuard(activeLocks(stored, START, wall), START);
    expect(guard.lockAgainst(A, "Ana", after(START, 3 * MINUTE_US - 1))).not.toBeNull();
    expect(guard.lockAgainst(A, "Ana", after(START, 3 * MINUTE_US))).toBeNull();
    expect(lockOut(guard, after(START, 3 * MINUTE_US))).toBe(8);
    expect(activeLocks(stored, START, wallMs(0))[0]?.until).toBe(after(START, 4 * MINUTE_US));
  });
});

describe("a lock", () => {
  it("binds the name where it was tried, and leaves it everywhere else", () => {
    const guard = new AccessGuard([], START);
    lockOut(guard, START, "Jon");
    expect(guard.lockAgainst(A, "Jon", START)).toMatchObject({ name: "Jon", level: 1 });
    expect(guard.lockAgainst("10.0.0.6", "Jon", START)).toBeNull();
    expect(guard.lockAgainst(A, "Ana", START)).toBeNull();
  });

  it("binds the address after fifteen wrong PINs of whatever names", () => {
    const guard = new AccessGuard([], START);
    for (const name of ["Ana", "Jon", null])
      for (let times = 0; times < 5; times++) guard.noteWrongPin(A, name, START);
    expect(guard.lockAgainst(A, "Eva", START)).toMatchObject({ name: null, address: A });
    expect(guard.lockAgainst("10.0.0.6", "Ana", START)).toBeNull();
    expect(guard.lockedUntil(START)).toBe(after(START, MINUTE_US));
  });

  it("counts all unknown names as one, apart from every known one", () => {
    const guard = new AccessGuard([], START);
    for (let times = 0; times < 5; times++) guard.noteWrongPin(A, null, START);
    expect(guard.lockAgainst(A, null, START)).not.toBeNull();
    expect(guard.lockAgainst(A, "?", START)).toBeNull();
  });

  it("does not grow without end: the addresses that were quiet for longest give way", () => {
    const guard = new AccessGuard([], START);
    for (let times = 0; times < 5; times++) guard.noteWrongPin("10.9.9.9", "Ana", START);
    for (let at = 0; at < 1_024; at++) guard.noteWrongPin(`10.1.${at >> 8}.${at & 255}`, "Ana", START);
    expect(guard.lockAgainst("10.9.9.9", "Ana", START)).toBeNull();
  });
});

describe("a name that is tried from everywhere", () => {
  const tried = (count: number): AccessGuard => {
    const guard = new AccessGuard([], START);
    guard.noteRightPin(A, "Jon", START);
    for (let at = 0; at < count; at++) guard.noteWrongPin(`10.1.0.${at}`, "Jon", START);
    return guard;
  };

  it("is slowed, never locked, and not where that person signed in before nor on this machine", () => {
    const guard = tried(WRONG_OF_NAME);
    expect(guard.delayUs("10.2.0.1", "Jon", START)).toBe(2 * US_PER_S);
    expect(guard.lockAgainst("10.2.0.1", "Jon", START)).toBeNull();
    expect(guard.delayUs(A, "Jon", START)).toBe(0);
    expect(guard.delayUs("127.0.0.1", "Jon", START)).toBe(0);
    expect(guard.delayUs("10.2.0.1", "Ana", START)).toBe(0);
    expect(guard.delayUs("10.2.0.1", "Jon", after(START, FORGOTTEN_US + 1))).toBe(0);
  });

  it("is not slowed below that, and at most by a minute", () => {
    expect(tried(WRONG_OF_NAME - 1).delayUs("10.2.0.1", "Jon", START)).toBe(0);
    expect(tried(40 * WRONG_OF_NAME).delayUs("10.2.0.1", "Jon", START)).toBe(60 * US_PER_S);
  });
});

describe("this machine", () => {
  const HERE = ["127.0.0.1", "127.0.1.1", "127.9.9.9", "::1"];

  it("is one address, by whichever of its own a program binds", () => {
    const guard = new AccessGuard([], START);
    const locks = HERE.flatMap((address) => guard.noteWrongPin(address, "Jefa", START));
    expect(locks).toEqual([]);
    expect(guard.noteWrongPin("127.1.2.3", "Jefa", START)).toMatchObject([{ name: "Jefa", level: 1 }]);
    for (const address of [...HERE, "127.77.0.1"])
      expect(guard.lockAgainst(address, "Jefa", START)).toMatchObject({ name: "Jefa" });
    expect(guard.lockAgainst(A, "Jefa", START)).toBeNull();
    // What was kept of a run before, by a release that counted each by itself.
    const stored = { address: "127.0.0.9", name: "Jefa", level: 1, until: after(START, MINUTE_US) };
    expect(new AccessGuard([stored], START).lockAgainst("::1", "Jefa", START)).not.toBeNull();
  });

  it("has ten tries of a name within five minutes at the most, whatever comes right between", () => {
    const guard = new AccessGuard([], START);
    const tries: MonoUs[] = [];
    for (let second = 0; second < 2 * 3_600; second++) {
      const now = after(START, second * US_PER_S);
      const address = `127.0.${second >> 8}.${second & 255}`;
      if (guard.lockAgainst(address, "Jefa", now) === null) {
        guard.noteWrongPin(address, "Jefa", now);
        tries.push(now);
      }
      // She herself signs in once a minute.
      if (second % 60 === 30 && guard.lockAgainst("127.0.0.1", "Jefa", now) === null)
        guard.noteRightPin("127.0.0.1", "Jefa", now);
    }
    const within = (from: MonoUs): number =>
      tries.filter((at) => at >= from && at < after(from, HERE_WITHIN_US)).length;
    expect(Math.max(...tries.map(within))).toBeLessThanOrEqual(WRONG_HERE);
    expect(tries.length).toBeGreaterThan(WRONG_HERE);
  });

  it("is slowed by what was wrong on it, and not by what the network tries", () => {
    const guard = new AccessGuard([], START);
    guard.noteRightPin("127.0.0.1", "Jefa", START);
    for (let at = 0; at < WRONG_OF_NAME; at++) guard.noteWrongPin(`10.1.0.${at}`, "Jefa", START);
    expect(guard.delayUs("127.0.0.1", "Jefa", START)).toBe(0);
    for (let at = 0; at < WRONG_OF_NAME; at++) guard.noteWrongPin(`127.0.0.${at}`, "Jefa", START);
    expect(guard.delayUs("127.0.0.1", "Jefa", START)).toBe(2 * US_PER_S);
  });
});

it.each([
  ["127.0.0.1", "127.0.0.1"],
  ["127.3.2.1", "127.0.0.1"],
  ["::1", "127.0.0.1"],
  ["10.0.0.7", "10.0.0.7"],
  ["unknown", "unknown"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["2001:db8:1:2::/64", "2001:db8:1:2::/64"],
])("%s is counted as %s", (address, origin) => {
  expect(originOf(address)).toBe(origin);
});

it("an address is the same by whatever socket it came", () => {
  expect(addressOf("::ffff:10.0.0.5")).toBe("10.0.0.5");
  expect(addressOf("fe80::1")).toBe("fe80::1");
  expect(addressOf(undefined)).toBe("unknown");
  expect(["127.0.0.1", "127.9.9.9", "::1", "10.0.0.127", "::ffff:127.0.0.1"].map(isLoopback)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

describe("what is remembered", () => {
  it("is, of a person's own addresses, the newest thirty-two", () => {
    const guard = new AccessGuard([], START);
    const addresses = Array.from({ length: 33 }, (_, at) => `10.2.0.${at}`);
    for (const address of addresses) guard.noteRightPin(address, "Ana", START);
    for (let times = 0; times < WRONG_OF_NAME; times++) guard.noteWrongPin(`10.3.${times}.1`, "Ana", START);
    const slowed = addresses.filter((address) => guard.delayUs(address, "Ana", START) > 0);
    expect(slowed).toEqual([addresses[0]]);
  });

  it("is forgotten after a day and not before: a name's wrong PINs, and a lock's level", () => {
    const guard = new AccessGuard([], START);
    for (let times = 0; times < WRONG_OF_NAME; times++) guard.noteWrongPin(`10.3.${times}.1`, "Ana", START);
    const day = after(START, FORGOTTEN_US);
    expect([guard.delayUs(A, "Ana", day), guard.delayUs(A, "Ana", after(day, 1))]).toEqual([2 * US_PER_S, 0]);
    const other = new AccessGuard([], START);
    lockOut(other, START);
    expect(lockOut(other, day)).toBe(2);
    const third = new AccessGuard([], START);
    lockOut(third, START);
    expect(lockOut(third, after(day, 1))).toBe(1);
  });

  it("counts a name's wrong PINs anew after a day of quiet", () => {
    const guard = new AccessGuard([], START);
    for (let times = 0; times < WRONG_OF_NAME - 1; times++) guard.noteWrongPin(`10.3.${times}.1`, "Ana", START);
    const day = after(START, FORGOTTEN_US);
    guard.noteWrongPin("10.4.0.1", "Ana", day);
    expect(guard.delayUs(A, "Ana", day)).toBe(2 * US_PER_S);
    guard.noteWrongPin("10.4.0.2", "Ana", after(day, FORGOTTEN_US + 1));
    expect(guard.delayUs(A, "Ana", after(day, FORGOTTEN_US + 1))).toBe(0);
  });

  it("says when the last of the locks that stand ends", () => {
    const guard = new AccessGuard([], START);
    expect(guard.lockedUntil(START)).toBeNull();
    guard.noteWrongPin(A, "Eva", START);
    lockOut(guard, START, "Ana");
    lockOut(guard, START, "Ana");
    lockOut(guard, START, "Jon", "10.0.0.9");
    expect(guard.lockedUntil(START)).toBe(after(START, 2 * MINUTE_US));
    expect(guard.lockedUntil(after(START, 2 * MINUTE_US))).toBeNull();
  });
});

describe("who an address is", () => {
  it.each([
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:0001:0002::6", "2001:db8:1:2::/64"],
    ["::6", "0:0:0:0::/64"],
    ["1::", "1:0:0:0::/64"],
    ["1:2::3:4:5:6:7", "1:2:0:3::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["fe80:1:2:3:4:5:6:7%eth0.5", "fe80:1:2:3::/64"],
    ["127.0.0.9", "127.0.0.1"],
    ["10.0.0.5", "10.0.0.5"],
    ["2001:db8:1:2::/64", "2001:db8:1:2::/64"],
  ])("%s is %s", (address, origin) => {
    expect(originOf(address)).toBe(origin);
  });

  it("is itself whatever socket it came by, of sixty-four letters at the most", () => {
    expect([addressOf("::ffff:10.0.0.5"), addressOf("::FFFF:10.0.0.5"), addressOf(undefined)]).toEqual([
      "10.0.0.5",
      "10.0.0.5",
      "unknown",
    ]);
    expect([addressOf("x::ffff:10.0.0.5"), addressOf("::ffff:abcd"), addressOf("a".repeat(65)).length]).toEqual(
      ["x::ffff:10.0.0.5", "::ffff:abcd", 64],
    );
    expect(["::1", "127.0.0.1", "127.5.5.5", "128.0.0.1", "10.127.0.1"].map(isLoopback)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
