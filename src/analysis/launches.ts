import { Counts } from "./counts.ts";
import { fieldsAt, textAt, type Fields } from "./record-fields.ts";
import { section, type Section } from "./section.ts";

/** Days that are counted one by one. */
export const DAYS_MAX = 400;

/** The day of a record's label. */
export const dayOf = (fields: Fields): string => textAt(fields, "at").slice(0, 10);

/** Launches that did not put the ball on the track, by day and cause, as a wheel with electronics reports them. */
export class LaunchFailures {
  readonly #counts = new Counts(DAYS_MAX);

  take(fields: Fields): void {
    if (textAt(fields, "kind") !== "fault" || textAt(fields, "code") !== "launch-failed") return;
    this.#counts.add(`${dayOf(fields)}\n${textAt(fieldsAt(fields, "detail"), "cause")}`);
  }

  sections(): readonly Section[] {
    const rows = this.#counts.names.toSorted().map((name) => [...name.split("\n"), this.#counts.of(name)]);
    return [section("launches", ["day", "cause", "count"], rows, { notes: ["launches-where-reported"] })];
  }
}
