/** A fault that somebody wants at a time, µs since the beginning. */
export interface WantedFault {
  readonly us: number;
  readonly fault: string;
}

/** Faults that are due and have not come about yet: each meets the first occasion that it can. */
export class OwedFaults {
  readonly #wanted: readonly WantedFault[];
  #taken = 0;
  #owed: string[] = [];

  constructor(wanted: readonly WantedFault[]) {
    this.#wanted = wanted;
  }

  /** The oldest that is due and can come about now; null: there is none. It stays owed until {@link settle}. */
  next<Fault extends string>(us: number, possible: readonly Fault[]): Fault | null {
    for (
      let one = this.#wanted[this.#taken];
      one !== undefined && one.us <= us;
      one = this.#wanted[this.#taken]
    ) {
      this.#owed.push(one.fault);
      this.#taken++;
    }
    return (
      possible.find((one) => one === this.#owed.find((owed) => possible.some((fault) => fault === owed))) ??
      null
    );
  }

  /** It came about, or never will. */
  settle(fault: string): void {
    const at = this.#owed.indexOf(fault);
    if (at >= 0) this.#owed.splice(at, 1);
  }
}
