import { beforeAll, describe, expect, test } from "vitest";
import { fakeClock, type FakeClock } from "../../src/time/fake-clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { DisplayError } from "./error.ts";
import type { KnownPerson } from "./messages.ts";
import { hashPin, isPinHash, signInDesk, tally, type SignInDesk } from "./sign-in.ts";
import { LOCKED, WRONG_PIN } from "./texts.ts";

let people: KnownPerson[];
beforeAll(async () => {
  people = [
    { name: "Ana", role: "croupier", pinHash: await hashPin("1234") },
    { name: "Jon", role: "jefe-de-mesa", pinHash: await hashPin("987654") },
  ];
});

function desk(): { clock: FakeClock; at: SignInDesk } {
  const clock = fakeClock();
  return { clock, at: signInDesk(people, clock) };
}

describe("hashPin", () => {
  test("the same PIN gives another hash each time, and one that can be used", async () => {
    const [a, b] = [await hashPin("1234"), await hashPin("1234")];
    expect(a).not.toBe(b);
    expect(isPinHash(a)).toBe(true);
    expect(a).toMatch(/^scrypt\$16384\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  });

  test("agrees with scrypt as RFC 7914 has it: the same salt gives the same hash", async () => {
    const salt = Buffer.from("0123456789abcdef");
    expect(await hashPin("1234", salt)).toBe(await hashPin("1234", salt));
    expect(await hashPin("1234", salt)).not.toBe(await hashPin("1235", salt));
  });

  test.each(["123", "1234567890123", "12a4", ""])("%j is not a PIN", async (pin) => {
    await expect(hashPin(pin)).rejects.toThrow("a PIN is 4 to 12 digits");
  });

  test("hashes that would cost too much memory, or are none, are refused", async () => {
    const good = await hashPin("1234");
    for (const bad of [
      "",
      "1234",
      good.replace("$16384$", "$16383$"),
      good.replace("$16384$8$", "$1048576$8$"),
      good.slice(0, -1),
    ]) {
      expect(isPinHash(bad)).toBe(false);
    }
  });
});

describe("sign-in", () => {
  test("the right PIN, the wrong one, an unknown name", async () => {
    const { at } = desk();
    expect(await at.signIn(tally(), "Ana", "1234")).toEqual({
      ok: true,
      person: { name: "Ana", role: "croupier" },
    });
    expect(await at.signIn(tally(), "Ana", "4321")).toEqual({ ok: false, why: WRONG_PIN });
    expect(await at.signIn(tally(), "Ana", "987654")).toEqual({ ok: false, why: WRONG_PIN });
    expect(await at.signIn(tally(), "Eva", "1234")).toEqual({ ok: false, why: WRONG_PIN });
  });

  test("the fifth wrong PIN in a minute locks the name everywhere for 60 s", async () => {
    const { clock, at } = desk();
    for (let times = 1; times <= 4; times++) {
      expect(await at.signIn(tally(), "Ana", "0000")).toEqual({ ok: false, why: WRONG_PIN });
      clock.advance(10 * US_PER_S);
    }
    expect(await at.signIn(tally(), "Ana", "0000")).toEqual({ ok: false, why: LOCKED });
    expect(await at.signIn(tally(), "Ana", "1234")).toEqual({ ok: false, why: LOCKED });
    expect(await at.signIn(tally(), "Jon", "987654")).toMatchObject({ ok: true });
    clock.advance(60 * US_PER_S - 1);
    expect(await at.signIn(tally(), "Ana", "1234")).toEqual({ ok: false, why: LOCKED });
    clock.advance(1);
    expect(await at.signIn(tally(), "Ana", "1234")).toMatchObject({ ok: true });
  });

  test("five wrong PINs of whatever names lock the connection, not the names", async () => {
    const { clock, at } = desk();
    const connection = tally();
    for (const name of ["Ana", "Jon", "Eva", "Ana", "Jon"]) await at.signIn(connection, name, "0000");
    expect(await at.signIn(connection, "Ana", "1234")).toEqual({ ok: false, why: LOCKED });
    expect(await at.signIn(tally(), "Ana", "1234")).toMatchObject({ ok: true });
    clock.advance(60 * US_PER_S);
    expect(await at.signIn(connection, "Ana", "1234")).toMatchObject({ ok: true });
  });

  test("wrong PINs older than a minute, or before a right one, do not count", async () => {
    const { clock, at } = desk();
    const connection = tally();
    for (let times = 1; times <= 4; times++) await at.signIn(connection, "Ana", "0000");
    clock.advance(60 * US_PER_S);
    expect(await at.signIn(connection, "Ana", "0000")).toEqual({ ok: false, why: WRONG_PIN });
    for (let times = 1; times <= 3; times++) await at.signIn(connection, "Ana", "0000");
    expect(await at.signIn(connection, "Ana", "1234")).toMatchObject({ ok: true });
    for (let times = 1; times <= 4; times++) {
      expect(await at.signIn(connection, "Ana", "0000")).toEqual({ ok: false, why: WRONG_PIN });
    }
  });

  test("PINs that are tried at the same time are counted like one after the other", async () => {
    const { at } = desk();
    const answers = await Promise.all(Array.from({ length: 8 }, () => at.signIn(tally(), "Ana", "0000")));
    expect(answers.map((answer) => !answer.ok && answer.why === LOCKED)).toEqual([
      ...[false, false, false, false],
      ...[true, true, true, true],
    ]);
  });

  test("people who cannot be told apart or have no hash are an error of the configuration", () => {
    expect(() => signInDesk([...people, people[0]!], fakeClock())).toThrow(DisplayError);
    expect(() => signInDesk([{ ...people[0]!, pinHash: "1234" }], fakeClock())).toThrow(/pin of "Ana"/);
  });
});
