import { SHAKER_NAME, IDP_TABLE, DIGEST, type Installed } from "../../../hw-sim/people/dice/install.ts";
import { DICE_PROFILES, makeThrow } from "../../../hw-sim/people/dice/make-throw.ts";
import { ReportedWorld } from "../../../hw-sim/sim/dice/reported-world.ts";
import type { ThrowTruth } from "../../../hw-sim/people/dice/truth.ts";
import type { LineModel, Lines } from "../../../hw-sim/people/dice/world.ts";
import type { Knows } from "../../../drivers/dice/eye/codes.ts";
import { tableSetup } from "../../../firmware/table/setup/table-setup.ts";
import { dicePack } from "../../../src/rules/pack.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { MonkeyTable } from "../monkey/table.ts";
import { areAmong, onVerdicts, watchAbsences } from "./account.ts";

export interface DiceKind {
  readonly rulebook: string;
  readonly thrower: Installed["thrower"];
  readonly witness: Installed["witness"];
}

function installedOf({ rulebook, thrower, witness }: DiceKind, random: RandomSource): Installed {
  const names = ["tirada-eye", thrower, witness === null ? null : "idp-mqtt"];
  const isCovered = thrower === "cage" || thrower === "shaker-mqtt";
  const knows: readonly Knows[] = isCovered
    ? random.pick([["dome"], []])
    : thrower === null
      ? ["rim", "basket", "half", "wall", "rolled"]
      : ["rim"];
  const setup = tableSetup(rulebook, names.filter((one) => one !== null).join("+"), [], {
    eye: { digest: DIGEST, knows },
    thrower: thrower === "shaker-mqtt" ? { id: SHAKER_NAME } : {},
    witness:
      witness === null ? {} : { id: IDP_TABLE, input: "rtsp://camera/dice", output: "rtsp://server/dice" },
    witnessRequired: witness?.isRequired === true,
  });
  if (setup.family !== "dice") throw new TypeError(`${rulebook} is no game of dice`);
  return { pack: dicePack(setup.pack), setup, knows, thrower, witness };
}

/** Dice with an eye, what throws them, and a second source: each on a port of its own. */
export class DiceBytes extends MonkeyTable {
  protected override readonly ports: readonly string[];
  protected override readonly isTimed = true;
  readonly #installed: Installed;
  readonly #host = new Map<string, string>();
  #models: ReadonlyMap<string, LineModel> = new Map();
  #world: ReportedWorld;
  #throws = 0;
  /** What lay in the arena after each throw since the last verdict but one. */
  #thrown: (readonly string[])[] = [];

  constructor(kind: DiceKind, random: RandomSource) {
    const installed = installedOf(kind, random.fork("set-up"));
    super(installed.setup, random);
    this.#installed = installed;
    this.ports = installed.setup.devices.ports;
    this.#world = this.#newWorld();
    // Over an empty arena a hole that is too short for a throw hides none.
    watchAbsences(this, ["eye"], ["throwing"]);
    onVerdicts(this, {
      certified: ({ round, result }) => {
        if (!("faces" in result)) return;
        const { faces } = result;
        if (!this.#thrown.some((lay) => areAmong(faces, lay)))
          this.watch.problems.push(
            `round ${round}: certified ${faces.join(" ")}, and there lay ${this.#thrown.map((lay) => lay.join(" ")).join(", ")}`,
          );
      },
      ended: () => (this.#thrown = this.#thrown.slice(-1)),
    });
    this.cable(true);
    this.wait(2_000);
  }

  /** All devices are new. */
  #newWorld(): ReportedWorld {
    const lines = new OwnLines(this);
    const seed = `world ${this.random.below(1_000_000)}`;
    const world = new ReportedWorld({
      installed: this.#installed,
      seed,
      lines: (models) => {
        this.#models = models;
        return lines;
      },
    });
    // Nobody heard what they said before they were plugged in.
    for (const model of this.#models.values()) model.step(this.us);
    return world;
  }

  garble(port: string): void {
    this.wire(port).trouble("garbage", this.us);
  }

  protected override toDevice(port: string, bytes: string): void {
    this.#host.set(port, (this.#host.get(port) ?? "") + bytes);
  }

  protected override devicesRun(us: number): void {
    for (const [port, model] of this.#models) {
      const host = this.#host.get(port);
      this.#host.delete(port);
      for (const { us: at, bytes } of model.step(us, host)) this.hearAt(at, port, bytes);
    }
  }

  #throw(isWell: boolean): string {
    const around = { installed: this.#installed, random: this.random };
    const truth = makeThrow(++this.#throws, around, isWell ? DICE_PROFILES.clean : DICE_PROFILES.rough);
    this.#world.load(truth);
    this.wait(1_000);
    this.#thrown.push(faceTexts(truth));
    const motion = this.#world.throw(truth);
    if (isWell || this.random.oneIn(2))
      this.wait(Math.min(30_000, Math.max(0, ((motion?.toUs ?? this.us) - this.us) / 1_000) + 3_000));
    return `throw ${truth.faults.join(" ")}`;
  }

  protected override happens(): string {
    const { random } = this;
    const kind = random.below(12);
    if (kind < 5) return this.#throw(false);
    if (kind < 7) {
      this.#world.takeUp();
      this.wait(random.pick([300, 2_000]));
      return "taken up";
    }
    if (kind === 7) {
      this.#world.free();
      return "freed";
    }
    if (kind === 8) {
      this.#exchange();
      return "other devices";
    }
    if (kind === 9) {
      this.#world.restartUnit();
      return "the eye begins anew";
    }
    this.wait(random.pick([300, 1_500, 6_000, 15_000]));
    return "time goes by";
  }

  #exchange(): void {
    this.cable(false);
    this.wait(this.random.pick([25, 2_000]));
    this.#host.clear();
    this.#world = this.#newWorld();
    this.cable(true);
    this.wait(this.random.pick([25, 2_000]));
  }

  protected override heal(): void {
    this.#exchange();
    this.wait(3_000);
  }

  protected override playOn(view: TableView): void {
    const keys = view.dice?.keys.map(({ key }) => key) ?? [];
    switch (view.phase) {
      case "betting": {
        const closes = keys.find(({ key }) => key === "no-more-bets");
        if (closes !== undefined) this.pressAsAny(closes);
        this.wait(2_000);
        this.#throw(true);
        return;
      }
      case "no-more-bets":
        this.#throw(true);
        return;
      case "throwing":
        return this.wait(15_000);
      default: {
        for (const name of ["mark-point", "die-found", "change-dice", "announce"]) {
          const isHeld = !keys.some(({ key }) => key === "open-bets");
          const found = keys.find(({ key }) => key === name);
          if (found !== undefined && (isHeld || name === "announce")) this.pressAsAny(found);
        }
        this.#world.free();
        this.#world.takeUp();
        this.wait(2_500);
        const opens = view.dice?.keys.find(({ key }) => key.key === "open-bets");
        if (opens !== undefined) this.pressAsAny(opens.key);
      }
    }
  }
}

/** The world's time is this table's; what happens to cables and unit is the monkey's. */
class OwnLines implements Lines {
  readonly #table: DiceBytes;

  constructor(table: DiceBytes) {
    this.#table = table;
  }

  get us(): number {
    return this.#table.us;
  }

  get durable(): Lines["durable"] {
    return this.#table.durable;
  }

  wait(): Promise<void> {
    return Promise.resolve();
  }

  press(): Promise<boolean> {
    return Promise.resolve(false);
  }

  plug(): void {
    // The monkey pulls cables by itself.
  }

  garbleNext(port: string): void {
    this.#table.garble(port);
  }

  restart(): void {
    // The monkey restarts the unit by itself.
  }
}

const faceTexts = ({ dice }: ThrowTruth): readonly string[] => dice.map(({ face }) => face);
