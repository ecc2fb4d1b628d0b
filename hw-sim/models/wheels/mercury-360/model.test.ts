import { describe, expect, it } from "vitest";
import { advancedLine, extendedLine, type MercuryLine } from "./lines.ts";
import {
  MERCURY_FAULTS,
  mercuryModel,
  type MercuryFault,
  type MercuryOptions,
  type MercurySpin,
  type MercuryTruth,
} from "./model.ts";

const S = 1_000_000;

interface Run {
  readonly heard: { t: number; text: string }[];
  readonly spins: MercurySpin[];
  readonly truth: MercuryTruth[];
  readonly raw: string;
}

function run(
  seconds: number,
  options: Partial<MercuryOptions> = {},
  commands: Record<number, string> = {},
): Run {
  const model = mercuryModel({ seed: "dealer", ...options });
  model.power(true, 0);
  const heard: Run["heard"] = [];
  const truth: MercuryTruth[] = [];
  let raw = "";
  const asks = Object.keys(commands).map((at) => Number(at) * S);
  for (let t = 0; ;) {
    const step = model.step(t, commands[t / S] ?? "");
    raw += step.bytes;
    truth.push(...step.truth);
    for (const text of step.bytes.split(/[\r\n]+/)) if (text !== "") heard.push({ t, text });
    const next = Math.min(step.wakeAt ?? Infinity, ...asks.filter((at) => at > t));
    if (next > seconds * S) break;
    t = next;
  }
  return { heard, truth, raw, spins: truth.flatMap((e) => (e.e === "spin" ? [e.spin] : [])) };
}

/** Fields of the extended lines. */
function lines({ heard }: Run): {
  t: number;
  state: number;
  flags: number;
  rpm10: number;
  events: number;
  laps: number;
  ball: string;
  lap: string;
  pocket: string;
  last: string;
}[] {
  return heard
    .filter(({ text }) => text.startsWith("*X"))
    .map(({ t, text }) => {
      const [, state, , last, flags, rpm10, , events, laps, ball, lap, pocket] = text.split(";");
      return {
        t,
        state: Number(state),
        flags: parseInt(flags!, 16),
        rpm10: Number(rpm10),
        events: parseInt(events!, 16),
        laps: parseInt(laps!, 16),
        ball: ball!,
        lap: lap!,
        pocket: pocket!,
        last: last!,
      };
    });
}

it("lines have the widths and meanings of the integration guide", () => {
  const line: MercuryLine = {
    state: 3,
    game: 12,
    last: "9",
    flags: 0,
    rpm10: 215,
    sense: 1,
    ball: { where: "rim", laps: 4.8, sense: 0, rpm: 60, pocket: null },
    limits: { min10: 100, max10: 300 },
  };
  expect(advancedLine(line)).toBe("*X;3;012; 9;0;215;1\r\n");
  expect(extendedLine(line)).toBe("*X;3;012; 9;0;215;1;0022;04;0;08000;??\r\n");
  const out = { ...line.ball, where: "out", rpm: null, sense: null } as const;
  expect(extendedLine({ ...line, rpm10: 19, ball: out })).toBe("*X;3;012; 9;0;000;1;00C1;04;?;?????;??\r\n");
  expect(advancedLine({ ...line, rpm10: 601 })).toBe("*X;3;012; 9;0;000;1\r\n");
  const lying = { ...out, where: "pocket", pocket: "00" } as const;
  expect(extendedLine({ ...line, rpm10: 301, sense: 0, ball: lying, flags: 9 })).toBe(
    "*X;3;012; 9;9;301;0;0114;04;?;?????;00\r\n",
  );
});

describe("a sound table", () => {
  const table = run(1_800, { protocol: "extended" });

  it("plays game after game, against the rotor, with the number that the ball lies in", () => {
    expect(table.spins.length).toBeGreaterThan(25);
    for (const [i, spin] of table.spins.entries()) {
      expect(spin).toMatchObject({ end: "result", fault: null, announced: spin.pocket, game: i });
      expect(spin.ball).not.toBe(spin.rotor);
      expect(spin.rotor).not.toBe(table.spins[i - 1]?.rotor);
    }
  });

  it("says each line in its exact shape, every half second", () => {
    const all = table.heard.filter(({ text }) => text.startsWith("*X"));
    for (const { text } of all) {
      expect(text).toMatch(
        /^\*X;[1-7];\d{3};(?: \d|\d\d| {2});[0-9A-F];\d{3};[01];[0-9A-F]{4};[0-9A-F]{2};[?01];(?:[0-9A-F]{5}|\?{5});(?: \d|\d\d|\?\?)$/,
      );
    }
    all.forEach(({ t }, i) => expect(t - (all[i - 1]?.t ?? t - 500_000)).toBe(500_000));
    const unframed = table.heard.filter(({ text }) => !text.startsWith("*")).map(({ text }) => text.trim());
    expect(unframed).toEqual(table.spins.map(({ announced }) => announced));
    expect(table.raw).toMatch(/[ \d]\d\r\n\*X;5/);
  });

  it("counts the ball's laps and times them", () => {
    const fours = lines(table).filter(({ state }) => state === 4);
    expect(Math.max(...fours.map(({ laps }) => laps))).toBeGreaterThan(8);
    const [first] = fours;
    expect(1_966_080 / parseInt(first!.lap, 16)).toBeLessThanOrEqual(40.5);
    const five = lines(table).find(({ state }) => state === 5)!;
    expect(five.pocket).toBe(five.last);
    expect(five.laps).toBe(Math.floor(table.spins[0]!.laps));
    expect(five.events & 0x0100).toBe(0x0100);
  });
});

it("basic protocol: game started, no more bets, result, and nothing else", () => {
  const table = run(300, { protocol: "basic" });
  expect(table.heard.length).toBeGreaterThan(9);
  table.heard.forEach(({ text }, i) => expect(text).toMatch([/^\*S$/, /^\*N$/, /^\*W (?: \d|\d\d)$/][i % 3]!));
});

it("is the same from the same seed", () => {
  const oneIn = Object.fromEntries(MERCURY_FAULTS.map((fault) => [fault, 8])) as Record<MercuryFault, number>;
  const options = { faults: { oneIn }, protocol: "extended" } as const;
  const table = run(7_200, options);
  expect(run(7_200, options).raw).toBe(table.raw);
  expect(run(7_200, { ...options, seed: "other" }).raw).not.toBe(table.raw);
  for (const fault of MERCURY_FAULTS) expect(table.spins.map((spin) => spin.fault)).toContain(fault);
});

describe("faults", () => {
  const first = (fault: MercuryFault, options: Partial<MercuryOptions> = {}): Run =>
    run(200, { protocol: "extended", faults: { script: { 1: fault } }, ...options });
  const flagged = (table: Run, flag: number): number[] => [
    ...new Set(
      lines(table)
        .filter(({ flags }) => (flags & flag) !== 0)
        .map(({ state }) => state),
    ),
  ];

  it("a weak launch: flag 8, no change to 4, respin", () => {
    const table = first("weak-launch");
    expect(table.spins[0]).toMatchObject({ end: "respin", announced: null });
    expect(table.spins[0]!.launchRpm).toBeLessThan(50);
    expect(table.spins[1]).toMatchObject({ end: "result", game: 0 });
    expect(flagged(table, 8)).toEqual([3]);
    expect(first("weak-launch", { gameMode: 0 }).spins[0]!.end).toBe("result");
  });

  it("the ball with the rotor: flag 2, or 8 in mode 3F, or a plain result in mode 20", () => {
    const table = first("with-rotor");
    expect(table.spins[0]!.ball).toBe(table.spins[0]!.rotor);
    expect(table.spins[0]!.end).toBe("respin");
    expect(flagged(table, 2)).toEqual([3]);
    const spin = lines(table).find(({ flags }) => flags === 2)!;
    expect(Number(spin.ball)).toBe(table.spins[0]!.rotor);
    expect(flagged(first("with-rotor", { gameMode: 0x3f }), 8)).toEqual([3]);
    expect(first("with-rotor", { gameMode: 0x20 }).spins[0]!.end).toBe("result");
  });

  it("the ball leaves: flag 8 and no ball in the wheel; the void clears after 10 s", () => {
    const table = first("ball-left");
    expect(table.spins[0]).toMatchObject({ end: "respin", pocket: null, announced: null });
    const out = lines(table).filter(({ flags }) => flags === 8);
    expect((out.at(-1)!.t - out[0]!.t) / S).toBeGreaterThan(9);
    expect((out.at(-1)!.t - out[0]!.t) / S).toBeLessThan(11);
    expect(out.at(-1)!.events & 0x0080).toBe(0x0080);
  });

  it("a rotor outside its limits: flag 1, and the game goes on", () => {
    for (const [fault, event] of [
      ["rotor-fast", 0x0004],
      ["rotor-slow", 0x0008],
    ] as const) {
      const table = first(fault);
      expect(table.spins[0]!.end).toBe("result");
      expect(flagged(table, 1)).toContain(4);
      expect(lines(table).some(({ state, events }) => state === 3 && (events & event) !== 0)).toBe(true);
    }
  });

  it("a table that stands askew shows in the list of events only", () => {
    const table = run(
      200,
      { faults: { script: { 1: "level" } } },
      { 100: "*E?\r\n*EN\r\n", 101: "*EN\r\n*X\r\n", 102: "*G0=3F\r\n*Q\r\n" },
    );
    const replies = table.heard.filter(({ text }) => /^[A-Z(]/.test(text)).map(({ text }) => text);
    expect(replies.toSorted()).toEqual(["(X) 1.2 (Y) -0.4", "E 1", "E Level error", "E None", "INVALID", "OK"]);
    expect(table.spins[0]!.end).toBe("result");
  });

  it("the dealer's lock: state 7 between 4 and 5", () => {
    const states = first("dealer-lock").truth.flatMap((e) => (e.e === "state" ? [e.state] : []));
    expect(states.slice(0, 7)).toEqual([6, 1, 2, 3, 4, 7, 5]);
  });
});
