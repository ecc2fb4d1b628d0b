import { Duplex } from "node:stream";
import five from "johnny-five";
import { INPUT_PINS, INPUTS, OUTPUT_PINS, OUTPUTS, type Input, type Outputs } from "./wiring.ts";

/** What johnny-five's Firmata client has and its types do not say. */
interface Io {
  readonly isReady: boolean;
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
  /** The firmware said who it is, and the board object is usable: everything is to be set up anew. */
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
    // Both time-outs would speak of a panel that is not plugged in yet; who waits for it asks by itself.
    clearTimeout((this.#board as unknown as { readonly timer: NodeJS.Timeout }).timer);
    clearTimeout(this.#io.reportVersionTimeoutId);
    // The stream never fails; without a listener an error event would end the program.
    this.#board.on("error", () => undefined);
    this.#board.on("ready", () => listener.onGreeted());
    this.#io.on("queryfirmware", () => {
      if (this.#board.isReady) listener.onGreeted();
    });
  }

  /** A whole Firmata message of the panel. */
  receive(bytes: readonly number[]): void {
    if (this.#line.readableLength < WAITING_LIMIT) this.#line.push(Buffer.from(bytes));
  }

  /** Asks who is there, and all that the board object has to know before it is ready. */
  greet(): void {
    this.#line.write(Buffer.from(GREETING));
  }

  /** Pin modes, reports and outputs. Nothing that was set before is taken to hold. */
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
    this.ask();
  }

  /** All outputs, whether they changed or not: a byte that was damaged on its way is put right with the next writing. */
  write(outputs: Outputs): void {
    if (!this.#board.isReady) return;
    for (const output of OUTPUTS) this.#io.digitalWrite(OUTPUT_PINS[output], Number(outputs[output]), true);
    this.#io.flushDigitalPorts();
  }

  /** Asks for one report of all inputs. */
  ask(): void {
    this.#io.reportDigitalPin(INPUT_PINS.void, 1);
  }
}

/** The long-lived stream under the board. It holds nothing back: what is written goes to whatever port there is now. */
function lineTo(write: (bytes: Uint8Array) => void): Duplex {
  return new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      write(chunk);
      done();
    },
  });
}
