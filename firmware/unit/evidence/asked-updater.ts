import { z } from "zod";
import type { Config } from "../../table/config/config.ts";
import { updaterAt, UPDATER_SOCKET, type UpdaterAnswer } from "../actions/updater.ts";
import type { Held, OwnFilesOptions } from "./own-files.ts";

const answerSchema = z.object({ rel: z.string(), difference: z.string().nullable() });

/**
 * Asks the updater of this machine to hold what runs against what was signed. No answer is no difference: the launcher held it before the
 * start, and an updater of an earlier release does not know the question; a line in the log says so.
 */
export function askedUpdater(
  { update, remote }: Pick<Config, "update" | "remote">,
  onNotice: (line: string) => void,
  ask: (path: string) => Promise<UpdaterAnswer> = (path) => updaterAt(path).verify(),
): NonNullable<OwnFilesOptions["askUpdater"]> {
  return async (): Promise<Held | null> => {
    if (update === undefined) return null;
    const answer = await ask(remote?.updater ?? UPDATER_SOCKET);
    if (answer.ok) return answerSchema.parse(answer.result);
    onNotice(`the updater did not hold the release against what was signed: ${answer.why}`);
    return null;
  };
}
