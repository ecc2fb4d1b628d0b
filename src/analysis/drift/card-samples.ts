import { fieldsAt, numberAt, objectsAt, textAt, type Fields } from "../record-fields.ts";
import type { Sample } from "./measures.ts";

/** Parts of a shoe by how much of it was dealt: the last cards lie under less weight, and come from deeper inside. */
const QUARTERS = 4;

/** Cards of the rounds that are over, from their records alone: no face is looked at. */
export class CardSamples {
  #quarters = new Map<number, { count: number; of: number }>();

  /** The next record. @returns what the round measured that it ends; null: it ends none */
  addRecord(fields: Fields): readonly Sample[] | null {
    const kind = textAt(fields, "kind");
    if (kind === "deal" && textAt(fields, "what") === "dealt") this.#count(fields);
    if (!["result", "void", "undecided", "aborted"].includes(kind)) return null;
    const counted = [...this.#quarters];
    const all = {
      count: counted.reduce((sum, [, one]) => sum + one.count, 0),
      of: counted.reduce((sum, [, one]) => sum + one.of, 0),
    };
    const samples = [["", all] as const, ...counted].map(([quarter, { count, of }]): Sample => ({
      measure: "misreads",
      part: String(quarter),
      value: count,
      of,
    }));
    this.#quarters = new Map();
    return samples;
  }

  #count(fields: Fields): void {
    const counts = fieldsAt(fields, "counts");
    const [loaded, inside] = [numberAt(counts, "loaded") ?? 0, numberAt(counts, "inside") ?? 0];
    if (loaded === 0) return;
    const quarter = 1 + Math.min(QUARTERS - 1, Math.floor(((loaded - inside) * QUARTERS) / loaded));
    const cards = objectsAt(fields, "cards");
    const before = this.#quarters.get(quarter) ?? { count: 0, of: 0 };
    const count = cards.filter(({ unread }) => unread === true).length;
    this.#quarters.set(quarter, { count: before.count + count, of: before.of + cards.length });
  }
}
