import { BIT, MODES, selfTest, setBit, stageMessage, changeWarning, type DeviceState } from "./state.ts";
import { byte, parseHostCommand, word, type HostCommand, type Message, type Wire } from "./messages.ts";

/** What the host ordered and the mechanics must do. */
export interface HostOrder {
  readonly us: number;
  readonly packet: number;
}

export interface DeviceSide {
  send(us: number, message: Message): void;
  identify(us: number): void;
  state(): DeviceState;
}

const HOST_REPORTS: Readonly<Record<string, number>> = { I: 0x21, Y: 0x22, K: 0x23, G: 0x24, P: 0x25, M: 0x26 };
const RESULT = { done: 0, damaged: 1, unknown: 2, value: 3, busy: 4, notNow: 5 } as const;
const HOST_LINE_MAX = 40;
const ORDERS_MAX = 4;

/** The receiver of host commands: lines or output reports, each carried out at most once. */
export class HostCommandReader {
  readonly #wire: Wire;
  readonly #device: DeviceSide;
  #partial = "";
  #last: { readonly n: number; readonly result: number } | null = null;
  #orders: HostOrder[] = [];
  damaged = 0;

  constructor(wire: Wire, device: DeviceSide) {
    this.#wire = wire;
    this.#device = device;
  }

  reset(): void {
    this.#partial = "";
    this.#last = null;
    this.#orders = [];
    this.damaged = 0;
  }

  takeOrders(): readonly HostOrder[] {
    const orders = this.#orders;
    this.#orders = [];
    return orders;
  }

  /** `bytes`: whole output reports one after the other, or any piece of the line. */
  receive(us: number, bytes: string): void {
    if (this.#wire === "hid") {
      for (let at = 0; at < bytes.length; at += 8)
        this.#handleCommand(us, parseHostCommand("hid", bytes.slice(at, at + 8)));
      return;
    }
    const lines = (this.#partial + bytes).split(/[\r\n]+/);
    this.#partial = (lines.pop() ?? "").slice(-HOST_LINE_MAX);
    for (const line of lines) if (line !== "") this.#handleCommand(us, parseHostCommand("line", line));
  }

  #handleCommand(us: number, command: HostCommand): void {
    if (command.letter === null) {
      if (command.problem === "damaged") this.damaged++;
      return this.#answer(us, 0, 0, command.problem === "damaged" ? RESULT.damaged : RESULT.unknown);
    }
    if (command.letter === "I") {
      this.#last = null;
      return this.#device.identify(us);
    }
    // The same number again is the same command: it is answered again, and not carried out again.
    if (this.#last?.n !== command.n)
      this.#last = { n: command.n, result: this.#executeCommand(us, command.letter, command.value) };
    this.#answer(us, command.n, HOST_REPORTS[command.letter] ?? 0, this.#last.result);
  }

  #answer(us: number, n: number, command: number, result: number): void {
    this.#device.send(us, ["A", word(n), byte(command), byte(result)]);
  }

  #executeCommand(us: number, letter: string, value: number): number {
    const state = this.#device.state();
    switch (letter) {
      case "Y":
        // A sensor that is broken fails again.
        this.#device.send(us, state.failedTest ?? selfTest(state, 0));
        return RESULT.done;
      case "K": {
        const gone = changeWarning(state, value, false);
        if (gone === null) return RESULT.value;
        this.#device.send(us, gone);
        return RESULT.done;
      }
      case "G":
        if (value > 1) return RESULT.value;
        setBit(state, BIT.locked, value === 1);
        this.#device.send(us, ["G", byte(value)]);
        return RESULT.done;
      case "P":
        if (value < 1 || value > 52) return RESULT.value;
        if (state.mode !== "packets" || state.jam !== 0) return RESULT.notNow;
        if (state.stage !== "ready" && state.stage !== "dealing") return RESULT.notNow;
        if (this.#orders.length >= ORDERS_MAX) return RESULT.busy;
        this.#orders.push({ us, packet: value });
        return RESULT.done;
      default: {
        const mode = MODES[value];
        if (mode === undefined) return RESULT.value;
        if (state.stage === "shuffling" || state.stage === "dealing") return RESULT.notNow;
        state.mode = mode;
        this.#device.send(us, stageMessage(state));
        return RESULT.done;
      }
    }
  }
}
