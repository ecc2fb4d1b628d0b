import { describe, expect, it } from "vitest";
import { idealAbilities } from "../cases/run.ts";
import { changed, packOf } from "./card-pack.test-help.ts";
import { coverageOf } from "./coverage.ts";
import { attestable, callableVoids, declare } from "./declare.ts";
import { blocks, judge, type Judgement, type Moment } from "./engine.ts";
import type { Fact, FactSheet } from "./facts.ts";

const pack = packOf();
const coverage = coverageOf(pack, idealAbilities(pack), []);
const no = (value: string): Fact => ({ is: "word", value });
const flag = (value: boolean | null): Fact => ({ is: "flag", value });
const ORDINARY: FactSheet = {
  jam: no("no"),
  "card-face-up": no("no"),
  "early-card": flag(false),
  "foreign-card": flag(false),
};
const judged = (facts: FactSheet, moment: Moment = "running"): Judgement =>
  judge(pack, coverage, { ...ORDINARY, ...facts }, moment);
const applying = (facts: FactSheet, moment?: Moment): unknown =>
  judged(facts, moment).applying.map(({ rule, verdict, reason }) => [rule.id, verdict, reason.observed]);

describe("rules that apply to a deal", () => {
  it("are told at both moments, whatever they do, in the pack's order, with what was seen", () => {
    const facts = {
      "foreign-card": flag(true),
      "card-face-up": no("in-deal"),
      jam: no("dealing"),
      "early-card": flag(true),
    };
    const all = [
      ["jam", "void", { jam: "dealing" }],
      ["turned", "corrected", { "card-face-up": "in-deal" }],
      ["seen", "stands", { "early-card": true }],
      ["strange", "person-decides", { "foreign-card": true }],
    ];
    expect(applying(facts)).toEqual(all);
    expect(applying(facts, "rest")).toEqual(all);
    expect(applying({})).toEqual([]);
  });

  it("come with the rule itself: its scope, effect and hand", () => {
    const [turned] = judged({ "card-face-up": no("in-deal") }).applying;
    expect(turned?.rule).toMatchObject({ scope: "card", effect: "burn-card" });
  });

  it("void the round only where they reach the round", () => {
    const facts = { jam: no("dealing") };
    expect(judged(facts).voids.map(({ rule }) => rule)).toEqual(["jam"]);
    const next = packOf(changed(["scope: round\n    effect", "scope: next-round\n    effect"]));
    const judgement = judge(next, coverage, { ...ORDINARY, ...facts }, "running");
    expect(judgement.voids).toEqual([]);
    expect(judgement.applying.map(({ rule }) => rule.scope)).toEqual(["next-round"]);
  });

  it("keep a round from being certified when they could have changed it and cannot be told", () => {
    const open = judged(
      { "card-face-up": no("no"), jam: { is: "word", value: null }, "early-card": flag(null) },
      "rest",
    );
    expect(open.unjudged.filter(blocks).map(({ rule }) => rule)).toEqual(["jam"]);
    const turned = judged({ "card-face-up": { is: "word", value: null } }, "rest");
    expect(turned.unjudged.filter(blocks).map(({ rule }) => rule)).toEqual(["turned"]);
    expect(judged({ "card-face-up": { is: "word", value: null } }).unjudged).toEqual([]);
  });
});

describe("what people may declare", () => {
  it("corrects, voids a hand or the round, or leaves it to a person", () => {
    const said = (rule: string, by: "croupier" | "jefe-de-mesa"): unknown => {
      const declaration = declare(pack, [], rule, by);
      return declaration.ok
        ? [declaration.outcome, declaration.rule.scope, declaration.then]
        : declaration.message;
    };
    const shuffle = [{ step: "shuffle", who: "croupier" }];
    expect(said("turned", "croupier")).toEqual(["corrected", "card", []]);
    expect(said("not-dealt", "croupier")).toEqual(["void", "hand", []]);
    expect(said("jam", "jefe-de-mesa")).toEqual(["void", "round", shuffle]);
    expect(said("strange", "jefe-de-mesa")).toEqual(["person-decides", "round", shuffle]);
    expect(said("jam", "croupier")).toBe('"jam" is declared by the table head');
    expect(said("seen", "croupier")).toBe('nobody may declare "seen": see what it may be called');
  });

  it("is offered as a void or as an incident", () => {
    expect(callableVoids(pack, [], "croupier").map(({ id }) => id)).toEqual(["not-dealt"]);
    expect(callableVoids(pack, [], "jefe-de-mesa").map(({ id }) => id)).toEqual(["jam"]);
    expect(attestable(pack, []).map(({ id }) => id)).toEqual(["turned", "strange"]);
  });
});
