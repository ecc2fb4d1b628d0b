import { z } from "zod";
import { BUNDLE_PARTS_MAX } from "../../../src/orders/sent-bundle.ts";
import { errorText } from "../../problem.ts";
import type { Answered } from "../../net/ask-https.ts";
import type { BundleSpool, KeptBundle } from "./bundle-spool.ts";

const haveShape = z.strictObject({ have: z.array(z.int().min(0).max(BUNDLE_PARTS_MAX)).max(BUNDLE_PARTS_MAX) });

export interface DeliveryParts {
  readonly spool: BundleSpool;
  readonly ask: (path: string, body?: Uint8Array) => Promise<Answered>;
  readonly onNotice: (line: string) => void;
}

/** Brings ordered bundles to the relay, part by part: what it has already it is not brought again. */
export class BundleDelivery {
  readonly #parts: DeliveryParts;
  readonly #done = new Set<string>();
  #isBusy = false;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /** Brings what the relay does not have yet; what fails is brought the next time. Never rejects. */
  async deliver(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    const { spool, onNotice } = this.#parts;
    const tell = (error: unknown): void =>
      onNotice(`remote: a bundle: ${errorText(error).split("\n", 1).join("")}`);
    try {
      // One that cannot be brought keeps no other one here.
      for (const kept of spool.bundles()) if (!this.#done.has(kept.order)) await this.#bring(kept).catch(tell);
    } catch (error) {
      tell(error);
    } finally {
      this.#isBusy = false;
    }
  }

  async #bring({ order, bundle }: KeptBundle): Promise<void> {
    const { spool, ask } = this.#parts;
    const answered = await ask(`bundles/${order}`);
    // 404: the order did not come by the relay; whoever gave it fetches the bundle here.
    if ("silent" in answered || answered.status !== 200) return;
    const { have } = haveShape.parse(JSON.parse(answered.body));
    for (const part of bundle.parts.keys()) {
      if (have.includes(part)) continue;
      const bytes = spool.part(order, part);
      if (bytes === null) throw new Error(`part ${part + 1} of ${order.slice(0, 16)} cannot be read`);
      const kept = await ask(`bundles/${order}/${part}`, bytes);
      if ("silent" in kept) return;
      if (kept.status !== 200)
        throw new Error(`the relay says ${kept.status}: ${kept.body.trim().slice(0, 100)}`);
    }
    this.#done.add(order);
  }
}
