import type { Core, Interrupt } from "./chip.ts";

const UCSR0A = 0xc0;
const UCSR0B = 0xc1;
const UCSR0C = 0xc2;
const UBRR0L = 0xc4;
const UBRR0H = 0xc5;
const UDR0 = 0xc6;
const RXC = 0x80;
const TXC = 0x40;
const UDRE = 0x20;
const DOR = 0x08;
const U2X = 0x02;
const MPCM = 0x01;
const RXEN = 0x10;
const TXEN = 0x08;
const EIGHT_BITS_NO_PARITY = 0x06;
const BITS_PER_CHARACTER = 10;

/** The most host bytes on the way to the chip; further bytes are lost, as in a USB bridge that overflows. */
const WAITING_BYTES = 4_096;

const receiveComplete: Interrupt = {
  address: 0x24,
  flagRegister: UCSR0A,
  flagMask: RXC,
  enableRegister: UCSR0B,
  enableMask: RXC,
  constant: true,
};
const dataRegisterEmpty: Interrupt = {
  address: 0x26,
  flagRegister: UCSR0A,
  flagMask: UDRE,
  enableRegister: UCSR0B,
  enableMask: UDRE,
  constant: true,
};
const transmitComplete: Interrupt = {
  address: 0x28,
  flagRegister: UCSR0A,
  flagMask: TXC,
  enableRegister: UCSR0B,
  enableMask: TXC,
};

/**
 * USART0 of the ATmega328P (data sheet DS40002061, chapter 20), asynchronous, 8 data bits, no parity, 1 stop bit. It is
 * written here and not taken from avr8js because that one forgets a received byte whenever UCSR0B is written, has one
 * receive buffer instead of two, and can stall when the transmit interrupt finds nothing to send.
 */
export class Usart {
  /** A byte is whole on the wire. */
  onByte: ((byte: number, cycle: number) => void) | null = null;
  readonly #core: Core;
  readonly #received: number[] = [];
  #holding: number | null = null;
  #sending = false;
  #waiting: number[] = [];
  #arriving = false;

  constructor(core: Core) {
    this.#core = core;
    core.data[UCSR0A] = UDRE;
    core.data[UCSR0C] = EIGHT_BITS_NO_PARITY;
    core.writeHooks[UCSR0A] = (value, old) => {
      core.data[UCSR0A] = (old & ~(U2X | MPCM)) | (value & (U2X | MPCM));
      if ((value & TXC) !== 0) core.clearInterrupt(transmitComplete);
      return true;
    };
    core.writeHooks[UCSR0B] = (value) => {
      core.data[UCSR0B] = value;
      if ((value & RXEN) === 0) {
        this.#received.length = 0;
        core.clearInterrupt(receiveComplete);
      }
      for (const each of [receiveComplete, dataRegisterEmpty, transmitComplete])
        core.updateInterruptEnable(each, value);
      return true;
    };
    core.writeHooks[UCSR0C] = (value) => {
      if (value !== EIGHT_BITS_NO_PARITY)
        throw new Error(`UCSR0C = ${String(value)}: the emulated USART0 speaks 8N1 only`);
    };
    core.writeHooks[UDR0] = (value) => {
      this.#writeData(value);
      return true;
    };
    core.readHooks[UDR0] = () => this.#readData();
  }

  /** Bytes from outside, one after the other at line speed. They are lost while the receiver is off. */
  receive(bytes: string): void {
    for (let at = 0; at < bytes.length && this.#waiting.length < WAITING_BYTES; at += 1)
      this.#waiting.push(bytes.charCodeAt(at) & 0xff);
    if (!this.#arriving && this.#waiting.length > 0)
      this.#scheduleArrival(this.#core.cycles + this.#characterCycles());
  }

  #scheduleArrival(end: number): void {
    this.#arriving = true;
    this.#core.addClockEvent(() => {
      const byte = this.#waiting.shift() ?? 0;
      if ((this.#readRegister(UCSR0B) & RXEN) !== 0) this.#storeReceived(byte);
      this.#arriving = false;
      if (this.#waiting.length > 0) this.#scheduleArrival(end + this.#characterCycles());
    }, end - this.#core.cycles);
  }

  #storeReceived(byte: number): void {
    if (this.#received.length === 2) {
      this.#core.data[UCSR0A] = this.#readRegister(UCSR0A) | DOR;
      return;
    }
    this.#received.push(byte);
    this.#core.setInterruptFlag(receiveComplete);
  }

  #readData(): number {
    const byte = this.#received.shift() ?? 0;
    this.#core.data[UCSR0A] = this.#readRegister(UCSR0A) & ~DOR;
    if (this.#received.length === 0) this.#core.clearInterrupt(receiveComplete);
    return byte;
  }

  /** A write while the buffer is full is ignored, as the data sheet says. */
  #writeData(value: number): void {
    if ((this.#readRegister(UCSR0B) & TXEN) === 0 || this.#holding !== null) return;
    if (!this.#sending) {
      this.#transmit(value, this.#core.cycles + this.#characterCycles());
      return;
    }
    this.#holding = value;
    this.#core.clearInterrupt(dataRegisterEmpty);
  }

  #transmit(value: number, end: number): void {
    this.#sending = true;
    this.#core.addClockEvent(() => {
      this.onByte?.(value, end);
      const next = this.#holding;
      this.#holding = null;
      if (next === null) {
        this.#sending = false;
        this.#core.setInterruptFlag(transmitComplete);
        return;
      }
      this.#core.setInterruptFlag(dataRegisterEmpty);
      this.#transmit(next, end + this.#characterCycles());
    }, end - this.#core.cycles);
  }

  #characterCycles(): number {
    const divider = ((this.#readRegister(UBRR0H) & 0x0f) << 8) | this.#readRegister(UBRR0L);
    return (divider + 1) * ((this.#readRegister(UCSR0A) & U2X) !== 0 ? 8 : 16) * BITS_PER_CHARACTER;
  }

  #readRegister(address: number): number {
    return this.#core.data[address] ?? 0;
  }
}
