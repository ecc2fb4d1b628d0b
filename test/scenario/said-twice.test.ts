import { describe, expect, it } from "vitest";
import type { DieFace } from "../../src/dice/faces.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Person } from "../../src/people/roles.ts";
import { PlayedTable } from "../../src/table/wheel/played.test-help.ts";
import { INCIDENTS_MAX } from "../../src/table/shoe/durable-deal.ts";
import { PlayedDeal } from "../../src/table/shoe/played-deal.test-help.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import { idealRules } from "../support/ideal-rules.ts";
import { die, PlayedDice } from "../support/played-dice.ts";

/** What is said once more, answers a question, or follows from a correction, and is taken back: the table stands as before the word. */

const INES: Person = { role: "inspector", name: "Inés" };
const IKER: Person = { role: "inspector", name: "Iker" };
const JEFE: Person = { role: "jefe-de-mesa", name: "Luis" };
const FERROCARRILES = ["es-cb/chemin-de-fer", "es-pv/chemin-de-fer", "es-as/chemin-de-fer"];

type Played = PlayedTable | PlayedDice | PlayedDeal;

function press(played: Played, key: Key, by: Person): string | null {
  const { refusal } = played.feed({ i: "key", key, by });
  return refusal;
}
const roundOf = ({ table: { durable } }: Played): number => durable.round;
const takeBack = (played: Played, by: Person): string | null =>
  press(played, { key: "take-back", round: roundOf(played) }, by);
const declare = (played: Played, rule: string, by: Person): string | null =>
  press(played, { key: "declare", round: roundOf(played), rule }, by);
const tasks = ({ table: { durable } }: Played): string[] =>
  durable.tasks.filter(({ kind }) => kind === "decide").map(({ about }) => about);
function look({ table: { durable }, rules: { pack } }: Played): TableView {
  const setup = { table: "1", log: "log", pack, rulebook: "r", languages: ["es"], houseRules: [], test: false };
  return viewOf(durable, 1, null, setup as unknown as Parameters<typeof viewOf>[3]);
}
const speaker = (played: Played): string | null | undefined => look(played).lastSpeaker;
const ready = (game: string): PlayedDeal => new PlayedDeal(idealRules(game)).ready();
/** Whoever gets a card has asked for it. */
const unasked = (game: string): PlayedDeal =>
  new PlayedDeal(idealRules(game, ["unkeyed-card-was-asked-for"])).ready();
/** Both sides have their third cards, and one more has left. */
const withSeven = (game: string): PlayedDeal => unasked(game).noMoreBets().cards("3h 3c 4h 3d 7h 8s 5d");

describe.each(FERROCARRILES)("a card too many at %s", (game) => {
  it("is seen where it lies by whoever decides, and can be put right", () => {
    const played = withSeven(game);
    expect([tasks(played), look(played).cards?.sheet?.cards[0]?.n]).toEqual([["card-in-excess"], 7]);
    expect(press(played, { key: "put-right", round: 1, cards: [7], to: "next" }, JEFE)).toBeNull();
  });

  it("is asked of a person whoever says it once more and takes it back", () => {
    const played = withSeven(game);
    expect([declare(played, "card-in-excess", INES), takeBack(played, INES)]).toEqual([null, null]);
    expect([tasks(played), played.due(), played.phase]).toEqual([["card-in-excess"], [], "no-more-bets"]);
    expect(press(played, { key: "resolve", round: 1, outcome: "goes-on" }, INES)).toBeNull();
    expect([tasks(played), played.due()]).toEqual([[], ["turn punto", "turn banca"]]);
  });

  it("keeps the question of one inspector when the other takes his back", () => {
    const played = ready(game).noMoreBets().cards("3h 3c");
    declare(played, "unforeseen-case", INES);
    declare(played, "unforeseen-case", IKER);
    expect([takeBack(played, IKER), tasks(played), speaker(played)]).toEqual([
      null,
      ["unforeseen-case"],
      "Inés",
    ]);
    expect([takeBack(played, INES), tasks(played), played.due()]).toEqual([null, [], ["card punto down"]]);
  });
});

describe("a question that a declared rule answers", () => {
  it("is asked again when that is taken back, by who said it", () => {
    const played = withSeven("es-cb/chemin-de-fer").cards("8c");
    expect([declare(played, "shoe-jam-misplaced-card", INES), speaker(played)]).toEqual([null, "Inés"]);
    expect([takeBack(played, INES), tasks(played)]).toEqual([null, ["card-in-excess"]]);
    const asked = ready("es-cb/chemin-de-fer").noMoreBets().cards("3h 3c 4h 3d");
    declare(asked, "shoe-jam", INES);
    const waits = tasks(asked);
    expect([declare(asked, "shoe-jam-misplaced-card", INES), tasks(asked)]).toEqual([null, []]);
    expect([takeBack(asked, INES), tasks(asked)]).toEqual([null, waits]);
  });
});

describe("words that close bets behind cards of the round before", () => {
  it.each(FERROCARRILES)("are taken back with all that was dealt by them at %s", (game) => {
    const played = unasked(game).noMoreBets().cards("3h");
    const fault = game === "es-cb/chemin-de-fer" ? "croupier-other-dealing-fault" : "croupier-dealing-fault";
    press(played, { key: "void", round: 1, rule: fault }, JEFE);
    played.cards("8d 10d 2s As 5h Ad 9h").collect();
    expect(played.phase).toBe("betting");
    expect([played.noMoreBets().refusal, tasks(played), speaker(played)]).toEqual([
      null,
      ["card-in-excess"],
      "Ana",
    ]);
    expect([takeBack(played, JEFE), tasks(played), played.phase]).toEqual([null, [], "betting"]);
  });
});

describe("a correction that is taken back", () => {
  /** Of the bank's hand: without its card it is none, and what was said of it could not have been said. */
  const saidOfBank = (rule: string, by: Person): PlayedDeal => {
    const played = ready("es-as/chemin-de-fer").noMoreBets().cards("3h 3c");
    expect(press(played, { key: "declare", round: 1, rule, hand: "banca" }, by)).toBeNull();
    return played;
  };

  it("brings back what people had declared, with its question", () => {
    const played = saidOfBank("shoe-jam", INES);
    press(played, { key: "put-right", round: 1, cards: [2], to: "punto" }, JEFE);
    expect([tasks(played), takeBack(played, JEFE), tasks(played)]).toEqual([[], null, ["shoe-jam"]]);
    expect(look(played).cards?.happened.map(({ rule: { rule } }) => rule)).toEqual(["shoe-jam"]);
  });

  it("brings back that the cut card has come out", () => {
    const played = saidOfBank("stop-card-in-round", { role: "croupier", name: "Ana" });
    const isOut = (): boolean | undefined => look(played).cards?.shoe.cutCardSeen;
    press(played, { key: "put-right", round: 1, cards: [2], to: "punto" }, JEFE);
    expect([isOut(), takeBack(played, JEFE), isOut()]).toEqual([false, null, true]);
  });

  it("asks once for each card behind the verdict, however many there are", () => {
    const played = ready("es-cb/chemin-de-fer").noMoreBets();
    declare(played, "unforeseen-case", INES);
    played.cards("3h 3c 4h 3d 7h 8s 5d 8c 9c 10c Kc");
    const asked = (): readonly number[] => played.table.durable.deal?.outside ?? [];
    const before = asked();
    press(played, { key: "put-right", round: 1, cards: [5], to: "burnt" }, JEFE);
    expect([before.length, takeBack(played, JEFE), asked()]).toEqual([11, null, before]);
  });
});

describe("bets that are open", () => {
  it("have no card due, whatever is declared before the first", () => {
    const played = ready("es-as/chemin-de-fer");
    declare(played, "banker-asks-for-table", { role: "croupier", name: "Ana" });
    expect([played.phase, look(played).cards?.duty]).toEqual(["betting", null]);
  });
});

describe("the same said twice where no cards are dealt", () => {
  const FACES: readonly DieFace[] = ["crown", "anchor", "heart"];

  it("changes nothing at a wheel, and leaves the spin to whoever decides", () => {
    const spin = new PlayedTable(idealRules("cl/ruleta-francesa")).open().betting().launch();
    expect(declare(spin, "ball-or-equipment-defect", { role: "croupier", name: "Eva" })).toBeNull();
    expect(declare(spin, "ball-or-equipment-defect", { role: "croupier", name: "Ana" })).toBe(
      "changes-nothing",
    );
    expect([takeBack(spin, { role: "croupier", name: "Ana" }), spin.durable.tasks.length]).toEqual([
      "not-your-key",
      1,
    ]);
  });

  it("changes nothing at dice", () => {
    const played = new PlayedDice("cl/corona-y-ancla").open();
    press(played, { key: "no-more-bets" }, { role: "croupier", name: "Eva" });
    const rule = played.rules.pack.rules.find(
      ({ verdict, declaredBy, scope }) =>
        verdict === "person-decides" && declaredBy !== undefined && scope === "throw",
    );
    const [id, by] = [rule?.id ?? "", { role: rule?.declaredBy ?? "croupier", name: "Eva" } as Person];
    expect([declare(played, id, by), declare(played, id, { ...by, name: "Ana" })]).toEqual([
      null,
      "changes-nothing",
    ]);
    played.roll(FACES);
    expect(played.said).toMatch(/^undecided/);
  });
});

describe("what is said of a throw before it", () => {
  const STICK: Person = { role: "stickman", name: "Sara" };
  const withPoint = (): PlayedDice => {
    const played = new PlayedDice("es-cb/craps").open();
    press(played, { key: "no-more-bets" }, STICK);
    return played.roll(["3", "3"].map(far)).takeUp();
  };
  const far = (face: string) => die(face as DieFace, { half: "far", wall: true, rolled: true });

  it("leaves that throw to a person, and makes no doubt of the point before it", () => {
    const played = withPoint();
    press(played, { key: "no-more-bets" }, STICK);
    for (const rule of ["hand-in-path", "dice-rubbed-or-held"]) expect(declare(played, rule, STICK)).toBeNull();
    played.roll(["4", "2"].map(far));
    expect(played.said).toBe("undecided left-to-a-person");
    expect(played.durable.tasks.at(-1)?.rules).toEqual(["hand-in-path", "dice-rubbed-or-held"]);
  });

  it("stands when the bets are open again", () => {
    const played = withPoint();
    declare(played, "shooter-banned", JEFE);
    const told = (): unknown => played.durable.dice?.incidents.map(({ reason }) => reason.rule);
    press(played, { key: "no-more-bets" }, STICK);
    expect([takeBack(played, STICK), told()]).toEqual([null, ["shooter-banned"]]);
    press(played, { key: "no-more-bets" }, STICK);
    expect(told()).toEqual(["shooter-banned"]);
    played.roll(["4", "1"].map(far)).takeUp();
    expect([played.durable.phase, told()]).toEqual(["betting", []]);
  });
});

describe("a call that answers a question", () => {
  it("is asked again when it is taken back, however much happened in between", () => {
    const played = ready("cl/punto-y-banca").cards("3h");
    const keys = (): unknown => look(played).cards?.keys.filter(({ key }) => key.key === "no-more-bets").length;
    expect(keys()).toBe(2);
    // More than the screens keep of a round.
    const [rule] = played.rules.pack.rules.filter(
      ({ verdict, declaredBy }) => verdict === "stands" && declaredBy === "croupier",
    );
    for (let n = 0; n < INCIDENTS_MAX; n++)
      expect(declare(played, rule?.id ?? "", { role: "croupier", name: "Eva" })).toBeNull();
    played.noMoreBets();
    expect(keys()).toBe(0);
    expect([takeBack(played, JEFE), keys()]).toEqual([null, 2]);
  });

  it("leaves a notice of the last rounds to be taken back, as every declaration does", () => {
    const played = ready("cl/punto-y-banca");
    const [rule] = played.rules.pack.rules.filter(
      ({ verdict, declaredBy }) => verdict === "stands" && declaredBy === "croupier",
    );
    const eva: Person = { role: "croupier", name: "Eva" };
    press(played, { key: "last-three-spins" }, eva);
    expect(declare(played, rule?.id ?? "", eva)).toBeNull();
    expect([takeBack(played, eva), speaker(played), takeBack(played, eva)]).toEqual([null, "Eva", null]);
    expect(played.table.durable.lastRounds).toBeNull();
  });
});
