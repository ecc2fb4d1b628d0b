import { describe, expect, it } from "vitest";
import { LOCKS_MAX, reduceLocks, SECTIONS, sectionsOf, type AccessLock } from "./access.ts";

const lock = (change: Partial<AccessLock> = {}): AccessLock => ({
  address: "10.0.0.5",
  name: "Ana",
  level: 1,
  seconds: 60,
  until: "2026-01-01T00:01:00.000Z",
  ...change,
});
const locked = (change: object = {}) => ({ detail: { what: "locked", ...lock(), ...change } });

describe("the locks of a table", () => {
  it("are those that its records tell, the newest of one name at one address", () => {
    expect(reduceLocks([], locked())).toEqual([lock()]);
    const before = [lock(), lock({ name: null }), lock({ address: "10.0.0.6" }), lock({ name: "Jon" })];
    const after = reduceLocks(before, locked({ level: 2, seconds: 120 }));
    expect(after).toEqual([...before.slice(1), lock({ level: 2, seconds: 120 })]);
    // Without a name, or with one that is none, it is the address's.
    expect(reduceLocks(before, locked({ name: null, level: 3 }))).toEqual([
      before[0],
      before[2],
      before[3],
      lock({ name: null, level: 3 }),
    ]);
    expect(reduceLocks([], locked({ name: 7 }))).toEqual([lock({ name: null })]);
  });

  it("end with a right PIN of that name from there, and of no other", () => {
    const before = [lock(), lock({ name: "Jon" }), lock({ address: "10.0.0.6" })];
    expect(reduceLocks(before, { detail: { what: "signed-in", address: "10.0.0.5", name: "Ana" } })).toEqual(
      before.slice(1),
    );
    const other = { detail: { what: "signed-in", address: "10.0.0.7", name: "Ana" } };
    expect(reduceLocks(before, other)).toBe(before);
    expect(reduceLocks([lock({ name: null })], { detail: { what: "signed-in", address: "10.0.0.5" } })).toEqual(
      [],
    );
  });

  it.each([
    ["is of something else", { what: "refused" }],
    ["names no address", { address: null }],
    ["has no level", { level: "1" }],
    ["has no seconds", { seconds: null }],
    ["has no end", { until: 5 }],
  ])("stay when a record %s", (_, change) => {
    const before = [lock({ name: "Jon" })];
    expect(reduceLocks(before, locked(change))).toBe(before);
  });

  it("are so many at the most: the oldest give way", () => {
    const before = Array.from({ length: LOCKS_MAX }, (_, at) => lock({ address: `10.0.1.${at}` }));
    const after = reduceLocks(before, locked());
    expect(after).toEqual([...before.slice(1), lock()]);
  });
});

it("a boot names the digest of every section, or none", () => {
  const detail = Object.fromEntries(
    SECTIONS.map((section) => [`configuration.${section}`, `digest of ${section}`]),
  );
  expect(sectionsOf({ detail })).toEqual(
    Object.fromEntries(SECTIONS.map((section) => [section, `digest of ${section}`])),
  );
  expect(SECTIONS).toEqual(["table", "devices", "people", "display", "storage"]);
  for (const section of SECTIONS)
    expect(sectionsOf({ detail: { ...detail, [`configuration.${section}`]: null } })).toBeNull();
  expect(sectionsOf({ detail: {} })).toBeNull();
});
