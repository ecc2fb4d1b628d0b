import type { ImpactLine, ImpactTask } from "./impact-folder.ts";
import type { RoundEnd } from "./impact.ts";

/** One line of an impact for people; null: a round that ends alike is not listed. */
export function impactLine(line: ImpactLine): string | null {
  if ("note" in line) return `note: ${line.note}`;
  const place = `${line.segment} round ${line.round}, ${line.at}`;
  if (line.is === "same") return null;
  if (line.is === "not-judged")
    return `${place}: NOT JUDGED, ${line.why}${line.before === null ? "" : `; it was ${endText(line.before)}`}`;
  const ends = `    before  ${endText(line.before)}\n    after   ${endText(line.after)}`;
  if (line.is === "noted") return `${place}: ends alike, by other paragraphs\n${ends}`;
  const differs = line.differs.map((part) => `\n    differs ${part}`).join("");
  return `${place}: WOULD HAVE ENDED OTHERWISE\n${ends}${differs}`;
}

/** `result 17, certified; broken: rotor-direction-not-alternated (II.1.4)` */
export function endText({ kind, result, certified, rules, because }: RoundEnd): string {
  const named = rules.map(({ rule, cite }) => `${rule} (${cite})`).join("; ");
  if (kind !== "result")
    return [kind, [named, because.join(", ")].filter((one) => one !== "").join("; ")]
      .filter((one) => one !== "")
      .join(": ");
  const level = certified ? "certified" : `not certified: ${because.join(", ")}`;
  return `result ${result}, ${level}${named === "" ? "" : `; broken: ${named}`}`;
}

/** Counts what an impact comes to. */
export class ImpactCount {
  readonly #ends = { same: 0, noted: 0, otherwise: 0, "not-judged": 0 };
  readonly #turned = new Map<string, number>();
  readonly #because = new Map<string, number>();
  readonly #notJudged = new Map<string, number>();
  #notes = 0;

  add(line: ImpactLine): void {
    if ("note" in line) {
      this.#notes++;
      return;
    }
    this.#ends[line.is]++;
    if (line.is === "not-judged") return countIn(this.#notJudged, line.why);
    if (line.is !== "otherwise") return;
    countIn(this.#turned, `${line.before.kind} → ${line.after.kind}`);
    for (const { rule, cite } of line.after.rules) countIn(this.#because, `${rule} (${cite})`);
  }

  summary({ before, after }: ImpactTask): object {
    const { same, noted, otherwise, "not-judged": notJudged } = this.#ends;
    return {
      kind: "summary",
      before: before.name,
      after: after.name,
      rounds: same + noted + otherwise + notJudged,
      same,
      noted,
      otherwise,
      notJudged,
      turned: Object.fromEntries(this.#turned),
      by: Object.fromEntries(this.#because),
      notJudgedBecause: Object.fromEntries(this.#notJudged),
      notes: this.#notes,
    };
  }

  text(task: ImpactTask): string {
    const { same, noted, otherwise, "not-judged": notJudged } = this.#ends;
    const listed = (what: ReadonlyMap<string, number>): string[] =>
      [...what].map(([name, many]) => `    ${many} × ${name}`);
    return `${[
      `${task.before.name} → ${task.after.name}: ${same + noted + otherwise + notJudged} rounds`,
      `  ${otherwise} would have ended otherwise`,
      ...listed(this.#turned),
      ...listed(this.#because),
      `  ${noted} end alike, by other paragraphs`,
      `  ${same} the same`,
      `  ${notJudged} not judged`,
      ...listed(this.#notJudged),
    ].join("\n")}\n`;
  }
}

function countIn(what: Map<string, number>, name: string): void {
  what.set(name, (what.get(name) ?? 0) + 1);
}
