import type { RandomSource } from "../../../src/time/random-source.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { ShoeMonkey } from "../monkey/shoe.ts";
import { areAmong, onVerdicts, SeenFaces } from "./account.ts";

/** A shoe that reports by itself, with an account of the cards that left it. */
export class ShoeBytes extends ShoeMonkey {
  readonly #faces: SeenFaces;

  constructor(rulebook: string, random: RandomSource, wire: "line" | "hid") {
    super(rulebook, random, wire);
    this.#faces = new SeenFaces(this);
    onVerdicts(this, {
      certified: ({ round, result }) => {
        if (!("cards" in result)) return;
        const faces = result.cards.flatMap((hand) => hand.faces).filter((face) => face !== null);
        if (!areAmong(faces, this.drawn))
          this.watch.problems.push(
            `round ${round}: certified ${faces.join(" ")}, and ${this.drawn.join(" ")} left the shoe`,
          );
      },
      // What left a shoe that was loaded in the round may be dealt in the next one.
      ended: () => {
        this.drawn.splice(0, this.drawnBefore < 0 ? this.drawn.length : this.drawnBefore);
        this.drawnBefore = -1;
      },
    });
  }

  protected override happens(): string {
    this.#faces.lookAt(this.view);
    return super.happens();
  }

  protected override playOn(view: TableView): void {
    this.#faces.lookAt(view);
    super.playOn(view);
  }
}
