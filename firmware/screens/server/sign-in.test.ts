import { beforeAll, describe, expect, test } from "vitest";
import { fakeClock, type FakeClock } from "../../../src/time/fake-clock.ts";
import { after, US_PER_S } from "../../../src/time/instant.ts";
import { DisplayError } from "../../net/error.ts";
import type { AccessEvent, KnownPerson } from "./messages.ts";
import { hashPin, isPinHash, createSignInDesk, type DeskParts, type SignInDesk } from "./sign-in.ts";
import { lockedText, REFUSALS } from "./sign-in.ts";

let people: KnownPerson[];
beforeAll(async () => {
  people = [
    { name: "Ana", role: "croupier", pinHash: await hashPin("1234") },
    { name: "Jon", role: "jefe-de-mesa", pinHash: await hashPin("987654") },
  ];
});

const parts = (): DeskParts => ({ clock: fakeClock(), locks: [], tell: () => undefined });

const TABLET = "10.0.0.5";
const ELSEWHERE = "10.0.0.66";
const MINUTE_US = 60 * US_PER_S;

function desk(): { clock: FakeClock; at: SignInDesk; told: AccessEvent[] } {
  const clock = fakeClock();
  const reported: AccessEvent[] = [];
  return {
    clock,
    told: reported,
    at: createSignInDesk(people, { clock, locks: [], tell: (event) => reported.push(event) }),
  };
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
    expect(await at.signIn(TABLET, "Ana", "1234")).toEqual({
      ok: true,
      person: { name: "Ana", role: "croupier" },
    });
    expect(await at.signIn(TABLET, "Ana", "4321")).toEqual({ ok: false, why: REFUSALS["wrong-pin"] });
    expect(await at.signIn(TABLET, "Ana", "987654")).toEqual({ ok: false, why: REFUSALS["wrong-pin"] });
    expect(await at.signIn(TABLET, "Eva", "1234")).toEqual({ ok: false, why: REFUSALS["wrong-pin"] });
  });

  test("five wrong PINs lock the name where they came from, and nowhere else", async () => {
    const { clock, at, told: reported } = desk();
    for (let times = 1; times <= 4; times++)
      expect(await at.signIn(ELSEWHERE, "Jon", "0000")).toEqual({ ok: false, why: REFUSALS["wrong-pin"] });
    expect(await at.signIn(ELSEWHERE, "Jon", "0000")).toEqual({ ok: false, why: lockedText(MINUTE_US) });
    expect(await at.signIn(ELSEWHERE, "Jon", "987654")).toEqual({ ok: false, why: lockedText(MINUTE_US) });
    expect(await at.signIn(TABLET, "Jon", "987654")).toMatchObject({ ok: true });
    expect(await at.signIn(ELSEWHERE, "Ana", "1234")).toMatchObject({ ok: true });
    clock.advance(MINUTE_US);
    expect(await at.signIn(ELSEWHERE, "Jon", "987654")).toMatchObject({ ok: true });
    expect(reported.map(({ what }) => what)).toEqual([
      ...Array.from({ length: 5 }, () => "refused"),
      "locked",
      "refused",
      "signed-in",
      "signed-in",
      "signed-in",
    ]);
    expect(reported[5]).toEqual({
      what: "locked",
      name: "Jon",
      address: ELSEWHERE,
      level: 1,
      until: MINUTE_US,
    });
  });

  test("what is told holds no PIN, and no name that nobody has", async () => {
    const { at, told: reported } = desk();
    await at.signIn(TABLET, "98765", "445566");
    await at.signIn(TABLET, "Jon", "445566");
    await at.signIn(TABLET, "Jon", "987654");
    expect(reported).toEqual([
      { what: "refused", name: null, address: TABLET, why: "wrong-pin" },
      { what: "refused", name: "Jon", address: TABLET, why: "wrong-pin" },
      { what: "signed-in", name: "Jon", role: "jefe-de-mesa", address: TABLET },
    ]);
  });

  test("PINs that are tried at the same time are counted like one after the other", async () => {
    const { at } = desk();
    const answers = await Promise.all(Array.from({ length: 8 }, () => at.signIn(TABLET, "Ana", "0000")));
    const isLocked = answers.map((answer) => !answer.ok && answer.why.en.startsWith("Too many"));
    expect(isLocked).toEqual([false, false, false, false, true, true, true, true]);
  });

  test("locks of the run before stand", async () => {
    const clock = fakeClock();
    const lock = { address: TABLET, name: "Ana", level: 3, until: after(clock.now(), 4 * MINUTE_US) };
    const at = createSignInDesk(people, { clock, locks: [lock], tell: () => undefined });
    expect(await at.signIn(TABLET, "Ana", "1234")).toEqual({ ok: false, why: lockedText(4 * MINUTE_US) });
    expect(await at.signIn(ELSEWHERE, "Ana", "1234")).toMatchObject({ ok: true });
  });

  test("people who cannot be told apart or have no hash are an error of the configuration", () => {
    expect(() => createSignInDesk([...people, people[0]!], parts())).toThrow(DisplayError);
    expect(() => createSignInDesk([{ ...people[0]!, pinHash: "1234" }], parts())).toThrow(/pin of "Ana"/);
  });
});
