import { CAGE_ABILITIES, cageSession } from "../../drivers/dice/cage/session.ts";
import { CUP_ABILITIES, cupSession } from "../../drivers/dice/cup/session.ts";
import { eyeAbilities } from "../../drivers/dice/eye/abilities.ts";
import { KNOWS, type EyeKnows, type Knows } from "../../drivers/dice/eye/codes.ts";
import { witnessEyeSession } from "../../drivers/dice/eye/as-witness.ts";
import { tiradaEyeSession } from "../../drivers/dice/eye/session.ts";
import type { DiceSession } from "../../drivers/dice/session.ts";
import { SHAKER_LINE_ABILITIES, SHAKER_MQTT_ABILITIES } from "../../drivers/dice/shaker/abilities.ts";
import { shakerLineSession } from "../../drivers/dice/shaker/line-session.ts";
import { shakerMqttSession, shakerTopics } from "../../drivers/dice/shaker/mqtt-session.ts";
import { AGAIN_US, ANSWER_MAX_US, TRIES_MAX } from "../../drivers/dice/witness/look.ts";
import { witnessLineSession } from "../../drivers/dice/witness/line-session.ts";
import { idpSession, idpTopics } from "../../drivers/dice/witness/mqtt-session.ts";
import type { FaceSet } from "../../src/dice/faces.ts";
import type { DiceGame } from "../../src/rules/dice-game.ts";
import type { Abilities } from "../../src/rules/facts.ts";
import type { DiceDevice } from "../../src/dice/observation.ts";
import { US_PER_S } from "../../src/time/instant.ts";

/** How a device of a dice table is plugged in. `camera`: this computer reads the pictures itself. */
export type DicePortKind = "camera" | "serial" | "mqtt";

/** What a table's rulebook and configuration say of one of its devices, as far as its session needs it. */
export interface DiceOptions {
  readonly faces: FaceSet;
  /** Dice of one throw. */
  readonly dice: 2 | 3;
  readonly port: DicePortKind;
  /** eye: digest of the calibration that belongs to this table, 16 hex digits; null: any. */
  readonly digest: string | null;
  /** eye: what it was calibrated for, beside the arena itself. */
  readonly knows: readonly Knows[];
  /** MQTT: what the device's topics begin with; null: the device's usual ones. */
  readonly topic: string | null;
  /** The device's own number or name; null: any. */
  readonly id: string | null;
  /** idp-mqtt: the camera's streams, as its own set-up names them; null: none named. */
  readonly input: string | null;
  readonly output: string | null;
}

/** A device of dice tables that tirada can be installed with. */
export interface DiceDeviceType {
  readonly name: string;
  readonly family: "dice";
  readonly kind: DiceDevice;
  readonly about: string;
  readonly baudRate: number;
  /** Ways to plug it in, the usual one first. */
  readonly ports: readonly DicePortKind[];
  /** From what dice are thrown where it sits; of an eye and a second source: everything. */
  readonly throws: readonly DiceGame["thrownFrom"][];
  /** What it can know of each fact of the dice family, set as usual. */
  readonly abilities: Abilities;
  /** A second source: how long its answer is waited for, µs. */
  readonly answersWithinUs?: number;
  /** Throws an Error of one line when the options do not fit it. */
  session(options: DiceOptions): DiceSession;
  /** MQTT: the topics that its port listens to. */
  topics?(options: DiceOptions): readonly string[];
}

const EVERYTHING: readonly DiceGame["thrownFrom"][] = ["hand", "shaker", "cup", "horn", "cage"];

export const DICE_OPTIONS: Omit<DiceOptions, "faces" | "dice" | "port"> = {
  digest: null,
  knows: [],
  topic: null,
  id: null,
  input: null,
  output: null,
};

function knowing(names: readonly Knows[]): EyeKnows {
  return Object.fromEntries(KNOWS.map((name) => [name, names.includes(name)])) as EyeKnows;
}

function shakerOptions({ topic, id }: DiceOptions): Parameters<typeof shakerMqttSession>[0] {
  if (id === null)
    throw new TypeError("dice.thrower.id is missing: the shaker's name in its topics, e.g. Billy-III");
  return { name: id, askedMs: null, ...(topic === null ? {} : { prefix: topic }) };
}

function idpOptions({ topic, id, dice, input, output }: DiceOptions): Parameters<typeof idpSession>[0] {
  if (id === null) throw new TypeError("dice.witness.id is missing: the table's name in the detector's topics");
  if (input === null || output === null)
    throw new TypeError("dice.witness.input and output are missing: the detector's own names of its streams");
  return { table: id, input, output, dice, ...(topic === null ? {} : { prefix: topic }) };
}

/** Two questions, and the pause between them. */
const ANSWERS_US = TRIES_MAX * ANSWER_MAX_US + AGAIN_US;

export const DICE_DEVICES = {
  "tirada-eye": {
    name: "tirada-eye",
    family: "dice",
    kind: "eye",
    about: "a camera over the dice, read by this unit, or by a computer of its own on a serial line 115200 8N1",
    baudRate: 115_200,
    ports: ["camera", "serial"],
    throws: EVERYTHING,
    abilities: eyeAbilities(knowing([])),
    session: ({ faces, digest, knows }) => tiradaEyeSession({ faces, digest, knows: knowing(knows) }),
  },
  "shaker-mqtt": {
    name: "shaker-mqtt",
    family: "dice",
    kind: "thrower",
    about: "a Sic Bo shaker behind an MQTT broker (Billy-III)",
    baudRate: 0,
    ports: ["mqtt"],
    throws: ["shaker"],
    abilities: SHAKER_MQTT_ABILITIES,
    session: (options) => shakerMqttSession(shakerOptions(options)),
    topics: (options) => shakerTopics(shakerOptions(options)),
  },
  "shaker-line": {
    name: "shaker-line",
    family: "dice",
    kind: "thrower",
    about: "a shaker of the open tirada line, serial 115200 8N1",
    baudRate: 115_200,
    ports: ["serial"],
    throws: ["shaker"],
    abilities: SHAKER_LINE_ABILITIES,
    session: ({ id }) => shakerLineSession({ device: id, motion: false, askedMs: null }),
  },
  cage: {
    name: "cage",
    family: "dice",
    kind: "thrower",
    about: "an encoder on the axle of a chuck-a-luck cage, serial 115200 8N1",
    baudRate: 115_200,
    ports: ["serial"],
    throws: ["cage"],
    abilities: CAGE_ABILITIES,
    session: ({ id }) => cageSession({ device: id, countsPerTurn: null }),
  },
  "cup-switch": {
    name: "cup-switch",
    family: "dice",
    kind: "thrower",
    about: "switches at cup and horn that count the dice, serial 115200 8N1",
    baudRate: 115_200,
    ports: ["serial"],
    throws: ["cup", "horn"],
    abilities: CUP_ABILITIES,
    session: ({ id }) => cupSession({ device: id }),
  },
  "witness-eye": {
    name: "witness-eye",
    family: "dice",
    kind: "witness",
    about: "a second tirada-eye over the same dice",
    baudRate: 115_200,
    ports: ["camera", "serial"],
    throws: EVERYTHING,
    abilities: {},
    answersWithinUs: 2 * US_PER_S,
    session: ({ faces, digest, knows }) => witnessEyeSession({ faces, digest, knows: knowing(knows) }),
  },
  "witness-line": {
    name: "witness-line",
    family: "dice",
    kind: "witness",
    about: "a second reader of the open tirada line, asked for each throw, serial 115200 8N1",
    baudRate: 115_200,
    ports: ["serial"],
    throws: EVERYTHING,
    abilities: {},
    answersWithinUs: ANSWERS_US,
    session: ({ id, dice, faces }) => witnessLineSession({ device: id, dice, faces }),
  },
  "idp-mqtt": {
    name: "idp-mqtt",
    family: "dice",
    kind: "witness",
    about: "a studio's dice detector behind an MQTT broker (IDP)",
    baudRate: 0,
    ports: ["mqtt"],
    throws: EVERYTHING,
    abilities: {},
    answersWithinUs: ANSWERS_US,
    session: (options) => idpSession(idpOptions(options)),
    topics: (options) => idpTopics(idpOptions(options)),
  },
} as const satisfies Record<string, DiceDeviceType>;
