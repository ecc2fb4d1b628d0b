import { describe, expect, it } from "vitest";
import type { DieFace } from "../../src/dice/faces.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Person } from "../../src/people/roles.ts";
import type { Durable } from "../../src/table/kernel/durable/durable.ts";
import { PlayedTable } from "../../src/table/wheel/played.test-help.ts";
import { previewKey } from "../../src/table/kernel/preview.ts";
import { PlayedDeal } from "../../src/table/shoe/played-deal.test-help.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import { monoUs } from "../../src/time/instant.ts";
import { idealRules } from "../support/ideal-rules.ts";
import { PlayedDice } from "../support/played-dice.ts";

/** The notice before the table closes, and at dice the words that close the bets, said by mistake (C16 of the reading of Chile's law). */

const NOTICE = { key: "last-three-spins" } as const;
const JEFE: Person = { role: "jefe-de-mesa", name: "Otro" };
const EVA: Person = { role: "croupier", name: "Eva" };
const ANA: Person = { role: "croupier", name: "Ana" };
const FACES: readonly DieFace[] = ["crown", "anchor", "heart"];

type Played = PlayedTable | PlayedDice | PlayedDeal;

const wheel = (game = "cl/ruleta-francesa"): PlayedTable => new PlayedTable(idealRules(game)).open().betting();
const dice = (game = "cl/corona-y-ancla"): PlayedDice => new PlayedDice(game).open();
const cards = (game = "cl/punto-y-banca"): PlayedDeal => new PlayedDeal(idealRules(game)).ready();

function press(played: Played, key: Key, by: Person): string | null {
  const fed = played.feed({ i: "key", key, by });
  return fed.refusal;
}
const back = ({ table: { durable } }: Played): Key => ({ key: "take-back", round: durable.round });
const takeBack = (played: Played, by: Person): string | null => press(played, back(played), by);
const counted = ({ table: { durable } }: Played): Partial<Durable> => {
  const { lastRounds, lastOf, lastFrom, lastCalled, lastIs } = durable;
  return { lastRounds, lastOf, lastFrom, lastCalled, lastIs } as Partial<Durable>;
};
function speaker({ table: { durable }, rules }: Played): string | null | undefined {
  const { pack } = rules;
  const setup = { table: "1", log: "log", pack, rulebook: "r", languages: ["es"], houseRules: [], test: false };
  return viewOf(durable, 1, null, setup as unknown as Parameters<typeof viewOf>[3]).lastSpeaker;
}

describe.each([
  ["a wheel", wheel],
  ["dice", dice],
  ["cards", cards],
] as const)("the notice of the last rounds at %s", (_, begin) => {
  it("is taken back by who said it or the jefe de mesa, and can be said again", () => {
    const played = begin();
    const before = counted(played);
    expect([press(played, NOTICE, EVA), speaker(played)]).toEqual([null, "Eva"]);
    expect(counted(played)).toMatchObject({ lastRounds: 3, lastFrom: 1, lastCalled: true });
    expect(takeBack(played, ANA)).toBe("not-your-key");
    const told = previewKey(played.table, back(played), JEFE, monoUs(9_000_000), "at", played.rules);
    expect(told).toMatchObject({
      ok: true,
      will: [{ es: expect.stringMatching(/^se deshace: .{8}/) as string }],
    });
    expect([takeBack(played, JEFE), speaker(played)]).toEqual([null, null]);
    expect(counted(played)).toEqual(before);
    expect(played.records.at(-1)).toMatchObject({ kind: "key", by: JEFE, takesBack: { key: NOTICE.key } });
    expect(takeBack(played, JEFE)).not.toBeNull();
    expect([press(played, NOTICE, EVA), takeBack(played, EVA), counted(played)]).toEqual([null, null, before]);
  });
});

describe("a notice that rests on what happened since", () => {
  it("is not taken back behind the launch, the throw, the card or another word", () => {
    const spin = wheel();
    press(spin, NOTICE, EVA);
    expect([takeBack(spin.launch(), JEFE), spin.durable.lastRounds]).toEqual(["nothing-to-take-back", 3]);

    const thrown = dice();
    press(thrown, NOTICE, EVA);
    press(thrown, { key: "no-more-bets" }, EVA);
    expect(takeBack(thrown.roll(FACES), JEFE)).toBe("too-late-to-take-back");
    expect(thrown.durable.lastRounds).toBe(2);

    const dealt = cards();
    press(dealt, NOTICE, EVA);
    dealt.noMoreBets();
    expect(speaker(dealt.cards("9h"))).toBeNull();
    expect([takeBack(dealt, JEFE), dealt.table.durable.lastRounds]).toEqual(["too-late-to-take-back", 3]);
  });

  it("said behind a result is taken back until the next round is played", () => {
    const spin = wheel().launch().noMoreBets().result({ pocket: "17" });
    press(spin, NOTICE, EVA);
    spin.next();
    expect([takeBack(spin, EVA), spin.durable.lastRounds]).toEqual([null, null]);
    const dealt = cards().noMoreBets().cards("9h Kd Ks 6c");
    press(dealt, NOTICE, EVA);
    expect([takeBack(dealt, EVA), dealt.table.durable.lastRounds]).toEqual([null, null]);
    expect(dealt.phase).toBe("result");
  });

  it("leaves what was declared before it to be taken back next", () => {
    const spin = wheel().launch();
    press(spin, { key: "declare", round: 1, rule: "ball-or-equipment-defect" }, EVA);
    press(spin, NOTICE, ANA);
    expect(speaker(spin)).toBe("Ana");
    expect([takeBack(spin, EVA), takeBack(spin, ANA)]).toEqual(["not-your-key", null]);
    expect([speaker(spin), spin.durable.tasks.length]).toEqual(["Eva", 1]);
    expect([takeBack(spin, EVA), spin.durable.tasks.length]).toEqual([null, 0]);
  });
});

describe("words one behind the other", () => {
  it("come back in their order, whichever was said first", () => {
    const dealt = cards();
    press(dealt, NOTICE, EVA);
    dealt.noMoreBets();
    expect([takeBack(dealt, JEFE), dealt.phase, speaker(dealt)]).toEqual([null, "betting", "Eva"]);
    expect([takeBack(dealt, EVA), dealt.table.durable.lastRounds]).toEqual([null, null]);

    const thrown = dice();
    press(thrown, NOTICE, EVA);
    press(thrown, { key: "no-more-bets" }, ANA);
    expect([takeBack(thrown, ANA), speaker(thrown), takeBack(thrown, EVA)]).toEqual([null, "Eva", null]);
    expect([thrown.durable.phase, thrown.durable.lastRounds]).toEqual(["betting", null]);
  });
});

describe("bets that were closed by mistake at dice", () => {
  it("are open again until the dice are thrown, and the throw is judged as ever", () => {
    const played = dice();
    press(played, { key: "no-more-bets" }, EVA);
    expect([played.durable.phase, speaker(played)]).toEqual(["no-more-bets", "Eva"]);
    expect(takeBack(played, ANA)).toBe("not-your-key");
    expect([takeBack(played, EVA), played.durable.phase, played.durable.round]).toEqual([null, "betting", 1]);
    press(played, { key: "no-more-bets" }, EVA);
    const rolling = dice();
    press(rolling, { key: "no-more-bets" }, EVA);
    rolling.arena("moving");
    expect([rolling.durable.phase, speaker(rolling), takeBack(rolling, EVA)]).toEqual([
      "throwing",
      null,
      "nothing-to-take-back",
    ]);
    played.roll(FACES);
    expect([played.said, takeBack(played, EVA)]).toEqual([
      `result ${FACES.join("-")}`,
      "too-late-to-take-back",
    ]);
  });
});

describe("bets that were closed by mistake at a wheel", () => {
  const running = (): PlayedTable => wheel().launch();
  const phases = (played: PlayedTable): readonly string[] => played.of("phase").map(({ phase }) => phase);

  it("are open again while the ball is on the rim, and closed by the words or the device as ever", () => {
    const played = running();
    press(played, { key: "no-more-bets" }, EVA);
    expect([played.durable.phase, speaker(played)]).toEqual(["no-more-bets", "Eva"]);
    expect(takeBack(played, ANA)).toBe("not-your-key");
    expect([takeBack(played, EVA), played.durable.phase, speaker(played)]).toEqual([
      null,
      "ball-in-play",
      null,
    ]);
    expect([press(played, { key: "no-more-bets" }, EVA), played.durable.phase]).toEqual([null, "no-more-bets"]);
    played.noMoreBets().result({ pocket: "17" });
    expect(played.reportedOf()).toEqual(["1 result 17 certified"]);
    expect([speaker(played), takeBack(played, JEFE)]).toEqual([null, "too-late-to-take-back"]);
  });

  it("stay closed where the device has closed them since, and the word is taken back all the same", () => {
    const played = running();
    press(played, { key: "no-more-bets" }, EVA);
    played.noMoreBets();
    expect([speaker(played), takeBack(played, EVA), played.durable.phase]).toEqual([
      "Eva",
      null,
      "no-more-bets",
    ]);
    expect(phases(played).slice(-2)).toEqual(["no-more-bets", "no-more-bets"]);
    expect([speaker(played), press(played, { key: "no-more-bets" }, EVA)]).toEqual([null, "no-bets-to-close"]);
  });

  it("leave the notice that was said before them to be taken back next", () => {
    const played = running();
    press(played, NOTICE, ANA);
    press(played, { key: "no-more-bets" }, EVA);
    expect([takeBack(played, EVA), speaker(played), takeBack(played, ANA)]).toEqual([null, "Ana", null]);
    expect(played.durable.lastRounds).toBeNull();
  });
});
