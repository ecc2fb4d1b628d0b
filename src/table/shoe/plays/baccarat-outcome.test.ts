import { describe, expect, it } from "vitest";
import { play, resultsOf, seatTable } from "./play.test-help.ts";
import { faceUp } from "./table-games.test-help.ts";

describe("outcomes of one punto", () => {
  it.each([
    ["10h 10s 9h 8h", "punto wins"],
    ["10h 10s 8h 9h", "banca wins"],
    ["10h 10s 7h 7s", "round ties"],
    ["10h 10s 2h 6s 4d", "round ties"],
    ["10h 10s 2h 6s 5d", "punto wins"],
    ["10h 10s 6h 5s 2d", "banca wins"],
    ["10h 10s Kh Qs Kd Qd", "round ties"],
  ])("%s: %s", (cards, result) => {
    expect(resultsOf(play(seatTable(faceUp("cl/punto-y-banca")), cards))).toEqual([result]);
  });
});
