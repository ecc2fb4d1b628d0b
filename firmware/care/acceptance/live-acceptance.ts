import type { PortError } from "../../../drivers/port.ts";
import { keepPort, type PortKeeper } from "../../../drivers/transport/port-keeper.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import { toBytes, toText } from "../../../src/recording/codec.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import { US_PER_MS } from "../../../src/time/instant.ts";
import type { DevicePort } from "../../table/setup/unit-family.ts";
import { beginAcceptance, stepAcceptance, type AcceptanceState, type Heard } from "./run-steps.ts";
import type { HeardEntry, SessionWords } from "./session-words.ts";
import type { DeviceSteps } from "./steps-file.ts";
import type { SeenWord } from "./words.ts";

const LOOK_US = 100 * US_PER_MS;

/** An acceptance in real time: whatever gives words and whatever a person types comes here. */
export class LiveAcceptance {
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #onChange: (state: AcceptanceState) => void;
  #state: AcceptanceState;

  /** `onChange`: called after everything that changed the run. */
  constructor(steps: DeviceSteps, clock: Clock, onChange: (state: AcceptanceState) => void) {
    this.#clock = clock;
    this.#onChange = onChange;
    this.#state = beginAcceptance(steps, clock.now());
    this.#timer = clock.every(LOOK_US, "acceptance", () => this.#take({ k: "tick", us: clock.now() }));
  }

  get state(): AcceptanceState {
    return this.#state;
  }

  see(words: readonly SeenWord[]): void {
    if (words.length > 0) this.#take({ k: "seen", us: this.#clock.now(), words });
  }

  /** What the person typed: `:skip`, `:stop`, `:back`, an answer, or what lies there. Null: it means nothing in this step. */
  type(line: string): "named" | "taken" | null {
    const us = this.#clock.now();
    const text = line.trim();
    const step = this.#state.steps[this.#state.at];
    if (step === undefined || text === "") return null;
    const command = { ":skip": "skip", ":stop": "stop", ":back": "take-back" }[text];
    if (command !== undefined) this.#take({ k: command as "skip", us });
    else if (step.asks === true && YES.includes(text.toLowerCase())) this.#take({ k: "answer", us, yes: true });
    else if (step.asks === true && NO.includes(text.toLowerCase())) this.#take({ k: "answer", us, yes: false });
    else if (step.agrees === undefined) return null;
    else {
      this.#take({ k: "value", us, text });
      return "named";
    }
    return "taken";
  }

  end(): void {
    this.#timer.cancel();
  }

  #take(heard: Heard): void {
    const before = this.#state;
    this.#state = stepAcceptance(before, heard);
    if (this.#state !== before) this.#onChange(this.#state);
  }
}

const YES: readonly string[] = ["y", "yes", "s", "si", "sí", "b", "bai"];
const NO: readonly string[] = ["n", "no", "non", "e", "ez"];

/** The device of an acceptance at its port, kept open and opened anew behind a cable that was pulled. */
export class AcceptedPort {
  readonly #words: SessionWords;
  readonly #clock: Clock;
  readonly #port: string;
  readonly #see: (words: readonly SeenWord[]) => void;
  readonly #keeper: PortKeeper;
  readonly #timer: Timer;

  constructor(
    { open, backOffUs }: DevicePort,
    { words, port, clock, see }: AcceptedDevice,
    onMissing: (detail: string, code: PortError["code"]) => void,
  ) {
    this.#words = words;
    this.#clock = clock;
    this.#port = port;
    this.#see = see;
    this.#keeper = keepPort({
      open,
      clock,
      random: randomFrom("acceptance"),
      backOffUs,
      listener: {
        onOpened: (name, _tries, t) => this.#hear({ k: "open", t, port, name }),
        onBytes: (bytes, t) => this.#hear({ k: "in", t, port, bytes: toText(bytes) }),
        onLost: ({ why }, t) => this.#hear({ k: "lost", t, port, why }),
        onMissing: ({ detail, code }) => onMissing(detail, code),
      },
    });
    this.#timer = clock.every(LOOK_US, "accepted device", () => this.#wake());
  }

  /** A second source is asked for its reading. */
  look(): void {
    this.#give(this.#words.look(this.#clock.now()));
  }

  async close(): Promise<void> {
    this.#timer.cancel();
    await this.#keeper.stop();
  }

  #wake(): void {
    const t = this.#clock.now();
    const due = this.#words.wakeAt;
    if (due !== null && due <= t) this.#hear({ k: "tick", t });
  }

  #hear(entry: Entry): void {
    this.#give(this.#words.hear(entry));
  }

  #give({ words, writes }: HeardEntry): void {
    for (const bytes of writes) {
      this.#keeper.write(toBytes(bytes)).catch(() => undefined);
      this.#words.hear({ k: "out", t: this.#clock.now(), port: this.#port, bytes });
    }
    this.#see(words);
  }
}

/** What an accepted device is read by, and who hears of it. */
export interface AcceptedDevice {
  readonly words: SessionWords;
  readonly port: string;
  readonly clock: Clock;
  readonly see: (words: readonly SeenWord[]) => void;
}
