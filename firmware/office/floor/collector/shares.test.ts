import { expect, test } from "vitest";
import { fakeClock } from "../../../../src/time/fake-clock.ts";
import { US_PER_S } from "../../../../src/time/instant.ts";
import { REQUESTS_AT_ONCE, REQUESTS_PER_SECOND } from "./limits.ts";
import { Shares } from "./shares.ts";

test("a certificate may ask so much at once, and goes on at its pace; another one is not asked for it", () => {
  const clock = fakeClock();
  const shares = new Shares(clock);
  const taken = (serial: string, tries: number): number =>
    Array.from({ length: tries }, () => shares.take(serial)).filter(Boolean).length;
  expect(taken("loud", 2 * REQUESTS_AT_ONCE)).toBe(REQUESTS_AT_ONCE);
  expect(taken("quiet", 3)).toBe(3);
  clock.advance(US_PER_S / 2);
  shares.tidy();
  expect(taken("loud", REQUESTS_PER_SECOND)).toBe(REQUESTS_PER_SECOND / 2);
  clock.advance(60 * US_PER_S);
  shares.tidy();
  expect(taken("loud", 2 * REQUESTS_AT_ONCE)).toBe(REQUESTS_AT_ONCE);
});
