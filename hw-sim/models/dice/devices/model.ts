import type { Sent } from "../../../lines/sent.ts";

/**
 * A device beside the camera of a dice table, on its wire. People and mechanics act on it by its own methods, at true
 * times that never go back; `step` then goes on to `us` and gives what came out of it up to then, in order of time.
 * `host` is what the host sent since the last step, and arrives at `us`.
 */
export interface DeviceModel {
  step(us: number, host?: string): readonly Sent[];
}

/** What is still to happen, in order of time. */
export class Agenda {
  #due: { readonly us: number; readonly act: (us: number) => void }[] = [];

  at(us: number, act: (us: number) => void): void {
    const place = this.#due.findIndex((one) => one.us > us);
    this.#due.splice(place < 0 ? this.#due.length : place, 0, { us, act });
  }

  clear(): void {
    this.#due = [];
  }

  /** Everything that is due by `us`, each at its own time. */
  run(us: number): void {
    for (let next = this.#due[0]; next !== undefined && next.us <= us; next = this.#due[0]) {
      this.#due.shift();
      next.act(next.us);
    }
  }
}
