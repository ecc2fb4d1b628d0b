import { describe, expect, it } from "vitest";
import type { Key } from "../../src/people/keys.ts";
import { PlayedTable } from "../../src/table/wheel/played.test-help.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { idealRules } from "../support/ideal-rules.ts";

/** What follows when a person annuls a spin: the next launch repeats it, as after a void that the machine told. */

const table = (rulebook = "cl/ruleta-francesa"): PlayedTable =>
  new PlayedTable(idealRules(rulebook)).open().betting();
const VOID: Key = { key: "resolve", round: 2, outcome: "void" };
/** A certified 17, then a spin without a number; the bets of the next one are open. */
const open = (): PlayedTable => table().spin().launch().noMoreBets().result({ pocket: null }).next();
const deviations = (played: PlayedTable): readonly string[] =>
  played
    .of("result")
    .at(-1)
    ?.deviations.map(({ rule }) => rule) ?? [];

function view(played: PlayedTable): TableView {
  const certificate = { seq: 1, hash: "ab".repeat(32), short: "abab abab", qr: "q", at: "" };
  const { pack } = played.rules;
  return viewOf(played.durable, 1, certificate, {
    pack,
    houseRules: [],
    table: "M",
    log: "l",
    rulebook: "r",
    languages: ["es"],
    test: false,
  });
}

describe("a spin that a person annuls while the next bets are open", () => {
  it.each([
    ["resolved as void", VOID],
    ["called void", { key: "void", round: 2, rule: "ball-left-cylinder" }],
  ] as const)("is repeated by the next launch: %s", (_, key) => {
    const played = open();
    expect(played.press(key)).toBeNull();
    expect(played.durable.wheel).toMatchObject({ relaunch: 2 });
    // 17 lines at 18 rpm are two and a half turns.
    const early = played.rotor(180, 15).spin();
    expect(deviations(early)).toContain("relaunch-before-rotor-turns");
    expect(early.durable.wheel?.relaunch).toBeNull();
    const late = open();
    late.press(key);
    expect(deviations(late.rotor(180, 40).spin())).not.toContain("relaunch-before-rotor-turns");
  });

  it("is not repeated once the ball of the next one runs, or is played", () => {
    const running = open().launch();
    expect(running.press(VOID)).toBeNull();
    expect(running.durable.wheel?.relaunch).toBeNull();
    const over = open().spin();
    expect(over.press(VOID)).toBeNull();
    expect(over.durable.wheel?.relaunch).toBeNull();
  });

  it("that stands, or was dealt with otherwise, is not repeated", () => {
    for (const outcome of ["stands", "otherwise"] as const) {
      const played = open();
      const announced = outcome === "stands" ? { announced: "17" } : {};
      expect(played.press({ ...VOID, outcome, ...announced })).toBeNull();
      expect(played.durable.wheel?.relaunch).toBeNull();
    }
  });
});

describe("the steps after a void", () => {
  it("say into which number the ball is put, where the table knows it", () => {
    const played = table().spin().launch();
    played.press({ key: "void", round: 2, rule: "ball-left-cylinder" });
    const { verdict } = view(played);
    const steps = verdict?.kind === "void" ? verdict.then.map(({ text }) => text.es) : [];
    expect(steps).toContain("Colocar la bola en la casilla del número de la jugada anterior: 17.");
    const first = table().launch();
    first.press({ key: "void", round: 1, rule: "ball-left-cylinder" });
    expect(JSON.stringify(view(first).verdict)).toContain("de la jugada anterior.");
  });

  it("are those of every void where a person annuls a result or an undecided spin", () => {
    const contested = table("es-cb/ruleta-francesa").launch().noMoreBets().result();
    contested.press({ key: "declare", round: 1, rule: "unforeseen-case" }, "inspector");
    contested.press({ ...VOID, round: 1 }, "inspector");
    const steps = contested.of("void")[0]?.then.map(({ step }) => step);
    expect(steps).toEqual([
      "stop-game",
      "receive-ball",
      "hand-ball-to-croupier",
      "ball-to-previous-number",
      "relaunch",
    ]);
    const undecided = table().launch().noMoreBets().see({ o: "fault", code: "tamper", detail: {} }).result();
    expect(undecided.reportedOf()).toEqual(["1 undecided tamper"]);
    undecided.press({ ...VOID, round: 1 });
    const { verdict } = view(undecided);
    const then = verdict?.kind === "undecided" ? verdict.then.map(({ step }) => step) : [];
    expect(then).toContain("rotor-turns-before-relaunch");
  });
});
