import { ReaderHarness } from "../reader/reader-harness.test-help.ts";
import { cameraSession } from "./session.ts";
import type { CameraState } from "./state.ts";

/** The simulated shoe of a test. */
interface Shoe {
  step(us: number, host: string): { readonly bytes: string; readonly wakeAt: number | null };
  drawCard(us: number): boolean;
}

/** A camera shoe and the session that asks it, on one clock. */
export class ShoeCameraHarness<S extends Shoe> extends ReaderHarness<CameraState> {
  readonly shoe: S;
  #heard = 0;

  constructor(shoe: S) {
    super(cameraSession({ order: { suits: "cdhs", ranks: "two-first" } }));
    this.shoe = shoe;
  }

  /** Advances shoe and session to this instant. */
  run(us: number): this {
    const end = this.t + us;
    for (let steps = 0; ; steps++) {
      if (steps > 20_000) throw new Error("shoe and session keep each other busy");
      const fresh = this.writes.slice(this.#heard).join("");
      this.#heard = this.writes.length;
      const { bytes, wakeAt } = this.shoe.step(this.t, fresh);
      if (bytes !== "") this.feed({ i: "bytes", bytes });
      if (this.writes.length > this.#heard) continue;
      const next = Math.min(wakeAt ?? Infinity, this.session.wakeAt(this.state) ?? Infinity);
      if (next > end) break;
      const woken = (this.session.wakeAt(this.state) ?? Infinity) <= next;
      this.t = Math.max(this.t, next);
      if (woken) this.feed({ i: "tick" });
    }
    this.t = end;
    return this;
  }

  /** Unplugs the camera for this long, µs. */
  cutOff(us: number): this {
    this.wait(us);
    this.#heard = this.writes.length;
    return this;
  }

  /** Runs until a card lies there and is known, and draws it. */
  deal(restUs = 1_500_000): this {
    this.run(restUs);
    this.shoe.drawCard(this.t);
    return this.run(250_000);
  }
}
