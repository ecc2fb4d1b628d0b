/** Drawing the rooms: tables are dragged, or moved with the arrow keys; what was drawn becomes the floor's only when it is saved. */
import type { PlacedTable, Room } from "../../../../../src/floor/rooms.ts";

/** Places that a table can have, in lengths of a table. */
const STEP = 0.5;
const LABEL_MAX = 12;

const snapped = (length: number): number => Math.round(length / STEP) * STEP;

/** Rooms while somebody draws them. `base`: the drawing that they were taken from. */
export class RoomDraft {
  readonly base: number | null;
  #rooms: readonly Room[];
  #before: (readonly Room[])[] = [];

  constructor(rooms: readonly Room[], base: number | null) {
    this.#rooms = rooms;
    this.base = base;
  }

  get rooms(): readonly Room[] {
    return this.#rooms;
  }

  get isChanged(): boolean {
    return this.#before.length > 0;
  }

  /** Takes the last change back. */
  undo(): void {
    this.#rooms = this.#before.pop() ?? this.#rooms;
  }

  #set(rooms: readonly Room[]): void {
    this.#before.push(this.#rooms);
    this.#rooms = rooms;
  }

  addRoom(name: string, size: Room["size"]): void {
    if (this.#rooms.some((room) => room.name === name)) return;
    this.#set([...this.#rooms, { name, size, tables: [] }]);
  }

  /** Its tables stand in none of the rooms then. */
  removeRoom(name: string): void {
    this.#set(this.#rooms.filter((room) => room.name !== name));
  }

  resize(name: string, size: Room["size"]): void {
    const inside = ({ at }: PlacedTable): PlacedTable["at"] => [
      Math.min(at[0], size[0] - 0.5),
      Math.min(at[1], size[1] - 0.5),
    ];
    this.#set(
      this.#rooms.map((room) =>
        room.name === name
          ? { ...room, size, tables: room.tables.map((one) => ({ ...one, at: inside(one) })) }
          : room,
      ),
    );
  }

  relabel(log: string, label: string): void {
    const isTaken = this.#rooms.some(({ tables }) =>
      tables.some((one) => one.label === label && one.log !== log),
    );
    if (label === "" || isTaken) return;
    this.#set(
      this.#rooms.map((room) => ({
        ...room,
        tables: room.tables.map((one) =>
          one.log === log ? { ...one, label: label.slice(0, LABEL_MAX) } : one,
        ),
      })),
    );
  }

  /** Puts a table into a room; null: into none. `at`: its middle; `label`: what it is called where it stood nowhere. */
  place(log: string, label: string, name: string | null, at: readonly [number, number]): void {
    const known = this.#rooms.flatMap(({ tables }) => tables).find((one) => one.log === log);
    const room = this.#rooms.find((one) => one.name === name);
    const without = this.#rooms.map((one) => ({
      ...one,
      tables: one.tables.filter((table) => table.log !== log),
    }));
    if (room === undefined) return this.#set(without);
    const limit = (length: number, most: number): number =>
      Math.min(most - 0.5, Math.max(0.5, snapped(length)));
    const placed: PlacedTable = {
      log,
      label: known?.label ?? this.#freeLabel(label),
      at: [limit(at[0], room.size[0]), limit(at[1], room.size[1])],
    };
    this.#set(without.map((one) => (one.name === name ? { ...one, tables: [...one.tables, placed] } : one)));
  }

  #freeLabel(wanted: string): string {
    const taken = new Set(this.#rooms.flatMap(({ tables }) => tables.map(({ label }) => label)));
    const short = wanted.slice(0, LABEL_MAX);
    for (let n = 2; ; n++) {
      const label = n === 2 && !taken.has(short) ? short : `${short.slice(0, LABEL_MAX - 3)}-${n}`;
      if (!taken.has(label)) return label;
    }
  }
}
