import { basename } from "node:path";
import type { Entry } from "../../src/recording/entry.ts";
import type { Clock } from "../../src/time/clock.ts";
import { rfc3339 } from "../../src/time/instant.ts";
import type { Journal } from "../journal/client.ts";
import type { Exported } from "../journal/export.ts";
import type { ControlAnswer, ControlRequest, ExportRequest } from "./control.ts";
import { asProblem } from "./failure.ts";
import type { Unit } from "./unit.ts";

/** An inspector's export from the running unit: the table goes on meanwhile. */
export async function exportFor(
  journal: Journal,
  clock: Clock,
  asked: ExportRequest,
): Promise<{ readonly answer: ControlAnswer; readonly exported?: Exported }> {
  try {
    await journal.checkpoint(clock.now(), clock.wall());
    const range = { from: asked.from, to: asked.to ?? journal.head().seq - 1 };
    const done = await journal.export(range, asked.path, asked.replace);
    const what = `${done.path}: records ${done.from}–${done.to}, ${done.bytes} bytes (${journal.mode})`;
    return { answer: { ok: true, lines: [what, done.signature, done.allowedSigners] }, exported: done };
  } catch (error) {
    return { answer: { ok: false, why: asProblem(error).message } };
  }
}

/** An inspector's receipt is kept beside the checkpoint that it is of. */
export async function confirmFor(journal: Journal, clock: Clock, note: string): Promise<ControlAnswer> {
  try {
    const { size, by } = await journal.confirm(note, rfc3339(clock.wall()));
    return { ok: true, lines: [`${by} holds records 0–${size - 1}`] };
  } catch (error) {
    return { ok: false, why: asProblem(error).message };
  }
}

/** What commands on this machine ask of. */
export interface CommandParts {
  readonly journal: Journal;
  readonly unit: Unit;
  readonly clock: Clock;
}

/** Answers what a command on this machine asks; an export is a record. */
export async function answerControl(
  { journal, unit, clock }: CommandParts,
  asked: ControlRequest,
): Promise<ControlAnswer> {
  if (asked.do === "confirm") return confirmFor(journal, clock, asked.note);
  const done = await exportFor(journal, clock, asked);
  if (done.exported !== undefined) await unit.feed(exportEntry(done.exported, clock));
  return done.answer;
}

/** That records left the unit: which, under what name, and the hash by which the file is known again. */
function exportEntry({ from, to, path, bytes, sha512 }: Exported, clock: Clock): Entry {
  const detail = { what: "records", from, to, file: basename(path), bytes, sha512 };
  return { k: "event", t: clock.now(), event: "export", detail };
}
