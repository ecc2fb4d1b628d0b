import { expect, it } from "vitest";
import { fakeClock } from "./fake-clock.ts";

it("runs timers at their own instants, in order, and only while time goes on", () => {
  const clock = fakeClock(1_000);
  const seen: [string, number][] = [];
  const note = (what: string) => () => seen.push([what, clock.now()]);
  clock.after(300, "late", note("late"));
  clock.after(100, "early", note("early"));
  clock.after(100, "early too", note("early too"));
  const beat = clock.every(150, "beat", note("beat"));
  expect(clock.waiting()).toEqual(["early", "early too", "beat", "late"]);
  clock.advance(99);
  expect(seen).toEqual([]);
  clock.advance(201);
  expect(seen).toEqual([
    ["early", 1_100],
    ["early too", 1_100],
    ["beat", 1_150],
    ["late", 1_300],
    ["beat", 1_300],
  ]);
  beat.cancel();
  clock.advance(1_000_000);
  expect(seen).toHaveLength(5);
  expect(clock.now()).toBe(1_001_300);
  expect(clock.wall()).toBe(1_767_225_600_000 + 1_000);
});

it("lets a timer set another within the same stretch", async () => {
  const clock = fakeClock();
  const seen: number[] = [];
  const again = async (): Promise<void> => {
    for (let i = 0; i < 3; i++) {
      await clock.sleep(10);
      seen.push(clock.now());
    }
  };
  const done = again();
  await clock.advanceSettling(25);
  expect(seen).toEqual([10, 20]);
  await clock.advanceSettling(5);
  await done;
  expect(seen).toEqual([10, 20, 30]);
});
