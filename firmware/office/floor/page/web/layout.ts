/** Where rooms and tables stand on the screen. Lengths are those of a table, until they are drawn. */
import type { PlacedTable, Room } from "../../../../../src/floor/rooms.ts";

/** A room with the place of its upper left corner. */
export interface LaidRoom extends Room {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly rooms: readonly LaidRoom[];
  readonly width: number;
  readonly height: number;
}

/** The line above each room with its name, and the space between rooms. */
export const TITLE = 0.55;
const GAP = 0.35;
/** Around all of them, for the lines of their walls. */
const EDGE = 0.1;

/** Tables in rows, for those that nobody has drawn. `aspect`: width by height of the place that they have. */
export function roomInRows(name: string, tables: readonly Omit<PlacedTable, "at">[], aspect: number): Room {
  const columns = Math.max(1, Math.min(tables.length, Math.round(Math.sqrt(tables.length * aspect))));
  const rows = Math.max(1, Math.ceil(tables.length / columns));
  return {
    name,
    size: [columns, rows],
    tables: tables.map((table, at) => ({
      ...table,
      at: [(at % columns) + 0.5, Math.floor(at / columns) + 0.5],
    })),
  };
}

/** Rooms side by side and below each other, in their order, so that all of them are as large as the place allows. */
export function layRooms(rooms: readonly Room[], aspect: number): Layout {
  const widths = new Set<number>();
  for (let first = 0; first < rooms.length; first++) {
    let width = 0;
    for (const room of rooms.slice(first)) {
      width += room.size[0] + (width === 0 ? 0 : GAP);
      widths.add(width);
    }
  }
  const layouts = [...widths].map((width) => inLines(rooms, width));
  const lengthOf = ({ width, height }: Layout): number => Math.max(width, height * aspect);
  return layouts.reduce((best, one) => (lengthOf(one) < lengthOf(best) ? one : best), inLines(rooms, Infinity));
}

function inLines(rooms: readonly Room[], most: number): Layout {
  let [x, y, deepest, width] = [EDGE, 0, 0, 0];
  const laid = rooms.map((room) => {
    const [across, deep] = room.size;
    if (x > EDGE && x + across > most + EDGE + 1e-9) [x, y, deepest] = [EDGE, y + deepest + GAP, 0];
    const placed = { ...room, x, y };
    x += across + GAP;
    deepest = Math.max(deepest, deep + TITLE);
    width = Math.max(width, placed.x + across);
    return placed;
  });
  return { rooms: laid, width: width + EDGE, height: y + deepest + EDGE };
}

/** The table in this direction that is nearest, for the arrow keys; null: none is there. */
export function nearestIn<T extends { readonly x: number; readonly y: number }>(
  from: T,
  all: readonly T[],
  [dx, dy]: readonly [number, number],
): T | null {
  let best: { readonly one: T; readonly far: number } | null = null;
  for (const one of all) {
    const [x, y] = [one.x - from.x, one.y - from.y];
    const along = x * dx + y * dy;
    if (along <= 0.01) continue;
    // What stands straight ahead comes before what is nearer, but aside.
    const far = along + 3 * Math.abs(x * dy + y * dx);
    if (best === null || far < best.far) best = { one, far };
  }
  return best?.one ?? null;
}
