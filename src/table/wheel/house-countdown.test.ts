import { expect, it } from "vitest";
import { ss2 } from "../../../test/support/replayed.ts";
import { PlayedTable } from "./played.test-help.ts";

/** The house counts down for bets: a word of the house in the record that opens them, which closes nothing. */

const { rules } = ss2("cl/ruleta-francesa");
const counting = () => new PlayedTable({ ...rules, betsSeconds: 30 });
const countdowns = ({ records }: PlayedTable) =>
  records.flatMap((body) => (body.kind === "phase" && "houseCountdown" in body ? [body] : []));

it("stands in the record that opens bets, and in no other", () => {
  const table = counting().open().betting().launch().noMoreBets().result();
  expect(countdowns(table)).toEqual([{ kind: "phase", round: 1, phase: "betting", houseCountdown: 30 }]);
});

it("begins with that record's time and ends when bets close", () => {
  const table = counting().open().betting();
  const { countdown } = table.durable;
  expect(countdown).toEqual({ seconds: 30, from: expect.stringMatching(/^at \d+$/) as string });
  expect(table.launch().durable.countdown).toEqual(countdown);
  expect(table.noMoreBets().durable.countdown).toBeUndefined();
});

it("closes no bets at its end", () => {
  const table = counting().open().betting();
  expect(table.wait(120_000_000).durable.phase).toBe("betting");
  expect(countdowns(table)).toHaveLength(1);
});

it("is there only where the house counts", () => {
  const table = new PlayedTable(rules).open().betting();
  expect(countdowns(table)).toEqual([]);
  expect(table.durable.countdown).toBeUndefined();
});
