import { expect, it } from "vitest";
import { roomFaults, roomsSchema, type Room } from "./rooms.ts";

const table = (log: string, label: string, x = 1, y = 1): Room["tables"][number] => ({
  log,
  label,
  at: [x, y],
});
const room = (name: string, ...tables: Room["tables"]): Room => ({ name, size: [10, 5], tables });

it("names a table, a label and a room that are there twice, and what stands outside", () => {
  expect(roomFaults([room("A", table("c/1", "R1")), room("B", table("c/2", "R2"))])).toEqual([]);
  const faults = roomFaults([
    room("A", table("c/1", "R1"), table("c/1", "R2")),
    room("B", table("c/3", "R1"), table("c/4", "R4", 11)),
    room("A"),
  ]);
  expect(faults).toEqual([
    { path: [0, "tables", 1, "log"], message: 'log c/1 is there twice: it stands in "A" already' },
    { path: [1, "tables", 0, "label"], message: 'label R1 is there twice: it stands in "A" already' },
    { path: [1, "tables", 1, "at"], message: 'R4 stands outside "B", which is 10 by 5' },
    { path: [2, "name"], message: 'the room "A" is there twice' },
  ]);
});

it.each([
  [[{ name: "A", size: [10], tables: [] }]],
  [[{ name: "", size: [10, 5], tables: [] }]],
  [[{ name: "A", size: [10, 5], tables: [{ log: "c/1", label: "R1", at: [-1, 0] }] }]],
  [[{ name: "A", size: [10, 5], tables: [], colour: "red" }]],
])("refuses %j", (rooms) => {
  expect(roomsSchema.safeParse(rooms).success).toBe(false);
});
