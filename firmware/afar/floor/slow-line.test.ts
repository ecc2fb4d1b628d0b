import { join } from "node:path";
import { expect, test } from "vitest";
import { StubFloor } from "../../../test/support/stub-floor.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { US_PER_MS, US_PER_S } from "../../../src/time/instant.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { recordsOfJournal } from "../../evidence/log/record-lines.ts";
import { commitInEpoch, freshFolder, LOG, openTestStore } from "../../journal/store/journal.fixture.ts";
import { readCollectorAnswer, type CollectorAnswer, type CollectorQuestion } from "./collector-answer.ts";
import { COLLECTOR_ANSWER_MS } from "./collectors.ts";
import { JournalLines } from "./journal-lines.ts";
import { Publisher, LONGEST_WAIT_US } from "./publisher.ts";

/** A publisher over a line that is slow, loses what it carries, and is cut, before a floor that takes what comes. */

interface SlowLine {
  readonly bytesPerS: number;
  /** There and back. */
  readonly roundTripMs: number;
  /** Of hundred requests, so many and their answers are lost on the way. */
  readonly lostPercent: number;
}

const ANSWER_US = COLLECTOR_ANSWER_MS * US_PER_MS;
/** What TCP and TLS and the request's head add to a body. */
const HEAD_BYTES = 600;

function placeOf(line: SlowLine, records: number) {
  const clock = fakeClock();
  const path = join(freshFolder(), "journal.db");
  const store = openTestStore(path);
  const seen = "x".repeat(900);
  const play = (count: number): void => {
    for (let n = 0; n < count; n++) commitInEpoch(store, { kind: "phase", seen });
  };
  play(records);
  const floor = new StubFloor(LOG);
  const random = randomFrom("slow line");
  const bodies: { readonly lines: number; readonly tookUs: number; readonly isInTime: boolean }[] = [];
  let isCut = false;
  const ask = async (question: CollectorQuestion): Promise<CollectorAnswer> => {
    const body = "body" in question ? question.body : "";
    const tookUs =
      line.roundTripMs * US_PER_MS + Math.round(((body.length + HEAD_BYTES) / line.bytesPerS) * US_PER_S);
    const isInTime = tookUs < ANSWER_US;
    if (question.what === "lines") bodies.push({ lines: body.split("\n").length - 1, tookUs, isInTime });
    const isLost = isCut || random.below(100) < line.lostPercent;
    const isTaken = !isCut && (!isLost || random.below(2) === 0);
    await clock.sleep(Math.min(tookUs, ANSWER_US));
    // What was under way as the line was cut arrives or does not; its answer does not.
    const answer = isTaken ? floor.answer({ what: question.what, body }) : null;
    if (answer === null || isLost || isCut || !isInTime) return { is: "silent", why: "no whole answer" };
    return readCollectorAnswer(answer.status, answer.body);
  };
  const publisher = new Publisher({
    log: LOG,
    clock,
    random: randomFrom("waits"),
    journal: new JournalLines(path),
    collectors: { url: "https://floor/", count: 1, turn: () => undefined, ask },
    prove: () => Promise.resolve(null),
    onState: () => undefined,
  });
  void publisher.run();
  const tell = (): void => publisher.tell({ records: store.head.seq, checkpoint: 0, cosigned: 0 });
  tell();
  return {
    floor,
    bodies,
    play: (count: number) => {
      play(count);
      tell();
    },
    cut: (is: boolean) => (isCut = is),
    pass: (seconds: number) => clock.advanceSettling(seconds * US_PER_S),
    lines: () => [...recordsOfJournal(path).lines].map((one) => Buffer.from(one).toString("utf8")),
  };
}

test.each([
  ["64 kbit/s, 300 ms, one of twenty lost", { bytesPerS: 8_000, roundTripMs: 300, lostPercent: 5 }],
  ["16 kbit/s", { bytesPerS: 2_000, roundTripMs: 900, lostPercent: 0 }],
  ["4 kbit/s", { bytesPerS: 500, roundTripMs: 2_000, lostPercent: 0 }],
])("over %s everything arrives, once and in order, and no request is tried in vain", async (_name, line) => {
  const place = placeOf(line, 200);
  for (let n = 0; n < 400 && place.floor.next < 200; n++) await place.pass(5);
  expect(place.floor.lines).toEqual(place.lines());
  // The first ones show how slow it is: of 64, 32, 16 and 8 lines. After them none ends with its time.
  expect(place.bodies.filter(({ isInTime }) => !isInTime).length).toBeLessThan(5);
  expect(place.bodies.slice(8).every(({ isInTime }) => isInTime)).toBe(true);
});

test("after a week without a line everything is there within seconds of its return", async () => {
  const place = placeOf({ bytesPerS: 1_000_000, roundTripMs: 20, lostPercent: 0 }, 10);
  await place.pass(1);
  expect(place.floor.next).toBe(10);
  place.cut(true);
  for (let day = 0; day < 7; day++) {
    place.play(20);
    await place.pass(86_400);
  }
  expect(place.floor.next).toBe(10);
  place.cut(false);
  await place.pass((LONGEST_WAIT_US / US_PER_S) * 1.25 + 2);
  expect(place.floor.lines).toEqual(place.lines());
  expect(place.lines().length).toBe(150);
});
