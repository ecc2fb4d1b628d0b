import { describe, expect, it } from "vitest";
import type { PortEvents } from "../../../drivers/port.ts";
import {
  around,
  ballLaunch,
  HandTurned,
  marksOf,
} from "../../../drivers/wheel/sensor-board/calibration/hand-turned.test-help.ts";
import type { Edge } from "../../../drivers/wheel/sensor-board/edge.ts";
import { BoardWriter } from "../../../drivers/wheel/sensor-board/line-writer.test-help.ts";
import { toBytes, toText } from "../../../src/recording/codec.ts";
import type { Text } from "../../../src/text/language.ts";
import { fakeClock, type FakeClock } from "../../../src/time/fake-clock.ts";
import { BoardTalk } from "./board-talk.ts";
import { calibrateBoard } from "./calibrate.ts";
import { AT_TERMINAL, type Technician } from "../acts/technician.ts";

const RING = Array.from({ length: 37 }, (_, at) => String(at));

/** A board on a port, in simulated time: it answers, beats, and sends the edges that are made under it. */
class FakeBoard {
  readonly writer = new BoardWriter();
  readonly heard: string[] = [];
  readonly clock: FakeClock;
  events: PortEvents | null = null;
  deaf = 0;
  silent = false;
  settings: Record<string, string> = { debounce: "0064" };
  #tick = 1_000;

  constructor(clock: FakeClock) {
    this.clock = clock;
    clock.every(250_000, "board", () => this.beat());
  }

  open = (
    events: PortEvents,
  ): Promise<{ name: string; write(bytes: Uint8Array): Promise<void>; close(): Promise<void> }> => {
    this.events = events;
    this.send("\n");
    return Promise.resolve({
      name: "fake",
      write: (bytes) => {
        this.#answer(toText(bytes));
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    });
  };

  send(text: string): void {
    if (!this.silent) this.events?.onBytes(toBytes(text), this.clock.now());
  }

  beat(): void {
    this.#tick = Math.max(this.#tick, this.clock.now() * 2);
    this.send(this.writer.beat(this.#tick));
  }

  /** Edges, one a line, with a heartbeat now and then; the clock is not needed for them. */
  edges(list: readonly Edge[]): void {
    list.forEach((edge, at) => {
      this.#tick = edge.tick;
      this.send(this.writer.edges([edge]));
      if (at % 40 === 39) this.send(this.writer.beat(edge.tick));
    });
  }

  #answer(line: string): void {
    this.heard.push(line);
    if (this.deaf > 0) {
      this.deaf--;
      return;
    }
    const [, body = ""] = /^(.*)\*[0-9A-F]{4}\n$/.exec(line) ?? [];
    const [type, key = "", value] = body.split(" ");
    if (type === "I") this.send(this.writer.identity(this.#tick));
    if (type === "S") this.send(this.writer.selfTest(this.#tick, "A1B0"));
    if (type !== "C") return;
    if (value !== undefined && key !== "board") this.settings[key] = value;
    this.send(
      key === "marks" && value === "99"
        ? this.writer.refusal(this.#tick, "value")
        : this.writer.setting(this.#tick, key, this.settings[key] ?? "00000007"),
    );
  }
}

async function talking(): Promise<{ clock: FakeClock; board: FakeBoard; talk: BoardTalk }> {
  const clock = fakeClock(1_000_000);
  const board = new FakeBoard(clock);
  return { clock, board, talk: await BoardTalk.open(board.open, clock) };
}

describe("a technician's conversation with a board", () => {
  it("identity, settings with read-back, self-test", async () => {
    const { board, talk } = await talking();
    expect(await talk.askIdentity()).toMatchObject({ board: "00000007", kind: "roulette", marks: 37 });
    expect(await talk.get("debounce")).toBe("0064");
    expect(await talk.set("debounce", "00C8")).toBe("00C8");
    expect(board.heard.filter((line) => line.startsWith("C debounce"))).toHaveLength(3);
    expect(await talk.selfTest()).toEqual({ A: 1, B: 0 });
    await expect(talk.set("board", "00000001")).rejects.toThrow(/was not taken, the board holds 00000007/);
    await expect(talk.set("marks", "99")).rejects.toThrow(/refused "C marks 99": value; nothing was changed/);
    await talk.close();
  });

  it("asks again when an answer is lost, and gives up with what to do", async () => {
    const { board, clock, talk } = await talking();
    board.deaf = 2;
    const asked = talk.askIdentity();
    await clock.advanceSettling(4_000_000);
    expect(await asked).toMatchObject({ board: "00000007" });
    board.deaf = 99;
    const vain = talk.get("kind");
    vain.catch(() => undefined);
    await clock.advanceSettling(10_000_000);
    await expect(vain).rejects.toThrow(/did not answer "C kind"; check cable and speed/);
    expect(clock.waiting()).toEqual(["board"]);
  });
});

/** A technician who does what each step asks for. */
class Hands implements Technician {
  readonly words = AT_TERMINAL;
  readonly said: string[] = [];
  readonly board: FakeBoard;
  readonly wheel: HandTurned;
  readonly clock: FakeClock;
  mistakes = 0;

  constructor(board: FakeBoard, clock: FakeClock) {
    this.board = board;
    this.clock = clock;
    this.wheel = new HandTurned(37, [
      ...marksOf(37),
      { channel: "I", from: 5.3, to: 5.85 },
      around(26.2, 0.08, "P"),
    ]);
    this.wheel.tick = clock.now() * 2 + 1_000_000;
  }

  say(line: Text): void {
    this.said.push(line.en);
  }

  progress(): void {}

  ready({ en: prompt }: Text): Promise<void> {
    this.said.push(prompt);
    // The hands move after Enter.
    void Promise.resolve()
      .then(() => Promise.resolve())
      .then(() => this.#move(prompt));
    return Promise.resolve();
  }

  async #move(prompt: string): Promise<void> {
    await this.clock.advanceSettling(300_000);
    this.wheel.tick = Math.max(this.wheel.tick, this.clock.now() * 2 + 100_000);
    if (prompt.includes("launch it")) {
      this.board.edges(
        ballLaunch([0, 98, 222], { laps: 13, clockwise: true, from: this.wheel.tick + 500_000 }),
      );
      await this.clock.advanceSettling(120_000_000);
      return;
    }
    if (this.mistakes > 0) {
      this.mistakes--;
      this.board.edges(this.wheel.turnBy(-30, 4));
      return;
    }
    if (prompt.includes("lay the ball"))
      this.wheel.features = [...this.wheel.features, around(26.7, 0.15, "P")];
    this.board.edges(this.wheel.turnBy(prompt.includes("other way") ? -160 : 160, 12));
  }
}

describe("the guided spin on a live port", () => {
  it("leads through the steps, names what is wrong, and gives what was learned with the board's number", async () => {
    const { board, clock, talk } = await talking();
    await clock.advanceSettling(600_000);
    const hands = new Hands(board, clock);
    hands.mistakes = 1;
    const learned = await calibrateBoard(talk, { kind: "roulette", ring: RING }, hands);
    expect(learned).toMatchObject({ board: 7, marks: 37 });
    expect(Math.abs(learned.zero - 85_600)).toBeLessThan(400);
    expect(Math.abs(learned.sensorB - 98_000)).toBeLessThan(200);
    const text = hands.said.join("\n");
    expect(text).toMatch(/Step 1 of 4: take the ball out/);
    expect(text).toMatch(/Not in order: it turns counter-clockwise/);
    expect(text.match(/Step 1 of 4/g)).toHaveLength(2);
    expect(text).toMatch(/Step 4 of 4: take the ball/);
  });

  it("refuses a board of another wheel, and ends when the board falls silent", async () => {
    const { board, clock, talk } = await talking();
    const hands = new Hands(board, clock);
    await expect(calibrateBoard(talk, { kind: "disc", ring: RING }, hands)).rejects.toThrow(
      /set to roulette with 37 marks, the table needs disc/,
    );
    hands.ready = () => {
      board.silent = true;
      return Promise.resolve();
    };
    const vain = calibrateBoard(talk, { kind: "roulette", ring: RING }, hands);
    vain.catch(() => undefined);
    await clock.advanceSettling(8_000_000);
    await expect(vain).rejects.toThrow(/the board is silent/);
  });
});
