import { ss2Model, SS2_FAULTS, type Ss2Model } from "../../../hw-sim/models/wheels/ss2/model.ts";
import { tableSetup } from "../../../firmware/table/setup/table-setup.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { MonkeyTable } from "./table.ts";

const S = 1_000_000;
/** The wheel's own panel: it is switched on again when it closes, and each game is started. */
const AFTER_US: Readonly<Record<number, readonly [number, string]>> = {
  6: [2 * S, "*P 1\r\n"],
  2: [6 * S, "*u 1\r\n"],
};

/** A roulette at a modelled wheel, which plays game after game. */
export class WheelMonkey extends MonkeyTable {
  protected override readonly ports: readonly string[];
  readonly #model: Ss2Model;
  #panel: { readonly at: number; readonly bytes: string }[] = [];

  constructor(rulebook: string, random: RandomSource) {
    const setup = tableSetup(rulebook, "cammegh-ss2", []);
    super(setup, random);
    this.ports = [setup.port];
    this.#model = ss2Model({
      seed: `wheel ${random.below(1_000_000)}`,
      pockets: setup.pack.wheel.pockets.length === 38 ? 38 : 37,
    });
    this.#model.power(true, 0);
    this.#react(this.us);
    this.#panel.push({ at: this.us + S, bytes: "*P 1\r\n" });
    this.cable(true);
    this.wait(3_000);
  }

  protected override toDevice(): void {
    // This table only listens.
  }

  #react(us: number): string {
    const due = this.#panel.filter(({ at }) => at <= us);
    this.#panel = this.#panel.filter(({ at }) => at > us);
    const { bytes, truth } = this.#model.step(us, due.map((one) => one.bytes).join(""));
    for (const event of truth) {
      const state = event.e === "power" && event.on ? 6 : event.e === "state" ? event.state : 0;
      const reaction = AFTER_US[state];
      if (reaction !== undefined) this.#panel.push({ at: us + reaction[0], bytes: reaction[1] });
    }
    return bytes;
  }

  protected override devicesRun(us: number): void {
    const bytes = this.#react(us);
    if (bytes !== "") this.hear(this.ports[0] ?? "", bytes);
  }

  protected override happens(): string {
    if (this.random.oneIn(6)) {
      const fault = this.random.pick(SS2_FAULTS);
      this.#model.inject(fault);
      return fault;
    }
    this.wait(this.random.pick([2_000, 8_000, 20_000]));
    return "spins on";
  }

  protected override heal(): void {
    this.wait(1_000);
  }

  protected override playOn(_view: TableView): void {
    this.wait(2_000);
  }
}
