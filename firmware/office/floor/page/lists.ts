import { z } from "zod";
import { roomsSchema, type Room } from "../../../../src/floor/rooms.ts";
import { printOf } from "../../../../src/floor/enrolment.ts";
import { parseVkey } from "../../../../src/record/keys.ts";
import { ACTS } from "./acts.ts";
import { agreedRetirement } from "../../../../src/floor/two-people.ts";
import type { Actor, OpenFork, PageStore, RefusedLine, StoredAct, WaitingEnrolment } from "./page-store.ts";
import type { Pictures } from "./pictures.ts";
import { FLOOR, type ChangedParts } from "./changed-parts.ts";

/** Refused lines that are listed, and acts that are looked through. */
export const REFUSED_SHOWN = 50;
const ACTS_READ = 1_000;

/** A table that asks to join, with the print of its key as its own screen shows it. */
export type AskingTable = Omit<WaitingEnrolment, "vkey"> & { readonly print: string };

/** Somebody wants a table to stand no more. */
export interface Retiring extends Actor {
  readonly log: string;
  readonly instead: string | null;
  readonly at: number;
}

export interface ListsParts {
  readonly store: PageStore;
  readonly pictures: Pictures;
  readonly told: ChangedParts;
  readonly onChange: () => void;
  /** What the house calls the floor, and the rooms of its configuration. */
  readonly name: string;
  readonly rooms: readonly Room[];
  readonly zone: string;
}

const drawnSchema = z.object({ rooms: roomsSchema });

/** What the whole floor waits for, and its rooms: read from the store, and told to every page. */
export class Lists {
  readonly #parts: ListsParts;
  enrolments: readonly AskingTable[] = [];
  forks: readonly OpenFork[] = [];
  retiring: readonly Retiring[] = [];
  #labels: ReadonlyMap<string, string> = new Map();

  constructor(parts: ListsParts) {
    this.#parts = parts;
  }

  /** Whether the floor has a table of this log. */
  knows(log: string): boolean {
    return this.#parts.pictures.logs.includes(log);
  }

  /** What the house calls the table of a log: as it stands on the plan, or as the table calls itself. */
  labelOf(log: string): string {
    return this.#labels.get(log) ?? this.#parts.pictures.table(log)?.heartbeat?.name ?? log;
  }

  /** Reads the lists anew. */
  async look(): Promise<void> {
    const { store, told, onChange, name, zone } = this.#parts;
    const [enrolments, forks, refused, retiring, [drawn]] = await Promise.all([
      store.enrolments(),
      store.forks(),
      store.refused(REFUSED_SHOWN),
      store.acts([ACTS.retire], ACTS_READ),
      store.acts([ACTS.rooms], 1),
    ]);
    this.enrolments = enrolments.map(({ vkey, ...one }) => ({ ...one, print: printOf(parseVkey(vkey)) }));
    this.forks = forks;
    this.retiring = retiring.flatMap(retiringOf);
    const rooms = this.#roomsOf(drawn);
    this.#labels = new Map(rooms.rooms.flatMap(({ tables }) => tables.map((one) => [one.log, one.label])));
    const isChanged = told.set(FLOOR, {
      name,
      zone,
      ...rooms,
      // The code is read on the table's own screen, and nowhere else.
      enrolments: this.enrolments.map(({ code: _code, ...one }) => one),
      forks: forks.map(({ stored, other, ...one }) => ({
        ...one,
        stored: shortLine(stored),
        other: shortLine(other),
      })),
      refused: refused satisfies readonly RefusedLine[],
      retiring: this.retiring,
    });
    if (isChanged) onChange();
  }

  /** The rooms that somebody drew last, or those of the configuration. Where a table was replaced, its place is that of the one instead. */
  #roomsOf(drawn: StoredAct | undefined): { readonly rooms: readonly Room[]; readonly drawn: object | null } {
    const read = drawnSchema.safeParse(drawn?.detail);
    const instead = replacedBy(this.retiring);
    const placed = (rooms: readonly Room[]): readonly Room[] =>
      rooms.map((room) => ({
        ...room,
        tables: room.tables.map((table) => ({ ...table, log: instead.get(table.log) ?? table.log })),
      }));
    if (drawn === undefined || !read.success) return { rooms: placed(this.#parts.rooms), drawn: null };
    const { id: act, at, person, role } = drawn;
    return { rooms: placed(read.data.rooms), drawn: { act, at, person, role } };
  }
}

/** Tables that two people replaced by another one, in the same words. */
function replacedBy(retiring: readonly Retiring[]): ReadonlyMap<string, string> {
  const replaced = new Map<string, string>();
  for (const [log, newestFirst] of Map.groupBy(retiring, (one) => one.log)) {
    const instead = agreedRetirement(newestFirst.toReversed())?.instead ?? null;
    if (instead !== null) replaced.set(log, instead);
  }
  return replaced;
}

function retiringOf(act: StoredAct): readonly Retiring[] {
  const { log, person, role, key, serial, at } = act;
  const { instead = null } = act.detail as { readonly instead?: string | null };
  return log === null ? [] : [{ log, instead, person, role, key, serial, at }];
}

/** Enough of a line to know it by. */
const shortLine = (line: string | null): string | null => (line === null ? null : line.slice(0, 400));
