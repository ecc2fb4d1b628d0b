import { join } from "node:path";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { logOf, type Config } from "../table/config/config.ts";
import type { FeedsConfig } from "../table/config/feeds-config.ts";
import { SupervisedThread } from "../threads/supervised-thread.ts";

/** What the thread of the feeds is started with. */
export interface FeedSettings {
  readonly feeds: FeedsConfig;
  /** Path of the journal. */
  readonly journal: string;
  readonly log: string;
}

/** `records`: so many are durable; null: none was made in this life. */
export type ToThread = { readonly type: "news"; readonly records: number | null } | { readonly type: "close" };
export type FromThread =
  | { readonly type: "ready"; readonly server: number | null; readonly tcp: number | null }
  | { readonly type: "failed"; readonly message: string }
  | { readonly type: "taken" }
  | { readonly type: "notice"; readonly line: string };

/** Old generation of the thread's memory. */
export const FEEDS_MEGABYTES = 96;
const READY_US = 30 * US_PER_S;
const BEAT_US = 5 * US_PER_S;
const UNTAKEN_BEATS = 6;

export interface TableFeeds {
  /** This record is durable and shown. */
  handleRecord(seq: number): void;
  stop(): Promise<void>;
}

export interface TableFeedsParts {
  readonly config: Config;
  readonly feeds: FeedsConfig;
  readonly clock: Clock;
  readonly onNotice: (line: string) => void;
}

/** Tells a table's results to the house's other systems: in a thread of its own, which is started again when it ends. The table plays meanwhile. */
export function startTableFeeds({ config, feeds, clock, onNotice }: TableFeedsParts): TableFeeds {
  let records: number | null = null;
  const news = (): ToThread => ({ type: "news", records });
  const thread = new SupervisedThread<ToThread, FromThread>({
    url: new URL("./thread.ts", import.meta.url),
    name: "feeds",
    megabytes: FEEDS_MEGABYTES,
    clock,
    data: (): FeedSettings => ({
      feeds,
      journal: join(config.storage.folder, "journal.db"),
      log: logOf(config),
    }),
    readyUs: READY_US,
    first: news,
    beat: { everyUs: BEAT_US, most: UNTAKEN_BEATS, message: news },
    last: { type: "close" },
    onMessage: (message, reply) => {
      if (message.type === "taken") thread.noteTaken();
      else if (message.type === "failed") thread.noteFailure(message.message);
      else if (message.type === "notice") onNotice(message.line);
      else {
        thread.noteReady();
        for (const [name, port] of [
          ["server", message.server],
          ["tcp", message.tcp],
        ] as const)
          if (port !== null) onNotice(`feeds.${name}: listens on port ${port}`);
        reply(news());
      }
    },
    onEnd: (why, nextUs) => onNotice(`feeds: ${why}; next start in ${nextUs / US_PER_S} s`),
  });
  thread.start();
  return {
    handleRecord: (seq) => {
      records = seq + 1;
      if (thread.isReady) thread.post(news());
    },
    stop: () => thread.close(),
  };
}
