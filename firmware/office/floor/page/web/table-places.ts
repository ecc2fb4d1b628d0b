/** Where tables stand on the page: on a map, or in a list where the screen is too narrow for one. */
import type { Room } from "../../../../../src/floor/rooms.ts";
import type { Language } from "../../../../../src/text/language.ts";
import type { ShownTable } from "./feed.ts";

export interface PlacesParts {
  readonly place: HTMLElement;
  readonly choose: (log: string) => void;
  readonly language: () => Language;
  readonly now: () => number;
  /** Which tables are looked for. */
  readonly isWanted: (table: ShownTable, label: string) => boolean;
  /** Nothing on it can be pressed. */
  readonly isWall: boolean;
  /** Somebody draws the rooms. */
  readonly isDrawing: () => boolean;
  /** A table was put somewhere: into a room by its name, its middle in lengths of a table; or into none. */
  readonly put: (log: string, room: string | null, at: readonly [number, number]) => void;
}

export interface TablePlaces {
  /** The table that is marked; null: none. */
  readonly chosen: string | null;
  /** What a table is called there; its name, where it stands nowhere. */
  labelOf(log: string): string;
  /** `logs`: those that changed; null: all may have. */
  draw(tables: ReadonlyMap<string, ShownTable>, rooms: readonly Room[], logs: readonly string[] | null): void;
  mark(log: string | null): void;
  focus(log: string): void;
  zoomBy(steps: number): void;
  /** Another thing is looked for. */
  drawWanted(): void;
  /** Takes everything of it off the page. */
  close(): void;
}
