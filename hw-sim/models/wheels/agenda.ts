/** What a model still has to do, by instant and then by order of entering. All instants in µs. */
export class Agenda {
  /** Latest first, so that the next one is popped; a few entries at a time. */
  readonly #entries: { readonly us: number; readonly name: string; readonly act: (us: number) => void }[] = [];
  #nowUs = 0;

  /** Enters `act`; by `name` it may be dropped. Nothing is entered into the past: it would come out of order. */
  schedule(wantedUs: number, name: string, act: (us: number) => void): void {
    const us = Math.max(this.#nowUs, wantedUs);
    let at = this.#entries.length;
    while (at > 0 && (this.#entries[at - 1]?.us ?? 0) <= us) at--;
    this.#entries.splice(at, 0, { us, name, act });
  }

  /** Enters `act` for a whole µs in place of an earlier entry of the same name. */
  reschedule(us: number, name: string, act: (us: number) => void): void {
    this.#dropWhere((other) => other === name);
    this.schedule(Math.round(us), name, act);
  }

  /** Takes out every entry whose name begins so. */
  drop(prefix: string): void {
    this.#dropWhere((name) => name.startsWith(prefix));
  }

  /** The next instant, or null. */
  get nextUs(): number | null {
    return this.#entries.at(-1)?.us ?? null;
  }

  /** Does the next entry, if there is one, at its own instant. */
  runNext(): void {
    const entry = this.#entries.pop();
    if (entry === undefined) return;
    this.#nowUs = entry.us;
    entry.act(entry.us);
  }

  /** Does everything that is due by `us`. */
  runUntil(us: number): void {
    while ((this.nextUs ?? Infinity) <= us) this.runNext();
  }

  #dropWhere(isDropped: (name: string) => boolean): void {
    for (let at = this.#entries.length - 1; at >= 0; at--)
      if (isDropped(this.#entries[at]?.name ?? "")) this.#entries.splice(at, 1);
  }
}
