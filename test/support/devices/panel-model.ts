import { AvrMachine, type PortName } from "../../../hw-sim/boards/avr/machine.ts";

const SWITCHES = {
  "no va más": ["D", 2],
  "tirada nula": ["D", 3],
  enterado: ["D", 4],
  "abrir y cerrar": ["D", 5],
  "llave del jefe": ["D", 6],
  "tapa cerrada": ["D", 7],
} as const satisfies Record<string, readonly [PortName, number]>;
export type Switch = keyof typeof SWITCHES;

const LAMPS = {
  "luz no va más": ["B", 0],
  "luz tirada nula": ["B", 1],
  "luz enterado": ["B", 2],
  "luz abrir y cerrar": ["B", 3],
  zumbador: ["B", 4],
  verde: ["C", 0],
  ámbar: ["C", 1],
  rojo: ["C", 2],
  "cierre de la tapa": ["C", 3],
} as const satisfies Record<string, readonly [PortName, number]>;
export type Lamp = keyof typeof LAMPS;
const LAMP_NAMES = Object.keys(LAMPS) as readonly Lamp[];

/** When a contact that closes or opens touches again, µs after the first touch. */
const BOUNCES_US = [0, 300, 420, 1_100, 1_180, 2_900, 3_000];
const CYCLES_PER_US = 16;

interface ContactChange {
  readonly us: number;
  readonly part: Switch;
  readonly closed: boolean;
}

/**
 * The table panel: its real firmware image on an emulated ATmega328P, with switches and lamps at the pins that
 * docs/devices/panel.md names. Lives in true time, µs; its outputs are what a person sees and hears.
 */
export class PanelModel {
  /** Called when something that a person sees or hears changes. */
  onChange: ((lamp: Lamp, on: boolean, us: number) => void) | null = null;
  /** Bytes to the host, each when it is whole on the line. */
  onByte: ((byte: number, us: number) => void) | null = null;
  readonly #machine: AvrMachine;
  #us = 0;
  #poweredAt: number | null = null;
  #contactChanges: ContactChange[] = [];
  #lit = allLampsDark();

  /** @param image the firmware, Intel HEX. Starts without power, everything open but the cover, which is closed. */
  constructor(image: string) {
    this.#machine = new AvrMachine(image);
    for (const part of Object.keys(SWITCHES) as Switch[])
      this.#setContact({ us: 0, part, closed: part === "tapa cerrada" });
    for (const port of ["B", "C"] as const)
      this.#machine.onPin(port, (_value, _ddr, cycle) => this.#readLamps(cycle));
    this.#machine.onByte = (byte, cycle) => {
      if (this.#poweredAt !== null) this.onByte?.(byte, this.#poweredAt + cycle / CYCLES_PER_US);
    };
  }

  get us(): number {
    return this.#us;
  }

  /** What is lit, sounding, released; all dark without power. */
  get lit(): Readonly<Record<Lamp, boolean>> {
    return this.#lit;
  }

  /** Goes on to `us`; without power nothing happens meanwhile. */
  run(us: number): void {
    while (this.#us < us) {
      const touch = this.#contactChanges[0];
      const until = touch === undefined ? us : Math.min(us, Math.max(touch.us, this.#us));
      if (this.#poweredAt !== null) this.#machine.run(Math.floor((until - this.#poweredAt) * CYCLES_PER_US));
      this.#us = until;
      if (touch === undefined || touch.us > until) continue;
      this.#contactChanges.shift();
      this.#setContact(touch);
    }
  }

  /** Sets a switch from now on; its contacts bounce for 3 ms. */
  setSwitch(part: Switch, closed: boolean): void {
    const bounces = BOUNCES_US.map((after, at) => ({
      us: this.#us + after,
      part,
      closed: at % 2 === 0 ? closed : !closed,
    }));
    this.#contactChanges = [...this.#contactChanges, ...bounces].toSorted((one, other) => one.us - other.us);
  }

  /** Bytes from the host; lost without power. */
  receive(bytes: string): void {
    if (this.#poweredAt !== null) this.#machine.receive(bytes);
  }

  power(on: boolean): void {
    if (on === (this.#poweredAt !== null)) return;
    this.#poweredAt = on ? this.#us : null;
    if (on) this.#machine.reset("power");
    else this.#setLamps(allLampsDark(), this.#us);
  }

  /** The reset button, or a brown-out. */
  reset(): void {
    if (this.#poweredAt !== null) this.#machine.reset("reset");
  }

  /** Switches go to ground; the board's own pull-ups hold the open ones. */
  #setContact({ part, closed }: ContactChange): void {
    const [port, bit] = SWITCHES[part];
    this.#machine.setPin(port, bit, !closed);
  }

  #readLamps(cycle: number): void {
    if (this.#poweredAt === null) return;
    const lit = allLampsDark();
    for (const lamp of LAMP_NAMES) {
      const [port, bit] = LAMPS[lamp];
      lit[lamp] = this.#machine.pin(port, bit) === "high";
    }
    this.#setLamps(lit, this.#poweredAt + cycle / CYCLES_PER_US);
  }

  #setLamps(lit: Record<Lamp, boolean>, us: number): void {
    const before = this.#lit;
    this.#lit = lit;
    for (const lamp of LAMP_NAMES) if (before[lamp] !== lit[lamp]) this.onChange?.(lamp, lit[lamp], us);
  }
}

function allLampsDark(): Record<Lamp, boolean> {
  return Object.fromEntries(LAMP_NAMES.map((lamp) => [lamp, false])) as Record<Lamp, boolean>;
}
