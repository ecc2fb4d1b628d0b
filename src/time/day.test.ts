import { expect, it } from "vitest";
import { wallMs, type WallMs } from "./instant.ts";
import { dayIn, instantIn, isZone, minuteOfDayIn } from "./day.ts";

const at = (text: string): WallMs => wallMs(Date.parse(text));

it.each([
  ["America/Santiago", "2027-07-01T03:59:59.999Z", "2027-06-30", 23 * 60 + 59],
  ["America/Santiago", "2027-07-01T04:00:00Z", "2027-07-01", 0],
  ["America/Punta_Arenas", "2027-07-01T03:00:00Z", "2027-07-01", 0],
  ["Europe/Madrid", "2026-12-31T23:00:00Z", "2027-01-01", 0],
  ["Europe/Madrid", "2027-06-30T21:59:00Z", "2027-06-30", 23 * 60 + 59],
  ["Atlantic/Canary", "2027-06-30T22:30:00Z", "2027-06-30", 23 * 60 + 30],
  ["UTC", "1970-01-01T00:00:00Z", "1970-01-01", 0],
  // The hour that a spring has not.
  ["Europe/Madrid", "2027-03-28T01:00:00Z", "2027-03-28", 180],
])("in %s %s is a moment of %s", (zone, text, day, minute) => {
  expect([dayIn(zone, at(text)), minuteOfDayIn(zone, at(text))]).toEqual([day, minute]);
});

it("a zone is a place by its name", () => {
  for (const name of ["UTC", "Europe/Madrid", "America/Argentina/Buenos_Aires"])
    expect([name, isZone(name)]).toEqual([name, true]);
  for (const name of ["", "Europe/Madird", "+02:00", "europe/madrid", "Europe/Madrid ", "CET-1CEST", "../etc"])
    expect([name, isZone(name)]).toEqual([name, false]);
});

it.each([
  ["Europe/Madrid", "2027-03-28", 6 * 60, "2027-03-28T04:00:00.000Z"],
  ["Europe/Madrid", "2027-03-27", 6 * 60, "2027-03-27T05:00:00.000Z"],
  ["Europe/Madrid", "2027-10-31", 6 * 60, "2027-10-31T05:00:00.000Z"],
  ["America/Santiago", "2027-04-04", 6 * 60, "2027-04-04T10:00:00.000Z"],
  ["UTC", "2027-10-31", 0, "2027-10-31T00:00:00.000Z"],
  // Clocks show it twice in autumn, and skip it in spring.
  ["Europe/Madrid", "2027-10-31", 150, "2027-10-31T00:30:00.000Z"],
  ["Europe/Madrid", "2027-03-28", 150, "2027-03-28T01:30:00.000Z"],
  ["America/Santiago", "2027-09-05", 30, "2027-09-05T04:30:00.000Z"],
])("in %s the clocks of %s show minute %i at %s", (zone, day, minute, instant) => {
  expect(new Date(instantIn(zone, day, minute)).toISOString()).toBe(instant);
});
