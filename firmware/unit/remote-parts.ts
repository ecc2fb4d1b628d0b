import type { TableView } from "../../src/table/kernel/view/view.ts";
import type { ActionParts } from "./actions/action-parts.ts";
import type { TableActions } from "./actions/table-actions.ts";

/** What those far away see of a running table, and what their orders reach (`firmware/afar/orders/`). */
export interface RemoteParts extends Omit<ActionParts, "updateWait" | "restartScreens" | "restartWhenIdle"> {
  /** What the screens show now. */
  readonly view: () => TableView;
  /** What carries out what is ordered, read with the first order. */
  readonly actions: () => Promise<TableActions>;
  readonly onNotice: (line: string) => void;
}

/** What is known of the relay that a table asks. */
export interface RelayState {
  readonly url: string;
  /** When it answered last, RFC 3339; null: not since this start. */
  readonly answered: string | null;
  /** Why it did not answer when it was asked last; null: it did, or was not asked yet. */
  readonly trouble: string | null;
}

/** Those far away, as they are served. */
export interface ServedRemote {
  /** Null: none is asked. */
  readonly relay: RelayState | null;
  stop(): Promise<void>;
}

/** Begins to serve them. Never rejects: a far side that cannot be served is a fault, and the table plays. */
export type StartRemote = (parts: RemoteParts) => Promise<ServedRemote>;
