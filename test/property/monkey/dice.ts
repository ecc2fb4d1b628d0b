import { EyeReporter } from "../../../drivers/dice/eye/reporter.ts";
import { EYE_FAULTS } from "../../../drivers/dice/eye/codes.ts";
import { tableSetup } from "../../../firmware/table/setup/table-setup.ts";
import type { ThrowRead } from "../../../src/dice/observation.ts";
import { facesOf, type DieFace } from "../../../src/dice/faces.ts";
import { dicePack } from "../../../src/rules/pack.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import { monoUs } from "../../../src/time/instant.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { MonkeyTable } from "./table.ts";

const DIGEST = "0123456789abcdef";
const KNOWS = { rim: true, basket: true, half: true, wall: true, rolled: true, dome: false } as const;
const NAMES = ["rim", "basket", "half", "wall", "rolled"] as const;

/** Dice that are thrown by hand under an eye that tells what there is to see. */
export class DiceMonkey extends MonkeyTable {
  protected override readonly ports = ["eye"];
  #eye: EyeReporter;
  #boot = 7;
  #n = 0;
  readonly #faults = new Set<(typeof EYE_FAULTS)[number]>();

  constructor(rulebook: string, random: RandomSource) {
    super(tableSetup(rulebook, "tirada-eye", [], { eye: { digest: DIGEST, knows: NAMES } }), random);
    this.#eye = this.#newEye();
    this.cable(true);
    this.#say("\n");
    this.#tell({ m: "state", state: "empty" });
    this.wait(600);
  }

  #newEye(): EyeReporter {
    const { faces } = dicePack(this.setup.pack).dice;
    this.#faults.clear();
    return new EyeReporter(
      { boot: this.#boot, digest: DIGEST, faces, width: 1_280, height: 720, knows: KNOWS },
      monoUs(this.us),
    );
  }

  #counters() {
    return { frames: Math.floor(this.us / 33_000), dropped: 0, damaged: 0, light: 120, drift: 0 };
  }

  #say(bytes: string): void {
    if (bytes !== "") this.hear("eye", bytes);
  }

  #tell(...words: readonly Parameters<EyeReporter["reportEvent"]>[0][]): void {
    for (const body of words) {
      this.#say(this.#eye.reportEvent(body, monoUs(this.us), this.#counters()));
      this.wait(25);
    }
  }

  protected override toDevice(): void {
    // An eye is asked nothing.
  }

  protected override devicesRun(us: number): void {
    this.#say(this.#eye.takeDueLines(monoUs(us), this.#counters()));
  }

  #read(isWell: boolean): ThrowRead {
    const { random } = this;
    const { faces, dice } = dicePack(this.setup.pack).dice;
    const known: readonly DieFace[] = facesOf(faces);
    const isReadable = isWell || !random.oneIn(3);
    return {
      n: ++this.#n,
      rolledMs: isWell || !random.oneIn(6) ? 900 : null,
      dice: Array.from({ length: isWell || !random.oneIn(6) ? dice : 1 + random.below(dice) }, (_, at) => ({
        face: isReadable ? random.pick(known) : null,
        x: 100 + 300 * at,
        y: 200,
        confidence: 980,
        notes: [],
        half: "far",
        wall: true,
        rolled: true,
      })),
      verdict: isReadable ? "readable" : "undecided",
      reasons: isReadable ? [] : ["disagree"],
      picture: "0f".repeat(32),
    };
  }

  #throw(isWell: boolean): void {
    this.#tell({ m: "state", state: "moving" });
    this.wait(600);
    this.#tell({ m: "state", state: "rest" }, { m: "rest", read: this.#read(isWell) });
    this.wait(300);
  }

  protected override happens(): string {
    const { random } = this;
    const kind = random.below(12);
    if (kind < 5) {
      this.#throw(false);
      return "throw";
    }
    if (kind < 8) {
      this.#tell({ m: "state", state: random.pick(["empty", "empty", "covered", "moving", "settling"]) });
      return "arena";
    }
    if (kind === 8) {
      this.#tell({ m: "disturbed", what: random.pick(["hand", "moved", "taken"]) });
      return "disturbed";
    }
    if (kind === 9) {
      this.#tell({ m: "contact", what: random.pick(["hand", "object"]) });
      return "contact";
    }
    if (kind === 10) {
      this.#boot++;
      this.#eye = this.#newEye();
      this.#n = 0;
      return "another eye";
    }
    const fault = random.pick(EYE_FAULTS);
    const on = !this.#faults.has(fault);
    if (on) this.#faults.add(fault);
    else this.#faults.delete(fault);
    this.#tell({ m: "fault", fault, on, value: 1 });
    return `${fault} ${on}`;
  }

  protected override heal(): void {
    for (const fault of this.#faults) this.#tell({ m: "fault", fault, on: false, value: 0 });
    this.#faults.clear();
    this.wait(3_000);
    this.#tell({ m: "state", state: "moving" }, { m: "state", state: "empty" });
  }

  protected override playOn(view: TableView): void {
    const keys = view.dice?.keys.map(({ key }) => key) ?? [];
    switch (view.phase) {
      case "betting": {
        const closes = keys.find(({ key }) => key === "no-more-bets");
        if (closes !== undefined) this.pressAsAny(closes);
        return this.#throw(true);
      }
      case "no-more-bets":
        return this.#throw(true);
      case "throwing":
        return this.wait(15_000);
      default: {
        const point = keys.find(({ key }) => key === "mark-point");
        const isHeld = !keys.some(({ key }) => key === "open-bets");
        if (isHeld && point !== undefined) this.pressAsAny(point);
        // Nothing but a change of the dice, or a word about one of them, lets the next round begin.
        const found = keys.find(({ key }) => key === "die-found");
        const change = keys.find(({ key }) => key === "change-dice");
        if (isHeld && found !== undefined) this.pressAsAny(found);
        else if (isHeld && change !== undefined) this.pressAsAny(change);
        const announce = keys.find(({ key }) => key === "announce");
        if (announce !== undefined) this.pressAsAny(announce);
        this.#tell({ m: "disturbed", what: "taken" }, { m: "state", state: "empty" });
        const opens = view.dice?.keys.find(({ key }) => key.key === "open-bets");
        if (opens !== undefined) this.pressAsAny(opens.key);
      }
    }
  }
}
