import { describe, expect, it } from "vitest";
import { EXIT, Problem } from "../../problem.ts";
import { acceptancePage, faultText } from "./report-page.ts";
import { reportOf } from "./report.ts";
import { beginAcceptance, stepAcceptance, type AcceptanceState, type Heard } from "./run-steps.ts";
import { stepsOf } from "./steps-file.ts";
import { wordOf } from "./words.ts";

const STEPS = stepsOf(
  `acceptance: 1
device: cammegh-ss2
steps:
  - step: connect
    within: 60
    sees: { attached: 1 }
  - step: spin
    count: 2
    within: 600
    sees: { number: 2 }
    allows: [stage]
    agrees: number
  - step: see-level
    within: 60
    asks: true
    allows: [stage]
`,
  "own.yaml",
);

const S = 1_000_000;
const seen = (us: number, word: string, value?: string): Heard => ({
  k: "seen",
  us,
  words: [value === undefined ? { word } : { word, value }],
});
const run = (...heard: readonly Heard[]): AcceptanceState =>
  heard.reduce(stepAcceptance, beginAcceptance(STEPS, 0));
const endOf = ({ end, results }: AcceptanceState): unknown => {
  const failed = results.find(({ is }) => is === "failed");
  return [end, failed?.step.step, failed?.why, failed?.detail];
};

const CONNECTED = seen(S, "attached");
const SPUN: readonly Heard[] = [
  seen(10 * S, "stage result"),
  seen(11 * S, "number", "17"),
  { k: "value", us: 12 * S, text: " 17 " },
  seen(20 * S, "number", "0"),
  { k: "value", us: 21 * S, text: "0" },
];

describe("an acceptance", () => {
  it("passes when every step was seen, named and answered", () => {
    const state = run(CONNECTED, ...SPUN, { k: "answer", us: 30 * S, yes: true });
    expect(state.end).toBe("passed");
    expect(state.results.map(({ is, named, agreed }) => [is, named, agreed])).toEqual([
      ["passed", 0, 0],
      ["passed", 2, 2],
      ["passed", 0, 0],
    ]);
  });

  it.each([
    [
      "another device is plugged in",
      [seen(S, "fault device-garbled")],
      ["failed", "connect", "unexpected", "fault device-garbled"],
    ],
    ["nothing is plugged in", [{ k: "tick", us: 61 * S }], ["failed", "connect", "too-late", "attached 0/1"]],
    ["a step is left out", [CONNECTED, { k: "skip", us: 2 * S }], ["failed", "spin", "skipped", ""]],
    [
      "it is given up half-way",
      [CONNECTED, SPUN[0]!, { k: "stop", us: 12 * S }],
      ["failed", "spin", "given-up", ""],
    ],
    [
      "the cable is pulled in the middle",
      [CONNECTED, seen(12 * S, "fault port-gone")],
      ["failed", "spin", "unexpected", "fault port-gone"],
    ],
    [
      "the device says another number than lies there",
      [CONNECTED, ...SPUN.slice(0, 2), { k: "value", us: 12 * S, text: "16" }],
      ["failed", "spin", "differs", "1"],
    ],
    [
      "the person says no",
      [CONNECTED, ...SPUN, { k: "answer", us: 30 * S, yes: false }],
      ["failed", "see-level", "answered-no", ""],
    ],
    [
      "nobody answers",
      [CONNECTED, ...SPUN, { k: "tick", us: 90 * S }],
      ["failed", "see-level", "too-late", ""],
    ],
  ] as readonly (readonly [string, readonly Heard[], readonly unknown[]])[])(
    "does not pass when %s",
    (_, heard, end) => {
      const state = run(...heard);
      expect(endOf(state)).toEqual(end);
      expect(state.results).toHaveLength(3);
      for (const language of ["es", "eu", "gl", "en"] as const)
        for (const { why, detail } of state.results)
          expect(faultText({ why, detail }, language)).not.toContain("{");
      // Nothing that comes behind its end makes it another one.
      expect(run(...heard, CONNECTED, ...SPUN, { k: "answer", us: 30 * S, yes: true })).toEqual(state);
    },
  );

  it("takes a word back that was not held against anything yet", () => {
    const early: readonly Heard[] = [
      CONNECTED,
      { k: "value", us: 9 * S, text: "71" },
      { k: "take-back", us: 9 * S },
      ...SPUN,
    ];
    expect(run(...early, { k: "answer", us: 30 * S, yes: true }).end).toBe("passed");
  });

  it("is no pass where the plate has another serial number than the device says, or nobody named one", () => {
    const state = run(CONNECTED, ...SPUN, { k: "answer", us: 30 * S, yes: true });
    const head = {
      run: "0".repeat(16),
      at: "",
      ended: "",
      device: "x",
      firmware: null,
      rulebook: null,
      simulated: null,
      person: "p",
      vkey: "v",
    };
    const passes = (said: string | null, told: string | null): boolean =>
      reportOf({ ...head, serial: { said, told } }, state).passed;
    expect([passes("51A", "51a"), passes("51A", null), passes(null, "51a")]).toEqual([true, true, true]);
    expect([passes("51B", "51a"), passes(null, null)]).toEqual([false, false]);
    const page = acceptancePage(reportOf({ ...head, serial: { said: "<b>", told: null } }, state), "es");
    expect(page).not.toContain("<b>:");
    expect(page).toContain("Aceptado");
  });

  it("names no card and no face", () => {
    const card = { n: 1, face: "10h", back: null, deck: null, id: null, confidence: 999, at: "exit" };
    const state = run(CONNECTED, { k: "seen", us: 2 * S, words: [wordOf({ o: "card", card } as never)] });
    expect(JSON.stringify(state.results)).not.toContain("10h");
    const dice = [{ face: "6" }, { face: "1" }];
    expect(wordOf({ o: "rest", read: { verdict: "readable", dice, rolledMs: 900 } } as never)).toEqual({
      word: "rest readable",
      value: "1 6",
    });
  });
});

describe("a file of steps", () => {
  const refusal = (text: string): string => {
    try {
      stepsOf(text, "own.yaml");
    } catch (error) {
      if (error instanceof Problem && error.status === EXIT.usage) return error.message;
      throw error;
    }
    return "taken";
  };
  const HEAD = "acceptance: 1\ndevice: panel\nsteps:\n";

  it.each([
    [`${HEAD}  - { step: conect, within: 9, sees: { attached: 1 } }\n`, 'own.yaml:4:13: unknown step "conect"'],
    [
      `${HEAD}  - { step: connect, within: 9 }\n`,
      "own.yaml:4:13: a step that sees, lasts and asks nothing cannot fail",
    ],
    [`${HEAD}  - { step: connect, within: 9, asks: true, agrees: number }\n`, "own.yaml:4:"],
    [`${HEAD}  - { step: connect, within: 9, see: 3 }\n`, 'unknown key "see"'],
  ])("%# is refused with file, line and column", (text, words) => {
    expect(refusal(text)).toContain(words.slice(0, 40));
  });
});
