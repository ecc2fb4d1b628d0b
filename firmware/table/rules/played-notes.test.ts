import { expect, it } from "vitest";
import { playedNotes } from "./notes.ts";

const span = (rulebook: string | null, earliest: string, latest: string, zone: string | null = null) => ({
  rulebook,
  zone,
  earliest: { seq: 7, at: Date.parse(earliest) },
  latest: { seq: 9, at: Date.parse(latest) },
});

it("names verdicts of days on which their edition was not the law, where the table stood", () => {
  const game = "cl/ruleta-francesa@2023-03";
  expect(playedNotes([span(game, "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z")])).toEqual([]);
  // In Santiago the law of 14 March begins at 3 in the morning of UTC.
  expect(playedNotes([span(game, "2023-03-14T02:59:00Z", "2023-03-14T03:00:00Z")])).toEqual([
    "record 7 is of 2023-03-13, and cl/ruleta-francesa was judged by edition 2023-03 (from 2023-03-14): on that day it was not the law",
  ]);
  expect(playedNotes([span(game, "2023-03-14T02:59:00Z", "2023-03-15T00:00:00Z", "Europe/Madrid")])).toEqual(
    [],
  );
  expect(playedNotes([span(game, "1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z")])).toHaveLength(2);
});

it("says nothing of what it does not know", () => {
  for (const rulebook of [null, "cl/no-game@2023-03", "cl/ruleta-francesa@1999-01", "../x@1"])
    expect(playedNotes([span(rulebook, "1970-01-01T00:00:00Z", "2099-01-01T00:00:00Z")])).toEqual([]);
});
