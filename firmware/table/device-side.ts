import type { RigState, RigWrite } from "../../drivers/dice/rig.ts";
import type { SessionInput } from "../../drivers/session.ts";
import type { Entry } from "../../src/recording/entry.ts";
import type { DiceCommand } from "../../src/table/dice/command.ts";
import type { ShoeCommand } from "../../src/table/shoe/command.ts";
import type { DiceObservation } from "../../src/table/dice/observation.ts";
import type { ShoeObservation } from "../../src/table/shoe/observation.ts";
import type { TableInput } from "../../src/table/table.ts";
import type { TableCommand } from "../../src/table/turn.ts";
import { monoUs, type MonoUs } from "../../src/time/instant.ts";
import type { PipelineSetup, ShoeAndDice, ShoePipelineSetup } from "./pipeline-setup.ts";
import { sessionInput } from "./session-input.ts";

/** What the device side made of something: bytes to send, and what the table is to hear, in order. */
export interface Said {
  readonly writes: readonly RigWrite[];
  readonly inputs: readonly TableInput[];
}

const NOTHING: Said = { writes: [], inputs: [] };

/** The devices' sessions with their state: entries in, inputs of the table out. Whether it is a wheel, a shoe or dice ends here. */
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
    const setup = this.#setup;
    if (setup.family === "dice") return setup.session.wakeAt(this.#state as RigState);
    if (setup.family === "wheel" || setup.dice === null) return setup.session.wakeAt(this.#state);
    const { dice } = this.#state as ShoeAndDice;
    const times = [setup.session.wakeAt(this.#shoe), setup.dice.rig.wakeAt(dice)].filter((at) => at !== null);
    return times.length === 0 ? null : monoUs(Math.min(...times));
  }

  /** An entry of a port, or time alone. `isDue`: the table wants to be asked although nothing was observed. */
  step(entry: Entry, isDue: boolean): Said {
    const setup = this.#setup;
    const input = sessionInput(entry, null);
    if (input === null) return NOTHING;
    const at = "port" in entry ? entry.port : null;
    if (setup.family === "dice") return this.#stepDice(at, input, isDue);
    if (setup.family === "shoe") return this.#stepShoe(setup, { at, input, isDue });
    if (at !== null && at !== setup.port) return NOTHING;
    const { state, observations, writes } = setup.session.step(this.#state, input);
    this.#state = state;
    const isHeard = observations.length > 0 || isDue;
    return { writes: this.#out(writes), inputs: isHeard ? [{ i: "observations", seen: observations }] : [] };
  }

  /** Each entry is of one of the ports, and time of all. Only dice wait for time. */
  #stepShoe(
    { session, port, dice }: ShoePipelineSetup,
    { at, input, isDue }: { readonly at: string | null; readonly input: SessionInput; readonly isDue: boolean },
  ): Said {
    const writes: RigWrite[] = [];
    const inputs: TableInput[] = [];
    if (at === null || at === port) {
      const cards = session.step(this.#shoe, input);
      this.#shoe = cards.state;
      writes.push(...this.#out(cards.writes));
      inputs.push(...heardCards(cards.observations));
    }
    if (dice === null || at === port) return { writes, inputs: [...inputs, ...heardDice([], isDue)] };
    const { shoe, dice: before } = this.#state as ShoeAndDice;
    const thrown = dice.rig.step(before, at, input);
    this.#state = { shoe, dice: thrown.state } satisfies ShoeAndDice;
    return {
      writes: [...writes, ...thrown.writes],
      inputs: [...inputs, ...heardDice(thrown.observations, isDue)],
    };
  }

  #stepDice(at: string | null, input: SessionInput, isDue: boolean): Said {
    if (this.#setup.family !== "dice") return NOTHING;
    const { state, observations, writes } = this.#setup.session.step(this.#state as RigState, at, input);
    this.#state = state;
    return { writes, inputs: heardDice(observations, isDue) };
  }

  /** State of the session that gives the cards, which has others beside it where dice begin the game. */
  get #shoe(): unknown {
    return this.#hasBoth ? (this.#state as ShoeAndDice).shoe : this.#state;
  }

  set #shoe(state: unknown) {
    this.#state = this.#hasBoth ? { ...(this.#state as ShoeAndDice), shoe: state } : state;
  }

  get #hasBoth(): boolean {
    return this.#setup.family === "shoe" && this.#setup.dice !== null;
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
      const step = this.#setup.session.tell(this.#shoe, command, t);
      this.#shoe = step.state;
      writes.push(...step.writes);
      seen.push(...step.observations);
    }
    return { writes: this.#out(writes), inputs: heardCards(seen) };
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
    return { writes, inputs: heardDice(seen, false) };
  }

  /** Table and device went back and forth too often at one entry: what is still wanted is refused, and recorded. */
  refuse(commands: readonly TableCommand[]): Said {
    // A second source that is asked too often gives no opinion.
    if (this.#setup.family === "dice") return NOTHING;
    const seen = commands.map(({ c }): ShoeObservation => {
      return { o: "fault", code: "shoe-refused", detail: { command: c, why: "too many at once" } };
    });
    return { writes: [], inputs: heardCards(seen) };
  }
}

function heardCards(seen: readonly ShoeObservation[]): readonly TableInput[] {
  return seen.length > 0 ? [{ i: "cards", seen }] : [];
}

function heardDice(seen: readonly DiceObservation[], isDue: boolean): readonly TableInput[] {
  return seen.length > 0 || isDue ? [{ i: "dice", seen }] : [];
}

function isForDice(command: TableCommand): command is DiceCommand {
  return command.c === "look" || command.c === "look-away";
}
