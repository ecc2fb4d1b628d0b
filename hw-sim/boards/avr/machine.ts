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
import { readIntelHex } from "../../../src/load/intel-hex.ts";
import { nextEventCycle, runDueEvents, type Core, type TimerState } from "./chip.ts";
import { correctErrata, keepWatchdogOn } from "./errata.ts";
import { BOOT_START_BYTES, Flash, FLASH_BYTES, SPM, type Torn } from "./flash.ts";
import { Usart } from "./usart.ts";

export type PortName = "B" | "C" | "D";
export type ResetCause = "power" | "reset" | "brownout" | "watchdog";

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
/** `lpm r, Z` and `lpm r, Z+`, whatever the register. */
const LPM_Z = 0x9004;
const LPM_MASK = 0xfe0e;
/** Cycles for which the core stands still between a wake-up and the interrupt (data sheet, 10.3). */
const WAKE_CYCLES = 4;
const CAUSE_FLAG = { power: 0x01, reset: 0x02, brownout: 0x04, watchdog: 0x08 } as const;
const PORTS = { B: portBConfig, C: portCConfig, D: portDConfig } as const;

/** An ATmega328P at 16 MHz that runs a real image. It repeats bit for bit: the same calls at the same cycles give the same run. */
export class AvrMachine {
  /** A byte that the chip sent; `cycle` is when its stop bit was on the wire. Stays over resets. */
  onByte: ((byte: number, cycle: number) => void) | null = null;
  readonly eeprom: Uint8Array = new Uint8Array(EEPROM_BYTES).fill(0xff);
  readonly #flash: Flash;
  readonly #begins: number;
  readonly #outside = { B: new PortWiring(), C: new PortWiring(), D: new PortWiring() };
  #chip: Chip;
  #asleep = false;

  /**
   * @param image Intel HEX, or the whole flash, which is copied.
   * @param eeprom 1,024 bytes to begin with, copied; erased (0xFF) when missing.
   * @param fuses `boot`: the chip begins in its boot section; else at 0.
   * @throws Error when the image is damaged, or runs into something that this machine does not have.
   */
  constructor(image: string | Uint8Array, eeprom?: Uint8Array, fuses: "boot" | "no-boot" = "no-boot") {
    this.#flash = new Flash(typeof image === "string" ? readIntelHex(image, FLASH_BYTES) : image.slice());
    this.#begins = fuses === "boot" ? BOOT_START_BYTES / 2 : 0;
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

  /** What the flash would hold if the power were cut now; `torn` says of each bit under way whether it has changed. */
  flashAfterCut(torn: Torn): Uint8Array {
    return this.#flash.afterCut(torn);
  }

  /** Calls `listener` as a page of flash begins to be erased or written. */
  onFlashChange(listener: (page: number) => void): void {
    this.#flash.onChange = listener;
  }

  /** From now on a page of flash holds what it holds. */
  wearPage(page: number): void {
    this.#flash.worn.add(page);
  }

  /** Pages erased or written since this machine was made. */
  get flashChanges(): number {
    return this.#flash.changes;
  }

  /** The word address of the instruction that comes next. */
  get programCounter(): number {
    return this.#chip.cpu.pc;
  }

  /** Word addresses whose instruction ran are set to 1 here; null: nobody asks. */
  ran: Uint8Array | null = null;

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
      this.#flash.words,
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
    chip.cpu.pc = this.#begins;
    this.#flash.connect(chip.core);
    return chip;
  }

  #executeInstruction(): void {
    const { cpu, core } = this.#chip;
    const opcode = this.#flash.words[cpu.pc];
    if (opcode === undefined)
      throw new Error(`the program left the flash at word ${String(cpu.pc)}, cycle ${String(cpu.cycles)}`);
    if (this.ran !== null) this.ran[cpu.pc] = 1;
    if (opcode === SPM) this.#writeFlash();
    else {
      if ((opcode & LPM_MASK) === LPM_Z) this.#requireReadable();
      avrInstruction(cpu);
    }
    if (opcode === SLEEP) this.#asleep = this.#fallAsleep(cpu);
    runDueEvents(core);
    // The instruction after SEI and after RETI runs before any interrupt: `sei` and `sleep` cannot be torn apart.
    if (cpu.nextInterrupt >= 0 && !this.#asleep && opcode !== SEI && opcode !== RETI) cpu.tick();
  }

  /** `spm`: one cycle, and the time of a page where the processor stands still for it. */
  #writeFlash(): void {
    const { cpu, core } = this.#chip;
    this.#flash.execute(core, cpu.pc);
    cpu.pc += 1;
    cpu.cycles += 1;
    while (this.#flash.standsStill) {
      cpu.cycles = Math.max(cpu.cycles, core.nextClockEvent?.cycles ?? cpu.cycles);
      runDueEvents(core);
    }
  }

  /** Throws where a program reads flash that is being changed: it would read nothing that counts. */
  #requireReadable(): void {
    const { core } = this.#chip;
    const address = ((core.data[31] ?? 0) << 8) | (core.data[30] ?? 0);
    if (this.#flash.isHidden(core, address))
      throw new Error(`flash at ${String(address)} was read while its section is being changed`);
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
