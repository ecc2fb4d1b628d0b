import { describe, expect, it } from "vitest";
import type { DeviceModel } from "../../../hw-sim/models/dice/devices/model.ts";
import { WITNESS_FAULTS, type WitnessEye } from "../../../hw-sim/models/dice/devices/witness.ts";
import { WitnessMqttModel } from "../../../hw-sim/models/dice/devices/witness.ts";
import { PIP_FACES, type DieFace } from "../../../src/dice/faces.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { messageLine } from "../mqtt/lines.ts";
import { testLineLosses } from "../../link/line-losses.test-help.ts";
import { DiceLineHarness } from "../line/dice-line-harness.test-help.ts";
import { idpSession, idpTopics, type IdpOptions } from "./mqtt-session.ts";
import { more } from "../../../test/support/volume.ts";

const S = 1_000_000;
const IDP: IdpOptions = { table: "sicbo-1", input: "rtmp://in", output: "rtmp://out", dice: 3 };

interface Set {
  readonly harness: DiceLineHarness<unknown>;
  readonly model: DeviceModel & { readonly eye: WitnessEye };
}

const harnessOf = (session: unknown): DiceLineHarness<unknown> => new DiceLineHarness(session as never);

function make(seed = "witness"): Set {
  const model = new WitnessMqttModel({ table: "sicbo-1", random: randomFrom(seed) });
  return { model, harness: harnessOf(idpSession(IDP)).opened().play(model, S) };
}

testLineLosses({
  session: idpSession(IDP),
  silenceUs: null,
  sound: "",
  isKnownByPort: true,
  overrun: [
    ["+recording-overrun", "gap overflow"],
    ["+recording-overrun", "gap overflow"],
  ],
});

const LIE: readonly DieFace[] = ["2", "5", "5"];

describe("idp-mqtt", () => {
  it("is asked when the table wants it, and answers with the faces that lie there", () => {
    const { model, harness } = make();
    expect(harness.takeObservations()).toEqual(["attached"]);
    model.eye.layDice(LIE);
    harness.tell({ c: "look", round: 17 }).play(model, 4 * S);
    expect(harness.takeObservations()).toEqual(["witness 2 5 5"]);
    harness.tell({ c: "look-away" }).play(model, 20 * S);
    expect(harness.takeObservations()).toEqual([]);
    expect(model.eye.truth.length).toBe(1);
  });

  it.each([
    ["not-recognised", "witness not recognised"],
    ["no-shake", "witness no shake seen"],
    ["silent", "witness no answer"],
    ["late", "witness no answer"],
    ["other-round", "witness no answer"],
  ] as const)("twice %s: no opinion", (fault, last) => {
    const { model, harness } = make();
    harness.takeObservations();
    model.eye.layDice(LIE);
    // A shake that was not seen is not seen the second time either: nothing is asked again.
    model.eye.failNext(...(fault === "no-shake" ? [fault] : [fault, fault]));
    harness.tell({ c: "look", round: 17 }).play(model, 30 * S);
    const words = harness.takeObservations();
    expect(words.filter((word) => word.startsWith("witness"))).toEqual([last]);
    expect(words.includes("+witness-silent")).toBe(last.endsWith("no answer"));
    // What a later round lies there is asked anew.
    harness.tell({ c: "look", round: 18 }).play(model, 40 * S);
    expect(harness.takeObservations()).toEqual(["witness 2 5 5"]);
  });

  it.each(["not-recognised", "failed", "silent", "other-round", "late"] as const)(
    "once %s: asked once more",
    (fault) => {
      const { model, harness } = make();
      harness.takeObservations();
      model.eye.layDice(LIE);
      model.eye.failNext(fault);
      harness.tell({ c: "look", round: 17 }).play(model, 30 * S);
      expect(harness.takeObservations()).toEqual(["witness 2 5 5"]);
      expect(model.eye.truth.length).toBe(2);
    },
  );

  it.each(["too-many", "too-few"] as const)("%s dice: no opinion, and a fault", (fault) => {
    const { model, harness } = make();
    harness.takeObservations();
    model.eye.layDice(LIE);
    model.eye.failNext(fault);
    harness.tell({ c: "look", round: 17 }).play(model, 30 * S);
    const dice = fault === "too-many" ? 4 : 2;
    expect(harness.takeObservations()).toEqual(["+witness-nonsense", `witness ${dice} dice, not 3`]);
  });

  it("a value that no die bears: no opinion", () => {
    const { model, harness } = make();
    harness.takeObservations();
    model.eye.layDice(LIE);
    model.eye.failNext("out-of-range");
    harness.tell({ c: "look", round: 17 }).play(model, 4 * S);
    const words = harness.takeObservations().filter((word) => word.startsWith("witness"));
    expect(words).toEqual(["witness a value that no die bears"]);
  });

  it("the same answer twice is one; two that differ are none", () => {
    const { model, harness } = make();
    harness.takeObservations();
    model.eye.layDice(LIE);
    model.eye.failNext("twice", "contradicts");
    harness.tell({ c: "look", round: 17 }).play(model, 10 * S);
    expect(harness.takeObservations()).toEqual(["witness 2 5 5"]);
    harness.tell({ c: "look", round: 18 }).play(model, 20 * S);
    expect(harness.takeObservations()).toEqual([
      "witness 2 5 5",
      "+witness-nonsense",
      "witness two answers that differ",
    ]);
  });

  it("a new look ends the one that waits; its answer belongs to nobody", () => {
    const { model, harness } = make();
    harness.takeObservations();
    model.eye.layDice(["1", "1", "1"]);
    harness.tell({ c: "look", round: 17 }).play(model, 1_100_000);
    model.eye.layDice(LIE);
    harness.tell({ c: "look", round: 17 }).play(model, 5 * S);
    expect(harness.takeObservations()).toEqual(["witness 2 5 5"]);
    harness.tell({ c: "look", round: 18 }).play(model, 5_050_000);
    harness.tell({ c: "look-away" }).play(model, 10 * S);
    expect(harness.takeObservations()).toEqual([]);
  });

  it("not connected, or lost while it is asked: no opinion", () => {
    const { model, harness } = make();
    model.eye.layDice(LIE);
    harness.takeObservations();
    harness.tell({ c: "look", round: 17 }).lost();
    const words = harness.takeObservations();
    expect(words).toContain("gap port-gone");
    expect(words.filter((word) => word.startsWith("witness"))).toHaveLength(1);
    harness.tell({ c: "look", round: 18 });
    expect(harness.takeObservations()).toEqual(["witness not connected"]);
    expect(harness.writes.length).toBe(1);
  });

  it("a recording without the table's commands comes to the same", () => {
    const { model, harness } = make();
    model.eye.layDice(LIE);
    model.eye.failNext("silent");
    harness.tell({ c: "look", round: 17 }).play(model, 15 * S);
    harness.tell({ c: "look", round: 18 }).play(model, 20 * S);
    const seen = harness.inputs.reduce<{ state: unknown; words: string[] }>(
      ({ state, words }, input) => {
        const step = harness.session.step(state, input);
        return { state: step.state, words: [...words, ...step.observations.map(({ o }) => o)] };
      },
      { state: harness.session.initial(), words: [] },
    );
    expect(seen.words).toEqual(harness.seen.map(({ o }) => o));
    expect(seen.words.filter((word) => word === "witness")).toHaveLength(2);
  });

  it("whatever goes wrong: faces are told only as the eye said them, once for each look", () => {
    let [faces, none] = [0, 0];
    for (let seed = 0; seed < more(5, 12); seed++) {
      const random = randomFrom(`looks-idp-mqtt-${seed}`);
      const { model, harness } = make(`eye-${seed}`);
      harness.takeObservations();
      for (let round = 1; round <= 12; round++) {
        const lie = Array.from({ length: 3 }, () => random.pick(PIP_FACES));
        const faults = [0, 1].map(() => random.pick(WITNESS_FAULTS));
        model.eye.layDice(lie);
        if (random.oneIn(2)) model.eye.failNext(...faults);
        harness.tell({ c: "look", round }).play(model, harness.t + 14 * S);
        const reported = harness.seen.filter((one) => one.o === "witness");
        harness.tell({ c: "look-away" }).play(model, harness.t + 9 * S);
        harness.takeObservations();
        expect(reported.length).toBeGreaterThan(0);
        const last = reported.at(-1);
        const isWrong = model.eye.truth.at(-1)?.fault === "wrong";
        if (last?.faces === null) none++;
        else if (!isWrong) {
          faces++;
          expect([...(last?.faces ?? [])]).toEqual(lie);
        }
        // Faults that were not used up belong to no later round.
        while (model.eye.truth.at(-1)?.fault !== null) model.eye.repliesTo(0);
      }
    }
    expect(faces).toBeGreaterThan(more(15, 60));
    expect(none).toBeGreaterThan(more(4, 15));
  });
});

it("refuses more dice than it can be asked for", () => {
  expect(() => idpSession({ ...IDP, dice: 0 })).toThrow("give 1 to 8");
  expect(() => idpSession({ ...IDP, dice: 9 })).toThrow("give 1 to 8");
  expect(() => idpSession({ ...IDP, table: "#" })).toThrow("printable letters");
  expect(() => idpSession({ ...IDP, input: "x".repeat(1_025) })).toThrow("longer than 1024");
});

describe("over MQTT", () => {
  it("an answer that comes when it had said already that it could not is none", () => {
    const harness = harnessOf(idpSession(IDP)).opened();
    harness.takeObservations();
    harness.tell({ c: "look", round: 9 });
    const [topic = ""] = idpTopics(IDP);
    const [, id = ""] = /round_id\\":\\"([\d-]+)/.exec(harness.fetched()) ?? [];
    const answer = (name: string, res: unknown): string =>
      messageLine({
        topic,
        payload: JSON.stringify({ response: "result", arg: { round_id: name, res, err: 0 } }),
      });
    harness.bytes(answer(id, null)).bytes(answer(id, [1, 2, 3]));
    expect(harness.takeObservations()).toEqual([]);
    harness.until(S);
    const [, second = ""] = /round_id\\":\\"([\d-]+)/.exec(harness.fetched()) ?? [];
    expect([id, second]).toEqual(["9-0-1", "9-0-2"]);
    harness.bytes(answer(id, [1, 2, 3]));
    expect(harness.takeObservations()).toEqual([]);
    harness.bytes(answer(second, [1, 2, 4]));
    expect(harness.takeObservations()).toEqual(["witness 1 2 4"]);
  });

  it("garbage on its topic is damage and nothing more; other topics are not its own", () => {
    const harness = harnessOf(idpSession(IDP)).opened();
    harness.takeObservations();
    harness.tell({ c: "look", round: 1 });
    const [topic = ""] = idpTopics(IDP);
    for (const payload of ["", "{", '{"response":"result","arg":{"res":[1,2,3],"err":0}}', "[1,2,3]"])
      harness.bytes(messageLine({ topic, payload }));
    harness.bytes(messageLine({ topic: "ikg/idp/other/response", payload: "[1,2,3]" }));
    const random = randomFrom("idp-noise");
    for (let turn = 0; turn < 200; turn++)
      harness.bytes(
        Array.from({ length: random.below(300) }, () => String.fromCharCode(random.below(256))).join(""),
      );
    expect(harness.takeObservations().filter((word) => word !== "+line-noise")).toEqual([]);
  });
});
