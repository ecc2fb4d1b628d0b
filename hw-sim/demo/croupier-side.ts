import type { TableScreen, Thrown, PlayedSide } from "../people/cards/played-side.ts";
import { receiveMessageOnPort, type MessagePort } from "node:worker_threads";
import { ScriptedReadings, type Reading } from "../people/cards/scripted-readings.ts";
import type { MechanicsEvent } from "../people/cards/table-side.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Person } from "../../src/people/roles.ts";
import type { RandomSource } from "../../src/time/random-source.ts";
import type { Answer, Ask } from "./croupier-messages.ts";
import { DemoOver } from "./over.ts";

/**
 * The table as the people of a simulated one meet it, from a thread of their own: each thing that they do is asked of the thread
 * that has unit and device, and this one sleeps until it is done. So the simulator's people, who know only simulated time, play
 * in real time.
 */
export class ThreadSide implements PlayedSide {
  readonly #port: MessagePort;
  readonly #answered: Int32Array;
  #us = 0;
  #seenUs = 0;
  #screen: TableScreen | null = null;

  constructor(port: MessagePort, answered: SharedArrayBuffer) {
    this.#port = port;
    this.#answered = new Int32Array(answered);
  }

  /** Simulated time, µs: what was waited for, at the simulator's own pace. */
  get us(): number {
    return this.#us;
  }

  get seenUs(): number {
    return this.#seenUs;
  }

  get screen(): TableScreen {
    if (this.#screen === null) this.wait(0);
    if (this.#screen === null) throw new DemoOver("no screen");
    return this.#screen;
  }

  emitEvent(event: MechanicsEvent, forUs: number): void {
    this.#us += Math.ceil(forUs);
    this.#ask({ ask: "happens", event, forUs });
  }

  wait(us: number): void {
    this.#us += us;
    this.#ask({ ask: "wait", us });
  }

  press(key: Key, by: Person): boolean {
    return this.#ask({ ask: "press", key, by });
  }

  dice(thrown: Thrown): boolean {
    return this.#ask({ ask: "dice", thrown });
  }

  plug(isIn: boolean): void {
    this.#ask({ ask: "plug", isIn });
  }

  power(on: boolean): void {
    this.#ask({ ask: "power", on });
  }

  setNextReading(reading: Reading, cards: number, isBlind: boolean): void {
    this.#ask({ ask: "luck", reading, cards, isBlind });
  }

  say(line: string): void {
    this.#ask({ ask: "say", line });
  }

  acknowledgeWarnings(by: Person): void {
    for (const key of this.screen.waiting)
      if (key.key === "acknowledge" && key.what.startsWith("warning/")) this.press(key, by);
  }

  confirmVoid(by: Person): void {
    const key = this.screen.waiting.find((one) => one.key === "confirm-void");
    if (key !== undefined) this.press(key, by);
  }

  #ask(ask: Ask): boolean {
    Atomics.store(this.#answered, 0, 0);
    this.#port.postMessage(ask);
    Atomics.wait(this.#answered, 0, 0);
    const answer = receiveMessageOnPort(this.#port)?.message as Answer | undefined;
    if (answer === undefined || answer.over) throw new DemoOver("the demonstration ends");
    this.#screen = answer.screen;
    this.#seenUs = answer.us;
    return answer.taken;
  }
}

/** Scripted readings of a reader on another thread. */
export class RemoteReadings extends ScriptedReadings {
  readonly #side: Pick<PlayedSide, "setNextReading">;

  constructor(side: Pick<PlayedSide, "setNextReading">, rest: RandomSource) {
    super(rest);
    this.#side = side;
  }

  override setNext(reading: Reading, cards = 1, isBlind = false): void {
    this.#side.setNextReading(reading, cards, isBlind);
  }
}
