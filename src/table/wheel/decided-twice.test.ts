import { describe, expect, it } from "vitest";
import { ss2 } from "../../../test/support/replayed.ts";
import { PlayedTable } from "./played.test-help.ts";

/** What one person has decided of a contested number, and another contests or disputes. */

const decided = (): PlayedTable => {
  const played = new PlayedTable(ss2("cl/ruleta-francesa").rules)
    .open()
    .betting()
    .launch()
    .noMoreBets()
    .result();
  expect(played.press({ key: "contest", round: 1 })).toBeNull();
  expect(played.press({ key: "resolve", round: 1, outcome: "stands", announced: "4" })).toBeNull();
  return played;
};
const entry = ({ durable }: PlayedTable): unknown => durable.series[0];

describe("a number that a person has named in the place of the machine's", () => {
  it("is never exchanged for the machine's by a word that only says that it stands", () => {
    const played = decided();
    expect(played.press({ key: "contest", round: 1 })).toBeNull();
    expect(played.press({ key: "resolve", round: 1, outcome: "upheld" })).toBe("not-now");
    expect(played.press({ key: "resolve", round: 1, outcome: "stands", announced: "17" })).toBeNull();
    expect(entry(played)).toMatchObject({ kind: "undecided", certified: false, resolved: { pocket: "17" } });
  });

  it("stands as it was named when it is disputed, and the dispute is ended so", () => {
    const played = decided();
    const before = entry(played);
    expect(played.press({ key: "dispute", round: 1, words: "fue el 17" })).toBeNull();
    expect(played.press({ key: "resolve", round: 1, outcome: "upheld" })).toBeNull();
    expect(entry(played)).toEqual(before);
    expect(played.durable.tasks).toEqual([]);
  });
});
