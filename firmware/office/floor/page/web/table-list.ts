/** The tables in a list, for a telephone: those first that want somebody, the others by their rooms. Only what changed is drawn anew. */
import { h, render } from "preact";
import type { Room } from "../../../../../src/floor/rooms.ts";
import { iconSign } from "../../../../screens/pages/icons.ts";
import type { ShownTable } from "./feed.ts";
import type { PlacesParts, TablePlaces } from "./table-places.ts";
import { lastText } from "./tile.ts";
import { sinceOf, waitingTables } from "./waits-panel.ts";
import { agoText, iconOf, shownOf, wantsSomebody, word, wordOf } from "./words.ts";

const BY_LABEL = new Intl.Collator("es", { numeric: true });

/** A part of the list with its heading. */
interface Group {
  readonly name: string;
  readonly logs: readonly string[];
}

export class TableList implements TablePlaces {
  readonly #parts: PlacesParts;
  readonly #rows = new Map<string, HTMLElement>();
  #tables: ReadonlyMap<string, ShownTable> = new Map();
  #labels: ReadonlyMap<string, string> = new Map();
  #rooms: readonly Room[] = [];
  /** Of each table what decides where its row stands, as it was when that was looked at. */
  #standsAs: ReadonlyMap<string, string> = new Map();
  /** How the rows stand, as text. */
  #stands = "";
  #chosen: string | null = null;

  constructor(parts: PlacesParts) {
    this.#parts = parts;
  }

  get chosen(): string | null {
    return this.#chosen;
  }

  labelOf(log: string): string {
    return this.#labels.get(log) ?? this.#tables.get(log)?.name ?? log;
  }

  draw(tables: ReadonlyMap<string, ShownTable>, rooms: readonly Room[], logs: readonly string[] | null): void {
    this.#tables = tables;
    if (rooms !== this.#rooms)
      this.#labels = new Map(rooms.flatMap((room) => room.tables.map(({ log, label }) => [log, label])));
    this.#rooms = rooms;
    // To sort five hundred tables takes longer than to draw the few that changed.
    if (logs === null || logs.some((log) => this.#standsAs.get(log) !== this.#standOf(log))) this.#stand();
    for (const log of logs ?? tables.keys()) this.#drawRow(log);
  }

  /** What decides where a table's row stands. */
  #standOf(log: string): string {
    const table = this.#tables.get(log);
    if (table === undefined) return "";
    const label = this.labelOf(log);
    const since = wantsSomebody(table) ? sinceOf(table) : "";
    return [this.#parts.isWanted(table, label), shownOf(table), since, label].join(" ");
  }

  mark(log: string | null): void {
    this.#chosen = log;
    for (const [of, row] of this.#rows) row.setAttribute("aria-pressed", String(of === log));
  }

  focus(log: string): void {
    this.#rows.get(log)?.focus();
  }

  zoomBy(): void {
    // A list is as large as its letters.
  }

  drawWanted(): void {
    this.#stand();
  }

  close(): void {
    this.#parts.place.replaceChildren();
  }

  /** Puts every row where it belongs, when one belongs elsewhere. */
  #stand(): void {
    const { place, language } = this.#parts;
    this.#standsAs = new Map([...this.#tables.keys()].map((log) => [log, this.#standOf(log)]));
    const groups = this.#groups();
    const stands = JSON.stringify([language(), groups]);
    if (stands === this.#stands) return;
    this.#stands = stands;
    const active = document.activeElement;
    const parts = groups.map(({ name, logs }) => {
      const section = document.createElement("section");
      section.className = "group";
      const title = document.createElement("h2");
      title.textContent = `${name} · ${logs.length}`;
      const list = document.createElement("ul");
      list.append(
        ...logs.map((log) => {
          const item = document.createElement("li");
          item.append(this.#rowOf(log));
          return item;
        }),
      );
      section.append(title, list);
      return section;
    });
    if (parts.length === 0) {
      const nothing = document.createElement("p");
      nothing.textContent = word("nothing-found", language());
      place.replaceChildren(nothing);
    } else place.replaceChildren(...parts);
    if (active instanceof HTMLElement && place.contains(active)) active.focus({ preventScroll: true });
  }

  #groups(): readonly Group[] {
    const { language, isWanted } = this.#parts;
    const wanted = [...this.#tables.values()].filter((table) => isWanted(table, this.labelOf(table.log)));
    const waiting = new Set(waitingTables(wanted).map(({ log }) => log));
    const others = wanted.filter(({ log }) => !waiting.has(log)).map(({ log }) => log);
    const byLabel = (a: string, b: string): number => BY_LABEL.compare(this.labelOf(a), this.labelOf(b));
    const placed = new Map(this.#rooms.flatMap(({ name, tables }) => tables.map(({ log }) => [log, name])));
    const nowhere = word(this.#rooms.length === 0 ? "all-tables" : "not-placed", language());
    const rooms = Map.groupBy(others.toSorted(byLabel), (log) => placed.get(log) ?? nowhere);
    const names = [...this.#rooms.map(({ name }) => name), nowhere];
    return [
      { name: word("wants-somebody", language()), logs: [...waiting] },
      ...names.map((name) => ({ name, logs: rooms.get(name) ?? [] })),
    ].filter(({ logs }) => logs.length > 0);
  }

  #rowOf(log: string): HTMLElement {
    const known = this.#rows.get(log);
    if (known !== undefined) return known;
    const row = document.createElement("button");
    row.className = "table-row";
    row.dataset["log"] = log;
    row.setAttribute("aria-pressed", String(log === this.#chosen));
    row.addEventListener("click", () => this.#parts.choose(log));
    this.#rows.set(log, row);
    this.#drawRow(log);
    return row;
  }

  #drawRow(log: string): void {
    const [row, table] = [this.#rows.get(log), this.#tables.get(log)];
    if (row === undefined || table === undefined) return;
    const language = this.#parts.language();
    const now = this.#parts.now();
    const label = this.labelOf(log);
    const since = table.calls[0]?.since ?? table.faults[0]?.since ?? null;
    row.dataset["shown"] = shownOf(table);
    render(
      [
        iconSign(iconOf(table)),
        h("strong", null, label),
        " ",
        h("span", null, wordOf(table, language)),
        " ",
        h(
          "small",
          null,
          since === null ? (table.game?.[language] ?? table.rulebook) : agoText(since, now, language),
        ),
        " ",
        h("b", null, shownOf(table) === "gone" ? "" : (lastText(table, language) ?? "")),
      ],
      row,
    );
  }
}
