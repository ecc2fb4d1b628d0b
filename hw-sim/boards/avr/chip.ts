/** What the parts around the processor core need of it. Addresses are data memory addresses of the ATmega328P. */

export interface Interrupt {
  readonly address: number;
  readonly flagRegister: number;
  readonly flagMask: number;
  readonly enableRegister: number;
  readonly enableMask: number;
  /** The flag stays until its cause is gone, instead of being cleared when the interrupt is taken. */
  readonly constant?: boolean;
}

export interface ClockEvent {
  cycles: number;
  callback: () => void;
  next: ClockEvent | null;
}

export interface Core {
  readonly data: Uint8Array;
  cycles: number;
  /** The next event of the clock; the rest follow in `next`, soonest first. */
  nextClockEvent: ClockEvent | null;
  readonly clockEventPool: ClockEvent[];
  readonly readHooks: Record<number, (address: number) => number>;
  readonly writeHooks: Record<number, (value: number, old: number, address: number, mask: number) => unknown>;
  addClockEvent(callback: () => void, cycles: number): unknown;
  setInterruptFlag(interrupt: Interrupt): void;
  clearInterrupt(interrupt: Interrupt, clearFlag?: boolean): void;
  updateInterruptEnable(interrupt: Interrupt, value: number): void;
}

/** The timer's own state (avr8js `AVRTimer`), as far as the jump over sleep reads it. */
export interface TimerState {
  readonly count: () => void;
  readonly divider: number;
  readonly lastCycle: number;
  readonly tcnt: number;
  readonly ocrA: number;
  readonly ocrB: number;
  readonly TOP: number;
  /** 0 normal, 2 clear on compare match; the rest are pulse width modes. */
  readonly timerMode: number;
  readonly tcntUpdated: boolean;
  readonly updateDivider: boolean;
}

/** Runs every event whose cycle has come, soonest first; an event that is added for now meanwhile runs too. */
export function runDueEvents(core: Core): void {
  for (
    let event = core.nextClockEvent;
    event !== null && event.cycles <= core.cycles;
    event = core.nextClockEvent
  ) {
    core.nextClockEvent = event.next;
    if (core.clockEventPool.length < 10) core.clockEventPool.push(event);
    event.callback();
  }
}

/**
 * First cycle at which anything can happen to a sleeping chip by itself. A timer asks for an event at every single count;
 * in the two modes without pulse width only a match of a compare register and the return to zero do anything, and the
 * counts between them come out the same when they are taken in one step.
 */
export function nextEventCycle(core: Core, timers: readonly TimerState[]): number {
  let next = Infinity;
  for (let event = core.nextClockEvent; event !== null && event.cycles < next; event = event.next) {
    const callback = event.callback;
    const timer = timers.find((each) => each.count === callback);
    next = Math.min(next, timer === undefined ? event.cycles : Math.max(event.cycles, nextMatchCycle(timer)));
  }
  return next;
}

function nextMatchCycle(timer: TimerState): number {
  const { tcnt, TOP: top, divider } = timer;
  const plain = timer.timerMode === 0 || timer.timerMode === 2;
  if (!plain || tcnt > top || divider === 0 || timer.tcntUpdated || timer.updateDivider) return 0;
  const turn = top + 1;
  let counts = turn - tcnt;
  for (const match of [timer.ocrA, timer.ocrB]) {
    if (match > top) continue;
    const ahead = (match - tcnt + turn) % turn;
    counts = Math.min(counts, ahead === 0 ? turn : ahead);
  }
  return timer.lastCycle + counts * divider;
}
