import { US_PER_S, type MonoUs } from "../../src/time/instant.ts";

/**
 * Silences of a device that must talk after which its port is opened anew, µs; the last one repeats. Adapters are known whose port stays and
 * from which no byte comes any more until it is opened once more (raspberrypi/linux#5211: "urb stopped"). Each opening is a record: a wheel that
 * is switched off for a night costs some twenty.
 */
export const REOPEN_AFTER_US: readonly number[] = [10, 20, 40, 80, 160, 320, 640, 1_280, 3_600].map(
  (s) => s * US_PER_S,
);

const LONGEST_US = Math.max(...REOPEN_AFTER_US);

interface Silence {
  /** When it began, or when its port was opened anew for it. */
  readonly since: MonoUs;
  /** How often its port was opened anew. */
  readonly tries: number;
}

/** Which ports of silent devices are to be opened anew. One from which bytes come again begins from the start. */
export class SilentPorts {
  readonly #silences = new Map<string, Silence>();

  /** Bytes came from this port, whatever they are. */
  heard(port: string): void {
    this.#silences.delete(port);
  }

  /** `silent`: the ports whose devices are silent now. Returns those to be opened anew now, with how long they said nothing, s. */
  look(silent: readonly string[], now: MonoUs): readonly { readonly port: string; readonly silentS: number }[] {
    return silent.flatMap((port) => {
      const known = this.#silences.get(port) ?? { since: now, tries: 0 };
      const isDue = now - known.since >= (REOPEN_AFTER_US[known.tries] ?? LONGEST_US);
      this.#silences.set(port, isDue ? { since: now, tries: known.tries + 1 } : known);
      return isDue ? [{ port, silentS: Math.round((now - known.since) / US_PER_S) }] : [];
    });
  }
}
