import { join } from "node:path";
import { StubFloor, type StubAnswer } from "../../../test/support/stub-floor.ts";
import { isRecord, readBatch } from "../../../src/floor/sent-lines.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { recordsOfJournal } from "../../evidence/log/record-lines.ts";
import { freshFolder, LOG, openTestStore } from "../../journal/store/journal.fixture.ts";
import type { Store } from "../../journal/store/store.ts";
import { readCollectorAnswer, type CollectorAnswer } from "./collector-answer.ts";
import { JournalLines, type LinesPort } from "./journal-lines.ts";
import { Publisher, type FloorTrouble, type PublisherParts, type PublishState } from "./publisher.ts";

/** One log, its publisher over a clock that stands still, and a floor of one or two collectors that do what a test wants. */

type Reply = StubAnswer | "silent" | "never";

export interface Place {
  readonly clock: ReturnType<typeof fakeClock>;
  readonly store: Store;
  readonly path: string;
  readonly floor: StubFloor;
  readonly states: PublishState[];
  readonly asked: string[];
  /** What the collector at this place answers; null: as the floor does. */
  collector: (at: number) => Reply | null;
  /** What is durable may leave; the publisher begins with the first time. */
  tell(checkpoint?: number, cosigned?: number): void;
  /** Ends the publisher at once, and begins another one. */
  again(): void;
  /** Lets so many seconds pass. */
  pass(seconds: number): Promise<void>;
  trouble(): FloorTrouble | null;
  /** What the journal holds. */
  lines(): string[];
  /** Records that were sent, in their order. */
  shown(): string[];
}

/** A log of its own, and a floor that has nothing of it. */
export function placeOf({
  collectors = 1,
  journal,
}: { collectors?: number; journal?: (real: LinesPort) => LinesPort } = {}): Place {
  const clock = fakeClock();
  const path = join(freshFolder(), "journal.db");
  const store = openTestStore(path);
  const floor = new StubFloor(LOG);
  const states: PublishState[] = [];
  const asked: string[] = [];
  const sent: string[] = [];
  let at = 0;
  const real = new JournalLines(path);
  let publisher: Publisher | null = null;
  const parts: PublisherParts = {
    log: LOG,
    clock,
    random: randomFrom("publisher"),
    journal: journal?.(real) ?? real,
    collectors: {
      get url() {
        return `https://${at}/`;
      },
      count: collectors,
      turn: () => void (at = (at + 1) % collectors),
      ask: (question): Promise<CollectorAnswer> => {
        asked.push(`${at} ${question.what}`);
        const batch = question.what === "lines" ? readBatch(question.body) : [];
        if (typeof batch !== "string") sent.push(...batch.filter(isRecord).map(({ line }) => line));
        const reply = place.collector(at);
        if (reply === "never") return new Promise(() => undefined);
        if (reply === "silent") return Promise.resolve({ is: "silent", why: "ECONNREFUSED" });
        const { status, body } =
          reply ?? floor.answer({ what: question.what, body: "body" in question ? question.body : "" });
        return Promise.resolve(readCollectorAnswer(status, body));
      },
    },
    prove: () => Promise.resolve("proof"),
    onState: (state) => states.push(state),
  };
  const begin = (): Publisher => {
    publisher = new Publisher(parts);
    void publisher.run();
    return publisher;
  };
  const place: Place = {
    clock,
    store,
    path,
    floor,
    states,
    asked,
    collector: () => null,
    again: () => {
      publisher?.stop();
      begin();
    },
    tell: (checkpoint = 0, cosigned = 0) =>
      (publisher ?? begin()).tell({ records: store.head.seq, checkpoint, cosigned }),
    pass: (seconds) => clock.advanceSettling(seconds * US_PER_S),
    trouble: () => publisher?.state.trouble?.kind ?? null,
    shown: () => sent,
    lines: () => [...recordsOfJournal(path).lines].map((line) => Buffer.from(line).toString("utf8")),
  };
  return place;
}
