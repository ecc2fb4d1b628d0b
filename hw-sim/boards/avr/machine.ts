import {
  AVRClock,
  AVREEPROM,
  AVRIOPort,
  AVRTimer,
  AVRWatchdog,
  CPU,
  PinState,
  avrInstruction,
  eepromConfig,
  portBConfig,
  portCConfig,
  portDConfig,
  timer0Config,
  timer1Config,
  timer2Config,
  watchdogConfig,
} from "avr8js";
import { nextEventCycle, runDueEvents, type Core, type TimerState } from "./chip.ts";
import { correctErrata, keepWatchdogOn } from "./errata.ts";
import { Usart } from "./usart.ts";

export type PortName = "B" | "C" | "D";
export type ResetCause = "power" | "reset" | "brownout" | "watchdog";

const FLASH_BYTES = 32_768;
const RAM_START = 0x100;
const RAM_BYTES = 2_048;
const EEPROM_BYTES = 1_024;
const CYCLES_PER_SECOND = 16_000_000;
const MCUSR = 0x54;
const SMCR = 0x53;
const SREG = 0x5f;
const INTERRUPTS = 0x80;
const SEI = 0x9478;
const RETI = 0x9518;
const SLEEP = 0x9588;
/** Cycles for which the core stands still between a wake-up and the interrupt (data sheet, 10.3). */
const WAKE_CYCLES = 4;
const CAUSE_FLAG = { power: 0x01, reset: 0x02, brownout: 0x04, watchdog: 0x08 } as const;
const PORTS = { B: portBConfig, C: portCConfig, D: portDConfig } as const;

/** An ATmega328P at 16 MHz that runs a real image. It repeats bit for bit: the same calls at the same cycles give the same run. */
export class AvrMachine {
  /** A byte that the chip sent; `cycle` is when its stop bit was on the wire. Stays over resets. */
  onByte: ((byte: number, cycle: number) => void) | null = null;
  readonly eeprom: Uint8Array = new Uint8Array(EEPROM_BYTES).fill(0xff);
  readonly #program: Uint16Array;
  readonly #outside = { B: new PortWiring(), C: new PortWiring(), D: new PortWiring() };
  #chip: Chip;
  #asleep = false;

  /**
   * @param hex the image, Intel HEX.
   * @param eeprom 1,024 bytes to begin with, copied; erased (0xFF) when missing.
   * @throws Error when the image is damaged, or runs into something that this machine does not have.
   */
  constructor(hex: string, eeprom?: Uint8Array) {
    this.#program = new Uint16Array(readIntelHex(hex, FLASH_BYTES).buffer);
    if (eeprom !== undefined) {
      if (eeprom.length !== EEPROM_BYTES)
        throw new RangeError(`the EEPROM has ${String(EEPROM_BYTES)} bytes, not ${String(eeprom.length)}`);
      this.eeprom.set(eeprom);
    }
    this.#chip = this.#createChip("power", null);
  }

  /** Clock cycles since power-on, 16 a µs; 0 again after `reset("power")`. */
  get cycles(): number {
    return this.#chip.cpu.cycles;
  }

  /** Goes on until `cycles` is at least that; an instruction that has begun is finished (a few cycles more). */
  run(untilCycle: number): void {
    while (this.#chip.cpu.cycles < untilCycle) {
      if (this.#chip.watchdogRanOut) this.reset("watchdog");
      else if (this.#asleep) this.#sleepUntil(untilCycle);
      else this.#executeInstruction();
    }
  }

  /** A level from outside, from the present cycle on. A pin that was never set is driven by nobody: low, or high with its pull-up. */
  setPin(port: PortName, bit: number, level: boolean): void {
    this.#outside[port].drive(bit, level);
    this.#chip.ports[port].setPin(bit, level);
  }

  pin(port: PortName, bit: number): "low" | "high" | "input" | "input-pullup" {
    const state = this.#chip.ports[port].pinState(bit);
    if (state === PinState.InputPullUp) return "input-pullup";
    if (state === PinState.Input) return "input";
    return state === PinState.High ? "high" : "low";
  }

  /**
   * Calls `listener` at every change. `value` is the level where `ddr` has a 1 (output), and the pull-up where it has a 0.
   * Stays over resets.
   */
  onPin(port: PortName, listener: (value: number, ddr: number, cycle: number) => void): void {
    this.#outside[port].listeners.push(listener);
  }

  /** Host bytes (Latin-1, one character a byte), one at a time at the chip's line speed; at most 4,096 wait, the rest is lost. */
  receive(bytes: string): void {
    this.#chip.usart.receive(bytes);
  }

  /** EEPROM stays, MCUSR holds the cause. Memory stays too, except after `power`, which fills it with a fixed pattern. */
  reset(cause: ResetCause): void {
    this.#chip = this.#createChip(cause, this.#chip.cpu);
    this.#asleep = false;
    for (const name of ["B", "C", "D"] as const) this.#outside[name].notifyListeners(0, 0, this.cycles);
  }

  #createChip(cause: ResetCause, before: CPU | null): Chip {
    const chip = new Chip(
      this.#program,
      this.eeprom,
      this.#outside,
      before === null || cause === "power" ? 0 : before.cycles,
    );
    const { data } = chip.cpu;
    if (before === null || cause === "power") {
      // Memory has an undefined content when power comes: here a pattern that is the same each time and never all zeros.
      for (let at = 0; at < RAM_BYTES; at += 1) data[RAM_START + at] = (at * 167 + 13) & 0xff;
    } else data.set(before.data.subarray(RAM_START), RAM_START);
    const reported = before === null || cause === "power" ? 0 : (before.data[MCUSR] ?? 0);
    const causes = (reported & 0x0f) | CAUSE_FLAG[cause];
    data[MCUSR] = causes;
    if ((causes & CAUSE_FLAG.watchdog) !== 0) keepWatchdogOn(chip.core);
    chip.usart.onByte = (byte, cycle) => this.onByte?.(byte, cycle);
    return chip;
  }

  #executeInstruction(): void {
    const { cpu, core } = this.#chip;
    const opcode = this.#program[cpu.pc];
    if (opcode === undefined)
      throw new Error(`the program left the flash at word ${String(cpu.pc)}, cycle ${String(cpu.cycles)}`);
    avrInstruction(cpu);
    if (opcode === SLEEP) this.#asleep = this.#fallAsleep(cpu);
    runDueEvents(core);
    // The instruction after SEI and after RETI runs before any interrupt: `sei` and `sleep` cannot be torn apart.
    if (cpu.nextInterrupt >= 0 && !this.#asleep && opcode !== SEI && opcode !== RETI) cpu.tick();
  }

  #fallAsleep(cpu: CPU): boolean {
    const control = cpu.data[SMCR] ?? 0;
    if ((control & 1) === 0) return false;
    if ((control & 0x0e) !== 0)
      throw new Error(`SMCR = ${String(control)}: the emulated chip knows the idle sleep only`);
    return true;
  }

  /** Jumps to whatever comes first: an interrupt (now), the next event of the clock, the end of the run. */
  #sleepUntil(untilCycle: number): void {
    const { cpu, core, timers } = this.#chip;
    if (cpu.nextInterrupt >= 0 && ((cpu.data[SREG] ?? 0) & INTERRUPTS) !== 0) {
      this.#asleep = false;
      cpu.cycles += WAKE_CYCLES;
      runDueEvents(core);
      cpu.tick();
      return;
    }
    cpu.cycles = Math.max(cpu.cycles, Math.min(untilCycle, nextEventCycle(core, timers)));
    runDueEvents(core);
  }
}

/** What is around a port's pins: who drives them, and who looks at them. */
class PortWiring {
  readonly listeners: ((value: number, ddr: number, cycle: number) => void)[] = [];
  driven = 0;
  levels = 0;

  drive(bit: number, level: boolean): void {
    this.driven |= 1 << bit;
    this.levels = level ? this.levels | (1 << bit) : this.levels & ~(1 << bit);
  }

  notifyListeners(value: number, ddr: number, cycle: number): void {
    for (const each of this.listeners) each(value, ddr, cycle);
  }
}

/** The chip from one reset to the next. */
class Chip {
  readonly cpu: CPU;
  readonly core: Core;
  readonly ports: Readonly<Record<PortName, AVRIOPort>>;
  readonly timers: readonly TimerState[];
  readonly usart: Usart;
  /** The watchdog has run out, and the chip is to be reset. */
  watchdogRanOut = false;

  constructor(
    program: Uint16Array,
    eeprom: Uint8Array,
    outside: Readonly<Record<PortName, PortWiring>>,
    cycle: number,
  ) {
    this.cpu = new CPU(program, RAM_BYTES);
    this.cpu.cycles = cycle;
    // avr8js declares its event queue and its timers' counts private; nothing else shows when the next event happens.
    this.core = this.cpu as unknown as Core;
    this.ports = {
      B: this.#createPort("B", outside.B),
      C: this.#createPort("C", outside.C),
      D: this.#createPort("D", outside.D),
    };
    this.timers = [timer0Config, timer1Config, timer2Config].map(
      (config) => new AVRTimer(this.cpu, config) as unknown as TimerState,
    );
    this.usart = new Usart(this.core);
    new AVREEPROM(this.cpu, eepromOver(eeprom), eepromConfig);
    new AVRWatchdog(this.cpu, watchdogConfig, new AVRClock(this.cpu, CYCLES_PER_SECOND));
    correctErrata(this.core);
    this.cpu.reset = () => {
      this.watchdogRanOut = true;
    };
  }

  #createPort(name: PortName, outside: PortWiring): AVRIOPort {
    const port = new AVRIOPort(this.cpu, PORTS[name]);
    const inner = port as unknown as { pinValue: number; updatePinRegister(ddr: number): void };
    inner.pinValue = outside.levels & outside.driven;
    inner.updatePinRegister(0);
    port.addListener((value) => {
      const ddr = this.cpu.data[PORTS[name].DDR] ?? 0;
      inner.pinValue = (outside.levels & outside.driven) | (value & ~ddr & ~outside.driven);
      outside.notifyListeners(value, ddr, this.cpu.cycles);
    });
    return port;
  }
}

function eepromOver(memory: Uint8Array): {
  readMemory(at: number): number;
  writeMemory(at: number, value: number): void;
  eraseMemory(at: number): void;
} {
  const place = (at: number): number => at & (EEPROM_BYTES - 1);
  return {
    readMemory: (at) => memory[place(at)] ?? 0xff,
    writeMemory: (at, value) => {
      memory[place(at)] = (memory[place(at)] ?? 0xff) & value;
    },
    eraseMemory: (at) => {
      memory[place(at)] = 0xff;
    },
  };
}

/**
 * Reads an Intel HEX image (Intel, Hexadecimal Object File Format Specification, rev. A 1988): records 00 (data) and 01
 * (end of file); the extended address records 02 to 05 cannot occur in an image of at most 32 KiB and are refused when
 * they say anything but zero.
 *
 * @param size bytes of program memory; what the image leaves out is 0xFF, as in erased flash.
 * @throws Error naming the line, when a record is damaged or lies outside the memory.
 */
export function readIntelHex(text: string, size: number): Uint8Array {
  const memory = new Uint8Array(size).fill(0xff);
  let ended = false;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line === "") continue;
    const bad = (what: string): Error =>
      new Error(`Intel HEX line ${String(index + 1)}: ${what}. Build the image again.`);
    if (ended) throw bad("a record after the end record");
    const bytes = recordBytes(line);
    if (bytes === null) throw bad("not a record, or its length or checksum is wrong");
    const [, high = 0, low = 0, type = 0] = bytes;
    const data = bytes.subarray(4, -1);
    if (type === 1) ended = true;
    else if (type === 0) {
      const address = high * 256 + low;
      if (address + data.length > size) throw bad("data beyond the program memory");
      memory.set(data, address);
    } else if (type > 5 || data.some((byte) => byte !== 0))
      throw bad(`record type ${String(type)} is not supported`);
  }
  if (!ended) throw new Error("Intel HEX: the end record is missing. Build the image again.");
  return memory;
}

/** Length, address (2), type, data, checksum; null when the record is not whole. */
function recordBytes(line: string): Uint8Array | null {
  if (!/^:(?:[0-9A-Fa-f]{2}){5,260}$/.test(line)) return null;
  const bytes = Uint8Array.from({ length: (line.length - 1) / 2 }, (_, at) =>
    Number.parseInt(line.slice(1 + at * 2, 3 + at * 2), 16),
  );
  const sum = bytes.reduce((total, byte) => (total + byte) & 0xff, 0);
  return bytes[0] === bytes.length - 5 && sum === 0 ? bytes : null;
}
