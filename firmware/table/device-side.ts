import type { RigState, RigWrite } from "../../drivers/dice/rig.ts";
import type { Entry } from "../../src/recording/entry.ts";
import type { DiceCommand } from "../../src/table/dice/command.ts";
import type { ShoeCommand } from "../../src/table/shoe/command.ts";
import type { DiceObservation } from "../../src/table/dice/observation.ts";
import type { ShoeObservation } from "../../src/table/shoe/observation.ts";
import type { TableInput } from "../../src/table/table.ts";
import type { TableCommand } from "../../src/table/turn.ts";
import type { MonoUs } from "../../src/time/instant.ts";
import type { PipelineSetup } from "./pipeline-setup.ts";
import { sessionInput } from "./session-input.ts";

/** What the device side made of something: bytes to send, and what the table is to hear; null: nothing. */
export interface Said {
  readonly writes: readonly RigWrite[];
  readonly input: TableInput | null;
}

const NOTHING: Said = { writes: [], input: null };

/** The device's session with its state: entries in, inputs of the table out. Whether it is a wheel or a shoe ends here. */
export class DeviceSide {
  readonly #setup: PipelineSetup;
  #state: unknown;

  constructor(setup: PipelineSetup, state: unknown) {
    this.#setup = setup;
    this.#state = state;
  }

  get state(): unknown {
    return this.#state;
  }

  wakeAt(): MonoUs | null {
    const { family, session } = this.#setup;
    return family === "dice" ? session.wakeAt(this.#state as RigState) : session.wakeAt(this.#state);
  }

  /** An entry of the port, or time alone. `isDue`: the table wants to be asked although nothing was observed. */
  step(entry: Entry, isDue: boolean): Said {
    if (this.#setup.family === "dice") return this.#stepDice(entry, isDue);
    const { session, port, family } = this.#setup;
    const input = sessionInput(entry, port);
    if (input === null) return NOTHING;
    if (family === "wheel") {
      const { state, observations, writes } = session.step(this.#state, input);
      this.#state = state;
      const isHeard = observations.length > 0 || isDue;
      return { writes: this.#out(writes), input: isHeard ? { i: "observations", seen: observations } : null };
    }
    const { state, observations, writes } = session.step(this.#state, input);
    this.#state = state;
    return {
      writes: this.#out(writes),
      input: observations.length > 0 || isDue ? { i: "cards", seen: observations } : null,
    };
  }

  #stepDice(entry: Entry, isDue: boolean): Said {
    if (this.#setup.family !== "dice") return NOTHING;
    const input = sessionInput(entry, null);
    if (input === null) return NOTHING;
    const at = "port" in entry ? entry.port : null;
    const { state, observations, writes } = this.#setup.session.step(this.#state as RigState, at, input);
    this.#state = state;
    return { writes, input: observations.length > 0 || isDue ? { i: "dice", seen: observations } : null };
  }

  /** Bytes for the one port of a table that has one. */
  #out(writes: readonly string[]): readonly RigWrite[] {
    return writes.map((bytes) => ({ port: this.#setup.port, bytes }));
  }

  /** What the device is told because it attached. */
  greeting(input: TableInput): readonly ShoeCommand[] {
    if (this.#setup.family !== "shoe" || input.i !== "cards") return [];
    return input.seen.some(({ o }) => o === "attached") ? this.#setup.greeting : [];
  }

  /** What the table wants of its device. A reader that takes no orders has nothing to carry out. */
  tell(commands: readonly TableCommand[], t: MonoUs): Said {
    if (this.#setup.family === "dice") return this.#tellDice(commands, t);
    if (this.#setup.family !== "shoe" || this.#setup.session.tell === undefined) return NOTHING;
    const writes: string[] = [];
    const seen: ShoeObservation[] = [];
    for (const command of commands) {
      if (isForDice(command)) continue;
      const step = this.#setup.session.tell(this.#state, command, t);
      this.#state = step.state;
      writes.push(...step.writes);
      seen.push(...step.observations);
    }
    return { writes: this.#out(writes), input: seen.length > 0 ? { i: "cards", seen } : null };
  }

  #tellDice(commands: readonly TableCommand[], t: MonoUs): Said {
    if (this.#setup.family !== "dice") return NOTHING;
    const writes: RigWrite[] = [];
    const seen: DiceObservation[] = [];
    for (const command of commands.filter(isForDice)) {
      const step = this.#setup.session.tell(this.#state as RigState, command, t);
      this.#state = step.state;
      writes.push(...step.writes);
      seen.push(...step.observations);
    }
    return { writes, input: seen.length > 0 ? { i: "dice", seen } : null };
  }

  /** Table and device went back and forth too often at one entry: what is still wanted is refused, and recorded. */
  refuse(commands: readonly TableCommand[]): Said {
    // A second source that is asked too often gives no opinion.
    if (this.#setup.family === "dice") return NOTHING;
    const seen = commands.map(({ c }): ShoeObservation => {
      return { o: "fault", code: "shoe-refused", detail: { command: c, why: "too many at once" } };
    });
    return { writes: [], input: seen.length > 0 ? { i: "cards", seen } : null };
  }
}

function isForDice(command: TableCommand): command is DiceCommand {
  return command.c === "look" || command.c === "look-away";
}
