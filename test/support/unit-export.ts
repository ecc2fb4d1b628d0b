import { basename } from "node:path";
import { TargetFile } from "../../firmware/journal/export/target-file.ts";
import { askForFile } from "../../firmware/unit/control/ask-file.ts";
import type { ControlAnswer } from "../../firmware/net/control.ts";

/** Takes an export of the unit that runs on a folder, as the command does. */
export async function exportOfUnit(
  folder: string,
  path: string,
  from: number | null = 0,
): Promise<ControlAnswer> {
  const file = await TargetFile.open(path);
  const asked = await askForFile(folder, { do: "export", from, to: null, file: basename(path) });
  if (asked === null) throw new Error(`no unit runs on ${folder}`);
  const given = await file.take(asked.pieces);
  await file.finish(given);
  const answer = await asked.tellDurable(given);
  asked.end();
  return answer;
}
