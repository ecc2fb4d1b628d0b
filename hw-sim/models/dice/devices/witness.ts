import { type DieFace, PIP_FACES } from "../../../../src/dice/faces.ts";
import type { RandomSource } from "../../../../src/time/random-source.ts";
import type { Sent } from "../../../lines/sent.ts";
import { Broker } from "./broker.ts";
import type { DeviceModel } from "./model.ts";

/** What can go wrong with one answer of a witness. */
export const WITNESS_FAULTS = [
  /** A sound answer with a face that does not lie there. */
  "wrong",
  "not-recognised",
  "no-shake",
  "failed",
  "silent",
  /** After the question was given up. */
  "late",
  /** With the name of another round's question. */
  "other-round",
  "twice",
  /** Two sound answers that differ. */
  "contradicts",
  "too-many",
  "too-few",
  /** A value that no die bears. */
  "out-of-range",
  /** No answer of this device at all. */
  "garbage",
] as const;
export type WitnessFault = (typeof WITNESS_FAULTS)[number];

/** One question, and what was made of it. */
export interface WitnessTruth {
  readonly us: number;
  /** What lay there. */
  readonly faces: readonly DieFace[];
  readonly fault: WitnessFault | null;
}

export interface Reply {
  readonly us: number;
  readonly says: "faces" | "not-recognised" | "no-shake" | "failed" | "garbage";
  readonly faces: readonly DieFace[];
  /** A value that no die bears stands in for the first face. */
  readonly isOut: boolean;
  readonly isForOther: boolean;
}

const LOOK_US = 300_000;
const LATE_US = 7_000_000;

/** A camera that reads dice and makes mistakes, whatever it is asked over. */
export class WitnessEye {
  readonly truth: WitnessTruth[] = [];
  readonly #random: RandomSource;
  readonly #set: readonly DieFace[];
  #lies: readonly DieFace[] = [];
  #faults: WitnessFault[] = [];

  constructor(set: readonly DieFace[], random: RandomSource) {
    this.#set = set;
    this.#random = random;
  }

  /** These dice lie there from now on. */
  layDice(faces: readonly DieFace[]): void {
    // A question about other dice that nobody asked goes wrong no more.
    this.#faults.length = 0;
    this.#lies = [...faces];
  }

  /** What goes wrong with the next questions, one after the other. */
  failNext(...faults: readonly WitnessFault[]): void {
    this.#faults.push(...faults);
  }

  /** What it answers to a question that comes at `us`, in order of time. */
  repliesTo(us: number): readonly Reply[] {
    const fault = this.#faults.shift() ?? null;
    const faces = this.#lies;
    this.truth.push({ us, faces, fault });
    const when = us + LOOK_US + this.#random.below(600_000) + (fault === "late" ? LATE_US : 0);
    const reply = (change: Partial<Reply> = {}): Reply => ({
      us: when,
      says: "faces",
      faces,
      isOut: false,
      isForOther: false,
      ...change,
    });
    switch (fault) {
      case "silent":
        return [];
      case "wrong":
        return [reply({ faces: this.#other(faces) })];
      case "not-recognised":
      case "no-shake":
      case "failed":
      case "garbage":
        return [reply({ says: fault, faces: [] })];
      case "other-round":
        return [reply({ isForOther: true })];
      case "twice":
        return [reply(), reply({ us: when + 5_000 })];
      case "contradicts":
        return [reply(), reply({ us: when + 5_000, faces: this.#other(faces) })];
      case "too-many":
        return [reply({ faces: [...faces, this.#random.pick(this.#set)] })];
      case "too-few":
        return [reply({ faces: faces.slice(1) })];
      case "out-of-range":
        return [reply({ isOut: true })];
      case "late":
      case null:
        return [reply()];
    }
  }

  #other(faces: readonly DieFace[]): readonly DieFace[] {
    const at = this.#random.below(faces.length);
    const others = this.#set.filter((face) => face !== faces[at]);
    return faces.map((face, index) => (index === at ? this.#random.pick(others) : face));
  }
}

export interface WitnessMqttModelOptions {
  readonly table: string;
  readonly prefix?: string;
  readonly random: RandomSource;
}

/** An "IDP" camera behind an MQTT broker (docs/devices/dice-witness.md). */
export class WitnessMqttModel implements DeviceModel {
  readonly eye: WitnessEye;
  readonly #broker: Broker;
  readonly #command: string;
  readonly #response: string;

  constructor({ table, prefix = "ikg/idp", random }: WitnessMqttModelOptions) {
    this.eye = new WitnessEye(PIP_FACES, random.fork("eye"));
    [this.#command, this.#response] = [`${prefix}/${table}/command`, `${prefix}/${table}/response`];
    this.#broker = new Broker([this.#response], random.fork("broker"));
  }

  step(us: number, host = ""): readonly Sent[] {
    return this.#broker.step(us, host, (topic, payload) => {
      if (topic !== this.#command) return;
      const { command, arg } = JSON.parse(payload) as { command: string; arg: { round_id?: string } };
      if (command !== "detect") return;
      for (const reply of this.eye.repliesTo(us))
        this.#broker.agenda.at(reply.us, (at) =>
          this.#broker.publish(at, this.#response, said(reply, arg.round_id)),
        );
    });
  }
}

const NO_SHAKE = -3;

function said({ says, faces, isOut, isForOther }: Reply, id: string | undefined): string {
  if (says === "garbage") return '{"response":"result","arg":';
  const values = faces.map(Number);
  if (isOut) values[0] = 7;
  const res = says === "faces" ? values : says === "not-recognised" ? null : [];
  const err = says === "no-shake" ? NO_SHAKE : says === "failed" ? -1 : 0;
  return JSON.stringify({ response: "result", arg: { round_id: isForOther ? "another" : id, res, err } });
}
