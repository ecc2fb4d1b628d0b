import { Duplex } from "node:stream";
import five from "johnny-five";
import { FIRMWARE_NAME, INPUT_PINS, INPUTS, OUTPUT_PINS, OUTPUTS, type Input, type Outputs } from "./wiring.ts";

/** What johnny-five's Firmata client has and its types do not say. */
interface Io {
  readonly isReady: boolean;
  /** Empty until it was told. */
  readonly firmware: {
    readonly name?: string;
    readonly version?: { readonly major: number; readonly minor: number };
  };
  readonly MODES: { readonly OUTPUT: 1; readonly PULLUP: 11 };
  readonly reportVersionTimeoutId: NodeJS.Timeout;
  on(event: "queryfirmware", act: () => void): void;
  pinMode(pin: number, mode: number): void;
  reportDigitalPin(pin: number, value: 0 | 1): void;
  /** With `enqueue` nothing is sent before `flushDigitalPorts`. */
  digitalWrite(pin: number, value: number, enqueue: true): void;
  flushDigitalPorts(): void;
}

export interface BoardListener {
  /** Bytes for the panel. They go out now or never. */
  onWrite(bytes: Uint8Array): void;
  /** The firmware identified itself, and the board object is usable: everything must be set up again. */
  onGreeted(): void;
  /** One report of one input. */
  onLevel(input: Input, active: boolean): void;
}

/** Report version, report firmware, capability query, analog mapping query. */
const GREETING = [0xf9, 0xf0, 0x79, 0xf7, 0xf0, 0x6b, 0xf7, 0xf0, 0x69, 0xf7];
/** Bytes that may wait before the client reads; only its first instant can need it. */
const WAITING_LIMIT = 4_096;

/**
 * The one johnny-five board of a panel. It lives as long as the program and knows nothing of connections: beneath it is
 * one stream whose port comes and goes, since a board that is dropped is never freed (johnny-five keeps all of them).
 * The only file that knows johnny-five.
 */
export class PanelBoard {
  readonly #listener: BoardListener;
  readonly #line: Duplex;
  readonly #board: five.Board;
  readonly #io: Io;
  #reading = false;

  constructor(listener: BoardListener) {
    this.#listener = listener;
    this.#line = lineTo((bytes) => listener.onWrite(bytes));
    // repl and sigint would take the terminal and the signal away from the program; debug prints.
    const options = { port: this.#line, repl: false, sigint: false, debug: false };
    this.#board = new five.Board(options);
    this.#io = this.#board.io as Io;
    // Both timeouts would report a panel that is not plugged in yet; the code that waits for it asks again by itself.
    clearTimeout((this.#board as unknown as { readonly timer: NodeJS.Timeout }).timer);
    clearTimeout(this.#io.reportVersionTimeoutId);
    // The stream never fails; without a listener an error event would end the program.
    this.#board.on("error", () => undefined);
    this.#board.on("ready", () => listener.onGreeted());
    this.#io.on("queryfirmware", () => {
      if (this.#board.isReady) listener.onGreeted();
    });
  }

  /** The firmware of ours that runs on it, `1.1.0`; null: it said nothing yet, or runs another one. */
  get firmware(): string | null {
    const { name = "", version } = this.#io.firmware;
    return version === undefined || name !== FIRMWARE_NAME ? null : `${version.major}.${version.minor}.0`;
  }

  /** A whole Firmata message of the panel. */
  receive(bytes: readonly number[]): void {
    if (this.#line.readableLength < WAITING_LIMIT) this.#line.push(Buffer.from(bytes));
  }

  /** Asks for the firmware and everything else that the board object needs before it is ready. */
  sendGreeting(): void {
    this.#line.write(Buffer.from(GREETING));
  }

  /** Sets pin modes, reports and outputs, and relies on nothing that was set before. */
  setUp(outputs: Outputs): void {
    const { OUTPUT, PULLUP } = this.#io.MODES;
    for (const output of OUTPUTS) this.#io.pinMode(OUTPUT_PINS[output], OUTPUT);
    for (const input of INPUTS) this.#io.pinMode(INPUT_PINS[input], PULLUP);
    this.write(outputs);
    if (!this.#reading) {
      this.#reading = true;
      for (const input of INPUTS) {
        // Closed switches pull their pin low.
        this.#board.digitalRead(INPUT_PINS[input], (level) => this.#listener.onLevel(input, level === 0));
      }
    }
    this.askInputs();
  }

  /** Writes all outputs, changed or not: the next write repairs a byte that was damaged on its way. */
  write(outputs: Outputs): void {
    if (!this.#board.isReady) return;
    for (const output of OUTPUTS) this.#io.digitalWrite(OUTPUT_PINS[output], Number(outputs[output]), true);
    this.#io.flushDigitalPorts();
  }

  /** Asks for one report of all inputs. */
  askInputs(): void {
    this.#io.reportDigitalPin(INPUT_PINS.void, 1);
  }
}

/** The long-lived stream under the board. It stores nothing: bytes go to the port that is open now. */
function lineTo(write: (bytes: Uint8Array) => void): Duplex {
  return new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      write(chunk);
      done();
    },
  });
}
