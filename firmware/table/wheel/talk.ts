import { frame, FRAMER_START } from "../../../drivers/line-framer.ts";
import type { BytePort, OpenPort } from "../../../drivers/port.ts";
import type { Command, WheelState } from "../../../drivers/wheel/cammegh-ss2/commands/command.ts";
import {
  identifyStep,
  startIdentify,
  type Identity,
} from "../../../drivers/wheel/cammegh-ss2/commands/identify.ts";
import { queueStep, queueWakeAt } from "../../../drivers/wheel/cammegh-ss2/commands/queue.ts";
import {
  QUEUE_START,
  type QueueInput,
  type QueueOutcome,
} from "../../../drivers/wheel/cammegh-ss2/commands/queue-state.ts";
import {
  setParameterStep,
  startSetParameter,
  type SequenceStep,
  type SetParameterRequest,
  type SetParameterResult,
} from "../../../drivers/wheel/cammegh-ss2/commands/set-parameter.ts";
import { LINE_LIMIT, parseStatus } from "../../../drivers/wheel/cammegh-ss2/status.ts";
import { toBytes, toText } from "../../../src/recording/codec.ts";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import type { MonoUs } from "../../../src/time/instant.ts";

/** The wheel must have sent its state before anything is changed: four of its periods and a little. */
const FIRST_STATUS_US = 2_500_000;
/** Pocket numbers are irrelevant here, so the larger rotor is allowed. */
const POCKETS = 38;

/** `at` is filled in here, the rest comes from the caller. */
type Untimed<I> = I extends QueueInput ? Omit<I, "t"> : never;

/**
 * A technician's conversation with an SS2 while no unit runs on it: the pure command queue on a real port. The queue handles
 * order, limits, retries and read-back; this class only passes bytes and time on.
 */
export class WheelTalk {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, (outcome: QueueOutcome) => void>();
  #queue = QUEUE_START;
  #framer = FRAMER_START;
  #port: BytePort | null = null;
  #wake: Timer | null = null;
  #state: WheelState | null = null;
  #stateSeen: (() => void) | null = null;
  #nextId = 1;

  private constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Opens the port exclusively. Rejects with PortError. */
  static async open(open: OpenPort, clock: Clock): Promise<WheelTalk> {
    const talk = new WheelTalk(clock);
    talk.#port = await open({
      onBytes: (bytes) => talk.#handleBytes(toText(bytes)),
      onLost: (loss) => talk.#feed({ i: "lost", why: loss.detail }),
    });
    talk.#feed({ i: "opened" });
    return talk;
  }

  /** State of the wheel from its own status lines, or asked for when it sends none by itself; null when none came. */
  async wheelState(): Promise<WheelState | null> {
    const known = this.#seen();
    if (known !== null) return known;
    await Promise.race([
      new Promise<void>((resolve) => (this.#stateSeen = resolve)),
      this.#clock.sleep(FIRST_STATUS_US),
    ]);
    // With mode bit 128 off it says its state only to a question.
    return this.#seen() ?? this.#askState();
  }

  /** It may change with each line that comes. */
  #seen(): WheelState | null {
    return this.#state;
  }

  async #askState(): Promise<WheelState | null> {
    await this.ask({ c: "read-status" });
    return this.#seen();
  }

  /** One command; resolves with how it ended. */
  ask(command: Command, id = `ask-${this.#nextId++}`): Promise<QueueOutcome> {
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#feed({ i: "submit", id, command });
    });
  }

  identify(): Promise<Identity> {
    return this.#runSequence(startIdentify("identify"), identifyStep);
  }

  /** Limits, write, read back, save, read again: see `set-parameter.ts`. */
  async set(request: Omit<SetParameterRequest, "id">): Promise<SetParameterResult> {
    const first = startSetParameter({ ...request, id: `set-${this.#nextId++}` }, await this.wheelState());
    return this.#runSequence(first, setParameterStep);
  }

  async close(): Promise<void> {
    this.#wake?.cancel();
    await this.#port?.close();
  }

  async #runSequence<State, Result>(
    first: SequenceStep<State, Result>,
    step: (state: State, outcome: QueueOutcome) => SequenceStep<State, Result>,
  ): Promise<Result> {
    let now = first;
    const asked = first.submit.map(({ id, command }) => this.ask(command, id));
    while (now.result === null) {
      const next = asked.shift();
      if (next === undefined) throw new Error("the sequence waits for nothing");
      now = step(now.state, await next);
      asked.push(...now.submit.map(({ id, command }) => this.ask(command, id)));
    }
    return now.result;
  }

  #handleBytes(text: string): void {
    const framed = frame(this.#framer, text, LINE_LIMIT);
    this.#framer = framed.state;
    for (const line of framed.lines) {
      const status = line.whole ? parseStatus(line.text, POCKETS) : null;
      if (status !== null) {
        this.#state = status.state;
        this.#stateSeen?.();
      }
      if (line.whole) this.#feed({ i: "line", text: line.text });
    }
  }

  #feed(input: Untimed<QueueInput>): void {
    const t: MonoUs = this.#clock.now();
    const step = queueStep(this.#queue, { ...input, t });
    this.#queue = step.state;
    for (const bytes of step.writes) this.#write(bytes);
    for (const outcome of step.outcomes) {
      this.#waiting.get(outcome.id)?.(outcome);
      this.#waiting.delete(outcome.id);
    }
    this.#wake?.cancel();
    const at = queueWakeAt(this.#queue);
    this.#wake =
      at === null
        ? null
        : this.#clock.after(Math.max(0, at - t) + 1_000, "wheel command", () => this.#feed({ i: "tick" }));
  }

  /** A write that fails ends in the queue's own time-out, or in the loss that the port reports. */
  #write(bytes: string): void {
    this.#port?.write(toBytes(bytes)).then(
      () => this.#feed({ i: "sent", bytes }),
      () => undefined,
    );
  }
}
