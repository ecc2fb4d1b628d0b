/** What the floor's server tells this page, as it comes: tables and lists by their parts. */
import type { HeardAlarm } from "../../../../../src/floor/alarm.ts";
import type { Room } from "../../../../../src/floor/rooms.ts";
import type { Freshness } from "../../../../../src/floor/freshness.ts";
import type { TablePicture } from "../../../../../src/floor/picture-types.ts";
import { after, every, nowMs } from "./page-clock.ts";

/** A table as the page has it. */
export type ShownTable = TablePicture & { readonly heard: Freshness };

interface By {
  readonly person: string;
  readonly role: string;
  readonly key: string;
}

/** The floor's own lists. */
export interface FloorLists {
  /** The store does not answer. */
  readonly isAway: boolean;
  readonly name: string;
  readonly zone: string;
  readonly rooms: readonly Room[];
  /** Who drew the rooms; null: they are those of the configuration. */
  readonly drawn: { readonly act: number; readonly at: number; readonly person: string } | null;
  readonly enrolments: readonly {
    readonly id: number;
    readonly log: string;
    readonly asked: number;
    readonly print: string;
    readonly by: readonly By[];
  }[];
  readonly forks: readonly {
    readonly id: number;
    readonly log: string;
    readonly seq: number;
    readonly at: number;
    readonly serial: string;
    /** Hex SHA-256 of the line that is not the store's. */
    readonly otherHash: string;
    readonly by: readonly By[];
  }[];
  readonly refused: readonly {
    readonly log: string;
    readonly at: number;
    readonly why: string;
    readonly seq: number | null;
  }[];
  /** The floor's alarms, and how many more there are; undefined: it has no Alertmanager. */
  readonly alarms?: {
    readonly isAway: boolean;
    readonly all: readonly HeardAlarm[];
    readonly more: number;
  };
  /** Disputes of three months that wait for somebody, the newest first. */
  readonly openDisputes?: readonly { readonly log: string; readonly round: number; readonly at: string }[];
  readonly retiring: readonly (By & { readonly log: string; readonly instead: string | null })[];
}

export interface Feed {
  readonly tables: ReadonlyMap<string, ShownTable>;
  readonly lists: FloorLists | null;
  /** The server's wall clock now, ms since 1970. */
  now(): number;
  isLive(): boolean;
}

export interface FeedListeners {
  /** These tables changed; `isFloor`: its lists did. */
  readonly onNews: (logs: readonly string[], isFloor: boolean) => void;
  readonly onLive: (isLive: boolean) => void;
}

const FLOOR = "floor";
/** Without a sign of life for so long the page says that it is not current. */
const STALE_MS = 2_500;
const LOOK_MS = 250;
const RETRY_MS = 1_000;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

function read(event: Event): Readonly<Record<string, unknown>> {
  if (!(event instanceof MessageEvent)) return {};
  const value: unknown = JSON.parse(String(event.data));
  return isObject(value) ? value : {};
}

/** Listens to the server, for ever. */
export function listen({ onNews, onLive }: FeedListeners): Feed {
  const tables = new Map<string, ShownTable>();
  let lists: FloorLists | null = null;
  let [pulseAt, wall, isLive] = [-Infinity, 0, false];

  const setLive = (now: boolean): void => {
    if (now === isLive) return;
    isLive = now;
    onLive(now);
  };

  const open = (): void => {
    const source = new EventSource("/news");
    let isHeard = false;
    source.addEventListener("pulse", (event) => {
      isHeard = true;
      pulseAt = nowMs();
      wall = Number(read(event)["now"]);
      setLive(true);
    });
    let pieces: Readonly<Record<string, unknown>>[] = [];
    // A piece of what is whole only with the next ones: nothing of it is shown before.
    source.addEventListener("part", (event) => pieces.push(read(event)));
    source.addEventListener("told", (event) => {
      const news = new Set<string>();
      for (const [name, parts] of [...pieces, read(event)].flatMap((piece) => Object.entries(piece))) {
        news.add(name);
        // The server made it: its fields are not checked.
        if (name === FLOOR) lists = { ...lists, ...(parts as FloorLists) };
        else tables.set(name, { ...tables.get(name), ...(parts as ShownTable) });
      }
      pieces = [];
      const logs = [...news].filter((name) => name !== FLOOR);
      onNews(logs, news.has(FLOOR));
    });
    source.addEventListener("error", () => {
      source.close();
      // It does not answer at all: that need not be waited for.
      if (!isHeard) setLive(false);
      after(RETRY_MS, open);
    });
  };
  every(LOOK_MS, () => {
    if (nowMs() - pulseAt > STALE_MS) setLive(false);
  });
  open();
  return {
    tables,
    get lists() {
      return lists;
    },
    now: () => wall + (nowMs() - pulseAt),
    isLive: () => isLive,
  };
}
