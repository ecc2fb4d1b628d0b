import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import { PlayedTable } from "./played.test-help.ts";

/** A wheel that would have told of everything: only what it watched is settled by its silence. */
const rules = idealRules("cl/ruleta-francesa");

/** The rules that a result says were judged and held. */
function held(table: PlayedTable): readonly string[] {
  const certainty = table.result().of("result").at(-1)?.certainty;
  return [...(certainty?.judged ?? []), ...(certainty?.bounded ?? [])];
}

describe("a spin with a hole in its lines", () => {
  const running = (): PlayedTable => new PlayedTable(rules).open().betting().launch();

  it("does not say of what the wheel never reported that it did not happen", () => {
    const watched = held(running().noMoreBets());
    const holed = held(running().see({ o: "gap", why: "device-silent", during: "ball-in-rim" }).noMoreBets());
    expect(watched.length).toBeGreaterThan(holed.length);
    expect(watched).toEqual(expect.arrayContaining([...holed]));
  });
});
