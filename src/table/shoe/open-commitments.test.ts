import { describe, expect, it } from "vitest";
import { CommitmentCheck } from "./open-commitments.ts";
import { commitmentOf } from "./seal.ts";

const KEY = "0f".repeat(32);
const commit = commitmentOf(KEY, 7, 1, "9h");

const dealt = { kind: "deal", round: 7, cards: [{ n: 1, to: "punto", face: null, commit }] };
const turned = (face: string): unknown => ({
  kind: "deal",
  round: 7,
  cards: [{ n: 1, to: "punto", face, commit: null }],
});
const opened = { kind: "opened", round: 7, key: KEY };

const problems = (...lines: readonly unknown[]): string[] => {
  const check = new CommitmentCheck();
  return lines.flatMap((line) => check.line(line));
};

describe("commitments of hidden cards", () => {
  it("hold when the card that was turned is the one that was dealt", () => {
    expect(problems(dealt, turned("9h"), opened)).toEqual([]);
  });

  it("tell an exchanged card", () => {
    expect(problems(dealt, turned("9s"), opened)).toEqual([
      "round 7, card 1: what was dealt face down is not the 9s that was turned up",
    ]);
  });

  it("are checked for cards that nobody turned, too", () => {
    expect(problems(dealt, opened)).toEqual([]);
    const other = { ...opened, key: "ab".repeat(32) };
    expect(problems(dealt, other)).toEqual(["round 7, card 1: what was dealt face down is no card at all"]);
  });

  it("demand a key that is one", () => {
    expect(problems(dealt, { ...opened, key: "secret" })).toEqual([
      "round 7: its secret is not 64 hex characters",
    ]);
  });

  it("count the rounds that were opened, and those that were not", () => {
    const check = new CommitmentCheck();
    for (const line of [dealt, turned("9h"), opened]) check.line(line);
    expect([check.rounds, check.unopened]).toEqual([1, 0]);
    const open = { kind: "deal", round: 8, cards: [{ n: 1, to: "punto", up: true, face: "9h", commit: null }] };
    for (const line of [open, { ...opened, round: 8 }]) check.line(line);
    expect([check.rounds, check.unopened]).toEqual([1, 0]);
    check.line({ ...dealt, round: 9 });
    expect(check.unopened).toBe(1);
    check.line(opened);
    for (const line of [open, { ...dealt, round: 10 }]) check.line(line);
    expect([check.rounds, check.unopened]).toEqual([1, 2]);
  });

  it("tell a card that was given another face or another commitment later, whichever is right", () => {
    expect(problems(dealt, turned("9s"), turned("9h"))).toEqual([
      "round 7, card 1: it was the 9s, and then the 9h",
    ]);
    const again = {
      ...dealt,
      cards: [{ n: 1, to: "bank", face: null, commit: commitmentOf(KEY, 7, 1, "9s") }],
    };
    expect(problems(dealt, again)).toEqual(["round 7, card 1: it was bound to one face, and then to another"]);
  });

  it("tell a card that lies face down and is bound by nothing, unless nobody could read it", () => {
    const card = { n: 1, to: "punto", up: false, face: null, commit: null };
    expect(problems({ ...dealt, cards: [card] })).toEqual([
      "round 7, card 1: it lies face down and nothing binds it",
    ]);
    expect(problems({ ...dealt, cards: [{ ...card, unread: true }] })).toEqual([]);
  });

  it("never mix rounds, cards or games", () => {
    const all = [commitmentOf(KEY, 7, 1, "9h"), commitmentOf(KEY, 8, 1, "9h"), commitmentOf(KEY, 7, 2, "9h")];
    expect(new Set(all).size).toBe(3);
  });

  it("is not stopped by lines that are none of its business", () => {
    expect(
      problems(null, 7, { kind: "deal" }, { kind: "deal", round: 1, cards: 4 }, { kind: "result" }),
    ).toEqual(["round 1: a deal record without its cards"]);
  });
});
