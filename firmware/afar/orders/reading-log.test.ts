import { expect, test } from "vitest";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { READERS_MAX, READING_IDLE_US, ReadingLog, type ReadingEvent } from "./reading-log.ts";

const ANA = { name: "Ana Soto", as: "tecnico" } as const;
const EVA = { name: "Eva Pons", as: "inspector" } as const;

function log() {
  const clock = fakeClock();
  const told: ReadingEvent[] = [];
  return { clock, told, readings: new ReadingLog(clock, (event) => told.push(event)) };
}

test("an afternoon before a page that asks every five seconds is two records: who, what, how long", () => {
  const { clock, told, readings } = log();
  for (let second = 0; second < 3_600; second += 5) {
    readings.handle(ANA, "/data");
    if (second === 600) readings.handle(ANA, "/doctor");
    clock.advance(5 * US_PER_S);
  }
  expect(told).toEqual([{ what: "read-begun", name: "Ana Soto", role: "tecnico", pages: "/data" }]);
  clock.advance(READING_IDLE_US + 30 * US_PER_S);
  expect(told.slice(1)).toEqual([
    {
      what: "read-ended",
      name: "Ana Soto",
      role: "tecnico",
      pages: "/data /doctor",
      seconds: 3_595,
      requests: 721,
    },
  ]);
});

test("who comes back after the pause reads anew, and two people are two", () => {
  const { clock, told, readings } = log();
  readings.handle(ANA, "/view");
  readings.handle(EVA, "/events");
  clock.advance(READING_IDLE_US - US_PER_S);
  readings.handle(EVA, "/events");
  clock.advance(2 * US_PER_S);
  readings.handle(ANA, "/view");
  expect(told.map(({ what, name }) => `${name} ${what}`)).toEqual([
    "Ana Soto read-begun",
    "Eva Pons read-begun",
    "Ana Soto read-ended",
    "Ana Soto read-begun",
  ]);
});

test("the end of the thread ends what is read, and no timer is left", () => {
  const { clock, told, readings } = log();
  readings.handle(ANA, "/data");
  readings.stop();
  expect(told.at(-1)).toMatchObject({ what: "read-ended", seconds: 0, requests: 1 });
  clock.advance(2 * READING_IDLE_US);
  expect(told).toHaveLength(2);
});

test("more people than are followed: the one who asked longest ago gives way", () => {
  const { told, readings } = log();
  for (let at = 0; at <= READERS_MAX; at++) readings.handle({ ...ANA, name: `Ana ${at}` }, "/view");
  expect(told.filter(({ what }) => what === "read-ended").map(({ name }) => name)).toEqual(["Ana 0"]);
});
