import { describe, expect, it } from "vitest";
import { packedTags } from "../../../drivers/balls/rfid/tag-set.ts";
import { setOfTags, TaggedBalls } from "../../../hw-sim/models/balls/tagged.ts";
import { Hall, JEFE, LOCUTOR, ROWS } from "../../../test/support/bingo-hall.ts";
import { monoUs } from "../../../src/time/instant.ts";
import { replay } from "../../replay/replay.ts";

/** A game whose reader knows balls by their tags and counts none: the table numbers them. */

const TAGS = setOfTags(1);

function hallOf(): Hall {
  const model = new TaggedBalls(TAGS);
  return new Hall(
    "es-cb/bingo",
    {},
    {
      device: "ball-reader-rfid",
      options: { tags: packedTags(TAGS) },
      model: { draw: (us, ball) => model.draw(us, ball), step: (us) => model.step(us) },
      ballUs: 2_000_000,
    },
  );
}

const pullCable = (hall: Hall): Hall =>
  hall
    .feed({ k: "lost", t: monoUs(hall.t), port: "balls", why: "unplugged" })
    .play(3_000_000)
    .feed({ k: "open", t: monoUs(hall.t), port: "balls", name: "balls" });

describe("a game whose reader counts nothing", () => {
  it("is certified where its reader saw all of it, and replays from its recording without the file of the set", () => {
    const hall = hallOf()
      .begin()
      .draw(1, ...ROWS[0])
      .call("line")
      .must({ key: "resume-game" });
    hall
      .draw(...ROWS[1], ...ROWS[2])
      .call("bingo")
      .must({ key: "end-game" });
    expect(hall.bodies.at(-1)).toMatchObject({
      kind: "result",
      result: { order: [1, ...ROWS.flat()], bingo: [{ card: 12, ball: 90, at: 16 }] },
      certainty: { level: "certified", because: [] },
    });
    const entries = { own: {}, entries: hall.entries, isFormat1: false } as never;
    const again = [...replay(entries, hall.setup, hall.head)];
    expect(again.map(({ hash }) => hash)).toEqual(hall.records.map(({ hash }) => hash));
  });

  it("is interrupted by a lost cable, and reported: what came meanwhile nobody can ask the reader", () => {
    const hall = pullCable(hallOf().begin().draw(4, 16));
    expect([hall.told.at(-1), hall.panel.stage]).toEqual(["unwatched", "interrupted"]);
    hall.must({ key: "resume-game" }).draw(30, 57, 73).call("line").must({ key: "resume-game" });
    hall
      .draw(...ROWS[1], ...ROWS[2])
      .call("bingo")
      .must({ key: "end-game" });
    expect(hall.told.at(-1)).toBe("result reported balls-unwatched");
  });

  it("is interrupted by a restart in the same way, and between two games by neither", () => {
    expect(hallOf().begin().draw(4).restart().play(1_000_000).told.at(-1)).toBe("unwatched");
    expect(pullCable(hallOf()).restart().play(1_000_000).told).toEqual([]);
  });

  it("takes a ball that came meanwhile from two people, in its place, and none where the reader saw everything", () => {
    const hall = hallOf().begin().draw(4, 16);
    hall.press({ key: "ball-is", round: 1, n: 3, number: 30 }, LOCUTOR);
    expect(hall.refusal).toBe("not-now");
    pullCable(hall).must({ key: "ball-is", round: 1, n: 3, number: 30 }, LOCUTOR);
    expect(hall.told.at(-1)).toBe("unwatched");
    hall.press({ key: "ball-is", round: 1, n: 4, number: 31 }, JEFE);
    hall.must({ key: "ball-is", round: 1, n: 3, number: 30 }, JEFE).must({ key: "resume-game" }).draw(57);
    expect(hall.told.slice(-2)).toEqual(["3:30", "4:57"]);
  });

  it("waits for people where a ball is of another set, or came before", () => {
    const hall = hallOf().begin().draw(4, 16, 4);
    expect(hall.told.at(-1)).toBe("3:4");
    expect(hall.keys).toContain("ball-is");
  });
});
