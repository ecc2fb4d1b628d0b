import { fastBoard } from "../../../hw-sim/boards/wheel/fast.ts";
import type { BoardModel } from "../../../hw-sim/boards/board-model.ts";
import { PROFILES } from "../../../hw-sim/sim/profiles.ts";
import { SIM_BOARD, simulatedWheel } from "../../../hw-sim/sim/wheels.ts";
import {
  MERCURY_FAULTS,
  mercuryModel,
  type MercuryModel,
} from "../../../hw-sim/models/wheels/mercury-360/model.ts";
import type { SensedWheel, SpinTruth } from "../../../hw-sim/models/wheels/sensed/sensed-wheel.ts";
import { ss2Model, SS2_FAULTS, type Ss2Model } from "../../../hw-sim/models/wheels/ss2/model.ts";
import { tableSetup, type TableSetup } from "../../../firmware/table/setup/table-setup.ts";
import { wheelPack } from "../../../src/rules/pack.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { MonkeyTable } from "../monkey/table.ts";
import { onVerdicts, watchAbsences } from "./account.ts";
import { wheelResult } from "../../../src/table/every-family/results.ts";

const S = 1_000_000;
/** The panel of an SS2: it is switched on again when it closes, and each game is started. */
const SS2_AFTER_US: Readonly<Record<number, readonly [number, string]>> = {
  6: [2 * S, "*P 1\r\n"],
  2: [6 * S, "*u 1\r\n"],
};

export type ElectronicWheel = "cammegh-ss2" | "basic" | "advanced" | "extended";

/** A wheel with electronics, its own panel or dealer, and whatever the unit asks it. */
export class WheelBytes extends MonkeyTable {
  protected override readonly ports: readonly string[];
  readonly #kind: ElectronicWheel;
  #model: Ss2Model | MercuryModel;
  #panel: { readonly at: number; readonly bytes: string }[] = [];
  #host = "";
  /** What came since the bets were closed or the ball was launched. */
  #heard = "";
  /** The pockets of the spins that ended since the last verdict but one, and of the one that runs. */
  #truth: (string | null)[] = [];

  constructor(rulebook: string, kind: ElectronicWheel, random: RandomSource) {
    const setup = wheelSetup(rulebook, kind);
    super(setup, random);
    this.#kind = kind;
    this.ports = [setup.port];
    this.#model = this.#newModel();
    this.listeners.push((entry, bodies) => {
      if (entry.k === "in") this.#heard = (this.#heard + entry.bytes).slice(-4_000);
      if (entry.k === "restarted") this.#heard = "";
      for (const body of bodies) if (body.kind === "phase" && body.phase === "ball-in-play") this.#heard = "";
    });
    watchAbsences(this, this.ports);
    onVerdicts(this, {
      certified: ({ round, result }) => {
        const { pocket } = wheelResult(result);
        const said = new RegExp(`(?:^|[\\r\\n]| |W )${pocket}[\\r\\n]|; ?${pocket};`);
        if (!said.test(this.#heard))
          this.watch.problems.push(`round ${round}: certified ${pocket}, which the wheel did not send`);
        if (!this.#truth.includes(pocket))
          this.watch.problems.push(`round ${round}: certified ${pocket}, and it was ${this.#truth.join(", ")}`);
      },
      ended: () => (this.#truth = this.#truth.slice(-1)),
    });
    this.cable(true);
    this.wait(5_000);
  }

  /** What a Mercury 360 says on these ports is too little for some laws: every spin is left to people. */
  protected override get results(): number {
    const isReported = this.#kind === "basic" || this.#kind === "advanced";
    return isReported ? this.watch.ended : this.watch.certified;
  }

  #newModel(): Ss2Model | MercuryModel {
    const seed = `wheel ${this.random.below(1_000_000)}`;
    const pockets = wheelPack(this.setup.pack).wheel.pockets.length === 38 ? 38 : 37;
    const model =
      this.#kind === "cammegh-ss2"
        ? ss2Model({ seed, pockets })
        : mercuryModel({ seed, pockets, protocol: this.#kind });
    model.power(true, this.us);
    this.#panel = this.#kind === "cammegh-ss2" ? [{ at: this.us + S, bytes: "*P 1\r\n" }] : [];
    return model;
  }

  protected override toDevice(_port: string, bytes: string): void {
    this.#host += bytes;
  }

  protected override devicesRun(us: number): void {
    const due = this.#panel.filter(({ at }) => at <= us);
    this.#panel = this.#panel.filter(({ at }) => at > us);
    const host = this.#host + due.map((one) => one.bytes).join("");
    this.#host = "";
    const { bytes, truth } = this.#model.step(us, host);
    for (const event of truth) {
      if (event.e === "spin") this.#truth = [...this.#truth, event.spin.pocket].slice(-3);
      const state = event.e === "power" && event.on ? 6 : event.e === "state" ? event.state : 0;
      const reaction = this.#kind === "cammegh-ss2" ? SS2_AFTER_US[state] : undefined;
      if (reaction !== undefined) this.#panel.push({ at: us + reaction[0], bytes: reaction[1] });
    }
    if (bytes !== "") this.hear(this.ports[0] ?? "", bytes);
  }

  protected override happens(): string {
    const { random } = this;
    const kind = random.below(10);
    if (kind === 0) {
      const fault = random.pick(this.#kind === "cammegh-ss2" ? SS2_FAULTS : MERCURY_FAULTS);
      this.#model.inject(fault as never);
      return fault;
    }
    if (kind === 1) {
      this.#model.power(false, this.us);
      this.wait(random.pick([100, 3_000]));
      this.#model.power(true, this.us);
      if (this.#kind === "cammegh-ss2") this.#panel = [{ at: this.us + S, bytes: "*P 1\r\n" }];
      return "power off and on";
    }
    if (kind === 2) {
      this.cable(false);
      this.wait(random.pick([25, 2_000]));
      this.#model = this.#newModel();
      this.cable(true);
      return "another wheel";
    }
    this.wait(random.pick([500, 3_000, 8_000, 20_000]));
    return "spins on";
  }

  protected override heal(): void {
    this.cable(false);
    this.wait(1_000);
    this.#model = this.#newModel();
    this.cable(true);
    this.wait(5_000);
  }

  protected override playOn(_view: TableView): void {
    this.wait(2_000);
  }
}

function wheelSetup(rulebook: string, kind: ElectronicWheel): TableSetup & { readonly port: string } {
  if (kind === "cammegh-ss2") return tableSetup(rulebook, "cammegh-ss2", [], { ask: true });
  return tableSetup(rulebook, "cammegh-mercury-360", [], {
    protocol: kind,
    ask: true,
    ...(kind === "advanced" ? { gameMode: 0x1f } : {}),
  });
}

/** A wheel without electronics, and tirada's own board beside it. */
export class BoardBytes extends MonkeyTable {
  protected override readonly ports: readonly string[];
  protected override readonly isTimed = true;
  readonly #wheel: SensedWheel;
  #board: BoardModel;
  #host = "";
  readonly #certified: { readonly round: number; readonly us: number; readonly pocket: string }[] = [];
  #truth: SpinTruth[] = [];

  constructor(rulebook: string, random: RandomSource) {
    const pack = wheelPack(tableSetup(rulebook, "sensor-board", []).pack);
    const wheel = simulatedWheel(pack, `wheel ${random.below(1_000_000)}`, PROFILES.clean);
    const setup = tableSetup(rulebook, "sensor-board", [], {
      calibration: { ...wheel.calibration, board: SIM_BOARD },
    });
    super(setup, random);
    this.#wheel = wheel;
    this.ports = [setup.port];
    this.#board = this.#newBoard(SIM_BOARD);
    watchAbsences(this, this.ports);
    onVerdicts(this, {
      certified: ({ round, result }) =>
        this.#certified.push({ round, us: this.us, pocket: wheelResult(result).pocket }),
      ended: () => undefined,
    });
    this.cable(true);
    this.wait(2_000);
  }

  protected override stepUs(): number {
    // A line of the host is on its way for so long.
    return this.#host === "" ? 20_000 : 2_000;
  }

  #newBoard(board: number): BoardModel {
    const { wheel } = wheelPack(this.setup.pack);
    const marks = wheel.kind === "bowl" ? 0 : wheel.pockets.length;
    const model = fastBoard({ kind: wheel.kind, marks, board, ppm: this.random.below(101) - 50 });
    model.power(true, this.us);
    return model;
  }

  protected override toDevice(_port: string, bytes: string): void {
    this.#host += bytes;
  }

  protected override devicesRun(us: number): void {
    const { edges, truth } = this.#wheel.run(us);
    this.#wheel.lineTroubles();
    this.#truth.push(...truth);
    const host = this.#host;
    this.#host = "";
    for (const { us: at, bytes } of this.#board.step(us, edges, host))
      this.hearAt(at, this.ports[0] ?? "", bytes);
    if (truth.length > 0) this.#holdAgainstTruth();
  }

  #holdAgainstTruth(): void {
    const until = this.#truth.at(-1)?.endUs ?? 0;
    for (const one of this.#certified.filter(({ us }) => us <= until)) {
      const spin = this.#truth.findLast(({ launchedUs }) => launchedUs <= one.us);
      if (spin?.pocket !== one.pocket)
        this.watch.problems.push(
          `round ${one.round}: certified ${one.pocket}, and it was ${String(spin?.pocket)}`,
        );
    }
    const left = this.#certified.filter(({ us }) => us > until);
    this.#certified.splice(0, this.#certified.length, ...left);
    this.#truth = this.#truth.slice(-3);
  }

  protected override happens(): string {
    const { random } = this;
    const kind = random.below(10);
    if (kind === 0) {
      const fault = random.pick(this.#wheel.faults);
      this.#wheel.inject(fault);
      return fault;
    }
    if (kind === 1) {
      this.#board.reset(this.us);
      return "board reset";
    }
    if (kind === 2) {
      this.cable(false);
      this.wait(random.pick([100, 2_000]));
      // Another board was never calibrated on this wheel.
      this.#board = this.#newBoard(random.oneIn(2) ? SIM_BOARD + 1 : SIM_BOARD);
      this.cable(true);
      return "another board";
    }
    this.wait(random.pick([500, 3_000, 8_000, 20_000]));
    return "spins on";
  }

  protected override heal(): void {
    this.cable(false);
    this.wait(1_000);
    this.#board = this.#newBoard(SIM_BOARD);
    this.cable(true);
    this.wait(5_000);
  }

  protected override playOn(_view: TableView): void {
    this.wait(2_000);
  }
}
