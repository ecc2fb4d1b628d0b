import { describe, expect, it } from "vitest";
import { randomFrom } from "../../../src/time/random-source.ts";
import { planBurn, planRound, SHOE_PROFILES, type FaultKind, type FaultPlan } from "./fault-plans.ts";

const KINDS: readonly FaultKind[] = ["unread", "jam", "seat-forgotten"];
const plan = (
  name: "clean" | "default" | "rough",
  owed: readonly FaultPlan[],
  seed: string,
): readonly FaultPlan[] =>
  planRound(SHOE_PROFILES[name], randomFrom(seed), { kinds: KINDS, owed, asked: [], cards: 6 });
const rounds = (name: "clean" | "default" | "rough"): (readonly FaultPlan[])[] =>
  Array.from({ length: 2_000 }, (_, at) => plan(name, [], `r${at}`));

describe("faults that are planned", () => {
  it("come in as many rounds as the profile says, more than one in a rough round", () => {
    const share = (name: "clean" | "default" | "rough"): number =>
      rounds(name).filter((plans) => plans.length > 0).length / 2_000;
    expect(share("clean")).toBe(0);
    expect(share("default")).toBeCloseTo(0.03, 1);
    expect(share("rough")).toBeCloseTo(0.3, 1);
    expect(Math.max(...rounds("default").map(({ length }) => length))).toBe(1);
    expect(Math.max(...rounds("rough").map(({ length }) => length))).toBe(3);
  });

  it("wait for their moment, and become others when they find none", () => {
    const [stored] = plan("clean", [{ kind: "jam", at: 5 }], "k");
    expect(stored).toMatchObject({ kind: "jam", age: 1 });
    const changed = Array.from(
      { length: 20 },
      (_, at) => plan("clean", [{ kind: "lid", at: 5, age: 4 }], `c${at}`)[0],
    );
    expect(changed.every((one) => one !== undefined && KINDS.includes(one.kind) && one.age === 0)).toBe(true);
  });

  it("burn too few or too many, never in a clean world", () => {
    const burns = (name: "clean" | "rough"): Set<string | null> =>
      new Set(Array.from({ length: 200 }, (_, at) => planBurn(SHOE_PROFILES[name], randomFrom(`b${at}`))));
    expect([...burns("clean")]).toEqual([null]);
    expect(burns("rough")).toEqual(new Set([null, "short", "over"]));
  });
});
