import { numberOf, type OrderRefusal } from "../../../src/orders/judge.ts";
import { lineOfAnswer, formatAnswer } from "../../../src/orders/answer.ts";
import { recordedAction } from "../../../src/people/actions.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import { rfc3339 } from "../../../src/time/instant.ts";
import { logOf } from "../../table/config/config.ts";
import type { Outcome, TableActions } from "../../unit/actions/table-actions.ts";
import type { RemoteParts } from "../../unit/remote-parts.ts";
import type { AcceptedOrder, RefusedOrders, SignedRefusal } from "./messages.ts";
import type { Renewed } from "./renewal.ts";

type Detail = (Entry & { k: "event" })["detail"];
/** Letters of a failure that a record keeps. */
const WHY_MAX = 200;

/**
 * Carries orders out, in the main thread of the table: the accepted order is a durable record before anything is done, what came of
 * it is another one, and the answer is signed. Nothing that is done here touches a round.
 */
export class OrderDesk {
  readonly #parts: RemoteParts;
  readonly #actions: () => Promise<TableActions>;
  /** Numbers that were accepted and may not be in a durable record yet. */
  readonly #taken = new Map<string, number>();

  constructor(parts: RemoteParts, actions: () => Promise<TableActions>) {
    this.#parts = parts;
    this.#actions = actions;
  }

  get numbers(): Readonly<Record<string, number>> {
    return { ...this.#parts.unit.shown.durable.orders, ...Object.fromEntries(this.#taken) };
  }

  /** Records a refusal, or how many were not told singly. */
  handleRefused(refused: RefusedOrders): void {
    const detail: Detail =
      refused.what === "counted"
        ? { what: "counted", refused: refused.refused }
        : { what: "refused", why: refused.why, order: refused.digest, person: refused.person };
    void this.#record(detail);
  }

  /** Records that the unit takes over another certificate. */
  async recordRenewed(renewed: Renewed): Promise<true> {
    await this.#record({ what: "certificate-renewed", ...renewed });
    return true;
  }

  /** @returns the signed answer */
  async carryOut(accepted: AcceptedOrder): Promise<string> {
    const { order, digest, people, report } = accepted;
    const { person, number, action } = order;
    if (number <= numberOf(this.numbers, person, this.#parts.clock.wall()))
      return this.#refuse(accepted, "replayed");
    this.#taken.set(person, number);
    const { role, second, asked } = recordedAction(people, order.arguments);
    const detail = { order: digest, person, number };
    const reason = order.reason ?? null;
    await this.#record({ what: "accepted", ...detail, action, role, second, arguments: asked, reason });
    const actions = await this.#actions();
    const until = Date.parse(order.notAfter);
    const wanted = { asked: order, way: "order", people, id: digest, reason, until, report } as const;
    const outcome = await actions.carryOut(wanted);
    await this.#record({ what: outcome.outcome, ...detail, why: outcome.why?.slice(0, WHY_MAX) ?? null });
    return this.#sign(digest, person, outcome);
  }

  /** The answer to an order that was refused where it came in. */
  signRefusal({ why, digest, person }: SignedRefusal): Promise<string> {
    return this.#sign(digest, person, { outcome: "refused", why, result: null });
  }

  async #refuse({ digest, order }: AcceptedOrder, why: OrderRefusal): Promise<string> {
    const { person } = order;
    await this.#record({ what: "refused", why, order: digest, person });
    return this.signRefusal({ why, digest, person });
  }

  async #sign(order: string, person: string | null, { outcome, why, result }: Outcome): Promise<string> {
    const { clock, config, journal } = this.#parts;
    const { line, sha512 } = lineOfAnswer({
      v: 1,
      kind: "answer",
      table: logOf(config),
      order,
      person,
      at: rfc3339(clock.wall()),
      outcome,
      why,
      result,
    });
    return formatAnswer(line, await journal.signAnswer(sha512.toString("hex")));
  }

  #record(detail: Detail): Promise<void> {
    const { unit, clock } = this.#parts;
    return unit.feed({ k: "event", t: clock.now(), event: "order", detail });
  }
}
