import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../text/language.ts";
import { sameText } from "../text/every-language.ts";
import { ROUNDS_RECALLED, RecallWindow, STEPS_MAX } from "./recall.ts";
import type { RecallWords } from "./recall-types.ts";
import type { Fields } from "./record-fields.ts";

const WORDS: RecallWords = {
  names: {},
  rules: { "ball-left": sameText("la bola salió del cilindro") },
  calls: { betting: sameText("hagan juego") },
  codes: { "device-silent": sameText("la rueda calló") },
  faults: { "device-silent": sameText("la rueda no habla") },
  suertes: { negro: sameText("negro") },
};
const ANA = { name: "Ana Ruiz", role: "croupier" };
const PICTURE = "5e".repeat(32);

function windowOf(records: readonly Fields[]): RecallWindow {
  const window = new RecallWindow();
  for (const [seq, fields] of records.entries())
    window.addRecord({ seq, at: "2026-03-01T20:00:00.000Z", ...fields });
  return window;
}

const result = (round: number, of: object = { pocket: "17", suertes: ["negro"] }): Fields => ({
  kind: "result",
  round,
  result: of,
  certainty: { level: "certified", because: [] },
  deviations: [],
});

describe("the last rounds", () => {
  it("are ten and the open one, newest first, each with what it came to", () => {
    const spins = Array.from({ length: 14 }, (_, at) => [
      { kind: "phase", round: at + 1, phase: "betting" },
      result(at + 1),
    ]).flat();
    const { rounds, round } = windowOf([...spins, { kind: "phase", round: 15, phase: "betting" }]).recall(
      null,
      WORDS,
      "es",
    );
    expect(rounds.map((one) => one.round)).toEqual(
      Array.from({ length: ROUNDS_RECALLED + 1 }, (_, at) => 15 - at),
    );
    expect(rounds.slice(0, 2)).toMatchObject([
      { round: 15, end: null, result: "" },
      { round: 14, end: "result", result: "17" },
    ]);
    expect(round).toBe(15);
  });

  it("that a person decided are what he said, in the words that he said it in", () => {
    const undecided: Fields = { kind: "undecided", round: 2, because: ["device-silent"], seen: {} };
    const decide = (outcome: string, announced: object = {}): Fields => ({
      kind: "key",
      round: 2,
      by: ANA,
      key: { key: "resolve", round: 2, outcome, ...announced },
      resolves: { outcome, ...(outcome === "stands" ? { pocket: "17" } : {}) },
    });
    const ended = (...records: Fields[]): unknown => windowOf(records).recall(2, WORDS, "es").rounds[0];
    expect(ended(undecided, decide("stands", { announced: "17" }))).toMatchObject({
      end: "result",
      result: "17",
    });
    expect(ended(undecided, decide("void"))).toMatchObject({ end: "void", result: "" });
    expect(ended(undecided, decide("otherwise"))).toMatchObject({ end: "undecided" });
    // A result that was contested, and stands; and one that was overruled by a later verdict.
    const contested = { ...undecided, contestedBy: { name: "Ana", role: "croupier" } };
    expect(ended(result(2), contested, decide("upheld"))).toMatchObject({ end: "result", result: "17" });
    expect(ended(undecided, decide("stands", { announced: "17" }), undecided)).toMatchObject({
      end: "undecided",
    });
  });

  it("have every phase, reason, key, fault and person, in the words of the table", () => {
    const { steps } = windowOf([
      { kind: "phase", round: 4, phase: "betting" },
      { kind: "key", round: null, key: { key: "open-bets" }, by: ANA },
      { kind: "fault", device: "wheel", code: "device-silent", round: null, detail: {} },
      { kind: "undecided", round: 4, because: ["device-silent"], seen: {} },
      { kind: "key", round: 4, key: { key: "resolve", round: 4, outcome: "stands", announced: "17" }, by: ANA },
      { kind: "void", round: 4, reasons: [{ rule: "ball-left", cite: "4.2", observed: {} }], calledBy: ANA },
    ]).recall(4, WORDS, "es");
    expect(steps.map(({ title, lines, person }) => [title, ...lines, person])).toEqual([
      ["Hagan juego", null],
      ["Abre las apuestas", "Ana Ruiz · croupier"],
      ["La rueda no habla", "wheel · device-silent", null],
      ["Sin decidir", "la rueda calló", null],
      ["Resuelve la jugada", "Vale lo anunciado", "17", "Ana Ruiz · croupier"],
      ["Nula", "la bola salió del cilindro · 4.2", "Ana Ruiz · croupier"],
    ]);
  });

  it.each(LANGUAGES)("are told in %s, an unknown id as it is", (language) => {
    const { steps } = windowOf([
      result(2),
      { kind: "aborted", round: 2, cause: "some-new-cause", seen: {} },
      { kind: "some-new-kind", round: 2 },
    ]).recall(2, WORDS, language);
    expect(steps.map(({ lines }) => lines.at(-1))).toEqual(["negro", "some-new-cause", undefined]);
    expect(steps[2]?.title).toBe("Some-new-kind");
  });

  it("say in words what a round of cards came to", () => {
    const window = windowOf([result(1, { results: [{ of: "banca", is: "wins" }], cards: [] })]);
    const said = (["es", "gl", "en"] as const).map((one) => window.recall(null, WORDS, one).rounds[0]?.result);
    expect(said).toEqual(["Banca gana", "Banca gaña", "Banca wins"]);
  });

  it("name the picture of a throw, and no other picture is theirs", () => {
    const window = windowOf([result(1, { faces: ["1", "2", "4"], total: 7, picture: PICTURE })]);
    expect(window.recall(null, WORDS, "es").steps[0]).toMatchObject({ title: "1-2-4 = 7", picture: PICTURE });
    expect([
      window.namesPicture(PICTURE),
      window.namesPicture("00".repeat(32)),
      window.namesPicture(""),
    ]).toEqual([true, false, false]);
  });

  it("hold no more records of a round than their limit, and its verdict all the same", () => {
    const many = Array.from({ length: STEPS_MAX + 40 }, () => ({ kind: "phase", round: 1, phase: "betting" }));
    const { steps, leftOut } = windowOf([...many, result(1)]).recall(1, WORDS, "es");
    expect([steps.length, leftOut, steps.at(-1)?.kind]).toEqual([STEPS_MAX + 1, 40, "result"]);
  });
});

describe("a card that lies face down", () => {
  const down = { n: 2, to: "banca", up: false, face: null, commit: "ab".repeat(32) };
  const up = { n: 1, to: "punto", up: true, face: "As", commit: null };
  const named: Fields = { kind: "key", round: 3, key: { key: "card-is", round: 3, n: 2, face: "9h" }, by: ANA };
  const dealt: Fields = { kind: "deal", round: 3, what: "dealt", cards: [up, down] };
  const opened: Fields = { kind: "opened", round: 3, key: "cd".repeat(32) };

  it("is a back, and neither its commitment nor the round's key is told", () => {
    const recall = windowOf([dealt, opened]).recall(3, WORDS, "es");
    expect(recall.steps[0]?.cards).toEqual([
      { hand: "punto", faces: ["As"] },
      { hand: "banca", faces: [null] },
    ]);
    expect(JSON.stringify(recall)).not.toMatch(/abab|cdcd/);
  });

  it("is a back even where a record should hold its face", () => {
    const recall = windowOf([{ ...dealt, cards: [{ ...down, face: "9h" }] }]).recall(3, WORDS, "es");
    expect(JSON.stringify(recall)).not.toContain("9h");
  });

  it("has no face that a person named before the round's secret is published", () => {
    expect(JSON.stringify(windowOf([dealt, named]).recall(3, WORDS, "es"))).not.toContain("9h");
    expect(JSON.stringify(windowOf([dealt, named, opened]).recall(3, WORDS, "es"))).toContain("9h");
  });
});
