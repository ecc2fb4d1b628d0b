import { expect, it } from "vitest";
import { isCounted } from "../../../src/dice/reading/judge-die.ts";
import { DIE_NOTES, isHarmless, type DieSeen } from "../../../src/dice/reading/read-types.ts";
import { die, PlayedDice } from "../../support/played-dice.ts";

/** A note keeps a die from counting, for the readers and for the table alike; `eye/lines.test.ts` says so of the line between them. */

const SEEN: DieSeen = { face: "4", at: { x: 0, y: 0 }, size: 40, confidence: 900, notes: [] };

it("touching and showing its bottom through are the only notes with which a die counts", () => {
  expect(DIE_NOTES.filter(isHarmless)).toEqual(["touching", "transparent"]);
});

it.each(DIE_NOTES.map((note) => [note, isHarmless(note)] as const))("%s: counts %s", (note, counts) => {
  expect(isCounted({ ...SEEN, notes: [note] })).toBe(counts);
  const table = new PlayedDice("es-cb/craps").open().press({ key: "no-more-bets" });
  const thrown = (["5", "4"] as const).map((face) =>
    die(face, { half: "far", wall: true, rolled: true, notes: [note] }),
  );
  table.roll(thrown, { verdict: "readable", reasons: [] });
  expect(table.said.startsWith("result")).toBe(counts);
});
