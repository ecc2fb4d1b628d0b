import type { MonoUs } from "../../../src/time/instant.ts";
import type { Display } from "../../screens/server/client.ts";
import type { CommandParts } from "./control-answers.ts";
import { serveControl, serveRequests, type Control } from "../../net/control.ts";
import { updateQuestionSchema } from "../../net/update-questions.ts";

export interface SocketParts extends CommandParts {
  readonly screens: Pick<Display, "shownSeq">;
  /** When the watchdog was fed last; null: it never was, or nobody waits for it. */
  readonly answers: { readonly fedAt: () => MonoUs | null };
  readonly leave: (why: string) => void;
}

/**
 * The sockets of a table: for commands on this machine, and where the configuration says so for the updater. What answers is read with
 * the first question.
 */
export async function serveCommands(parts: SocketParts): Promise<Control> {
  const { update, storage } = parts.config;
  const control = await serveControl(storage.folder, parts.clock, (asked, talk) =>
    import("./control-answers.ts").then(({ answerControl }) => answerControl(parts, asked, talk)),
  );
  if (update === undefined) return control;
  try {
    const updater = await serveRequests({
      path: update.socket,
      key: "update.socket",
      // The folder's group is that of the updater.
      mode: 0o660,
      schema: updateQuestionSchema,
      clock: parts.clock,
      handle: (asked) =>
        import("../updates/update-answers.ts").then(({ answerUpdater }) => answerUpdater(parts, asked)),
    });
    return { close: () => closeAll([control, updater]) };
  } catch (error) {
    await control.close();
    throw error;
  }
}

async function closeAll(sockets: readonly Control[]): Promise<void> {
  for (const socket of sockets) await socket.close();
}
