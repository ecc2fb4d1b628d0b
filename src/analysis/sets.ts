import { isDieFace, PIP_FACES, SYMBOL_FACES } from "../dice/faces.ts";
import { chiSquareOf } from "./chi-square.ts";
import { Counts } from "./counts.ts";
import { sampleNeeded } from "./power.ts";
import { fieldsAt, listAt, textAt, type Fields } from "./record-fields.ts";
import { section, type Cell, type Section } from "./report.ts";

/** Sets that are told, the newest; and names of one. */
export const SETS_MAX = 60;
const NAMES_MAX = 120;

interface CountedSet {
  readonly number: number;
  readonly device: string;
  readonly counts: Counts;
}

/**
 * Numbers of a wheel and faces of dice by what they came from: a set begins with another device at the port, and with dice that were changed.
 * Taken together they would hide one that is loaded behind one that is not.
 */
export class Sets {
  readonly #sets: CountedSet[] = [];
  readonly #devices = new Map<string, string>();
  #count = 0;
  #isNew = true;

  take(fields: Fields): void {
    switch (textAt(fields, "kind")) {
      case "device":
        this.#takeDevice(fieldsAt(fields, "detail"));
        return;
      case "key":
        if (textAt(fieldsAt(fields, "key"), "key") === "change-dice") this.#isNew = true;
        return;
      case "result":
        for (const name of namesOf(fieldsAt(fields, "result"))) this.#current().counts.add(name);
    }
  }

  #takeDevice(detail: Fields): void {
    const port = textAt(detail, "port");
    const says = [textAt(detail, "device"), textAt(detail, "serial")].filter((one) => one !== "").join(" ");
    if (this.#devices.get(port) === says) return;
    this.#devices.set(port, says);
    this.#isNew = true;
  }

  #current(): CountedSet {
    const last = this.#sets.at(-1);
    if (last !== undefined && !this.#isNew) return last;
    this.#isNew = false;
    const device = [...this.#devices.values()].join(", ");
    const set = { number: ++this.#count, device, counts: new Counts(NAMES_MAX) };
    this.#sets.push(set);
    if (this.#sets.length > SETS_MAX) this.#sets.shift();
    return set;
  }

  /** `names`: of the wheel, with those that stand in it more than once; null: of dice, or nobody knows. */
  sections(names: readonly string[] | null): readonly Section[] {
    const known = this.#sets.filter(({ counts }) => counts.total > 0);
    if (known.length === 0) return [];
    const rows = known.map(({ number, device, counts }): readonly Cell[] => {
      const of = names ?? facesOf(counts);
      const all = [...new Set(of)];
      const shares = all.map((name) => of.filter((one) => one === name).length / of.length);
      const chi = chiSquareOf(
        all.map((name) => counts.of(name)),
        shares.map((share) => share * counts.total),
      );
      return [
        number,
        device,
        counts.total,
        sampleNeeded(shares),
        chi?.statistic ?? null,
        chi?.freedom ?? null,
        chi?.p ?? null,
      ];
    });
    return [section("sets", ["set", "device", "count", "needed", "chi", "freedom", "p"], rows)];
  }
}

const facesOf = (counts: Counts): readonly string[] =>
  SYMBOL_FACES.some((face) => counts.of(face) > 0) ? SYMBOL_FACES : PIP_FACES;

/** The number of a spin, or the faces of a throw. */
function namesOf(result: Fields): readonly string[] {
  const pocket = textAt(result, "pocket");
  if (pocket !== "") return [pocket];
  return listAt(result, "faces").filter((one): one is string => typeof one === "string" && isDieFace(one));
}
