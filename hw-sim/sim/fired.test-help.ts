import type { RecordBody } from "../../src/table/kernel/record.ts";

/** Rules of played rounds: those that the machine by itself found true in one, and those that it judged and found false. */
export class FiredRules {
  readonly isTrue = new Set<string>();
  readonly isFalse = new Set<string>();

  record(body: RecordBody): void {
    switch (body.kind) {
      case "void":
        if (body.calledBy === "machine") for (const { rule } of body.reasons) this.isTrue.add(rule);
        return;
      case "incident":
      case "throw-incident":
        if (body.calledBy === "machine") this.isTrue.add(body.reason.rule);
        return;
      case "result":
        for (const { rule } of body.deviations) this.isTrue.add(rule);
        for (const rule of body.certainty.judged) this.isFalse.add(rule);
        return;
      case "undecided":
        // Rules that could not be judged are named there too: they were neither.
        if (!body.because.includes("rule-not-judged")) this.#left(body.seen["rules"]);
        return;
      default:
    }
  }

  #left(rules: string | number | boolean | null | undefined): void {
    if (typeof rules === "string") for (const rule of rules.split(", ")) this.isTrue.add(rule);
  }

  /** What is missing of these rules, in words. */
  missing(rules: readonly string[]): readonly string[] {
    return [
      ...rules.filter((rule) => !this.isTrue.has(rule)).map((rule) => `${rule} is never true`),
      ...rules.filter((rule) => !this.isFalse.has(rule)).map((rule) => `${rule} is never false`),
    ];
  }
}
