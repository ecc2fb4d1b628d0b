import { basename } from "node:path";
import type { Entry } from "../../src/recording/entry.ts";
import { markOf } from "../../src/record/mode.ts";
import type { Clock } from "../../src/time/clock.ts";
import { rfc3339 } from "../../src/time/instant.ts";
import type { Config } from "../config/config.ts";
import type { CaseWritten } from "../journal/case-writer.ts";
import type { Journal } from "../journal/client.ts";
import type { Exported } from "../journal/export.ts";
import { calibrationsOf, writeCaseFile } from "./case-export.ts";
import type { CaseFileRequest, ControlAnswer, ControlRequest, ExportRequest } from "./control.ts";
import { asProblem } from "./failure.ts";
import { healthOf, type HealthParts, type UnitHealth } from "./health.ts";

/** Files that are gone, of which an answer says the names. */
const NOTES_MAX = 3;

function refusalOf(error: unknown): ControlAnswer {
  const { message, status } = asProblem(error);
  return { ok: false, why: message, status };
}

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
    const what = `${markOf(journal.mode)}${done.path}: records ${done.from}–${done.to}, ${done.bytes} bytes (${journal.mode})`;
    return { answer: { ok: true, lines: [what, done.signature, done.allowedSigners] }, exported: done };
  } catch (error) {
    return { answer: refusalOf(error) };
  }
}

/** A case file; the table goes on meanwhile. `config`: of the table, where it is at hand. */
export async function caseFor(
  journal: Journal,
  clock: Clock,
  asked: CaseFileRequest,
  config: Config | null,
): Promise<{ readonly answer: ControlAnswer; readonly written?: CaseWritten }> {
  try {
    await journal.checkpoint(clock.now(), clock.wall());
    const { path, replace, round, from, to } = asked;
    const calibrations = config === null ? [] : calibrationsOf(config);
    const source = { calibrations, path, replace: replace ? "asked" : "no" } as const;
    const written = await writeCaseFile(journal, { round, from, to }, source);
    const what = `${markOf(journal.mode)}${path}: records ${written.from}–${written.to}, ${written.bytes} bytes (${journal.mode})`;
    const absent = written.missing.map((name) => `note: ${name} is gone and not in it`);
    return { answer: { ok: true, lines: [what, ...absent.slice(0, NOTES_MAX)] }, written };
  } catch (error) {
    return { answer: refusalOf(error) };
  }
}

/** An inspector's receipt is kept beside the checkpoint that it is of. */
export async function confirmFor(journal: Journal, clock: Clock, note: string): Promise<ControlAnswer> {
  try {
    const { size, by } = await journal.confirm(note, rfc3339(clock.wall()));
    return { ok: true, lines: [`${markOf(journal.mode)}${by} holds records 0–${size - 1}`] };
  } catch (error) {
    return refusalOf(error);
  }
}

/** What commands on this machine ask of. */
export interface CommandParts extends HealthParts {
  /** The newest lines of the unit's log. */
  readonly recentLines: () => readonly string[];
}

/** What a bundle needs of a running unit. */
export interface BundleParts {
  readonly health: UnitHealth;
  readonly vkey: string;
  /** Where the recording of the newest verdict ends: what comes after it may be of a round that runs. */
  readonly closed: { readonly segment: string; readonly bytes: number };
  readonly log: readonly string[];
}

/** Records among which the newest verdict is looked for. */
const RECENT = 500;
const VERDICTS = ["result", "void", "undecided", "aborted"];

async function bundleParts(parts: CommandParts): Promise<BundleParts> {
  const { journal } = parts;
  const recent = await journal.recent(RECENT);
  const verdict = recent.findLast(({ fields }) => VERDICTS.includes(String(fields["kind"])));
  const { src } = (verdict ?? recent[0])?.fields ?? {};
  const { segment = "", bytes = 0 } = (src ?? {}) as { readonly segment?: string; readonly bytes?: number };
  const closed = { segment, bytes: verdict === undefined ? 0 : bytes };
  return { health: healthOf(parts), vkey: journal.vkey, closed, log: parts.recentLines() };
}

/** Answers what a command on this machine asks; an export is a record. */
export async function answerControl(parts: CommandParts, asked: ControlRequest): Promise<ControlAnswer> {
  const { config, journal, unit, clock } = parts;
  if (asked.do === "health") return { ok: true, lines: [JSON.stringify(healthOf(parts))] };
  if (asked.do === "bundle") return { ok: true, lines: [JSON.stringify(await bundleParts(parts))] };
  if (asked.do === "sign-bundle") return { ok: true, lines: [await journal.signBundle(asked.sha512)] };
  if (asked.do === "confirm") return confirmFor(journal, clock, asked.note);
  if (asked.do === "case") {
    const { answer, written } = await caseFor(journal, clock, asked, config);
    if (written !== undefined) await unit.feed(exportEntry("case", written, clock));
    return answer;
  }
  const done = await exportFor(journal, clock, asked);
  if (done.exported !== undefined) await unit.feed(exportEntry("records", done.exported, clock));
  return done.answer;
}

/** That records left the unit: which, under what name, and the hash by which the file is known again. */
function exportEntry(
  what: "records" | "case",
  { from, to, path, bytes, sha512 }: Exported | CaseWritten,
  clock: Clock,
): Entry {
  const detail = { what, from, to, file: basename(path), bytes, sha512 };
  return { k: "event", t: clock.now(), event: "export", detail };
}
