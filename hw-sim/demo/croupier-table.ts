import { PACE, type TableScreen } from "../people/cards/played-side.ts";
import { screenOf } from "../people/cards/table-side.ts";
import type { ScriptedReadings } from "../people/cards/scripted-readings.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Person, Role } from "../../src/people/roles.ts";
import type { Durable } from "../../src/table/kernel/durable/durable.ts";
import type { Clock } from "../../src/time/clock.ts";
import type { MonoUs } from "../../src/time/instant.ts";
import { type Answer, type Ask } from "./croupier-messages.ts";
import type { PlayedUnit } from "../../firmware/cli/laboratory.ts";
import type { PlayedEye } from "./played-eye.ts";
import type { PlayedShoe } from "./played-shoe.ts";

export interface CroupierTableParts {
  readonly clock: Clock;
  readonly shoe: PlayedShoe;
  /** Over the dice by which the game begins; null: it does not. */
  readonly eye: PlayedEye | null;
  /** Of the shoe's reader. */
  readonly readings: ScriptedReadings;
  readonly unit: PlayedUnit;
  readonly speed: number;
  readonly answer: (answer: Answer) => void;
  readonly onTrouble: (line: string) => void;
}

/** What a machine does by itself takes so many times as long as the simulator has it: loading, shuffling, counting. */
const MACHINE_PACE = 30;
/** From making up one's mind to a key that is pressed, in the simulator's time. */
const REACH_US = 100_000;
/** A card that was not read is looked at first; a visitor who is signed in has time to name it himself. */
const NAMING_US = 400_000;
/** Names under which the simulated people's keys stand in the records; nobody signs in by them. */
const NAMES: Readonly<Record<Role, string>> = {
  croupier: "Croupier simulado",
  stickman: "Stickman simulado",
  "jefe-de-mesa": "Jefe de mesa simulado",
  inspector: "Inspector simulado",
  tecnico: "Técnico simulado",
};

/** Does what the simulated people ask for, in real time, and tells them what the screens show then. */
export class CroupierTable {
  readonly #parts: CroupierTableParts;
  #over = false;
  readonly #from: MonoUs;

  constructor(parts: CroupierTableParts) {
    this.#parts = parts;
    this.#from = parts.clock.now();
  }

  take(ask: Ask): void {
    const { answer, onTrouble, unit } = this.#parts;
    this.#do(ask).then(
      (taken) =>
        this.#tell({ over: false, taken, screen: tableScreenOf(unit.shown.durable), us: this.#seenUs }),
      (error: unknown) => {
        // A key that could not be kept is the end of the unit, which says so itself.
        if (!this.#over && ask.ask !== "press")
          onTrouble(`demonstration: ${error instanceof Error ? error.message : String(error)}`);
        answer({ over: true });
      },
    );
  }

  /** Nothing is done any more; whoever waits for something is sent home. */
  end(): void {
    this.#over = true;
    this.#parts.answer({ over: true });
  }

  get #seenUs(): number {
    const { clock, speed } = this.#parts;
    return (clock.now() - this.#from) * speed;
  }

  #tell(answer: Answer): void {
    if (!this.#over) this.#parts.answer(answer);
  }

  async #do(ask: Ask): Promise<boolean> {
    const { clock, shoe, readings, unit, onTrouble } = this.#parts;
    if (this.#over) return false;
    switch (ask.ask) {
      case "happens":
        shoe.happens(ask.event);
        await clock.sleep(this.#real(ask.forUs, ask.event.e === "stage" ? MACHINE_PACE : PACE));
        return true;
      case "wait":
        await clock.sleep(this.#real(ask.us));
        return true;
      case "press": {
        await clock.sleep(this.#real(ask.key.key === "card-is" ? NAMING_US : REACH_US));
        return await this.#press(unit, ask.key, ask.by);
      }
      case "dice":
        await this.#parts.eye?.throw(ask.thrown, this.#parts.speed);
        return this.#parts.eye !== null;
      case "plug":
        await shoe.plug(ask.isIn);
        return true;
      case "power":
        shoe.power(ask.on);
        return true;
      case "luck":
        readings.setNext(ask.reading, ask.cards, ask.isBlind);
        return true;
      case "say":
        onTrouble(`demonstration: ${ask.line}`);
        return true;
    }
  }

  async #press(unit: PlayedUnit, key: Key, { role }: Person): Promise<boolean> {
    const { ok } = await unit.press(key, { role, name: NAMES[role] });
    return ok;
  }

  #real(us: number, pace = PACE): number {
    return Math.ceil((us * pace) / this.#parts.speed);
  }
}

/** What people see who look at the display and the control page. */
export function tableScreenOf(durable: Durable): TableScreen {
  const { open, tasks, deal } = durable;
  return {
    ...screenOf(durable),
    open,
    seats: deal?.seats ?? [],
    hands: deal?.hands.map(({ id, cards }) => ({ hand: id, cards: cards.length })) ?? [],
    wantsFirst: deal?.due?.duty.code === "first-seat",
    waiting: [
      ...tasks.map((task): Key => {
        if (task.kind === "confirm-void") return { key: "confirm-void", round: task.round, rule: task.about };
        return { key: "acknowledge", what: task.id };
      }),
      ...(deal?.shoe.warnings ?? []).map((code): Key => ({ key: "acknowledge", what: `warning/${code}` })),
    ],
  };
}
