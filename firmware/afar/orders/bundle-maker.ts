import type { Clock } from "../../../src/time/clock.ts";
import type { Config } from "../../table/config/config.ts";
import { BundleProgram, type BundleMaking } from "../../unit/actions/bundle-program.ts";
import type { BundleSpool } from "./bundle-spool.ts";

const PROGRAM = new URL("../../care/doctor/bundle-child.ts", import.meta.url).href;

/** Makes bundles that were ordered, into the spool. */
export class BundleMaker {
  readonly #config: Config;
  readonly #clock: Clock;
  readonly #spool: BundleSpool;
  readonly #program: BundleProgram;

  constructor(config: Config, clock: Clock, spool: BundleSpool) {
    this.#config = config;
    this.#clock = clock;
    this.#spool = spool;
    this.#program = new BundleProgram(PROGRAM, clock);
  }

  /** Makes the bundle of an order, which nobody can fetch before it is released. Never rejects. */
  make(order: string, recipient: string): Promise<BundleMaking> {
    const asked = { config: this.#config, recipient, path: this.#spool.pathFor(order) };
    return this.#program.make(asked, () => {
      this.#spool.tidy(this.#clock.wall());
      return this.#spool.hasRoom() ? null : "the disk has no room for a bundle";
    });
  }

  close(): void {
    this.#program.close();
  }
}
