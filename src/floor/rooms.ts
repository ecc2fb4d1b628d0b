import { z } from "zod";
import { MAX_LOG_NAME } from "../record/chain.ts";

/** Rooms of a floor, tables of a room, and how long and wide a room may be, in the lengths of a table. */
export const ROOMS_MAX = 40;
export const TABLES_MAX = 1_000;
export const ROOM_SIZE_MAX = 200;
/** Letters of a label, and of a room's name. */
export const LABEL_MAX = 12;
const NAME_MAX = 60;

const length = z.number().min(0).max(ROOM_SIZE_MAX);
const place = z.tuple([length, length]);

/** A table where it stands: the middle of it, in lengths of a table from the room's upper left corner. */
const placedTable = z.strictObject({
  log: z.string().min(1).max(MAX_LOG_NAME),
  label: z.string().min(1).max(LABEL_MAX),
  at: place,
});

/** Rooms as the house draws them. */
export const roomsSchema = z
  .array(
    z.strictObject({
      name: z.string().min(1).max(NAME_MAX),
      /** How wide and how deep. */
      size: z.tuple([z.number().min(1).max(ROOM_SIZE_MAX), z.number().min(1).max(ROOM_SIZE_MAX)]),
      tables: z.array(placedTable).max(TABLES_MAX),
    }),
  )
  .max(ROOMS_MAX);
export type Room = z.infer<typeof roomsSchema>[number];
export type PlacedTable = Room["tables"][number];

/** Something that is wrong with drawn rooms, and where: keys and places in the lists, from the top. */
export interface RoomFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What the shape of the rooms does not say: a table or a label that is there twice, and what stands outside its room. */
export function roomFaults(rooms: readonly Room[]): readonly RoomFault[] {
  const seen = new Map<string, string>();
  const names = new Set<string>();
  const faults: RoomFault[] = [];
  for (const [at, room] of rooms.entries()) {
    if (names.has(room.name))
      faults.push({ path: [at, "name"], message: `the room "${room.name}" is there twice` });
    names.add(room.name);
    for (const [n, { log, label, at: where }] of room.tables.entries()) {
      const path = [at, "tables", n] as const;
      for (const [key, value] of [
        ["log", log],
        ["label", label],
      ] as const) {
        const before = seen.get(`${key} ${value}`);
        if (before !== undefined)
          faults.push({
            path: [...path, key],
            message: `${key} ${value} is there twice: it stands in "${before}" already`,
          });
        else seen.set(`${key} ${value}`, room.name);
      }
      if (where[0] > room.size[0] || where[1] > room.size[1])
        faults.push({
          path: [...path, "at"],
          message: `${label} stands outside "${room.name}", which is ${room.size.join(" by ")}`,
        });
    }
  }
  return faults;
}
