import { EyeReporter } from "../../drivers/dice/eye/reporter.ts";
import { tableSetup, type ShoeTableSetup } from "../../firmware/table/setup/table-setup.ts";
import type { Face } from "../../src/cards/card.ts";
import type { DieFace } from "../../src/dice/faces.ts";
import type { DieRead, ThrowRead } from "../../src/dice/observation.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import { dieRead } from "./dice-lines.ts";
import { ShoeHarness } from "./shoe-harness.ts";

const COUNTERS = { frames: 9, dropped: 0, damaged: 0, light: 120, drift: 0 } as const;
const KNOWS = { rim: false, basket: false, half: false, wall: false, rolled: false, dome: false };
/** Of an eye that no picture is read with. */
export const DIGEST = "0123456789abcdef";

export function paiGowSetup(digest = DIGEST): ShoeTableSetup {
  return tableSetup("es-cb/pai-gow-poker", "tirada-shoe+tirada-eye", ["first-clockwise"], {
    decks: [{ id: "00000001", back: null, pack: 52, jokers: 1, removed: [] }],
    port: "hid",
    firstDice: { eye: { port: "serial", digest } },
  }) as ShoeTableSetup;
}

/** A modelled shoe and the lines of an eye on the unit's own pipeline. */
export class PaiGowTable extends ShoeHarness {
  readonly #eye: EyeReporter;

  constructor(digest = DIGEST) {
    super(paiGowSetup(digest), { decks: 1 });
    this.#eye = new EyeReporter(
      { boot: 7, digest, faces: "pips", width: 640, height: 480, knows: KNOWS },
      this.t,
    );
    this.feed({ k: "open", t: this.t, port: "eye", name: "/dev/eye" });
    this.#say("\n");
    this.#say(this.#eye.takeDueLines(this.t, COUNTERS));
    this.tell({ m: "state", state: "empty" });
  }

  #say(bytes: string): void {
    this.feed({ k: "in", t: this.t, port: "eye", bytes });
    this.run(20);
  }

  tell(body: Parameters<EyeReporter["reportEvent"]>[0]): this {
    this.#say(this.#eye.reportEvent(body, this.t, COUNTERS));
    return this;
  }

  throw(n: number, ...faces: readonly DieFace[]): this {
    return this.throwDice(
      n,
      faces.map((face, at) => dieRead(face, at)),
    );
  }

  throwDice(n: number, dice: readonly DieRead[], picture = "0f".repeat(32)): this {
    const read: ThrowRead = { n, rolledMs: 900, dice, verdict: "readable", reasons: [], picture };
    return this.tell({ m: "state", state: "moving" })
      .tell({ m: "state", state: "rest" })
      .tell({ m: "rest", read });
  }

  /** Of the one deck that the game has. */
  override card(face: Face): this {
    return this.happens({ e: "pass", cards: [{ face, back: null, deck: 1, id: null }] });
  }

  seated(): this {
    this.ready();
    return this.key({ key: "seats", seats: [1, 3] }).key({ key: "no-more-bets" });
  }

  of(kind: RecordBody["kind"]): readonly RecordBody[] {
    return this.records.map(({ body }) => body).filter((body) => body.kind === kind);
  }
}
