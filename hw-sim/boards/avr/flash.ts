import type { Core } from "./chip.ts";

/** The flash of an ATmega328P as a program writes it (data sheet DS40002061, chapter 27, boot loader with 2 KB). */

export const FLASH_BYTES = 32_768;
export const PAGE_BYTES = 128;
/** Where the chip begins after a reset with BOOTSZ = 01 and BOOTRST programmed; `spm` works from here on alone. */
export const BOOT_START_BYTES = 0x7800;
/** From here on the flash is no read-while-write section: the processor stands still while a page of it is changed. */
const NO_READ_WHILE_WRITE_BYTES = 0x7000;
/** A page is erased, or written, in 3.7 to 4.5 ms. */
export const PAGE_CYCLES = 65_600;

const SPMCSR = 0x57;
const SPMEN = 0x01;
const PGERS = 0x02;
const PGWRT = 0x04;
const RWWSRE = 0x10;
const RWWSB = 0x40;
/** Between the write of SPMCSR and `spm` are at most four cycles. */
const WINDOW_CYCLES = 4;
export const SPM = 0x95e8;

interface Work {
  readonly at: number;
  /** What the page holds when it is done. */
  readonly then: Uint8Array;
}

/** How a page that was cut while it was changed reads: each bit that was to change did, or did not. */
export type Torn = (bits: number) => number;

/** The flash, its buffer of one page, and what is under way. It outlives resets, which break off what is under way. */
export class Flash {
  readonly words: Uint16Array;
  readonly bytes: Uint8Array;
  /** Pages erased or written so far. */
  changes = 0;
  /** Called as a page begins to be changed: {@link afterCut} then says what a cut in the midst of it leaves. */
  onChange: ((page: number) => void) | null = null;
  /** Pages that hold what they held, whatever is written. */
  readonly worn: Set<number> = new Set();
  readonly #buffer = new Uint8Array(PAGE_BYTES).fill(0xff);
  #work: Work | null = null;
  #openUntil = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.words = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  }

  /** Sets the hook of SPMCSR on a chip that was just made. */
  connect(core: Core): void {
    this.#work = null;
    this.#buffer.fill(0xff);
    core.writeHooks[SPMCSR] = (value, old) => {
      core.data[SPMCSR] = (value & 0x1f) | (old & RWWSB) | (old & SPMEN);
      this.#openUntil = core.cycles + WINDOW_CYCLES;
      return true;
    };
  }

  /** Pages that were just being changed when the power was cut here: what the flash then holds. Nothing goes on. */
  afterCut(torn: Torn): Uint8Array {
    const left = this.bytes.slice();
    const work = this.#work;
    if (work === null) return left;
    for (const [at, byte] of work.then.entries()) {
      const before = left[work.at + at] ?? 0xff;
      left[work.at + at] = before ^ torn(before ^ byte);
    }
    return left;
  }

  /** True: `lpm` at this address reads nothing that counts, as its section is being changed. */
  isHidden(core: Core, address: number): boolean {
    return address < NO_READ_WHILE_WRITE_BYTES && ((core.data[SPMCSR] ?? 0) & RWWSB) !== 0;
  }

  /** The instruction `spm`, at this place of the program. */
  execute(core: Core, programCounter: number): void {
    const control = core.data[SPMCSR] ?? 0;
    if (programCounter * 2 < BOOT_START_BYTES) return;
    if ((control & SPMEN) === 0 || core.cycles > this.#openUntil || this.#work !== null) return;
    const address = ((core.data[31] ?? 0) << 8) | (core.data[30] ?? 0);
    const page = address & ~(PAGE_BYTES - 1) & (FLASH_BYTES - 1);
    if ((control & RWWSRE) !== 0) core.data[SPMCSR] = control & ~(RWWSB | RWWSRE | SPMEN);
    else if ((control & PGERS) !== 0) this.#begin(core, page, new Uint8Array(PAGE_BYTES).fill(0xff));
    else if ((control & PGWRT) !== 0) {
      this.#begin(
        core,
        page,
        this.#buffer.map((byte, at) => byte & (this.bytes[page + at] ?? 0xff)),
      );
      this.#buffer.fill(0xff);
    } else {
      const at = address & (PAGE_BYTES - 2);
      this.#buffer[at] = core.data[0] ?? 0;
      this.#buffer[at + 1] = core.data[1] ?? 0;
      core.data[SPMCSR] = control & ~SPMEN;
    }
  }

  #begin(core: Core, at: number, written: Uint8Array): void {
    this.changes++;
    const then = this.worn.has(at / PAGE_BYTES) ? this.bytes.slice(at, at + PAGE_BYTES) : written;
    const work: Work = { at, then };
    this.#work = work;
    this.onChange?.(at / PAGE_BYTES);
    const end = (): void => {
      if (this.#work !== work) return;
      this.#work = null;
      this.bytes.set(then, at);
      core.data[SPMCSR] = (core.data[SPMCSR] ?? 0) & ~(SPMEN | PGERS | PGWRT);
    };
    if (at < NO_READ_WHILE_WRITE_BYTES) core.data[SPMCSR] = (core.data[SPMCSR] ?? 0) | RWWSB;
    core.addClockEvent(end, PAGE_CYCLES);
  }

  /** A page is being changed during which the processor stands still. */
  get standsStill(): boolean {
    return this.#work !== null && this.#work.at >= NO_READ_WHILE_WRITE_BYTES;
  }
}
