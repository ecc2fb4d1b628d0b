import { join } from "node:path";
import { refusesResults } from "../../../src/codes/faults.ts";
import { certificateOf } from "../../journal/export/certificate-of.ts";
import { describe, expect, test } from "vitest";
import { cosignCheckpoint, openCheckpoint } from "../../../src/record/checkpoint.ts";
import { parseNote } from "../../../src/record/note.ts";
import { SEED_1, signerFromSeed, table, testLine, witness } from "../../../src/record/vector.fixture.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import type { StandingFault } from "../../../src/table/kernel/durable/durable.ts";
import { fakeClock, type FakeClock } from "../../../src/time/fake-clock.ts";
import { rfc3339, US_PER_S, wallMs } from "../../../src/time/instant.ts";
import { commitMany, freshFolder, openTestStore } from "../../journal/store/journal.fixture.ts";
import type { Store } from "../../journal/store/store.ts";
import { checkpointOf, questionFor } from "../../journal/export/to-witness.ts";
import type { Answer, Question } from "../witness/ask.ts";
import { LONGEST_WAIT_US, NOT_WITNESSED_US, Witnessing } from "./witnessing.ts";

/** How a unit takes what its witness answers, second by second, on a real journal and in simulated time. */

interface Run {
  readonly store: Store;
  readonly clock: FakeClock;
  readonly asked: Question[];
  /** `code kind` as a fault begins, `code over` as it ends. */
  readonly faults: string[];
  readonly notices: string[];
  readonly witnessing: Witnessing;
  /** So many seconds, each with its checkpoint. */
  readonly seconds: (count: number) => Promise<void>;
  /** More records, and a checkpoint over them. */
  readonly grow: (count: number) => void;
}

type Script = (question: Question, at: number) => Answer | Promise<Answer>;

async function run(
  script: Script,
  {
    store = openTestStore(join(freshFolder(), "journal.db")),
    faults = [] as readonly StandingFault[],
    key = witness.verifier,
    stops = false,
  } = {},
): Promise<Run> {
  const clock = fakeClock(1_000_000_000);
  const [asked, told, notices]: [Question[], string[], string[]] = [[], [], []];
  const grow = (count: number): void => {
    commitMany(store, count);
    store.signCheckpointNow();
  };
  if (store.head.seq === 0) grow(10);
  const witnessing = await Witnessing.start({
    journal: {
      toWitness: async (old) => Promise.resolve(questionFor(store, old)),
      cosigned: async () => Promise.resolve(store.newestCosigned()),
      cosign: async (one) => {
        store.cosign(one);
        return Promise.resolve();
      },
      checkpointOf: async (size) => Promise.resolve(checkpointOf(store, size)),
      records: async (from, count) => Promise.resolve(store.records(from, count)),
    },
    clock,
    key,
    ask: async (question) => {
      asked.push(question);
      return Promise.resolve(script(question, asked.length - 1));
    },
    feed: (entry: Entry) => {
      if (entry.k === "fault")
        told.push(`${entry.code} ${entry.stands ? (entry.detail["kind"] ?? "") : "over"}`);
    },
    onNotice: (line) => notices.push(line),
    onChange: () => undefined,
    faults,
    stopsWhenForked: stops,
  });
  const seconds = async (count: number): Promise<void> => {
    for (let one = 0; one < count; one++) {
      witnessing.handleCheckpoint(store.newest);
      await clock.advanceSettling(US_PER_S);
    }
  };
  return { store, clock, asked, faults: told, notices, witnessing, seconds, grow };
}

const honest: Script = ({ checkpoint }) => ({
  is: "cosigned",
  time: 1_795_255_320,
  line: cosignCheckpoint(checkpoint, witness, 1_795_255_320).slice(checkpoint.length),
});
const sizeOf = ({ checkpoint }: Question): number => Number(parseNote(checkpoint).text.split("\n")[1]);

describe("an honest witness", () => {
  test("cosigns each checkpoint once; what it signs lies beside it and in certificates", async () => {
    const { store, asked, faults, witnessing, seconds, grow } = await run(honest);
    await seconds(3);
    grow(5);
    await seconds(3);
    expect(asked.map((one) => [one.old, sizeOf(one)])).toEqual([
      [0, 10],
      [10, 15],
    ]);
    expect(asked[1]?.before).toBe(asked[0]?.checkpoint);
    expect(store.cosignatures(0, 15).map(({ size }) => size)).toEqual([10, 15]);
    const { proof } = certificateOf(store, 3);
    const note = proof.slice(proof.indexOf("\n\n") + 2);
    expect(openCheckpoint(note, table.verifier, [witness.verifier])).toMatchObject({
      size: 15,
      witnessed: [{ time: 1_795_255_320 }],
    });
    expect(witnessing.state).toEqual({
      name: witness.verifier.name,
      size: 15,
      time: "2026-11-21T10:02:00.000Z",
      minutes: 0,
      trouble: null,
      why: null,
    });
    expect(faults).toEqual([]);
  });

  test("is taken up where the journal ends, and an older record counts the minutes", async () => {
    const store = openTestStore(join(freshFolder(), "journal.db"));
    const first = await run(honest, { store });
    await first.seconds(2);
    // Seven minutes before the clock of the second start.
    const at = rfc3339(wallMs(fakeClock().wall() - 7 * 60_000));
    store.commit(testLine(store.head, { kind: "result", at }));
    store.signCheckpointNow();
    const later = await run(honest, { store });
    expect(later.witnessing.state).toMatchObject({ size: 10, minutes: 7 });
    later.witnessing.handleCheckpoint(store.newest);
    // It is asked first: a night without play is no fault.
    expect(later.faults).toEqual([]);
    later.witnessing.stop();
    const second = await run(() => ({ is: "silent", why: "ECONNREFUSED" }), { store });
    await second.seconds(1);
    expect(second.asked.map((one) => [one.old, sizeOf(one)])).toEqual([[10, 11]]);
    expect(second.witnessing.state).toMatchObject({ size: 10, time: "2026-11-21T10:02:00.000Z", minutes: 7 });
    expect(second.faults).toEqual(["not-witnessed silent"]);
  });
});

test("another witness than the one before begins anew, and has forgotten nothing", async () => {
  const store = openTestStore(join(freshFolder(), "journal.db"));
  const before = await run(honest, { store });
  await before.seconds(2);
  const { verifier: key } = signerFromSeed("tirada.example/other/witness", SEED_1, "cosignature");
  const after = await run(() => ({ is: "silent", why: "" }), { store, key });
  await after.seconds(2);
  expect(after.witnessing.state).toMatchObject({ name: key.name, size: 0, time: null });
  expect(after.asked.map(({ old }) => old)).toEqual([0]);
  expect(after.faults).toEqual([]);
});

describe("a silent witness", () => {
  test("is a fault after five minutes and asked more and more seldom; an answer ends it", async () => {
    let up = false;
    const { clock, asked, faults, notices, witnessing, seconds, grow } = await run((question, at) =>
      up ? honest(question, at) : { is: "silent", why: "ECONNREFUSED" },
    );
    await seconds(NOT_WITNESSED_US / US_PER_S);
    expect([faults, witnessing.state.minutes]).toEqual([[], 5]);
    grow(1);
    await seconds(2);
    expect(faults).toEqual(["not-witnessed silent"]);
    expect(witnessing.state).toMatchObject({ trouble: "silent", why: "ECONNREFUSED", minutes: 5, size: 0 });
    // 2, 4, 8 … 256 s.
    expect(asked).toHaveLength(8);
    const before = asked.length;
    await seconds((4 * LONGEST_WAIT_US) / US_PER_S);
    expect(asked.length - before).toBe(4);
    expect(notices).toEqual([`witness: ${witness.verifier.name}: silent, ECONNREFUSED`]);
    up = true;
    await seconds(LONGEST_WAIT_US / US_PER_S + 1);
    expect(faults).toEqual(["not-witnessed silent", "not-witnessed over"]);
    expect(witnessing.state).toMatchObject({ trouble: null, minutes: 0, size: 11 });
    expect(clock.waiting()).toEqual([]);
  });

  test("is no fault where nothing is new", async () => {
    let up = true;
    const { faults, witnessing, seconds } = await run((question, at) =>
      up ? honest(question, at) : { is: "silent", why: "" },
    );
    await seconds(2);
    up = false;
    await seconds(3_600);
    expect([faults, witnessing.state.minutes]).toEqual([[], 0]);
  });

  test("counts from the checkpoint that came while it was asked", async () => {
    const answers: ((answer: Answer) => void)[] = [];
    const { asked, witnessing, seconds, grow } = await run(
      () => new Promise<Answer>((resolve) => answers.push(resolve)),
    );
    await seconds(1);
    grow(1);
    await seconds(180);
    expect([asked.length, witnessing.state.minutes]).toEqual([1, 3]);
    answers[0]?.(await honest(asked[0]!, 0));
    await seconds(2);
    expect([asked.length, witnessing.state.size, witnessing.state.minutes]).toEqual([2, 10, 3]);
    answers[1]?.(await honest(asked[1]!, 1));
    await seconds(1);
    expect([witnessing.state.size, witnessing.state.minutes]).toEqual([11, 0]);
  });
});

describe("a witness that says another size", () => {
  test("is asked from there at once", async () => {
    const { asked, faults, seconds } = await run((question, at) =>
      question.old === 0 ? { is: "conflict", size: 4 } : honest(question, at),
    );
    await seconds(3);
    expect(asked.map(({ old }) => old)).toEqual([0, 4]);
    expect(faults).toEqual([]);
  });

  test("and had cosigned more has forgotten: recorded once, and taught again", async () => {
    let forgot = false;
    const { asked, faults, seconds, grow, store } = await run((question, at) => {
      if (forgot && question.old === 10) return { is: "conflict", size: 6 };
      return forgot && question.old === 6 ? { is: "conflict", size: 4 } : honest(question, at);
    });
    await seconds(2);
    forgot = true;
    grow(3);
    await seconds(6);
    expect(asked.map(({ old }) => old)).toEqual([0, 10, 6, 4]);
    expect(faults).toEqual(["witness-forgot "]);
    expect(store.newestCosigned()?.size).toBe(13);
  });

  test("names another one each time: asked ever more seldom, and no fault of the log", async () => {
    const { asked, faults, witnessing, seconds } = await run((_, at) => ({
      is: "conflict",
      size: 1 + (at % 5),
    }));
    await seconds(120);
    expect(asked.length).toBeLessThan(10);
    expect(witnessing.state.trouble).toBe("conflict");
    expect(faults).toEqual([]);
  });

  test("knows more than the journal: the log is refused", async () => {
    const { faults, notices, witnessing, seconds } = await run(() => ({ is: "conflict", size: 64 }));
    await seconds(3);
    expect(faults).toEqual(["log-refused ahead"]);
    expect(witnessing.state).toMatchObject({
      trouble: "ahead",
      why: "it knows 64 records, the journal has 10",
    });
    expect(notices).toHaveLength(1);
  });

  test("says the very size with another root: two histories", async () => {
    const { faults, seconds } = await run((question) =>
      question.old === 10 ? { is: "conflict", size: 10 } : { is: "conflict", size: 10 },
    );
    await seconds(3);
    expect(faults).toEqual(["log-refused forked"]);
  });

  test.each([
    ["another history", 10, "forked"],
    ["a longer one", 64, "ahead"],
  ])("holds %s: nothing is certified, where the house has chosen that", async (_, size, kind) => {
    const { faults, seconds } = await run(() => ({ is: "conflict", size }), { stops: true });
    await seconds(3);
    expect(faults).toEqual([`log-refused ${kind}`, `log-forked ${kind}`]);
    expect(refusesResults("log-forked")).toBe(true);
  });
});

describe("a witness that refuses", () => {
  test.each([
    [404, "unknown-log"],
    [400, "refused"],
  ] as const)("with %i is told as %s, and ends with a cosignature", async (status, kind) => {
    let refuses = true;
    const { faults, seconds } = await run((question, at) =>
      refuses ? { is: "refused", status } : honest(question, at),
    );
    await seconds(30);
    expect(faults).toEqual([`log-refused ${kind}`]);
    refuses = false;
    await seconds(40);
    expect(faults).toEqual([`log-refused ${kind}`, "log-refused over"]);
  });

  test("with 403 at a log that was never witnessed knows another key of it: nothing is certified until it cosigns", async () => {
    let refuses = true;
    const { faults, seconds } = await run((question, at) =>
      refuses ? { is: "refused", status: 403 } : honest(question, at),
    );
    await seconds(30);
    expect(faults).toEqual(["log-refused not-signed", "log-forked not-signed"]);
    refuses = false;
    await seconds(40);
    expect(faults.slice(2).toSorted()).toEqual(["log-forked over", "log-refused over"]);
  });

  test("a proof is shown the log's own root of what it knows, which proves two histories or its lie", async () => {
    for (const [isSame, kind] of [
      [false, "forked"],
      [true, "refused"],
    ] as const) {
      const { asked, faults, store, seconds } = await run((question, at): Answer | Promise<Answer> => {
        if (question.old === 0) return { is: "conflict", size: 6 };
        if (sizeOf(question) > 6) return { is: "refused", status: 422 };
        return isSame ? honest(question, at) : { is: "conflict", size: 6 };
      });
      await seconds(3);
      expect(asked.map((one) => [one.old, sizeOf(one), one.proof.length > 0])).toEqual([
        [0, 10, false],
        [6, 10, true],
        [6, 6, false],
      ]);
      expect(asked[2]?.checkpoint).toBe(checkpointOf(store, 6).note);
      expect(faults).toEqual([`log-refused ${kind}`]);
    }
  });
});

test.each(["malformed", "too-long", "foreign-key", "older-checkpoint", "wrong-signature"] as const)(
  "an answer that proves nothing is told by its kind, %s, and nothing of it is kept",
  async (kind) => {
    const { store, faults, witnessing, seconds } = await run(() => ({ is: "unusable", kind }));
    await seconds(30);
    expect(faults).toEqual([`cosignature-wrong ${kind}`]);
    expect(witnessing.state).toMatchObject({ size: 0, trouble: kind });
    expect(store.newestCosigned()).toBeNull();
  },
);

test("another kind is another fault; silence between changes neither", async () => {
  const script: Answer[] = [
    { is: "unusable", kind: "foreign-key" },
    { is: "silent", why: "ETIMEDOUT" },
    { is: "unusable", kind: "wrong-signature" },
    { is: "refused", status: 404 },
  ];
  const { faults, seconds } = await run((question, at) => script[at] ?? honest(question, at));
  await seconds(120);
  expect(faults).toEqual([
    "cosignature-wrong foreign-key",
    "cosignature-wrong over",
    "cosignature-wrong wrong-signature",
    "log-refused unknown-log",
    "cosignature-wrong over",
    "log-refused over",
  ]);
});

test("what stood before the start stands until the witness has said something", async () => {
  const faults = (["not-witnessed", "log-refused"] as const).map((code) => ({
    device: "unit",
    code,
    since: "",
  }));
  let up = false;
  const made = await run((question, at) => (up ? honest(question, at) : { is: "silent", why: "" }), { faults });
  await made.seconds(10);
  expect(made.faults).toEqual([]);
  up = true;
  await made.seconds(10);
  expect(made.faults).toEqual(["not-witnessed over", "log-refused over"]);
});

test("once stopped it asks, keeps and records nothing more", async () => {
  const answers: ((answer: Answer) => void)[] = [];
  const { store, asked, faults, witnessing, seconds } = await run(
    () => new Promise<Answer>((resolve) => answers.push(resolve)),
  );
  await seconds(1);
  witnessing.stop();
  answers[0]?.(await honest(asked[0]!, 0));
  await seconds(600);
  expect([asked.length, store.newestCosigned(), faults]).toEqual([1, null, []]);
});
