import { judgeOrder, numberOf, type OrderRefusal } from "../../../src/orders/judge.ts";
import type { Clock } from "../../../src/time/clock.ts";
import type { Authority } from "../../../src/orders/certificate.ts";
import type { OrderAnswer } from "../../../src/orders/answer.ts";
import type { SentBundle } from "../../../src/orders/sent-bundle.ts";
import { errorText } from "../../problem.ts";
import type { BundleMaking } from "../../unit/actions/bundle-program.ts";
import type { AcceptedOrder, FarCounters, SignedRefusal, ToThread } from "./messages.ts";
import { wallMs } from "../../../src/time/instant.ts";
import type { Visits } from "./visits.ts";
import type { RefusalBudget } from "./refusal-budget.ts";

/** What an order came to, for whoever brought it. `answer`: signed by the unit; null: none is given. */
export type Taken =
  | { readonly is: "answered"; readonly answer: string }
  | { readonly is: "refused"; readonly why: OrderRefusal; readonly answer: string | null }
  | { readonly is: "silent" };

export interface IntakeParts {
  readonly clock: Clock;
  readonly table: string;
  readonly authority: () => Authority;
  readonly counters: FarCounters;
  readonly budget: RefusalBudget;
  /** Has it done, recorded and answered; null: no answer in time. */
  readonly carryOut: (accepted: AcceptedOrder) => Promise<string | null>;
  /** A refusal, signed; null: no answer in time. */
  readonly refuse: (refused: SignedRefusal) => Promise<string | null>;
  readonly diagnose: () => Promise<unknown>;
  /** Somebody was let in to look: the order is recorded and answered. */
  readonly letIn: Visits["letIn"];
  /** Makes the bundle of an order; nobody can fetch it yet. */
  readonly makeBundle: (order: string, recipient: string) => Promise<BundleMaking>;
  /** It may be fetched: the order is recorded and answered. Null: it may not. */
  readonly endBundle: (order: string, bundle: SentBundle | null) => void;
}

/** Judges orders as they come in, off the thread that reads the ports: that one never hears of an order that is refused. */
export class OrderIntake {
  readonly #parts: IntakeParts;
  readonly #numbers: Record<string, number> = {};
  #earliest = Number.POSITIVE_INFINITY;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  /** What the main thread knows. Before it has said so every order is refused. */
  update({ numbers, earliest }: Extract<ToThread, { type: "state" }>): void {
    // What the main thread said may be older than what was taken here.
    for (const [person, number] of Object.entries(numbers))
      this.#numbers[person] = Math.max(number, numberOf(this.#numbers, person));
    this.#earliest = earliest;
  }

  /** Judges the text of an order, and has it carried out. */
  async take(text: string): Promise<Taken> {
    const { clock, table, authority, counters, budget, carryOut, refuse, diagnose } = this.#parts;
    const judged = judgeOrder(text, {
      authority: authority(),
      table,
      now: clock.wall(),
      earliest: this.#earliest,
      numbers: this.#numbers,
    });
    if (!judged.ok) {
      const { why, digest, person } = judged;
      counters.ordersRefused++;
      const refused = { what: "refused", why, digest, person } as const;
      // Only what has a record of its own is answered under the unit's key: a signature costs time.
      const hasRecord = budget.handle(refused);
      const answer = hasRecord && digest !== null ? await refuse({ ...refused, digest }) : null;
      return { is: "refused", why, answer };
    }
    const { order, digest, people } = judged;
    // A second one with this number is refused from here on, not only when the first is a record.
    this.#numbers[order.person] = order.number;
    counters.ordersAccepted++;
    if (order.action === "bundle") return this.#bundle({ order, digest, people }, order.arguments.recipient);
    // A doctor that fails takes nothing from what the table itself says of how it stands.
    const report =
      order.action === "diagnose"
        ? await diagnose().catch((error: unknown) => ({ failed: errorText(error) }))
        : null;
    const answer = await carryOut({ order, digest, people, report });
    if (order.action === "visit" && answer !== null && isDone(answer))
      this.#parts.letIn(order.arguments.who, order.person, {
        order: digest,
        until: wallMs(Date.parse(order.notAfter)),
      });
    return takenBy(answer);
  }

  /** Nothing of a bundle leaves before its order is a durable record. */
  async #bundle(accepted: Omit<AcceptedOrder, "report">, recipient: string): Promise<Taken> {
    const { makeBundle, endBundle, carryOut } = this.#parts;
    const { digest } = accepted;
    const making = await makeBundle(digest, recipient);
    const answer = await carryOut({ ...accepted, report: making });
    if ("made" in making) endBundle(digest, answer !== null && isDone(answer) ? making.made : null);
    return takenBy(answer);
  }
}

/** Whether it says that the order was done; the unit itself signed it. */
const isDone = (answer: string): boolean =>
  (JSON.parse(answer.split("\n", 1).join("")) as OrderAnswer).outcome === "done";
const takenBy = (answer: string | null): Taken =>
  answer === null ? { is: "silent" } : { is: "answered", answer };
