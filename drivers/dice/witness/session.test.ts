import { describe, expect, it } from "vitest";
import type { DeviceModel } from "../../../hw-sim/dice/devices/model.ts";
import { WITNESS_FAULTS, type WitnessEye } from "../../../hw-sim/dice/devices/witness.ts";
import { WitnessLineModel } from "../../../hw-sim/dice/devices/witness-line.ts";
import { WitnessMqttModel } from "../../../hw-sim/dice/devices/witness-mqtt.ts";
import { PIP_FACES, SYMBOL_FACES, type DieFace } from "../../../src/dice/faces.ts";
import { chance } from "../../../src/time/chance.ts";
import { messageLine } from "../mqtt/lines.ts";
import { testLineLosses } from "../../link/line-losses.test-help.ts";
import { DiceRig, firstWords } from "../line/rig.test-help.ts";
import { witnessLineSession } from "./line-session.ts";
import { idpSession, idpTopics, type IdpOptions } from "./mqtt-session.ts";

const S = 1_000_000;
const IDP: IdpOptions = { table: "sicbo-1", input: "rtmp://in", output: "rtmp://out", dice: 3 };

interface Set {
  readonly rig: DiceRig<unknown>;
  readonly model: DeviceModel & { readonly eye: WitnessEye };
}

const rigOf = (session: unknown): DiceRig<unknown> => new DiceRig(session as never);

const SET_UPS: readonly (readonly [name: string, make: (seed?: string) => Set])[] = [
  [
    "idp-mqtt",
    (seed = "witness") => {
      const model = new WitnessMqttModel({ table: "sicbo-1", chance: chance(seed) });
      return { model, rig: rigOf(idpSession(IDP)).opened().play(model, S) };
    },
  ],
  [
    "witness-line",
    (seed = "witness") => {
      const model = new WitnessLineModel({ device: 4, faces: PIP_FACES, chance: chance(seed) });
      const rig = rigOf(witnessLineSession({ device: null, dice: 3, faces: "pips" }));
      model.line.start(0);
      return { model, rig: rig.opened().bytes("\n").play(model, S) };
    },
  ],
];

function started(): WitnessLineModel {
  const model = new WitnessLineModel({ device: 4, faces: PIP_FACES, chance: chance("losses") });
  model.line.start(0);
  return model;
}

testLineLosses({
  session: witnessLineSession({ device: null, dice: 3, faces: "pips" }),
  silenceUs: S,
  sound: firstWords(started()),
});

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

describe.each(SET_UPS)("%s", (name, make) => {
  it("is asked when the table wants it, and answers with the faces that lie there", () => {
    const { model, rig } = make();
    expect(rig.said()).toEqual(["attached"]);
    model.eye.lay(LIE);
    rig.tell({ c: "look", round: 17 }).play(model, 4 * S);
    expect(rig.said()).toEqual(["witness 2 5 5"]);
    rig.tell({ c: "look-away" }).play(model, 20 * S);
    expect(rig.said()).toEqual([]);
    expect(model.eye.truth.length).toBe(1);
  });

  it.each([
    ["not-recognised", "witness not recognised"],
    ["no-shake", "witness no shake seen"],
    ["silent", "witness no answer"],
    ["late", "witness no answer"],
    ["other-round", "witness no answer"],
  ] as const)("twice %s: no opinion", (fault, last) => {
    const { model, rig } = make();
    rig.said();
    model.eye.lay(LIE);
    // A shake that was not seen is not seen the second time either: nothing is asked again.
    model.eye.fail(...(fault === "no-shake" ? [fault] : [fault, fault]));
    rig.tell({ c: "look", round: 17 }).play(model, 30 * S);
    const words = rig.said();
    expect(words.filter((word) => word.startsWith("witness"))).toEqual([last]);
    expect(words.includes("+witness-silent")).toBe(last.endsWith("no answer"));
    // What a later round lies there is asked anew.
    rig.tell({ c: "look", round: 18 }).play(model, 40 * S);
    expect(rig.said()).toEqual(["witness 2 5 5"]);
  });

  it.each(["not-recognised", "failed", "silent", "other-round", "late"] as const)(
    "once %s: asked once more",
    (fault) => {
      const { model, rig } = make();
      rig.said();
      model.eye.lay(LIE);
      model.eye.fail(fault);
      rig.tell({ c: "look", round: 17 }).play(model, 30 * S);
      expect(rig.said()).toEqual(["witness 2 5 5"]);
      expect(model.eye.truth.length).toBe(2);
    },
  );

  it.each(["too-many", "too-few"] as const)("%s dice: no opinion, and a fault", (fault) => {
    const { model, rig } = make();
    rig.said();
    model.eye.lay(LIE);
    model.eye.fail(fault);
    rig.tell({ c: "look", round: 17 }).play(model, 30 * S);
    const dice = fault === "too-many" ? 4 : 2;
    expect(rig.said()).toEqual(["+witness-nonsense", `witness ${dice} dice, not 3`]);
  });

  it("a value that no die bears: no opinion", () => {
    const { model, rig } = make();
    rig.said();
    model.eye.lay(LIE);
    model.eye.fail("out-of-range");
    rig.tell({ c: "look", round: 17 }).play(model, 4 * S);
    const words = rig.said().filter((word) => word.startsWith("witness"));
    expect(words).toEqual([
      name === "idp-mqtt" ? "witness a value that no die bears" : "witness connection lost",
    ]);
  });

  it("the same answer twice is one; two that differ are none", () => {
    const { model, rig } = make();
    rig.said();
    model.eye.lay(LIE);
    model.eye.fail("twice", "contradicts");
    rig.tell({ c: "look", round: 17 }).play(model, 10 * S);
    expect(rig.said()).toEqual(["witness 2 5 5"]);
    rig.tell({ c: "look", round: 18 }).play(model, 20 * S);
    expect(rig.said()).toEqual(["witness 2 5 5", "+witness-nonsense", "witness two answers that differ"]);
  });

  it("a new look ends the one that waits; its answer belongs to nobody", () => {
    const { model, rig } = make();
    rig.said();
    model.eye.lay(["1", "1", "1"]);
    rig.tell({ c: "look", round: 17 }).play(model, 1_100_000);
    model.eye.lay(LIE);
    rig.tell({ c: "look", round: 17 }).play(model, 5 * S);
    expect(rig.said()).toEqual(["witness 2 5 5"]);
    rig.tell({ c: "look", round: 18 }).play(model, 5_050_000);
    rig.tell({ c: "look-away" }).play(model, 10 * S);
    expect(rig.said()).toEqual([]);
  });

  it("not connected, or lost while it is asked: no opinion", () => {
    const { model, rig } = make();
    model.eye.lay(LIE);
    rig.said();
    rig.tell({ c: "look", round: 17 }).lost();
    const words = rig.said();
    expect(words).toContain("gap port-gone");
    expect(words.filter((word) => word.startsWith("witness"))).toHaveLength(1);
    rig.tell({ c: "look", round: 18 });
    expect(rig.said()).toEqual(["witness not connected"]);
    expect(rig.writes.length).toBe(1);
  });

  it("a recording without the table's commands comes to the same", () => {
    const { model, rig } = make();
    model.eye.lay(LIE);
    model.eye.fail("silent");
    rig.tell({ c: "look", round: 17 }).play(model, 15 * S);
    rig.tell({ c: "look", round: 18 }).play(model, 20 * S);
    const seen = rig.inputs.reduce<{ state: unknown; words: string[] }>(
      ({ state, words }, input) => {
        const step = rig.session.step(state, input);
        return { state: step.state, words: [...words, ...step.observations.map(({ o }) => o)] };
      },
      { state: rig.session.initial(), words: [] },
    );
    expect(seen.words).toEqual(rig.seen.map(({ o }) => o));
    expect(seen.words.filter((word) => word === "witness")).toHaveLength(2);
  });

  it("whatever goes wrong: faces are told only as the eye said them, once for each look", () => {
    let [faces, none] = [0, 0];
    for (let seed = 0; seed < 12; seed++) {
      const luck = chance(`looks-${name}-${seed}`);
      const { model, rig } = make(`eye-${seed}`);
      rig.said();
      for (let round = 1; round <= 12; round++) {
        const lie = Array.from({ length: 3 }, () => luck.pick(PIP_FACES));
        const faults = [0, 1].map(() => luck.pick(WITNESS_FAULTS));
        model.eye.lay(lie);
        if (luck.oneIn(2)) model.eye.fail(...faults);
        rig.tell({ c: "look", round }).play(model, rig.t + 14 * S);
        const told = rig.seen.filter((one) => one.o === "witness");
        rig.tell({ c: "look-away" }).play(model, rig.t + 9 * S);
        rig.said();
        expect(told.length).toBeGreaterThan(0);
        const last = told.at(-1);
        const isWrong = model.eye.truth.at(-1)?.fault === "wrong";
        if (last?.faces === null) none++;
        else if (!isWrong) {
          faces++;
          expect([...(last?.faces ?? [])]).toEqual(lie);
        }
        // Faults that were not used up belong to no later round.
        while (model.eye.truth.at(-1)?.fault !== null) model.eye.asked(0);
      }
    }
    expect(faces).toBeGreaterThan(60);
    expect(none).toBeGreaterThan(15);
  });
});

describe("over the dice line", () => {
  it("symbols are read as symbols, and are none for dice with pips", () => {
    for (const set of ["symbols", "pips"] as const) {
      const model = new WitnessLineModel({ device: 4, faces: SYMBOL_FACES, chance: chance("symbols") });
      model.line.start(0);
      const rig = rigOf(witnessLineSession({ device: null, dice: 3, faces: set }))
        .opened()
        .bytes("\n")
        .play(model, S);
      model.eye.lay(["crown", "spade", "anchor"]);
      rig.said();
      rig.tell({ c: "look", round: 3 }).play(model, 4 * S);
      expect(rig.said().at(-1)).toBe(
        set === "symbols" ? "witness crown spade anchor" : "witness a value that no die bears",
      );
    }
  });

  it("an eye that lost its camera is a fault", () => {
    const model = new WitnessLineModel({ device: 4, faces: PIP_FACES, chance: chance("blind") });
    model.line.start(0);
    const rig = rigOf(witnessLineSession({ device: null, dice: 3, faces: "pips" }))
      .opened()
      .bytes("\n")
      .play(model, S);
    model.blind(2 * S, true);
    rig.play(model, 3 * S);
    expect(rig.said()).toEqual(["attached", "+witness-blind"]);
  });

  it("refuses more dice than it can be asked for", () => {
    expect(() => witnessLineSession({ device: null, dice: 9, faces: "pips" })).toThrow("give 1 to 8");
    expect(() => idpSession({ ...IDP, dice: 0 })).toThrow("give 1 to 8");
    expect(() => idpSession({ ...IDP, table: "#" })).toThrow("printable letters");
    expect(() => idpSession({ ...IDP, input: "x".repeat(1_025) })).toThrow("longer than 1024");
  });
});

describe("over MQTT", () => {
  it("an answer that comes when it had said already that it could not is none", () => {
    const rig = rigOf(idpSession(IDP)).opened();
    rig.said();
    rig.tell({ c: "look", round: 9 });
    const [topic = ""] = idpTopics(IDP);
    const [, id = ""] = /round_id\\":\\"([\d-]+)/.exec(rig.fetched()) ?? [];
    const answer = (name: string, res: unknown): string =>
      messageLine({
        topic,
        payload: JSON.stringify({ response: "result", arg: { round_id: name, res, err: 0 } }),
      });
    rig.bytes(answer(id, null)).bytes(answer(id, [1, 2, 3]));
    expect(rig.said()).toEqual([]);
    rig.until(S);
    const [, second = ""] = /round_id\\":\\"([\d-]+)/.exec(rig.fetched()) ?? [];
    expect([id, second]).toEqual(["9-0-1", "9-0-2"]);
    rig.bytes(answer(id, [1, 2, 3]));
    expect(rig.said()).toEqual([]);
    rig.bytes(answer(second, [1, 2, 4]));
    expect(rig.said()).toEqual(["witness 1 2 4"]);
  });

  it("garbage on its topic is damage and nothing more; other topics are not its own", () => {
    const rig = rigOf(idpSession(IDP)).opened();
    rig.said();
    rig.tell({ c: "look", round: 1 });
    const [topic = ""] = idpTopics(IDP);
    for (const payload of ["", "{", '{"response":"result","arg":{"res":[1,2,3],"err":0}}', "[1,2,3]"])
      rig.bytes(messageLine({ topic, payload }));
    rig.bytes(messageLine({ topic: "ikg/idp/other/response", payload: "[1,2,3]" }));
    const luck = chance("idp-noise");
    for (let turn = 0; turn < 200; turn++)
      rig.bytes(Array.from({ length: luck.below(300) }, () => String.fromCharCode(luck.below(256))).join(""));
    expect(rig.said().filter((word) => word !== "+line-noise")).toEqual([]);
  });
});
