/** The map: every room as the house draws it, and every table where it stands. Only what changed is drawn anew. */
import { h, render } from "preact";
import type { Room } from "../../../../../src/floor/rooms.ts";
import type { ShownTable } from "./feed.ts";
import { layRooms, nearestIn, roomInRows, TITLE, type Layout } from "./layout.ts";
import type { PlacesParts, TablePlaces } from "./table-places.ts";
import { spokenOf, tileContent } from "./tile.ts";
import { shownOf, word } from "./words.ts";

/** A table on the map. */
interface Tile {
  readonly log: string;
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly button: HTMLElement;
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** A floor of a few tables is no larger than if it had so many rows of them. */
const ROWS_LEAST = 3;
/** How much closer one looks with each step. */
const ZOOM_STEP = 1.35;
const ZOOM_MAX = 12;
/** Points that a pointer moves before it drags; how far an arrow key moves a table. */
const DRAG_LEAST = 4;
const NUDGE = 0.5;

export class RoomMap implements TablePlaces {
  readonly #parts: PlacesParts;
  #tables: ReadonlyMap<string, ShownTable> = new Map();
  #rooms: readonly Room[] = [];
  readonly #tiles = new Map<string, Tile>();
  #layout: Layout = { rooms: [], width: 1, height: 1 };
  #drawn = "";
  /** Of each table what its place hangs on, as it was when that was looked at. */
  #standsAs: ReadonlyMap<string, string> = new Map();
  #zoom = 1;
  #chosen: string | null = null;

  readonly #closing = new AbortController();
  readonly #watching = new ResizeObserver(() => this.#fit());

  constructor(parts: PlacesParts) {
    this.#parts = parts;
    const { signal } = this.#closing;
    parts.place.addEventListener("keydown", (event) => this.#moveBy(event), { signal });
    this.#watching.observe(parts.place);
  }

  close(): void {
    this.#closing.abort();
    this.#watching.disconnect();
    this.#parts.place.replaceChildren();
  }

  get chosen(): string | null {
    return this.#chosen;
  }

  labelOf(log: string): string {
    return this.#tiles.get(log)?.label ?? this.#tables.get(log)?.name ?? log;
  }

  draw(tables: ReadonlyMap<string, ShownTable>, rooms: readonly Room[], logs: readonly string[] | null): void {
    this.#tables = tables;
    this.#rooms = rooms;
    const isOther = (logs ?? []).some((log) => this.#standsAs.get(log) !== standsAs(tables.get(log)));
    if (logs === null || isOther) this.#buildChanged();
    for (const log of logs ?? tables.keys()) this.#drawTile(log);
  }

  /** Builds the plan anew where something of it is other than it stands. */
  #buildChanged(): void {
    const { language, isDrawing } = this.#parts;
    this.#standsAs = new Map([...this.#tables].map(([log, table]) => [log, standsAs(table)]));
    const drawn = JSON.stringify([this.#rooms, [...this.#standsAs], language(), isDrawing()]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#build();
  }

  mark(log: string | null): void {
    this.#chosen = log;
    for (const tile of this.#tiles.values()) tile.button.setAttribute("aria-pressed", String(tile.log === log));
  }

  focus(log: string): void {
    const button = this.#tiles.get(log)?.button;
    button?.focus();
    button?.scrollIntoView({ block: "center", inline: "center" });
  }

  zoomBy(steps: number): void {
    this.#zoom = steps === 0 ? 1 : Math.min(ZOOM_MAX, Math.max(1, this.#zoom * ZOOM_STEP ** steps));
    this.#fit();
  }

  /** What is not looked for becomes faint. */
  drawWanted(): void {
    for (const { log, label, button } of this.#tiles.values()) {
      const table = this.#tables.get(log);
      button.classList.toggle("faint", table !== undefined && !this.#parts.isWanted(table, label));
    }
  }

  #drawTile(log: string): void {
    const [tile, table] = [this.#tiles.get(log), this.#tables.get(log)];
    if (tile === undefined) return;
    const { language, now, isWanted } = this.#parts;
    const { button, label } = tile;
    if (table === undefined) {
      button.dataset["shown"] = "unknown";
      button.setAttribute("aria-label", `${label}, ${word("unknown", language())}`);
      render(h("span", { class: "tile-face" }, h("span", { class: "tile-label" }, label)), button);
      return;
    }
    button.dataset["shown"] = shownOf(table);
    button.setAttribute("aria-label", spokenOf(label, table, language(), now()));
    button.classList.toggle("faint", !isWanted(table, label));
    render(tileContent(label, table, language()), button);
  }

  /** Rooms as drawn, and one more for the tables that stand in none. */
  #allRooms(): readonly Room[] {
    const placed = new Set(this.#rooms.flatMap(({ tables }) => tables.map(({ log }) => log)));
    const others = [...this.#tables.values()]
      .filter(({ log, condition }) => !placed.has(log) && condition !== "retired")
      .toSorted((a, b) => a.name.localeCompare(b.name, "es", { numeric: true }))
      .map(({ log, name }) => ({ log, label: name }));
    if (others.length === 0) return this.#rooms;
    const name = word(this.#rooms.length === 0 ? "all-tables" : "not-placed", this.#parts.language());
    return [...this.#rooms, roomInRows(name, others, this.#rooms.length === 0 ? this.#aspect() : 4)];
  }

  #aspect(): number {
    const { clientWidth, clientHeight } = this.#parts.place;
    return Math.max(0.3, clientWidth / Math.max(1, clientHeight));
  }

  #build(): void {
    const { place } = this.#parts;
    const rooms = this.#allRooms();
    this.#layout = layRooms(rooms, this.#aspect());
    this.#tiles.clear();
    const plan = document.createElement("div");
    plan.className = "plan";
    const drawn = new Set(this.#rooms.map(({ name }) => name));
    for (const room of this.#layout.rooms) {
      const section = document.createElement("section");
      section.className = "room";
      section.setAttribute("aria-label", room.name);
      if (drawn.has(room.name)) section.dataset["room"] = room.name;
      setPlace(section, { x: room.x, y: room.y, w: room.size[0], h: room.size[1] + TITLE });
      const title = document.createElement("h2");
      title.textContent = room.name;
      const list = document.createElement("ul");
      for (const { log, label, at } of room.tables) {
        const item = document.createElement("li");
        const button = this.#newTile(log, item);
        setPlace(item, { x: at[0] - 0.5, y: at[1] - 0.5 + TITLE, w: 1, h: 1 });
        item.append(button);
        list.append(item);
        this.#tiles.set(log, { log, label, x: room.x + at[0], y: room.y + at[1], button });
      }
      section.append(title, list);
      plan.append(section);
    }
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && place.contains(active) ? active.dataset["log"] : undefined;
    place.replaceChildren(plan);
    this.#fit();
    for (const log of this.#tiles.keys()) this.#drawTile(log);
    // The place became wider or narrower: whoever stood on a table stands on it still.
    const again = focused === undefined ? undefined : this.#tiles.get(focused);
    if (again !== undefined) this.#goTo(again, true);
  }

  #newTile(log: string, item: HTMLElement): HTMLElement {
    const { choose, isDrawing, isWall } = this.#parts;
    const tile: HTMLElement = document.createElement(isWall ? "div" : "button");
    tile.className = "tile";
    tile.dataset["log"] = log;
    if (isWall) {
      tile.setAttribute("role", "img");
      return tile;
    }
    tile.tabIndex = this.#tiles.size === 0 || isDrawing() ? 0 : -1;
    tile.setAttribute("aria-pressed", String(log === this.#chosen));
    tile.addEventListener("click", () => choose(log));
    if (isDrawing()) tile.addEventListener("pointerdown", (event) => this.#drag(event, log, item));
    return tile;
  }

  /** As large as the place allows, times what somebody zoomed. */
  #fit(): void {
    const { place } = this.#parts;
    const plan = place.firstElementChild;
    if (!(plan instanceof HTMLElement)) return;
    const wanted = layRooms(this.#allRooms(), this.#aspect());
    const isOther = wanted.width !== this.#layout.width || wanted.height !== this.#layout.height;
    if (isOther && this.#zoom === 1) return this.#build();
    const { width, height } = this.#layout;
    const largest = place.clientHeight / ROWS_LEAST;
    const unit = Math.min(place.clientWidth / width, place.clientHeight / height, largest) * this.#zoom;
    plan.style.setProperty("--u", `${Math.floor(unit * 100) / 100}px`);
    setPlace(plan, { x: 0, y: 0, w: width, h: height });
  }

  /** A table follows the pointer, and stands where it is let go. */
  #drag(down: PointerEvent, log: string, item: HTMLElement): void {
    if (down.button !== 0) return;
    const { button } = this.#tiles.get(log) ?? {};
    let isMoved = false;
    const move = (event: PointerEvent): void => {
      const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
      isMoved ||= Math.hypot(x, y) > DRAG_LEAST;
      if (isMoved) item.style.transform = `translate(${x}px, ${y}px)`;
    };
    const drop = (event: PointerEvent): void => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", drop);
      item.style.transform = "";
      if (!isMoved || button === undefined) return;
      const under = document.elementsFromPoint(event.clientX, event.clientY);
      const room = under.map((one) => one.closest<HTMLElement>(".room")).find((one) => one !== null);
      if (!room) return;
      const { left, top, width } = room.getBoundingClientRect();
      const unit = width / Number(room.style.getPropertyValue("--w"));
      const at = [(event.clientX - left) / unit, (event.clientY - top) / unit - TITLE] as const;
      this.#parts.put(log, room.dataset["room"] ?? null, at);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop);
  }

  /** The arrow keys move a table that is drawn. */
  #nudge({ log }: Tile, [dx, dy]: readonly [number, number]): void {
    const room = this.#rooms.find(({ tables }) => tables.some((one) => one.log === log)) ?? this.#rooms[0];
    if (room === undefined) return;
    const [x, y] = room.tables.find((one) => one.log === log)?.at ?? [0, 0];
    this.#parts.put(log, room.name, [x + dx * NUDGE, y + dy * NUDGE]);
    this.#tiles.get(log)?.button.focus();
  }

  /** One stop of the tabulator for the whole map; the arrows go from table to table. */
  #moveBy(event: KeyboardEvent): void {
    const step = ARROWS[event.key];
    const log = event.target instanceof HTMLElement ? event.target.dataset["log"] : undefined;
    const here = log === undefined ? undefined : this.#tiles.get(log);
    if (step === undefined || here === undefined) return;
    event.preventDefault();
    if (this.#parts.isDrawing()) return this.#nudge(here, step);
    const next = nearestIn(here, [...this.#tiles.values()], step);
    if (next === null) return;
    this.#goTo(next, false);
  }

  #goTo({ button }: Tile, preventScroll: boolean): void {
    if (!this.#parts.isDrawing()) for (const tile of this.#tiles.values()) tile.button.tabIndex = -1;
    button.tabIndex = 0;
    button.focus({ preventScroll });
  }
}

/** What decides where a table stands that nobody has drawn. */
const standsAs = (table: ShownTable | undefined): string =>
  table === undefined ? "" : `${table.condition === "retired" ? "retired" : "stands"} ${table.name}`;

function setPlace(
  element: HTMLElement,
  { x, y, w, h: deep }: Readonly<Record<"x" | "y" | "w" | "h", number>>,
): void {
  for (const [name, value] of Object.entries({ "--x": x, "--y": y, "--w": w, "--h": deep }))
    element.style.setProperty(name, String(value));
}
