import { isDieFace, PIP_FACES, SYMBOL_FACES } from "../dice/faces.ts";
import { Counts } from "./counts.ts";
import { equalChances, frequencies, type Chance } from "./frequencies.ts";
import { fieldsAt, listAt, numberAt, textAt, type Fields } from "./record-fields.ts";
import type { Section } from "./report.ts";

const FACES_MAX = 12;
const TOTALS_MAX = 40;
/** Throws of more dice come to more combinations than any table plays rounds. */
const COMBINED_MAX = 3;
const COMBINATIONS_MAX = 60;
const DICE_MOST = 6;

/** The faces of a dice table's throws, and their totals. */
export class DiceFaces {
  readonly #faces = new Counts(FACES_MAX);
  /** Totals by how many dice were thrown. */
  readonly #totals = new Map<number, Counts>();
  /** Faces of a throw together, by how many dice were thrown. */
  readonly #combined = new Map<number, Counts>();

  take(fields: Fields): void {
    if (textAt(fields, "kind") !== "result") return;
    const result = fieldsAt(fields, "result");
    const faces = listAt(result, "faces").filter((one) => typeof one === "string" && isDieFace(one));
    if (faces.length === 0 || faces.length > DICE_MOST) return;
    for (const face of faces as readonly string[]) this.#faces.add(face);
    const combined = this.#combined.get(faces.length) ?? new Counts(COMBINATIONS_MAX);
    this.#combined.set(faces.length, combined);
    combined.add((faces as readonly string[]).toSorted().join(" "));
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
    const combined = [...this.#combined]
      .filter(([dice]) => dice > 1 && dice <= COMBINED_MAX)
      .map(([dice, counts]) =>
        frequencies({ id: "combinations", column: "combination" }, counts, chancesOfCombinations(set, dice)),
      );
    return [faces, ...totals, ...combined];
  }
}

/** How often so many fair dice show these faces together, in whatever order. */
function chancesOfCombinations(set: readonly string[], dice: number): readonly Chance[] {
  let ways = new Map([["", 1]]);
  for (let die = 0; die < dice; die++) {
    const next = new Map<string, number>();
    for (const [shown, count] of ways)
      for (const face of set) {
        const name = [...shown.split(" ").filter((one) => one !== ""), face].toSorted().join(" ");
        next.set(name, (next.get(name) ?? 0) + count);
      }
    ways = next;
  }
  return [...ways].map(([name, count]) => ({ name, share: count / set.length ** dice }));
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
