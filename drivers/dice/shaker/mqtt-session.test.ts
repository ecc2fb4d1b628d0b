import { describe, expect, it } from "vitest";
import { ShakerMqttModel, type MqttSpeech } from "../../../hw-sim/models/dice/devices/shaker-mqtt.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { messageLine, parseMqttLine } from "../mqtt/lines.ts";
import { testLineLosses } from "../../link/line-losses.test-help.ts";
import { DiceLineHarness } from "../line/dice-line-harness.test-help.ts";
import { shakerMqttSession, shakerTopics, SILENCE_US, type ShakerMqttOptions } from "./mqtt-session.ts";

const S = 1_000_000;
const OPTIONS: ShakerMqttOptions = { name: "Billy-III", askedMs: null };
const [SAYS = "", LISTENS = ""] = shakerTopics(OPTIONS);

function setUp(speech: MqttSpeech = {}, options: Partial<ShakerMqttOptions> = {}, seed = "shaker") {
  const model = new ShakerMqttModel({ name: "Billy-III", random: randomFrom(seed), speech });
  const harness = new DiceLineHarness(shakerMqttSession({ ...OPTIONS, ...options }));
  harness.opened().play(model, S);
  return { model, harness };
}

/** A camera setup that hears what the test says, at its own times. */
class Voice {
  readonly harness = new DiceLineHarness(shakerMqttSession(OPTIONS)).opened();

  says(payload: string, ms = 0): this {
    this.harness.until(this.harness.t + ms * 1_000).bytes(messageLine({ topic: SAYS, payload }));
    return this;
  }

  reportedOf(payload: string, ms = 0): this {
    this.harness.until(this.harness.t + ms * 1_000).bytes(messageLine({ topic: LISTENS, payload }));
    return this;
  }

  asked(): string[] {
    return this.harness
      .fetched()
      .split("\n")
      .flatMap((line) => {
        const event = parseMqttLine(line);
        return event?.w === "message" ? [`${event.topic} ${event.payload}`] : [];
      });
  }
}

const cycle = (seconds: number): string => `/cycle/?pattern=0&duration=${seconds}`;

testLineLosses({
  session: shakerMqttSession(OPTIONS),
  silenceUs: SILENCE_US,
  sound: messageLine({ topic: SAYS, payload: "S0" }),
  // A message of others, or one that has not ended, is no nonsense: only a line that is no message is.
  partOf: ["rubbish\nrubb", "ish\n"],
});

describe("a Billy-III", () => {
  it("that falls silent tells for how long nobody heard it", () => {
    const voice = new Voice().says("S0", 100);
    voice.harness.until(voice.harness.t + SILENCE_US + 1_000);
    const gaps = voice.harness.seen.filter(({ o }) => o === "gap");
    expect(gaps).toEqual([{ o: "gap", device: "thrower", why: "device-silent", lostMs: SILENCE_US / 1_000 }]);
  });

  it("is asked at once, and attaches with its first word", () => {
    const { harness } = setUp();
    expect(harness.takeObservations()).toEqual(["attached"]);
  });

  it("tells a whole shake, with the time that somebody else commanded", () => {
    const { model, harness } = setUp();
    harness.takeObservations();
    model.shake(2 * S, 9_590);
    harness.play(model, 20 * S);
    const words = harness.takeObservations();
    expect(words.slice(0, 2)).toEqual(["shake accepted null of 9590", "shake shaking null of 9590"]);
    const [, ms = ""] = /^shake done (\d+) of 9590$/.exec(words[2] ?? "") ?? [];
    expect(Math.abs(Number(ms) - 9_590)).toBeLessThan(100);
    expect(words.length).toBe(3);
  });

  it("never commands a shake: it only asks", () => {
    const { model, harness } = setUp();
    model.shake(2 * S, 9_590);
    const seen: string[] = [];
    while (harness.t < 60 * S) {
      harness.play(model, harness.t + 100_000);
      seen.push(...harness.inputs.splice(0).flatMap((input) => (input.i === "sent" ? [input.bytes] : [])));
    }
    expect(new Set(seen)).toEqual(new Set([`${LISTENS}\t"/state"\n`]));
    // Every 10 s while it rests, every 2 s of quiet while it shakes.
    expect(seen.length).toBeGreaterThan(6);
    expect(seen.length).toBeLessThan(16);
  });

  it.each([
    ["short", { f: "short", percent: 40 }, /^shake done 1[56]\d\d of 4000$/],
    ["none", { f: "none" }, /^shake failed 0 of 4000$/],
    ["error", { f: "error", percent: 60 }, /^shake failed \d+ of 4000$/],
    ["unaccepted", { f: "unaccepted" }, /^shake failed 0 of 4000$/],
    ["stuck", { f: "stuck" }, /^shake failed \d+ of 4000$/],
  ] as const)("%s: told as it was", (_, fault, last) => {
    const { model, harness } = setUp();
    harness.takeObservations();
    model.shake(2 * S, 4_000, fault);
    harness.play(model, 30 * S);
    const ends = harness.takeObservations().filter((word) => /done|failed/.test(word));
    expect(ends).toEqual([expect.stringMatching(last) as string]);
  });

  it("the newer command does not say how long: the table's own setting does, or nobody", () => {
    for (const [askedMs, said] of [
      [9_590, "9590"],
      [null, "null"],
    ] as const) {
      const { model, harness } = setUp({}, { askedMs });
      harness.takeObservations();
      model.shake(2 * S, null);
      harness.play(model, 20 * S);
      expect(harness.takeObservations().map((word) => word.split(" ").at(-1))).toEqual([said, said, said]);
    }
  });

  it("an S0 without S1, an S1 without S2, an S90: failed, each once", () => {
    const voice = new Voice().says("S0").reportedOf(cycle(4), 1_000);
    voice.says("S2", 50).says("S0", 300);
    expect(voice.harness.takeObservations()).toEqual([
      "attached",
      "shake accepted null of 4000",
      "shake failed 0 of 4000",
    ]);
    voice.reportedOf(cycle(4), 1_000).says("S1", 300).says("S1", 1_000).says("S0", 3_000);
    expect(voice.harness.takeObservations()).toEqual(["shake failed 0 of 4000"]);
    voice
      .reportedOf(cycle(4), 1_000)
      .says("S2", 50)
      .says("S1", 300)
      .says("S90", 1_000)
      .says("S90", 500)
      .says("S0", 500);
    expect(voice.harness.takeObservations()).toEqual([
      "shake accepted null of 4000",
      "shake shaking null of 4000",
      "+shaker-error",
      "shake failed 0 of 4000",
    ]);
    expect(voice.harness.state.faults.standing).toEqual([]);
  });

  it("an end that is only an answer is no measure: what is certain is when it last shook", () => {
    const voice = new Voice().says("S0").reportedOf(cycle(9), 500).says("S2", 50).says("S1", 100);
    // Nothing comes for 2 s: it is asked, answers, and is asked again; the word of its end was lost meanwhile.
    voice.harness.fetched();
    voice.harness.until(voice.harness.t + 2_000_000);
    expect(voice.asked()).toEqual([`${LISTENS} /state`]);
    voice.says("S1", 40).harness.until(voice.harness.t + 2_000_000);
    expect(voice.asked()).toEqual([`${LISTENS} /state`]);
    voice.says("S0", 40);
    expect(voice.harness.takeObservations().at(-1)).toBe("shake done 2040 of 9000");
  });

  it("is not asked about the commanded end, so that the end is heard as it comes", () => {
    const voice = new Voice().says("S0").reportedOf(cycle(4.1), 500).says("S2", 50).says("S1", 100);
    voice.harness.until(voice.harness.t + 2_000_000);
    voice.says("S1", 30).harness.fetched();
    // The next question would be due at 4.03 s of 4.1.
    voice.harness.until(voice.harness.t + 2_069_000);
    expect(voice.asked()).toEqual([]);
    voice.says("S0", 1);
    expect(voice.harness.takeObservations().at(-1)).toBe("shake done 4100 of 4100");
  });

  it("a shaker that only answers is measured from below", () => {
    const { model, harness } = setUp({ answersOnly: true }, { askMs: 250 });
    harness.takeObservations();
    model.shake(2 * S, 6_000);
    harness.play(model, 20 * S);
    const last = harness.takeObservations().at(-1) ?? "";
    const [, ms = ""] = /^shake done (\d+) of 6000$/.exec(last) ?? [];
    expect(Number(ms)).toBeGreaterThan(5_200);
    expect(Number(ms)).toBeLessThanOrEqual(6_000);
  });

  it("two commands during one shake: it must last as long as the longer one", () => {
    const voice = new Voice()
      .says("S0")
      .reportedOf(cycle(3))
      .says("S2", 50)
      .reportedOf(cycle(8), 10)
      .says("S1", 100);
    voice.harness.until(voice.harness.t + 1_000_000);
    voice.says("S0", 500);
    expect(voice.harness.takeObservations().at(-1)).toBe("shake done 1500 of 8000");
  });

  it("silence at rest and during a shake is a gap; afterwards it is told what stands", () => {
    const { model, harness } = setUp();
    harness.takeObservations();
    model.muteFor(2 * S, 40 * S);
    harness.play(model, 30 * S);
    expect(harness.takeObservations()).toEqual(["+device-silent", "gap device-silent"]);
    harness.play(model, 60 * S);
    expect(harness.takeObservations()).toEqual(["attached"]);
    model.shake(61 * S, 20_000);
    model.muteFor(62 * S, 8 * S);
    harness.play(model, 90 * S);
    const words = harness.takeObservations();
    expect(words.slice(2, 6)).toEqual([
      "+device-silent",
      "gap device-silent",
      "attached",
      "shake shaking null of null",
    ]);
    // Its beginning was not seen: how long it shook is not known.
    expect(words[6]).toBe("shake done null of null");
  });

  it("thrown away messages are a gap; retained ones are nothing", () => {
    const voice = new Voice().says("S0");
    voice.harness.takeObservations();
    voice.harness.bytes("\tretained 2\n");
    expect(voice.harness.takeObservations()).toEqual([]);
    voice.harness.bytes("\ttoo-many 5\n");
    expect(voice.harness.takeObservations()).toEqual(["+messages-lost", "gap overflow"]);
    voice.says("S0");
    expect(voice.harness.takeObservations()).toEqual(["attached"]);
    expect(voice.harness.session.figures?.(voice.harness.state)).toMatchObject({
      "retained messages": 2,
      "dropped messages": 5,
    });
  });

  it("messages for others say nothing, and words that are none are damage", () => {
    const voice = new Voice().says("S0");
    voice.harness.takeObservations();
    voice.harness.bytes(messageLine({ topic: "ikg/sicbo/Other/says", payload: "S1" }));
    voice.harness.bytes(messageLine({ topic: LISTENS, payload: "/reset" }));
    expect(voice.harness.takeObservations()).toEqual([]);
    for (let times = 0; times < 5; times++) voice.says("S7");
    expect(voice.harness.takeObservations()).toEqual(["+line-noise"]);
  });

  it("refuses settings that cannot be", () => {
    expect(() => shakerMqttSession({ ...OPTIONS, name: "a+b" })).toThrow("printable letters");
    expect(() => shakerMqttSession({ ...OPTIONS, askMs: 100 })).toThrow("give 250 to 2000 ms");
    expect(() => shakerMqttSession({ ...OPTIONS, askedMs: 0.5 })).toThrow("give whole ms");
  });
});

describe("whatever a shaker says", () => {
  it("no shake is told done that was not accepted and seen to shake, nor longer than it was", () => {
    let [done, ends] = [0, 0];
    for (let seed = 0; seed < 25; seed++) {
      const random = randomFrom(`trouble-${seed}`);
      const speech = {
        garbageOneIn: 12,
        twiceOneIn: 6,
        lateOneIn: random.oneIn(2) ? 15 : 1_000,
        lostOneIn: 10,
      };
      const { model, harness } = setUp(speech, {}, `speech-${seed}`);
      for (let at = 3; at < 120; at += 20) {
        const percent = 20 + random.below(70);
        const fault = random.pick([
          null,
          null,
          { f: "short", percent },
          { f: "none" },
          { f: "error", percent },
        ] as const);
        model.shake(at * S, 3_000 + random.below(8_000), fault);
      }
      harness.play(model, 130 * S);
      const { seen } = harness;
      for (const [at, one] of seen.entries()) {
        if (one.o !== "shake" || (one.stage !== "done" && one.stage !== "failed")) continue;
        ends++;
        if (one.stage === "failed" || one.ms === null) continue;
        done++;
        const before = seen
          .slice(0, at)
          .filter(({ o }) => o === "shake" || o === "attached")
          .slice(-2);
        expect(before.map((word) => (word.o === "shake" ? word.stage : word.o))).toEqual([
          "accepted",
          "shaking",
        ]);
        // A late word can only be told from a prompt one when it is asked for: 4 s of lateness is what there is.
        if (speech.lateOneIn === 1_000) {
          const longest = Math.max(...model.truth.map(({ shookMs }) => shookMs));
          expect(one.ms).toBeLessThanOrEqual(longest + 4_000);
        }
      }
      expect(JSON.stringify(harness.state).length).toBeLessThan(4_000);
    }
    expect(done).toBeGreaterThan(30);
    expect(ends).toBeGreaterThan(done + 15);
  });

  it("random bytes: nothing is told of them, and the state stays small", () => {
    const random = randomFrom("noise");
    const harness = new DiceLineHarness(shakerMqttSession(OPTIONS)).opened();
    for (let turn = 0; turn < 300; turn++) {
      const bytes = Array.from({ length: random.below(400) }, () =>
        String.fromCharCode(random.below(256)),
      ).join("");
      harness.until(harness.t + 5_000).bytes(bytes);
    }
    harness.bytes("x".repeat(60_000));
    expect(harness.observationTexts().filter((word) => !word.startsWith("+"))).toEqual([]);
    expect(JSON.stringify(harness.state).length).toBeLessThan(30_000);
  });
});
