import type { WatchedSwitches } from "../../../drivers/panel/panel.ts";
import { BUTTONS, INPUTS, type Button, type Input } from "../../../drivers/panel/wiring.ts";
import { fillText } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_MS, US_PER_S } from "../../../src/time/instant.ts";
import { EXIT, Problem } from "../../problem.ts";
import type { TablePanel } from "../panel/start.ts";
import { DeviceLost, type ActContext, type RunAct } from "./act.ts";

/** What a technician has the panel do: its lamps, and each of its buttons and its key by name. */

const { tests: TESTS, panel: WORDS } = textsOf("acts");

/** How long somebody may take to do what a step asks for. */
export const HAND_US = 30 * US_PER_S;
/** How long a button may be held. */
const RELEASE_US = 8 * US_PER_S;
/** Switches whose wires touch answer within this. */
const TOGETHER_US = 100 * US_PER_MS;

/** Every lamp is lit until somebody has looked at them. */
export const testPanel =
  (panel: Pick<TablePanel, "testLamps">): RunAct =>
  async (context) => {
    await lookAtLamps(panel, context);
    return { detail: { lamps: "lit" } };
  };

async function lookAtLamps(
  panel: Pick<TablePanel, "testLamps">,
  { person, signal }: Pick<ActContext, "person" | "signal">,
): Promise<void> {
  person.say(TESTS.lamps);
  const release = panel.testLamps();
  signal.addEventListener("abort", release, { once: true });
  try {
    if ((await person.ask(TESTS["lamps-seen"], "confirm")) !== "")
      throw new Problem(EXIT.device, TESTS["lamps-out"]);
  } finally {
    release();
  }
}

/**
 * Each button and the key switch is asked for by name, alone with its light; what was seen is a record. No press of it reaches the table.
 * Fails with the name of the one that is dead, held down, joined with another or in another's place.
 */
export const checkPanel =
  (panel: Pick<TablePanel, "watchSwitches" | "testLamps">, clock: Clock): RunAct =>
  async (context) => {
    const { person } = context;
    await person.ready(fillText(WORDS["hands-off"], { go: person.words.go }));
    const hands = new WatchedHands(panel, clock, context);
    try {
      hands.refuseStuck();
      for (const button of BUTTONS) await hands.seePress(button);
      await hands.seeKey();
      hands.light(null);
      if ((await person.ask(WORDS["lights-matched"], "confirm")) !== "")
        throw new Problem(EXIT.device, WORDS["lights-swapped"]);
      await lookAtLamps(panel, context);
    } finally {
      hands.stop();
    }
    return { detail: { buttons: BUTTONS.join(" "), key: "seen", lamps: "seen" } };
  };

/** A switch that stands otherwise than before. */
interface Switched {
  readonly input: Input;
  readonly active: boolean;
}

/** The panel's switches while a person goes through them. */
class WatchedHands {
  readonly #watched: WatchedSwitches;
  readonly #clock: Clock;
  readonly #context: ActContext;
  #switched: readonly Switched[] = [];
  #wake: (() => void) | null = null;
  #ended: Error | null = null;

  constructor(panel: Pick<TablePanel, "watchSwitches">, clock: Clock, context: ActContext) {
    this.#clock = clock;
    this.#context = context;
    const end = (why: Error): void => {
      this.#ended ??= why;
      this.#wake?.();
    };
    this.#watched = panel.watchSwitches({
      onSwitch: (input, active) => {
        this.#switched = [...this.#switched, { input, active }];
        this.#wake?.();
      },
      onLost: (why) => end(new DeviceLost(`panel: ${why}`)),
    });
    const { signal } = context;
    signal.addEventListener(
      "abort",
      () => {
        end(signal.reason as Error);
        this.stop();
      },
      { once: true },
    );
  }

  stop(): void {
    this.#watched.stop();
  }

  /** Lights that button's lamp alone; null: none. */
  light(button: Button | null): void {
    this.#watched.light(button === null ? [] : [`light-${button}`]);
  }

  /** Throws where the panel says nothing, or a switch is closed while nobody touches it. */
  refuseStuck(): void {
    const levels = this.#watched.levels();
    if (INPUTS.some((input) => levels[input] === null)) throw new Problem(EXIT.device, WORDS.mute);
    const held = BUTTONS.filter((button) => levels[button] === true);
    if (held.length > 0) throw new Problem(EXIT.device, fillText(WORDS.stuck, { switches: namesOf(held) }));
    if (levels["jefe-key"] === true) throw new Problem(EXIT.device, WORDS["key-turned"]);
  }

  async seePress(button: Button): Promise<void> {
    const { person, note } = this.#context;
    const name = WORDS.switches[button];
    this.light(button);
    await this.#see(button, true, fillText(WORDS.press, { switch: name }), HAND_US, WORDS.dead);
    await this.#see(button, false, null, RELEASE_US, WORDS["held-down"]);
    person.say(fillText(WORDS.seen, { switch: name }));
    await note({ switch: button, seen: "pressed released" });
  }

  async seeKey(): Promise<void> {
    const { person, note } = this.#context;
    this.light(null);
    await this.#see("jefe-key", true, WORDS["turn-key"], HAND_US, WORDS.dead);
    await this.#see("jefe-key", false, WORDS["turn-back"], HAND_US, WORDS["held-down"]);
    person.say(fillText(WORDS.seen, { switch: WORDS.switches["jefe-key"] }));
    await note({ switch: "jefe-key", seen: "turned back" });
  }

  /** Waits until the switch stands so. Another one in its place is said, and asked for once more: hands err too. */
  async #see(wanted: Input, active: boolean, prompt: Text | null, us: number, missing: Text): Promise<void> {
    const { person, note } = this.#context;
    if (prompt !== null) person.say(prompt);
    const names = { switch: WORDS.switches[wanted] };
    let isSecond = false;
    for (;;) {
      const seen = await this.#nextSwitched(wanted, active, us);
      if (seen === null) throw new Problem(EXIT.device, fillText(missing, names));
      const others = seen.filter((input) => input !== wanted);
      if (others.length === 0) return;
      const given = { ...names, seen: namesOf(others) };
      await note({ switch: wanted, seen: seen.join(" ") });
      if (seen.length > others.length) throw new Problem(EXIT.device, fillText(WORDS.joined, given));
      if (isSecond) throw new Problem(EXIT.device, fillText(WORDS.swapped, given));
      isSecond = true;
      person.say(fillText(WORDS.other, given));
    }
  }

  /** The switches that came to stand so together, once one of them is the wanted one or a wrong one was closed; null: none in time. */
  async #nextSwitched(wanted: Input, active: boolean, us: number): Promise<Input[] | null> {
    const end = this.#clock.now() + us;
    for (;;) {
      const first = await this.#next(end - this.#clock.now());
      if (first === null) return null;
      // A wrong one that is let go, or the cover, is no answer; a wrong one that is closed is.
      const counts = ({ input, active: now }: Switched): boolean =>
        input === wanted ? now === active : now && input !== "cover-closed";
      if (!counts(first)) continue;
      // A quick hand lets go meanwhile: what comes afterwards stays for the next question.
      await this.#wait(TOGETHER_US);
      const together = this.#switched.filter(counts);
      this.#switched = this.#switched.filter((one) => !counts(one));
      return [first, ...together].map(({ input }) => input);
    }
  }

  #refuseIfEnded(): void {
    if (this.#ended !== null) throw this.#ended;
  }

  async #next(us: number): Promise<Switched | null> {
    if (this.#switched.length === 0 && us > 0) await this.#wait(us, true);
    const [next = null, ...later] = this.#switched;
    this.#switched = later;
    return next;
  }

  /** Resolves after so long, or once the act has ended; with `wakes` as a switch is touched. */
  async #wait(us: number, wakes = false): Promise<void> {
    this.#refuseIfEnded();
    const woken = Promise.withResolvers<null>();
    const wake = (): void => woken.resolve(null);
    this.#wake = () => {
      if (wakes || this.#ended !== null) wake();
    };
    const limit = this.#clock.after(us, "hand at a panel", wake);
    await woken.promise;
    limit.cancel();
    this.#wake = null;
    this.#refuseIfEnded();
  }
}

/** Several switches, as a list that people read. */
function namesOf(inputs: readonly Input[]): Text {
  const listed = inputs.map((input) => WORDS.switches[input]);
  return listed.reduce((before, next) => fillText(WORDS.and, { before, next }));
}
