import type { Sent } from "../../../lines/sent.ts";
import type { RandomSource } from "../../../../src/time/random-source.ts";
import { Broker } from "./broker.ts";
import type { DeviceModel } from "./model.ts";

/** What can go wrong with one shake of a "Billy-III". */
export type ShakeFault =
  | { readonly f: "short"; readonly percent: number }
  /** `S0` after `S2`, and no shake. */
  | { readonly f: "none" }
  /** `S90` after this part of the time. */
  | { readonly f: "error"; readonly percent: number }
  /** The command is not taken. */
  | { readonly f: "unaccepted" }
  /** It shakes on for ever. */
  | { readonly f: "stuck" };

/** One shake as it truly was. */
export interface ShakeTruth {
  readonly fromUs: number;
  /** When it ended; null: it has not. */
  readonly toUs: number | null;
  readonly askedMs: number;
  /** ms for which the dice were shaken. */
  readonly shookMs: number;
  readonly fault: ShakeFault["f"] | null;
}

/** What can go wrong with its messages. */
export interface MqttSpeech {
  /** Sends nothing unasked. */
  readonly answersOnly?: boolean;
  /** One message in so many is garbage, comes twice, comes late, or does not come. */
  readonly garbageOneIn?: number;
  readonly twiceOneIn?: number;
  readonly lateOneIn?: number;
  readonly lostOneIn?: number;
}

export interface ShakerMqttModelOptions {
  readonly name: string;
  readonly prefix?: string;
  readonly random: RandomSource;
  readonly speech?: MqttSpeech;
}

const TAKE_US = 40_000;
const SPIN_UP_US = 250_000;
const RECOVER_US = 3_000_000;
const LATE_US = 4_000_000;

/** A "Billy-III" shaker behind an MQTT broker, and the game's own server that commands it. */
export class ShakerMqttModel implements DeviceModel {
  readonly truth: ShakeTruth[] = [];
  readonly #broker: Broker;
  readonly #says: string;
  readonly #listens: string;
  readonly #random: RandomSource;
  readonly #speech: MqttSpeech;
  #state = "S0";
  #silentUs = 0;
  #runs = 0;

  constructor({ name, prefix = "ikg/sicbo", random, speech = {} }: ShakerMqttModelOptions) {
    [this.#says, this.#listens] = [`${prefix}/${name}/says`, `${prefix}/${name}/listens`];
    this.#random = random.fork("speech");
    this.#speech = speech;
    this.#broker = new Broker([this.#says, this.#listens, "ikg/shaker/command"], random.fork("broker"));
  }

  /** The game's server commands a shake, or says nothing of how long (`askedMs` null: the newer form). */
  shake(us: number, askedMs: number | null, fault: ShakeFault | null = null): void {
    this.#broker.agenda.at(us, (at) => {
      if (askedMs === null) {
        const payload = JSON.stringify({ command: "shake", arg: { round_id: `r${this.#runs}` } });
        this.#broker.publish(at, "ikg/shaker/command", payload);
      } else {
        const duration = (askedMs / 1_000).toFixed(2);
        const form = `/cycle/?pattern=0&parameter1=10&parameter2=0&amplitude=0.41&duration=${duration}`;
        this.#broker.publish(at, this.#listens, form);
      }
      if (fault?.f !== "unaccepted") this.#accept(at, askedMs ?? 9_590, fault);
    });
  }

  /** It sends nothing for `spanUs`, whatever it does. */
  muteFor(us: number, spanUs: number): void {
    this.#broker.agenda.at(us, (at) => (this.#silentUs = at + spanUs));
  }

  /** Publishes a payload on its topic that is none of its messages. */
  publishNonsense(us: number, payload: string): void {
    this.#broker.agenda.at(us, (at) => this.#broker.publish(at, this.#says, payload));
  }

  step(us: number, host = ""): readonly Sent[] {
    return this.#broker.step(us, host, (topic, payload) => {
      if (topic === this.#listens && payload === "/state") this.#publishState(us, this.#state);
    });
  }

  #accept(us: number, askedMs: number, fault: ShakeFault | null): void {
    if (this.#state !== "S0") return;
    const run = ++this.#runs;
    this.#enterState(us + TAKE_US, "S2");
    this.#broker.agenda.at(us + TAKE_US + SPIN_UP_US, (at) => this.#startShake(at, run, askedMs, fault));
  }

  #startShake(us: number, run: number, askedMs: number, fault: ShakeFault | null): void {
    if (run !== this.#runs) return;
    if (fault?.f === "none") {
      this.truth.push({ fromUs: us, toUs: us, askedMs, shookMs: 0, fault: "none" });
      return this.#enterState(us, "S0");
    }
    this.#enterState(us, "S1");
    if (fault?.f === "stuck") {
      this.truth.push({ fromUs: us, toUs: null, askedMs, shookMs: askedMs, fault: "stuck" });
      return;
    }
    const percent = fault?.f === "short" || fault?.f === "error" ? fault.percent : 100;
    const shookMs = Math.round((askedMs * percent) / 100);
    this.#broker.agenda.at(us + shookMs * 1_000, (at) => {
      const which = fault?.f === "short" || fault?.f === "error" ? fault.f : null;
      this.truth.push({ fromUs: us, toUs: at, askedMs, shookMs, fault: which });
      this.#enterState(at, which === "error" ? "S90" : "S0");
      if (which === "error") this.#enterState(at + RECOVER_US, "S0");
    });
  }

  /** Changes its state at `us`, and reports it unless it only answers. */
  #enterState(us: number, state: string): void {
    this.#broker.agenda.at(us, (at) => {
      this.#state = state;
      if (this.#speech.answersOnly !== true) this.#publishState(at, state);
    });
  }

  #publishState(us: number, state: string): void {
    if (us < this.#silentUs) return;
    const { garbageOneIn, twiceOneIn, lateOneIn, lostOneIn } = this.#speech;
    const hits = [garbageOneIn, twiceOneIn, lateOneIn, lostOneIn].map(
      (oneIn) => oneIn !== undefined && this.#random.oneIn(oneIn),
    );
    const [isGarbage, isTwice, isLate, isLost] = hits;
    if (isLost === true) return;
    const payload =
      isGarbage === true ? this.#random.pick(["", "S", "S00", "s1", "S9", "\u0000S1", "S1 "]) : state;
    const say = (at: number): void => this.#broker.publish(at, this.#says, payload);
    if (isLate === true) this.#broker.agenda.at(us + this.#random.below(LATE_US), say);
    else say(us);
    if (isTwice === true) say(us);
  }
}
