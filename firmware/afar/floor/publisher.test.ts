import { expect, test } from "vitest";
import { hashOf, type StubAnswer } from "../../../test/support/stub-floor.ts";
import { cosignCheckpoint } from "../../../src/record/checkpoint.ts";
import { witness } from "../../../src/record/vector.fixture.ts";
import { ARRIVAL_REFUSALS } from "../../../src/floor/standing.ts";
import { BATCH_BYTES_MAX, BATCH_LINES_MAX } from "../../../src/floor/sent-lines.ts";
import type { StoredCheckpoint } from "../../evidence/log/rows.ts";
import { checkpointOf } from "../../journal/export/to-witness.ts";
import { closeEpoch, commitInEpoch, commitMany, LOG } from "../../journal/store/journal.fixture.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import type { Store } from "../../journal/store/store.ts";
import { placeOf, type Place } from "./publisher.fixture.ts";
import { CHECKPOINT_WAIT_US } from "./publisher.ts";

const once = (place: Place): void => {
  expect([...place.floor.timesSent().values()].every((times) => times === 1)).toBe(true);
};

test("what is durable goes to the floor, byte for byte, in order and once", async () => {
  const place = placeOf();
  commitMany(place.store, 3);
  place.tell();
  await place.pass(0);
  expect(place.floor.lines).toEqual(place.lines());
  commitMany(place.store, 1);
  // Not told yet: it may be in one of two copies alone.
  await place.pass(5);
  expect(place.floor.next).toBe(3);
  place.tell();
  await place.pass(0);
  expect(place.floor.lines).toEqual(place.lines());
  once(place);
  expect(place.states.at(-1)).toMatchObject({ next: 4, records: 4, trouble: null });
  // One question for the standing, then nothing but lines.
  expect(place.asked.map((one) => one.slice(2))).toEqual(["standing", "lines", "lines"]);
});

/** Has the witness cosign a checkpoint; gives it with the witness's line. */
function cosigned(store: Store, { size, note }: StoredCheckpoint): string {
  const signed = cosignCheckpoint(checkpointOf(store, size).note, witness, 1_700_000_000);
  store.cosign({ size, line: signed.slice(note.length), at: "2026-01-01T00:00:00.000Z" });
  return signed;
}

test("a checkpoint follows the record that completes it, with what a witness made of it meanwhile", async () => {
  const place = placeOf();
  commitMany(place.store, 2);
  const { note, size } = place.store.signCheckpointNow()!;
  place.tell(size);
  await place.pass(0);
  expect([...place.floor.checkpoints.keys()]).toEqual([2]);
  commitMany(place.store, 1);
  const later = place.store.signCheckpointNow()!;
  place.tell();
  await place.pass(0);
  // The record left with its checkpoint: it was there.
  expect([...place.floor.checkpoints.keys()]).toEqual([2, 3]);
  commitMany(place.store, 1);
  place.tell();
  await place.pass(0);
  const third = place.store.signCheckpointNow()!;
  place.tell(third.size);
  await place.pass(1);
  // It waits for what the witness makes of it, and not for long.
  expect(place.floor.checkpoints.has(4)).toBe(false);
  const signed = cosigned(place.store, third);
  place.tell(4, 4);
  await place.pass(0);
  expect(place.floor.checkpoints.get(4)).toBe(signed);
  expect(place.floor.checkpoints.get(2)).toBe(note);
  expect(place.floor.checkpoints.get(3)).toBe(later.note);

  commitMany(place.store, 1);
  place.tell(4, 4);
  await place.pass(0);
  const fourth = place.store.signCheckpointNow()!;
  place.tell(5, 4);
  await place.pass(CHECKPOINT_WAIT_US / US_PER_S);
  expect(place.floor.checkpoints.get(5)).toBe(fourth.note);
  // Cosigned when it had left: it comes once more, and once.
  const again = cosigned(place.store, fourth);
  const before = place.floor.requests.length;
  for (let n = 0; n < 3; n++) {
    place.tell(5, 5);
    await place.pass(1);
  }
  expect(place.floor.checkpoints.get(5)).toBe(again);
  expect(place.floor.requests.length).toBe(before + 1);
  expect(place.trouble()).toBe(null);
});

test("a month away is caught up over epochs, in batches that fit, while epochs go on being closed", async () => {
  const place = placeOf();
  place.collector = () => "silent";
  for (let epoch = 0; epoch < 4; epoch++) {
    for (let n = 0; n < 90; n++) commitInEpoch(place.store, { kind: "result", round: n });
    place.tell();
    await place.pass(86_400);
    place.store.beginEpoch(epoch + 1);
    await closeEpoch(place.store);
  }
  expect(place.trouble()).toBe("silent");
  place.collector = () => null;
  place.tell();
  await place.pass(30);
  expect(place.floor.lines).toEqual(place.lines());
  expect([...place.floor.checkpoints.keys()].length).toBeGreaterThan(2);
  once(place);
  const bodies = place.floor.requests.filter(({ what }) => what === "lines").map(({ body }) => body);
  expect(Math.max(...bodies.map((body) => body.split("\n").length - 1))).toBe(BATCH_LINES_MAX);
  expect(Math.max(...bodies.map((body) => body.length))).toBeLessThanOrEqual(BATCH_BYTES_MAX);
});

test("an answer that is lost on its way costs no second sending, and one cut between makes none twice", async () => {
  const place = placeOf();
  commitMany(place.store, 100);
  let lost = 0;
  place.floor.instead = ({ what }, answer) => {
    if (what !== "lines" || lost > 2) return null;
    lost++;
    answer();
    return { status: 502, body: "<html>bad gateway</html>" };
  };
  place.tell();
  await place.pass(60);
  expect(place.floor.lines).toEqual(place.lines());
  expect(lost).toBe(3);
  once(place);
});

test("a unit that is killed while its batch is under way asks first how far that came", async () => {
  const place = placeOf();
  commitMany(place.store, 5);
  place.collector = () => (place.asked.at(-1)?.endsWith("lines") === true ? "never" : null);
  place.tell();
  await place.pass(1);
  expect(place.floor.next).toBe(0);
  // The floor took it, and the answer came to nobody.
  place.floor.lines.push(...place.lines().slice(0, 4));
  place.again();
  place.collector = () => null;
  place.tell();
  await place.pass(1);
  expect(place.floor.lines).toEqual(place.lines());
  expect([...place.floor.timesSent()]).toEqual([[4, 1]]);
});

test("a collector that is silent gives way to the next; after the last there is a growing wait", async () => {
  const place = placeOf({ collectors: 2 });
  commitMany(place.store, 1);
  place.collector = (at) => (at === 0 ? "silent" : null);
  place.tell();
  await place.pass(0);
  expect(place.floor.lines).toEqual(place.lines());
  expect(place.asked.map((one) => one.slice(0, 1)).join("")).toMatch(/^0+1+$/);
  place.collector = () => "silent";
  commitMany(place.store, 1);
  place.tell();
  const before = place.asked.length;
  await place.pass(600);
  const questions = place.asked.length - before;
  // Two collectors, every 4 to 6 s in the end.
  expect(questions).toBeGreaterThan(180);
  expect(questions).toBeLessThan(330);
  place.collector = () => null;
  // What waits for a floor is there within seconds of its return.
  await place.pass(7);
  expect(place.floor.lines).toEqual(place.lines());
});

test("nothing but its own record is sent to a floor that has another history or more than there is, and nothing to one of another log", async () => {
  const standing = (change: object) => (): StubAnswer => ({
    status: 200,
    body: JSON.stringify({
      standing: { log: LOG, next: 2, hash: "0".repeat(64), checkpoint: 0, ...change },
      refused: null,
    }),
  });
  for (const [reply, trouble] of [
    [standing({}), "other-history"],
    [standing({ next: 9_999_999 }), "ahead"],
    [standing({ next: Number.MAX_SAFE_INTEGER - 1 }), "ahead"],
    [standing({ log: `${LOG}x` }), "unusable"],
    [standing({ next: -1 }), "unusable"],
    [() => ({ status: 200, body: "x".repeat(1_000) }), "unusable"],
    [() => ({ status: 200, body: JSON.stringify({ standing: null, refused: null }) }), "unusable"],
    [() => ({ status: 302, body: "" }), "unusable"],
    [() => ({ status: 503, body: "" }), "silent"],
  ] as const) {
    const place = placeOf();
    commitMany(place.store, 3);
    place.collector = reply;
    place.tell();
    await place.pass(120);
    expect([trouble, place.trouble()]).toEqual([trouble, trouble]);
    const shown = trouble === "other-history" ? 1 : trouble === "ahead" ? 2 : null;
    expect(new Set(place.shown())).toEqual(new Set(shown === null ? [] : [place.lines()[shown]]));
    expect(place.asked.length).toBeLessThan(shown !== null ? 40 : trouble === "silent" ? 35 : 20);
    // When that is over it goes on by itself.
    place.collector = () => null;
    await place.pass(120);
    expect(place.floor.lines).toEqual(place.lines());
    expect(place.trouble()).toBe(null);
  }
});

test("a floor that says it took all and has not advanced is not believed for ever", async () => {
  const place = placeOf();
  commitMany(place.store, 2);
  place.floor.instead = ({ what }) => {
    if (what !== "lines") return null;
    const standing = { log: LOG, next: 0, hash: "0".repeat(64), checkpoint: 0 };
    return { status: 200, body: JSON.stringify({ standing, refused: null }) };
  };
  place.tell();
  await place.pass(60);
  expect(place.trouble()).toBe("unusable");
  expect(place.asked.length).toBeLessThan(20);
});

test.each(ARRIVAL_REFUSALS)(
  "refused for %s: told, tried again more and more seldom, one line at a time",
  async (why) => {
    const place = placeOf();
    commitMany(place.store, 10);
    let isOver = false;
    if (why === "not-enrolled") place.floor.isEnrolled = false;
    else place.floor.refuses = (seq) => (seq === 4 && !isOver ? why : null);
    place.tell();
    await place.pass(900);
    expect(place.trouble()).toBe(why);
    const sent = place.floor.requests.filter(({ what }) => what === "lines");
    expect(sent.length).toBeLessThan(25);
    if (why !== "not-enrolled") {
      expect(place.floor.next).toBe(4);
      for (const { body } of sent.slice(1)) expect(body.split("\n").length - 1).toBe(1);
    } else expect(place.floor.enrolments.length).toBeGreaterThan(50);
    isOver = true;
    place.floor.isEnrolled = true;
    await place.pass(400);
    expect(place.floor.lines).toEqual(place.lines());
    expect(place.trouble()).toBe(null);
  },
);

test("a second unit with the same log sees that the floor has another history", async () => {
  const [one, other] = [placeOf(), placeOf()];
  commitMany(one.store, 5);
  commitMany(other.store, 3);
  commitInEpoch(other.store, { kind: "void", round: 3 });
  one.tell();
  await one.pass(0);
  other.floor.lines.push(...one.floor.lines.slice(0, 4));
  other.tell();
  await other.pass(60);
  expect(other.trouble()).toBe("other-history");
  expect(hashOf(other.floor.lines[3]!)).not.toBe(hashOf(other.lines()[3]!));
  // The floor, which has the first unit's, is shown it: two lines of one number.
  expect(new Set(other.shown())).toEqual(new Set([other.lines()[3]]));
  expect(other.floor.refused).toContain("fork");
});

test("a unit that was put back shows the floor its newest record at once, and the first one that it makes anew", async () => {
  const [one, back] = [placeOf(), placeOf()];
  commitMany(one.store, 9);
  commitMany(back.store, 3);
  one.tell();
  await one.pass(0);
  back.floor.lines.push(...one.floor.lines);
  back.tell();
  await back.pass(0);
  expect([back.trouble(), back.shown(), back.floor.refused]).toEqual(["ahead", [back.lines()[2]], []]);
  // Minutes later, in the middle of a long wait.
  await back.pass(200);
  commitInEpoch(back.store, { kind: "void", round: 3 });
  back.tell();
  await back.pass(0);
  expect([back.shown().at(-1), back.floor.refused]).toEqual([back.lines()[3], ["fork"]]);
  // What is seen is not shown with each record more.
  const asked = back.asked.length;
  for (let n = 0; n < 20; n++) {
    commitMany(back.store, 1);
    back.tell();
    await back.pass(0);
  }
  expect(back.asked.length).toBe(asked);
  expect(back.floor.lines).toEqual(one.lines());
});

test("what the floor lacks and the journal keeps no more is told, and nothing is sent over the hole", async () => {
  const place = placeOf({
    journal: (real) => ({
      read: (asked) => (asked.from < 6 ? [] : real.read(asked)),
      cosigned: () => null,
      hashBefore: (seq) => (seq > 0 && seq < 6 ? null : real.hashBefore(seq)),
      firstKept: () => 6,
    }),
  });
  commitMany(place.store, 10);
  place.tell();
  await place.pass(30);
  expect(place.states.at(-1)?.trouble).toMatchObject({
    kind: "pruned",
    why: expect.stringContaining("records 0 to 5") as string,
  });
  expect(place.floor.requests.some(({ what }) => what === "lines")).toBe(false);
  place.floor.lines.push(...place.lines().slice(0, 3));
  await place.pass(120);
  expect(place.trouble()).toBe("pruned");
  place.floor.lines.push(...place.lines().slice(3, 6));
  await place.pass(120);
  expect(place.floor.lines).toEqual(place.lines());
});

test("a journal that cannot be read for a moment is read again", async () => {
  let fails = 2;
  const place = placeOf({
    journal: (real) => ({
      read: (asked) => {
        if (fails-- > 0) throw new Error("database is locked");
        return real.read(asked);
      },
      cosigned: () => null,
      hashBefore: (seq) => real.hashBefore(seq),
      firstKept: () => real.firstKept(),
    }),
  });
  commitMany(place.store, 2);
  place.tell();
  await place.pass(1);
  expect(place.states.at(-1)?.trouble).toMatchObject({ kind: "unread", why: "database is locked" });
  await place.pass(60);
  expect(place.floor.lines).toEqual(place.lines());
});
