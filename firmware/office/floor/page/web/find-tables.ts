/** Which tables somebody looks for: what was typed into the field, and which condition was chosen. */
import type { Language, Text } from "../../../../../src/text/language.ts";
import type { ShownTable } from "./feed.ts";
import { CONDITIONS, NOTES, ORDER, shownOf, type Shown } from "./words.ts";

export class FindTables {
  readonly #language: () => Language;
  /** As it stands in the field. */
  text = "";
  /** The condition that was chosen; null: none was. */
  only: Shown | null = null;

  constructor(language: () => Language) {
    this.#language = language;
  }

  /** Whether anything was asked for at all. */
  get isAsked(): boolean {
    return this.#sought !== "" || this.only !== null;
  }

  get #sought(): string {
    return this.text.trim().toLowerCase();
  }

  /** A table's names, its game, its round or what is wrong with it fit what was typed, and its condition what was chosen. */
  isWanted(table: ShownTable, label: string): boolean {
    if (this.only !== null && shownOf(table) !== this.only) return false;
    return this.#fit(table, label) > 0;
  }

  /** The tables that fit what was typed: those first that are called just so, and of the others the gravest. */
  found(tables: Iterable<ShownTable>, labelOf: (log: string) => string): readonly ShownTable[] {
    const fits = [...tables].map((table) => ({ table, fit: this.#fit(table, labelOf(table.log)) }));
    const graveness = ({ table }: (typeof fits)[number]): number => ORDER.indexOf(shownOf(table));
    return fits
      .filter(({ table, fit }) => fit > 0 && (this.only === null || shownOf(table) === this.only))
      .toSorted((a, b) => b.fit - a.fit || graveness(a) - graveness(b))
      .map(({ table }) => table);
  }

  /** How well a table fits: 0 not, 1 somewhere, 2 its round is just that, 3 one of its names is. */
  #fit(table: ShownTable, label: string): number {
    const sought = this.#sought;
    if (sought === "") return 1;
    const names = [label, table.name, table.log, lastOf(table.log)].map((one) => one.toLowerCase());
    const rounds = [table.round, table.last?.item.round].map(String);
    if (names.includes(sought)) return 3;
    if (rounds.includes(sought)) return 2;
    const said = wrongOf(table).map((text) => text[this.#language()]);
    const others = [table.game?.[this.#language()] ?? "", table.rulebook, ...said, ...devicesOf(table)];
    return [...names, ...others].some((one) => one.toLowerCase().includes(sought)) ? 1 : 0;
  }
}

const lastOf = (log: string): string => log.replace(/^.*\//, "");

/** What is not as it should be, in the words that stand beside it on the page. */
const wrongOf = (table: ShownTable): readonly Text[] => [
  CONDITIONS[shownOf(table)].word,
  ...table.faults.map(({ text }) => text),
  ...table.calls.map(({ text }) => text),
  ...table.notes.map((note) => NOTES[note].text),
];

const devicesOf = ({ faults }: ShownTable): readonly string[] =>
  faults.flatMap(({ device, code }) => [device, code]);
