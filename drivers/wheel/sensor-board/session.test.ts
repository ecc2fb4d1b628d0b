import { describe, expect, it } from "vitest";
import { monoUs } from "../../../src/time/instant.ts";
import { waitingLine } from "../../boot-section/board-line.test-help.ts";
import { BoardHarness, CALIBRATION, ROULETTE } from "./board-harness.test-help.ts";
import { testLineLosses } from "../../link/line-losses.test-help.ts";
import { BoardWriter, lineOf } from "./line-writer.test-help.ts";

const writer = new BoardWriter();

testLineLosses({
  session: new BoardHarness().session,
  silenceUs: 1_000_000,
  sound: writer.identity(1_000) + writer.beat(1_000),
  overrun: [
    ["+recording-overrun", "gap device-garbled"],
    ["+recording-overrun", "gap device-garbled"],
  ],
});

describe("a board that is plugged in", () => {
  it("is asked who it is, told of faults that a session before may have left, and attached at its heartbeat", () => {
    const harness = new BoardHarness().opened();
    expect(harness.writes).toEqual([lineOf("I"), lineOf("C debounce")]);
    harness.bytes("17*CAFE\n");
    harness.bytes(harness.board.identity(harness.tick));
    expect(harness.words()).toEqual([
      "-port-gone",
      "-device-silent",
      "-device-garbled",
      "-line-noise",
      "-board-waits",
      "-wheel-pockets",
      "-not-calibrated",
    ]);
    harness.seen.length = 0;
    harness.bytes(harness.board.edges([{ tick: harness.tick + 5, channel: "Q", on: true, hole: 0 }]));
    harness.bytes(harness.board.beat(harness.tick + 9));
    expect(harness.words()).toEqual(["-tamper", "attached betting"]);
    expect(harness.notes.told.slice(1)).toEqual([`Q@${harness.tick + 5}`, `quiet ${harness.tick + 9} Q`]);
  });

  it("that waits for its firmware says so until it runs, and is no damaged line", () => {
    const harness = new BoardHarness().opened();
    harness.bytes(`${waitingLine(1, "torn")}${waitingLine(1, "torn")}`);
    harness.bytes(waitingLine(1, "torn"));
    expect(harness.words()).toEqual(["+board-waits"]);
    expect(harness.seen).toMatchObject([{ code: "board-waits", detail: { image: "torn", boot: "1.0" } }]);
    harness.bytes(harness.board.identity(harness.tick));
    expect(harness.words()).toContain("-board-waits");
    expect(harness.words()).not.toContain("+line-noise");
  });

  it("is asked again as long as it talks and does not say who it is, and less and less often", () => {
    const harness = new BoardHarness().opened();
    harness.bytes("\n");
    for (let beat = 0; beat < 400; beat++) harness.beat();
    const asked = harness.writes.filter((line) => line === lineOf("I")).length;
    expect(asked).toBeGreaterThanOrEqual(14);
    expect(asked).toBeLessThan(17);
    expect(harness.words()).not.toContain("attached betting");
  });

  it("the first line after the opening may be cut: it is neither taken nor damage", () => {
    const harness = new BoardHarness().opened();
    harness.bytes("0017*CAFE\n");
    expect(harness.session.figures?.(harness.state)).toMatchObject({ "board damaged lines": 0 });
    harness.opened();
    harness.bytes(harness.board.identity(harness.tick));
    expect(harness.state.identity).toBeNull();
    harness.bytes("0017*CAFE\n");
    expect(harness.session.figures?.(harness.state)).toMatchObject({ "board damaged lines": 1 });
  });

  it("that is silent is not asked: it would talk by itself", () => {
    const harness = new BoardHarness().opened();
    for (
      let at = harness.session.wakeAt(harness.state);
      at !== null;
      at = harness.session.wakeAt(harness.state)
    ) {
      harness.t = Math.max(harness.t, at);
      harness.give({ i: "tick", t: monoUs(harness.t) });
    }
    expect(harness.words()).toEqual(["+device-silent"]);
    expect(harness.writes.length).toBeLessThanOrEqual(4);
  });
});

describe("a board that is not this wheel's", () => {
  const answered = (harness: BoardHarness): string[] => {
    harness.opened();
    harness.bytes("\n");
    harness.bytes(harness.board.identity(harness.tick));
    harness.edges("QqA");
    harness.beat();
    return harness.words().filter((word) => !word.startsWith("-"));
  };

  it("other marks or another kind: wheel-pockets, and the tracker hears nothing", () => {
    const harness = new BoardHarness();
    harness.board.face = { ...harness.board.face, marks: "38" };
    expect(answered(harness)).toEqual(["+wheel-pockets"]);
    expect(harness.notes.edges).toEqual([]);
    const disc = new BoardHarness();
    disc.board.face = { ...disc.board.face, kind: "disc" };
    expect(answered(disc)).toEqual(["+wheel-pockets"]);
    const bowl = new BoardHarness({
      setup: { ...ROULETTE, kind: "bowl", calibration: { ...CALIBRATION, marks: 0 } },
    });
    bowl.board.face = { ...bowl.board.face, kind: "bowl", marks: "00" };
    expect(answered(bowl)).toEqual(["attached betting"]);
  });

  it.each([
    ["no calibration", new BoardHarness({ setup: { ...ROULETTE, calibration: null }, board: null })],
    ["another board", new BoardHarness({ board: 8 })],
    ["other marks", new BoardHarness({ setup: { ...ROULETTE, calibration: { ...CALIBRATION, marks: 38 } } })],
  ])("%s: not-calibrated, and no number ever", (why, harness) => {
    expect(answered(harness)).toEqual(["+not-calibrated"]);
    expect(harness.seen.find((one) => one.o === "fault")).toMatchObject({ detail: { why, board: "00000007" } });
    expect(harness.notes.edges).toEqual([]);
  });

  it("a board that somebody sets to other marks in the middle of a game", () => {
    const harness = new BoardHarness().attached();
    harness.edges("I");
    harness.board.face = { ...harness.board.face, marks: "38" };
    harness.bytes(harness.board.identity(harness.tick));
    harness.edges("Q");
    harness.beat();
    expect(harness.words()).toEqual(["ball-in-rim", "+wheel-pockets", "gap device-garbled"]);
    expect(harness.notes.told.slice(1)).toEqual(["hole port"]);
  });

  it("another board on the same plug in the middle of a game", () => {
    const harness = new BoardHarness().attached();
    harness.edges("Q");
    harness.board.face = { ...harness.board.face, board: "00000009" };
    harness.bytes(harness.board.identity(harness.tick));
    harness.edges("q");
    harness.beat();
    expect(harness.words()).toEqual(["gap restart", "+board-restarted", "+not-calibrated"]);
    expect(harness.notes.edges.length).toBe(1);
  });

  it("a debounce time that swallows a ball", () => {
    const harness = new BoardHarness().attached();
    harness.bytes(harness.board.setting(harness.tick, "debounce", "07D1"));
    harness.bytes(harness.board.setting(harness.tick, "debounce", "0064"));
    expect(harness.words()).toEqual(["+wheel-setup", "-wheel-setup"]);
  });
});

describe("lines that are missing", () => {
  it("a gap in the numbers is told to the tracker before the next edge, and the spin has a hole", () => {
    const harness = new BoardHarness().attached();
    harness.edges("I");
    const lost = harness.line("Q");
    harness.edges("A");
    expect(lost).not.toBe("");
    expect(harness.words()).toEqual(["ball-in-rim", "gap device-garbled", "attached ball-in-rim"]);
    expect(harness.notes.told.slice(1)).toEqual(["hole line", `A@${harness.tick}`]);
    expect(harness.session.figures?.(harness.state)).toMatchObject({ "board missed lines": 1 });
    // What the lost line changed is no second word against the board.
    harness.seen.length = 0;
    harness.beat();
    expect(harness.words()).toEqual([]);
  });

  it("a line that comes twice, alone or in a block, is taken once and counted", () => {
    const harness = new BoardHarness().attached();
    const block = harness.line("A") + harness.line("a") + harness.line("B");
    harness.bytes(block + block);
    expect(harness.words()).toEqual([]);
    expect(harness.notes.edges.length).toBe(3);
    expect(harness.session.figures?.(harness.state)).toMatchObject({
      "board repeated lines": 3,
      "board damaged lines": 3,
      "board missed lines": 0,
      "board strange lines": 0,
    });
    harness.bytes(harness.line("b"));
    harness.beat();
    expect(harness.words()).toEqual([]);
    expect(harness.notes.edges.length).toBe(4);
  });

  it("a line of before the newest four is nonsense: it is not told twice, and the spin has a hole", () => {
    const harness = new BoardHarness().attached();
    const line = harness.line("A");
    for (const next of [line, harness.line("a"), harness.line("B"), harness.line("b"), harness.line("C")])
      harness.bytes(next);
    harness.notes.edges.length = 1;
    harness.bytes(line);
    expect(harness.words()).toEqual(["gap device-garbled"]);
    expect(harness.notes.edges.length).toBe(1);
    expect(harness.writes).toContain(lineOf("I"));
    harness.bytes(harness.board.identity(harness.tick));
    harness.beat();
    expect(harness.words()).toEqual(["gap device-garbled", "attached betting"]);
  });

  it("a time that goes back, or far ahead, without a reset is nonsense", () => {
    for (const jump of [-2_000, 11_000_000]) {
      const harness = new BoardHarness().attached();
      harness.bytes(harness.board.edges([{ tick: harness.tick + jump, channel: "A", on: true, hole: 0 }]));
      expect(harness.words()).toEqual(["gap device-garbled"]);
      expect(harness.notes.edges).toEqual([]);
    }
  });

  it("edges that the board lost are a fault and a hole, counted once", () => {
    const harness = new BoardHarness().attached();
    harness.bytes(harness.board.loss(harness.tick, 12));
    harness.beat();
    expect(harness.words()).toEqual(["+edges-lost", "gap device-garbled", "attached betting"]);
    expect(harness.notes.told[0]).toBe("hole buffer");
    expect(harness.session.figures?.(harness.state)).toMatchObject({ "board edges lost": 12 });
  });

  it("also when only the heartbeat counts them", () => {
    const harness = new BoardHarness().attached();
    harness.board.lost = 3;
    harness.beat();
    harness.beat();
    expect(harness.words()).toEqual(["+edges-lost", "gap device-garbled", "attached betting"]);
  });

  it("levels that the edges did not make: edges are missing that no number told of", () => {
    const harness = new BoardHarness().attached();
    harness.board.levels |= 1;
    harness.beat();
    expect(harness.words()).toEqual(["doubt levels-differ", "gap device-garbled", "attached betting"]);
    harness.forget();
    harness.edges("A");
    expect(harness.words()).toEqual(["doubt levels-differ", "gap device-garbled", "attached betting"]);
    harness.forget();
    harness.beat();
    harness.edges("H03h03");
    harness.board.holes.G = 1 << 4;
    harness.beat();
    harness.beat();
    expect(harness.words()).toEqual(["doubt levels-differ", "gap device-garbled", "attached betting"]);
  });

  it("bytes that the host lost", () => {
    const harness = new BoardHarness().attached();
    const line = harness.line("A");
    harness.bytes(line.slice(0, 9));
    harness.give({ i: "overrun", t: monoUs(harness.t), lost: 400 });
    harness.bytes(line.slice(9));
    harness.edges("B");
    expect(harness.words()).toEqual([
      "+recording-overrun",
      "gap device-garbled",
      "attached betting",
      "gap device-garbled",
      "attached betting",
    ]);
    expect(harness.notes.edges.map(({ channel }) => channel)).toEqual(["B"]);
  });
});

describe("a board that is reset", () => {
  it("is known by its identity: time begins anew, the spin has a hole, the fault passes", () => {
    const harness = new BoardHarness().attached();
    harness.edges("I");
    harness.board.reset();
    harness.tick = 1_000;
    harness.bytes(harness.board.beat(harness.tick));
    harness.bytes(harness.board.identity(harness.tick, "brownout"));
    harness.edges("A");
    const { tick } = harness;
    harness.beat();
    expect(harness.words()).toEqual(["ball-in-rim", "gap restart", "+board-restarted", "attached ball-in-rim"]);
    expect(harness.notes.told).toContain("hole reset");
    expect(harness.notes.edges.at(-1)).toMatchObject({ channel: "A", tick });
    const fault = harness.seen.find((one) => one.o === "fault");
    expect(fault).toMatchObject({ code: "board-restarted", detail: { cause: "brownout", boots: 2 } });
  });

  it("also when its first lines are lost: it is asked, and answers", () => {
    const harness = new BoardHarness().attached();
    for (let line = 0; line < 20; line++) harness.edges("Qq");
    harness.forget();
    harness.board.reset();
    harness.tick = 1_000;
    harness.board.beat(harness.tick);
    harness.board.identity(harness.tick);
    harness.edges("A");
    expect(harness.notes.edges).toEqual([]);
    expect(harness.writes).toContain(lineOf("I"));
    harness.bytes(harness.board.identity(harness.tick));
    harness.edges("a");
    harness.beat();
    expect(harness.words()).toEqual(["gap device-garbled", "+board-restarted", "attached betting"]);
    expect(harness.notes.edges.map(({ channel, on }) => `${channel}${on}`)).toEqual(["Afalse"]);
  });

  it("an unplugged board that comes back has been reset, and that is no fault", () => {
    const harness = new BoardHarness().attached();
    harness.give({ i: "lost", t: monoUs(harness.t), why: "unplugged" });
    harness.board.reset();
    harness.tick = 10;
    harness.opened();
    harness.bytes("\n");
    harness.bytes(harness.board.identity(harness.tick));
    harness.beat();
    expect(harness.words()).toEqual(["+port-gone", "gap port-gone", "-port-gone", "attached betting"]);
    expect(harness.notes.told).toContain("hole reset");
  });
});

describe("time and numbers wrap", () => {
  it("after FFFF comes 0000, and after FFFFFFFF 00000000; edges within a line run over it too", () => {
    const harness = new BoardHarness();
    harness.board.number = 0xfff0;
    harness.tick = 0xffff_0000 - 5_000_000;
    harness.attached();
    for (let beat = 0; beat < 30; beat++) {
      harness.edges("QRqr");
      harness.beat();
    }
    expect(harness.words().filter((word) => word !== "-clock-doubt")).toEqual([]);
    const ticks = harness.notes.edges.map(({ tick }) => tick);
    expect(ticks).toEqual(ticks.toSorted((a, b) => a - b));
    expect(ticks.at(-1)).toBeGreaterThan(0x1_0000_0000);
    expect(ticks.every(Number.isSafeInteger)).toBe(true);
  });
});
