import type { Config } from "../../table/config/config.ts";
import type { Order } from "../../../src/orders/order.ts";
import type { ReadingEvent } from "./reading-log.ts";
import type { Renewed } from "./renewal.ts";
import type { OrderPerson, OrderRefusal } from "../../../src/orders/judge.ts";

export type RemoteConfig = NonNullable<Config["remote"]>;

/** What the thread of the far side is started with. */
export interface RemoteSettings {
  readonly config: Config;
  readonly remote: RemoteConfig;
  /** Name of this table's log. */
  readonly log: string;
  /** The same port as before, once one was taken; null: the configured one. */
  readonly port: number | null;
}

/** What the thread asks of the main thread, each answered with plain data. */
export type Question =
  | { readonly what: "view" | "technician" }
  /** The newest records, as many at the most. */
  | { readonly what: "records"; readonly count: number }
  /** Records from a number on, as many at the most. */
  | { readonly what: "lines"; readonly from: number; readonly count: number }
  /** This table's words for what its records name by id. */
  | { readonly what: "words" }
  /** What came over the lines of the devices behind a number, as far as it may be seen now. */
  | { readonly what: "line-items"; readonly after: number }
  /** An order that the thread judged: done, recorded and answered by the main thread. */
  | { readonly what: "order"; readonly accepted: AcceptedOrder }
  /** The unit is about to take over another certificate: answered when a record says so. */
  | { readonly what: "renewed"; readonly renewed: Renewed }
  /** A refusal to be signed. */
  | { readonly what: "refusal"; readonly refused: SignedRefusal };

/** A refusal of an order that has a name. */
export interface SignedRefusal {
  readonly why: OrderRefusal;
  readonly digest: string;
  readonly person: string | null;
}

export interface AcceptedOrder {
  readonly order: Order;
  readonly digest: string;
  readonly people: readonly OrderPerson[];
  /** What a diagnosis or a bundle came to (`BundleMaking`), which the thread makes; null for every other order. */
  readonly report: unknown;
}

/** A refused order for the journal, or how many were refused that are not there singly. */
export type RefusedOrders =
  | {
      readonly what: "refused";
      readonly why: OrderRefusal;
      readonly digest: string | null;
      readonly person: string | null;
    }
  | { readonly what: "counted"; readonly refused: number };

export type ToThread =
  | { readonly type: "answer"; readonly id: number; readonly data: unknown }
  /** What orders are judged by; also the sign of life. `earliest`: milliseconds since 1970. */
  | {
      readonly type: "state";
      readonly numbers: Readonly<Record<string, number>>;
      readonly earliest: number;
    }
  | { readonly type: "close" };

export type FromThread =
  | { readonly type: "ready"; readonly port: number | null }
  | { readonly type: "failed"; readonly message: string }
  | { readonly type: "state-taken" }
  | { readonly type: "ask"; readonly id: number; readonly question: Question }
  | { readonly type: "refused"; readonly orders: RefusedOrders }
  | { readonly type: "reading"; readonly event: ReadingEvent }
  /** The relay was asked: what is wrong with its answer; null: nothing. */
  | { readonly type: "relay-asked"; readonly trouble: string | null }
  | { readonly type: "notice"; readonly line: string };

/** What happened at the far side since its thread began; counts up. */
export interface FarCounters {
  requests: number;
  /** Connections that ended without one readable byte: no certificate that is accepted, or no TLS. */
  connectionsRefused: number;
  /** Requests of somebody whose certificate does not count any more, or whose role has no such page. */
  requestsRefused: number;
  ordersAccepted: number;
  ordersRefused: number;
}
