import { describe, expect, it } from "vitest";
import { layRooms, nearestIn, roomInRows } from "./web/layout.ts";
import { RoomDraft } from "./web/draw-rooms.ts";

const tables = (count: number) => Array.from({ length: count }, (_, n) => ({ log: `c/${n}`, label: `R${n}` }));

describe("the layout of a floor", () => {
  it("puts tables that nobody drew into rows, each in a place of its own", () => {
    for (const count of [1, 7, 40, 500]) {
      const room = roomInRows("all", tables(count), 16 / 9);
      const places = new Set(room.tables.map(({ at }) => at.join()));
      expect(places.size).toBe(count);
      expect(room.size[0]).toBeGreaterThanOrEqual(room.size[1]);
      expect(room.tables.every(({ at: [x, y] }) => x < room.size[0] && y < room.size[1])).toBe(true);
    }
  });

  it("lays rooms so that none covers another, as large as the place allows", () => {
    const rooms = [
      [20, 10],
      [8, 10],
      [8, 4],
      [30, 3],
    ].map(([w = 0, d = 0], n) => ({
      name: `room ${n}`,
      size: [w, d] as [number, number],
      tables: [],
    }));
    const wide = layRooms(rooms, 16 / 9);
    const tall = layRooms(rooms, 9 / 16);
    for (const { rooms: laid } of [wide, tall])
      for (const [n, a] of laid.entries())
        for (const b of laid.slice(n + 1)) {
          const apart =
            a.x + a.size[0] <= b.x ||
            b.x + b.size[0] <= a.x ||
            a.y + a.size[1] <= b.y ||
            b.y + b.size[1] <= a.y;
          expect([a.name, b.name, apart]).toEqual([a.name, b.name, true]);
        }
    expect(wide.width / wide.height).toBeGreaterThan(tall.width / tall.height);
  });

  it("finds the table in a direction", () => {
    const at = (x: number, y: number) => ({ x, y });
    const [a, b, c] = [at(0, 0), at(1, 0), at(1.2, 3)];
    expect(nearestIn(a, [a, b, c], [1, 0])).toBe(b);
    expect(nearestIn(b, [a, b, c], [0, 1])).toBe(c);
    expect(nearestIn(a, [a, b, c], [-1, 0])).toBe(null);
  });
});

describe("drawing rooms", () => {
  const draft = () => {
    const made = new RoomDraft(
      [{ name: "A", size: [10, 5], tables: [{ log: "c/1", label: "R1", at: [1, 1] }] }],
      7,
    );
    made.addRoom("B", [4, 4]);
    return made;
  };

  it("moves a table from room to room, inside its walls, and takes it back", () => {
    const of = draft();
    of.place("c/1", "x", "B", [99, -3]);
    expect(of.rooms.map(({ tables: all }) => all)).toEqual([[], [{ log: "c/1", label: "R1", at: [3.5, 0.5] }]]);
    of.place("c/1", "x", null, [0, 0]);
    expect(of.rooms.flatMap(({ tables: all }) => all)).toEqual([]);
    of.undo();
    of.undo();
    expect(of.rooms[0]?.tables).toEqual([{ log: "c/1", label: "R1", at: [1, 1] }]);
    of.undo();
    expect(of.isChanged).toBe(false);
  });

  it("gives no label twice", () => {
    const of = draft();
    of.place("c/2", "R1", "A", [3, 3]);
    const labels = of.rooms.flatMap(({ tables: all }) => all.map(({ label }) => label));
    expect(new Set(labels).size).toBe(2);
    of.relabel("c/2", "R1");
    expect(of.rooms.flatMap(({ tables: all }) => all.map(({ label }) => label))).toEqual(labels);
  });

  it("keeps tables inside a room that becomes smaller", () => {
    const of = draft();
    of.place("c/1", "", "A", [9, 4]);
    of.resize("A", [3, 2]);
    expect(of.rooms[0]?.tables[0]?.at).toEqual([2.5, 1.5]);
  });
});
