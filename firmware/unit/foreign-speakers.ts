import type { StandingFault } from "../../src/table/kernel/durable/durable.ts";
import { knownLines, type KnownLine } from "../listen/known-lines.ts";

/** A device that speaks where another one is configured: two cables are exchanged, or another wheel stands there. */
export interface ForeignSpeaker {
  /** Whose port it is, as faults name it. */
  readonly device: string;
  /** What speaks there. */
  readonly is: string;
}

/** Faults with which somebody else may be at a port. */
const MAY_BE_FOREIGN: readonly string[] = ["device-silent", "device-garbled", "line-noise"];

interface SpeakersParts {
  readonly unit: {
    readonly shown: { readonly durable: { readonly faults: readonly StandingFault[] } };
    readonly setup: { readonly devices: { readonly device: string; readonly ports: readonly string[] } };
    readonly lines: { speakerAt(port: string, lines: readonly KnownLine[]): string | null };
  };
}

/** Who speaks at the ports of a table where its own device does not. Nothing is looked at while all is well. */
export class ForeignSpeakers {
  readonly #unit: SpeakersParts["unit"];
  #lines: readonly KnownLine[] | null = null;
  #found: readonly ForeignSpeaker[] = [];

  constructor({ unit }: SpeakersParts) {
    this.#unit = unit;
  }

  get found(): readonly ForeignSpeaker[] {
    return this.#found;
  }

  /** Looks again. */
  async look(): Promise<void> {
    const { devices } = this.#unit.setup;
    const { faults } = this.#unit.shown.durable;
    const doubted = devices.ports.filter((port) =>
      faults.some(({ device, code }) => device === port && MAY_BE_FOREIGN.includes(code)),
    );
    if (doubted.length === 0) {
      this.#found = [];
      return;
    }
    const lines = (this.#lines ??= (await knownLines()).filter(({ kind }) => kind === "serial"));
    const own = devices.device.split("+");
    this.#found = doubted.flatMap((device) => {
      const is = this.#unit.lines.speakerAt(device, lines);
      return is === null || own.includes(is) ? [] : [{ device, is }];
    });
  }
}
