import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  freshFolder,
  openTestStore,
  tamper,
  exportRange,
} from "../../firmware/journal/store/journal.fixture.ts";
import { verifyPath } from "../../firmware/evidence/verify/verify-file.ts";
import { FAULTS } from "../../src/codes/faults.ts";
import { everyEvent, RECORD_KINDS } from "../../src/analysis/events.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import { testLine } from "../../src/record/vector.fixture.ts";
import { textsOf } from "../../src/text/text-of.ts";
import { commandHere } from "../support/command.ts";

/** `tirada find` on journals and exports as they lie on a disk, and `tirada events`. */

const ANA = { name: "Ana Ruiz", role: "croupier" };
const LEO = { name: "Leo Paz", role: "jefe-de-mesa" };
const CERTAIN = { level: "certified", because: [] };

/** An evening of one table, a record a minute from 20:00. */
const BODIES: readonly object[] = [
  { kind: "boot", detail: { device: "cammegh-ss2" } },
  { kind: "phase", round: 1, phase: "betting" },
  {
    kind: "result",
    round: 1,
    result: { pocket: "17", suertes: ["negro"] },
    certainty: CERTAIN,
    deviations: [],
  },
  { kind: "phase", round: 2, phase: "betting" },
  {
    kind: "void",
    round: 2,
    reasons: [{ rule: "ball-left", cite: "4.2", observed: {} }],
    then: [],
    calledBy: "machine",
  },
  { kind: "key", round: 2, key: { key: "confirm-void", round: 2, rule: "ball-left" }, by: LEO },
  { kind: "fault", device: "wheel", code: "port-gone", round: null, detail: { why: "unplugged" } },
  { kind: "undecided", round: 3, because: ["device-silent", "port-gone"], seen: {}, mayBeCalled: ["late-bet"] },
  {
    kind: "key",
    round: 3,
    key: { key: "resolve", round: 3, outcome: "stands", announced: "00" },
    by: LEO,
    resolves: { outcome: "stands", pocket: "00" },
  },
  { kind: "access", detail: { what: "signed-in", name: ANA.name, role: ANA.role, address: "10.0.0.7" } },
  { kind: "result", round: 4, result: { faces: [1, 2, 4], total: 7 }, certainty: CERTAIN, deviations: [] },
  {
    kind: "result",
    round: 5,
    result: { results: [{ of: "punto", is: "wins" }], cards: [] },
    certainty: { level: "reported", because: ["card-unread"] },
    deviations: [{ rule: "late-bet", cite: "3.1", observed: {} }],
  },
];

function evening(): { readonly folder: string; readonly store: ReturnType<typeof openTestStore> } {
  const folder = freshFolder();
  const store = openTestStore(join(folder, "journal.db"));
  for (const [minute, body] of BODIES.entries()) {
    const at = `2026-03-01T20:${String(minute).padStart(2, "0")}:00.000Z`;
    store.commit(testLine(store.head, { ...body, at }));
  }
  return { folder, store };
}

const numbersIn = (text: string): readonly number[] =>
  text
    .split("\n")
    .filter((line) => /^ *\d+ {2}/.test(line))
    .map((line) => Number(line.slice(0, 7)));

describe("tirada find", () => {
  it.each([
    [
      ["--round", "2"],
      [3, 4, 5],
    ],
    [
      ["--kind", "result"],
      [2, 10, 11],
    ],
    [
      ["--reason", "port-gone"],
      [6, 7],
    ],
    [
      ["--reason", "ball-left"],
      [4, 5],
    ],
    [["--reason", "3.1"], [11]],
    [["--reason", "card-unread"], [11]],
    [
      ["--person", "leo"],
      [5, 8],
    ],
    [["--person", "ana"], [9]],
    [["--person", "croupier"], [9]],
    [["--number", "17"], [2]],
    [["--number", "00"], [8]],
    [["--number", "7"], [10]],
    [["--number", "1-2-4"], [10]],
    [["--number", "punto wins"], [11]],
    [
      ["--from", "2026-03-01T20:10:00Z"],
      [10, 11],
    ],
    [
      ["--from", "2026-03-01", "--to", "2026-03-01T20:02Z"],
      [0, 1],
    ],
    [["--to", "2026-02-28"], []],
    [["--from", "2026-03-02"], []],
    [["--kind", "key", "--round", "3"], [8]],
  ] as const)("%j", async (words, found) => {
    const { folder } = evening();
    const { status, stdout, stderr } = await commandHere(["find", folder, ...words]);
    expect([status, stderr, numbersIn(stdout)]).toEqual([0, "", found]);
    expect(stdout).toContain(`${found.length} of ${BODIES.length} records`);
  });

  it("reads an export as it reads a journal, and prints the signed records with --json", async () => {
    const { folder, store } = evening();
    const path = join(freshFolder(), "mesa.tirada-export");
    await exportRange(store, { from: 3, to: 8 }, { path, replace: false }, () => false);
    const { stdout } = await commandHere(["find", path, "--person", "Leo", "--json"]);
    const records = stdout.trim().split("\n");
    expect(records.map((line) => (JSON.parse(line) as { seq: number }).seq)).toEqual([5, 8]);
    const whole = await commandHere(["find", folder, "--person", "Leo", "--json"]);
    expect(whole.stdout).toBe(stdout);
  });

  it("prints no more than its limit, says so, and leaves the journal as it was", async () => {
    const { folder } = evening();
    const { stdout } = await commandHere(["find", folder, "--limit", "2"]);
    expect(numbersIn(stdout)).toEqual([0, 1]);
    expect(stdout).toContain("more than 2 records: narrow the search or raise --limit");
    expect(verifyPath(folder)).toMatchObject({ ok: true, records: BODIES.length });
  });

  it.each([
    [
      ["--kind", "resul"],
      'tirada: --kind resul: no kind of record (did you mean "result"?); --help lists them',
    ],
    [["--round", "-1"], "tirada: --round -1: must be a whole number from 0 to 9007199254740991"],
    [["--limit", "0"], "tirada: --limit 0: must be a whole number from 1 to 1000000"],
    [
      ["--from", "yesterday"],
      "tirada: --from yesterday: write a day (2026-03-01) or an instant in UTC (2026-03-01T20:30:00Z)",
    ],
    [
      ["--to", "2026-02-30"],
      "tirada: --to 2026-02-30: write a day (2026-03-01) or an instant in UTC (2026-03-01T20:30:00Z)",
    ],
  ] as const)("refuses %j in one line", async (words, said) => {
    const { folder } = evening();
    const { status, stderr } = await commandHere(["find", folder, ...words]);
    expect([status, stderr.trim()]).toEqual([2, said]);
  });

  it("says of a file that it is no evidence, and of a damaged record which it is", async () => {
    const { folder, store } = evening();
    const other = join(folder, "notes.txt");
    writeFileSync(other, "17 negro\n");
    const foreign = await commandHere(["find", other]);
    expect([foreign.status, foreign.stderr]).toEqual([
      2,
      `tirada: ${other} is not an export or a journal of tirada\n`,
    ]);
    store.close();
    tamper(join(folder, "journal.db"), "UPDATE record SET line = 'x' WHERE seq = 4");
    const damaged = await commandHere(["find", folder]);
    expect([damaged.status, numbersIn(damaged.stdout)]).toEqual([6, [0, 1, 2, 3]]);
    expect(damaged.stderr).toMatch(
      /^tirada: record 4 of .*: the line is not JSON in UTF-8; tirada verify says what is damaged\n$/,
    );
  });
});

describe("tirada events", () => {
  const events = everyEvent();

  it("lists every fault, reason, cause, refusal and kind of record, each with text and remedy in every language", () => {
    const codes = (kind: string): readonly string[] =>
      [...new Set(events.filter((one) => one.kind === kind).map(({ code }) => code))].sort();
    const warnings = Object.keys(textsOf("cards.warnings")).map((code) => `warning-${code}`);
    expect(codes("fault")).toEqual([...Object.keys(FAULTS), ...warnings].sort());
    expect(codes("aborted")).toEqual(Object.keys(textsOf("reasons.aborted")).sort());
    expect(codes("refusal")).toEqual(Object.keys(textsOf("refusals")).sort());
    expect(codes("record")).toEqual([...RECORD_KINDS].sort());
    expect(codes("reason").length).toBeGreaterThan(100);
    for (const { code, text, remedy } of events)
      for (const language of LANGUAGES)
        expect([code, language, text[language].length > 2, remedy[language].length > 2]).toEqual([
          code,
          language,
          true,
          true,
        ]);
  });

  it("prints them in the language that is asked for, or as JSON", async () => {
    const basque = await commandHere(["events", "--lang", "eu"]);
    expect(basque.stdout).toContain(
      `fault  port-gone  (wheel)  stands\n    ${textsOf("faults.wheel")["port-gone"].text.eu}\n`,
    );
    const json = await commandHere(["events", "--json"]);
    expect(
      json.stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(JSON.parse(JSON.stringify(events)));
    const wrong = await commandHere(["events", "--lang", "fr"]);
    expect([wrong.status, wrong.stderr.split("\n").length]).toEqual([2, 2]);
  });
});
