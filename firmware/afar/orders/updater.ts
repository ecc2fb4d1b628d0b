import type { Order } from "../../../src/orders/order.ts";
import { askSocket } from "../../net/control.ts";
import type { KnownOfTable } from "../../net/update-questions.ts";
import { errorText } from "../../problem.ts";
import type { UpdaterRequest, UpdateSource } from "../../delivery/updater/requests.ts";
import type { AcceptedOrder } from "./messages.ts";

/** What the updater answers. */
export type UpdaterAnswer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly why: string };

/** An order that is the updater's. */
export interface UpdaterOrder extends Omit<AcceptedOrder, "report"> {
  readonly order: Order & { readonly action: UpdaterAction };
  /** What this table knows, so that it is not asked while it waits. */
  readonly known: () => KnownOfTable;
}
export type UpdaterAction = "check" | "install" | "install-base" | "rollback" | "hold";

/** The updater, as a unit needs it. */
export interface Updater {
  /** That it is taken, or what was found; what becomes of it are records. Never rejects: what goes wrong is an answer. */
  give(order: UpdaterOrder): Promise<UpdaterAnswer>;
}

export const UPDATER_ANSWER_MS = 30_000;
export const NO_UPDATER = "there is no updater on this machine";

/** Orders know no folder and no stick: releases come from the address in the updater's own configuration. */
const CONFIGURED: UpdateSource = { folder: null, isStick: false };

/** The updater behind a socket. It believes the unit: only the unit's user and its own can write there. */
export function updaterAt(path: string): Updater {
  return {
    give: async (order) => {
      try {
        const answer = await askSocket(path, requestOf(order), AbortSignal.timeout(UPDATER_ANSWER_MS));
        if (answer === null) return { ok: false, why: NO_UPDATER };
        if (!answer.ok) return answer;
        return { ok: true, result: JSON.parse(answer.lines[0] ?? "null") as unknown };
      } catch (error) {
        return { ok: false, why: `the updater: ${errorText(error)}` };
      }
    },
  };
}

function requestOf({ order, digest, people, known }: UpdaterOrder): UpdaterRequest {
  const by = people.map(({ name }) => name).join(", ");
  switch (order.action) {
    case "check":
      return { do: "check", source: CONFIGURED, known: known() };
    case "install": {
      const { release, export: exported } = order.arguments;
      const [first, second] = people;
      const proof =
        exported === null || first === undefined || second === undefined
          ? null
          : { people: [first.name, second.name] as [string, string], exportSha512: exported };
      return { do: "install", source: CONFIGURED, by, order: digest, release, proof, wait: false };
    }
    case "install-base": {
      const { base } = order.arguments;
      return { do: "base", source: CONFIGURED, by, order: digest, base, again: false, wait: false };
    }
    case "rollback":
      return { do: "rollback", by, order: digest, from: order.arguments.from ?? null };
    case "hold":
      return { do: "hold", isHeld: order.arguments.on, by, order: digest };
  }
}
