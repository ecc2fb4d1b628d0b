import { BOOT_US } from "../unit.ts";
import { WitnessMqttModel } from "../../models/dice/devices/witness.ts";
import type { DieFace } from "../../../src/dice/faces.ts";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { EYE_PORT, THROWER_PORT, WITNESS_PORT } from "../../../src/recording/entry.ts";
import type { Key } from "../../../src/people/keys.ts";
import type { Person } from "../../../src/people/roles.ts";
import type { Durable } from "../../../src/table/kernel/durable/durable.ts";
import { randomFrom, type RandomSource } from "../../../src/time/random-source.ts";
import { IDP_TABLE, isCovered, type Installed } from "../../people/dice/install.ts";
import { readOf } from "./reads.ts";
import { throwerOf, type Motion, type Thrower } from "../../people/dice/throwers.ts";
import type { Wear } from "../../models/wheels/wear.ts";
import type { EyeWear } from "./eye-wear.ts";
import { ReportingEye } from "./reporting-eye.ts";
import type { ThrowTruth, Trouble } from "../../people/dice/truth.ts";
import type { DiceWorld, LineModel, Lines } from "../../people/dice/world.ts";

export interface ReportedWorldParts {
  readonly installed: Installed;
  readonly seed: string;
  /** The lines to these devices, by port. */
  readonly lines: (models: ReadonlyMap<string, LineModel>) => Lines;
  /** What of the eye wears out; left out: nothing does. */
  readonly wear?: Wear<EyeWear> | undefined;
}

/** The eye's thread is there so long after its port. */
const EYE_OPENED_US = 100_000;
/** From the last movement until the eye calls it settling, and from there until it has read. */
const SETTLE_US = 130_000;
const READ_US = 600_000;
/** Eye faults under which the picture is worth nothing. */
const BLIND: readonly string[] = [
  "eye-camera-gone",
  "eye-camera-frozen",
  "eye-light",
  "eye-blocked",
  "eye-moved",
  "eye-calibration",
];

/** A whole dice table in simulated time, whose eye is given what there is to see. */
export class ReportedWorld implements DiceWorld {
  readonly #installed: Installed;
  readonly #random: RandomSource;
  readonly #eye: ReportingEye;
  readonly #thrower: Thrower;
  readonly #witness: WitnessMqttModel | null;
  readonly #lines: Lines;
  readonly #isCovered: boolean;
  /** Dice lie in the arena. */
  #lie: boolean;

  constructor({ installed, seed, lines, wear }: ReportedWorldParts) {
    this.#installed = installed;
    this.#random = randomFrom(`${seed}/world`);
    this.#eye = new ReportingEye(installed, this.#random.fork("eye"), 0, wear ?? null);
    this.#thrower = throwerOf(installed, this.#random.fork("thrower"));
    this.#witness =
      installed.witness === null
        ? null
        : new WitnessMqttModel({ table: IDP_TABLE, random: this.#random.fork("witness") });
    const models = new Map<string, LineModel>([[EYE_PORT, this.#eye]]);
    if (this.#thrower.model !== null) models.set(THROWER_PORT, this.#thrower.model);
    if (this.#witness !== null) models.set(WITNESS_PORT, this.#witness);
    this.#lines = lines(models);
    this.#isCovered = isCovered(installed.pack);
    this.#lie = this.#isCovered;
    this.#eye.see(400_000, this.#lie ? "rest" : "empty");
    if (installed.knows.includes("dome")) this.#eye.report(300_000, { m: "dome", closed: true });
  }

  get us(): number {
    return this.#lines.us;
  }

  get screen(): Durable {
    return this.#lines.durable;
  }

  wait(us: number): Promise<void> {
    return this.#lines.wait(us);
  }

  press(key: Key, by: Person): Promise<boolean> {
    return this.#lines.press(key, by);
  }

  /** The unit starts anew, and with it an eye of its own. */
  restartUnit(): void {
    this.#lines.restart(this.us);
    this.#eye.restart(this.us + BOOT_US + EYE_OPENED_US, true);
  }

  load(truth: ThrowTruth): void {
    this.#thrower.load(this.us, truth);
  }

  throw(truth: ThrowTruth): Motion | null {
    const { us } = this;
    this.#witness?.eye.layDice(this.look(truth));
    if (truth.witness !== null) this.#witness?.eye.failNext(truth.witness);
    const motion = this.#thrower.throw(us, truth);
    const fromUs = motion?.fromUs ?? us;
    const restUs = (motion?.toUs ?? fromUs) + SETTLE_US + READ_US;
    for (const trouble of truth.trouble) this.#applyTrouble(trouble, fromUs, restUs);
    if (motion !== null) this.#roll(motion, truth);
    return motion;
  }

  takeUp(): void {
    if (this.#isCovered || !this.#lie) return;
    const { us } = this;
    this.#eye.report(us + 100_000, { m: "disturbed", what: "hand" });
    this.#eye.see(us + 100_000, "covered");
    this.#eye.report(us + 700_000, { m: "disturbed", what: "taken" });
    if (this.#random.oneIn(2)) this.#eye.see(us + 800_000, "moving");
    this.#eye.see(us + 1_300_000, "empty");
    this.#lie = false;
  }

  free(): void {
    this.#thrower.free(this.us);
    if (this.#isCovered) this.#eye.see(this.us + 500_000, "rest");
  }

  look({ dice }: ThrowTruth): readonly DieFace[] {
    return dice.filter(({ isExtra }) => !isExtra).map(({ face }) => face);
  }

  #roll({ fromUs, toUs }: Motion, truth: ThrowTruth): void {
    const isBeginUnseen = truth.trouble.some(({ is }) => is === "begin-unseen");
    const firstUs = isBeginUnseen ? fromUs + 250_000 : fromUs + 60_000;
    this.#eye.see(firstUs, "moving");
    if (truth.contact?.isSeen === true) this.#eye.report(firstUs + 200_000, { m: "contact", what: "object" });
    if (truth.hand?.isSeen === true) this.#eye.report(firstUs + 150_000, { m: "contact", what: "hand" });
    if (toUs === null) return;
    this.#lie = true;
    this.#eye.see(toUs + SETTLE_US, "settling");
    if (truth.trouble.some(({ is }) => is === "gone-unread")) return this.#takeAwayUnread(toUs);
    const read = readOf(truth, this.#installed);
    const restUs = toUs + SETTLE_US + READ_US;
    const isWhole = !isBeginUnseen && !truth.trouble.some((one) => isBlinding(one));
    const reported = {
      ...read,
      rolledMs: isWhole ? Math.round((toUs - fromUs) / 1_000) : null,
      picture: sha256Hex(`picture ${truth.n}`),
    };
    // Nothing inside the arena can be read: to the eye it is empty.
    if (truth.dice.every(({ place }) => place === "off-table" || place === "in-cup")) {
      this.#eye.see(restUs, "empty");
      return;
    }
    this.#eye.rest(restUs, reported);
    this.#eye.see(restUs, "rest");
    if (truth.touched !== null) this.#disturbAfterRest(truth.touched, restUs);
  }

  #disturbAfterRest({ what, afterMs }: NonNullable<ThrowTruth["touched"]>, restUs: number): void {
    const us = restUs + afterMs * 1_000;
    this.#eye.report(us, { m: "disturbed", what: "hand" });
    if (what === "moved") this.#eye.report(us + 300_000, { m: "disturbed", what });
  }

  /** The dice are taken away before they could be read. */
  #takeAwayUnread(toUs: number): void {
    this.#eye.see(toUs + SETTLE_US + 150_000, "moving");
    this.#eye.see(toUs + SETTLE_US + 600_000, "empty");
    this.#lie = false;
  }

  #applyTrouble(trouble: Trouble, fromUs: number, restUs: number): void {
    const at = (ms: number): number => Math.max(this.us + 1, fromUs + ms * 1_000);
    switch (trouble.is) {
      case "eye-fault":
        return this.#eye.fault(
          at(trouble.atMs),
          trouble.fault,
          trouble.forMs * 1_000,
          BLIND.includes(trouble.fault),
        );
      case "frames-lost":
        return this.#eye.report(at(trouble.atMs), { m: "frames-lost", ms: trouble.forMs });
      case "garbled-rest":
        return this.#lines.garbleNext(EYE_PORT, restUs - 1_000, 1);
      case "noise":
        return this.#lines.garbleNext(EYE_PORT, at(trouble.atMs), trouble.lines);
      case "cable": {
        const port = trouble.port === "eye" ? EYE_PORT : THROWER_PORT;
        this.#lines.plug(port, at(trouble.atMs), false);
        return this.#lines.plug(port, at(trouble.atMs) + trouble.forMs * 1_000, true);
      }
      case "eye-restart":
        return this.#eye.restart(at(trouble.atMs));
      case "unit-restart":
        return this.#lines.restart(at(trouble.atMs));
      case "dome-open":
        this.#eye.report(at(trouble.atMs), { m: "dome", closed: false });
        return this.#eye.report(restUs + 4_000_000, { m: "dome", closed: true });
      case "begin-unseen":
      case "gone-unread":
        return;
    }
  }
}

const isBlinding = (trouble: Trouble): boolean =>
  trouble.is === "eye-restart" || (trouble.is === "eye-fault" && BLIND.includes(trouble.fault));
