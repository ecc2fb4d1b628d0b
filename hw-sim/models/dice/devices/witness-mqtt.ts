import type { Sent } from "../../../lines/sent.ts";
import { PIP_FACES } from "../../../../src/dice/faces.ts";
import type { RandomSource } from "../../../../src/time/random-source.ts";
import { Broker } from "./broker.ts";
import type { DeviceModel } from "./model.ts";
import { WitnessEye, type Reply } from "./witness.ts";

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
