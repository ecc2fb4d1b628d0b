import { describe, expect, it } from "vitest";
import { ss2 } from "../../../test/support/replayed.ts";
import { PlayedTable } from "./played.test-help.ts";

/** The device takes back its number, whatever people say of it meanwhile. */

const given = (): PlayedTable =>
  new PlayedTable(ss2("cl/ruleta-francesa").rules).open().betting().launch().noMoreBets().result();
const contested = (): PlayedTable => {
  const played = given();
  played.press({ key: "contest", round: 1 });
  return played;
};
const outcomesOf = ({ durable }: PlayedTable): unknown =>
  durable.series.map(({ kind, pocket, certified }) => ({ kind, pocket, certified }));
const UNDECIDED = [{ kind: "undecided", pocket: null, certified: false }];

describe.each([
  [
    "says another one",
    (played: PlayedTable) => played.see({ o: "contradiction", what: "number-changed", seen: ["17", "4"] }),
  ],
  ["shows another one when it is attached again", (played: PlayedTable) => played.attach("result", "4")],
] as const)("a device that %s", (_, takesBack) => {
  it("takes the number off that stands", () => {
    expect(outcomesOf(takesBack(given()))).toEqual(UNDECIDED);
  });

  it("while its number is contested, leaves nothing that people could uphold", () => {
    const played = takesBack(contested());
    expect(played.reportedOf().at(-1)).toBe("1 undecided number-changed");
    expect(played.of("fault").map(({ code }) => code)).toEqual(["number-changed"]);
    expect(played.press({ key: "resolve", round: 1, outcome: "upheld" })).toBe("not-now");
    expect(played.press({ key: "resolve", round: 1, outcome: "stands", announced: "4" })).toBeNull();
  });

  it("once its number was upheld, takes it off all the same", () => {
    const played = contested();
    expect(played.press({ key: "resolve", round: 1, outcome: "upheld" })).toBeNull();
    takesBack(played);
    expect(outcomesOf(played)).toEqual(UNDECIDED);
    // It says so once.
    takesBack(played);
    expect(played.of("undecided")).toHaveLength(2);
  });
});
