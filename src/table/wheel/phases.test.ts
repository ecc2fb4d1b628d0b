import { describe, expect, it } from "vitest";
import { ss2 } from "../../../test/support/replayed.ts";
import type { Phase } from "../kernel/phase.ts";
import { PlayedTable } from "./played.test-help.ts";
import type { WheelObservation, WheelStage } from "./observation.ts";

/** Every observation in every phase of a Chilean table, and what it makes of it. */

/** The phases of a table with a wheel. */
type WheelPhase = Exclude<Phase, "preparing" | "dealing" | "throwing">;

const { rules } = ss2("cl/ruleta-francesa");

const PHASES: Readonly<Record<WheelPhase, (table: PlayedTable) => PlayedTable>> = {
  closed: (table) => table.betting(),
  waiting: (table) => table.open().stage("idle"),
  betting: (table) => table.open().betting(),
  "ball-in-play": (table) => table.open().betting().launch(),
  "no-more-bets": (table) => table.open().betting().launch().noMoreBets(),
  result: (table) => table.open().betting().launch().noMoreBets().result(),
  void: (table) => table.open().betting().launch({ sense: "with-rotor" }),
  undecided: (table) =>
    table.open().betting().launch().noMoreBets().see({ o: "ball-not-seen", forUs: 5_000_000 }),
  aborted: (table) =>
    table
      .open()
      .betting()
      .launch()
      .noMoreBets()
      .see({ o: "aborted", from: "no-more-bets", cause: "stopped" })
      .stage("idle"),
};

const stage = (entered: WheelStage): WheelObservation => ({ o: "stage", stage: entered, deviceGame: 11 });
const attached = (during: WheelStage, shows: string | null = null): WheelObservation => ({
  o: "attached",
  during,
  deviceGame: 11,
  shows,
});

const OBSERVATIONS = {
  "stage idle": stage("idle"),
  "stage starting": stage("starting"),
  "stage betting": stage("betting"),
  "stage ball-in-rim": stage("ball-in-rim"),
  "stage no-more-bets": stage("no-more-bets"),
  "stage ball-not-in-track": stage("ball-not-in-track"),
  "stage dealer-lock": stage("dealer-lock"),
  "stage result": stage("result"),
  "attached unknown": attached("unknown"),
  "attached idle": attached("idle"),
  "attached starting": attached("starting"),
  "attached betting": attached("betting"),
  "attached ball-in-rim": attached("ball-in-rim"),
  "attached no-more-bets": attached("no-more-bets"),
  "attached result": attached("result", "17"),
  "attached result, another number": attached("result", "18"),
  "ball-on-track": { o: "ball-on-track" },
  "launch-failed": { o: "launch-failed", attempt: 1, cause: "weak-launch" },
  "with the rotor": { o: "ball-direction", sense: "with-rotor" },
  "against the rotor": { o: "ball-direction", sense: "against-rotor" },
  "ball-laps": { o: "ball-laps", atLeast: 4, atMost: null, how: "" },
  "ball-not-seen": { o: "ball-not-seen", forUs: 5_000_000 },
  "ball-left-cylinder": { o: "ball-left-cylinder" },
  "foreign-object": { o: "foreign-object" },
  rotor: { o: "rotor", rpm10: 170, direction: "cw" },
  "rotor-stopped": { o: "rotor-stopped" },
  "rotor-irregular": { o: "rotor-irregular", from: 168, to: 300, what: "speed" },
  "number-announced": { o: "number-announced", pocket: "18" },
  number: { o: "number", pocket: "18", witnesses: ["bare-number", "state-5"] },
  contradiction: { o: "contradiction", what: "bare-number-differs", seen: ["17", "18"] },
  "state-jump": { o: "contradiction", what: "state-jump", seen: ["state 4", "state 2"] },
  "number-changed": { o: "contradiction", what: "number-changed", seen: ["17", "18"] },
  aborted: { o: "aborted", from: "no-more-bets", cause: "stopped" },
  gap: { o: "gap", why: "port-gone", during: "betting" },
  fault: { o: "fault", code: "device-silent", detail: {} },
  "fault-cleared": { o: "fault-cleared", code: "device-silent", detail: {} },
} as const satisfies Record<string, WheelObservation>;

/** Records that follow; phases as `phase/round`, verdicts as `round kind why`. What is not listed follows nothing. */
const EXPECTED: Readonly<Record<keyof typeof OBSERVATIONS, Partial<Record<WheelPhase, string>>>> = {
  "stage idle": {
    betting: "waiting/1",
    "ball-in-play": "1 undecided no-number",
    "no-more-bets": "1 undecided no-number",
    result: "waiting/1",
  },
  "stage starting": {
    waiting: "betting/1",
    "ball-in-play": "1 undecided no-number, betting/2",
    "no-more-bets": "1 undecided no-number, betting/2",
    result: "betting/2",
    void: "betting/2",
    undecided: "betting/2",
    aborted: "betting/2",
  },
  "stage betting": {
    waiting: "betting/1",
    "ball-in-play": "1 undecided no-number, betting/2",
    "no-more-bets": "1 undecided no-number, betting/2",
    result: "betting/2",
    void: "betting/2",
    undecided: "betting/2",
    aborted: "betting/2",
  },
  "stage ball-in-rim": {
    waiting: "betting/1, ball-in-play/1",
    betting: "ball-in-play/1",
    result: "betting/2, ball-in-play/2",
    void: "betting/2, ball-in-play/2",
    aborted: "betting/2, ball-in-play/2",
  },
  "stage no-more-bets": {
    waiting: "betting/1, no-more-bets/1",
    betting: "no-more-bets/1",
    "ball-in-play": "no-more-bets/1",
  },
  "stage ball-not-in-track": {
    waiting: "betting/1, no-more-bets/1",
    betting: "no-more-bets/1",
    "ball-in-play": "no-more-bets/1",
  },
  "stage dealer-lock": {
    waiting: "betting/1, no-more-bets/1",
    betting: "no-more-bets/1",
    "ball-in-play": "no-more-bets/1",
  },
  "stage result": {
    waiting: "betting/1, no-more-bets/1",
    betting: "no-more-bets/1",
    "ball-in-play": "no-more-bets/1",
  },
  "attached unknown": { "ball-in-play": "1 undecided no-number", "no-more-bets": "1 undecided no-number" },
  "attached idle": {
    betting: "waiting/1",
    "ball-in-play": "1 undecided no-number",
    "no-more-bets": "1 undecided no-number",
    result: "waiting/1",
  },
  "attached starting": {
    waiting: "betting/1",
    "ball-in-play": "1 undecided no-number, betting/2",
    "no-more-bets": "1 undecided no-number, betting/2",
    result: "betting/2",
    void: "betting/2",
    undecided: "betting/2",
    aborted: "betting/2",
  },
  "attached betting": {
    waiting: "betting/1",
    "ball-in-play": "1 undecided no-number, betting/2",
    "no-more-bets": "1 undecided no-number, betting/2",
    result: "betting/2",
    void: "betting/2",
    undecided: "betting/2",
    aborted: "betting/2",
  },
  "attached ball-in-rim": { waiting: "betting/1, ball-in-play/1", betting: "ball-in-play/1" },
  "attached no-more-bets": {
    waiting: "betting/1, no-more-bets/1",
    betting: "no-more-bets/1",
    "ball-in-play": "no-more-bets/1",
  },
  "attached result": {
    waiting: "betting/1, no-more-bets/1",
    betting: "no-more-bets/1",
    "ball-in-play": "no-more-bets/1",
  },
  "attached result, another number": {
    waiting: "betting/1, no-more-bets/1",
    betting: "no-more-bets/1",
    "ball-in-play": "no-more-bets/1",
    result: "fault number-changed, 1 undecided number-changed",
  },
  "ball-on-track": {},
  "launch-failed": { "ball-in-play": "1 undecided launch-failed", "no-more-bets": "1 undecided launch-failed" },
  "with the rotor": {
    betting: "1 void ball-same-direction-as-rotor",
    "ball-in-play": "1 void ball-same-direction-as-rotor",
    "no-more-bets": "1 void ball-same-direction-as-rotor",
  },
  "against the rotor": {},
  "ball-laps": {},
  "ball-not-seen": { "ball-in-play": "1 undecided ball-not-seen", "no-more-bets": "1 undecided ball-not-seen" },
  "ball-left-cylinder": {
    "ball-in-play": "1 void ball-left-cylinder",
    "no-more-bets": "1 void ball-left-cylinder",
  },
  "foreign-object": {
    "ball-in-play": "1 void foreign-object-in-cylinder",
    "no-more-bets": "1 void foreign-object-in-cylinder",
  },
  rotor: {},
  "rotor-stopped": { "ball-in-play": "1 void rotor-stopped", "no-more-bets": "1 void rotor-stopped" },
  "rotor-irregular": {
    "ball-in-play": "1 void rotor-mechanical-fault",
    "no-more-bets": "1 void rotor-mechanical-fault",
  },
  "number-announced": {},
  number: { "ball-in-play": "1 undecided rule-not-judged", "no-more-bets": "1 undecided rule-not-judged" },
  contradiction: {
    "ball-in-play": "1 undecided bare-number-differs",
    "no-more-bets": "1 undecided bare-number-differs",
  },
  "state-jump": {
    waiting: "fault state-jump",
    betting: "fault state-jump",
    "ball-in-play": "1 undecided state-jump",
    "no-more-bets": "1 undecided state-jump",
    result: "fault state-jump",
    void: "fault state-jump",
    undecided: "fault state-jump",
    aborted: "fault state-jump",
  },
  "number-changed": { result: "fault number-changed, 1 undecided number-changed" },
  aborted: { "ball-in-play": "1 aborted stopped", "no-more-bets": "1 aborted stopped" },
  gap: {},
  fault: {
    closed: "fault device-silent",
    waiting: "fault device-silent",
    betting: "fault device-silent",
    "ball-in-play": "fault device-silent",
    "no-more-bets": "fault device-silent",
    result: "fault device-silent",
    void: "fault device-silent",
    undecided: "fault device-silent",
    aborted: "fault device-silent",
  },
  "fault-cleared": {},
};

function said(table: PlayedTable, from: number): string {
  let verdict = table.records.slice(0, from).filter((body) => VERDICT_KINDS.includes(body.kind)).length;
  return table.records
    .slice(from)
    .map((body) => {
      if (body.kind === "phase") return `${body.phase}/${body.round}`;
      if (body.kind === "fault" || body.kind === "fault-cleared") return `${body.kind} ${body.code}`;
      return table.reportedOf()[verdict++] ?? body.kind;
    })
    .join(", ");
}

const VERDICT_KINDS: readonly string[] = ["result", "void", "undecided", "aborted"];

describe.each(Object.keys(PHASES) as WheelPhase[])("in phase %s", (phase) => {
  it("is that phase to begin with", () => {
    expect(PHASES[phase](new PlayedTable(rules)).durable.phase).toBe(phase);
  });

  it.each(Object.keys(OBSERVATIONS) as (keyof typeof OBSERVATIONS)[])("%s", (name) => {
    const table = PHASES[phase](new PlayedTable(rules));
    const from = table.records.length;
    const before = JSON.stringify(table.durable);
    table.see(OBSERVATIONS[name]);
    const expected = EXPECTED[name][phase] ?? "";
    expect(said(table, from)).toBe(expected);
    if (expected === "") expect(JSON.stringify(table.durable)).toBe(before);
  });
});
