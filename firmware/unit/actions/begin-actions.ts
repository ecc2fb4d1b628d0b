import type { ActionParts } from "./action-parts.ts";
import type { UpdateParts } from "../updates/update-answers.ts";
import type { TableActions } from "./table-actions.ts";

interface AskedParts extends Pick<
  ActionParts,
  "config" | "clock" | "journal" | "technician" | "bundler" | "restartWhenIdle"
> {
  readonly unit: UpdateParts["unit"];
  readonly display: { restart(why: string): void };
  /** Socket of the updater, in place of the configured one. */
  readonly updater?: string;
}

/** What carries out what is asked of a running table: one for orders and people at the table. It is read when the first is asked. */
export function actionsOf({ display, updater, ...parts }: AskedParts): () => Promise<TableActions> {
  let actions: Promise<TableActions> | null = null;
  const begin = async (): Promise<TableActions> => {
    const [room, { updaterAt, UPDATER_SOCKET }, { updateWaitOf }] = await Promise.all([
      import("./table-actions.ts"),
      import("./updater.ts"),
      import("../updates/update-wait.ts"),
    ]);
    const socket = updater ?? parts.config.remote?.updater ?? UPDATER_SOCKET;
    const restartScreens = (why: string): void => display.restart(why);
    const updateWait: ActionParts["updateWait"] = () => updateWaitOf(parts);
    return new room.TableActions({ ...parts, restartScreens, updateWait }, updaterAt(socket));
  };
  return () => (actions ??= begin());
}
