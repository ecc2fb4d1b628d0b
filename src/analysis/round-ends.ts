import { textsOf } from "../text/text-of.ts";
import { Counts } from "./counts.ts";
import { fieldsAt, isFields, objectsAt, textAt, textsAt, type Fields } from "./record-fields.ts";
import { section, type Section } from "./report.ts";

/** Rules, codes and devices that are counted one by one. */
export const NAMES_MAX = 400;

const ENDS = ["certified", "reported", "void", "undecided", "aborted"] as const;

/** What rounds came to, why some were annulled, and why others were not decided or not certified. */
export class RoundEnds {
  readonly #ends = new Counts(ENDS.length);
  readonly #machineVoids = new Counts(NAMES_MAX);
  readonly #personVoids = new Counts(NAMES_MAX);
  readonly #undecided = new Counts(NAMES_MAX);
  readonly #reported = new Counts(NAMES_MAX);

  take(fields: Fields): void {
    switch (textAt(fields, "kind")) {
      case "result": {
        const certainty = fieldsAt(fields, "certainty");
        this.#ends.add(textAt(certainty, "level") === "certified" ? "certified" : "reported");
        for (const code of textsAt(certainty, "because")) this.#reported.add(code);
        return;
      }
      case "void": {
        this.#ends.add("void");
        const counts = isFields(fields["calledBy"]) ? this.#personVoids : this.#machineVoids;
        for (const one of objectsAt(fields, "reasons"))
          counts.add(`${textAt(one, "rule")}\n${textAt(one, "cite")}`);
        return;
      }
      case "undecided":
        this.#ends.add("undecided");
        for (const code of textsAt(fields, "because")) this.#undecided.add(code);
        return;
      case "aborted":
        this.#ends.add("aborted");
        this.#undecided.add(textAt(fields, "cause"));
    }
  }

  get total(): number {
    return this.#ends.total;
  }

  sections(): readonly Section[] {
    const rows = ENDS.map((end) => [end, this.#ends.of(end), share(this.#ends.of(end), this.total)]);
    return [section("rounds", ["end", "count", "share"], rows), this.#voids(), this.#doubts()];
  }

  #voids(): Section {
    const names = new Set([...this.#machineVoids.names, ...this.#personVoids.names]);
    const rows = [...names].map((name) => {
      const [rule = "", cite = ""] = name.split("\n");
      return [rule, cite, this.#machineVoids.of(name), this.#personVoids.of(name)] as const;
    });
    return section(
      "voids",
      ["rule", "cite", "machine", "person"],
      rows.sort((a, b) => b[2] + b[3] - a[2] - a[3]),
    );
  }

  #doubts(): Section {
    const names = new Set([...this.#undecided.names, ...this.#reported.names]);
    const rows = [...names].map((code) => [code, this.#undecided.of(code), this.#reported.of(code)] as const);
    return section(
      "doubts",
      ["code", "undecided", "reported"],
      rows.sort((a, b) => b[1] + b[2] - a[1] - a[2]),
    );
  }
}

/** Faults by device and code, each time that one began. */
export class FaultCounts {
  readonly #faults = new Counts(NAMES_MAX);

  take(fields: Fields): void {
    if (textAt(fields, "kind") === "fault")
      this.#faults.add(`${textAt(fields, "device")}\n${textAt(fields, "code")}`);
  }

  sections(): readonly Section[] {
    const rows = this.#faults.sorted().map(([name, count]) => [...name.split("\n"), count]);
    return [section("faults", ["device", "code", "count"], rows)];
  }
}

/** Reasons and faults by which a card, a die or a number was not read, or not at the first time. */
const MISREAD_REASONS: readonly string[] = [
  ...Object.keys(textsOf("reasons.dice-reading")),
  ...Object.keys(textsOf("reasons.dice-seen")).map((code) => `dice-${code}`),
  "sensors-differ",
  "rotor-not-read",
  "levels-differ",
];
const MISREAD_FAULTS: readonly string[] = [
  "number-changed",
  "unknown-card-code",
  "line-noise",
  "messages-lost",
  "lines-late",
];

/** What was not read, or read wrong, as far as it was found out. */
export class Misreads {
  readonly #counts = new Counts(NAMES_MAX);

  take(fields: Fields): void {
    const kind = textAt(fields, "kind");
    if (kind === "fault" && MISREAD_FAULTS.includes(textAt(fields, "code")))
      this.#counts.add(textAt(fields, "code"));
    const because = [...textsAt(fields, "because"), ...textsAt(fieldsAt(fields, "certainty"), "because")];
    if (kind === "undecided" || kind === "result")
      for (const code of because) if (MISREAD_REASONS.includes(code)) this.#counts.add(code);
    if (kind !== "deal" || textAt(fields, "what") === "moved") return;
    for (const card of objectsAt(fields, "cards")) {
      if (card["unread"] === true) this.#counts.add("card-unread");
      else if (card["manual"] === true) this.#counts.add("card-named-by-people");
    }
  }

  sections(): readonly Section[] {
    return [
      section(
        "misreads",
        ["code", "count"],
        this.#counts.sorted().map((row) => [...row]),
      ),
    ];
  }
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
