import { lineNoise, type LineNoise } from "../lines/line-noise.ts";
import type { Sent } from "../lines/sent.ts";
import { DeviceTerminal } from "../lines/terminal.ts";
import type { LineTrouble } from "../models/wheels/sensed/rounds.ts";
import { randomFrom } from "../../src/time/random-source.ts";

/** How long noise on the line lasts. */
const NOISE_US = 400_000;

/** Noise on a wheel's line, whenever a wheel's fault asks for it. */
export class WheelNoise {
  readonly #noise: LineNoise;
  #untilUs = -1;

  constructor(seed: string) {
    this.#noise = lineNoise({ oneIn: { flip: 3, drop: 6, cut: 8 } }, randomFrom(`${seed}/noise`));
  }

  /** It begins at `us`, in the time of what is sent. */
  begin(us: number): void {
    this.#untilUs = us + NOISE_US;
  }

  /** What arrives of what was sent. */
  pass(sent: readonly Sent[]): readonly Sent[] {
    if ((sent[0]?.us ?? Infinity) >= this.#untilUs) return sent;
    return sent.flatMap((one) =>
      one.us < this.#untilUs
        ? this.#noise.pass(Math.ceil(one.us), one.bytes).map(({ tUs: us, bytes }) => ({ us, bytes }))
        : [one],
    );
  }
}

/** The line of a simulated wheel in real time. */
export class WheelLine {
  readonly terminal: DeviceTerminal;
  readonly #noise: WheelNoise;

  private constructor(terminal: DeviceTerminal, seed: string) {
    this.terminal = terminal;
    this.#noise = new WheelNoise(seed);
  }

  /** Rejects in one line when the pseudo-terminal cannot be made. */
  static async open(path: string, seed: string): Promise<WheelLine> {
    return new WheelLine(await DeviceTerminal.open({ path }), seed);
  }

  send(sent: readonly Sent[]): void {
    for (const { bytes } of this.terminal.plugged ? this.#noise.pass(sent) : []) this.terminal.send(bytes);
  }

  /** Noise, or a cable that goes out or in; `onCable` at that instant. */
  suffer({ us, what }: LineTrouble, onCable: (isIn: boolean) => void = () => undefined): void {
    const isIn = what === "replug";
    if (what === "noise") this.#noise.begin(us);
    // A cable that cannot be plugged in stays out, and the unit says so.
    else this.terminal.setCable(isIn, () => onCable(isIn)).catch(() => undefined);
  }
}
