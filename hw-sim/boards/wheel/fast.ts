import type { Sent } from "../../lines/sent.ts";
import { randomFrom, type RandomSource } from "../../../src/time/random-source.ts";
import type { BoardModel } from "../board-model.ts";
import type { PinEdge } from "../../models/wheels/sensed/sensed-wheel.ts";
import { CHANNELS, FIRST_HOLE, HOLES } from "./edge-queue.ts";
import { EdgeReporter } from "./edge-reporter.ts";
import { HostLineReader, settingText, type Settings, type HostRequest } from "./host-lines.ts";
import { hexDigits } from "./line-writer.ts";
import { checkOptions, sensorName, SELF_TESTED, type WheelBoardOptions } from "./options.ts";
import { Wire } from "./wire.ts";

const TICKS_PER_US = 2;
/** The program clears its memory before the time begins, µs. */
const TIME_BEGINS_US = 540;
/** Then the sensors get their light, and the board takes the levels as they are. */
const READY = 10_050;
const BEAT_EVERY = 500_000;
/** Three times five milliseconds: dark, lit, and back. */
const SELF_TEST = 30_000;
/** Sixteen cells of the EEPROM, 4 ms each. */
const EEPROM_WRITE = 128_000;
/** How late a stamp is, ticks: the interrupt begins after 3 µs, a little more when another one runs. */
const LATE = 5;
const LATE_MORE = 4;
const FIRMWARE = "1.1.0";
/** By the channel's letter: its place among the pins. H and G begin a chain. */
const PIN_OF = new Uint8Array(128);
for (let at = 0; at < CHANNELS.length; at++) PIN_OF[CHANNELS.charCodeAt(at)] = at;
PIN_OF["H".charCodeAt(0)] = FIRST_HOLE;
PIN_OF["G".charCodeAt(0)] = FIRST_HOLE + HOLES;
const DARKENED = new Set(SELF_TESTED.roulette.map((letter) => CHANNELS.indexOf(letter)));

/**
 * A sensor board that keeps to the specification (docs/devices/sensor-board.md) and is written apart from the firmware:
 * for runs of days, and as a second opinion.
 * @throws RangeError when the options are impossible.
 */
export function fastBoard(options: WheelBoardOptions): BoardModel {
  checkOptions(options);
  return new FastBoard(options);
}

class FastBoard implements BoardModel {
  readonly #options: WheelBoardOptions;
  readonly #random: RandomSource;
  readonly #ticksPerUs: number;
  readonly #wire: Wire;
  readonly #reporter: EdgeReporter;
  readonly #host = new HostLineReader();
  /** In EEPROM. */
  #settings: Settings;
  #boots = 0;
  #cause = "power";

  #powered = false;
  /** True time of tick 0. */
  #zeroUs = 0;
  /** Nothing happens by itself before this tick. */
  #due = 0;
  #now = 0;
  #stamp = 0;
  #ready = false;
  #nextBeat = 0;
  #beatDue = false;
  #damaged = 0;
  #testUntil = Infinity;
  #storing: { readonly until: number; readonly key: keyof Settings } | null = null;

  constructor(options: WheelBoardOptions) {
    this.#options = options;
    this.#random = randomFrom(`${options.seed ?? ""}/sensor board`);
    this.#ticksPerUs = TICKS_PER_US * (1 + (options.ppm ?? 0) / 1e6);
    this.#settings = { kind: options.kind, marks: options.marks, debounce: 100, board: options.board ?? 0 };
    this.#wire = new Wire((tick) => this.#zeroUs + tick / this.#ticksPerUs);
    this.#reporter = new EdgeReporter(this.#wire);
  }

  power(on: boolean, us: number): void {
    if (on === this.#powered) return;
    if (this.#powered) this.#stop(us);
    this.#powered = on;
    if (on) this.#start(us, "power");
  }

  reset(us: number): void {
    if (!this.#powered) return;
    this.#stop(us);
    this.#start(us, "reset");
  }

  step(us: number, edges: readonly PinEdge[], host = ""): readonly Sent[] {
    for (const edge of edges) this.#handleEdge(edge);
    if (this.#powered) {
      const tick = this.#tickAt(us);
      this.#runTo(tick);
      if (host !== "") {
        this.#host.receive(host, tick, Wire.TICKS_A_BYTE);
        this.#due = Math.min(this.#due, Math.max(this.#host.nextRequestTick(), this.#now));
      }
    }
    return this.#wire.takeSent(this.#powered ? this.#now : Infinity);
  }

  #tickAt(us: number): number {
    return Math.floor((us - this.#zeroUs) * this.#ticksPerUs);
  }

  #stop(us: number): void {
    this.#runTo(this.#tickAt(us));
    this.#wire.cutOff(this.#now);
  }

  #start(us: number, cause: string): void {
    this.#zeroUs = us + TIME_BEGINS_US;
    this.#cause = cause;
    this.#now = this.#stamp = -TIME_BEGINS_US * TICKS_PER_US;
    this.#ready = this.#beatDue = false;
    this.#due = READY;
    this.#damaged = 0;
    this.#testUntil = Infinity;
    this.#storing = null;
    this.#host.reset();
    this.#wire.reset();
  }

  #handleEdge({ us, pin, on, hole }: PinEdge): void {
    const at = (PIN_OF[pin.charCodeAt(0)] ?? 0) + hole;
    if (!this.#powered) {
      this.#reporter.showLevel(at, on);
      return;
    }
    const tick = Math.floor((us - this.#zeroUs) * this.#ticksPerUs) + LATE + this.#random.below(LATE_MORE);
    // A stamp never goes back: the second of two interrupts waits for the first one.
    if (tick > this.#stamp) this.#stamp = tick;
    if (this.#due <= this.#stamp) this.#runTo(this.#stamp);
    const hidden = !this.#ready || (this.#testUntil < Infinity && (at >= FIRST_HOLE || DARKENED.has(at)));
    if (hidden) {
      this.#reporter.showLevel(at, on);
      return;
    }
    this.#reporter.addEdge(this.#stamp, at, on);
    this.#due = Math.min(this.#due, this.#reporter.due);
  }

  /** Does everything that is due until `tick`. */
  #runTo(tick: number): void {
    while (this.#due <= tick) {
      if (this.#due > this.#now) this.#now = this.#due;
      this.#due = Infinity;
      this.#doDueWork();
    }
    if (tick > this.#now) this.#now = tick;
  }

  #wakeAt(tick: number): void {
    if (tick < this.#due) this.#due = tick;
  }

  #doDueWork(): void {
    const now = this.#now;
    if (!this.#ready) this.#becomeReady();
    if (now >= this.#testUntil) this.#endSelfTest();
    if (now >= this.#nextBeat) {
      this.#beatDue = true;
      this.#nextBeat += BEAT_EVERY;
    }
    this.#wakeAt(this.#nextBeat);
    if (this.#reporter.sendDue(now, this.#beatDue)) this.#beatDue = true;
    this.#wakeAt(this.#reporter.due);
    if (this.#beatDue) this.#sendBeat();
    this.#answerHost();
    // A test that is over and only waits for room has asked to be woken already.
    if (this.#testUntil > now) this.#wakeAt(this.#testUntil);
    if (this.#storing !== null && this.#storing.until > now) this.#wakeAt(this.#storing.until);
  }

  #becomeReady(): void {
    this.#ready = true;
    this.#boots++;
    this.#reporter.start(this.#now, this.#settings);
    this.#sendIdentity();
    this.#beatDue = true;
    this.#nextBeat = this.#now + BEAT_EVERY;
  }

  #sendBeat(): void {
    const cut = this.#reporter.completeUntil(this.#now);
    if (cut === null || !this.#hasRoomForOthers()) return;
    this.#beatDue = false;
    const { writer } = this.#wire;
    const { levels, first, second, lost, short, deepest } = this.#reporter.boardState();
    writer.beginLine("B", cut);
    for (const [value, digits] of [
      [levels, 4],
      [first, 6],
      [second, 6],
      [lost, 4],
      [this.#damaged, 4],
      [short, 4],
      [deepest, 2],
    ] as const) {
      writer.writeChar(0x20);
      writer.writeHex(value, digits);
    }
    this.#wire.sendWritten(this.#now);
  }

  /** Whether another line than one of edges may begin; asks to be woken when not. */
  #hasRoomForOthers(): boolean {
    const at = this.#wire.roomForOthers();
    if (at <= this.#now) return true;
    this.#wakeAt(at);
    return false;
  }

  #answerHost(): void {
    if (this.#storing !== null && this.#now >= this.#storing.until && this.#hasRoomForOthers()) {
      this.#sendLine("C", `${this.#storing.key} ${settingText(this.#settings, this.#storing.key)}`);
      this.#storing = null;
    }
    const at = this.#host.nextRequestTick();
    if (at > this.#now) {
      this.#wakeAt(at);
      return;
    }
    if (!this.#hasRoomForOthers()) return;
    const request = this.#host.takeRequest(this.#now, this.#settings);
    if (request !== null) this.#handleRequest(request);
    this.#wakeAt(this.#host.nextRequestTick());
  }

  #handleRequest(options: HostRequest): void {
    switch (options.ask) {
      case "identity":
        this.#sendIdentity();
        return;
      case "beat":
        this.#beatDue = true;
        this.#wakeAt(this.#now);
        return;
      case "self-test":
        if (this.#testUntil < Infinity) this.#sendLine("N", "busy");
        else this.#testUntil = this.#now + SELF_TEST;
        return;
      case "time":
        this.#sendLine("T", options.token, options.tick);
        return;
      case "setting":
        this.#sendLine("C", `${options.key} ${settingText(this.#settings, options.key)}`);
        return;
      case "set":
        this.#changeSetting(options.key, options.settings);
        return;
      case "refused":
        if (options.why === "crc" || options.why === "length")
          this.#damaged = Math.min(0xffff, this.#damaged + 1);
        this.#sendLine("N", options.why);
    }
  }

  #changeSetting(key: keyof Settings, settings: Settings): void {
    if (this.#storing !== null || this.#testUntil < Infinity) {
      this.#sendLine("N", "busy");
      return;
    }
    this.#settings = settings;
    this.#reporter.configure(this.#now, settings);
    this.#storing = { until: this.#now + EEPROM_WRITE, key };
  }

  #endSelfTest(): void {
    if (!this.#hasRoomForOthers()) return;
    this.#testUntil = Infinity;
    this.#reporter.catchUp(this.#now);
    const { blind } = this.#options;
    const { kind } = this.#settings;
    const answers = SELF_TESTED[kind].map((letter) => letter + (blind?.has(letter) ? "0" : "1"));
    if (kind === "bowl") {
      for (const pin of ["H", "G"] as const) {
        let map = 0;
        for (let hole = 0; hole < HOLES; hole++) if (!blind?.has(sensorName({ pin, hole }))) map |= 1 << hole;
        answers.push(pin + hexDigits(map, 6));
      }
    }
    this.#sendLine("S", answers.join(""));
  }

  #sendIdentity(): void {
    const { kind, marks, board } = this.#settings;
    const rotor = kind === "bowl" ? "00" : String(marks).padStart(2, "0");
    this.#sendLine(
      "I",
      `${hexDigits(board, 8)} ${FIRMWARE} ${kind} ${rotor} ${hexDigits(this.#boots, 8)} ${this.#cause}`,
    );
  }

  #sendLine(type: string, rest: string, tick = this.#now): void {
    const { writer } = this.#wire;
    writer.beginLine(type, tick);
    writer.writeChar(0x20);
    writer.writeText(rest);
    this.#wire.sendWritten(this.#now);
  }
}
