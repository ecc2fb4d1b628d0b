import type { Core } from "./chip.ts";

/** Where avr8js 0.21.1 differs from the data sheet in something that firmware does. Each is put right by its register hook. */

const PCIFR = 0x3b;
const MCUSR = 0x54;
const WDTCSR = 0x60;
const CLKPR = 0x61;
const PCICR = 0x68;
const PCMSK = [0x6b, 0x6c, 0x6d];
const TIFR = [0x35, 0x36, 0x37];
const WDE = 0x08;
const WDCE = 0x10;
const WDRF = 0x08;

/** To be called once all peripherals have set their hooks. */
export function correctErrata(core: Core): void {
  correctPinChange(core);
  correctTimerFlags(core);
  correctWatchdog(core);
  core.writeHooks[CLKPR] = () => {
    throw new Error("CLKPR was written: the emulated chip runs at 16 MHz only");
  };
}

/** After a watchdog reset the watchdog runs on with its shortest time until the program stops it (data sheet, 11.9). */
export function keepWatchdogOn(core: Core): void {
  for (const value of [WDCE | WDE, WDE]) core.writeHooks[WDTCSR]?.(value, core.data[WDTCSR] ?? 0, WDTCSR, 0xff);
}

/** PCMSK is taken for an enable register, and PCICR is not looked at when it is written. */
function correctPinChange(core: Core): void {
  for (const register of PCMSK) Reflect.deleteProperty(core.writeHooks, register);
  core.writeHooks[PCICR] = (value) => {
    core.data[PCICR] = value;
    for (const bit of [0, 1, 2]) {
      const mask = 1 << bit;
      core.updateInterruptEnable(
        { address: 6 + 2 * bit, flagRegister: PCIFR, flagMask: mask, enableRegister: PCICR, enableMask: mask },
        value,
      );
    }
    return true;
  };
}

/** A write to TIFR overwrites the flags that it should leave alone. */
function correctTimerFlags(core: Core): void {
  for (const register of TIFR) {
    const clear = core.writeHooks[register];
    core.writeHooks[register] = (value, old, address, mask) => {
      clear?.(value, old, address, mask);
      core.data[register] = old & ~value;
      return true;
    };
  }
}

/** While MCUSR tells of a watchdog reset, the watchdog cannot be switched off (data sheet, 11.9). */
function correctWatchdog(core: Core): void {
  const write = core.writeHooks[WDTCSR];
  core.writeHooks[WDTCSR] = (value, old, address, mask) =>
    write?.(((core.data[MCUSR] ?? 0) & WDRF) !== 0 ? value | WDE : value, old, address, mask) === true;
}
