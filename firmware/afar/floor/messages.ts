import type { HeartbeatFacts } from "./heartbeats.ts";
import type { News, PublishState } from "./publisher.ts";
import type { Config } from "../../table/config/config.ts";
import type { RemoteConfig } from "../orders/messages.ts";

/** What the thread that publishes is started with. */
export interface FloorSettings {
  readonly config: Config;
  readonly remote: RemoteConfig;
  readonly collectors: readonly string[];
  /** Name of this table's log. */
  readonly log: string;
}

export type ToThread =
  /** More may leave. */
  | { readonly type: "news"; readonly news: News }
  /** How the table is; also the sign of life. */
  | { readonly type: "heartbeat"; readonly facts: HeartbeatFacts }
  /** The text of a request to join, with the certificate's key that was asked for; null: it could not be signed. */
  | { readonly type: "proof"; readonly id: number; readonly text: string | null }
  | { readonly type: "close" };

export type FromThread =
  /** `awayUs`: how long the floor has taken nothing already, by earlier starts of the unit. */
  | { readonly type: "ready"; readonly awayUs: number }
  | { readonly type: "failed"; readonly message: string }
  | { readonly type: "taken" }
  | { readonly type: "state"; readonly state: PublishState }
  /** A proof that this table has its keys, for a certificate: `publicKeyId`. */
  | { readonly type: "prove"; readonly id: number; readonly holder: string }
  | { readonly type: "notice"; readonly line: string };
