import { describe, expect, it } from "vitest";
import { FACES } from "../cards/card.ts";
import { randomFrom } from "../time/random-source.ts";
import { LANGUAGES } from "../text/language.ts";
import { Analysis } from "./analysis.ts";
import { CARDS_OF_ROUND } from "./cards-shown.ts";
import { RECORDS_HELD, ROUNDS_HELD } from "./closed-rounds.ts";
import type { Fields } from "./record-fields.ts";
import { reportLines, sectionCsv } from "./report-text.ts";
import type { Section, SectionId, AnalysisReport } from "./report.ts";

const RING = Array.from({ length: 37 }, (_, at) => String((at * 7) % 37));
const ringOf = (): { names: readonly string[]; isOrderKnown: boolean } => ({ names: RING, isOrderKnown: true });
const AT = "2026-03-01T20:00:00.000Z";
const CERTIFIED = { level: "certified", because: [] };

function analysed(records: Iterable<Fields>): AnalysisReport {
  const analysis = new Analysis(ringOf);
  for (const fields of records)
    analysis.addRecord({ at: AT, rulebook: "cl/ruleta-francesa@2023-03", ...fields });
  return analysis.report();
}

function sectionOf(report: AnalysisReport, id: SectionId): Section {
  const found = report.sections.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no section ${id}`);
  return found;
}

const spin = (round: number, pocket: string): Fields => ({
  kind: "result",
  round,
  result: { pocket, suertes: [] },
  certainty: CERTIFIED,
  deviations: [],
});

/** `favoured` of 1000 spins land at one pocket beyond its share. */
function* spins(count: number, seed: string, favoured = 0): Generator<Fields> {
  const random = randomFrom(seed);
  for (let round = 1; round <= count; round++)
    yield spin(round, random.below(1_000) < favoured ? "17" : random.pick(RING));
}

describe("a wheel", () => {
  it.each(["fair-1", "fair-2", "fair-3", "fair-4"])("that is fair is found fair (%s)", (seed) => {
    const report = analysed(spins(20_000, seed));
    expect(sectionOf(report, "numbers").chi?.p).toBeGreaterThan(0.01);
    expect(sectionOf(report, "sectors").chi?.p).toBeGreaterThan(0.01);
    expect(sectionOf(report, "numbers").rows.filter((row) => row[5] !== "")).toEqual([]);
  });

  it.each(["biased-1", "biased-2", "biased-3", "biased-4"])(
    "that favours one pocket by one spin in a hundred is found, and which pocket (%s)",
    (seed) => {
      const numbers = sectionOf(analysed(spins(20_000, seed, 10)), "numbers");
      expect(numbers.chi?.p).toBeLessThan(0.001);
      expect(numbers.rows.filter((row) => row[5] === "×").map(([pocket]) => pocket)).toEqual(["17"]);
    },
  );

  it("has counts, expectations and bands in the order of the ring", () => {
    const { columns, rows, chi } = sectionOf(analysed(spins(3_700, "order")), "numbers");
    expect(columns).toEqual(["pocket", "count", "expected", "low", "high", "outside"]);
    expect(rows.map(([pocket]) => pocket)).toEqual(RING);
    expect(rows[0]?.slice(2)).toEqual([100, 64, 136, ""]);
    expect(rows.reduce((sum, row) => sum + Number(row[1]), 0)).toBe(3_700);
    expect(chi?.freedom).toBe(36);
  });

  it("says of what no device observed that it was not observed", () => {
    const report = analysed(spins(40, "few"));
    for (const id of [
      "rotor",
      "ball",
      "drop-zone",
      "rotor-at-launch",
      "rotor-at-drop",
      "deflectors",
      "jitter",
    ] as const)
      expect(sectionOf(report, id)).toMatchObject({ rows: [], chi: null, notes: ["not-observed"] });
    expect(sectionOf(report, "numbers").notes).toEqual(["too-few"]);
  });

  it("has the trends of what was observed", () => {
    const analysis = new Analysis(ringOf);
    analysis.addRecord({ at: AT, ...spin(1, "17") });
    for (const rpm10 of [240, 250, 260]) analysis.addMotion({ m: "rotor", day: "2026-03-01", rpm10 });
    analysis.addMotion({ m: "rotor", day: "2026-02-28", rpm10: 300 });
    analysis.addMotion({ m: "lap", day: "2026-03-01", ms: 640 });
    for (const sensor of ["A", "A", "B"]) analysis.addMotion({ m: "drop", day: "2026-03-01", sensor });
    for (const us of [5, 10, 15]) analysis.addMotion({ m: "jitter", day: "2026-03-01", channel: "I", us });
    const report = analysis.report();
    expect(sectionOf(report, "rotor").rows).toEqual([
      ["2026-02-28", 1, 30, 30, 30],
      ["2026-03-01", 3, 24, 25, 26],
    ]);
    expect(sectionOf(report, "ball").rows).toEqual([["2026-03-01", 1, 640, 640, 640]]);
    expect(sectionOf(report, "drop-zone").rows).toEqual([
      ["A", 2, 2 / 3],
      ["B", 1, 1 / 3],
    ]);
    expect(sectionOf(report, "jitter").rows).toEqual([["I", 3, 10, 15, 15]]);
  });

  it("holds the rotor's place at launch and drop against chance: a hand that lets go at one place is named", () => {
    const random = randomFrom("rotor");
    const analysis = new Analysis(ringOf);
    analysis.addRecord({ at: AT, ...spin(1, "17") });
    for (let n = 0; n < 800; n++) {
      const [launch, drop] = [random.oneIn(5) ? 3 : 1 + random.below(8), 1 + random.below(8)];
      analysis.addMotion({ m: "rotor-at", day: "2026-03-01", of: "launch", eighth: launch });
      analysis.addMotion({ m: "rotor-at", day: "2026-03-01", of: "drop", eighth: drop });
    }
    const report = analysis.report();
    const [launch, drop] = [sectionOf(report, "rotor-at-launch"), sectionOf(report, "rotor-at-drop")];
    expect([launch.rows[2]?.at(-1), launch.notes]).toEqual(["×", ["rotor-by-index"]]);
    expect(launch.chi?.p).toBeLessThan(0.001);
    expect(drop.chi?.freedom).toBe(7);
    expect(drop.chi?.p).toBeGreaterThan(0.01);
  });

  it("counts voids by cause and caller, doubts, launches, misreads and faults", () => {
    const reason = { rule: "ball-left", cite: "4.2", observed: {} };
    const report = analysed([
      { kind: "void", round: 1, reasons: [reason], calledBy: "machine" },
      { kind: "void", round: 2, reasons: [reason], calledBy: { name: "Leo", role: "jefe-de-mesa" } },
      { kind: "undecided", round: 3, because: ["rotor-not-read"], seen: {} },
      { ...spin(4, "3"), certainty: { level: "reported", because: ["not-watched"] } },
      { kind: "aborted", round: 5, cause: "restart", seen: {} },
      { kind: "fault", device: "wheel", code: "launch-failed", round: 5, detail: { cause: "weak-launch" } },
      { kind: "fault", device: "wheel", code: "number-changed", round: null, detail: {} },
      { kind: "fault-cleared", device: "wheel", code: "launch-failed", round: 5, detail: {} },
    ]);
    expect(sectionOf(report, "rounds").rows.map(([end, count]) => [end, count])).toEqual([
      ["certified", 0],
      ["reported", 1],
      ["void", 2],
      ["undecided", 1],
      ["aborted", 1],
    ]);
    expect(sectionOf(report, "voids").rows).toEqual([["ball-left", "4.2", 1, 1]]);
    expect(sectionOf(report, "doubts").rows.toSorted()).toEqual(
      [
        ["not-watched", 0, 1],
        ["restart", 1, 0],
        ["rotor-not-read", 1, 0],
      ].toSorted(),
    );
    expect(sectionOf(report, "launches").rows).toEqual([["2026-03-01", "weak-launch", 1]]);
    expect(sectionOf(report, "misreads").rows.toSorted()).toEqual([
      ["number-changed", 1],
      ["rotor-not-read", 1],
    ]);
    expect(sectionOf(report, "faults").rows).toEqual([
      ["wheel", "launch-failed", 1],
      ["wheel", "number-changed", 1],
    ]);
  });
});

describe("devices and sets of dice by themselves", () => {
  const threw = (round: number, faces: readonly string[]): Fields => ({
    kind: "result",
    round,
    result: { faces, total: faces.reduce((sum, face) => sum + Number(face), 0) },
    certainty: CERTIFIED,
  });
  const change = { kind: "key", key: { key: "change-dice" } };

  it("finds the loaded dice behind fair ones, and says how many throws it takes", () => {
    const random = randomFrom("sets");
    const dice = (loaded: boolean): string => String(loaded && random.below(5) === 0 ? 6 : 1 + random.below(6));
    const records: Fields[] = [];
    for (let round = 1; round <= 3_000; round++) {
      if (round === 1_501) records.push(change);
      records.push(threw(round, [dice(round > 1_500), dice(round > 1_500)]));
    }
    const report = analysed(records);
    const [fair, loaded] = sectionOf(report, "sets").rows;
    expect([fair?.slice(0, 3), loaded?.slice(0, 3)]).toEqual([
      [1, "", 3_000],
      [2, "", 3_000],
    ]);
    expect(Number(fair?.[3])).toBeGreaterThan(200);
    expect(Number(fair?.[6])).toBeGreaterThan(0.001);
    expect(Number(loaded?.[6])).toBeLessThan(0.001);
    const combined = sectionOf(report, "combinations");
    expect(combined.rows).toHaveLength(21);
    expect(combined.chi?.freedom).toBe(20);
  });

  it("begins a set with another wheel at the port, and not with the same one again", () => {
    const stands = (serial: string): Fields => ({
      kind: "device",
      detail: { port: "wheel", device: "cammegh-ss2", serial, firmware: "2.50", is: "known" },
    });
    const report = analysed([
      stands("A1"),
      ...spins(50, "one"),
      stands("A1"),
      ...spins(50, "two"),
      stands("B2"),
      ...spins(9, "three"),
    ]);
    expect(sectionOf(report, "sets").rows.map((row) => [row[1], row[2], row[6]])).toEqual([
      ["cammegh-ss2 A1", 100, null],
      ["cammegh-ss2 B2", 9, null],
    ]);
  });
});

/** A round of two hands: one lies open, one is turned up when `turned`. */
function roundOfCards(round: number, { turned = true, collected = true } = {}): Fields[] {
  const up = (n: number, to: string, face: string): Fields => ({ n, to, up: true, face, commit: null });
  const down = { n: 2, to: "banca", up: false, face: null, commit: "ab".repeat(32) };
  return [
    { kind: "phase", round, phase: "dealing" },
    { kind: "deal", round, what: "dealt", cards: [up(1, "punto", "As"), down], due: null },
    ...(turned ? [{ kind: "deal", round, what: "turned", cards: [up(2, "banca", "9h")], due: null }] : []),
    {
      kind: "result",
      round,
      result: { results: [{ of: "banca", is: "wins" }], cards: [] },
      certainty: CERTIFIED,
      deviations: [],
    },
    ...(collected ? [{ kind: "opened", round, key: "0".repeat(64) }] : []),
  ];
}

const LOADED: Fields = { kind: "shoe", event: "loaded", detail: { decks: 6 }, counts: { loaded: 312 } };

describe("a card table", () => {
  it("counts no card of the shoe in play before another one is loaded, and each of it then", () => {
    const first = [LOADED, ...roundOfCards(1), ...roundOfCards(2)];
    const inPlay = analysed(first);
    expect(inPlay.sections.map(({ id }) => id)).not.toContain("cards");
    expect(sectionOf(inPlay, "outcomes").rows).toEqual([["banca wins", 2, 1]]);
    const second = [LOADED, ...roundOfCards(3, { turned: false })];
    const over = analysed([...first, LOADED]);
    expect(sectionOf(over, "cards").rows.map(([face, count]) => [face, count])).toEqual([
      ["9h", 2],
      ["As", 2],
    ]);
    // What leaves the second one changes nothing that is told of cards.
    for (const id of ["cards", "positions", "shoes"] as const)
      expect(sectionOf(analysed([...first, ...second]), id)).toEqual(sectionOf(over, id));
  });

  it("counts the cards of a machine that takes them back, once a whole shoe of others has come behind them", () => {
    const rounds = Array.from({ length: 300 }, (_, at) => roundOfCards(at + 1)).flat();
    const counted = sectionOf(analysed([LOADED, ...rounds]), "shoes").rows;
    expect(counted).toEqual([["1", 600 - CARDS_OF_ROUND]]);
  });

  it("counts what lay face up in rounds that were collected, by face and by place", () => {
    const report = analysed([...roundOfCards(1), ...roundOfCards(2, { turned: false }), LOADED]);
    const cards = sectionOf(report, "cards");
    expect(cards.rows.map(([face, count]) => [face, count])).toEqual([
      ["9h", 1],
      ["As", 2],
    ]);
    expect(sectionOf(report, "positions").rows.map((row) => row.slice(0, 3))).toEqual([
      ["punto", "1", 2],
      ["banca", "1", 1],
    ]);
    expect(sectionOf(report, "outcomes").rows).toEqual([["banca wins", 2, 1]]);
    expect(report.leftOut).toBe(0);
  });

  it("has nothing of a round whose cards were not collected, and counts it as left out", () => {
    const open = roundOfCards(2, { collected: false });
    const doubts: Fields = { kind: "undecided", round: 2, because: ["card-unread"], seen: {} };
    const faults: Fields = { kind: "fault", device: "shoe", code: "shoe-jam", round: 2, detail: {} };
    const report = analysed([...roundOfCards(1), LOADED, ...open, doubts, faults]);
    const { leftOut, sections } = analysed([...roundOfCards(1), LOADED]);
    expect(leftOut).toBe(0);
    expect(report.leftOut).toBe(1);
    expect(report.sections).toEqual(sections);
  });

  it("gives up rounds that were never collected, and rounds with more records than it holds", () => {
    const many = Array.from({ length: ROUNDS_HELD + 3 }, (_, at) => roundOfCards(at + 1, { collected: false }));
    expect(analysed(many.flat()).leftOut).toBe(ROUNDS_HELD + 3);
    const [phase = {}, deal = {}, ...rest] = roundOfCards(1);
    const long = [phase, ...Array.from({ length: RECORDS_HELD + 1 }, () => deal), ...rest];
    expect(analysed(long)).toMatchObject({ leftOut: 1, rounds: 0 });
  });
});

it("a dice table has its faces and totals against chance", () => {
  const random = randomFrom("dice");
  const face = (): number => random.below(6) + 1;
  const throws = Array.from({ length: 6_000 }, (_, at): Fields => {
    const faces = [face(), face(), face()].sort();
    const total = faces.reduce((sum, one) => sum + one, 0);
    return { ...spin(at, ""), result: { faces: faces.map(String), total, equal: "none" } };
  });
  const report = analysed(throws);
  const [faces, totals] = [sectionOf(report, "dice"), sectionOf(report, "totals")];
  expect(faces.chi).toMatchObject({ freedom: 5 });
  expect(faces.chi?.p).toBeGreaterThan(0.01);
  expect(totals.rows.map(([total]) => total)).toEqual(Array.from({ length: 16 }, (_, at) => String(at + 3)));
  expect(totals.chi?.p).toBeGreaterThan(0.01);
  expect(report.sections.some(({ id }) => id === "numbers" || id === "cards")).toBe(false);
});

describe("a report", () => {
  const report = analysed([...spins(2_000, "text"), ...roundOfCards(2_001), LOADED]);

  it.each(LANGUAGES)("is printed in %s without a code in the place of a heading", (language) => {
    const text = reportLines(report, language).join("\n");
    expect(text).not.toMatch(/undefined|NaN|\[object/);
    expect(text.split("\n").length).toBeGreaterThan(60);
  });

  it("is CSV that a spreadsheet reads as texts and numbers, never as a formula", () => {
    const cells = [
      ["=1+1", 2],
      ['say "17"', 0.5],
      ["a,b", null],
    ] as const;
    const csv = sectionCsv({ id: "numbers", columns: ["pocket", "count"], rows: cells, chi: null, notes: [] });
    expect(csv).toBe('pocket,count\r\n\'=1+1,2\r\n"say ""17""",0.5\r\n"a,b",\r\n');
  });

  it("does not throw for records of any shape", () => {
    const odd: Fields[] = [
      {},
      { kind: 7, round: "x" },
      { kind: "result", round: 1, result: null, certainty: [] },
      { kind: "void", reasons: [null, 1, { rule: 3 }] },
      { kind: "deal", round: 3, cards: [{ n: "one", face: "1x", up: true }, null] },
      { kind: "opened", round: 3 },
      { kind: "result", result: { faces: [FACES, {}], total: "7" } },
    ];
    expect(analysed(odd).records).toBe(odd.length);
  });
});
