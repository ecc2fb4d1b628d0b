import type { DieFace } from "../../../src/dice/faces.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import { LineDevice, type Field } from "./line-device.ts";
import type { DeviceModel, Sent } from "./model.ts";
import { WitnessEye, type Reply } from "./witness.ts";

export interface WitnessLineModelOptions {
  readonly device: number;
  /** The six faces of its dice, in the order of their set. */
  readonly faces: readonly DieFace[];
  readonly random: RandomSource;
}

const DICE_MAX = 8;
const STATE = { ready: 0, looking: 1, blind: 2 } as const;
const RESULT = { faces: 0, "not-recognised": 1, "no-shake": 2, failed: 4 } as const;
/** 1 to 6 as they are; symbols in the order of their set. */
const CODES: Readonly<Record<DieFace, number>> = {
  ...{ "1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6 },
  ...{ crown: 0x11, anchor: 0x12, heart: 0x13, diamond: 0x14, club: 0x15, spade: 0x16 },
};

/** Another eye that is asked over the open dice line (docs/devices/dice-witness.md). Starts without power. */
export class WitnessLineModel implements DeviceModel {
  readonly line: LineDevice;
  readonly eye: WitnessEye;
  #state: number = STATE.ready;

  constructor({ device, faces, random }: WitnessLineModelOptions) {
    this.eye = new WitnessEye(faces, random.fork("eye"));
    this.line = new LineDevice({
      ...{ kind: 4, device, made: DICE_MAX },
      beat: () => [[1, this.#state]],
      hear: (us, letter, fields) => this.#receive(us, letter, fields),
    });
  }

  power(on: boolean, us: number): void {
    if (on) this.line.start(us);
    else this.line.stop(us);
  }

  /** Its camera is lost, or back. */
  setBlind(us: number, on: boolean): void {
    this.line.agenda.at(us, (at) => this.#enterState(at, on ? STATE.blind : STATE.ready));
  }

  step(us: number, host = ""): readonly Sent[] {
    return this.line.step(us, host);
  }

  #receive(us: number, letter: string, [, token = 0]: readonly number[]): void {
    if (letter !== "Q") return;
    this.#enterState(us, STATE.looking);
    const replies = this.eye.repliesTo(us);
    for (const reply of replies)
      this.line.agenda.at(reply.us, (at) => {
        if (reply.says === "garbage") this.line.sendLine(at, "A", []);
        else this.line.sendLine(at, "A", answerFields(reply, token));
        this.#enterState(at, STATE.ready);
      });
  }

  #enterState(us: number, state: number): void {
    if (this.#state === state) return;
    this.#state = state;
    this.line.sendLine(us, "S", [[1, state]]);
  }
}

function answerFields({ says, faces, isOut, isForOther }: Reply, token: number): Field[] {
  const codes = faces.map((face) => CODES[face]);
  if (isOut) codes[0] = 7;
  const slots = Array.from({ length: DICE_MAX }, (_, at): Field => [1, codes[at] ?? 0]);
  const result = says === "garbage" ? RESULT.failed : RESULT[says];
  return [[4, isForOther ? (token ^ 0x5555) >>> 0 : token], [1, result], [1, faces.length], ...slots];
}
