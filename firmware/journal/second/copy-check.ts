import type { MonoUs } from "../../../src/time/instant.ts";
import { JobThread } from "../../threads/thread.ts";
import type { Compared, CompareTask } from "./compare.ts";
import { COMPARE_BYTES, COMPARE_EVERY_US } from "./limits.ts";

/** Reads both copies again, slice by slice, beside all else: what nobody opens for months may have rotted. */
export class CopyCheck {
  readonly #task: () => Omit<CompareTask, "after" | "bytesMax">;
  readonly #onDamaged: (names: readonly string[]) => void;
  readonly #onDeath: (why: string) => void;
  readonly #thread = new JobThread();
  #after = "";
  #dueAt: MonoUs | null = null;

  constructor(
    task: () => Omit<CompareTask, "after" | "bytesMax">,
    onDamaged: (names: readonly string[]) => void,
    onDeath: (why: string) => void,
  ) {
    this.#task = task;
    this.#onDamaged = onDamaged;
    this.#onDeath = onDeath;
  }

  /** To be called once a second with the time, while both copies are there. After a start the table comes first. */
  look(now: MonoUs): void {
    this.#dueAt ??= (now + COMPARE_EVERY_US) as MonoUs;
    if (this.#thread.isBusy || now < this.#dueAt) return;
    this.#dueAt = (now + COMPARE_EVERY_US) as MonoUs;
    const data: CompareTask = { ...this.#task(), after: this.#after, bytesMax: COMPARE_BYTES };
    this.#thread.start<Compared>({
      url: new URL("./compare-thread.ts", import.meta.url),
      data,
      does: "compares the two copies of the evidence",
      onAnswer: ({ damaged, after }) => {
        this.#after = after;
        if (damaged.length > 0) this.#onDamaged(damaged);
      },
      onDeath: this.#onDeath,
    });
  }

  /** Ends what is under way. */
  end(): void {
    this.#thread.end();
  }
}
