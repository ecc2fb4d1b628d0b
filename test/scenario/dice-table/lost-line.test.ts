import { describe, expect, it } from "vitest";
import { EyeReporter } from "../../../drivers/dice/eye/reporter.ts";
import { tableSetup } from "../../../firmware/table/setup/table-setup.ts";
import type { DieFace } from "../../../src/dice/faces.ts";
import { monoUs } from "../../../src/time/instant.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { MonkeyTable } from "../../property/monkey/table.ts";
import { die } from "../../support/played-dice.ts";

/** The line of an eye is lost over dice that lie there: from its bytes to what the screens show. */

const DIGEST = "0123456789abcdef";
const KNOWS = { rim: true, basket: true, half: true, wall: true, rolled: true, dome: false } as const;
const FIRST: readonly DieFace[] = ["crown", "heart", "spade"];
const OTHER: readonly DieFace[] = ["anchor", "heart", "club"];

/** Corona y ancla under an eye on a line of its own, which reads on while nobody hears it. */
class LostLine extends MonkeyTable {
  protected override readonly ports = ["eye"];
  readonly #eye = new EyeReporter(
    { boot: 7, digest: DIGEST, faces: "symbols", width: 1_280, height: 720, knows: KNOWS },
    monoUs(5_000_000),
  );
  #rests = 0;

  constructor() {
    const knows = ["rim", "basket", "half", "wall", "rolled"] as const;
    super(
      tableSetup("cl/corona-y-ancla", "tirada-eye", [], { eye: { digest: DIGEST, knows } }),
      randomFrom("lost line"),
    );
    this.plug(true).#say("\n");
    this.tell({ m: "state", state: "empty" }).pass(3_000);
    this.press({ key: "open-table" }, "jefe-de-mesa");
  }

  restart(): this {
    this.restartUnit();
    return this;
  }

  plug(isIn: boolean): this {
    this.cable(isIn);
    return this;
  }

  #counters() {
    return { frames: Math.floor(this.us / 33_000), dropped: 0, damaged: 0, light: 120, drift: 0 };
  }

  #say(bytes: string): void {
    if (bytes !== "") this.hear("eye", bytes);
  }

  tell(...words: readonly Parameters<EyeReporter["reportEvent"]>[0][]): this {
    for (const body of words) {
      this.#say(this.#eye.reportEvent(body, monoUs(this.us), this.#counters()));
      this.wait(300);
    }
    return this;
  }

  roll(faces: readonly DieFace[]): this {
    const dice = faces.map((face, at) =>
      die(face, { x: 100 + 300 * at, half: "far", wall: true, rolled: true }),
    );
    const picture = "0f".repeat(32);
    const n = ++this.#rests;
    return this.tell(
      { m: "state", state: "moving" },
      { m: "state", state: "rest" },
      { m: "rest", read: { n, rolledMs: 900, dice, verdict: "readable", reasons: [], picture } },
    );
  }

  /** What people read: the phase, the round, and its dice or why they are none. */
  get shown(): string {
    const { phase, round, verdict } = this.view;
    const what = verdict?.kind === "dice-result" ? [verdict.faces.join("-")] : [];
    const why = verdict?.kind === "undecided" ? verdict.because.map(({ en }) => en) : [];
    return [`${phase} ${round}`, ...what, ...why].join("; ");
  }

  /** A first throw, whose dice lie there as the cable is pulled and bets are opened and closed. */
  static unplugged(): LostLine {
    const table = new LostLine();
    table.call().roll(FIRST).pass(12_000);
    expect(table.shown).toBe("result 1; crown-heart-spade");
    table.plug(false).pressAsAny({ key: "open-bets" });
    return table.call();
  }

  /** Time passes. */
  pass(ms: number): this {
    this.wait(ms);
    return this;
  }

  call(): this {
    this.pressAsAny({ key: "no-more-bets" });
    return this;
  }

  protected override devicesRun(us: number): void {
    this.#say(this.#eye.takeDueLines(monoUs(us), this.#counters()));
  }
  protected override toDevice(): void {
    // An eye is asked nothing.
  }
  protected override happens(): string {
    return "";
  }
  protected override heal(): void {
    // Nothing is wrong with it.
  }
  protected override playOn(): void {
    // A test plays it.
  }
}

describe("the cable of an eye is pulled beside a result, and bets are opened and closed meanwhile", () => {
  const LOST = "the camera's cable was lost during the throw";

  it.each([
    ["just now", 1_000, "the dice were not seen to roll: they may have been laid there"],
    ["long ago", 20_000, "a reading of the camera is missing"],
  ])("dice that were thrown %s: said to be undecided, and the next throw counts", (_, ms, why) => {
    const table = LostLine.unplugged().roll(OTHER).pass(ms).plug(true).pass(6_000);
    expect(table.shown).toBe(`undecided 2; ${LOST}; ${why}`);
    expect(table.view.tasks.map(({ kind, round }) => [kind, round])).toContainEqual(["decide", 2]);
    table.tell({ m: "state", state: "covered" }, { m: "state", state: "empty" });
    expect(table.call().roll(FIRST).shown).toBe("result 3; crown-heart-spade");
  });

  it.each([3_000, 60_000])(
    "nothing was thrown in %i ms: the same dice lie there, and the throw counts",
    (ms) => {
      const table = LostLine.unplugged().pass(ms).plug(true).pass(70_000);
      expect(table.shown).toMatch(/^no-more-bets 2/);
      table.tell({ m: "disturbed", what: "taken" }, { m: "state", state: "empty" });
      expect(table.roll(OTHER).shown).toBe("result 2; anchor-heart-club");
    },
  );

  it("the unit was restarted beside the dice of the round that it gave up: no throw of the next one", () => {
    const table = LostLine.unplugged().plug(true).pass(6_000).restart().pass(6_000);
    expect(table.view.phase).toBe("aborted");
    expect(table.watch.problems).toEqual([]);
  });
});
