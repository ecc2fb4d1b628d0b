import type { Entry } from "../../src/recording/entry.ts";
import { monoUs } from "../../src/time/instant.ts";
import type { SessionWords } from "../../firmware/care/acceptance/session-words.ts";
import {
  acceptanceDeadline,
  beginAcceptance,
  stepAcceptance,
  valuesOwed,
  type AcceptanceState,
  type Heard,
} from "../../firmware/care/acceptance/run-steps.ts";
import type { DeviceSteps, StepKind } from "../../firmware/care/acceptance/steps-file.ts";

/** A simulated person who does what the steps of an acceptance ask: what they see is what truly lies there. */
export class FollowedSteps {
  #state: AcceptanceState;
  #words: SessionWords | null = null;
  /** When the device gave each value that is not named yet, µs. */
  readonly #owedSince: number[] = [];
  readonly #begun = new Set<StepKind>();

  constructor(steps: DeviceSteps) {
    this.#state = beginAcceptance(steps, 0);
  }

  get state(): AcceptanceState {
    return this.#state;
  }

  get isOver(): boolean {
    return this.#state.end !== null;
  }

  /** What is asked now; null: it is over. */
  get asked(): StepKind | null {
    return this.#state.steps[this.#state.at]?.step ?? null;
  }

  /** True once for each step: it is asked now and was not begun. */
  begins(step: StepKind): boolean {
    if (this.asked !== step || this.#begun.has(step)) return false;
    this.#begun.add(step);
    return true;
  }

  /** The device is plugged in anew, or there. */
  watch(words: SessionWords): void {
    this.#words = words;
  }

  take(heard: Heard): void {
    this.#state = stepAcceptance(this.#state, heard);
  }

  /** Bytes that the device's session wants sent. */
  hear(entry: Entry): readonly string[] {
    const us = entry.t;
    const before = this.#state;
    const deadline = acceptanceDeadline(before);
    if (deadline !== null && us >= deadline) this.take({ k: "tick", us });
    const { words = [], writes = [] } = this.#words?.hear(entry) ?? {};
    if (words.length > 0) this.take({ k: "seen", us, words });
    if (this.#state.at !== before.at) this.#owedSince.length = 0;
    while (this.#owedSince.length < valuesOwed(this.#state)) this.#owedSince.push(us);
    return writes;
  }

  /** The person names what is thrown, and the second source is asked for it. */
  look(us: number, text: string): void {
    this.take({ k: "value", us, text });
    const words = this.#words?.look(monoUs(us)).words ?? [];
    if (words.length > 0) this.take({ k: "seen", us, words });
  }

  /** Names what truly lay there at the times at which the device gave something; null: it is not known yet. */
  name(us: number, truthAt: (us: number) => string | null): void {
    for (let since = this.#owedSince[0]; since !== undefined; since = this.#owedSince[0]) {
      const text = truthAt(since);
      if (text === null) return;
      this.#owedSince.shift();
      this.take({ k: "value", us, text });
    }
  }
}
