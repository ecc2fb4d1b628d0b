import { describe, expect, it } from "vitest";
import { monoUs } from "../../../src/time/instant.ts";
import { BoardRig, CALIBRATION, ROULETTE } from "./board-rig.test-help.ts";
import { testLineLosses } from "../../link/line-losses.test-help.ts";
import { BoardWriter, lineOf } from "./line-writer.test-help.ts";

const writer = new BoardWriter();

testLineLosses({
  session: new BoardRig().session,
  silenceUs: 1_000_000,
  sound: writer.identity(1_000) + writer.beat(1_000),
  overrun: [
    ["+recording-overrun", "gap device-garbled"],
    ["+recording-overrun", "gap device-garbled"],
  ],
});

describe("a board that is plugged in", () => {
  it("is asked who it is, told of faults that a session before may have left, and attached at its heartbeat", () => {
    const rig = new BoardRig().opened();
    expect(rig.writes).toEqual([lineOf("I"), lineOf("C debounce")]);
    rig.bytes("17*CAFE\n");
    rig.bytes(rig.board.identity(rig.tick));
    expect(rig.words()).toEqual([
      "-port-gone",
      "-device-silent",
      "-device-garbled",
      "-line-noise",
      "-wheel-pockets",
      "-not-calibrated",
    ]);
    rig.seen.length = 0;
    rig.bytes(rig.board.edges([{ tick: rig.tick + 5, channel: "Q", on: true, hole: 0 }]));
    rig.bytes(rig.board.beat(rig.tick + 9));
    expect(rig.words()).toEqual(["-tamper", "attached betting"]);
    expect(rig.notes.told.slice(1)).toEqual([`Q@${rig.tick + 5}`, `quiet ${rig.tick + 9} Q`]);
  });

  it("is asked again as long as it talks and does not say who it is, and less and less often", () => {
    const rig = new BoardRig().opened();
    rig.bytes("\n");
    for (let beat = 0; beat < 400; beat++) rig.beat();
    const asked = rig.writes.filter((line) => line === lineOf("I")).length;
    expect(asked).toBeGreaterThanOrEqual(14);
    expect(asked).toBeLessThan(17);
    expect(rig.words()).not.toContain("attached betting");
  });

  it("the first line after the opening may be cut: it is neither taken nor damage", () => {
    const rig = new BoardRig().opened();
    rig.bytes("0017*CAFE\n");
    expect(rig.session.figures?.(rig.state)).toMatchObject({ "board damaged lines": 0 });
    rig.opened();
    rig.bytes(rig.board.identity(rig.tick));
    expect(rig.state.identity).toBeNull();
    rig.bytes("0017*CAFE\n");
    expect(rig.session.figures?.(rig.state)).toMatchObject({ "board damaged lines": 1 });
  });

  it("that is silent is not asked: it would talk by itself", () => {
    const rig = new BoardRig().opened();
    for (let at = rig.session.wakeAt(rig.state); at !== null; at = rig.session.wakeAt(rig.state)) {
      rig.t = Math.max(rig.t, at);
      rig.give({ i: "tick", t: monoUs(rig.t) });
    }
    expect(rig.words()).toEqual(["+device-silent"]);
    expect(rig.writes.length).toBeLessThanOrEqual(4);
  });
});

describe("a board that is not this wheel's", () => {
  const answered = (rig: BoardRig): string[] => {
    rig.opened();
    rig.bytes("\n");
    rig.bytes(rig.board.identity(rig.tick));
    rig.edges("QqA");
    rig.beat();
    return rig.words().filter((word) => !word.startsWith("-"));
  };

  it("other marks or another kind: wheel-pockets, and the tracker hears nothing", () => {
    const rig = new BoardRig();
    rig.board.face = { ...rig.board.face, marks: "38" };
    expect(answered(rig)).toEqual(["+wheel-pockets"]);
    expect(rig.notes.edges).toEqual([]);
    const disc = new BoardRig();
    disc.board.face = { ...disc.board.face, kind: "disc" };
    expect(answered(disc)).toEqual(["+wheel-pockets"]);
    const bowl = new BoardRig({
      rig: { ...ROULETTE, kind: "bowl", calibration: { ...CALIBRATION, marks: 0 } },
    });
    bowl.board.face = { ...bowl.board.face, kind: "bowl", marks: "00" };
    expect(answered(bowl)).toEqual(["attached betting"]);
  });

  it.each([
    ["no calibration", new BoardRig({ rig: { ...ROULETTE, calibration: null }, board: null })],
    ["another board", new BoardRig({ board: 8 })],
    ["other marks", new BoardRig({ rig: { ...ROULETTE, calibration: { ...CALIBRATION, marks: 38 } } })],
  ])("%s: not-calibrated, and no number ever", (why, rig) => {
    expect(answered(rig)).toEqual(["+not-calibrated"]);
    expect(rig.seen.find((one) => one.o === "fault")).toMatchObject({ detail: { why, board: "00000007" } });
    expect(rig.notes.edges).toEqual([]);
  });

  it("a board that somebody sets to other marks in the middle of a game", () => {
    const rig = new BoardRig().attached();
    rig.edges("I");
    rig.board.face = { ...rig.board.face, marks: "38" };
    rig.bytes(rig.board.identity(rig.tick));
    rig.edges("Q");
    rig.beat();
    expect(rig.words()).toEqual(["ball-in-rim", "+wheel-pockets", "gap device-garbled"]);
    expect(rig.notes.told.slice(1)).toEqual(["hole port"]);
  });

  it("another board on the same plug in the middle of a game", () => {
    const rig = new BoardRig().attached();
    rig.edges("Q");
    rig.board.face = { ...rig.board.face, board: "00000009" };
    rig.bytes(rig.board.identity(rig.tick));
    rig.edges("q");
    rig.beat();
    expect(rig.words()).toEqual(["gap restart", "+board-restarted", "+not-calibrated"]);
    expect(rig.notes.edges.length).toBe(1);
  });

  it("a debounce time that swallows a ball", () => {
    const rig = new BoardRig().attached();
    rig.bytes(rig.board.setting(rig.tick, "debounce", "07D1"));
    rig.bytes(rig.board.setting(rig.tick, "debounce", "0064"));
    expect(rig.words()).toEqual(["+wheel-setup", "-wheel-setup"]);
  });
});

describe("lines that are missing", () => {
  it("a gap in the numbers is told to the tracker before the next edge, and the spin has a hole", () => {
    const rig = new BoardRig().attached();
    rig.edges("I");
    const lost = rig.line("Q");
    rig.edges("A");
    expect(lost).not.toBe("");
    expect(rig.words()).toEqual(["ball-in-rim", "gap device-garbled", "attached ball-in-rim"]);
    expect(rig.notes.told.slice(1)).toEqual(["hole line", `A@${rig.tick}`]);
    expect(rig.session.figures?.(rig.state)).toMatchObject({ "board missed lines": 1 });
    // What the lost line changed is no second word against the board.
    rig.seen.length = 0;
    rig.beat();
    expect(rig.words()).toEqual([]);
  });

  it("a line that comes twice, alone or in a block, is taken once and counted", () => {
    const rig = new BoardRig().attached();
    const block = rig.line("A") + rig.line("a") + rig.line("B");
    rig.bytes(block + block);
    expect(rig.words()).toEqual([]);
    expect(rig.notes.edges.length).toBe(3);
    expect(rig.session.figures?.(rig.state)).toMatchObject({
      "board repeated lines": 3,
      "board damaged lines": 3,
      "board missed lines": 0,
      "board strange lines": 0,
    });
    rig.bytes(rig.line("b"));
    rig.beat();
    expect(rig.words()).toEqual([]);
    expect(rig.notes.edges.length).toBe(4);
  });

  it("a line of before the newest four is nonsense: it is not told twice, and the spin has a hole", () => {
    const rig = new BoardRig().attached();
    const line = rig.line("A");
    for (const next of [line, rig.line("a"), rig.line("B"), rig.line("b"), rig.line("C")]) rig.bytes(next);
    rig.notes.edges.length = 1;
    rig.bytes(line);
    expect(rig.words()).toEqual(["gap device-garbled"]);
    expect(rig.notes.edges.length).toBe(1);
    expect(rig.writes).toContain(lineOf("I"));
    rig.bytes(rig.board.identity(rig.tick));
    rig.beat();
    expect(rig.words()).toEqual(["gap device-garbled", "attached betting"]);
  });

  it("a time that goes back, or far ahead, without a reset is nonsense", () => {
    for (const jump of [-2_000, 11_000_000]) {
      const rig = new BoardRig().attached();
      rig.bytes(rig.board.edges([{ tick: rig.tick + jump, channel: "A", on: true, hole: 0 }]));
      expect(rig.words()).toEqual(["gap device-garbled"]);
      expect(rig.notes.edges).toEqual([]);
    }
  });

  it("edges that the board lost are a fault and a hole, counted once", () => {
    const rig = new BoardRig().attached();
    rig.bytes(rig.board.loss(rig.tick, 12));
    rig.beat();
    expect(rig.words()).toEqual(["+edges-lost", "gap device-garbled", "attached betting"]);
    expect(rig.notes.told[0]).toBe("hole buffer");
    expect(rig.session.figures?.(rig.state)).toMatchObject({ "board edges lost": 12 });
  });

  it("also when only the heartbeat counts them", () => {
    const rig = new BoardRig().attached();
    rig.board.lost = 3;
    rig.beat();
    rig.beat();
    expect(rig.words()).toEqual(["+edges-lost", "gap device-garbled", "attached betting"]);
  });

  it("levels that the edges did not make: edges are missing that no number told of", () => {
    const rig = new BoardRig().attached();
    rig.board.levels |= 1;
    rig.beat();
    expect(rig.words()).toEqual(["doubt levels-differ", "gap device-garbled", "attached betting"]);
    rig.forget();
    rig.edges("A");
    expect(rig.words()).toEqual(["doubt levels-differ", "gap device-garbled", "attached betting"]);
    rig.forget();
    rig.beat();
    rig.edges("H03h03");
    rig.board.holes.G = 1 << 4;
    rig.beat();
    rig.beat();
    expect(rig.words()).toEqual(["doubt levels-differ", "gap device-garbled", "attached betting"]);
  });

  it("bytes that the host lost", () => {
    const rig = new BoardRig().attached();
    const line = rig.line("A");
    rig.bytes(line.slice(0, 9));
    rig.give({ i: "overrun", t: monoUs(rig.t), lost: 400 });
    rig.bytes(line.slice(9));
    rig.edges("B");
    expect(rig.words()).toEqual([
      "+recording-overrun",
      "gap device-garbled",
      "attached betting",
      "gap device-garbled",
      "attached betting",
    ]);
    expect(rig.notes.edges.map(({ channel }) => channel)).toEqual(["B"]);
  });
});

describe("a board that is reset", () => {
  it("is known by its identity: time begins anew, the spin has a hole, the fault passes", () => {
    const rig = new BoardRig().attached();
    rig.edges("I");
    rig.board.reset();
    rig.tick = 1_000;
    rig.bytes(rig.board.beat(rig.tick));
    rig.bytes(rig.board.identity(rig.tick, "brownout"));
    rig.edges("A");
    const { tick } = rig;
    rig.beat();
    expect(rig.words()).toEqual(["ball-in-rim", "gap restart", "+board-restarted", "attached ball-in-rim"]);
    expect(rig.notes.told).toContain("hole reset");
    expect(rig.notes.edges.at(-1)).toMatchObject({ channel: "A", tick });
    const fault = rig.seen.find((one) => one.o === "fault");
    expect(fault).toMatchObject({ code: "board-restarted", detail: { cause: "brownout", boots: 2 } });
  });

  it("also when its first lines are lost: it is asked, and answers", () => {
    const rig = new BoardRig().attached();
    for (let line = 0; line < 20; line++) rig.edges("Qq");
    rig.forget();
    rig.board.reset();
    rig.tick = 1_000;
    rig.board.beat(rig.tick);
    rig.board.identity(rig.tick);
    rig.edges("A");
    expect(rig.notes.edges).toEqual([]);
    expect(rig.writes).toContain(lineOf("I"));
    rig.bytes(rig.board.identity(rig.tick));
    rig.edges("a");
    rig.beat();
    expect(rig.words()).toEqual(["gap device-garbled", "+board-restarted", "attached betting"]);
    expect(rig.notes.edges.map(({ channel, on }) => `${channel}${on}`)).toEqual(["Afalse"]);
  });

  it("an unplugged board that comes back has been reset, and that is no fault", () => {
    const rig = new BoardRig().attached();
    rig.give({ i: "lost", t: monoUs(rig.t), why: "unplugged" });
    rig.board.reset();
    rig.tick = 10;
    rig.opened();
    rig.bytes("\n");
    rig.bytes(rig.board.identity(rig.tick));
    rig.beat();
    expect(rig.words()).toEqual(["+port-gone", "gap port-gone", "-port-gone", "attached betting"]);
    expect(rig.notes.told).toContain("hole reset");
  });
});

describe("time and numbers wrap", () => {
  it("after FFFF comes 0000, and after FFFFFFFF 00000000; edges within a line run over it too", () => {
    const rig = new BoardRig();
    rig.board.number = 0xfff0;
    rig.tick = 0xffff_0000 - 5_000_000;
    rig.attached();
    for (let beat = 0; beat < 30; beat++) {
      rig.edges("QRqr");
      rig.beat();
    }
    expect(rig.words().filter((word) => word !== "-clock-doubt")).toEqual([]);
    const ticks = rig.notes.edges.map(({ tick }) => tick);
    expect(ticks).toEqual(ticks.toSorted((a, b) => a - b));
    expect(ticks.at(-1)).toBeGreaterThan(0x1_0000_0000);
    expect(ticks.every(Number.isSafeInteger)).toBe(true);
  });
});
