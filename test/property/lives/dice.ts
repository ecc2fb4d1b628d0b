import { anyRead, EyeOnLine, KNOWS_NOTHING } from "../../../drivers/dice/eye/eye-harness.test-help.ts";
import { witnessEyeSession } from "../../../drivers/dice/eye/as-witness.ts";
import { tiradaEyeSession } from "../../../drivers/dice/eye/session.ts";
import { cageSession } from "../../../drivers/dice/cage/session.ts";
import { cupSession } from "../../../drivers/dice/cup/session.ts";
import type { DiceCommand, DiceSession } from "../../../drivers/dice/session.ts";
import { shakerMqttSession } from "../../../drivers/dice/shaker/mqtt-session.ts";
import { idpSession } from "../../../drivers/dice/witness/mqtt-session.ts";
import { CageModel } from "../../../hw-sim/models/dice/devices/cage.ts";
import { CupModel } from "../../../hw-sim/models/dice/devices/cup.ts";
import type { DeviceModel } from "../../../hw-sim/models/dice/devices/model.ts";
import { ShakerMqttModel } from "../../../hw-sim/models/dice/devices/shaker-mqtt.ts";
import type { WitnessEye } from "../../../hw-sim/models/dice/devices/witness.ts";
import { WitnessMqttModel } from "../../../hw-sim/models/dice/devices/witness.ts";
import { PIP_FACES } from "../../../src/dice/faces.ts";
import type { DiceObservation, ThrowRead } from "../../../src/dice/observation.ts";
import { randomFrom, type RandomSource } from "../../../src/time/random-source.ts";
import type { Operation } from "../corruption.ts";
import { Listening, sentBy, type Life, type Told, type Wire } from "./life.ts";

/** Devices of dice: no throw, and nothing of how it was made, is told that was not so. */

const S = 1_000_000;
const EYE = { digest: null, faces: "pips", knows: KNOWS_NOTHING } as const;
/** A broker's messages come over TCP, whole and in order: they may be lost, come twice, or be another's. */
const MESSAGES: readonly Operation[] = ["drop", "repeat", "insert"];

/** Opened, and past the first end of a line: what comes before it is half a line. */
const listen = (session: DiceSession, wire: Wire): Listening<DiceObservation, DiceCommand> =>
  new Listening(session, wire).feed({ i: "bytes", bytes: "\n" });

function told(values: readonly DiceObservation[], isTrue: (seen: DiceObservation) => boolean): Told {
  const wrong = values.filter((one) => !isTrue(one));
  return { right: values.length - wrong.length, wrong: wrong.map((one) => JSON.stringify(one)) };
}

/** One throw after the other before an eye; `rested` follows each of them. */
function throwBefore(
  eye: EyeOnLine,
  random: RandomSource,
  heard: Listening<DiceObservation, DiceCommand>,
  rested: (read: ThrowRead) => void,
): void {
  let sent = 0;
  for (let n = 1; n <= 25; n++) {
    eye.tell({ m: "state", state: "empty" }).until(eye.ms + random.below(1_500));
    eye.tell({ m: "state", state: "moving" }).until(eye.ms + 300 + random.below(2_000));
    eye.tell({ m: "state", state: "settling" }).until(eye.ms + 300);
    const read = anyRead(n, random);
    eye.tell({ m: "state", state: "rest" }, { m: "rest", read }).until(eye.ms + 500);
    heard.hear(eye.sent.slice(sent).map(({ ms, bytes }) => ({ us: ms * 1_000, bytes })));
    sent = eye.sent.length;
    rested(read);
    eye.tell({ m: "disturbed", what: "taken" });
  }
}

const TIRADA_EYE: Life = {
  play: (seed, wire) => {
    const reads = new Set<string>();
    const heard = listen(tiradaEyeSession(EYE), wire);
    throwBefore(new EyeOnLine(), randomFrom(seed), heard, (read) => {
      // One whose beginning was not heard is told without how long it rolled.
      for (const one of [read, { ...read, rolledMs: null }]) reads.add(JSON.stringify(one));
    });
    return told(
      heard.seen.filter(({ o }) => o === "rest"),
      (seen) => seen.o === "rest" && reads.has(JSON.stringify(seen.read)),
    );
  },
};

const WITNESS_EYE: Life = {
  play: (seed, wire) => {
    const heard = listen(witnessEyeSession(EYE), wire);
    let [right, wrong] = [0, [] as readonly string[]];
    throwBefore(new EyeOnLine(), randomFrom(seed), heard, ({ n, dice, verdict }) => {
      const before = heard.seen.length;
      heard.command({ c: "look", round: n }).command({ c: "look-away" });
      const opinion = opinionsIn(heard.seen.slice(before));
      const truth = verdict === "readable" ? [dice.map(({ face }) => face).join(" ")] : [];
      right += opinion.filter((faces) => truth.includes(faces)).length;
      wrong = [...wrong, ...opinion.filter((faces) => !truth.includes(faces))];
    });
    return { right, wrong };
  },
};

/** Faces that a second source stands for. */
const opinionsIn = (seen: readonly DiceObservation[]): readonly string[] =>
  seen.flatMap((one) => (one.o === "witness" && one.faces !== null ? [one.faces.join(" ")] : []));

/** Asked for each of some throws, and asked no more before the next. */
function askedOf(
  model: DeviceModel & { readonly eye: WitnessEye },
  session: DiceSession,
  random: RandomSource,
  wire: Wire,
): Told {
  const heard = listen(session, wire).talk(model, S);
  let [right, wrong] = [0, [] as readonly string[]];
  for (let round = 1; round <= 16; round++) {
    const lie = [0, 1, 2].map(() => random.pick(PIP_FACES));
    model.eye.layDice(lie);
    const before = heard.seen.length;
    heard.command({ c: "look", round }).talk(model, heard.t + 4 * S);
    const opinion = opinionsIn(heard.seen.slice(before));
    heard.command({ c: "look-away" }).talk(model, heard.t + S);
    right += opinion.filter((faces) => faces === lie.join(" ")).length;
    wrong = [...wrong, ...opinion.filter((faces) => faces !== lie.join(" "))];
  }
  return { right, wrong };
}

const IDP: Life = {
  bears: MESSAGES,
  play: (seed, wire) => {
    const random = randomFrom(seed);
    const options = { table: "sicbo-1", input: "rtmp://in", output: "rtmp://out", dice: 3 };
    return askedOf(new WitnessMqttModel({ table: "sicbo-1", random }), idpSession(options), random, wire);
  },
};

const isShake = (one: DiceObservation): boolean => one.o === "shake" && one.stage === "done" && one.ms !== null;

const SHAKER_MQTT: Life = {
  bears: MESSAGES,
  play: (seed, wire) => {
    const random = randomFrom(seed);
    const model = new ShakerMqttModel({ name: "Billy-III", random });
    const heard = listen(shakerMqttSession({ name: "Billy-III", askedMs: null }), wire);
    for (let at = 3; at < 80; at += 20) model.shake(at * S, 3_000 + random.below(8_000));
    const { seen } = heard.talk(model, 90 * S);
    // It measures by when words come, so a little more or less than it was.
    const longest = Math.max(...model.truth.map(({ shookMs }) => shookMs)) + 200;
    return told(seen.filter(isShake), (one) => one.o === "shake" && (one.ms ?? Infinity) <= longest);
  },
};

const CAGE: Life = {
  play: (seed, wire) => {
    const random = randomFrom(seed);
    const model = new CageModel({ device: 2, countsPerTurn: 200 });
    model.power(true, 0);
    for (let at = 1; at < 30; at += 10) model.turn(at * S, [500 + random.below(3_000), -random.below(1_000)]);
    const { seen } = listen(cageSession({ device: null }), wire).hear(sentBy(model, 35 * S));
    const most = Math.max(...model.truth.map(({ milliTurns }) => milliTurns)) + 10;
    return told(
      seen.filter((one) => one.o === "cage" && one.milliTurns !== 0),
      (one) => one.o === "cage" && one.milliTurns > 0 && one.milliTurns <= most,
    );
  },
};

const CUP: Life = {
  play: (seed, wire) => {
    const random = randomFrom(seed);
    const model = new CupModel({ device: 3 });
    model.power(true, 0);
    for (let at = 1; at < 40; at += 6) {
      model.load(at * S, 3);
      model.throw((at + 1) * S, random.oneIn(4) ? { stay: 1 } : {});
    }
    const { seen } = listen(cupSession({ device: null }), wire).hear(sentBy(model, 45 * S));
    return told(
      seen.filter((one) => one.o === "cup" && one.stage === "thrown" && one.dice !== null),
      (one) => one.o === "cup" && model.truth.some(({ left }) => left === one.dice),
    );
  },
};

export const DICE_LIVES: Readonly<Record<string, Life>> = {
  "tirada-eye": TIRADA_EYE,
  "witness-eye": WITNESS_EYE,
  "idp-mqtt": IDP,
  "shaker-mqtt": SHAKER_MQTT,
  cage: CAGE,
  "cup-switch": CUP,
};
