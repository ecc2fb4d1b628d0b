import { describe, expect, it } from "vitest";
import { DICE_FACTS } from "../../../src/rules/vocabulary/dice.ts";
import type { ThrowRead } from "../../../src/dice/observation.ts";
import { testLineLosses } from "../../link/line-losses.test-help.ts";
import { EyeHarness, HELLO, KNOWS_NOTHING, EyeOnLine } from "./eye-harness.test-help.ts";
import { monoUs } from "../../../src/time/instant.ts";
import { eyeAbilities } from "./abilities.ts";
import { lineOf } from "./lines.ts";
import type { TiradaEyeOptions } from "./state.ts";

const throwOf = (n: number): ThrowRead => ({
  n,
  rolledMs: 900,
  dice: [
    { face: "3", x: 100, y: 200, confidence: 990, notes: [] },
    { face: "5", x: -100, y: 20, confidence: 970, notes: [] },
  ],
  verdict: "readable",
  reasons: [],
  picture: "0".repeat(64),
});

/** Plays what an eye told, each at its time. */
function play(eye: EyeOnLine, harness = new EyeHarness().opened()): EyeHarness {
  for (const { ms, bytes } of eye.sent) harness.until(ms * 1_000).bytes(bytes);
  return harness;
}

const awake = (): EyeOnLine => new EyeOnLine().until(100).tell({ m: "state", state: "empty" }).until(600);

function thrown(eye: EyeOnLine, n: number): EyeOnLine {
  return eye
    .tell({ m: "state", state: "moving" })
    .until(eye.ms + 900)
    .tell({ m: "state", state: "settling" })
    .until(eye.ms + 300)
    .tell({ m: "state", state: "rest" }, { m: "rest", read: throwOf(n) })
    .until(eye.ms + 1_000);
}

describe("an eye", () => {
  it("attaches with what stands, tells a throw once, and goes on", () => {
    const eye = thrown(awake(), 1)
      .tell({ m: "disturbed", what: "hand" }, { m: "state", state: "covered" })
      .until(4_000)
      .tell({ m: "disturbed", what: "taken" }, { m: "state", state: "empty" });
    const harness = play(eye);
    const settled = harness.words().filter((word) => !word.startsWith("-"));
    expect(settled).toEqual([
      "attached",
      "unknown",
      "empty",
      "moving",
      "settling",
      "rest",
      "rest 1 35",
      "disturbed hand",
      "covered",
      "disturbed taken",
      "empty",
    ]);
    expect(harness.rests()).toEqual([throwOf(1)]);
    expect(harness.session.figures?.(harness.state)).toMatchObject({ "eye throws": 1, "eye attached": 1 });
  });

  it("what an earlier session left standing is settled by the first heartbeat", () => {
    const harness = play(awake());
    for (const code of ["eye-light", "eye-moved", "port-gone", "eye-setup", "eye-stopped"])
      expect(harness.words()).toContain(`-${code}`);
  });

  it("a fault stands until it is cleared, and a dome is told when it changes", () => {
    const eye = awake()
      .tell({ m: "fault", fault: "eye-moved", on: true, value: 210 }, { m: "dome", closed: true })
      .until(2_000)
      .tell({ m: "fault", fault: "eye-moved", on: false, value: 0 }, { m: "dome", closed: false });
    const words = play(eye).words();
    const from = words.lastIndexOf("empty") + 1;
    expect(words.slice(from)).toEqual(["+eye-moved", "dome closed", "-eye-moved", "dome open"]);
  });

  it("attached anew it tells fault, dome and state that stand", () => {
    const eye = awake().tell(
      { m: "fault", fault: "eye-light", on: true, value: 250 },
      { m: "dome", closed: true },
    );
    eye.until(3_000);
    const harness = play(eye).forget();
    harness.input({ i: "lost", t: harness.state.link.heardAt!, why: "unplugged" });
    expect(harness.words()).toEqual(["+port-gone", "gap port-gone"]);
    harness.forget().opened();
    eye.sent.length = 0;
    eye.until(6_000);
    const words = play(eye, harness).words();
    expect(words).toEqual(["-port-gone", "attached", "dome closed", "empty"]);
  });
});

testLineLosses({
  session: new EyeHarness().session,
  silenceUs: 2_000_000,
  sound: awake()
    .sent.map(({ bytes }) => bytes)
    .join(""),
});

describe("losses", () => {
  it("silence for 2 s is a fault and a gap; the next lines end it", () => {
    const harness = play(awake()).forget();
    harness.until(harness.t + 2_100_000);
    expect(harness.words()).toEqual(["+device-silent", "gap device-silent"]);
    const later = new EyeOnLine({}, 5_000).until(5_600);
    expect(play(later, harness.forget()).words()).toEqual(["-device-silent", "attached", "unknown"]);
  });

  it("lines that are missing are a gap; the next heartbeat tells what stands", () => {
    const eye = thrown(awake(), 1);
    const moving = eye.sent.findIndex(({ bytes }) => bytes.startsWith("S") && bytes.includes(" M*"));
    eye.sent.splice(moving, 1);
    const words = play(eye).words();
    const from = words.lastIndexOf("empty");
    expect(words.slice(from)).toEqual([
      "empty",
      "gap device-garbled",
      "attached",
      "moving",
      "settling",
      "rest",
      "rest 1 35",
    ]);
  });

  it("a rest that is missing is a gap, and is never made up", () => {
    const eye = thrown(awake(), 1);
    const rest = eye.sent.findIndex(({ bytes }) => bytes.startsWith("R"));
    eye.sent.splice(rest, 1);
    const harness = play(eye);
    expect(harness.rests()).toEqual([]);
    expect(harness.words()).toContain("gap device-garbled");
  });

  it("frames that were lost are a gap", () => {
    const eye = awake().tell({ m: "state", state: "moving" }, { m: "frames-lost", ms: 700 }).until(1_000);
    const words = play(eye).words();
    expect(words.slice(words.indexOf("moving"))).toEqual([
      "moving",
      "+eye-frames-lost",
      "gap frames-lost",
      "attached",
      "moving",
    ]);
  });

  it("a rest that is told again is told once; where the first was not heard it has no beginning", () => {
    const eye = thrown(awake(), 1);
    eye.until(eye.ms + 15_000);
    expect(eye.text().match(/^R/gm)).toHaveLength(11);
    const heard = play(eye);
    expect(heard.rests().map(({ n, rolledMs }) => [n, rolledMs])).toEqual([[1, 900]]);
    expect(heard.words()).not.toContain("gap device-garbled");
    // A unit that starts two seconds later.
    const late = new EyeOnLine();
    late.sent.push(...eye.sent.filter(({ ms }) => ms > 3_400));
    const unit = new EyeHarness().until(3_400_000).opened();
    expect(
      play(late, unit)
        .rests()
        .map(({ n, rolledMs }) => [n, rolledMs]),
    ).toEqual([[1, null]]);
    // Taken up, and no more of it.
    const taken = thrown(awake(), 1).tell({ m: "disturbed", what: "taken" });
    taken.until(taken.ms + 5_000);
    expect(taken.text().match(/^R/gm)).toHaveLength(1);
  });

  it("a rest that is told again after a gap is given out again: the dice still lie there", () => {
    const eye = thrown(awake(), 1);
    eye.until(eye.ms + 6_000);
    const cut = new EyeOnLine();
    cut.sent.push(...eye.sent.filter(({ ms }) => ms <= 3_000 || ms > 6_000));
    const harness = play(cut);
    const words = harness.words();
    expect(words.slice(words.indexOf("+device-silent"))).toEqual([
      "+device-silent",
      "gap device-silent",
      "-device-silent",
      "attached",
      "rest",
      "rest 1 35",
    ]);
    expect(harness.rests().map(({ n, rolledMs }) => [n, rolledMs])).toEqual([
      [1, 900],
      [1, null],
    ]);
    expect(harness.state.figures.rests).toBe(1);
    const attached = harness.seen.filter(({ o }) => o === "attached");
    expect(attached).toEqual([
      { o: "attached", device: "eye" },
      { o: "attached", device: "eye", noneRested: true },
    ]);
  });

  it("of dice that came to rest in the gap nothing is told that was told before", () => {
    const eye = thrown(awake(), 1);
    const from = eye.ms;
    eye.tell({ m: "state", state: "empty" }).until(eye.ms + 500);
    thrown(eye, 2).until(eye.ms + 15_000);
    const cut = new EyeOnLine();
    cut.sent.push(...eye.sent.filter(({ ms }) => ms <= from || ms > from + 14_000));
    const harness = play(cut);
    expect(harness.rests().map(({ n }) => n)).toEqual([1]);
    expect(harness.seen.filter(({ o }) => o === "attached").at(-1)).toEqual({ o: "attached", device: "eye" });
  });

  it("a rest with a number that has been is nonsense", () => {
    const eye = thrown(thrown(awake(), 2), 1);
    const harness = play(eye);
    expect(harness.rests().map(({ n }) => n)).toEqual([2]);
    expect(harness.words()).toContain("gap device-garbled");
  });

  it("an eye that lives and looks at nothing is not believed", () => {
    const eye = awake();
    const harness = play(eye);
    eye.sent.length = 0;
    // Heartbeats go on, frames do not.
    const { frames } = eye.counters;
    for (let ms = eye.ms; ms < 5_000; ms += 100) {
      const bytes = eye.reporter.takeDueLines((ms * 1_000) as never, { ...eye.counters, frames });
      if (bytes !== "") eye.sent.push({ ms, bytes });
    }
    const words = play(eye, harness.forget()).words();
    expect(words).toEqual(["+eye-stopped", "gap device-silent"]);
  });

  it("a start of the eye is a gap, and its numbers begin anew", () => {
    const harness = play(thrown(awake(), 5));
    const later = new EyeOnLine({ boot: 7 }, 4_000);
    thrown(later.until(4_100).tell({ m: "state", state: "empty" }).until(4_600), 1);
    const words = play(later, harness.forget()).words();
    expect(words.slice(0, 2)).toEqual(["gap restart", "+eye-restarted"]);
    expect(words).toContain("rest 1 35");
  });

  it("a second loss is a gap of its own when a throw was told since the first, though no heartbeat came between", () => {
    const eye = awake();
    const harness = play(eye).forget();
    const at = eye.sent.length;
    eye.tell({ m: "frames-lost", ms: 40 }, { m: "rest", read: throwOf(1) });
    // The heartbeats behind the two messages are lost.
    for (const { bytes } of eye.sent.slice(at)) harness.bytes(bytes.slice(0, bytes.indexOf("\n") + 1));
    expect(harness.words().filter((word) => /^gap|^rest|^attached/.test(word))).toEqual([
      "gap frames-lost",
      "rest 1 35",
    ]);
    harness.forget().input({ i: "lost", t: monoUs(harness.t), why: "unplugged" });
    expect(harness.words()).toContain("gap port-gone");
  });
});

describe("what an eye tells besides throws", () => {
  it("hands and objects, faults with their value, lost frames with their time", () => {
    const eye = awake()
      .tell({ m: "contact", what: "hand" }, { m: "contact", what: "object" })
      .tell({ m: "fault", fault: "eye-light", on: true, value: 250 })
      .tell({ m: "frames-lost", ms: 700 })
      .until(1_000);
    const harness = play(eye);
    expect(harness.words()).toContain("foreign-contact hand");
    expect(harness.words()).toContain("foreign-contact object");
    const faults = harness.seen.filter(({ o }) => o === "fault");
    expect(faults).toEqual([
      { o: "fault", code: "eye-light", detail: { value: 250 }, device: "eye" },
      { o: "fault", code: "eye-frames-lost", detail: { ms: 700 }, device: "eye" },
    ]);
    expect(harness.seen).toContainEqual({ o: "gap", device: "eye", why: "frames-lost", lostMs: 700 });
    // Attached again, a fault that stands is not raised anew.
    expect(harness.words().filter((word) => word === "+eye-light")).toHaveLength(1);
  });

  it("nothing that it says before a heartbeat says how it stands", () => {
    const eye = new EyeOnLine();
    const greeting = eye.text().split("\n")[0] ?? "";
    const harness = new EyeHarness().opened().bytes(`${greeting}\n`).forget();
    const late = new EyeOnLine();
    late.sent.length = 0;
    late.tell({ m: "state", state: "empty" }, { m: "dome", closed: true });
    // The heartbeat between them is lost.
    expect(
      play(late, harness)
        .words()
        .filter((word) => word !== "gap device-garbled"),
    ).toEqual([]);
  });

  it("its figures are those of its last heartbeat, and what the line suffered", () => {
    const eye = thrown(awake(), 1);
    eye.counters = { ...eye.counters, dropped: 3, damaged: 2, light: 101, drift: 45 };
    eye.until(eye.ms + 600);
    const harness = play(eye);
    expect(harness.session.figures?.(harness.state)).toEqual({
      "eye throws": 1,
      "eye throws undecided": 0,
      "eye frames": expect.any(Number) as number,
      "eye frames dropped": 3,
      "eye frames damaged": 2,
      "eye light": 101,
      "eye shift, px/100": 45,
      "eye damaged messages": 0,
      "eye missed messages": 0,
      "eye repeated messages": 0,
      "eye strange messages": 0,
      "eye restarts": 0,
      "eye attached": 1,
    });
    const unread = { ...throwOf(2), verdict: "undecided", reasons: ["glare"] } as const;
    const after = eye
      .tell({ m: "state", state: "moving" })
      .until(eye.ms + 500)
      .tell({ m: "state", state: "rest" }, { m: "rest", read: unread })
      .until(eye.ms + 600);
    const both = play(after);
    expect(both.session.figures?.(both.state)).toMatchObject({ "eye throws": 2, "eye throws undecided": 1 });
    const again = play(new EyeOnLine({ boot: 7 }, after.ms + 500).until(after.ms + 1_200), both);
    expect(again.session.figures?.(again.state)).toMatchObject({ "eye restarts": 1 });
  });

  it("a heartbeat with another status than the messages before it is a gap, and what it says counts", () => {
    const eye = awake();
    const harness = play(eye).forget();
    harness.until(eye.ms * 1_000);
    const text = lineOf(
      { m: "heartbeat", state: "covered", dome: true, rests: 0, faults: [], ...eye.counters, frames: 999 },
      (harness.state.sequence.number ?? 0) + 1,
      eye.ms,
    );
    harness.bytes(text);
    expect(harness.words()).toEqual(["gap device-garbled", "attached", "dome closed", "covered"]);
    expect(harness.session.figures?.(harness.state)).toMatchObject({ "eye strange messages": 1 });
  });

  it("looks at nothing: a fault with its time after two seconds, over when frames come again", () => {
    const eye = awake();
    const harness = play(eye);
    const { frames } = eye.counters;
    const silent = (fromMs: number, toMs: number): void => {
      for (let ms = fromMs; ms < toMs; ms += 100) {
        const bytes = eye.reporter.takeDueLines(monoUs(ms * 1_000), { ...eye.counters, frames });
        if (bytes !== "") harness.until(ms * 1_000).bytes(bytes);
      }
    };
    harness.forget();
    silent(eye.ms, eye.ms + 2_000);
    expect(harness.words()).toEqual([]);
    silent(eye.ms + 2_000, eye.ms + 3_000);
    const stopped = harness.seen.flatMap((one) =>
      one.o === "fault" && one.code === "eye-stopped" ? [Number(one.detail["ms"])] : [],
    );
    expect(stopped).toHaveLength(1);
    expect(stopped[0]).toBeGreaterThan(2_000);
    const later = eye.ms + 3_500;
    harness
      .until(later * 1_000)
      .bytes(eye.reporter.takeDueLines(monoUs(later * 1_000), { ...eye.counters, frames: frames + 9 }));
    expect(harness.words().slice(-3)).toEqual(["-eye-stopped", "attached", "empty"]);
  });
});

describe("an eye that is not this table's", () => {
  it.each<[string, Partial<TiradaEyeOptions>]>([
    ["another calibration", { digest: "f".repeat(16) }],
    ["another face set", { faces: "symbols" }],
    ["one that knows less", { knows: { ...KNOWS_NOTHING, half: true } }],
  ])("%s: nothing is told of it", (_, options) => {
    const harness = play(thrown(awake(), 1), new EyeHarness(options).opened());
    expect(harness.words().filter((word) => !word.startsWith("-"))).toEqual(["+eye-setup"]);
  });

  it("says what does not fit", () => {
    const why = (options: Partial<TiradaEyeOptions>, major = 1): unknown => {
      const harness = new EyeHarness(options).opened();
      harness.bytes(lineOf({ m: "hello", ...HELLO, major, minor: 4 }, 0, 0));
      return harness.seen.flatMap((one) => (one.o === "fault" ? [one.detail] : []));
    };
    const found = { digest: HELLO.digest, version: "1.4" };
    expect(why({})).toEqual([]);
    expect(why({ digest: "f".repeat(16) })).toEqual([{ ...found, why: "another calibration" }]);
    expect(why({ faces: "symbols" })).toEqual([{ ...found, why: "calibrated for pips" }]);
    expect(why({ knows: { ...KNOWS_NOTHING, half: true, dome: true, rim: true } })).toEqual([
      { ...found, why: "not calibrated for half dome" },
    ]);
    expect(why({}, 2)).toEqual([{ ...found, version: "2.4", why: "another version" }]);
  });

  it("the right one is taken", () => {
    const options = { digest: HELLO.digest, knows: { ...KNOWS_NOTHING, rim: true } };
    expect(play(thrown(awake(), 1), new EyeHarness(options).opened()).rests()).toHaveLength(1);
  });
});

describe("what an eye can know", () => {
  it("is about facts of the dice family only, each with a reason", () => {
    for (const knows of [KNOWS_NOTHING, HELLO.knows])
      for (const [fact, ability] of Object.entries(eyeAbilities(knows))) {
        expect(Object.keys(DICE_FACTS)).toContain(fact);
        expect(ability.note.length).toBeGreaterThan(20);
      }
  });

  it("zones that were not calibrated are not known", () => {
    expect(eyeAbilities(KNOWS_NOTHING)["die-on-rim"]?.level).toBe("none");
    expect(eyeAbilities({ ...KNOWS_NOTHING, rim: true })["die-on-rim"]?.level).toBe("measured");
    expect(eyeAbilities(HELLO.knows)["shake"]).toBeUndefined();
  });
});
