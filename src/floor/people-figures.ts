import { fieldsAt, isFields, textAt } from "../analysis/record-fields.ts";
import type { Dispute, LogRecord } from "./disputes.ts";

/** What a person said and was refused, in figures. */
export const PEOPLE_COLUMNS = ["voids", "disputes", "pins", "locks"] as const;
export type PeopleColumn = (typeof PEOPLE_COLUMNS)[number];
export interface PersonFigures extends Readonly<Record<PeopleColumn, number>> {
  readonly name: string;
}

/**
 * Voids that each person called, disputes that each opened, PINs that were refused under each name, and how often the name was locked, those
 * with the most first. What nobody's name stands on is counted for nobody. `access`: records `access`, of which those that refuse count.
 */
export function peopleFigures(
  events: readonly LogRecord[],
  access: readonly LogRecord[],
  disputes: readonly Dispute[],
): readonly PersonFigures[] {
  const counts = new Map<string, Record<PeopleColumn, number>>();
  const count = (name: string, column: PeopleColumn): void => {
    if (name === "") return;
    const known = counts.get(name) ?? { voids: 0, disputes: 0, pins: 0, locks: 0 };
    known[column]++;
    counts.set(name, known);
  };
  for (const { fields } of events)
    if (textAt(fields, "kind") === "void" && isFields(fields["calledBy"]))
      count(textAt(fields["calledBy"], "name"), "voids");
  for (const { fields } of access) {
    const detail = fieldsAt(fields, "detail");
    const what = textAt(detail, "what");
    if (what === "refused") count(textAt(detail, "name"), "pins");
    if (what === "locked") count(textAt(detail, "name"), "locks");
  }
  for (const { by } of disputes) count(by.name, "disputes");
  const sum = (one: Readonly<Record<PeopleColumn, number>>): number =>
    PEOPLE_COLUMNS.reduce((all, column) => all + one[column], 0);
  return [...counts]
    .map(([name, figures]) => ({ name, ...figures }))
    .toSorted((a, b) => sum(b) - sum(a) || a.name.localeCompare(b.name, "es"));
}
