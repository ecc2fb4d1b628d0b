import { isDieFace, PIP_FACES, SYMBOL_FACES } from "../dice/faces.ts";
import { Counts } from "./counts.ts";
import { equalChances, frequencies, type Chance } from "./frequencies.ts";
import { fieldsAt, listAt, numberAt, textAt, type Fields } from "./record-fields.ts";
import type { Section } from "./report.ts";

const FACES_MAX = 12;
const TOTALS_MAX = 40;
const DICE_MOST = 6;

/** The faces of a dice table's throws, and their totals. */
export class DiceFaces {
  readonly #faces = new Counts(FACES_MAX);
  /** Totals by how many dice were thrown. */
  readonly #totals = new Map<number, Counts>();

  take(fields: Fields): void {
    if (textAt(fields, "kind") !== "result") return;
    const result = fieldsAt(fields, "result");
    const faces = listAt(result, "faces").filter((one) => typeof one === "string" && isDieFace(one));
    if (faces.length === 0 || faces.length > DICE_MOST) return;
    for (const face of faces as readonly string[]) this.#faces.add(face);
    const total = numberAt(result, "total");
    if (total === null) return;
    const of = this.#totals.get(faces.length) ?? new Counts(TOTALS_MAX);
    this.#totals.set(faces.length, of);
    of.add(String(total));
  }

  sections(): readonly Section[] {
    if (this.#faces.total === 0) return [];
    const set = SYMBOL_FACES.some((face) => this.#faces.of(face) > 0) ? SYMBOL_FACES : PIP_FACES;
    const faces = frequencies(
      { id: "dice", column: "face", notes: ["dice-not-told-apart"] },
      this.#faces,
      equalChances(set),
    );
    const totals = [...this.#totals].map(([dice, counts]) =>
      frequencies({ id: "totals", column: "total" }, counts, chancesOfTotals(dice)),
    );
    return [faces, ...totals];
  }
}

/** How often so many fair dice of six faces come to each total. */
function chancesOfTotals(dice: number): readonly Chance[] {
  let ways = new Map([[0, 1]]);
  for (let die = 0; die < dice; die++) {
    const next = new Map<number, number>();
    for (const [sum, count] of ways)
      for (let face = 1; face <= 6; face++) next.set(sum + face, (next.get(sum + face) ?? 0) + count);
    ways = next;
  }
  return [...ways]
    .sort(([a], [b]) => a - b)
    .map(([total, count]) => ({ name: String(total), share: count / 6 ** dice }));
}
